from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kraft_core.raft.consensus.values import LeaderAndEpoch, SnapshotId
from kraft_core.raft.replica.batches import data_batch
from kraft_core.sim.quorum.machine import (
    FEATURE,
    FEATURE_LEVEL,
    SimulatedMachine,
    digest_of,
    feature_record,
    read_record,
    write_record,
)
from kraft_wire.records import RecordBatch, iter_batches, stamp
from kraft_wire.records.metadata_frame import decode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Sequence


class Told:
    """What a machine has told."""

    def __init__(self) -> None:
        self.leaders: list[LeaderAndEpoch] = []
        self.applied: list[tuple[int, int]] = []

    def machine(self) -> SimulatedMachine:
        return SimulatedMachine(
            self.leaders.append, lambda end, digest: self.applied.append((end, digest))
        )


def batch(values: Sequence[bytes], base_offset: int = 0) -> RecordBatch:
    (found,) = iter_batches(stamp(data_batch(list(values), timestamp_ms=1), base_offset, 1))
    assert isinstance(found, RecordBatch)
    return found


def test_records_give_names_their_values():
    told = Told()
    machine = told.machine()
    assert not machine.is_initialized
    machine.apply(batch([feature_record(), write_record("a", "1"), read_record()]))
    machine.apply(batch([write_record("a", "2")], 3))
    assert machine.values == {FEATURE: str(FEATURE_LEVEL), "a": "2"}
    assert (machine.get("a"), machine.get("b")) == ("2", None)
    assert machine.is_initialized
    assert machine.applied_end == 4
    assert told.applied[-1] == (4, machine.digest)


@pytest.mark.parametrize(
    ("record", "name"),
    [
        (feature_record(), "FeatureLevelRecord"),
        (write_record("a", "1"), "ConfigRecord"),
        (read_record(), "NoOpRecord"),
    ],
)
def test_they_are_records_that_controllers_know(record: bytes, name: str):
    assert type(decode_metadata_record(record).message).__name__ == name


def test_the_digest_is_of_the_state_not_of_the_way_to_it():
    one, other = Told().machine(), Told().machine()
    one.apply(batch([write_record("a", "1"), write_record("b", "2")]))
    other.apply(batch([write_record("b", "1")]))
    other.apply(batch([write_record("b", "2"), write_record("a", "1")], 1))
    assert one.digest == other.digest == digest_of("a", "1") + digest_of("b", "2") & (1 << 64) - 1
    other.apply(batch([write_record("a", "2")], 3))
    assert one.digest != other.digest


def test_a_snapshot_brings_the_same_state_and_forgets_what_was_before():
    machine = Told().machine()
    machine.apply(batch([write_record("b", "2"), feature_record(), write_record("a", "1")]))
    values = list(machine.snapshot_values())
    assert values == [feature_record(), write_record("a", "1"), write_record("b", "2")]
    told = Told()
    loaded = told.machine()
    loaded.apply(batch([write_record("gone", "1")]))
    loaded.begin_load(SnapshotId(3, 1))
    loaded.load(batch(values))
    loaded.end_load(SnapshotId(3, 1))
    assert (loaded.values, loaded.digest, loaded.applied_end) == (machine.values, machine.digest, 3)
    assert told.applied[-1] == (3, machine.digest)


def test_a_state_without_a_level_of_metadata_version_has_no_snapshot():
    assert list(Told().machine().snapshot_values()) == []


def test_control_batches_count_too():
    told = Told()
    control: Any = type("Batch", (), {"next_offset": 7})
    machine = told.machine()
    machine.apply_control(control)
    assert (machine.applied_end, told.applied) == (7, [(7, 0)])


def test_machine_remembers_its_leader():
    told = Told()
    machine = told.machine()
    machine.leader_changed(LeaderAndEpoch(2, 5))
    assert machine.leader == LeaderAndEpoch(2, 5)
    assert told.leaders == [LeaderAndEpoch(2, 5)]
