"""Precompiled layouts of whole records: the quickest way to read most of them.

The length of a record, the length of its key and the widths of its two deltas decide where
everything lies, as long as it has no headers. So for each such combination one `struct` layout
reads the whole record in one call. What it gives holds only if the length of the value that stands
in the bytes is the one that follows from the other lengths, if there are no headers, and if the
deltas have the widths that were supposed: the reader compares and goes the slower way otherwise.
"""

from __future__ import annotations

from functools import cache
from struct import Struct as Layout
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Shape = tuple[Callable[[bytes, int], tuple[int, int, bytes, int, bytes, int]], int, int, bool]
    """Reader of (timestamp delta, offset delta, key, value length, value, header count), all
    numbers as they stand in the bytes; size of the record; the value length that must stand
    there; whether there is a key."""

WIDE_DELTA_FROM: Final = 64
"""From this offset delta on it takes two bytes..."""

LONG_DELTA_FROM: Final = 8192
"""...and from this one on three, which no shape has."""

_SHAPES_MAX: Final = 2048
_SHAPES_PER_BATCH: Final = 12
_SHAPES_PER_BATCH_IF_FULL: Final = 2


def _no_shape(_payload: bytes, _position: int) -> tuple[int, int, bytes, int, bytes, int]:
    return 0, 0, b"", 0, b"", 1


class ShapeTable(dict[int, "Shape"]):
    """The shapes for one or two bytes of timestamp delta and of offset delta, made when asked for.

    The key is the length as it stands in the bytes (two of them big-endian) times 256, plus the
    byte of the key's length. A missing one raises KeyError when the `budget` of the batch is used
    up. A table that is full forgets everything and grants less from then on: where records differ
    so much, shapes do not pay.
    """

    __slots__ = ("budget", "grant", "time_wide", "wide")

    def __init__(self, time_wide: int, wide: int) -> None:
        super().__init__()
        self.time_wide = time_wide
        self.wide = wide
        self.budget = 0
        self.grant = _SHAPES_PER_BATCH

    def __missing__(self, key: int) -> Shape:
        if not self.budget:
            raise KeyError(key)
        self.budget -= 1
        if len(self) >= _SHAPES_MAX:
            self.clear()
            self.grant = _SHAPES_PER_BATCH_IF_FULL
        shape = self[key] = self._compiled(key >> 8, key & 0xFF)
        return shape

    def _compiled(self, raw_length: int, raw_key: int) -> Shape:
        wide_length = raw_length > 0xFF
        length = raw_length
        if wide_length:
            length = (raw_length >> 8 & 0x7F) | (raw_length & 0x7F) << 7
        key_size = raw_key >> 1
        room = (length >> 1) - 5 - self.time_wide - self.wide - key_size
        bad_key = raw_key > 0x7F or (raw_key & 1 and raw_key != 1)
        if length & 1 or raw_length & 0x80 or bad_key or room < 1:
            return _no_shape, 0, 0, False
        wide_value = room > WIDE_DELTA_FROM
        value_size = room - 1 - wide_value
        layout = Layout(
            f">{2 + wide_length}x{'BH'[self.time_wide]}{'BH'[self.wide]}x{key_size}s"
            f"{'BH'[wide_value]}{value_size}sB"
        )
        return layout.unpack_from, layout.size, raw_varint(value_size), raw_key != 1


_TABLES: Final = tuple(ShapeTable(time_wide, wide) for time_wide in (0, 1) for wide in (0, 1))


def begin_batch() -> None:
    """Grant a batch the shapes that it may add."""
    for table in _TABLES:
        table.budget = table.grant


def shape_tables(delta: int) -> tuple[int, ShapeTable, ShapeTable]:
    """Whether an offset delta is wide (0 or 1), and the tables for one and two bytes of time."""
    wide = int(delta >= WIDE_DELTA_FROM)
    return wide, _TABLES[wide], _TABLES[2 + wide]


def raw_varint(value: int) -> int:
    """The one or two bytes of a number from 0 to 8191 as zigzag varint, read big-endian."""
    zigzag = value << 1
    return zigzag if zigzag < 0x80 else (zigzag & 0x7F | 0x80) << 8 | zigzag >> 7


@cache
def raw_varints() -> tuple[int, ...]:
    """All of them up to 8191."""
    return tuple(map(raw_varint, range(LONG_DELTA_FROM)))
