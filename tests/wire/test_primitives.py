"""Varints, lengths, tags and uuids."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kraft_wire import primitives as p
from kraft_wire.limits import INTERNED_UUIDS_MAX, TAG_MAX, TAGGED_FIELDS_MAX


@pytest.mark.parametrize(
    ("value", "octets"),
    [
        (0, "00"),
        (1, "01"),
        (127, "7f"),
        (128, "8001"),
        (300, "ac02"),
        (2047, "ff0f"),
        (2048, "8010"),
        (16383, "ff7f"),
        (2**31 - 1, "ffffffff07"),
        (2**32 - 1, "ffffffff0f"),
    ],
)
def test_uvarint_round_trip(value, octets):
    assert p.uvarint(value).hex() == octets
    assert p.read_uvarint(bytes.fromhex(octets), 0) == (value, len(octets) // 2)


@given(st.integers(0, 2**32 - 1), st.binary(max_size=3), st.binary(max_size=3))
def test_uvarint_comes_back_from_anywhere(value, before, after):
    octets = p.uvarint(value)
    assert p.read_uvarint(before + octets + after, len(before)) == (
        value,
        len(before) + len(octets),
    )


@pytest.mark.parametrize("octets", ["8000", "808000", "80808000", "8080808000"])
def test_a_varint_may_be_longer_than_needed(octets):
    assert p.read_uvarint(bytes.fromhex(octets), 0) == (0, len(octets) // 2)


@pytest.mark.parametrize("octets", ["ffffffff10", "ffffffff7f", "808080808000", "ffffffff8f01"])
def test_a_varint_of_more_than_32_bits_is_refused(octets):
    with pytest.raises(ValueError, match="32 bits"):
        p.read_uvarint(bytes.fromhex(octets), 0)


@pytest.mark.parametrize("octets", ["", "80", "ffff", "ffffffff"])
def test_a_varint_cut_short_is_refused(octets):
    with pytest.raises(IndexError):
        p.read_uvarint(bytes.fromhex(octets), 0)


def test_uuid_prints_as_kafka_does():
    uuid = p.Uuid.parse("J8aAPcfLQt2bqs1JT_rMgQ")
    assert bytes(uuid).hex() == "27c6803dc7cb42dd9baacd494ffacc81"
    assert str(uuid) == "J8aAPcfLQt2bqs1JT_rMgQ"
    assert uuid == p.Uuid.parse(str(uuid) + "==")
    assert eval(repr(uuid), {"Uuid": p.Uuid}) == uuid  # noqa: S307  # a repr is a constructor call


@pytest.mark.parametrize(
    "text",
    [
        "",
        "AAAA",
        "27c6803d-c7cb-42dd-9baa-cd494ffacc81",
        "J8aAPcfLQt2bqs1JT/rMgQ",
        "é" * 22,
        "=" * 22,
    ],
)
def test_other_text_is_no_uuid(text):
    with pytest.raises(ValueError, match="not a valid uuid"):
        p.Uuid.parse(text)


def test_equal_uuids_are_one_object_and_the_store_is_bounded():
    raw = bytes(range(16))
    assert p.UUIDS[raw] is p.UUIDS[bytes(bytearray(raw))]
    for number in range(INTERNED_UUIDS_MAX + 10):
        assert p.UUIDS[number.to_bytes(16, "big")] == number.to_bytes(16, "big")
    assert len(p.UUIDS) <= INTERNED_UUIDS_MAX


def tags(*pairs: tuple[int, bytes]) -> bytes:
    body = b"".join(p.uvarint(tag) + p.uvarint(len(data)) + data for tag, data in pairs)
    return p.uvarint(len(pairs)) + body


def test_unknown_tags_are_kept_in_order():
    found, end = p.read_unknown_tags(tags((7, b"x"), (2, b""), (300, b"abc")) + b"rest", 0)
    assert found == ((2, b""), (7, b"x"), (300, b"abc"))
    assert end == len(tags((7, b"x"), (2, b""), (300, b"abc")))
    pieces: list[bytes] = []
    p.write_tags(pieces.append, [(5, b"known")], found)
    assert b"".join(pieces) == tags((2, b""), (5, b"known"), (7, b"x"), (300, b"abc"))


@pytest.mark.parametrize(
    "octets",
    [
        tags((1, b"a"), (1, b"b")),
        p.uvarint(1) + p.uvarint(TAG_MAX + 1) + p.uvarint(0),
        p.uvarint(1) + p.uvarint(1) + p.uvarint(2) + b"x",
        p.uvarint(TAGGED_FIELDS_MAX + 1) + bytes(3 * TAGGED_FIELDS_MAX),
        p.uvarint(2**31) + bytes(100),
        p.uvarint(5) + b"\0",
    ],
    ids=["twice", "number", "size", "too many", "negative", "cut"],
)
def test_bad_tag_sections_are_refused(octets):
    with pytest.raises(ValueError, match="tag"):
        p.read_unknown_tags(octets, 0)


@pytest.mark.parametrize("unknown", [((3, b""),), ((TAG_MAX + 1, b""),)])
def test_a_tag_that_cannot_be_written(unknown):
    with pytest.raises(ValueError, match="tag"):
        p.write_tags(lambda _: None, [(3, b"known")], unknown)


@pytest.mark.parametrize("length", [0, 1, 126, 127, 128, 200, 16382, 16383, 16384, 32767])
def test_long_lengths_of_text(length):
    octets = p.text_uvarint(length + 1)
    found, last = p.text_length(octets, 0, octets[0]) if octets[0] > 127 else (octets[0], 0)
    assert (found, last) == (length + 1, len(octets) - 1)


def test_text_above_32767_bytes_is_refused_both_ways():
    with pytest.raises(ValueError, match="too long"):
        p.text_uvarint(32769)
    octets = p.uvarint(32769)
    with pytest.raises(ValueError, match="too long"):
        p.text_length(octets, 0, octets[0])


@pytest.mark.parametrize("value", [b"", b"abc", bytes(15), bytes(17), memoryview(bytes(15))])
def test_a_uuid_is_not_made_of_other_numbers_of_bytes(value):
    with pytest.raises(ValueError, match="a uuid must have 16 bytes"):
        p.Uuid(value)


@pytest.mark.parametrize("arguments", [(), (16,), ("sixteen letters.",), (None,), ([1] * 16,)])
def test_a_uuid_is_made_of_bytes_only(arguments):
    with pytest.raises(TypeError):
        p.Uuid(*arguments)


def test_a_uuid_is_made_of_any_buffer_and_comes_back_from_a_pickle():
    raw = bytes(range(16))
    for value in (raw, bytearray(raw), memoryview(raw), p.Uuid(raw)):
        assert (type(p.Uuid(value)), p.Uuid(value)) == (p.Uuid, raw)
    again = pickle.loads(pickle.dumps(p.Uuid(raw)))  # noqa: S301  # our own bytes
    assert (type(again), again) == (p.Uuid, raw)
    assert type(p.UUIDS[raw]) is p.Uuid


@pytest.mark.parametrize("tag", [2047, 2048, 20_000])
@pytest.mark.parametrize("size", [2047, 2048, 20_000])
def test_tagged_fields_of_all_sizes(tag, size):
    written = []
    p.write_tags(written.append, [(tag, b"x" * size)], ())
    expected = p.uvarint(1) + p.uvarint(tag) + p.uvarint(size) + b"x" * size
    assert b"".join(written) == expected
