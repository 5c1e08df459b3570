"""The network between simulated nodes: real bytes, lost, late, doubled, out of order, or refused.

A request is written in the highest version that the two releases share, once the sender knows what
the other speaks. What is under way arrives even if its sender is gone by then; its answer then
finds nobody, since a later life of the sender has connections of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kraft_core.consensus.config import KRAFT_VERSIONS
from kraft_core.consensus.events import PeerDescribed, RequestFailed
from kraft_core.consensus.values import FailureReason
from kraft_core.simulation.connections import Connections
from kraft_core.simulation.releases import shared_version
from kraft_wire.messages import (
    ApiVersionsRequest,
    ApiVersionsResponse,
    FetchRequest,
    request_class,
    response_class,
)

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from kraft_core.consensus.values import Node
    from kraft_core.replica.rpc_mapping import WireRequest
    from kraft_core.simulation.cluster import Cluster
    from kraft_core.simulation.node import SimulatedNode
    from kraft_wire.message import Message

LISTENER: Final = "CONTROLLER"
_OPERATOR: Final = -1
"""The node id under which links know operators and clients."""
_REFUSED_AFTER_MS: Final = 1
_API_VERSIONS: Final = 18
_API_VERSIONS_HIGHEST: Final = 5


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """A request on its way, and what to do with the bytes of its answer.

    `sender` is None for an operator; `life` is the one that the sender asked in.
    """

    api_key: int
    api_version: int
    port: int
    answer: Callable[[bytes], None]
    sender: SimulatedNode | None = None
    life: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class _Exchange:
    """A request of a replica, and who is to hear of its answer.

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
        """How many were delivered to somebody."""
        self._connections = Connections(self)
        self._cut: dict[tuple[int, int], bool] = {}
        self._arrived_ms: dict[tuple[int, int], int] = {}
        self._last_reply_to = 0

    # -- faults -------------------------------------------------------------------------------

    def cut(self, from_id: int, to_id: int) -> None:
        """Lose all that goes this way, until it is mended."""
        self._cut[from_id, to_id] = True

    def mend(self, from_id: int, to_id: int) -> None:
        """Let it through again."""
        self._cut.pop((from_id, to_id), None)

    def mend_all(self) -> None:
        """Every link is as good as new."""
        self._cut.clear()
        self.loss = self.duplicates = self.reordering = 0
        self.delay_ms = self._cluster.plan.delay_ms

    def is_cut(self, from_id: int, to_id: int) -> bool:
        """Whether nothing goes this way."""
        return (from_id, to_id) in self._cut

    def is_through(self, one_id: int, other_id: int) -> bool:
        """Whether the link lets things through both ways."""
        return (one_id, other_id) not in self._cut and (other_id, one_id) not in self._cut

    def reset(self, one_id: int, other_id: int) -> None:
        """Break the connections between two nodes: what is awaited on them fails."""
        one, other = self._cluster.nodes[one_id], self._cluster.nodes[other_id]
        self._connections.reset(one, other)
        self._connections.reset(other, one)

    def node_ended(self, node: SimulatedNode) -> None:
        """Its process is gone, or the whole machine (`is_dark`)."""
        self._connections.ended(node)

    def node_started(self, node: SimulatedNode) -> None:
        """Its process is there again."""
        self._connections.started(node)

    def peers_of(self, node: SimulatedNode) -> list[SimulatedNode]:
        """All other nodes."""
        return [each for each in self._cluster.nodes.values() if each is not node]

    # -- requests of replicas -----------------------------------------------------------------

    def send(self, sender: SimulatedNode, request_id: int, to: Node, request: WireRequest) -> None:
        """Send a request of a replica."""
        target = self._cluster.machine_at(to.port)
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
            _API_VERSIONS, _API_VERSIONS_HIGHEST, sender.release, target.release
        )
        exchange = _Exchange(sender, target, to.id, request_id, _API_VERSIONS, version, True)
        self._ask(exchange, to.port, _api_versions_request(version))

    def _ask(self, exchange: _Exchange, port: int, payload: bytes) -> None:
        sender, target = exchange.sender, exchange.target
        link, life = (sender.node_id, target.node_id), sender.life
        self._connections.await_answer(sender, exchange.to_id, target, exchange.request_id)

        def arrived(response: bytes) -> bool:
            if not sender.is_up or sender.life != life:
                return False
            sender.act(lambda: self._receive(exchange, response))
            return True

        def answered(response: bytes) -> None:
            self._carry(link[::-1], response, lambda: arrived(response))

        asked = Asked(exchange.api_key, exchange.api_version, port, answered, sender, life)
        self._carry(link, payload, lambda: self._deliver(target, asked, payload))

    def _refuse(self, sender: SimulatedNode, request_id: int, target: SimulatedNode | None) -> None:
        """Nobody listens at that address; a link that is cut hides even that."""
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

    # -- what comes in ------------------------------------------------------------------------

    def _deliver(self, target: SimulatedNode, asked: Asked, payload: bytes) -> bool:
        if not target.is_up or target.port != asked.port:
            return False
        if asked.sender is not None:
            self._connections.meet(asked.sender, asked.life, target)
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
        """What a connection for fetches says about the one that fetches."""
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
        """Send an operator's request; it or its answer may get lost."""
        api_key = message.API_KEY or 0
        payload = message.encode(api_version)

        def arrived(response: bytes) -> bool:
            if on_answer is not None:
                on_answer(response_class(api_key).decode(response, api_version))
            return True

        def answered(response: bytes) -> None:
            self._carry((target.node_id, _OPERATOR), response, lambda: arrived(response))

        asked = Asked(api_key, api_version, target.port, answered)
        link = (_OPERATOR, target.node_id)
        self._carry(link, payload, lambda: self._deliver(target, asked, payload))

    # -- the way ------------------------------------------------------------------------------

    def _carry(self, link: tuple[int, int], payload: bytes, arrive: Callable[[], bool]) -> None:
        """Have it arrive once, twice or never; in order, unless it is overtaken."""
        if link in self._cut or (self.loss and self._chance(self.loss)):
            return

        def delivered() -> None:
            if link not in self._cut:
                self._cluster.record(link, payload)
                if arrive():
                    self.messages += 1

        copies = 2 if self.duplicates and self._chance(self.duplicates) else 1
        low, high = self.delay_ms
        now_ms = self._timeline.now_ms
        for _ in range(copies):
            at_ms = now_ms + low + int(self._rng.random() * (high - low + 1))
            if not (self.reordering and self._chance(self.reordering)):
                at_ms = max(at_ms, self._arrived_ms.get(link, 0))
                self._arrived_ms[link] = at_ms
            self._timeline.at(at_ms - now_ms, delivered)

    def _chance(self, out_of_1000: int) -> bool:
        return self._rng.random() * 1000 < out_of_1000


def _may_answer(target: SimulatedNode, port: int) -> bool:
    """Whether somebody listens at that port, or the machine is off and says nothing at all."""
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
