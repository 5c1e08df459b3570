"""Spoiling bytes: blindly, and where a length, a count or a tag section is known to stand."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    Mutate = Callable[["Sample", Random], bytes]

_TELLING_BYTES = (b"", b"\x00", b"\x01", b"\x02", b"\x7f", b"\x80", b"\x81", b"\xff", b"\xfe")
_BAD_UTF8 = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b"\xc3")
_BAD_VARINTS = (
    b"\x80\x00",
    b"\x80\x80\x80\x80\x00",
    b"\xff\xff\xff\xff\x07",
    b"\xff\xff\xff\xff\x0f",
    b"\xff\xff\xff\xff\x10",
    b"\xff\xff\xff\xff\x7f",
    b"\x80\x80\x80\x80\x80\x00",
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
    b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
)
_EXTREMES = (0, 1, 2, 127, 128, 129, 16_383, 16_384, 32_767, 32_768, 32_769, 65_536)
_HUGE = (999_999, 1_000_000, 1_000_001, 1_000_002, 0x7FFFFFFE, 0x7FFFFFFF)
_BEYOND = (0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)
_NEGATIVE = (-1, -2, -3, -128, -32_768, -0x80000000)
_FORMATS = {"int8": ">b", "int16": ">h", "int32": ">i", "int64": ">q"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a number stands that decides how the rest is read.

    `form` is "uvarint", "varint" (zigzag) or an integer type; `role` is "length" (of bytes, or a
    count), "tags" (the count of a tag section) or "tag" (a tag number with its size behind it).
    """

    form: str
    role: str
    offset: int
    size: int
    end: int
    """Where that ends which the number announces."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Good bytes, their telling places, and other good bytes to take pieces from."""

    data: bytes
    places: Sequence[Place] = ()
    donor: bytes = b""


