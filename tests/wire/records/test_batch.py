from __future__ import annotations

from functools import partial

import pytest

from kraft_wire.errors import CorruptRecordError, EncodeError, LimitError, TruncatedError
from kraft_wire.records import (
    Compression,
    Record,
    RecordBatch,
    RecordBatchBuilder,
    TimestampType,
    stamp,
)
from kraft_wire.records.batch import PYTHON
from tests.support.record_batches import (
    FIRST_LEADER_BATCH,
    NO_OP_BATCH,
    SNAPSHOT_HEADER_BATCH,
    batch_of,
    simple_record,
)

TIME = 1_700_000_000_000


def test_first_batch_of_a_leader_is_parsed() -> None:
    batch = RecordBatch.parse(FIRST_LEADER_BATCH)
    assert (batch.size, batch.count, batch.crc) == (174, 3, 0x8ECFF79D)
    assert (batch.base_offset, batch.last_offset, batch.next_offset) == (0, 2, 3)
    assert (batch.partition_leader_epoch, batch.max_timestamp) == (1, TIME)
    assert (batch.is_control, batch.is_transactional) == (True, False)
    assert (batch.producer_id, batch.producer_epoch, batch.base_sequence) == (-1, -1, -1)
    assert (batch.last_sequence, batch.delete_horizon_ms) == (-1, None)
    assert (batch.compression, batch.timestamp_type) == (
        Compression.NONE,
        TimestampType.CREATE_TIME,
    )
    assert batch.crc_is_valid()
    batch.validate()
    assert [record.key for record in batch.records()] == [
        b"\0\0\0\2",
        b"\0\0\0\5",
        b"\0\0\0\6",
    ]
    assert bytes(batch) == FIRST_LEADER_BATCH


def test_the_other_golden_batches() -> None:
    header = RecordBatch.parse(SNAPSHOT_HEADER_BATCH)
    assert (header.size, header.crc, header.crc_is_valid()) == (83, 0xC7AC7804, True)
    no_op = RecordBatch.parse(NO_OP_BATCH)
    assert (no_op.size, no_op.crc, no_op.crc_is_valid()) == (72, 0xB03BFE3D, True)
    assert no_op.read_records() == [Record(3, TIME, None, b"\x01\x14\x00\x00")]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_a_batch_in_the_middle_of_other_bytes(kind: type) -> None:
    batch = RecordBatch.parse(kind(b"front" + NO_OP_BATCH + FIRST_LEADER_BATCH), 5)
    assert batch.position == 5
    assert bytes(batch) == NO_OP_BATCH
    assert batch == RecordBatch.parse(NO_OP_BATCH)
    assert len({batch, RecordBatch.parse(NO_OP_BATCH)}) == 1
    assert "offsets 3 to 3, 1 records, 72 bytes at 5, epoch 1" in repr(batch)


