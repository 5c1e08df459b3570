"""Which snapshots a node has, as the twin keeps account of it."""

from __future__ import annotations

from kraft_core.consensus.effects import DeleteSnapshots
from kraft_core.consensus.events import SnapshotStored
from kraft_core.consensus.log import StoredSnapshot
from kraft_core.consensus.values import BOOTSTRAP_SNAPSHOT_ID, OffsetAndEpoch
from kraft_core.simulation.invariants.snapshot_twin import Shelves
from tests.simulation.invariants.stage import Stage


def test_a_shelf():
    stage = Stage()
    shelves = Shelves(stage)
    found = (StoredSnapshot(BOOTSTRAP_SNAPSHOT_ID, 1), StoredSnapshot(OffsetAndEpoch(4, 1), 9))
    stage.start(1, snapshots=found)
    shelf = shelves.of(stage.nodes[1])
    assert shelf.end_offset == 4
    stage.event(1, SnapshotStored(OffsetAndEpoch(8, 2), None, 9))
    assert shelf.end_offset == 8
    stage.effect(1, DeleteSnapshots(OffsetAndEpoch(8, 2)))
    assert shelf.snapshots == {8: OffsetAndEpoch(8, 2)}
    stage.start(1)
    assert shelves.of(stage.nodes[1]).end_offset == 0
