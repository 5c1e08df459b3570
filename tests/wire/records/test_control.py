from __future__ import annotations

import pytest

from kraft_wire.errors import CorruptRecordError, DecodeError, EncodeError
from kraft_wire.messages import (
    EndTxnMarker,
    KRaftVersionRecord,
    LeaderChangeMessage,
    NoOpRecord,
    SnapshotFooterRecord,
    SnapshotHeaderRecord,
    VotersRecord,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records import Record, RecordBatch
from kraft_wire.records.control import (
    ControlRecordType,
    control_record_type,
    decode_control_record,
    encode_control_record,
    encode_transaction_marker,
)
from tests.support.record_batches import FIRST_LEADER_BATCH, SNAPSHOT_HEADER_BATCH

LEADER_CHANGE = LeaderChangeMessage(
    leader_id=1,
    voters=(LeaderChangeMessage.Voter(voter_id=1),),
    granting_voters=(LeaderChangeMessage.Voter(voter_id=1),),
)
VOTERS = VotersRecord(
    voters=(
        VotersRecord.Voter(
            voter_id=1,
            voter_directory_id=Uuid(bytes(range(16))),
            endpoints=(VotersRecord.Endpoint(name="CONTROLLER", host="localhost", port=9093),),
            kraft_version_feature=VotersRecord.KRaftVersionFeature(
                min_supported_version=0, max_supported_version=1
            ),
        ),
    )
)


def decoded(key: bytes | None, value: bytes | None) -> object:
    return decode_control_record(Record(0, 0, key, value))


def test_control_records_equal_kafkas() -> None:
    assert encode_control_record(LEADER_CHANGE) == (
        b"\0\0\0\2",
        bytes.fromhex("00000000000102000000010002000000010000"),
    )
    assert encode_control_record(KRaftVersionRecord(kraft_version=1)) == (
        b"\0\0\0\5",
        bytes.fromhex("0000000100"),
    )
    assert encode_control_record(VOTERS) == (
        b"\0\0\0\6",
        bytes.fromhex(
            "00000200000001000102030405060708090a0b0c0d0e0f020b434f4e54524f4c4c45520a6c6f63616c"
            "686f737423850000000001000000"
        ),
    )


def test_control_records_of_a_leader_are_decoded() -> None:
    batch = RecordBatch.parse(FIRST_LEADER_BATCH)
    records = [decode_control_record(record) for record in batch.records()]
    assert [(record.type, record.message) for record in records] == [
        (ControlRecordType.LEADER_CHANGE, LEADER_CHANGE),
        (ControlRecordType.KRAFT_VERSION, KRaftVersionRecord(kraft_version=1)),
        (ControlRecordType.KRAFT_VOTERS, VOTERS),
    ]


def test_snapshot_header_and_footer() -> None:
    (record,) = RecordBatch.parse(SNAPSHOT_HEADER_BATCH).records()
    header = SnapshotHeaderRecord(last_contained_log_timestamp=1_700_000_000_000)
    assert decode_control_record(record).message == header
    assert encode_control_record(header) == (record.key, record.value)
    footer = encode_control_record(SnapshotFooterRecord())
    assert footer == (b"\0\0\0\4", b"\0\0\0")
    assert decoded(*footer)[2] == SnapshotFooterRecord()


@pytest.mark.parametrize("commit", [False, True])
def test_transaction_marker_survives_a_round_trip(commit: bool) -> None:
    key, value = encode_transaction_marker(commit=commit, coordinator_epoch=7)
    assert (key, value) == (bytes([0, 0, 0, commit]), b"\0\0\0\0\0\7")
    type_, number, message = decoded(key, value)
    assert (type_.name, number) == (("ABORT", "COMMIT")[commit], commit)
    assert message == EndTxnMarker(coordinator_epoch=7)


def test_fields_of_later_versions_are_ignored_as_in_kafka() -> None:
    assert decoded(b"\0\5\0\1more", b"\0\3\0\0\0\7more")[2] == EndTxnMarker(coordinator_epoch=7)
    value = encode_control_record(LEADER_CHANGE)[1]
    assert decoded(b"\0\0\0\2", value + b"more")[2] == LEADER_CHANGE


@pytest.mark.parametrize("number", [-1, 7, 32767])
def test_unknown_types_are_kept_by_their_number(number: int) -> None:
    key = b"\0\0" + number.to_bytes(2, "big", signed=True)
    assert decoded(key, None) == (None, number, None)
    assert control_record_type(key) == number


@pytest.mark.parametrize(
    ("key", "value", "path"),
    [
        (None, b"\0\0\0", "key"),
        (b"", b"\0\0\0", "key"),
        (b"\0\0\0", b"\0\0\0", "key"),
        (b"\xff\xff\0\2", b"\0\0\0", "key"),
        (b"\0\0\0\4", None, "value"),
        (b"\0\0\0\1", b"\0", "value"),
        (b"\0\0\0\1", b"\xff\xff\0\0\0\0", "value"),
    ],
)
def test_invalid_control_record_names_its_path(
    key: bytes | None, value: bytes | None, path: str
) -> None:
    with pytest.raises(CorruptRecordError) as refusal:
        decoded(key, value)
    assert refusal.value.path == path


def test_places_count_from_the_start_of_the_value() -> None:
    with pytest.raises(DecodeError) as refusal:
        decoded(b"\0\0\0\1", b"\0\0\0\0")
    assert refusal.value.offset is not None
    assert refusal.value.offset >= 2


def test_other_messages_are_no_control_records() -> None:
    for message in (NoOpRecord(), EndTxnMarker()):
        with pytest.raises(EncodeError):
            encode_control_record(message)
