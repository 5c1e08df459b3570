"""Arrays of numbers, uuids, strings and bytes, read and written in one call.

Arrays of structures have generated readers of their own. As in `primitives`, a bare `ValueError`,
`IndexError` or `struct.error` says that the bytes are bad.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.limits import ARRAY_ELEMENTS_MAX
from kraft_wire.primitives import (
    UUIDS,
    octets,
    read_uvarint,
    text_length_not_null,
    text_uvarint,
    uvarint,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_wire.primitives import Append, Uuid

__all__ = [
    "PACK_BOOLS",
    "PACK_FLOAT64S",
    "PACK_INT8S",
    "PACK_INT16S",
    "PACK_INT32S",
    "PACK_INT64S",
    "PACK_UINT16S",
    "PACK_UINT32S",
    "READ_BOOLS",
    "READ_FLOAT64S",
    "READ_INT8S",
    "READ_INT16S",
    "READ_INT32S",
    "READ_INT64S",
    "READ_UINT16S",
    "READ_UINT32S",
    "UNPACK_BOOLS",
    "UNPACK_FLOAT64S",
    "UNPACK_INT8S",
    "UNPACK_INT16S",
    "UNPACK_INT32S",
    "UNPACK_INT64S",
    "UNPACK_UINT16S",
    "UNPACK_UINT32S",
    "Pack",
    "Unpack",
    "check_bools",
    "pack_many",
    "read_compact_blobs",
    "read_compact_texts",
    "read_fixed_blobs",
    "read_fixed_texts",
    "read_numbers",
    "read_uuids",
    "unpack_many",
    "write_compact_blobs",
    "write_compact_texts",
    "write_fixed_blobs",
    "write_fixed_texts",
    "write_uuids",
]

Unpack = Callable[[bytes, int], tuple[Any, ...]]
Pack = Callable[..., bytes]

_INT16: Final = Layout(">h")
_INT32: Final = Layout(">i")
_UUID: Final = Layout("16s")


def _unpack_table(code: str) -> tuple[Unpack, ...]:
    return tuple(Layout(f">{count}{code}").unpack_from for count in range(16))


def _compact_table(code: str) -> tuple[Unpack, ...]:
    layouts = (Layout(f">x{count}{code}") for count in range(15))
    return (_refuse_null, *(layout.unpack_from for layout in layouts))


def _refuse_null(*_: object) -> tuple[Any, ...]:
    raise ValueError("null array")


def _pack_table(code: str) -> tuple[Pack, ...]:
    return tuple(Layout(f">{count}{code}").pack for count in range(16))


READ_BOOLS: Final = _compact_table("?")
READ_INT8S: Final = _compact_table("b")
READ_INT16S: Final = _compact_table("h")
READ_UINT16S: Final = _compact_table("H")
READ_INT32S: Final = _compact_table("i")
READ_UINT32S: Final = _compact_table("I")
READ_INT64S: Final = _compact_table("q")
READ_FLOAT64S: Final = _compact_table("d")
"""Readers of arrays by their compact length (the count plus one), at which they begin."""

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


def read_numbers(code: str, length: int) -> Unpack:
    """Return a reader of arrays by their compact length, above those of the tables."""
    return Layout(f">x{length - 1}{code}").unpack_from


def unpack_many(code: str, count: int) -> Unpack:
    """Return a reader of `count` numbers, for arrays that the tables above are too short for."""
    return Layout(f">{count}{code}").unpack_from


def pack_many(code: str, count: int) -> Pack:
    """Return a writer of `count` numbers, for arrays that the tables above are too short for."""
    return Layout(f">{count}{code}").pack


def check_bools(items: tuple[bool, ...]) -> None:
    """Refuse an array of booleans with other elements: `struct` would write their truth value."""
    for item in items:
        if item is not True and item is not False:
            raise ValueError("bool is neither true nor false")


def _text_tuple(items: Iterable[str]) -> tuple[str, ...]:
    """Return the strings of an array. Raises TypeError for a single string."""
    _refuse_text(items)
    return tuple(items)


def _refuse_text(items: object) -> None:
    if isinstance(items, str):
        raise TypeError("a str where an array of strings is due")


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
        append(_UUID.pack(item))


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
    _refuse_text(items)
    for item in items:
        data = item.encode()
        append(text_uvarint(len(data) + 1))
        append(data)


def write_fixed_texts(append: Append, items: tuple[str, ...]) -> None:
    """Write the elements of an array of strings in a version that is not flexible."""
    _refuse_text(items)
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
        data = octets(item)
        append(uvarint(len(data) + 1))
        append(data)


def write_fixed_blobs(append: Append, items: tuple[bytes, ...]) -> None:
    """Write the elements of an array of bytes in a version that is not flexible."""
    for item in items:
        data = octets(item)
        append(_INT32.pack(len(data)))
        append(data)
