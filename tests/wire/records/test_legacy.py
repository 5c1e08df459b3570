"""Message formats 0 and 1, put together by hand; files of Kafka's are in test_fixtures."""

from __future__ import annotations

import gzip
import struct
import zlib

import pytest

from kraft_wire.errors import CorruptRecordError, LimitError
from kraft_wire.records import Compression, LegacyBatch, LegacyRecord, TimestampType
from kraft_wire.records.compression import compress


def sized(data: bytes | None) -> bytes:
    return b"\xff\xff\xff\xff" if data is None else struct.pack(">i", len(data)) + data


def message(
    offset: int,
    value: bytes | None,
    *,
    key: bytes | None = None,
    magic: int = 1,
    attributes: int = 0,
    time: int = 1000,
) -> bytes:
    front = struct.pack(">bb", magic, attributes) + (struct.pack(">q", time) if magic else b"")
    body = front + sized(key) + sized(value)
    crc = struct.pack(">I", zlib.crc32(body))
    return struct.pack(">qi", offset, len(body) + 4) + crc + body


def wrapper(offset: int, *inner: bytes, magic: int = 1, append_time: bool = False) -> LegacyBatch:
    packed = gzip.compress(b"".join(inner))
    attributes = 1 | 8 * append_time
    return LegacyBatch(message(offset, packed, magic=magic, attributes=attributes, time=5000), 100)


def test_message_without_compression_is_one_record() -> None:
    batch = LegacyBatch(message(7, b"value", key=b"key"), 50)
    assert (batch.base_offset, batch.last_offset, batch.next_offset) == (7, 7, 8)
    assert (batch.magic, batch.compression, batch.max_timestamp) == (1, Compression.NONE, 1000)
    assert batch.timestamp_type is TimestampType.CREATE_TIME
    batch.validate()
    (record,) = batch.read_records()
    assert record == LegacyRecord(7, 1000, b"key", b"value", 1, batch.crc, True)
    assert (record.headers, record.sequence) == ((), -1)
    assert "magic 1, last offset 7, 39 bytes at 50" in repr(batch).replace(str(batch.size), "39")


def test_fields_missing_in_legacy_formats_have_defaults() -> None:
    batch = LegacyBatch(message(7, None, magic=0))
    assert (batch.count, batch.producer_id, batch.producer_epoch) == (None, -1, -1)
    assert (batch.base_sequence, batch.last_sequence, batch.partition_leader_epoch) == (-1, -1, -1)
    assert (batch.is_transactional, batch.is_control, batch.delete_horizon_ms) == (
        False,
        False,
        None,
    )
    assert batch.timestamp_type is TimestampType.NO_TIMESTAMP_TYPE
    assert batch.max_timestamp == -1
    (record,) = batch.records()
    assert record[:4] == (7, -1, None, None)


def test_offsets_inside_count_from_the_last_one_in_format_1() -> None:
    batch = wrapper(12, message(0, b"a"), message(1, b"b"), message(4, b"c"))
    assert [(record.offset, record.value) for record in batch.records()] == [
        (8, b"a"),
        (9, b"b"),
        (12, b"c"),
    ]
    assert (batch.base_offset, batch.last_offset) == (8, 12)


def test_offsets_inside_are_absolute_in_format_0_and_for_a_wrapper_at_0() -> None:
    old = wrapper(12, message(10, b"a", magic=0), message(12, b"b", magic=0), magic=0)
    assert [record.offset for record in old.records()] == [10, 12]
    odd = wrapper(0, message(0, b"a"), message(1, b"b"))
    assert [record.offset for record in odd.records()] == [0, 1]


def test_times_inside_are_those_of_the_wrapper_if_the_log_set_it() -> None:
    inner = (message(0, b"a", time=70), message(1, b"b", magic=0))
    assert [record.timestamp for record in wrapper(1, *inner).records()] == [70, -1]
    logged = wrapper(1, *inner, append_time=True)
    assert logged.timestamp_type is TimestampType.LOG_APPEND_TIME
    assert [record.timestamp for record in logged.records()] == [5000, -1]


