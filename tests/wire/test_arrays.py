"""Arrays of numbers, uuids, strings and bytes."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kraft_wire import arrays
from kraft_wire.primitives import Uuid, uvarint


@pytest.mark.parametrize("count", [0, 1, 2, 14, 15, 16, 17, 300])
def test_numbers_of_any_count(count):
    numbers = tuple(range(count))
    packed = struct.pack(f">{count}i", *numbers)
    pack = arrays.PACK_INT32S[count] if count < 16 else arrays.pack_many("i", count)
    assert pack(*numbers) == packed
    unpack = arrays.UNPACK_INT32S[count] if count < 16 else arrays.unpack_many("i", count)
    assert unpack(b"xx" + packed, 2) == numbers
    length = count + 1
    read = arrays.READ_INT32S[length] if length < 16 else arrays.read_numbers("i", length)
    assert read(b"x" + uvarint(length)[:1] + packed, 1) == numbers


def test_numbers_that_may_not_be_null():
    with pytest.raises(ValueError, match="null"):
        arrays.READ_INT32S[0](bytes(8), 0)


def test_uuids_are_always_16_bytes():
    items = (Uuid(bytes(range(16))), Uuid(bytes(16)))
    pieces: list[bytes] = []
    arrays.write_uuids(pieces.append, items)
    assert arrays.read_uuids(b"x" + b"".join(pieces), 1, 2) == (items, 33)
    with pytest.raises(ValueError, match="cut short"):
        arrays.read_uuids(b"".join(pieces)[:-1], 0, 2)
    with pytest.raises(ValueError, match="16 bytes"):
        arrays.write_uuids(pieces.append, (b"short",))


@pytest.mark.parametrize(
    "read",
    [
        arrays.read_uuids,
        arrays.read_compact_texts,
        arrays.read_fixed_texts,
        arrays.read_compact_blobs,
        arrays.read_fixed_blobs,
    ],
)
def test_counts_are_held_against_what_remains(read):
    with pytest.raises(ValueError, match="longer than"):
        read(bytes(10), 0, 11)


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=200), max_size=20))
def test_arrays_of_text_come_back(items):
    for write, read in (
        (arrays.write_compact_texts, arrays.read_compact_texts),
        (arrays.write_fixed_texts, arrays.read_fixed_texts),
    ):
        pieces: list[bytes] = []
        write(pieces.append, tuple(items))
        octets = b"".join(pieces)
        assert read(octets, 0, len(items)) == (tuple(items), len(octets))


@given(st.lists(st.binary(max_size=300), max_size=20))
def test_arrays_of_bytes_come_back(items):
    for write, read in (
        (arrays.write_compact_blobs, arrays.read_compact_blobs),
        (arrays.write_fixed_blobs, arrays.read_fixed_blobs),
    ):
        pieces: list[bytes] = []
        write(pieces.append, tuple(items))
        octets = b"".join(pieces)
        assert read(octets, 0, len(items)) == (tuple(items), len(octets))


def test_null_elements_are_refused():
    for read, octets in (
        (arrays.read_compact_texts, b"\0"),
        (arrays.read_fixed_texts, b"\xff\xff"),
        (arrays.read_compact_blobs, b"\0"),
        (arrays.read_fixed_blobs, b"\xff\xff\xff\xff"),
    ):
        with pytest.raises(ValueError, match="null"):
            read(octets, 0, 1)
