"""Precompiled layouts of whole records: the quickest way to read most of them.

The length of a record, the length of its key, the size of its headers and the widths of its two
deltas decide where everything lies. So for each such combination one `struct` layout reads the
whole record in one call. The size of the headers and the widths are supposed to be those of the
record before; what the layout gives holds only if the length of the value that stands in the bytes
is the one that follows, and if the deltas have those widths. The reader compares, and goes the
slower way otherwise.
"""

from __future__ import annotations

from functools import cache
from struct import Struct as Layout
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    Shape = tuple[Callable[[bytes, int], tuple[int, int, bytes, int, bytes, bytes]], int, int, bool]
    """Reader of (timestamp delta, offset delta, key, value length, value, headers), all numbers as
    they stand in the bytes; size of the record; the value length that must stand there; whether
    there is a key."""

WIDE_DELTA_FROM: Final = 64
"""From this offset delta on it takes two bytes..."""

LONG_DELTA_FROM: Final = 8192
"""...and from this one on three, which no shape has."""

NO_HEADERS: Final = b"\x00"
"""The headers of a record that has none: their number."""

_SHAPES_MAX: Final = 2048
_SHAPES_MAX_WITH_HEADERS: Final = 256
_SHAPES_PER_BATCH: Final = 12
_SHAPES_PER_BATCH_IF_FULL: Final = 2
_SHAPES_PER_RUN: Final = 2
_HEADER_SIZES_MAX: Final = 16


def _no_shape(_payload: bytes, _position: int) -> tuple[int, int, bytes, int, bytes, bytes]:
    return 0, 0, b"", -1, b"", b""


class ShapeTable(dict[int, "Shape"]):
    """The shapes for one or two bytes of timestamp delta and of offset delta, made when asked for.

    `tail` is the size of the headers with their number. The key is the length as it stands in the
    bytes (two of them big-endian) times 256, plus the byte of the key's length. A missing one
    raises KeyError when the `budget` of the batch is used up. A table that is full forgets
    everything and grants less from then on: where records differ so much, shapes do not pay.
    """

    __slots__ = ("budget", "grant", "tail", "time_wide", "wide")

    def __init__(self, time_wide: int, wide: int, tail: int) -> None:
        super().__init__()
        self.time_wide = time_wide
        self.wide = wide
        self.tail = tail
        self.budget = self.grant = _SHAPES_PER_BATCH

    def __missing__(self, key: int) -> Shape:
        if not self.budget:
            raise KeyError(key)
        self.budget -= 1
        if len(self) >= (_SHAPES_MAX if self.tail == 1 else _SHAPES_MAX_WITH_HEADERS):
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
        room = (length >> 1) - 4 - self.time_wide - self.wide - key_size - self.tail
        bad_key = raw_key > 0x7F or (raw_key & 1 and raw_key != 1)
        if length & 1 or raw_length & 0x80 or bad_key or room < 1:
            return _no_shape, 0, 0, False
        wide_value = room > WIDE_DELTA_FROM
        value_size = room - 1 - wide_value
        layout = Layout(
            f"<{2 + wide_length}x{'BH'[self.time_wide]}{'BH'[self.wide]}x{key_size}s"
            f"{'BH'[wide_value]}{value_size}s{self.tail}s"
        )
        return layout.unpack_from, layout.size, raw_varint(value_size), raw_key != 1


_TABLES: Final[dict[int, tuple[ShapeTable, ...]]] = {}


def begin_batch() -> None:
    """Grant a batch the shapes that it may add for records without headers."""
    for table in _TABLES.get(len(NO_HEADERS), ()):
        table.budget = table.grant


def shape_tables(delta: int, tail: int) -> tuple[int, ShapeTable, ShapeTable]:
    """The place of the key's length, and the tables for one and for two bytes of time.

    The place holds for a length and a time of one byte. `tail` is the size of the headers; each
    time that a batch comes to another one it may add a few shapes.
    """
    tables = _TABLES.get(tail)
    if tables is None:
        if len(_TABLES) >= _HEADER_SIZES_MAX:
            _TABLES.clear()
        tables = tuple(ShapeTable(time, wide, tail) for time in (0, 1) for wide in (0, 1))
        _TABLES[tail] = tables
    wide = int(delta >= WIDE_DELTA_FROM)
    quick, slow = tables[wide], tables[2 + wide]
    if tail > len(NO_HEADERS):
        quick.budget = max(quick.budget, _SHAPES_PER_RUN)
        slow.budget = max(slow.budget, _SHAPES_PER_RUN)
    return 4 + wide, quick, slow


def raw_varint(value: int) -> int:
    """The one or two bytes of a number from 0 to 8191 as zigzag varint, read little-endian."""
    zigzag = value << 1
    return zigzag if zigzag < 0x80 else zigzag & 0x7F | 0x80 | zigzag >> 7 << 8


@cache
def raw_varints() -> tuple[int, ...]:
    """All of them up to 8191."""
    return tuple(map(raw_varint, range(LONG_DELTA_FROM)))
