"""How often a cluster elected a leader, and how long it was without one before that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.roles import Leader
from kraft_core.simulation.hooks import Moment

if TYPE_CHECKING:
    from kraft_core.consensus.roles import Role
    from kraft_core.simulation.cluster import Cluster
    from kraft_core.simulation.node import SimulatedNode


class Leaderships:
    """`without_ms` has a time for each leader that followed upon none, in virtual milliseconds.

    A leader that is cut off counts for as long as it takes itself for one.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._leading: set[int] = set()
        self._since_ms = cluster.now_ms
        self.elections = 0
        self.without_ms: list[int] = []
        cluster.hooks.roles.append(self._role_changed)
        cluster.hooks.moments[Moment.STOPPED].append(self._ended)

    def _role_changed(self, node: SimulatedNode, before: Role, after: Role) -> None:
        if isinstance(after, Leader) and not isinstance(before, Leader):
            self.elections += 1
            if not self._leading:
                self.without_ms.append(self._cluster.now_ms - self._since_ms)
            self._leading.add(node.node_id)
        elif isinstance(before, Leader):
            self._ended(node)

    def _ended(self, node: SimulatedNode) -> None:
        if node.node_id in self._leading:
            self._leading.discard(node.node_id)
            self._since_ms = self._cluster.now_ms