def uvarint(value: int, width: int = 1) -> bytes:
    """Encode an unsigned varint in at least `width` bytes: more than needed is the game."""
    out = bytearray()
    while value > 0x7F or len(out) < width - 1:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_uvarint(data: bytes, at: int) -> tuple[int, int]:
    """Read a varint that is known to be good; return it with the place behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7


def mutate(sample: Sample, random: Random) -> bytes:
    """Spoil a sample once, or a few times over."""
    data = random.choice(_AIMED if sample.places and random.random() < 0.6 else _BLIND)(
        sample, random
    )
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        data = random.choice(_BLIND)(Sample(data, (), sample.donor), random)
    return data


def _cut(sample: Sample, random: Random) -> bytes:
    return sample.data[: random.randrange(len(sample.data) + 1)]


def _grow(sample: Sample, random: Random) -> bytes:
    return sample.data + random.randbytes(random.choice((1, 1, 2, 8)))


def _flip_bit(sample: Sample, random: Random) -> bytes:
    data = bytearray(sample.data)
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(data)


def _replace(sample: Sample, random: Random, new: bytes, old_size: int) -> bytes:
    at = random.randrange(len(sample.data) + 1)
    return sample.data[:at] + new + sample.data[at + old_size :]


def _telling_byte(sample: Sample, random: Random) -> bytes:
    return _replace(sample, random, random.choice(_TELLING_BYTES), 1)


def _insert(sample: Sample, random: Random) -> bytes:
    return _replace(sample, random, random.randbytes(random.choice((1, 1, 2, 5))), 0)


def _delete(sample: Sample, random: Random) -> bytes:
    return _replace(sample, random, b"", random.choice((1, 1, 2, 4, 16)))


def _bad_varint(sample: Sample, random: Random) -> bytes:
    return _replace(sample, random, random.choice(_BAD_VARINTS), random.choice((0, 1, 4)))


def _bad_text(sample: Sample, random: Random) -> bytes:
    bad = random.choice(_BAD_UTF8)
    return _replace(sample, random, bad, random.choice((0, len(bad))))


def _number(sample: Sample, random: Random) -> bytes:
    if random.random() < 0.1:
        odd = struct.pack(">d", random.choice((float("nan"), float("inf"), -0.0)))
        return _replace(sample, random, odd, 8)
    form, size = random.choice((("h", 2), ("i", 4), ("q", 8)))
    half = 1 << 8 * size - 1
    value = random.choice((-half, half - 1, -1, -2, 0, 1, 0x7FFFFFFF & half - 1))
    return _replace(sample, random, struct.pack(f">{form}", value), size)


def _splice(sample: Sample, random: Random) -> bytes:
    """Put a run of other bytes, or of its own, over or into a sample."""
    source = random.choice((sample.data, sample.donor or sample.data))
    begin = random.randrange(len(source) + 1)
    run = source[begin : begin + random.choice((1, 4, 16, 64, len(source)))]
    return _replace(sample, random, run, random.choice((0, len(run))))


def _length(sample: Sample, random: Random) -> bytes:
    """Make a length or count too long, too short, negative, null or absurd."""
    place = random.choice(sample.places)
    if place.role == "tag" and random.random() < 0.5:
        place = _size_of_tag(sample.data, place)
    true, _ = _value_at(sample.data, place)
    left = len(sample.data) - place.offset - place.size
    near = (true - 1, true + 1, true + 2, left - 1, left, left + 1, left + 2)
    beyond = _BEYOND if place.form == "uvarint" else _NEGATIVE
    value = random.choice(random.choice((near, near, _EXTREMES, _HUGE, beyond)))
    return _rewrite(sample.data, place, _encoded(value, place.form))


def _stretch(sample: Sample, random: Random) -> bytes:
    """Make a length long, and put as many bytes there."""
    place = random.choice(sample.places)
    if random.random() < 0.8:
        return _length(sample, random)
    size = random.choice((128, 300, 2_000, 32_767, 32_768))
    filler = random.choice((b"\0", b"\0", b"\1", b"a", b"\xff")) * size
    value = size + (place.form == "uvarint")
    at = place.offset + place.size
    return _rewrite(
        sample.data[:at] + filler + sample.data[at:], place, _encoded(value, place.form)
    )


def _wide_varint(sample: Sample, random: Random) -> bytes:
    """Write a varint with more bytes than needed, or with bits that its type lacks."""
    place = random.choice(sample.places)
    if not place.form.endswith("varint"):
        return _length(sample, random)
    value, end = read_uvarint(sample.data, place.offset)
    new = uvarint(value, end - place.offset + random.choice((1, 1, 2, 3, 4, 5)))
    if random.random() < 0.3:
        new = uvarint(value | 1 << random.randrange(28, 40))
    return _rewrite(sample.data, place, new)


def _tags(sample: Sample, random: Random) -> bytes:
    """Play with a tag section: unknown tags, the same one twice, another order, another number."""
    places = [place for place in sample.places if place.role in ("tags", "tag")]
    if not places:
        return _length(sample, random)
    place = random.choice(places)
    if place.role == "tag":
        return _one_tag(sample.data, place, random)
    count, start = read_uvarint(sample.data, place.offset)
    more = random.choice((1, 1, 2, 3, 200))
    if random.random() < 0.02:
        more = random.choice((9_999, 10_000, 10_001))
    numbers: Sequence[int] = random.choices((0, 1, 2, 3, 99, 0x7FFFFFFE, 0x7FFFFFFF), k=more)
    if random.random() < 0.6:
        first = random.randrange(100, 10_000)
        numbers = range(first, first + more)
    new = b"".join(map(_unknown_tag, numbers, random.choices(range(4), k=more)))
    counted = uvarint(count + more) + (new if random.random() < 0.5 else b"")
    tail = b"" if len(counted) > 5 else new
    data = sample.data
    return data[: place.offset] + counted + data[start : place.end] + tail + data[place.end :]


@lru_cache(maxsize=1 << 16)
def _unknown_tag(number: int, size: int) -> bytes:
    return uvarint(number) + uvarint(size) + b"\x55" * size


def _one_tag(data: bytes, place: Place, random: Random) -> bytes:
    """Repeat a tag, or give it another number, or a size that lies."""
    match random.randrange(3):
        case 0:
            field = data[place.offset : place.end]
            return data[: place.offset] + field + data[place.offset :]
        case 1:
            number = random.choice((0, 1, 2, 5, 1000, 0x7FFFFFFE, 0x7FFFFFFF, 0xFFFFFFFF))
            return _rewrite(data, place, uvarint(number))
        case _:
            size = _size_of_tag(data, place)
            lie = random.choice((0, 1, 0x7FFFFFFF, 0xFFFFFFFF, place.end - size.offset))
            return _rewrite(data, size, uvarint(lie))


def _size_of_tag(data: bytes, place: Place) -> Place:
    _, start = read_uvarint(data, place.offset)
    _, end = read_uvarint(data, start)
    return Place("uvarint", "length", start, end - start, place.end)


def _value_at(data: bytes, place: Place) -> tuple[int, int]:
    if place.form == "varint":
        raw, end = read_uvarint(data, place.offset)
        return (raw >> 1) ^ -(raw & 1), end
    if place.form == "uvarint":
        return read_uvarint(data, place.offset)
    return struct.unpack_from(_FORMATS[place.form], data, place.offset)[0], place.offset


def _encoded(value: int, form: str) -> bytes:
    if form == "uvarint":
        return uvarint(max(value, 0))
    if form == "varint":
        return uvarint(value << 1 if value >= 0 else (-value << 1) - 1)
    size = struct.calcsize(_FORMATS[form])
    return (value & (1 << 8 * size) - 1).to_bytes(size, "big")


def _rewrite(data: bytes, place: Place, new: bytes) -> bytes:
    return data[: place.offset] + new + data[place.offset + place.size :]


def _cut_at_place(sample: Sample, random: Random) -> bytes:
    place = random.choice(sample.places)
    at = random.choice((place.offset, place.offset + place.size, place.end))
    return sample.data[: max(at + random.choice((-1, 0, 1)), 0)]


_BLIND: tuple[Mutate, ...] = (
    _cut,
    _grow,
    _flip_bit,
    _flip_bit,
    _telling_byte,
    _insert,
    _delete,
    _bad_varint,
    _bad_text,
    _number,
    _splice,
)
_AIMED: tuple[Mutate, ...] = (_length, _length, _stretch, _wide_varint, _tags, _tags, _cut_at_place)
