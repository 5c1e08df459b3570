"""Control records both ways, against every metadata log and snapshot that Kafka wrote for us."""

from __future__ import annotations

import pytest

from kraft_core.raft.batches import (
    batch_summary,
    control_batch,
    control_message,
    control_records,
    directory_from_wire,
    directory_to_wire,
)
from kraft_core.raft.consensus.values import (
    BatchSummary,
    Endpoint,
    KRaftVersion,
    LeaderChange,
    OtherControl,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.replica.batches import data_batch
from kraft_wire.errors import CorruptRecordError, EncodeError
from kraft_wire.messages import SnapshotHeaderRecord, VotersRecord
from kraft_wire.primitives import ZERO_UUID, Uuid
from kraft_wire.records import RecordBatch, iter_batches
from tests.support.kafka_files import ROOT

# Computed with an encoder of its own: the first batch of the first leader of a dynamic quorum.
FIRST_BATCH = bytes.fromhex(
    "0000000000000000000000a200000001028ecff79d0020000000020000018bcfe568000000018bcfe56800ff"
    "ffffffffffffffffffffffffff000000033a0000000800000002260000000000010200000001000200000001"
    "0000001e00000208000000050a000000010000820100000408000000066e0000020000000100010203040506"
    "0708090a0b0c0d0e0f020b434f4e54524f4c4c45520a6c6f63616c686f73742385000000000100000000"
)
VOTER = Voter(
    ReplicaKey(1, bytes(range(16))),
    (Endpoint("CONTROLLER", "localhost", 9093),),
    VersionRange(0, 1),
)
FIRST_RECORDS = (
    LeaderChange(1, (1,), (1,)),
    KRaftVersion(1),
    Voters(VoterSet.of([VOTER])),
)


def test_the_first_batch_of_a_leader_both_ways():
    summary = batch_summary(RecordBatch.parse(FIRST_BATCH))
    assert summary == BatchSummary(0, 2, 1, 174, FIRST_RECORDS)
    messages = [control_message(each) for each in FIRST_RECORDS]
    made = control_batch(messages, base_offset=0, epoch=1, timestamp_ms=1_700_000_000_000)
    assert made == FIRST_BATCH


def metadata_files():
    return sorted(
        path
        for pattern in ("*.log", "*.checkpoint")
        for path in ROOT.glob(f"*/*/**/__cluster_metadata-0/{pattern}")
        if "unclean" not in str(path)
    )


@pytest.mark.parametrize("path", metadata_files(), ids=lambda each: str(each.relative_to(ROOT)))
def test_batches_written_by_kafka_are_read_and_written_again(path):
    for batch in iter_batches(path.read_bytes()):
        assert isinstance(batch, RecordBatch)
        summary = batch_summary(batch)
        assert summary.end_offset == batch.next_offset
        if not batch.is_control:
            assert summary.control_records == ()
            continue
        records = summary.control_records
        assert len(records) == batch.count
        if any(isinstance(each, OtherControl) for each in records):
            continue
        made = control_batch(
            [control_message(each) for each in records],
            base_offset=batch.base_offset,
            epoch=batch.partition_leader_epoch,
            timestamp_ms=batch.base_timestamp,
        )
        assert made == bytes(batch)


def test_enough_metadata_files_are_recorded():
    assert len(metadata_files()) > 50


def test_header_and_footer_of_a_snapshot_are_counted_only():
    data = control_batch([SnapshotHeaderRecord()], base_offset=0, epoch=1, timestamp_ms=1)
    assert control_records(RecordBatch.parse(data)) == (OtherControl(3),)
    with pytest.raises(EncodeError):
        control_message(OtherControl(3))


def voters_batch(*voters):
    return RecordBatch.parse(
        control_batch([VotersRecord(voters=voters)], base_offset=0, epoch=1, timestamp_ms=1)
    )


def test_listener_names_are_upper_case_and_a_zero_directory_is_none():
    entry = VotersRecord.Voter(
        voter_id=3, endpoints=(VotersRecord.Endpoint(name="Controller", host="h", port=1),)
    )
    (record,) = control_records(voters_batch(entry))
    (voter,) = record.voter_set
    assert voter.key == ReplicaKey(3)
    assert voter.endpoints == (Endpoint("CONTROLLER", "h", 1),)


def test_a_voter_set_that_names_an_id_twice_is_refused():
    with pytest.raises(CorruptRecordError):
        control_records(voters_batch(VotersRecord.Voter(), VotersRecord.Voter()))


@pytest.mark.parametrize(
    "change", [(23, b"\x00\x00\x00\x07"), (57, b"\x00\x00\x00\x07"), (0, b"\xff")]
)
def test_a_header_that_contradicts_itself(change):
    place, piece = change
    data = data_batch([b"a", b"b"], timestamp_ms=1)
    batch = RecordBatch.parse(data[:place] + piece + data[place + len(piece) :])
    with pytest.raises(CorruptRecordError):
        batch_summary(batch)


def test_zero_uuid_on_the_wire_means_no_directory_id():
    assert directory_from_wire(ZERO_UUID) is None
    assert directory_from_wire(Uuid(bytes(range(16)))) == bytes(range(16))
    assert directory_to_wire(None) == ZERO_UUID
    assert isinstance(directory_to_wire(bytes(range(16))), Uuid)
