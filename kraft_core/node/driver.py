"""Turns: pass the events that arrived together to the replica, do due work, then sleep.

The driver's duties of `kraft_core.raft.replica` with a real clock and real sockets. Everything
happens in the thread of the event loop. An exception out of the replica is its end: it goes to
`fail`.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from kraft_core.node.access import Access
from kraft_core.node.metrics import Histogram
from kraft_core.node.service import (
    EXEMPT,
    ApiVersionsAnswers,
    SelfDescription,
    ServedRequest,
    may_lead,
    throttled,
)
from kraft_core.raft.consensus.events import LeaderUnreachable, PeerDescribed, RequestFailed
from kraft_core.raft.replica.rpc_mapping import ANSWERED_API_KEYS
from kraft_wire.messages import ApiVersionsRequest, DescribeQuorumRequest, FetchRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.node.service import RequestContext, Service
    from kraft_core.node.transport.connection import Asked, Connection
    from kraft_core.node.transport.peers import Peers
    from kraft_core.raft.consensus.core import RaftCore
    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.values import FailureReason, Node, PeerVersions, VersionRange
    from kraft_core.raft.replica import Replica
    from kraft_core.raft.replica.rpc_mapping import WireRequest
    from kraft_wire.message import Message
    from kraft_wire.messages import ApiVersionsResponse

_REPLICA_KEYS = frozenset(ANSWERED_API_KEYS)
_REPLICA_STATE_FROM = 15


class SystemClock:
    """The monotonic clock and the wall clock of the machine."""

    def now_ms(self) -> int:
        """Return the monotonic time in milliseconds."""
        return time.monotonic_ns() // 1_000_000

    def wall_ms(self) -> int:
        """Return the milliseconds since 1970."""
        return time.time_ns() // 1_000_000


class Driver:
    """Connects sockets with one replica.

    It is the replica's network, and receives the peers' events.

    `fail` is called with the error that ends the replica. Call `use` before anything else.
    """

    def __init__(
        self,
        service: Service,
        fail: Callable[[BaseException], None],
        access: Access | None = None,
    ) -> None:
        self.clock = SystemClock()
        self.service = service
        self._access = access or Access()
        self.turns = Histogram()
        """Duration of turns."""
        self.requests: Counter[int] = Counter()
        """The number of received requests by API."""
        self._fail = fail
        self._loop = asyncio.get_running_loop()
        self._versions = ApiVersionsAnswers()
        self._asked: dict[int, Callable[[Message], None]] = {}
        self._last_reply_to = 0
        self._is_turn_due = False
        self._alarm: asyncio.TimerHandle | None = None
        self._alarm_ms = 0
        self._has_ended = False
        self._met: set[Node] = set()

    def use(
        self,
        core: RaftCore,
        replica: Replica,
        peers: Peers,
        *,
        complete: Callable[[Message], Message],
        after_turn: Callable[[], None],
    ) -> None:
        """Drive a replica with its peers.

        `complete` adds to an answer to DescribeQuorum, `after_turn` is called at the end of a turn.
        """
        self._complete = complete
        self._after_turn = after_turn
        self._core = core
        self._replica = replica
        self._peers = peers

    def stop(self) -> None:
        """Stop passing events to the replica."""
        self._has_ended = True
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self._asked.clear()

    # -- turns --------------------------------------------------------------------------------

    def feed(self, event: Event) -> None:
        """Pass an event to the replica."""
        if self._has_ended:
            return
        try:
            self._replica.feed(event)
        except BaseException as error:  # noqa: BLE001 - any error ends the node
            self._end(error)
            return
        self.turn_soon()

    def feed_all(self, events: list[Event]) -> None:
        """Pass several events to the replica."""
        for event in events:
            self.feed(event)

    def election_stored(self) -> None:
        """Report that quorum-state is durable, so that the replica continues."""
        if self._has_ended:
            return
        try:
            self._replica.election_stored()
        except BaseException as error:  # noqa: BLE001 - as above
            self._end(error)
            return
        self.turn_soon()

    def turn_soon(self) -> None:
        """End the turn after the events that have arrived."""
        if not self._is_turn_due and not self._has_ended:
            self._is_turn_due = True
            self._loop.call_soon(self._turn)

    def _turn(self) -> None:
        self._is_turn_due = False
        if self._has_ended:
            return
        began_s = time.perf_counter()
        try:
            self._replica.end_turn()
            self._after_turn()
            if not self._has_ended:
                self._set_alarm(self._replica.deadline_ms)
        except BaseException as error:  # noqa: BLE001 - as above
            self._end(error)
        self.turns.observe(time.perf_counter() - began_s)

    def _set_alarm(self, deadline_ms: int | None) -> None:
        """Set a timer for the deadline; a timer that fires too early only checks again."""
        if deadline_ms is None:
            return
        if self._alarm is not None:
            if self._alarm_ms <= deadline_ms:
                return
            self._alarm.cancel()
            self._alarm = None
        wait_ms = deadline_ms - self.clock.now_ms()
        if wait_ms <= 0:
            self.turn_soon()
            return
        self._alarm_ms = deadline_ms
        self._alarm = self._loop.call_later(wait_ms / 1000, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        deadline_ms = self._replica.deadline_ms
        if deadline_ms is not None and self.clock.now_ms() < deadline_ms:
            self._set_alarm(deadline_ms)
        else:
            self.turn_soon()

    def _end(self, error: BaseException) -> None:
        self.stop()
        self._fail(error)

    # -- incoming requests --------------------------------------------------------------------

    def receive(self, connection: Connection, taken: Asked) -> None:
        """Handle a request of a connection."""
        request = taken.request
        message = request.message
        if self._has_ended:
            return
        api_key = message.API_KEY or 0
        self.requests[api_key] += 1
        context = connection.context(request.client_id)
        if isinstance(message, ApiVersionsRequest):
            answer = self.describe(message, request.api_version)
            self._reply(connection, taken, context, answer)
            return
        refused = self._access.refused(api_key, context)
        is_exempt = api_key in EXEMPT and refused is None
        charged = None if is_exempt else context
        reply_later = partial(self._reply_later, connection, taken, charged)
        if is_exempt:
            reply = partial(connection.reply, request)
        else:
            reply = partial(self._reply, connection, taken, context)
        asked = ServedRequest(
            connection.listener,
            request.api_version,
            message,
            reply,
            taken.inner,
            reply_later if taken.is_large else None,
            context,
            lambda: taken.busy_ns,
        )
        if refused is not None:
            asked.refuse(*refused)
        elif api_key in _REPLICA_KEYS:
            self._receive_of_replica(connection, self._access.audit.follow(asked))
        else:
            self.service.receive(self._access.audit.follow(asked))

    def _reply(
        self, connection: Connection, taken: Asked, context: RequestContext, answer: Message
    ) -> None:
        """Answer at once, and mute a client above a quota (RequestHandlerHelper)."""
        throttle_ms = self.service.charge(context, taken.busy_ns)
        answer = throttled(answer, throttle_ms)
        # the quota of topic changes has set it already where its time is longer
        taken.mute_ms = getattr(answer, "throttle_time_ms", throttle_ms)
        began_ns = time.perf_counter_ns()
        connection.reply(taken.request, answer)
        self.service.note_time(context, time.perf_counter_ns() - began_ns)

    def _reply_later(
        self,
        connection: Connection,
        taken: Asked,
        context: RequestContext | None,
        build: Callable[[], Message],
    ) -> None:
        if context is None:
            connection.reply_later(taken.request, build)
            return
        throttle_ms = self.service.charge(context, taken.busy_ns)

        def build_throttled() -> Message:
            answer = throttled(build(), throttle_ms)
            taken.mute_ms = getattr(answer, "throttle_time_ms", throttle_ms)
            return answer

        connection.reply_later(taken.request, build_throttled)

    def _receive_of_replica(self, connection: Connection, asked: ServedRequest) -> None:
        message, reply = asked.message, asked.reply
        if isinstance(message, DescribeQuorumRequest):
            # the response in an Envelope stays as Kafka's: the broker does not read this field
            reply = partial(self._answer_completed, asked)
        if isinstance(message, FetchRequest):
            if name := connection.take_software():
                self._note_fetcher(name, message, asked.api_version)
            message = self._bounded(message)
        if not self.ask(asked.listener, asked.api_version, message, reply):
            connection.close()

    def _answer_completed(self, asked: ServedRequest, answer: Message) -> None:
        asked.reply(self._complete(answer))

    def _bounded(self, message: FetchRequest) -> FetchRequest:
        """Limit the wait of a Fetch to the fetch timeout: a longer one serves no replica."""
        longest_ms = self._core.config.fetch_timeout_ms
        if message.max_wait_ms <= longest_ms:
            return message
        values = {name: getattr(message, name) for name in FetchRequest.__slots__}
        return FetchRequest(**{**values, "max_wait_ms": longest_ms})

    def describe(self, request: ApiVersionsRequest, api_version: int) -> ApiVersionsResponse:
        """Return the response to ApiVersions."""
        service = self.service
        description = SelfDescription(
            service.served,
            service.supported,
            service.finalized_features(),
            self._core.kraft_version,
        )
        return self._versions.answer(request, api_version, description)

    def _note_fetcher(self, software: str, message: FetchRequest, api_version: int) -> None:
        """Report to consensus whether the replica that fetches here can lead."""
        of_old = api_version < _REPLICA_STATE_FROM
        replica_id = message.replica_id if of_old else message.replica_state.replica_id
        leads = may_lead(software)
        if replica_id >= 0 and leads is not None:
            self.feed(PeerDescribed(replica_id, may_lead=leads))

    def ask(
        self,
        listener: str,
        api_version: int,
        message: Message,
        reply: Callable[[Message], None],
    ) -> bool:
        """Pass a request of a listener to the replica; return False if it will not answer."""
        if self._has_ended:
            return False
        self._last_reply_to += 1
        reply_to = self._last_reply_to
        self._asked[reply_to] = reply
        try:
            is_taken = self._replica.receive_request(reply_to, listener, api_version, message)
        except BaseException as error:  # noqa: BLE001 - as above
            self._end(error)
            return False
        if not is_taken:
            del self._asked[reply_to]
        self.turn_soon()
        return is_taken

    def respond(self, reply_to: int, response: Message, api_version: int) -> None:
        """Answer a request; do nothing if its connection is closed."""
        del api_version  # the receiver knows the version of its request
        reply = self._asked.pop(reply_to, None)
        if reply is not None:
            reply(response)

    # -- outgoing requests --------------------------------------------------------------------

    def send(self, request_id: int, to: Node, request: WireRequest) -> None:
        """Send a request of the replica."""
        self._peers.send(request_id, to, request)

    def meet_voters(self) -> None:
        """Connect to voters whose API versions are unknown: fast failover needs them.

        To be called now and then; one that cannot be reached is tried again.
        """
        core = self._core
        nodes = {
            node
            for voter in core.voters
            if voter.id != core.config.node_id and (node := voter.node(core.config.listener))
        }
        self._met &= nodes  # never more than there are voters, however often these change
        for node in sorted(nodes - self._met, key=lambda each: each.id):
            self._peers.meet(node)

    def on_response(self, request_id: int, message: Message) -> None:
        """Pass an answer to the replica."""
        if self._has_ended:
            return
        try:
            self._replica.receive_response(request_id, message)
        except BaseException as error:  # noqa: BLE001 - as above
            self._end(error)
            return
        self.turn_soon()

    def on_failure(self, request_id: int, reason: FailureReason) -> None:
        """Report that no response will come."""
        self.feed(RequestFailed(request_id, reason))

    def on_described(self, node_id: int, versions: PeerVersions, levels: VersionRange) -> None:
        """Store the API versions of a node."""
        for voter in self._core.voters:
            if voter.id == node_id and (node := voter.node(self._core.config.listener)):
                self._met.add(node)
        self.feed(PeerDescribed(node_id, versions, levels))

    def on_gone(self, node_id: int) -> None:
        """Report that no process listens at a node's address, which matters if it leads."""
        leader = self._core.leader_and_epoch
        if leader.leader_id == node_id:
            self.feed(LeaderUnreachable(node_id, leader.epoch))
