"""The network between simulated nodes: real bytes that get lost, delayed or reordered.

A request is encoded in the highest version that the two releases share, once the sender knows what
the other supports. A message in flight arrives even if its sender has ended by then; its response
then reaches no node, since a later incarnation of the sender has connections of its own.

A connection joins one incarnation of a node to one incarnation of another. It starts when a first
request arrives. The end of a process closes its connections: peers notice, retry and are refused. A
machine without power does not answer; only when it restarts do its peers learn that their
connections are gone. A link that is cut in either direction hides all of that.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.config import KRAFT_VERSIONS
from kraft_core.raft.consensus.events import LeaderUnreachable, PeerDescribed, RequestFailed
from kraft_core.raft.consensus.values import FailureReason
from kraft_core.sim.quorum.hooks import Carried
from kraft_core.sim.quorum.names import NameService
from kraft_core.sim.quorum.plan import shared_version
from kraft_wire.messages import (
    ApiKey,
    ApiVersionsRequest,
    ApiVersionsResponse,
    FetchRequest,
    request_class,
    response_class,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from kraft_core.raft.consensus.values import Node
    from kraft_core.raft.replica.rpc_mapping import WireRequest
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_wire.message import Message


_NOTICED_AFTER_MS = 1


@dataclass(slots=True)
class Connection:
    """A connection from one incarnation to another, and the facts that they have reported."""

    incarnations: tuple[int, int]
    is_described: bool = False
    """True if the connecting side knows the other's API versions."""
    told_may_lead: bool | None = None


class Connections:
    """All connections, by the ids of both ends, the one that connects first."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._by_link: dict[tuple[int, int], Connection] = {}
        self._awaited: dict[tuple[int, int], tuple[int, int]] = {}
        """By sender and the id that it knows the target by: the target's real id, the request."""

    def of(self, sender: SimulatedNode, target: SimulatedNode) -> Connection | None:
        """Return the connection of the current incarnations of both, None if they have not met."""
        connection = self._by_link.get((sender.node_id, target.node_id))
        if connection is None or connection.incarnations != (
            sender.incarnation,
            target.incarnation,
        ):
            return None
        return connection

    def meet(self, sender: SimulatedNode, incarnation: int, target: SimulatedNode) -> None:
        """Connect with the sender of a request, if its incarnation is current."""
        if sender.is_up and sender.incarnation == incarnation and self.of(sender, target) is None:
            self._by_link[sender.node_id, target.node_id] = Connection(
                (incarnation, target.incarnation)
            )

    # -- requests -----------------------------------------------------------------------------

    def await_answer(
        self, sender: SimulatedNode, to_id: int, target: SimulatedNode, request_id: int
    ) -> None:
        """Await the response to a request; stop awaiting the earlier one from that id."""
        self._awaited[sender.node_id, to_id] = (target.node_id, request_id)

    def end_waiting(self, sender: SimulatedNode, to_id: int, request_id: int) -> None:
        """Drop the request that a node waits for: its response has come, or never will."""
        awaited = self._awaited.get((sender.node_id, to_id))
        if awaited is not None and awaited[1] == request_id:
            del self._awaited[sender.node_id, to_id]

    def refused(self, sender: SimulatedNode, target: SimulatedNode) -> None:
        """Refuse a connection: it reports the end of a leader that was connected before."""
        leader = sender.core.leader_and_epoch
        is_gone = not target.is_up and not target.is_dark
        if is_gone and leader.leader_id == target.node_id and self.of(sender, target) is not None:
            sender.feed(LeaderUnreachable(target.node_id, leader.epoch))

    # -- ends ---------------------------------------------------------------------------------

    def reset(self, sender: SimulatedNode, target: SimulatedNode) -> None:
        """Break the connection between two nodes that are up."""
        self._by_link.pop((sender.node_id, target.node_id), None)
        self._break(sender, target)

    def ended(self, node: SimulatedNode) -> None:
        """Forget the connections of a node whose process ended."""
        for sender_id, to_id in list(self._awaited):
            if sender_id == node.node_id:
                del self._awaited[sender_id, to_id]
        if not node.is_dark:
            for peer in self._network.peers_of(node):
                self._break(peer, node)

    def started(self, node: SimulatedNode) -> None:
        """Discard the requests to the earlier incarnation of a restarted node."""
        for peer in self._network.peers_of(node):
            self._break(peer, node)

    def _break(self, sender: SimulatedNode, target: SimulatedNode) -> None:
        if not sender.is_up or not self._network.is_through(sender.node_id, target.node_id):
            return
        broken = self._take_awaited(sender.node_id, target.node_id)
        if broken or self.of(sender, target) is not None:
            sender.later(_NOTICED_AFTER_MS, lambda: self._notice(sender, target, broken))

    def _notice(self, sender: SimulatedNode, target: SimulatedNode, broken: Sequence[int]) -> None:
        for request_id in broken:
            sender.feed(RequestFailed(request_id, FailureReason.TIMED_OUT))
        self.refused(sender, target)

    def _take_awaited(self, sender_id: int, target_id: int) -> list[int]:
        """Remove and return the pending requests between the two, also under a bootstrap id."""
        found = [
            (key, request_id)
            for key, (real_id, request_id) in self._awaited.items()
            if key[0] == sender_id and real_id == target_id
        ]
        for key, _ in found:
            del self._awaited[key]
        return [request_id for _, request_id in found]