def test_a_message_that_is_cut_short_inside_is_left_out_as_by_kafka() -> None:
    whole = message(0, b"a")
    for cut in (whole[:5], whole[:-1]):
        assert [record.offset for record in wrapper(9, whole, cut).records()] == [9]


@pytest.mark.parametrize(
    "inner",
    [
        b"",
        b"12345678901",
        struct.pack(">qi", 0, 13) + bytes(13),
        message(13, b"beyond the wrapper"),
    ],
)
def test_sets_that_kafka_refuses(inner: bytes) -> None:
    with pytest.raises(CorruptRecordError) as refusal:
        wrapper(12, inner).read_records()
    assert refusal.value.offset == 100


def test_nested_compression_is_refused() -> None:
    inner = message(1, gzip.compress(message(0, b"a")), attributes=1)
    batch = wrapper(1, message(0, b"first"), inner)
    records = batch.records()
    assert next(records).value == b"first"
    with pytest.raises(CorruptRecordError):
        next(records)


@pytest.mark.parametrize("codec", [Compression.ZSTD, Compression.SNAPPY])
def test_format_1_has_every_codec_but_zstd(codec: Compression) -> None:
    inner = message(0, b"a")
    data = message(0, compress(codec, inner), attributes=codec)
    if codec is Compression.ZSTD:
        with pytest.raises(CorruptRecordError):
            LegacyBatch(data).read_records()
    else:
        assert [record.value for record in LegacyBatch(data).records()] == [b"a"]


def test_unknown_codec_is_refused() -> None:
    batch = LegacyBatch(message(0, b"a", attributes=6), 40)
    for read in (lambda: batch.compression, batch.records):
        with pytest.raises(CorruptRecordError) as refusal:
            read()
        assert refusal.value.offset == 57


def test_a_set_needs_a_value_and_is_bounded() -> None:
    with pytest.raises(CorruptRecordError):
        LegacyBatch(message(0, None, attributes=1)).records()
    with pytest.raises(LimitError) as refusal:
        wrapper(0, message(0, bytes(10_000))).records(max_bytes=10_000)
    assert refusal.value.offset == 100 + 34


def test_wrong_checksum_is_refused() -> None:
    data = bytearray(message(3, b"value"))
    data[-1] ^= 1
    batch = LegacyBatch(bytes(data), 60)
    assert not batch.crc_is_valid()
    (record,) = batch.records()
    assert not record.is_valid
    with pytest.raises(CorruptRecordError) as refusal:
        batch.validate()
    assert (refusal.value.offset, refusal.value.path) == (72, "crc")


@pytest.mark.parametrize(
    ("data", "path", "offset"),
    [
        (message(0, b"a", magic=0)[:18], "key", 18),
        (message(0, b"a")[:26], "key", 26),
        (message(0, b"a")[:22], "timestamp", 18),
        (message(0, b"a")[:30], "value", 30),
        (message(0, b"abc")[:-1], "value", 30),
        (message(0, b"a", key=b"kk")[:31], "key", 26),
    ],
)
def test_messages_too_short_for_what_they_say(data: bytes, path: str, offset: int) -> None:
    with pytest.raises(CorruptRecordError) as refusal:
        LegacyBatch(data).read_records()
    assert (refusal.value.path, refusal.value.offset) == (path, offset)


def test_equality_is_that_of_bytes() -> None:
    data = message(3, b"value")
    assert LegacyBatch(data, 1) == LegacyBatch(data, 2)
    assert LegacyBatch(data) != LegacyBatch(message(4, b"value"))
    assert len({LegacyBatch(data), LegacyBatch(data, 9)}) == 1
    assert bytes(LegacyBatch(data)) == data
