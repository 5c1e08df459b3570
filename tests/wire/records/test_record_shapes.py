from __future__ import annotations

import pytest

from kraft_wire.records import record_shapes
from kraft_wire.records.record_shapes import ShapeTable, begin_batch, raw_varint, shape_tables
from tests.support.record_batches import part, record, varint


def raw(data: bytes) -> int:
    return int.from_bytes(data, "little")


def table_key(data: bytes, key: bytes | None) -> int:
    length = int.from_bytes(data[: 1 + (data[0] > 0x7F)], "big")
    return length << 8 | (1 if key is None else 2 * len(key))


@pytest.mark.parametrize("time", [3, 100])
@pytest.mark.parametrize("delta", [5, 700])
@pytest.mark.parametrize("key", [None, b"", b"k" * 40])
@pytest.mark.parametrize("size", [0, 1, 63, 64, 500, 5000])
@pytest.mark.parametrize("headers", [varint(0), varint(1) + part(b"name") + part(b"value")])
def test_a_shape_reads_a_whole_record(
    time: int, delta: int, key: bytes | None, size: int, headers: bytes
) -> None:
    value = (bytes(range(256)) * 20)[:size]
    data = record(b"\0", varint(time), varint(delta), part(key), part(value), headers)
    table = ShapeTable(int(time > 63), int(delta > 63), len(headers))
    unpack, record_size, raw_size, has_key = table[table_key(data, key)]
    assert record_size == len(data)
    assert unpack(b"front" + data, 5) == (
        raw(varint(time)),
        raw(varint(delta)),
        key or b"",
        raw(varint(size)),
        value,
        headers,
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
    unpack, _, raw_size, _ = ShapeTable(0, 0, 1)[raw_length << 8 | raw_key]
    assert unpack(b"", 0)[3] != raw_size


def test_a_batch_adds_few_shapes() -> None:
    table = ShapeTable(0, 0, 1)
    for size in range(table.grant):
        table[(2 * (20 + size)) << 8 | 1]
    with pytest.raises(KeyError):
        table[0x7E << 8 | 1]
    assert table[40 << 8 | 1][1] == 21


def test_a_full_table_starts_again_and_grants_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_shapes, "_SHAPES_MAX", 3)
    table = ShapeTable(0, 0, 1)
    grant = table.grant
    for size in range(20, 24):
        table[2 * size << 8 | 1]
    assert len(table) == 1
    assert table.grant < grant


def test_tables_by_width_and_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_shapes, "_TABLES", {})
    for tail in (1, 1, 20):
        for delta, wide in ((0, 0), (63, 0), (64, 1), (8191, 1)):
            place, narrow_times, wide_times = shape_tables(delta, tail)
            assert place == 4 + wide
            assert (narrow_times.wide, wide_times.wide) == (wide, wide)
            assert (narrow_times.time_wide, wide_times.time_wide) == (0, 1)
            assert (narrow_times.tail, wide_times.tail) == (tail, tail)
    assert shape_tables(0, 20)[1] is shape_tables(1, 20)[1]


def test_each_batch_may_add_shapes_and_each_size_of_headers_a_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(record_shapes, "_TABLES", {})
    _, plain, _ = shape_tables(0, 1)
    _, headed, _ = shape_tables(0, 30)
    plain.budget = headed.budget = 0
    begin_batch()
    assert (plain.budget, headed.budget) == (plain.grant, 0)
    assert 0 < shape_tables(0, 30)[1].budget < plain.grant


def test_sizes_of_headers_are_forgotten_when_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(record_shapes, "_HEADER_SIZES_MAX", 3)
    monkeypatch.setattr(record_shapes, "_TABLES", {})
    for tail in range(1, 20):
        shape_tables(0, tail)
    assert len(record_shapes._TABLES) <= 3


@pytest.mark.parametrize("number", [0, 1, 63, 64, 127, 128, 8191])
def test_raw_numbers(number: int) -> None:
    assert raw_varint(number) == raw(varint(number))
