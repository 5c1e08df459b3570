"""Random content for any message and version, in Kafka's JSON form; good, or spoiled on purpose."""

from __future__ import annotations

import base64
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from random import Random

    from tests.conformance.schemas import Field, Schema

CONTENTS = int(os.environ.get("CONTENTS", "8"))
"""Random contents of each message version in a test run; the campaign is for thousands."""

SEED = os.environ.get("SEED", "1")
"""What all randomness of a test run comes from."""

MOODS = ("small", "edge", "null", "mix")
"""Everything short; extremes; null or empty wherever that is lawful; any of it."""

_BITS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64}
_UNSIGNED = {"uint16": 16, "uint32": 32}
_ALPHABET = 'abcXYZ019._- "\\/\0\x1f\n\x7f\x80äß\u2028漢字\ud7ff\ue000\uffff😀\U0010ffff'
_FLOATS = (0.0, -0.0, 1.0, -1.5, 1e7, 0.001, 1e-3, 123456789.125, 1e300, 5e-324, 1 / 3)
_ZERO_UUID = bytes(16)


class Filler:
    """Fills messages out of one seeded source of randomness."""

    def __init__(self, random: Random, mood: str) -> None:
        self._random = random
        self._mood = mood

    def message(self, schema: Schema, version: int) -> dict[str, Any]:
        """Every field that the version has; tagged ones now and then."""
        return self.struct(schema.fields, version)

    def struct(self, fields: Iterable[Field], version: int) -> dict[str, Any]:
        """One structure in the version."""
        return {
            field.name: self.field(field, version)
            for field in fields
            if version in field.versions
            and (version not in field.tagged or self._random.random() < 0.7)
        }

    def field(self, field: Field, version: int) -> Any:
        """A value for a field that the version has."""
        nulls = {"null": 0.9, "mix": 0.25, "edge": 0.1, "small": 0.0}[self._mood]
        if version in field.nullable and self._random.random() < nulls:
            return None
        if field.is_array:
            return [self._single(field, version) for _ in range(self._count(field))]
        return self._single(field, version)

    def _count(self, field: Field) -> int:
        if self._mood == "null":
            return self._random.choice((0, 0, 1))
        if self._mood == "small":
            return self._random.choice((1, 1, 2))
        if not field.fields and self._random.random() < 0.05:
            return self._random.choice((126, 127, 128, 300))
        return self._random.choice((0, 1, 1, 2, 3))

    def _single(self, field: Field, version: int) -> Any:
        kind = field.type
        if field.fields or kind[0].isupper():
            return self.struct(field.fields, version)
        if kind in _BITS or kind in _UNSIGNED:
            return self._integer(*bounds(kind))
        return {
            "bool": lambda: self._random.random() < 0.5,
            "float64": self._float,
            "string": self._text,
            "bytes": lambda: _base64(self._octets()),
            "records": lambda: _base64(self._octets()),
            "uuid": self._uuid,
        }[kind]()

    def _integer(self, lowest: int, highest: int) -> int:
        if self._mood == "small":
            return self._random.randint(0, min(highest, 100))
        edges = (lowest, highest, 0, 1, max(-1, lowest), lowest + 1, highest // 2 + 1)
        if self._random.random() < 0.5:
            return self._random.choice(edges)
        return self._random.randint(lowest, highest)

    def _float(self) -> float:
        if self._random.random() < 0.5:
            return self._random.choice(_FLOATS)
        return self._random.uniform(-1e12, 1e12)

    def _length(self) -> int:
        if self._mood in ("small", "null"):
            return self._random.randint(0, 8)
        return self._random.choice((0, 1, 5, 20, 126, 127, 128, 200))

    def _text(self) -> str:
        if self._mood in ("edge", "mix") and self._random.random() < 0.02:
            return self._random.choice(("x" * 16383, "ß" * 16383, "x" * 32767))
        return "".join(self._random.choices(_ALPHABET, k=self._length()))

    def _octets(self) -> bytes:
        if self._mood in ("edge", "mix") and self._random.random() < 0.02:
            return self._random.randbytes(40_000)
        return self._random.randbytes(self._length())

    def _uuid(self) -> str:
        octets = self._random.randbytes(16)
        if self._mood == "null" or self._random.random() < 0.2:
            octets = _ZERO_UUID
        return base64.urlsafe_b64encode(octets).decode().rstrip("=")


def bounds(kind: str) -> tuple[int, int]:
    """The lowest and highest number of an integer type."""
    if kind in _UNSIGNED:
        return 0, (1 << _UNSIGNED[kind]) - 1
    half = 1 << (_BITS[kind] - 1)
    return -half, half - 1


def _base64(octets: bytes) -> str:
    return base64.b64encode(octets).decode()


def places(
    fields: Iterable[Field], version: int, value: dict[str, Any]
) -> Iterator[tuple[dict[str, Any], Field]]:
    """Every structure of a message with each field of its schema, in this version or not."""
    for field in fields:
        yield value, field
        inside = value.get(field.name)
        if field.fields and inside is not None:
            for struct in inside if field.is_array else [inside]:
                yield from places(field.fields, version, struct)


_WRONG: tuple[Any, ...] = (
    None,
    True,
    0,
    1,
    -1,
    1.0,
    2.5,
    1 << 63,
    -(1 << 63) - 1,
    1 << 70,
    "",
    "12",
    "0",
    [],
    {},
)
_WRONG_UUIDS = (
    "AAAAAAAAAAAAAAAAAAAAAA==",
    "AAAAAAAAAAAAAAAAAAAAAB",
    "AAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAAAAAAA+",
    "00010203-0405-0607-0809-0a0b0c0d0e0f",
    "AAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAAAAAAA=",
)
_WRONG_BASE64 = (
    "A",
    "AA",
    "AAA",
    "AA==",
    "AB==",
    "A-==",
    "AAA=",
    "AAAA=",
    "AA ==",
    "AAAA\n",
    "-_-_",
)


def spoil(schema: Schema, version: int, value: dict[str, Any], random: Random) -> tuple[str, Field]:
    """Change one place of good content so that it is no longer sure to be good.

    Returns what was done and the field. What becomes of it is for Kafka's classes to say.
    """
    struct, field = random.choice(list(places(schema.fields, version, value)))
    if version not in field.versions:
        struct[field.name] = Filler(random, random.choice(MOODS)).field(field, field.versions[0])
        return "a field of another version", field
    if field.name not in struct or random.random() < 0.2:
        struct.pop(field.name, None)
        struct["noSuchField"] = 1
        return "a field left out, an unknown one put in", field
    struct[field.name] = wrong = _wrong(field, random)
    if field.is_array and random.random() < 0.7:
        struct[field.name] = [wrong]
    return "a wrong value", field


def _wrong(field: Field, random: Random) -> Any:
    if field.type in _BITS or field.type in _UNSIGNED:
        lowest, highest = bounds(field.type)
        return random.choice((*_WRONG, lowest - 1, highest + 1, highest + 2, lowest, highest))
    if field.type == "uuid":
        return random.choice((*_WRONG, *_WRONG_UUIDS))
    if field.type in ("bytes", "records"):
        return random.choice((*_WRONG, *_WRONG_BASE64))
    if field.type == "string":
        return random.choice((*_WRONG, "\ud800", "a\udc00b", "x" * 32768, "ß" * 16384))
    return random.choice(_WRONG)


def damage(octets: bytes, random: Random) -> bytes:
    """Change good bytes in one or two places: cut, grown, overwritten with telling values."""
    changed = bytearray(octets)
    for _ in range(random.choice((1, 1, 2))):
        at = random.randrange(len(changed) + 1)
        match random.randrange(6):
            case 0:
                del changed[at:]
            case 1:
                changed[at : at + 1] = random.choice((b"", b"\x00", b"\x01", b"\xff", b"\x80"))
            case 2:
                changed[at:at] = random.randbytes(random.choice((1, 1, 2, 5)))
            case 3:
                changed[at : at + 1] = bytes([random.randrange(256)])
            case 4:
                run = random.choice((b"\xff\xff\xff\xff\x0f", b"\x80\x80\x80\x80\x08", b"\x80\x00"))
                changed[at : at + random.choice((0, 1, len(run)))] = run
            case _:
                del changed[at : at + random.choice((1, 1, 2, 4))]
    return bytes(changed)