LISTENER: Final = "CONTROLLER"
OPERATOR: Final = -1
"""The node id under which links know operators and clients."""
_REFUSED_AFTER_MS: Final = 1
_API_VERSIONS_HIGHEST: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A request on its way, and the handler of its answer.

    `sender` is None for an operator; `incarnation` is the one that the sender asked in.
    """

    api_key: int
    api_version: int
    port: int
    answer: Callable[[bytes], None]
    sender: SimulatedNode | None = None
    incarnation: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Exchange:
    """A request of a replica, and the recipient of its answer.

    A `is_probe` only asks what the other speaks, because of a request that it may not know.
    """

    sender: SimulatedNode
    target: SimulatedNode
    to_id: int
    request_id: int
    api_key: int
    api_version: int
    is_probe: bool = False


class Network:
    """All links. Chances are out of 1000, delays milliseconds one way, both ends included."""

    def __init__(self, cluster: Cluster, rng: random.Random) -> None:
        self._cluster = cluster
        self._timeline = cluster.timeline
        self._rng = rng
        self.loss = 0
        self.duplicates = 0
        self.reordering = 0
        self.delay_ms = (1, 3)
        self.messages = 0
        """The number of delivered messages."""
        self._connections = Connections(self)
        self.names = NameService()
        self._cut: dict[tuple[int, int], bool] = {}
        self._arrived_ms: dict[tuple[int, int], int] = {}
        self._last_reply_to = 0

    # -- faults -------------------------------------------------------------------------------

    def cut(self, from_id: int, to_id: int) -> None:
        """Drop all messages in this direction, until it is restored."""
        self._cut[from_id, to_id] = True

    def restore(self, from_id: int, to_id: int) -> None:
        """Let messages to and from a node pass again."""
        self._cut.pop((from_id, to_id), None)

    def restore_all(self) -> None:
        """Remove all faults of links and names."""
        self._cut.clear()
        self.names.restore_all()
        self.loss = self.duplicates = self.reordering = 0
        self.delay_ms = self._cluster.plan.delay_ms

    def move_machine(self, node_id: int) -> None:
        """Change the address of a machine: its connections break, and names must be resolved."""
        self.names.move(node_id)
        for peer in self.peers_of(self._cluster.nodes[node_id]):
            self.reset(node_id, peer.node_id)

    def is_cut(self, from_id: int, to_id: int) -> bool:
        """Return True if this direction drops all messages."""
        return (from_id, to_id) in self._cut

    def is_through(self, one_id: int, other_id: int) -> bool:
        """Return True if the link passes messages both ways."""
        return (one_id, other_id) not in self._cut and (other_id, one_id) not in self._cut

    def reset(self, one_id: int, other_id: int) -> None:
        """Break the connections between two nodes: what is awaited on them fails."""
        one, other = self._cluster.nodes[one_id], self._cluster.nodes[other_id]
        self._connections.reset(one, other)
        self._connections.reset(other, one)

    def node_ended(self, node: SimulatedNode) -> None:
        """Close the connections of a node whose process or machine (`is_dark`) has failed."""
        self._connections.ended(node)

    def node_started(self, node: SimulatedNode) -> None:
        """Accept connections to a node again."""
        self._connections.started(node)

    def peers_of(self, node: SimulatedNode) -> list[SimulatedNode]:
        return [each for each in self._cluster.nodes.values() if each is not node]

    # -- requests of replicas -----------------------------------------------------------------

    def send(self, sender: SimulatedNode, request_id: int, to: Node, request: WireRequest) -> None:
        """Send a request of a replica; without a connection its name is resolved first."""
        target = self._cluster.machine_at(to.port)
        if target is None or self._connections.of(sender, target) is not None:
            self._send(sender, request_id, to, request, target)
            return

        def resolved(address: int | None) -> None:
            if address is None:
                failed = RequestFailed(request_id, FailureReason.REFUSED)
                sender.later(_REFUSED_AFTER_MS, lambda: sender.feed(failed))
            elif address == self.names.address(target.node_id):
                self._send(sender, request_id, to, request, target)

        sender.names.resolve(to.id, request_id, target.node_id, resolved)

    def _send(
        self,
        sender: SimulatedNode,
        request_id: int,
        to: Node,
        request: WireRequest,
        target: SimulatedNode | None,
    ) -> None:
        if target is None or not _may_answer(target, to.port):
            self._refuse(sender, request_id, target)
            return
        api_key, version = (
            request.api_key,
            shared_version(
                request.api_key, request.versions.highest, sender.release, target.release
            ),
        )
        if version >= request.versions.lowest:
            exchange = _Exchange(sender, target, to.id, request_id, api_key, version)
            self._ask(exchange, to.port, request.message(version).encode(version))
            return
        connection = self._connections.of(sender, target)
        if connection is not None and connection.is_described:
            failed = RequestFailed(request_id, FailureReason.UNSUPPORTED)
            sender.later(_REFUSED_AFTER_MS, lambda: sender.feed(failed))
            return
        version = shared_version(
            ApiKey.API_VERSIONS, _API_VERSIONS_HIGHEST, sender.release, target.release
        )
        exchange = _Exchange(sender, target, to.id, request_id, ApiKey.API_VERSIONS, version, True)
        self._ask(exchange, to.port, _api_versions_request(version))

    def _ask(self, exchange: _Exchange, port: int, payload: bytes) -> None:
        sender, target = exchange.sender, exchange.target
        link, incarnation = (sender.node_id, target.node_id), sender.incarnation
        self._connections.await_answer(sender, exchange.to_id, target, exchange.request_id)

        def arrived(response: bytes) -> bool:
            if not sender.is_up or sender.incarnation != incarnation:
                return False
            sender.act(lambda: self._receive(exchange, response))
            return True

        def answered(response: bytes) -> None:
            self._carry(link[::-1], response, lambda: arrived(response), asked, is_response=True)

        asked = Asked(exchange.api_key, exchange.api_version, port, answered, sender, incarnation)
        self._carry(link, payload, lambda: self._deliver(target, asked, payload), asked)

    def _refuse(self, sender: SimulatedNode, request_id: int, target: SimulatedNode | None) -> None:
        """Refuse a connection where no node listens; on a cut link, leave it unanswered."""
        if target is not None and not self.is_through(sender.node_id, target.node_id):
            return

        def refuse() -> None:
            sender.feed(RequestFailed(request_id, FailureReason.REFUSED))
            if target is not None:
                self._connections.refused(sender, target)

        sender.later(_REFUSED_AFTER_MS, refuse)

    def _receive(self, exchange: _Exchange, response: bytes) -> None:
        sender, target, request_id = exchange.sender, exchange.target, exchange.request_id
        self._connections.end_waiting(sender, exchange.to_id, request_id)
        connection = self._connections.of(sender, target)
        if connection is not None and not connection.is_described:
            connection.is_described = True
            sender.feed(PeerDescribed(target.node_id, target.release.peer_versions, KRAFT_VERSIONS))
        if exchange.is_probe:
            sender.feed(RequestFailed(request_id, FailureReason.UNSUPPORTED))
            return
        message = response_class(exchange.api_key).decode(response, exchange.api_version)
        sender.replica.receive_response(request_id, message)

    # -- incoming messages --------------------------------------------------------------------

    def _deliver(self, target: SimulatedNode, asked: Asked, payload: bytes) -> bool:
        if not target.is_up or target.port != asked.port:
            return False
        if asked.sender is not None:
            self._connections.meet(asked.sender, asked.incarnation, target)
        target.act(lambda: self._take(target, asked, payload))
        return True

    def _take(self, target: SimulatedNode, asked: Asked, payload: bytes) -> None:
        message = request_class(asked.api_key).decode(payload, asked.api_version)
        if isinstance(message, ApiVersionsRequest):
            asked.answer(_api_versions(asked.api_version))
            return
        if asked.sender is not None and isinstance(message, FetchRequest):
            self._describe(asked.sender, target)
        self._last_reply_to += 1
        target.link.receive(self._last_reply_to, asked, message)

    def _describe(self, sender: SimulatedNode, target: SimulatedNode) -> None:
        """Report the sender's `may_lead` to the target if it changed, as ApiVersions does."""
        connection = self._connections.of(sender, target)
        if connection is not None and connection.told_may_lead is not sender.may_lead:
            connection.told_may_lead = sender.may_lead
            target.feed(PeerDescribed(sender.node_id, may_lead=sender.may_lead))

    # -- operators ----------------------------------------------------------------------------

    def ask(
        self,
        target: SimulatedNode,
        message: Message,
        api_version: int,
        on_answer: Callable[[Message], None] | None,
    ) -> None:
        """Send an operator's request; it or its answer can get lost."""
        api_key = message.API_KEY or 0
        payload = message.encode(api_version)

        def arrived(response: bytes) -> bool:
            if on_answer is not None:
                on_answer(response_class(api_key).decode(response, api_version))
            return True

        def answered(response: bytes) -> None:
            link = (target.node_id, OPERATOR)
            self._carry(link, response, lambda: arrived(response), asked, is_response=True)

        asked = Asked(api_key, api_version, target.port, answered)
        link = (OPERATOR, target.node_id)
        self._carry(link, payload, lambda: self._deliver(target, asked, payload), asked)

    # -- the way ------------------------------------------------------------------------------

    def _carry(
        self,
        link: tuple[int, int],
        payload: bytes,
        arrive: Callable[[], bool],
        asked: Asked,
        *,
        is_response: bool = False,
    ) -> None:
        """Deliver it once, twice or never; in order, unless it is overtaken."""
        hooks, now_ms = self._cluster.hooks, self._timeline.now_ms

        def report(at_ms: int | None) -> Carried | None:
            if not hooks.messages:
                return None
            version = asked.api_version
            carried = Carried(*link, asked.api_key, version, is_response, payload, now_ms, at_ms)
            for observer in hooks.messages:
                observer(carried)
            return carried

        if link in self._cut or (self.loss and self._chance(self.loss)):
            report(None)
            return

        def delivered(carried: Carried | None) -> None:
            if link not in self._cut:
                self._cluster.record(link, payload)
                if arrive():
                    self.messages += 1
                    return
            if carried is not None:
                for observer in hooks.lost:
                    observer(carried)

        copies = 2 if self.duplicates and self._chance(self.duplicates) else 1
        low, high = self.delay_ms
        for _ in range(copies):
            at_ms = now_ms + low + int(self._rng.random() * (high - low + 1))
            if not (self.reordering and self._chance(self.reordering)):
                at_ms = max(at_ms, self._arrived_ms.get(link, 0))
                self._arrived_ms[link] = at_ms
            self._timeline.at(at_ms - now_ms, partial(delivered, report(at_ms)))

    def _chance(self, out_of_1000: int) -> bool:
        return self._rng.random() * 1000 < out_of_1000


def _may_answer(target: SimulatedNode, port: int) -> bool:
    """Return True if a process listens at that port, or the machine is off and silent."""
    return target.is_dark or (target.is_up and target.port == port)


@lru_cache(maxsize=8)
def _api_versions_request(api_version: int) -> bytes:
    message = ApiVersionsRequest(client_software_name="kraft", client_software_version="1")
    return message.encode(api_version)


@lru_cache(maxsize=8)
def _api_versions(api_version: int) -> bytes:
    feature = ApiVersionsResponse.SupportedFeatureKey(
        name="kraft.version",
        min_version=KRAFT_VERSIONS.lowest,
        max_version=KRAFT_VERSIONS.highest,
    )
    return ApiVersionsResponse(supported_features=(feature,)).encode(api_version)
