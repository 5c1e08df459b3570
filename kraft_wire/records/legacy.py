"""Batches of message formats 0 and 1, from old segments and old peers. Only read.

There a batch is one record (Kafka's AbstractLegacyRecordBatch). Where that is compressed its value
is a set of records again, one level deep: their offsets are absolute in format 0, relative to the
wrapper's, which is that of the last one, in format 1.
"""

from __future__ import annotations

import zlib
from functools import cached_property
from struct import Struct as Layout
from struct import error as struct_error
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.errors import CorruptRecordError, DecodeError, LimitError
from kraft_wire.limits import DEFAULT_LIMITS
from kraft_wire.records.attributes import (
    COMPRESSION_MASK,
    NO_PARTITION_LEADER_EPOCH,
    NO_PRODUCER_EPOCH,
    NO_PRODUCER_ID,
    NO_SEQUENCE,
    NO_TIMESTAMP,
    TIMESTAMP_TYPE_FLAG,
    Compression,
    TimestampType,
    wrapped_int64,
)
from kraft_wire.records.compression import codec_of, decompress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.limits import Limits
    from kraft_wire.records.record import Headers

__all__ = ["LOG_HEADER", "LOG_OVERHEAD", "MESSAGE_BYTES_MIN", "LegacyBatch", "LegacyRecord"]

LOG_HEADER: Final = Layout(">qi")
LOG_OVERHEAD: Final = LOG_HEADER.size
_FRONT: Final = Layout(">Ibb")
_INT64: Final = Layout(">q")
_INT32: Final = Layout(">i")

MESSAGE_BYTES_MIN: Final = 14
"""The shortest message of format 0: checksum, magic, attributes, two lengths."""

_MESSAGE_PLACE: Final = LOG_OVERHEAD
_CRC_COVERS_FROM: Final = LOG_OVERHEAD + 4
_TIMESTAMP_PLACE: Final = LOG_OVERHEAD + 6
_KEY_PLACES: Final = (LOG_OVERHEAD + 6, LOG_OVERHEAD + 14)


class LegacyRecord(NamedTuple):
    """A record of message format 0 or 1; `timestamp` is -1 in format 0.

    `crc` is the stored checksum and `is_valid` whether it is right; the bytes of a compressed
    record are covered by the checksum of the batch too.
    """

    offset: int
    timestamp: int
    key: bytes | None
    value: bytes | None
    magic: int
    crc: int
    is_valid: bool

    @property
    def headers(self) -> Headers:
        """None in these formats."""
        return ()

    @property
    def sequence(self) -> int:
        """None in these formats: -1."""
        return NO_SEQUENCE


class _Message:
    """One message: the record itself, or the wrapper of a compressed set.

    `data` begins with offset and length. Fields that lie beyond its end raise CorruptRecordError
    when they are asked for.
    """

    def __init__(self, data: bytes, place: int) -> None:
        self.data = data
        self.place = place
        self.offset, _ = LOG_HEADER.unpack_from(data)
        self.crc, self.magic, self.attributes = _FRONT.unpack_from(data, _MESSAGE_PLACE)

    def is_valid(self) -> bool:
        """Return True if the checksum, a CRC-32, is right."""
        return bool(self.crc == zlib.crc32(memoryview(self.data)[_CRC_COVERS_FROM:]))

    @property
    def timestamp_type(self) -> TimestampType:
        if self.magic == 0:
            return TimestampType.NO_TIMESTAMP_TYPE
        if self.attributes & TIMESTAMP_TYPE_FLAG:
            return TimestampType.LOG_APPEND_TIME
        return TimestampType.CREATE_TIME

    @property
    def timestamp(self) -> int:
        if self.magic == 0:
            return NO_TIMESTAMP
        return self._number(_INT64, _TIMESTAMP_PLACE, "timestamp")

    @property
    def key(self) -> bytes | None:
        return self._part(self._key_place, "key")

    @property
    def value(self) -> bytes | None:
        place = self._key_place
        size = self._number(_INT32, place, "key")
        return self._part(place + 4 + max(size, 0), "value")

    @property
    def _key_place(self) -> int:
        return _KEY_PLACES[self.magic != 0]

    def _part(self, place: int, path: str) -> bytes | None:
        size = self._number(_INT32, place, path)
        if size < 0:
            return None
        start = place + 4
        if size > len(self.data) - start:
            raise CorruptRecordError(
                f"{size} bytes are announced, {len(self.data) - start} left",
                offset=self.place + place,
                path=path,
            )
        return self.data[start : start + size]

    def _number(self, layout: Layout, place: int, path: str) -> int:
        try:
            number: int = layout.unpack_from(self.data, place)[0]
        except struct_error:
            raise CorruptRecordError(
                "the message is too short", offset=self.place + place, path=path
            ) from None
        return number


