"""Who has what for good, as the twin keeps account of it."""

from __future__ import annotations

from kraft_core.consensus.values import Election, ReplicaKey
from kraft_core.simulation.invariants.disk_twin import Disks, holds
from tests.simulation.invariants.stage import Stage, key, voters


def written():
    stage = Stage()
    disks = Disks(stage)
    for node_id in (1, 2):
        stage.write(node_id, 1)
        stage.write(node_id, 1)
    stage.flush(1)
    return stage, disks


def test_only_what_is_flushed():
    stage, disks = written()
    last = stage.nodes[1].log.last
    assert disks.is_stored(key(1), last)
    assert disks.is_stored(ReplicaKey(1), last)
    assert not disks.is_stored(key(2), last)
    assert disks.stored_count(voters(1, 2, 3), last) == 1


def test_a_snapshot_holds_what_is_below():
    stage, _ = written()
    log, entry = stage.nodes[2].log, stage.nodes[1].log.last
    log.reset(entry.end_offset)
    assert holds(log, 0, entry)


def test_a_lost_disk_is_as_it_was():
    stage, disks = written()
    last = stage.nodes[1].log.last
    stage.lose_disk(1, 9)
    assert disks.is_stored(key(1), last)
    assert not disks.is_stored(key(1, 9), last)
    assert disks.at_stop(stage.nodes[1]) is None


def test_what_it_was_known_to_hold_at_its_end():
    stage, disks = written()
    stage.store(1, Election(2))
    stage.stop(1)
    state = disks.at_stop(stage.nodes[1])
    assert (state.flushed_end, state.election, state.attempted) == (2, Election(2), Election(2))
