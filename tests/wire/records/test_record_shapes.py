from __future__ import annotations

import pytest

from kraft_wire.records import record_shapes
from kraft_wire.records.record_shapes import ShapeTable, begin_batch, raw_varint, shape_tables
from tests.support.record_batches import part, record, varint


def raw(data: bytes) -> int:
    return int.from_bytes(data, "big")


def granted(time_wide: int, wide: int) -> ShapeTable:
    table = ShapeTable(time_wide, wide)
    table.budget = table.grant
    return table


@pytest.mark.parametrize("time", [3, 100])
@pytest.mark.parametrize("delta", [5, 700])
@pytest.mark.parametrize("key", [None, b"", b"k" * 40])
@pytest.mark.parametrize("size", [0, 1, 63, 64, 500, 5000])
def test_a_shape_reads_a_whole_record(time: int, delta: int, key: bytes | None, size: int) -> None:
    value = bytes(range(256)) * 20
    value = value[:size]
    data = record(b"\0", varint(time), varint(delta), part(key), part(value), varint(0))
    wide_length = data[0] > 0x7F
    key_length = 1 if key is None else 2 * len(key)
    table = granted(int(time > 63), int(delta > 63))
    length = raw(data[: 1 + wide_length])
    unpack, record_size, raw_size, has_key = table[length << 8 | key_length]
    assert record_size == len(data)
    found = unpack(b"front" + data, 5)
    assert found == (
        raw(varint(time)),
        raw(varint(delta)),
        key or b"",
        raw(varint(size)),
        value,
        0,
    )
    assert (raw_size, has_key) == (raw(varint(size)), key is not None)


@pytest.mark.parametrize(
    ("raw_length", "raw_key"),
    [
        (0x0F, 1),  # a negative length
        (0x04, 1),  # too short for a record
        (0x8182, 1),  # a length of three bytes
        (0x40, 3),  # a key of -2
        (0x40, 0x84),  # a key length of two bytes
        (0x40, 0x7E),  # a key longer than the record
    ],
)
def test_other_lengths_have_no_shape(raw_length: int, raw_key: int) -> None:
    unpack, *_ = granted(0, 0)[raw_length << 8 | raw_key]
    *_, headers = unpack(b"", 0)
    assert headers != 0


def test_a_batch_adds_few_shapes() -> None:
    table = granted(0, 0)
    for size in range(table.grant):
        table[(2 * (20 + size)) << 8 | 1]
    with pytest.raises(KeyError):
        table[0x7E << 8 | 1]
    assert table[40 << 8 | 1][1] == 21


def test_a_full_table_starts_again_and_grants_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_shapes, "_SHAPES_MAX", 3)
    table = granted(0, 0)
    for size in range(20, 24):
        table[2 * size << 8 | 1]
    assert len(table) == 1
    assert table.grant < table.budget + 4


def test_tables_by_width() -> None:
    begin_batch()
    for delta, wide in ((0, 0), (63, 0), (64, 1), (8191, 1)):
        found, narrow_times, wide_times = shape_tables(delta)
        assert (found, narrow_times.wide, wide_times.wide) == (wide, wide, wide)
        assert (narrow_times.time_wide, wide_times.time_wide) == (0, 1)
        assert narrow_times.budget == narrow_times.grant > 0


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 8191])
def test_raw_numbers(number: int) -> None:
    assert raw_varint(number) == raw(varint(number))