class LegacyBatch:
    """A batch of message format 0 or 1: one record, or one compressed set of records.

    `position` is its position in its log or response. It has the interface of RecordBatch;
    fields that these formats lack are None, -1 or False as in Kafka.
    """

    count = None
    producer_id = NO_PRODUCER_ID
    producer_epoch = NO_PRODUCER_EPOCH
    base_sequence = NO_SEQUENCE
    last_sequence = NO_SEQUENCE
    partition_leader_epoch = NO_PARTITION_LEADER_EPOCH
    is_transactional = False
    is_control = False
    delete_horizon_ms = None

    def __init__(self, data: bytes, position: int = 0) -> None:
        """Wrap bytes of one message with offset and length, 26 at least, no more."""
        self._data = data
        self._message = _Message(data, position)
        self.position = position
        self.size = len(data)
        self.magic: int = self._message.magic
        self.crc: int = self._message.crc
        self.attributes: int = self._message.attributes

    @cached_property
    def base_offset(self) -> int:
        """The offset of the first record; a compressed set is decompressed for it."""
        if not self.attributes & COMPRESSION_MASK:
            return self.last_offset
        return next(self.records()).offset

    @property
    def last_offset(self) -> int:
        """The offset of the last record."""
        offset: int = self._message.offset
        return offset

    @property
    def next_offset(self) -> int:
        """The first offset after the batch."""
        return wrapped_int64(self.last_offset + 1)

    @property
    def compression(self) -> Compression:
        """The codec of the records. Raises CorruptRecordError for an unknown codec number."""
        try:
            return codec_of(self.attributes & COMPRESSION_MASK)
        except CorruptRecordError as error:
            error.offset = self.position + _MESSAGE_PLACE + 5
            raise

    @property
    def timestamp_type(self) -> TimestampType:
        """The source of the timestamps; format 0 has none."""
        return self._message.timestamp_type

    @property
    def max_timestamp(self) -> int:
        """The timestamp of the batch, -1 in format 0."""
        return self._message.timestamp

    def crc_is_valid(self) -> bool:
        """Return True if the stored checksum is right."""
        return self._message.is_valid()

    def validate(self) -> None:
        """Raise CorruptRecordError if the checksum is wrong (LegacyRecord.ensureValid)."""
        if not self.crc_is_valid():
            computed = zlib.crc32(memoryview(self._data)[_CRC_COVERS_FROM:])
            raise CorruptRecordError(
                f"stored crc {self.crc}, computed crc {computed}",
                offset=self.position + _MESSAGE_PLACE,
                path="crc",
            )

    def records(
        self, *, max_bytes: int | None = None, limits: Limits = DEFAULT_LIMITS
    ) -> Iterator[LegacyRecord]:
        """Read the records; raises CorruptRecordError, and LimitError above `max_bytes`.

        These are those of `limits` by default; they bound the number of records too.
        """
        if max_bytes is None:
            max_bytes = limits.decompressed_batch_bytes
        if not self.attributes & COMPRESSION_MASK:
            return iter((self._record(self._message, self.last_offset, self.max_timestamp),))
        return self._inner_records(self._unpacked(max_bytes, limits))

    def read_records(
        self, *, max_bytes: int | None = None, limits: Limits = DEFAULT_LIMITS
    ) -> list[LegacyRecord]:
        """Read all records, or raise as `records` does."""
        return list(self.records(max_bytes=max_bytes, limits=limits))

    def _inner_records(self, messages: list[_Message]) -> Iterator[LegacyRecord]:
        append_time = None
        if self.timestamp_type is TimestampType.LOG_APPEND_TIME:
            append_time = self.max_timestamp
        shift = self._offset_shift(messages[-1].offset)
        for message in messages:
            if message.attributes & COMPRESSION_MASK:
                raise self._fault("a compressed record inside a compressed one")
            timestamp = message.timestamp
            if append_time is not None and message.magic == 1:
                timestamp = append_time
            yield self._record(message, wrapped_int64(message.offset + shift), timestamp)

    def _offset_shift(self, last: int) -> int:
        """Return the shift of inner offsets; some producers write a wrapper at 0."""
        if self.magic == 0 or self.last_offset == 0:
            return 0
        if self.last_offset < last:
            raise self._fault(
                f"the offset {self.last_offset} is below that of the last record inside, {last}"
            )
        return self.last_offset - last

    def _unpacked(self, max_bytes: int, limits: Limits) -> list[_Message]:
        """Decompress the set; a truncated message at its end is left out, as by Kafka."""
        codec, value = self.compression, self._message.value
        if self.magic not in (0, 1) or codec is Compression.ZSTD or value is None:
            raise self._fault(f"a set of format {self.magic} with {codec.label} or without value")
        try:
            inside = decompress(codec, value, max_bytes=max_bytes, magic=self.magic)
        except DecodeError as error:
            error.offset = self.position + self.size - len(value) + (error.offset or 0)
            raise
        messages: list[_Message] = []
        position = 0
        while position + LOG_OVERHEAD <= len(inside):
            size = LOG_HEADER.unpack_from(inside, position)[1]
            if size < MESSAGE_BYTES_MIN:
                raise self._fault(f"a message of {size} bytes in the set")
            end = position + LOG_OVERHEAD + size
            if end > len(inside):
                break
            if len(messages) == limits.records_per_batch:
                raise LimitError(f"more than {len(messages)} messages", offset=self.position)
            messages.append(_Message(inside[position:end], self.position))
            position = end
        if not messages:
            raise self._fault("a compressed set without a message")
        return messages

    def _record(self, message: _Message, offset: int, timestamp: int) -> LegacyRecord:
        return LegacyRecord(
            offset,
            timestamp,
            message.key,
            message.value,
            message.magic,
            message.crc,
            message.is_valid(),
        )

    def _fault(self, detail: str) -> CorruptRecordError:
        return CorruptRecordError(detail, offset=self.position)

    def __bytes__(self) -> bytes:
        return self._data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LegacyBatch) and self._data == other._data

    def __hash__(self) -> int:
        return hash(self._data)

    def __repr__(self) -> str:
        return (
            f"LegacyBatch(magic {self.magic}, last offset {self.last_offset}, "
            f"{self.size} bytes at {self.position})"
        )
