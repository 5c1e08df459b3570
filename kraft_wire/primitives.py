"""Varints, lengths, tags and uuids: the only hand-written byte handling.

The generated codecs read fixed fields with `struct` and one-byte lengths themselves; what is
longer or rarer comes here. Readers take `(buffer, position)` and return the value and the new
position. They raise a bare `ValueError`, `IndexError` or `struct.error` on bad bytes: `Message`
turns it into the typed refusal, which `inspection` finds by reading again, carefully.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import partial
from typing import Any, Final, Self

from kraft_wire.limits import (
    ARRAY_ELEMENTS_MAX,
    INTERNED_UUIDS_MAX,
    STRING_BYTES_MAX,
    TAG_MAX,
    TAGGED_FIELDS_MAX,
    UNKNOWN_TAG_BYTES_MAX,
)

__all__ = [
    "BYTES",
    "UUIDS",
    "ZERO_UUID",
    "Append",
    "UnknownTags",
    "Uuid",
    "byte_view",
    "count_length",
    "count_length_not_null",
    "count_uvarint",
    "keep_unknown_tag",
    "long_blob_length",
    "new",
    "octets",
    "read_tag",
    "read_tag_count",
    "read_unknown_tags",
    "read_uvarint",
    "sorted_tags",
    "text_length",
    "text_length_not_null",
    "text_uvarint",
    "uvarint",
    "write_tags",
]

Append = Callable[[Any], object]
"""Where writers put their pieces, bytes or memoryviews: the `append` of a list that is joined."""

UnknownTags = tuple[tuple[int, bytes], ...]
"""Tagged fields that this schema does not know: (tag, bytes) in ascending order of tags."""


class Uuid(bytes):
    """Sixteen bytes, printed as Kafka prints them: base64url without padding.

    `Uuid.parse` reads that form. Kafka's `org.apache.kafka.common.Uuid`; all zero means "none".
    Raises TypeError for anything but bytes, ValueError for another number of them.
    """

    __slots__ = ()

    def __new__(cls, value: bytes | bytearray | memoryview) -> Self:
        """Make a uuid of its bytes."""
        made = super().__new__(cls, memoryview(value))
        if len(made) != 16:
            raise ValueError(f"a uuid must have 16 bytes, not {len(made)}")
        return made

    @classmethod
    def parse(cls, text: str) -> Uuid:
        """Read 22 characters of base64url (24 with padding); raises ValueError for all else."""
        if len(text) not in (22, 24) or not text.isascii():
            raise ValueError(f"{text!r} is not a valid uuid in base64url")
        stripped = text.rstrip("=")
        if len(stripped) != 22 or not _BASE64URL.issuperset(stripped):
            raise ValueError(f"{text!r} is not a valid uuid in base64url")
        return cls(base64.urlsafe_b64decode(stripped + "=="))

    def __str__(self) -> str:
        return base64.urlsafe_b64encode(self)[:22].decode()

    def __repr__(self) -> str:
        return f"Uuid.parse({str(self)!r})"


_BASE64URL: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

ZERO_UUID: Final = Uuid(bytes(16))


class _Uuids(dict[bytes, Uuid]):
    """Uuids by their bytes: a log or a cluster has few of them, often repeated."""

    def __missing__(self, raw: bytes) -> Uuid:
        if len(self) >= INTERNED_UUIDS_MAX:
            self.clear()
        made = self[raw] = bytes.__new__(Uuid, raw)  # a uuid is always 16 bytes
        return made


UUIDS: Final = _Uuids()
"""`UUIDS[raw]` is the Uuid of sixteen bytes, made once and then shared."""


def new(cls: type[Any]) -> Callable[[], Any]:
    """Return a function that makes an instance whose slots are empty, for a reader to fill."""
    return partial(object.__new__, cls)


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
    """Read the length of a string that cannot be null."""
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
    """Read the count of an array that cannot be null."""
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


def count_uvarint(length: int) -> bytes:
    """Encode the compact count (plus one) of an array."""
    if length > ARRAY_ELEMENTS_MAX + 1:
        raise ValueError("array is too long")
    return uvarint(length)


def byte_view(data: bytes | bytearray | memoryview) -> memoryview:
    """Return a view of single bytes, whatever the items and dimensions of the buffer.

    Nothing is copied but the bytes of a view with gaps. Raises TypeError for anything but a buffer.
    """
    view = memoryview(data)
    if view.format == "B" and view.ndim == 1 and view.c_contiguous:
        return view
    try:
        return view.cast("B")
    except (TypeError, ValueError):  # gaps, or items that are not of this machine
        return memoryview(view.tobytes())


def octets(value: object) -> bytes | memoryview:
    """Return a view of the value of a bytes field that is not plain bytes.

    A memoryview must be of single bytes: `len` of another counts items. Only one with gaps is
    copied.
    """
    if isinstance(value, memoryview) and (value.itemsize, value.ndim) != (1, 1):
        raise ValueError("memoryview is not of single bytes")
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"{type(value).__name__} is not bytes")
    return byte_view(value)


def read_unknown_tags(buffer: bytes, position: int) -> tuple[UnknownTags, int]:
    """Read the tag section of a structure without known tags; `position` is that of its count."""
    count, position = read_tag_count(buffer, position)
    unknown: dict[int, bytes] = {}
    for _ in range(count):
        tag, size, position = read_tag(buffer, position)
        keep_unknown_tag(unknown, tag, buffer, position, position + size)
        position += size
    return sorted_tags(unknown), position


def read_tag_count(buffer: bytes, position: int) -> tuple[int, int]:
    """Read the number of tagged fields."""
    count, position = read_uvarint(buffer, position)
    if count > TAGGED_FIELDS_MAX or count > len(buffer) - position:
        raise ValueError("too many tagged fields")
    return count, position


def read_tag(buffer: bytes, position: int) -> tuple[int, int, int]:
    """Read tag and size of a tagged field; return them and where the field begins."""
    tag, position = read_uvarint(buffer, position)
    size, position = read_uvarint(buffer, position)
    return tag, size, position


def keep_unknown_tag(
    unknown: dict[int, bytes], tag: int, buffer: bytes, position: int, end: int
) -> None:
    """Keep the bytes of a tag that the schema does not know."""
    if tag in unknown or tag > TAG_MAX or end > len(buffer):
        raise ValueError("bad tagged field")
    unknown[tag] = buffer[position:end]


def sorted_tags(unknown: dict[int, bytes]) -> UnknownTags:
    """Return the kept tags in the order in which they are written."""
    if sum(map(len, unknown.values())) > UNKNOWN_TAG_BYTES_MAX:
        raise ValueError("too many bytes in unknown tagged fields")
    return tuple(sorted(unknown.items()))


def write_tags(
    append: Append, tags: list[tuple[int, bytes]], unknown: UnknownTags, defined: int = 0
) -> None:
    """Write a tag section: known tags in order with their bytes, and the unknown ones kept.

    Tags below `defined` are those of the schema, in this version or another.
    """
    if unknown:
        _add_unknown_tags(tags, unknown, defined)
    append(uvarint(len(tags)))
    for tag, data in tags:
        size = len(data)
        append(_SMALL[tag] + _SMALL[size] if tag < 2048 > size else uvarint(tag) + uvarint(size))
        append(data)


def _add_unknown_tags(tags: list[tuple[int, bytes]], unknown: UnknownTags, defined: int) -> None:
    if not isinstance(unknown, (tuple, list)):
        raise TypeError("tagged fields are a tuple")
    size = 0
    for tag, data in unknown:
        if not isinstance(data, bytes) or not isinstance(tag, int) or not defined <= tag <= TAG_MAX:
            raise ValueError("an unknown tagged field must be an undefined tag and bytes")
        tags.append((tag, data))
        size += len(data)
    tags.sort()
    if len({tag for tag, _ in tags}) < len(tags):
        raise ValueError("a tag is used twice")
    if len(tags) > TAGGED_FIELDS_MAX or size > UNKNOWN_TAG_BYTES_MAX:
        raise ValueError("too many tagged fields")
