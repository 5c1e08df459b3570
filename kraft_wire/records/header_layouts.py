"""The headers of a record: read in one piece where they are laid out like those before.

What lies between the values of a block of headers (their number, names and lengths) is the same in
most records of a topic. So a block that was read leaves its layout: a `struct` that cuts blocks of
that size into fixed pieces and values. Where the fixed pieces are equal, so is what they mean.
"""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.limits import RECORD_HEADERS_MAX
from kraft_wire.records.zigzag import read_varint

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_wire.records.record import Headers

_SIZES_MAX: Final = 256
_HEADERS_MAX: Final = 16
_FIXED_BYTES_MAX: Final = 1024
"""What is remembered stays small, whatever a peer sends."""


class BlockLayout(NamedTuple):
    """How to cut a block: fixed pieces and values take turns."""

    unpack: Callable[[bytes], tuple[bytes, ...]]
    fixed: tuple[bytes, ...]
    names: tuple[str, ...]


_LAYOUTS: Final[dict[int, BlockLayout]] = {}
"""The layout of blocks by their size."""

_MISSES: Final[dict[int, int]] = {}
"""How many blocks of a size had no layout that fits. A new one is made for the first, the second,
the fourth and so on, so that headers which always differ cost little."""


def read_headers(block: bytes) -> Headers:
    """Read the headers that fill `block`, which begins with their number.

    Raises ValueError or IndexError for all but the common forms.
    """
    layout = _LAYOUTS.get(len(block))
    if layout is not None:
        unpack, fixed, names = layout
        parts = unpack(block)
        if parts[::2] == fixed:
            return tuple(zip(names, parts[1::2]))  # noqa: B905  # the fixed pieces are equal
    headers, ends = _parsed(block)
    if len(_MISSES) >= _SIZES_MAX and len(block) not in _MISSES:
        _LAYOUTS.clear()
        _MISSES.clear()
    misses = _MISSES[len(block)] = _MISSES.get(len(block), 0) + 1
    if not misses & (misses - 1) and len(headers) <= _HEADERS_MAX:
        _keep_layout(block, headers, ends)
    return headers


def _parsed(block: bytes) -> tuple[Headers, list[int]]:
    """Read headers one by one; return them and where each ends."""
    count, position = block[0], 1
    if count > 0x7F:
        count, position = read_varint(block, 0)
    if count & 1 or count > 2 * RECORD_HEADERS_MAX:
        raise ValueError
    headers: list[tuple[str, bytes | None]] = []
    ends = []
    for _ in range(count >> 1):
        odd, position = block[position], position + 1
        if odd > 0x7F:
            odd, position = read_varint(block, position - 1)
        name = block[position : (position := position + (odd >> 1))].decode()
        size, position = block[position], position + 1
        value = None
        if size != 1:
            if size > 0x7F:
                size, position = read_varint(block, position - 1)
            odd |= size
            value = block[position : (position := position + (size >> 1))]
        if odd & 1:
            raise ValueError
        headers.append((name, value))
        ends.append(position)
    if position != len(block):
        raise ValueError
    return tuple(headers), ends


def _keep_layout(block: bytes, headers: Headers, ends: list[int]) -> None:
    """Remember how this block is laid out, unless a value is null: that has no place in it."""
    fixed: list[bytes] = []
    form = []
    start = 0
    for (_, value), end in zip(headers, ends, strict=True):
        if value is None:
            return
        fixed.append(block[start : end - len(value)])
        form.append(f"{len(fixed[-1])}s{len(value)}s")
        start = end
    if sum(map(len, fixed)) > _FIXED_BYTES_MAX:
        return
    names = tuple(name for name, _ in headers)
    _LAYOUTS[len(block)] = BlockLayout(Layout("".join(form)).unpack, tuple(fixed), names)
