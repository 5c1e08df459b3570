"""Varints, lengths, tags and uuids: the only byte handling that is written by hand.

The generated codecs read fixed fields with `struct` and one-byte lengths themselves; what is
longer or rarer comes here. Readers take `(buffer, position)` and return the value and the new
position. They raise a bare `ValueError`, `IndexError` or `struct.error` on bad bytes: `Message`
turns it into the typed refusal, which `inspection` finds by reading again, carefully.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import partial
from struct import Struct as Layout
from typing import Any, Final

from kraft_wire.limits import (
    ARRAY_ELEMENTS_MAX,
    INTERNED_UUIDS_MAX,
    STRING_BYTES_MAX,
    TAG_MAX,
    TAGGED_FIELDS_MAX,
    UNKNOWN_TAG_BYTES_MAX,
)

Append = Callable[[bytes], object]
"""Where writers put their pieces: the `append` of a list that is joined at the end."""

Unpack = Callable[[bytes, int], tuple[Any, ...]]

Pack = Callable[..., bytes]

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


class _Uuids(dict[bytes, Uuid]):
    """Uuids by their bytes: a log or a cluster has few of them, and repeats them without end."""

    def __missing__(self, raw: bytes) -> Uuid:
        if len(self) >= INTERNED_UUIDS_MAX:
            self.clear()
        made = self[raw] = Uuid(raw)
        return made


UUIDS: Final = _Uuids()
"""`UUIDS[raw]` is the Uuid of sixteen bytes, made once and then shared."""


def new(cls: type[Any]) -> Callable[[], Any]:
    """A function that makes an instance whose slots are empty, for a reader to fill."""
    return partial(object.__new__, cls)


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


BYTES: Final = tuple(bytes((value,)) for value in range(128))
"""The lengths that one byte holds."""

_SMALL: Final = tuple(_uvarint(value) for value in range(2048))


def uvarint(value: int) -> bytes:
    """Encode an unsigned varint; lengths and counts up to 2046 come out of a table."""
    return _SMALL[value] if value < 2048 else _uvarint(value)


# In compact form the readers of generated code stay at the last byte of a length, which is the
# length plus one, 0 for null: so the content ends at `position + length` with nothing to add.


def _long_length(buffer: bytes, position: int, low: int) -> tuple[int, int]:
    """Read a length whose first byte, `low`, is above 127; return it and its last position."""
    byte = buffer[position + 1]
    if byte < 0x80:
        return low - 0x80 + (byte << 7), position + 1
    length, end = read_uvarint(buffer, position)
    return length, end - 1


def text_length(buffer: bytes, position: int, low: int) -> tuple[int, int]:
    """Read the length of a string."""
    length, position = _long_length(buffer, position, low)
    if length > STRING_BYTES_MAX + 1:
        raise ValueError("string is too long")
    return length, position


def text_length_not_null(buffer: bytes, position: int, low: int) -> tuple[int, int]:
    """Read the length of a string that may not be null."""
    if low:
        length, position = text_length(buffer, position, low)
        if length:
            return length, position
    raise ValueError("null string")


def long_blob_length(buffer: bytes, position: int) -> tuple[int, int]:
    """Read the length of bytes; `position` is at its second byte."""
    length, position = read_uvarint(buffer, position - 1)
    return length, position - 1


def count_length(buffer: bytes, position: int, low: int) -> tuple[int, int]:
    """Read the count of an array."""
    count, position = _long_length(buffer, position, low)
    if count > ARRAY_ELEMENTS_MAX + 1:
        raise ValueError("array is too long")
    return count, position


def count_length_not_null(buffer: bytes, position: int, low: int) -> tuple[int, int]:
    """Read the count of an array that may not be null."""
    if low:
        count, position = count_length(buffer, position, low)
        if count:
            return count, position
    raise ValueError("null array")


def text_uvarint(length: int) -> bytes:
    """Encode the compact length (plus one) of a string."""
    if length > STRING_BYTES_MAX + 1:
        raise ValueError("string is too long")
    return uvarint(length)


def _unpack_table(code: str) -> tuple[Unpack, ...]:
    return tuple(Layout(f">{count}{code}").unpack_from for count in range(16))


def _pack_table(code: str) -> tuple[Pack, ...]:
    return tuple(Layout(f">{count}{code}").pack for count in range(16))


UNPACK_BOOLS: Final = _unpack_table("?")
UNPACK_INT8S: Final = _unpack_table("b")
UNPACK_INT16S: Final = _unpack_table("h")
UNPACK_UINT16S: Final = _unpack_table("H")
UNPACK_INT32S: Final = _unpack_table("i")
UNPACK_UINT32S: Final = _unpack_table("I")
UNPACK_INT64S: Final = _unpack_table("q")
UNPACK_FLOAT64S: Final = _unpack_table("d")
PACK_BOOLS: Final = _pack_table("?")
PACK_INT8S: Final = _pack_table("b")
PACK_INT16S: Final = _pack_table("h")
PACK_UINT16S: Final = _pack_table("H")
PACK_INT32S: Final = _pack_table("i")
PACK_UINT32S: Final = _pack_table("I")
PACK_INT64S: Final = _pack_table("q")
PACK_FLOAT64S: Final = _pack_table("d")


def unpack_many(code: str, count: int) -> Unpack:
    """A reader of `count` numbers, for arrays that the tables above are too short for."""
    return Layout(f">{count}{code}").unpack_from


def pack_many(code: str, count: int) -> Pack:
    """A writer of `count` numbers, for arrays that the tables above are too short for."""
    return Layout(f">{count}{code}").pack


def _check_count(buffer: bytes, position: int, count: int) -> None:
    if count > ARRAY_ELEMENTS_MAX or count > len(buffer) - position:
        raise ValueError("array is longer than the bytes that remain")


def read_uuids(buffer: bytes, position: int, count: int) -> tuple[tuple[Uuid, ...], int]:
    """Read the elements of an array of uuids."""
    _check_count(buffer, position, count)
    end = position + 16 * count
    if end > len(buffer):
        raise ValueError("uuids are cut short")
    return tuple(UUIDS[buffer[at : at + 16]] for at in range(position, end, 16)), end


def write_uuids(append: Append, items: tuple[Uuid, ...]) -> None:
    """Write the elements of an array of uuids."""
    for item in items:
        if len(item) != 16:
            raise ValueError("uuid has not 16 bytes")
        append(item)


def read_compact_texts(buffer: bytes, position: int, count: int) -> tuple[tuple[str, ...], int]:
    """Read the elements of an array of strings in a flexible version."""
    _check_count(buffer, position, count)
    items = []
    for _ in range(count):
        length = buffer[position]
        if not 0 < length < 128:
            length, position = text_length_not_null(buffer, position, length)
        end = position + length
        items.append(buffer[position + 1 : end].decode())
        position = end
    return tuple(items), position


def read_fixed_texts(buffer: bytes, position: int, count: int) -> tuple[tuple[str, ...], int]:
    """Read the elements of an array of strings in a version that is not flexible."""
    _check_count(buffer, position, count)
    items = []
    for _ in range(count):
        (length,) = _INT16.unpack_from(buffer, position)
        if length < 0:
            raise ValueError("null string")
        position += 2
        end = position + length
        items.append(buffer[position:end].decode())
        position = end
    return tuple(items), position


def write_compact_texts(append: Append, items: tuple[str, ...]) -> None:
    """Write the elements of an array of strings in a flexible version."""
    for item in items:
        data = item.encode()
        append(text_uvarint(len(data) + 1))
        append(data)


def write_fixed_texts(append: Append, items: tuple[str, ...]) -> None:
    """Write the elements of an array of strings in a version that is not flexible."""
    for item in items:
        data = item.encode()
        append(_INT16.pack(len(data)))
        append(data)


def read_compact_blobs(buffer: bytes, position: int, count: int) -> tuple[tuple[bytes, ...], int]:
    """Read the elements of an array of bytes in a flexible version."""
    _check_count(buffer, position, count)
    items = []
    for _ in range(count):
        length, position = read_uvarint(buffer, position)
        if not length:
            raise ValueError("null bytes")
        end = position + length - 1
        items.append(buffer[position:end])
        position = end
    return tuple(items), position


def read_fixed_blobs(buffer: bytes, position: int, count: int) -> tuple[tuple[bytes, ...], int]:
    """Read the elements of an array of bytes in a version that is not flexible."""
    _check_count(buffer, position, count)
    items = []
    for _ in range(count):
        (length,) = _INT32.unpack_from(buffer, position)
        if length < 0:
            raise ValueError("null bytes")
        position += 4
        end = position + length
        items.append(buffer[position:end])
        position = end
    return tuple(items), position


def write_compact_blobs(append: Append, items: tuple[bytes, ...]) -> None:
    """Write the elements of an array of bytes in a flexible version."""
    for item in items:
        append(uvarint(len(item) + 1))
        append(item)


def write_fixed_blobs(append: Append, items: tuple[bytes, ...]) -> None:
    """Write the elements of an array of bytes in a version that is not flexible."""
    for item in items:
        append(_INT32.pack(len(item)))
        append(item)


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
