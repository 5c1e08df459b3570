"""Which snapshots stand on which node's disk, by what recovery found and what happened since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.effects import DeleteSnapshots
from kraft_core.consensus.events import SnapshotStored, Started

if TYPE_CHECKING:
    from kraft_core.consensus.values import SnapshotId
    from kraft_core.simulation.cluster import Cluster
    from kraft_core.simulation.node import SimulatedNode


class Shelf:
    """The snapshots of one node, without the bootstrap snapshot."""

    def __init__(self) -> None:
        self.snapshots: dict[int, SnapshotId] = {}
        """By end offset."""

    @property
    def end_offset(self) -> int:
        """How far the farthest one reaches."""
        return max(self.snapshots, default=0)


class Shelves:
    """The snapshots of all nodes."""

    def __init__(self, cluster: Cluster) -> None:
        self._shelves: dict[int, Shelf] = {}
        hooks = cluster.hooks
        hooks.events[Started].append(self._started)
        hooks.events[SnapshotStored].append(self._stored)
        hooks.effects[DeleteSnapshots].append(self._deleted)

    def of(self, node: SimulatedNode) -> Shelf:
        """The snapshots of that node."""
        return self._shelves[node.node_id]

    def _started(self, node: SimulatedNode, event: Started) -> None:
        shelf = self._shelves[node.node_id] = Shelf()
        for stored in event.snapshots:
            self._put(shelf, stored.snapshot_id)

    def _stored(self, node: SimulatedNode, event: SnapshotStored) -> None:
        self._put(self.of(node), event.snapshot_id)

    def _put(self, shelf: Shelf, snapshot_id: SnapshotId) -> None:
        if snapshot_id.offset > 0:
            shelf.snapshots[snapshot_id.offset] = snapshot_id

    def _deleted(self, node: SimulatedNode, effect: DeleteSnapshots) -> None:
        shelf = self.of(node)
        for offset in [each for each in shelf.snapshots if each < effect.before.offset]:
            del shelf.snapshots[offset]
