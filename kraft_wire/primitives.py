"""Varints, lengths, tags and uuids: the only byte handling that is written by hand.

The generated codecs read fixed fields with `struct` and one-byte lengths themselves; what is
longer or rarer comes here. Readers take `(buffer, position)` and return the value and the new
position. They raise a bare `ValueError`, `IndexError` or `struct.error` on bad bytes: `Message`
turns it into the typed refusal, which `inspection` finds by reading again, carefully.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from struct import Struct as Layout
from typing import Final

from kraft_wire.limits import (
    ARRAY_ELEMENTS_MAX,
    STRING_BYTES_MAX,
    TAG_MAX,
    TAGGED_FIELDS_MAX,
    UNKNOWN_TAG_BYTES_MAX,
)

Append = Callable[[bytes], object]
"""Where writers put their pieces: the `append` of a list that is joined at the end."""

UnknownTags = tuple[tuple[int, bytes], ...]
"""Tagged fields that this schema does not know: (tag, bytes) in ascending order of tags."""


class Uuid(bytes):
    """Sixteen bytes, printed as Kafka prints them: base64url without padding.

    `Uuid.parse` reads that form. Kafka's `org.apache.kafka.common.Uuid`; all zero means "none".
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Uuid:
        """Read 22 characters of base64url (24 with padding); raises ValueError for all else."""
        if len(text) not in (22, 24) or not text.isascii():
            raise ValueError(f"{text!r} is no uuid in base64url")
        stripped = text.rstrip("=")
        if len(stripped) != 22 or not _BASE64URL.issuperset(stripped):
            raise ValueError(f"{text!r} is no uuid in base64url")
        return cls(base64.urlsafe_b64decode(stripped + "=="))

    def __str__(self) -> str:
        return base64.urlsafe_b64encode(self)[:22].decode()

    def __repr__(self) -> str:
        return f"Uuid.parse({str(self)!r})"


_BASE64URL: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

ZERO_UUID: Final = Uuid(16)

_INT16: Final = Layout(">h")
_INT32: Final = Layout(">i")


def read_uvarint(buffer: bytes, position: int) -> tuple[int, int]:
    """Read an unsigned varint of up to five bytes whose value fits 32 bits."""
    byte = buffer[position]
    if byte < 0x80:
        return byte, position + 1
    value = byte & 0x7F
    for shift in (7, 14, 21):
        position += 1
        byte = buffer[position]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position + 1
    byte = buffer[position + 1]
    if byte > 0x0F:
        raise ValueError("varint has more than 32 bits")
    return value | byte << 28, position + 2


def _uvarint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


_SMALL: Final = tuple(_uvarint(value) for value in range(2048))


def uvarint(value: int) -> bytes:
    """Encode an unsigned varint; lengths and counts up to 2046 come out of a table."""
    return _SMALL[value] if value < 2048 else _uvarint(value)


def long_text_length(buffer: bytes, position: int) -> tuple[int, int]:
    """Read the compact length (plus one) of a string that begins at `position`."""
    length, position = read_uvarint(buffer, position)
    if length > STRING_BYTES_MAX + 1:
        raise ValueError("string is too long")
    return length, position


def long_count(buffer: bytes, position: int) -> tuple[int, int]:
    """Read the compact count (plus one) of an array that begins at `position`."""
    count, position = read_uvarint(buffer, position)
    if count > ARRAY_ELEMENTS_MAX + 1:
        raise ValueError("array is too long")
    return count, position


def read_unknown_tags(buffer: bytes, position: int) -> tuple[UnknownTags, int]:
    """Read the tag section of a structure without known tags; `position` is that of its count."""
    count, position = read_tag_count(buffer, position)
    unknown: dict[int, bytes] = {}
    for _ in range(count):
        tag, position = read_uvarint(buffer, position)
        position = keep_unknown_tag(unknown, tag, buffer, position)
    return sorted_tags(unknown), position


def read_tag_count(buffer: bytes, position: int) -> tuple[int, int]:
    """Read the number of tagged fields."""
    count, position = read_uvarint(buffer, position)
    if count > TAGGED_FIELDS_MAX or count > len(buffer) - position:
        raise ValueError("too many tagged fields")
    return count, position


def keep_unknown_tag(unknown: dict[int, bytes], tag: int, buffer: bytes, position: int) -> int:
    """Keep the bytes of a tag that the schema does not know; return the position behind it."""
    size, position = read_uvarint(buffer, position)
    end = position + size
    if tag in unknown or tag > TAG_MAX or end > len(buffer):
        raise ValueError("bad tagged field")
    unknown[tag] = buffer[position:end]
    return end


def sorted_tags(unknown: dict[int, bytes]) -> UnknownTags:
    """The kept tags in the order in which they are written again."""
    if sum(map(len, unknown.values())) > UNKNOWN_TAG_BYTES_MAX:
        raise ValueError("too many bytes in unknown tagged fields")
    return tuple(sorted(unknown.items()))


def write_tags(append: Append, tags: list[tuple[int, bytes]], unknown: UnknownTags) -> None:
    """Write a tag section: known tags with their bytes, and the unknown ones kept from reading."""
    tags.extend(unknown)
    tags.sort()
    append(uvarint(len(tags)))
    last = -1
    for tag, data in tags:
        if not last < tag <= TAG_MAX:
            raise ValueError("a tag is used twice or out of range")
        last = tag
        append(uvarint(tag) + uvarint(len(data)))
        append(data)
