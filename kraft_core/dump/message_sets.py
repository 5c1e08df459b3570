"""Messages of formats 0 and 1: one by one, or many in the compressed value of a wrapper.

Kafka's `LegacyRecord` and the iterator inside `AbstractLegacyRecordBatch`.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.dump.batch_text import LegacyHeader, legacy_checksum
from kraft_core.dump.compressed import decompressed
from kraft_core.dump.java_values import long_of
from kraft_core.dump.report import StoppedError

if TYPE_CHECKING:
    from collections.abc import Iterator

_FRAME: Final = Struct(">qi")
_SIZE: Final = Struct(">i")
_FIELDS: Final = Struct(">Ibb")
_TIMESTAMP: Final = Struct(">q")
_MAGIC_AT: Final = 4
_KEY_AT: Final = 6
_LATER_KEY_AT: Final = 14
_SMALLEST: Final = 14
_ZSTD: Final = 4
_TOOL_HEAP: Final = 1 << 28
"""The heap that Kafka gives its tools: a message that says it is larger is their end."""

_LOG_APPEND_TIME: Final = "LogAppendTime"


class Message(NamedTuple):
    """A message; key and value are read when they are asked for, for either may be broken.

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
        """Whether the checksum is right."""
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
            raise StoppedError("a message is shorter than its fields")
        return int(layout.unpack_from(self.data, position)[0])

    def _bytes(self, position: int) -> bytes | None:
        size = self._number(_SIZE, position)
        if size < 0:
            return None
        position += _SIZE.size
        if position + size > len(self.data):
            raise StoppedError("a key or value goes on beyond its message")
        return self.data[position : position + size]


def messages_of(batch: bytes) -> Iterator[Message]:
    """Go over the messages of a batch of format 0 or 1, which is one message, or a wrapper.

    Raises StoppedError before the first message that Kafka refuses.
    """
    offset, _ = _FRAME.unpack_from(batch)
    wrapper = Message(offset, batch[_FRAME.size :])
    header = wrapper.header
    if header.codec == 0:
        yield wrapper
        return
    if header.codec == _ZSTD:
        raise StoppedError(f"messages of format {header.magic} have no zstd")
    if (content := wrapper.value) is None:
        raise StoppedError("a compressed message has no value")
    append_time = header.timestamp if header.timestamp_type == _LOG_APPEND_TIME else None
    data = decompressed(header.codec, content, header.magic)
    last_offset = None
    for frame in _inner_frames(data):  # all, before the first is given out: so does Kafka
        last_offset = frame[0]
    if last_offset is None:
        raise StoppedError("a compressed message holds no messages")
    base = _base_offset(wrapper.offset, header.magic, last_offset)
    for inner_offset, start, end in _inner_frames(data):
        message_offset = inner_offset if base is None else long_of(base + inner_offset)
        message = Message(message_offset, data[start:end])
        if data[start + _MAGIC_AT] == 1:
            message = message._replace(append_time=append_time)
        if message.codec:
            raise StoppedError("a message inside a compressed one is compressed again")
        yield message


def _inner_frames(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Offset, begin and end of each message in a decompressed value.

    An incomplete one at the end is left out.
    """
    position = 0
    while position + _FRAME.size <= len(data):
        offset, size = _FRAME.unpack_from(data, position)
        if size < _SMALLEST:
            raise StoppedError(f"a message of {size} bytes is less than the smallest")
        position += _FRAME.size
        if position + size > len(data):
            if size >= _TOOL_HEAP:
                raise StoppedError(f"a message says it has {size} bytes, {len(data)} are there")
            return
        yield offset, position, position + size
        position += size


def _base_offset(wrapper_offset: int, magic: int, last_inner: int) -> int | None:
    """Tell what to add to the offsets inside: they are relative from format 1 on."""
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
