"""Pending requests: this replica's until their answer, those of others until records arrive.

Own requests: at most one for each node, then a backoff after a failure, as in Kafka's
`RequestManager`. A request that is older than the request timeout is lost and its node is ready
again; every change of role forgets all of it, so that late answers mean nothing.

Parked fetches (Kafka's fetch purgatory): long polls that wait for records, a high watermark, their
time or the end of leadership. The functions at the end are the checks that several RPCs share.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.values import EPOCH_MAX
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.config import RaftConfig
    from kraft_core.raft.consensus.events import ReplyTo
    from kraft_core.raft.consensus.rpc import Fetch, OutgoingRequest
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import Node


_FOREIGN_BACKOFF_MAX_MS: Final = 1000
_FOREIGN_MAX: Final = 100
"""Nodes of other clusters with a separate backoff; of more, the one asked first starts again."""


@dataclass(slots=True)
class RequestInFlight:
    """A request, its destination, and when it counts as lost."""

    request_id: int
    to: Node
    request: OutgoingRequest
    lost_at_ms: int


class RequestsInFlight:
    """The pending request to each node id, and the nodes that are in backoff."""

    def __init__(self, config: RaftConfig) -> None:
        self._config = config
        self._awaited: dict[int, RequestInFlight] = {}
        self._backing_off: dict[int, int] = {}
        self._unanswered: dict[int, bool] = {}
        """True for nodes whose last request failed without an answer."""
        self._foreign: dict[int, int] = {}
        """The last backoff of nodes of another cluster."""
        self._last_ids: dict[int, int] = {}
        """The id of the last request to a node; ids increase."""
        self._last_id = 0

    def is_ready(self, node_id: int, now_ms: int) -> bool:
        """Return True if a request can be sent to this node now."""
        if now_ms < self._backing_off.get(node_id, now_ms):
            return False
        awaited = self._awaited.get(node_id)
        return awaited is None or now_ms >= awaited.lost_at_ms

    def is_backing_off(self, node_id: int, now_ms: int) -> bool:
        """Return True if that node failed less than a retry backoff ago."""
        return now_ms < self._backing_off.get(node_id, now_ms)

    def is_unanswered(self, node_id: int, now_ms: int) -> bool:
        """Return True if the last request to that node timed out or could not connect."""
        awaited = self._awaited.get(node_id)
        is_lost = awaited is not None and now_ms >= awaited.lost_at_ms
        return is_lost or node_id in self._unanswered

    def last_id(self, node_id: int) -> int:
        """Return the id of the last request to that node; 0 if there was none."""
        return self._last_ids.get(node_id, 0)

    def note_unanswered(self, node_id: int) -> None:
        """Record that a request to that node failed in the driver, without an answer."""
        self._unanswered[node_id] = True

    def take_lost(self, node_id: int, now_ms: int) -> RequestInFlight | None:
        """Return the last request to that node if it is overdue; its late answer is ignored."""
        awaited = self._awaited.get(node_id)
        if awaited is None or now_ms < awaited.lost_at_ms:
            return None
        return self._awaited.pop(node_id)

    def is_awaiting(self, node_id: int, now_ms: int) -> bool:
        """Return True if an answer from that node is pending."""
        awaited = self._awaited.get(node_id)
        return awaited is not None and now_ms < awaited.lost_at_ms

    def has_any(self, now_ms: int) -> bool:
        """Return True if any request waits for its answer."""
        return any(now_ms < each.lost_at_ms for each in self._awaited.values())

    def sent(
        self, to: Node, request: OutgoingRequest, now_ms: int, timeout_ms: int | None = None
    ) -> int:
        """Record a request that is sent now; return its id. The request timeout is the default."""
        self._last_id += 1
        before = self._awaited.get(to.id)
        if before is not None and now_ms >= before.lost_at_ms:
            self._unanswered[to.id] = True
        lost_at_ms = now_ms + (
            self._config.request_timeout_ms if timeout_ms is None else timeout_ms
        )
        self._awaited[to.id] = RequestInFlight(self._last_id, to, request, lost_at_ms)
        self._last_ids[to.id] = self._last_id
        self._backing_off.pop(to.id, None)
        return self._last_id

    def take(self, request_id: int, now_ms: int) -> RequestInFlight | None:
        """Remove and return the request of an answer; None if it was given up."""
        for node_id, each in self._awaited.items():
            if each.request_id == request_id:
                del self._awaited[node_id]
                if now_ms < each.lost_at_ms:
                    self._unanswered.pop(node_id, None)
                    return each
                self._unanswered[node_id] = True
                return None
        return None

    def back_off(self, node_id: int, now_ms: int, *, is_foreign: bool = False) -> None:
        """Send no request to the node until the retry backoff has passed.

        For a node of another cluster (`is_foreign`, INCONSISTENT_CLUSTER_ID) the backoff doubles
        each time, up to a second. Any other outcome resets it.
        """
        wait_ms = self._config.retry_backoff_ms
        if is_foreign:
            earlier_ms = self._foreign.pop(node_id, 0)
            if len(self._foreign) >= _FOREIGN_MAX:
                del self._foreign[next(iter(self._foreign))]
            longest_ms = max(wait_ms, _FOREIGN_BACKOFF_MAX_MS)
            wait_ms = self._foreign[node_id] = max(wait_ms, min(2 * earlier_ms, longest_ms))
        else:
            self._foreign.pop(node_id, None)
        self._backing_off[node_id] = now_ms + wait_ms

    def forget(self, node_id: int) -> None:
        """Forget the history of that node."""
        self._awaited.pop(node_id, None)
        self._backing_off.pop(node_id, None)
        self._foreign.pop(node_id, None)
        self._unanswered.pop(node_id, None)
        self._last_ids.pop(node_id, None)

    def forget_all(self) -> None:
        """Forget the history of all nodes."""
        self._awaited.clear()
        self._backing_off.clear()
        self._unanswered.clear()
        self._last_ids.clear()

    def next_change_ms(self, now_ms: int) -> int | None:
        """Return the time when the next node becomes ready by itself."""
        soonest: int | None = None
        for each in self._awaited.values():
            if each.lost_at_ms > now_ms and (soonest is None or each.lost_at_ms < soonest):
                soonest = each.lost_at_ms
        for time_ms in self._backing_off.values():
            if time_ms > now_ms and (soonest is None or time_ms < soonest):
                soonest = time_ms
        return soonest


# -- fetches that are parked at the leader ---------------------------------------------------------


@dataclass(slots=True)
class ParkedFetch:
    """A valid Fetch, the listener that it came in on, and when its max wait time ends."""

    reply_to: ReplyTo
    listener: str
    request: Fetch
    expires_at_ms: int


class ParkedFetches:
    """Fetches in the order of arrival. Due ones are answered when the turn ends."""

    def __init__(self) -> None:
        self._waiting: dict[ReplyTo, ParkedFetch] = {}
        self._expiries: list[tuple[int, ReplyTo]] = []
        self._due: deque[ParkedFetch] = deque()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._due)

    @property
    def has_due(self) -> bool:
        """Return True if a fetch must be answered when the turn ends."""
        return len(self._due) > 0

    def park(self, fetch: ParkedFetch) -> None:
        """Keep the fetch until it is due."""
        self._waiting[fetch.reply_to] = fetch
        heappush(self._expiries, (fetch.expires_at_ms, fetch.reply_to))
        if len(self._expiries) > 2 * len(self._waiting) + 64:
            self._expiries = [entry for entry in self._expiries if entry[1] in self._waiting]
            heapify(self._expiries)

    def answer_soon(self, fetch: ParkedFetch) -> None:
        """Mark a fetch that has its answer already; it is sent when the turn ends."""
        self._due.append(fetch)

    def wake_all(self) -> None:
        """Make every parked fetch due, for new records or a new high watermark."""
        self._due.extend(self._waiting.values())
        self._waiting.clear()
        self._expiries.clear()

    def wake_expired(self, now_ms: int) -> None:
        """Wake the fetches whose maximum wait time is over."""
        while self._expiries and self._expiries[0][0] <= now_ms:
            fetch = self._waiting.pop(heappop(self._expiries)[1], None)
            if fetch is not None:
                self._due.append(fetch)

    def take_due(self, limit: int | None = None) -> list[ParkedFetch]:
        """Remove and return the fetches that are due, the earliest first, at most `limit`."""
        if limit is None or len(self._due) <= limit:
            due = list(self._due)
            self._due.clear()
            return due
        return [self._due.popleft() for _ in range(limit)]

    def take_all(self) -> list[ParkedFetch]:
        """Remove and return all requests, because leadership has ended."""
        self.wake_all()
        return self.take_due()

    def next_expiry_ms(self) -> int | None:
        """Return the time when the next max wait time ends."""
        while self._expiries and self._expiries[0][1] not in self._waiting:
            heappop(self._expiries)
        return self._expiries[0][0] if self._expiries else None


# -- checks that several RPCs share ----------------------------------------------------------------


def check_leader_request(core: CoreState, epoch: int) -> ErrorCode | None:
    """Check a request that needs the leader; errors in this order: 74, 75, 6, 8."""
    if epoch < core.epoch:
        return ErrorCode.FENCED_LEADER_EPOCH
    if epoch > core.epoch:
        return ErrorCode.UNKNOWN_LEADER_EPOCH
    if not isinstance(core.role, Leader):
        return ErrorCode.NOT_LEADER_OR_FOLLOWER
    return ErrorCode.BROKER_NOT_AVAILABLE if core.is_shutting_down else None


def check_sender(core: CoreState, epoch: int, sender_id: int) -> ErrorCode | None:
    """Vote, BeginQuorumEpoch and EndQuorumEpoch: 74 for an old epoch, 42 for an impossible one."""
    if epoch < core.epoch:
        return ErrorCode.FENCED_LEADER_EPOCH
    return ErrorCode.INVALID_REQUEST if sender_id < 0 or epoch > EPOCH_MAX else None


def is_addressed_to(core: CoreState, voter_id: int, directory_id: bytes | None) -> bool:
    """Return True if the request names this replica, by id and any directory id (KIP-853)."""
    if voter_id < 0:  # a version of the request without the field
        return True
    if voter_id != core.own_id:
        return False
    return directory_id in {None, core.config.directory_id}