@pytest.mark.parametrize("parse", [RecordBatch.parse, partial(PYTHON["parse"], RecordBatch)])
def test_a_batch_in_a_view_of_any_items(parse) -> None:
    data = NO_OP_BATCH + FIRST_LEADER_BATCH + b"\0\0"
    assert len(data) % 8 == 0
    for view in memoryview(data).cast("q"), memoryview(data).cast("B", (len(data) // 8, 8)):
        assert bytes(parse(view)) == NO_OP_BATCH
        assert bytes(parse(view, len(NO_OP_BATCH))) == FIRST_LEADER_BATCH


@pytest.mark.parametrize(
    ("data", "refusal", "offset", "path"),
    [
        (b"", TruncatedError, 9, None),
        (NO_OP_BATCH[:11], TruncatedError, 9, None),
        (NO_OP_BATCH[:71], TruncatedError, 17, "length"),
        (NO_OP_BATCH[:8] + b"\0\0\0\x30" + NO_OP_BATCH[12:], CorruptRecordError, 17, "length"),
        (
            NO_OP_BATCH[:8] + b"\xff\xff\xff\xff" + NO_OP_BATCH[12:],
            CorruptRecordError,
            17,
            "length",
        ),
        (NO_OP_BATCH[:8] + b"\x7f\xff\xff\xff" + NO_OP_BATCH[12:], TruncatedError, 17, "length"),
        (NO_OP_BATCH[:16] + b"\1" + NO_OP_BATCH[17:], CorruptRecordError, 25, "magic"),
        (NO_OP_BATCH[:16] + b"\3" + NO_OP_BATCH[17:], CorruptRecordError, 25, "magic"),
    ],
)
def test_invalid_batch_is_refused_with_offset_and_path(
    data: bytes, refusal: type, offset: int, path: str | None
) -> None:
    with pytest.raises(refusal) as raised:
        RecordBatch.parse(b"123456789" + data, 9)
    assert (raised.value.offset, raised.value.path) == (offset, path)


def test_a_negative_position_is_no_place() -> None:
    with pytest.raises(TruncatedError):
        RecordBatch.parse(NO_OP_BATCH, -1)


@pytest.mark.parametrize("place", [21, 40, 61, 71])
def test_a_flipped_bit_shows_in_the_checksum(place: int) -> None:
    damaged = bytearray(NO_OP_BATCH)
    damaged[place] ^= 4
    batch = RecordBatch.parse(bytes(damaged))
    assert not batch.crc_is_valid()
    with pytest.raises(CorruptRecordError) as refusal:
        batch.validate()
    assert (refusal.value.offset, refusal.value.path) == (17, "crc")


def test_offset_and_epoch_are_stamped_without_a_new_checksum() -> None:
    moved = RecordBatch.parse(NO_OP_BATCH).stamped(2**40, 77)
    batch = RecordBatch.parse(moved)
    assert (batch.base_offset, batch.partition_leader_epoch) == (2**40, 77)
    assert batch.crc_is_valid()
    assert batch.read_records()[0].offset == 2**40
    assert stamp(moved, 3, 1) == NO_OP_BATCH
    for offset, epoch in ((2**63, 0), (-1, 0), (0, 2**31), (0, -2), ("0", 0), (0, None), (1.0, 0)):
        with pytest.raises(EncodeError):
            stamp(moved, offset, epoch)
    assert RecordBatch.parse(stamp(moved, 0, -1)).partition_leader_epoch == -1


def test_a_batch_is_not_stamped_where_its_last_offset_is_no_int64() -> None:
    builder = RecordBatchBuilder()
    for _ in range(3):
        builder.append(0, None, b"v")
    batch = builder.build()
    last = 2**63 - 1
    assert RecordBatch.parse(stamp(batch, last - 2, 0)).last_offset == last
    for offset in (last - 1, last):
        with pytest.raises(EncodeError, match="are possible"):
            stamp(batch, offset, 0)
        with pytest.raises(EncodeError, match="are possible"):
            RecordBatch.parse(batch).stamped(offset, 0)


@pytest.mark.parametrize("odd", [b"", b"a" * 60, NO_OP_BATCH[:16] + b"\1" + NO_OP_BATCH[17:]])
def test_stamp_refuses_data_that_is_not_a_format_2_batch(odd) -> None:
    with pytest.raises(EncodeError, match="magic 2"):
        stamp(odd, 0, 0)


def test_the_time_of_the_log_is_that_of_every_record() -> None:
    payload = simple_record(0, b"a") + simple_record(1, b"b")
    batch = RecordBatch(batch_of(payload, 2, attributes=8, max_timestamp=5000))
    assert batch.timestamp_type is TimestampType.LOG_APPEND_TIME
    assert [record.timestamp for record in batch.records()] == [5000, 5000]


def test_times_count_from_the_delete_horizon_if_there_is_one() -> None:
    batch = RecordBatch(batch_of(simple_record(0, None), 1, attributes=0x40, base_timestamp=900))
    assert batch.delete_horizon_ms == 900
    assert batch.read_records()[0].timestamp == 900


def test_sequences_count_on_and_wrap() -> None:
    payload = b"".join(simple_record(index, b"a") for index in range(9))
    batch = RecordBatch(
        batch_of(payload, 9, attributes=0x10, producer_id=4, base_sequence=2**31 - 2)
    )
    assert batch.is_transactional
    assert [record.sequence for record in batch.records()] == [2**31 - 2, 2**31 - 1, *range(7)]
    assert batch.last_sequence == 6


@pytest.mark.parametrize("codec", [5, 6, 7])
def test_unknown_codec_is_refused(codec: int) -> None:
    batch = RecordBatch(batch_of(simple_record(0, b"a"), 1, attributes=codec), 10)
    for read in (lambda: batch.compression, batch.records, batch.payload):
        with pytest.raises(CorruptRecordError) as refusal:
            read()
        assert (refusal.value.offset, refusal.value.path) == (31, "attributes")


def test_a_cleaned_batch_has_no_records() -> None:
    """Bytes behind the header of such a batch are not looked at, as in Kafka."""
    assert RecordBatch(batch_of(b"", 0)).read_records() == []
    assert RecordBatch(batch_of(b"rest", 0, attributes=3)).read_records() == []


@pytest.mark.parametrize("codec", [1, 2, 3, 4])
def test_payload_of_an_empty_batch_with_a_codec_is_empty(codec: int) -> None:
    """The log cleaner keeps the attributes (DefaultRecordBatch.writeEmptyHeader)."""
    batch = RecordBatch(batch_of(b"", 0, attributes=codec, last_offset_delta=4))
    payload, position = batch.payload()
    assert payload[position:] == b""
    assert list(batch.spans(payload, position)) == list(batch.records()) == []


@pytest.mark.parametrize(("count", "refusal"), [(-1, CorruptRecordError), (1 << 30, LimitError)])
def test_counts_that_cannot_be(count: int, refusal: type) -> None:
    batch = RecordBatch(batch_of(simple_record(0, b"a"), count, last_offset_delta=0), 10)
    with pytest.raises(refusal) as raised:
        batch.records()
    assert (raised.value.offset, raised.value.path) == (67, "count")


def test_decompression_is_bounded_and_its_faults_have_a_place() -> None:
    builder = RecordBatchBuilder(compression=Compression.ZSTD)
    builder.append(0, None, bytes(100_000))
    batch = RecordBatch.parse(b"x" * 7 + builder.build(), 7)
    assert len(batch.records(max_bytes=100_020).__next__().value or b"") == 100_000
    with pytest.raises(LimitError) as raised:
        batch.records(max_bytes=99_999)
    assert raised.value.offset == 68
    with pytest.raises(CorruptRecordError) as corrupt:
        RecordBatch(batch_of(b"no frame", 1, attributes=4), 7).records()
    assert corrupt.value.offset == 68


def test_offsets_wrap_as_in_kafka() -> None:
    batch = RecordBatch(batch_of(simple_record(0, b""), 1, base_offset=2**63 - 1))
    assert (batch.last_offset, batch.next_offset) == (2**63 - 1, -(2**63))
    assert batch.read_records()[0].offset == 2**63 - 1
