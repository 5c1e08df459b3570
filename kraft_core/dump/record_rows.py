"""The records of a batch of format 2, taken apart as far as a line of text needs it.

Kafka's `DefaultRecord`, in one loop: this is where the time of a dump goes, so numbers of one and
two bytes are read in place. Reading ends where Java throws; what came before counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.dump.java_values import long_of, text_of
from kraft_core.dump.report import StoppedError
from kraft_wire import native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_core.dump.batch_text import BatchHeader

Headers = tuple[tuple[str, bytes | None], ...]
Row = tuple[int, int, int, int, int, int, Headers]
"""Offset, timestamp, size of the key (-1: null) and where it begins, the same of the value, and the
headers."""

_ZIGZAG: Final = tuple((byte >> 1) ^ -(byte & 1) for byte in range(128))
_SIZES: Final = tuple(max(size, -1) for size in _ZIGZAG)
_FAR: Final = 2**62
"""Below this, no offset or timestamp that Java computes wraps."""

_compiled: Final = native.compiled
_ROW: Final = 2
"""The form of records that the engine calls a row."""

RUN: Final = 1 << 14
"""Records that are read before they are given out: a batch may hold millions."""


def row_runs(data: bytes, position: int, header: BatchHeader) -> Iterator[list[Row]]:
    """Read the records that begin at `position` and must end with `data`, some at a time.

    Raises StoppedError at the first that is bad, when those before it were given out.
    """
    left = header.record_count
    if left < 0:
        raise StoppedError(f"the batch counts {left} records")
    far = max(abs(header.base_offset), abs(header.base_timestamp)) > _FAR
    while left:
        rows: list[Row] = []
        fault: str | None = None
        try:
            rows, position = _read_ordinary(data, position, header, left)
            position = _read(data, position, header, min(left, RUN) - len(rows), rows.append)
            left -= len(rows)
            if not left and position != len(data):
                rows.pop()
                fault = "the batch holds more than the records that it counts"
        except IndexError:
            fault = "a record goes on beyond its batch"
        except ValueError as error:
            fault = str(error)
        if far or header.append_time is not None:
            rows = [_corrected(row, header.append_time) for row in rows]
        yield rows
        if fault:
            raise StoppedError(fault)


def _read_ordinary(
    data: bytes, position: int, header: BatchHeader, left: int
) -> tuple[list[Row], int]:
    """Have the compiled engine read records up to the first that is not of the common form."""
    if _compiled is None:
        return [], position
    base = (header.base_offset, header.base_timestamp, -1, None, 0, False)
    found: tuple[list[Row], int] = _compiled.read_records(data, position, left, RUN, base, _ROW)
    return found


def key_of(data: bytes, row: Row) -> bytes | None:
    """Cut the key of a record out of the bytes that it was read from."""
    size, start = row[2], row[3]
    return None if size < 0 else data[start : start + size]


def value_of(data: bytes, row: Row) -> bytes | None:
    """Cut the value of a record out of the bytes that it was read from."""
    size, start = row[4], row[5]
    return None if size < 0 else data[start : start + size]


def _read(
    data: bytes, position: int, header: BatchHeader, count: int, append: Callable[[Row], object]
) -> int:
    """Read so many records; return where the last one ends."""
    zigzag, sizes = _ZIGZAG, _SIZES
    base_offset, base_timestamp = header.base_offset, header.base_timestamp
    for _ in range(count):
        if (byte := data[position]) < 128:
            size, position = zigzag[byte], position + 1
        elif (more := data[position + 1]) < 128:
            size, position = (more << 6 | (byte & 127) >> 1) ^ -(byte & 1), position + 2
        else:
            size, position = _varint(data, position)
        end = position + size
        position += 1  # attributes, none of them in use
        if (byte := data[position]) < 128:
            timestamp, position = base_timestamp + zigzag[byte], position + 1
        elif (more := data[position + 1]) < 128:
            timestamp = base_timestamp + ((more << 6 | (byte & 127) >> 1) ^ -(byte & 1))
            position += 2
        else:
            timestamp, position = _timestamp(data, position, base_timestamp)
        if (byte := data[position]) < 128:
            offset, position = base_offset + zigzag[byte], position + 1
        elif (more := data[position + 1]) < 128:
            offset = base_offset + ((more << 6 | (byte & 127) >> 1) ^ -(byte & 1))
            position += 2
        else:
            offset, position = _varint(data, position)
            offset += base_offset
        if (byte := data[position]) < 128:
            key_size, key = sizes[byte], position + 1
        else:
            key_size, key = _size(data, position)
        position = key + key_size if key_size > 0 else key
        if (byte := data[position]) < 128:
            value_size, value = sizes[byte], position + 1
        elif (more := data[position + 1]) < 128 and not byte & 1:
            value_size, value = more << 6 | (byte & 127) >> 1, position + 2
        else:
            value_size, value = _size(data, position)
        position = value + value_size if value_size > 0 else value
        if data[position]:
            headers, position = _headers(data, position)
        else:
            headers, position = (), position + 1
        if position != end:
            raise ValueError(f"a record of {size} bytes holds {position - end + size}")
        append((offset, timestamp, key_size, key, value_size, value, headers))
    return position


def _headers(data: bytes, position: int) -> tuple[Headers, int]:
    count, position = _varint(data, position)
    if not 0 <= count <= len(data) - position:
        raise ValueError(f"a record counts {count} headers")
    headers = []
    for _ in range(count):
        size, position = _varint(data, position)
        if size < 0:
            raise ValueError(f"the name of a header has {size} bytes")
        name = text_of(data[position : position + size])
        size, position = _varint(data, position + size)
        value = data[position : position + size] if size >= 0 else None
        position += max(size, 0)
        if position > len(data):
            raise IndexError
        headers.append((name, value))
    return tuple(headers), position


def _varint(data: bytes, position: int) -> tuple[int, int]:
    """Read an int as Java does: bits beyond 32 are dropped, a sixth byte is refused."""
    value = 0
    for shift in (0, 7, 14, 21, 28):
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            value &= 0xFFFFFFFF
            return (value >> 1) ^ -(value & 1), position
    raise ValueError("a varint has more than five bytes")


def _size(data: bytes, position: int) -> tuple[int, int]:
    """Read a length as Java does: all below 0 are null."""
    size, position = _varint(data, position)
    return max(size, -1), position


def _timestamp(data: bytes, position: int, base_timestamp: int) -> tuple[int, int]:
    """Read a long as Java does: bits beyond 64 are dropped, an eleventh byte is refused.

    Returns the sum of it and the base, which wraps.
    """
    value = 0
    for shift in range(0, 70, 7):
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            value &= 0xFFFFFFFFFFFFFFFF
            delta = (value >> 1) ^ -(value & 1)
            return long_of(base_timestamp + delta), position
    raise ValueError("a varlong has more than ten bytes")


def _corrected(row: Row, append_time: int | None) -> Row:
    timestamp = long_of(row[1]) if append_time is None else append_time
    return (long_of(row[0]), timestamp, *row[2:])
