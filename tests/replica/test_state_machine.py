"""What an embedder must bring, and what it may leave out."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID, LeaderAndEpoch
from kraft_core.raft.replica.batches import data_batch
from kraft_core.raft.replica.state_machine import StateMachine
from kraft_wire.records import RecordBatch

BATCH = RecordBatch.parse(data_batch([b"a"], timestamp_ms=1))


class Least(StateMachine):
    def apply(self, batch):
        pass

    def begin_load(self, snapshot_id):
        pass

    def load(self, batch):
        pass

    def snapshot_values(self):
        return ()


def test_the_least_that_is_needed():
    machine = Least()
    assert machine.can_write_snapshot()
    machine.apply_control(BATCH)
    machine.load_bootstrap(BATCH)
    machine.end_load(BOOTSTRAP_SNAPSHOT_ID)
    machine.leader_changed(LeaderAndEpoch(1, 1))
    assert list(machine.snapshot_values()) == []


def test_applying_is_not_optional():
    with pytest.raises(TypeError, match="abstract"):
        StateMachine()
