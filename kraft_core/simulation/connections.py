"""Who has met whom over the network, what is awaited there, and who notices that a peer is gone.

A connection joins one life of a node to one life of another; it begins when a first request
arrives. The end of a process closes its connections: peers notice, try again and are refused. A
machine without power says nothing; only when it is back are its peers told that nobody knows of
their connections any more. A link that is cut in either direction hides all of that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.consensus.events import LeaderUnreachable, RequestFailed
from kraft_core.consensus.values import FailureReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.simulation.network import Network
    from kraft_core.simulation.node import SimulatedNode

_NOTICED_AFTER_MS = 1


@dataclass(slots=True)
class Connection:
    """From one life of a node to one life of another, and what they have told each other."""

    lives: tuple[int, int]
    is_described: bool = False
    """Whether the one that connected knows the other's versions."""
    told_may_lead: bool | None = None


class Connections:
    """All connections, by the ids of both ends, the one that connects first."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._by_link: dict[tuple[int, int], Connection] = {}
        self._awaited: dict[tuple[int, int], tuple[int, int]] = {}
        """By sender and the id that it knows the target by: the target's real id, the request."""

    def of(self, sender: SimulatedNode, target: SimulatedNode) -> Connection | None:
        """The connection of the present lives of both, None if they have not met."""
        connection = self._by_link.get((sender.node_id, target.node_id))
        if connection is None or connection.lives != (sender.life, target.life):
            return None
        return connection

    def meet(self, sender: SimulatedNode, life: int, target: SimulatedNode) -> None:
        """A request from that life of the sender has come: if that lasts, they are connected."""
        if sender.is_up and sender.life == life and self.of(sender, target) is None:
            self._by_link[sender.node_id, target.node_id] = Connection((life, target.life))

    # -- requests -----------------------------------------------------------------------------

    def await_answer(
        self, sender: SimulatedNode, to_id: int, target: SimulatedNode, request_id: int
    ) -> None:
        """A request is under way; what was awaited from that id before is given up."""
        self._awaited[sender.node_id, to_id] = (target.node_id, request_id)

    def end_waiting(self, sender: SimulatedNode, to_id: int, request_id: int) -> None:
        """Its answer has come, or never will."""
        awaited = self._awaited.get((sender.node_id, to_id))
        if awaited is not None and awaited[1] == request_id:
            del self._awaited[sender.node_id, to_id]

    def refused(self, sender: SimulatedNode, target: SimulatedNode) -> None:
        """Nobody listens there: that is news about a leader that one was connected with."""
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
        """The process of that node is gone."""
        for sender_id, to_id in list(self._awaited):
            if sender_id == node.node_id:
                del self._awaited[sender_id, to_id]
        if not node.is_dark:
            for peer in self._network.peers_of(node):
                self._break(peer, node)

    def started(self, node: SimulatedNode) -> None:
        """It is there again, and knows nothing of what its earlier life was asked."""
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
        """The requests that are awaited between the two; a bootstrap server has another id."""
        found = [
            (key, request_id)
            for key, (real_id, request_id) in self._awaited.items()
            if key[0] == sender_id and real_id == target_id
        ]
        for key, _ in found:
            del self._awaited[key]
        return [request_id for _, request_id in found]
