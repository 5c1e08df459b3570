"""The records of a batch: of format 2, and the messages of formats 0 and 1.

Kafka's `DefaultRecord`, in one loop: this is where the time of a dump goes, so numbers of one and
two bytes are read in place. Reading ends where Java throws; what came before counts. Messages of
formats 0 and 1 come one by one, or many in the compressed value of a wrapper: `LegacyRecord` and
the iterator inside `AbstractLegacyRecordBatch`.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.cli.dump.batches import LegacyHeader, legacy_checksum
from kraft_core.cli.dump.java_values import long_of
from kraft_core.cli.dump.report import BATCH_BYTES_MAX, StoppedError
from kraft_wire import native
from kraft_wire.records.record import header_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_core.cli.dump.batches import BatchHeader


def decompressed(codec: int, data: bytes, magic: int, max_bytes: int = BATCH_BYTES_MAX) -> bytes:
    """Decompress; `magic` is the message format.

    Raises StoppedError for invalid data, and before more than `max_bytes` are decompressed.
    """
    # most logs are not compressed, so this is loaded on first use
    from kraft_wire.errors import LimitError, WireError
    from kraft_wire.records.compression import decompress

    try:
        return decompress(codec, data, magic=magic, max_bytes=max_bytes)
    except LimitError as error:
        # 19 KB of zstd can be 543 MB
        raise StoppedError(
            f"the batch exceeds {max_bytes} bytes when decompressed ({error.detail}); "
            "--max-batch-bytes raises the limit"
        ) from None
    except WireError as error:
        raise StoppedError(f"the batch cannot be decompressed: {error.detail}") from None


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
"""Number of records that are decoded before a run is yielded: a batch can contain millions."""


def row_runs(data: bytes, position: int, header: BatchHeader) -> Iterator[list[Row]]:
    """Read the records that begin at `position` and must end with `data`, some at a time.

    Raises StoppedError at the first invalid record, after the records before it were yielded.
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
                fault = "the batch contains more bytes than its records"
        except IndexError:
            fault = "a record extends beyond its batch"
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
    """Read records with the compiled engine, up to the first one of an uncommon form."""
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
    """Read that many records; return where the last one ends."""
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
        name = header_key(data[position : position + size])
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


_MESSAGE_FRAME: Final = Struct(">qi")
_SIZE: Final = Struct(">i")
_FIELDS: Final = Struct(">Ibb")
_TIMESTAMP: Final = Struct(">q")
_MAGIC_AT: Final = 4
_KEY_AT: Final = 6
_LATER_KEY_AT: Final = 14
_SMALLEST: Final = 14
_ZSTD: Final = 4
_TOOL_HEAP: Final = 1 << 28
"""The heap of Kafka's tools: they end with a message that claims to be larger."""

_LOG_APPEND_TIME: Final = "LogAppendTime"


class Message(NamedTuple):
    """A message; key and value are read on access, since either can be broken.

    `append_time` is the wrapper's timestamp where the broker set it.
    """

    offset: int
    data: bytes
    """From the checksum on."""
    append_time: int | None = None

    @property
    def header(self) -> LegacyHeader:
        """The fields in front."""
        crc, magic, attributes = _FIELDS.unpack_from(self.data)
        if magic == 0:
            return LegacyHeader(magic, crc, attributes, -1)
        if self.append_time is not None:
            return LegacyHeader(magic, crc, attributes, self.append_time)
        return LegacyHeader(magic, crc, attributes, self._number(_TIMESTAMP, _FIELDS.size))

    @property
    def codec(self) -> int:
        """The number of the compression, 0 to 7."""
        return self.data[_MAGIC_AT + 1] & 7

    @property
    def is_valid(self) -> bool:
        """Return True if the checksum is right."""
        return self.header.crc == legacy_checksum(self.data)

    @property
    def key_size(self) -> int:
        """The size of the key, below 0 for null."""
        return self._number(_SIZE, self._key_at)

    @property
    def value_size(self) -> int:
        """The size of the value, below 0 for null."""
        return self._number(_SIZE, self._value_at)

    @property
    def key(self) -> bytes | None:
        """The key."""
        return self._bytes(self._key_at)

    @property
    def value(self) -> bytes | None:
        """The value; of a wrapper, the messages in it."""
        return self._bytes(self._value_at)

    @property
    def _key_at(self) -> int:
        return _KEY_AT if self.data[_MAGIC_AT] == 0 else _LATER_KEY_AT

    @property
    def _value_at(self) -> int:
        return self._key_at + _SIZE.size + max(self.key_size, 0)

    def _number(self, layout: Struct, position: int) -> int:
        if position + layout.size > len(self.data):
            raise StoppedError("a message ends before its fields do")
        return int(layout.unpack_from(self.data, position)[0])

    def _bytes(self, position: int) -> bytes | None:
        size = self._number(_SIZE, position)
        if size < 0:
            return None
        position += _SIZE.size
        if position + size > len(self.data):
            raise StoppedError("a key or value exceeds its message")
        return self.data[position : position + size]


def messages_of(batch: bytes, max_bytes: int = BATCH_BYTES_MAX) -> Iterator[Message]:
    """Yield the messages of a batch of format 0 or 1, which is one message, or a wrapper.

    Raises StoppedError before the first message that Kafka refuses.
    """
    offset, _ = _MESSAGE_FRAME.unpack_from(batch)
    wrapper = Message(offset, batch[_MESSAGE_FRAME.size :])
    header = wrapper.header
    if header.codec == 0:
        yield wrapper
        return
    if header.codec == _ZSTD:
        raise StoppedError(f"messages of format {header.magic} cannot be compressed with zstd")
    if (content := wrapper.value) is None:
        raise StoppedError("a compressed message has no value")
    append_time = header.timestamp if header.timestamp_type == _LOG_APPEND_TIME else None
    data = decompressed(header.codec, content, header.magic, max_bytes)
    last_offset = None
    for frame in _inner_frames(data):  # all, before the first is given out: so does Kafka
        last_offset = frame[0]
    if last_offset is None:
        raise StoppedError("a compressed message contains no messages")
    base = _base_offset(wrapper.offset, header.magic, last_offset)
    for inner_offset, start, end in _inner_frames(data):
        message_offset = inner_offset if base is None else long_of(base + inner_offset)
        message = Message(message_offset, data[start:end])
        if data[start + _MAGIC_AT] == 1:
            message = message._replace(append_time=append_time)
        if message.codec:
            raise StoppedError("a compressed message contains another compressed message")
        yield message


def _inner_frames(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield offset, begin and end of each message in a decompressed value.

    An incomplete one at the end is left out.
    """
    position = 0
    while position + _MESSAGE_FRAME.size <= len(data):
        offset, size = _MESSAGE_FRAME.unpack_from(data, position)
        if size < _SMALLEST:
            raise StoppedError(f"a message of {size} bytes is less than the smallest")
        position += _MESSAGE_FRAME.size
        if position + size > len(data):
            if size >= _TOOL_HEAP:
                raise StoppedError(f"a message claims {size} bytes, but {len(data)} are left")
            return
        yield offset, position, position + size
        position += size


def _base_offset(wrapper_offset: int, magic: int, last_inner: int) -> int | None:
    """Return the addend of the inner offsets, which are relative from format 1 on."""
    if magic == 0:
        return None
    if wrapper_offset == 0:
        return 0
    if wrapper_offset < last_inner:
        raise StoppedError(
            f"a compressed message has offset {wrapper_offset}, less than {last_inner} of the last"
            " message in it"
        )
    return long_of(wrapper_offset - last_inner)
