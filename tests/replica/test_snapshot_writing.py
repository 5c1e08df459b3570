"""Snapshots as KIP-630 lays them out, written in pieces."""

from __future__ import annotations

import pytest

from kraft_core.raft.batches import control_records
from kraft_core.raft.consensus.effects import WriteSnapshot
from kraft_core.raft.consensus.values import (
    Endpoint,
    KRaftVersion,
    OffsetAndEpoch,
    OtherControl,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.replica.batches import data_batch
from kraft_core.raft.replica.snapshots import SnapshotSchedule, SnapshotWriting
from kraft_wire.records import iter_batches
from tests.support.kafka_files import ROOT
from tests.support.replica_ports import MemorySnapshots, values_of

AT = OffsetAndEpoch(1_000, 7)
VOTERS = VoterSet.of(
    [Voter(ReplicaKey(1, bytes(range(16))), (Endpoint("C", "h", 1),), VersionRange(0, 1))]
)


def write(order, values, max_bytes=1 << 20):
    store = MemorySnapshots()
    writing = SnapshotWriting(
        store.create(AT), order, iter(values), last_timestamp_ms=55, wall_ms=99
    )
    pieces = 1
    while not writing.write(max_bytes):
        pieces += 1
        assert AT not in store.files
    return list(iter_batches(store.files[AT])), pieces


def test_snapshot_has_header_data_and_footer():
    batches, _ = write(WriteSnapshot(AT, 1, VOTERS), [b"a", b"b", b"c"])
    header, data, footer = batches
    assert control_records(header) == (OtherControl(3), KRaftVersion(1), Voters(VOTERS))
    assert values_of(data) == [b"a", b"b", b"c"]
    assert control_records(footer) == (OtherControl(4),)
    assert [each.base_offset for each in batches] == [0, 3, 6]
    assert {each.partition_leader_epoch for each in batches} == {7}
    assert {each.base_timestamp for each in batches} == {99}


@pytest.mark.parametrize(
    ("level", "voters", "expected"),
    [
        (0, None, (OtherControl(3),)),
        (0, VOTERS, (OtherControl(3),)),
        (1, None, (OtherControl(3), KRaftVersion(1))),
    ],
)
def test_snapshot_header_depends_on_the_level(level, voters, expected):
    (header, _), _ = write(WriteSnapshot(AT, level, voters), [])
    assert control_records(header) == expected


def test_the_header_says_when_the_last_record_was_appended():
    (header, _), _ = write(WriteSnapshot(AT, 0, None), [])
    (record,) = header.records()
    assert int.from_bytes(record.value[2:10], "big") == 55


def test_snapshot_is_written_one_piece_per_turn():
    batches, pieces = write(WriteSnapshot(AT, 0, None), [b"x" * 100] * 25, max_bytes=1_000)
    assert pieces == 3
    assert [batch.count for batch in batches] == [1, 10, 10, 5, 1]
    assert [batch.base_offset for batch in batches] == [0, 1, 11, 21, 26]


def test_values_that_end_with_a_piece():
    batches, pieces = write(WriteSnapshot(AT, 0, None), [b"x" * 100] * 20, max_bytes=1_000)
    assert pieces == 3
    assert [batch.count for batch in batches] == [1, 10, 10, 1]


def test_due_by_bytes_or_by_time():
    schedule = SnapshotSchedule(1_000, 60_000, last_at_ms=5)
    assert not schedule.is_due(60_004)
    assert schedule.is_due(60_005)
    schedule.bytes_since = 1_000
    assert schedule.is_due(6)
    schedule.restart(7)
    schedule.bytes_since += 999
    assert not schedule.is_due(60_006)


def test_zero_switches_a_rule_off():
    schedule = SnapshotSchedule(0, 0, last_at_ms=0, bytes_since=1 << 40)
    assert not schedule.is_due(1 << 40)


def snapshots_of_kafka():
    return sorted(ROOT.glob("*/*/**/__cluster_metadata-0/*.checkpoint"))


@pytest.mark.parametrize("path", snapshots_of_kafka(), ids=lambda each: str(each.relative_to(ROOT)))
def test_snapshot_is_written_as_by_kafka(path):
    """Byte for byte, but for the moments at which batches were begun and where they end.

    Kafka lists several voters in the order of a hash table.
    """
    theirs = list(iter_batches(path.read_bytes()))
    snapshot_id = OffsetAndEpoch(int(path.name[:20]), int(path.name[21:31]))
    records = control_records(theirs[0])
    levels = [each.level for each in records if isinstance(each, KRaftVersion)]
    voters = [each.voter_set for each in records if isinstance(each, Voters)]
    (header, *_) = theirs[0].records()
    order = WriteSnapshot(snapshot_id, max(levels, default=0), voters[0] if voters else None)
    store = MemorySnapshots()
    writing = SnapshotWriting(
        store.create(snapshot_id),
        order,
        iter([value for batch in theirs[1:-1] for value in values_of(batch)]),
        last_timestamp_ms=int.from_bytes(header.value[2:10], "big"),
        wall_ms=theirs[0].base_timestamp,
    )
    assert writing.write(1 << 30)
    ours = list(iter_batches(store.files[snapshot_id]))
    assert control_records(ours[0]) == records
    assert ours[0].size == theirs[0].size
    if not voters or len(voters[0]) == 1:
        assert bytes(ours[0]) == bytes(theirs[0])
    assert ours[-1].base_offset == theirs[-1].base_offset
    assert [each.key for each in ours[-1].records()] == [each.key for each in theirs[-1].records()]
    for batch in theirs[1:-1]:
        facts = {"base_offset": batch.base_offset, "epoch": batch.partition_leader_epoch}
        made = data_batch(values_of(batch), timestamp_ms=batch.base_timestamp, **facts)
        assert made == bytes(batch)
