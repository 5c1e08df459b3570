"""Columns hold what records hold, by both engines."""

from __future__ import annotations

import random

import pytest

from kraft_wire.errors import CorruptRecordError, LimitError, UnsupportedVersionError
from kraft_wire.limits import Limits
from kraft_wire.records import (
    BatchReader,
    Compression,
    RecordBatch,
    RecordBatchBuilder,
    columns,
    read_columns,
)
from tests.support.record_batches import batch_of, part, random_batch, record, simple_record, varint


@pytest.fixture(params=["in use", "python"])
def _engine(request, monkeypatch):
    if request.param == "python":
        monkeypatch.setattr(columns, "_compiled", None)


def rows(batch):
    found = read_columns(batch)
    payload = found.payload

    def cut(start, size):
        return None if size < 0 else payload[start : start + size]

    return [
        (offset, timestamp, cut(*key), cut(*value), count)
        for offset, timestamp, key, value, count in zip(
            found.offsets,
            found.timestamps,
            zip(found.key_starts, found.key_sizes, strict=True),
            zip(found.value_starts, found.value_sizes, strict=True),
            found.header_counts,
            strict=True,
        )
    ]


@pytest.mark.usefixtures("_engine")
def test_columns_of_random_batches_are_their_records():
    rng = random.Random(853)
    for _ in range(200):
        batch = RecordBatch(random_batch(rng))
        assert rows(batch) == [
            (each.offset, each.timestamp, each.key, each.value, len(each.headers))
            for each in batch.read_records()
        ]


@pytest.mark.usefixtures("_engine")
def test_a_batch_without_records_has_empty_columns():
    batch = RecordBatch(RecordBatchBuilder().build(last_offset=4))
    assert rows(batch) == []


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize("codec", [1, 2, 3, 4])
def test_an_empty_batch_with_a_codec_has_empty_columns(codec):
    assert rows(RecordBatch(batch_of(b"", 0, attributes=codec, last_offset_delta=4))) == []


@pytest.mark.usefixtures("_engine")
def test_columns_are_bounded_by_the_limits_of_the_caller():
    plain = RecordBatch(batch_of(simple_record(0, b"a") + simple_record(1, b"b"), 2))
    assert len(read_columns(plain, limits=Limits(records_per_batch=2)).offsets) == 2
    with pytest.raises(LimitError):
        read_columns(plain, limits=Limits(records_per_batch=1))
    builder = RecordBatchBuilder(compression=Compression.GZIP)
    builder.append(0, None, bytes(100_000))
    packed = RecordBatch(builder.build())
    with pytest.raises(LimitError):
        read_columns(packed, limits=Limits(decompressed_batch_bytes=50_000))
    with pytest.raises(LimitError):
        read_columns(packed, max_bytes=50_000)


def test_columns_of_an_old_format_are_refused_with_the_way_out():
    """Formats 0 and 1 have no headers, and offsets that are only known from the last one on."""
    message = bytes(8) + (14).to_bytes(4) + bytes(4) + b"\0\0" + b"\xff" * 8
    (batch,) = BatchReader(message)
    with pytest.raises(UnsupportedVersionError, match=r"message format 0 .* records\(\)"):
        read_columns(batch)


@pytest.mark.usefixtures("_engine")
def test_offsets_and_timestamps_wrap():
    payload = record(b"\0", varint(2**62), varint(2), part(None), part(b"v"), varint(0))
    batch = RecordBatch(batch_of(payload, 1, base_offset=2**63 - 1, base_timestamp=2**63 - 1))
    (row,) = rows(batch)
    assert row == (-(2**63) + 1, -(2**63) + 2**62 - 1, None, b"v", 0)


@pytest.mark.usefixtures("_engine")
def test_the_time_of_the_log_is_that_of_all_records():
    builder = RecordBatchBuilder(append_time=77, compression=Compression.GZIP)
    for number in range(3):
        builder.append(number, None, b"v")
    assert [row[1] for row in rows(RecordBatch(builder.build()))] == [77] * 3


@pytest.mark.usefixtures("_engine")
@pytest.mark.parametrize("count", [0, 1, 3, 2**24, -1, 2**31 - 1])
def test_a_wrong_count_is_refused(count):
    batch = RecordBatch(batch_of(simple_record(0, b"a") + simple_record(1, b"b"), count))
    if count == 0:
        assert rows(batch) == []
        return
    with pytest.raises((CorruptRecordError, LimitError)):
        read_columns(batch)


@pytest.mark.usefixtures("_engine")
def test_numbers_longer_than_needed_are_read():
    payload = record(
        b"\7", b"\x84\x00", b"\x86\x80\x80\x80\x00", b"\x82\x00k", part(None), varint(0)
    )
    assert rows(RecordBatch(batch_of(payload, 1))) == [(3, 1002, b"k", None, 0)]
