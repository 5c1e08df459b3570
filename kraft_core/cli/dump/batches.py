"""Positions of batches in a file, the point where Kafka stops reading, and the header line.

Kafka's `FileRecords` and `FileLogInputStream`, where nothing is checked but lengths: batches whose
checksum is wrong are given out too. `DefaultRecordBatch` (format 2 and, as Kafka has it, whatever
is above) and `LegacyFileChannelRecordBatch` (formats 0 and 1).
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from kraft_core.cli.dump.java_values import (
    INT_MAX,
    incremented_sequence,
    long_of,
    optional_long,
)
from kraft_core.cli.dump.report import StoppedError, unreadable
from kraft_wire.records.attributes import NO_SEQUENCE
from kraft_wire.records.batch import (
    BATCH_HEADER,
    BATCH_OVERHEAD,
    CRC_COVERS_FROM,
    LOG_OVERHEAD,
)
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

_FRAME: Final = Struct(">qi4xb")
_SMALLEST: Final = 14
_CHUNK: Final = 1 << 20


class Frame(NamedTuple):
    """A batch of which only the first 17 bytes were read.

    `offset` is the number in front: the base offset from format 2 on, before that the last one.
    `size` includes the twelve bytes of offset and size.
    """

    position: int
    size: int
    offset: int
    magic: int


class LogFile:
    """A segment or snapshot, opened for reading; use it in a `with` statement.

    Raises StoppedError where Kafka's tool fails: the file cannot be opened, is larger than 2 GiB,
    or ends (or was cut) before what is read.
    """

    def __init__(self, path: str) -> None:
        try:
            self._file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        except (OSError, ValueError) as error:
            raise unreadable(error) from None
        self.size = os.fstat(self._file).st_size
        self._chunk = b""
        self._chunk_start = 0
        if self.size > INT_MAX:
            os.close(self._file)
            raise StoppedError(
                f"{self.size} bytes exceed the maximum size of a segment ({INT_MAX})"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._file)

    def read(self, position: int, length: int) -> bytes:
        """Read exactly `length` bytes. Raises StoppedError if fewer are left."""
        start = position - self._chunk_start
        if start < 0 or start + length > len(self._chunk):
            self._load(position, length)
            start = 0
        return self._chunk[start : start + length]

    def _load(self, position: int, length: int) -> None:
        try:
            chunk = os.pread(self._file, max(length, _CHUNK), position)
        except OSError as error:
            raise unreadable(error) from None
        if len(chunk) < length:
            raise StoppedError(f"the file is {length - len(chunk)} bytes too short", position)
        self._chunk = chunk
        self._chunk_start = position

    def end_of_slice(self, position: int, length: int) -> int:
        """Return the end of a slice that Kafka's `FileRecords.slice(position, length)` makes."""
        if not 0 <= position <= self.size:
            raise StoppedError(f"position {position} is beyond the log of {self.size} bytes")
        if length < 0:
            raise StoppedError(f"{length} is not a valid size")
        return min(position + length, self.size)

    def frames(self, position: int, end: int) -> Iterator[Frame]:
        """Yield the batches from a position; ends at the first that is not complete before `end`.

        Raises StoppedError at a size that no batch can have.
        """
        unpack = _FRAME.unpack
        while position < end - _FRAME.size:
            offset, size, magic = unpack(self.read(position, _FRAME.size))
            if size < _SMALLEST:
                raise StoppedError(
                    f"a record size of {size} is less than the {_SMALLEST} bytes of the smallest"
                    " record",
                    position,
                )
            if position > end - LOG_OVERHEAD - size:
                return
            yield Frame(position, LOG_OVERHEAD + size, offset, magic)
            position += LOG_OVERHEAD + size


Append = Callable[[str], object]
"""Takes a piece of the output."""

_LEGACY_HEADERS: Final = {0: Struct(">12xIbb"), 1: Struct(">12xIbbq")}

COMPRESSIONS: Final = ("none", "gzip", "snappy", "lz4", "zstd")


class BatchHeader(NamedTuple):
    """The header of a batch of format 2, field by field as in the file."""

    base_offset: int
    length: int
    partition_leader_epoch: int
    magic: int
    crc: int
    attributes: int
    last_offset_delta: int
    base_timestamp: int
    max_timestamp: int
    producer_id: int
    producer_epoch: int
    base_sequence: int
    record_count: int

    @property
    def last_offset(self) -> int:
        """The offset of the last record that the batch was written with."""
        return long_of(self.base_offset + self.last_offset_delta)

    @property
    def last_sequence(self) -> int:
        """The sequence number of the last record, -1 where the producer has none."""
        if self.base_sequence == NO_SEQUENCE:
            return NO_SEQUENCE
        return incremented_sequence(self.base_sequence, self.last_offset_delta)

    @property
    def codec(self) -> int:
        """The number of the compression, 0 to 7."""
        return self.attributes & 7

    @property
    def timestamp_type(self) -> str:
        """The source of the timestamps."""
        return "LogAppendTime" if self.attributes & 8 else "CreateTime"

    @property
    def append_time(self) -> int | None:
        """The one timestamp of all records, where the broker set it."""
        return self.max_timestamp if self.attributes & 8 else None

    @property
    def is_transactional(self) -> bool:
        """Return True if the batch belongs to a transaction."""
        return bool(self.attributes & 16)

    @property
    def is_control(self) -> bool:
        """Return True if the records are control records."""
        return bool(self.attributes & 32)

    @property
    def delete_horizon(self) -> int | None:
        """Time in ms from which the log cleaner can drop tombstones; None if it marked none."""
        return self.base_timestamp if self.attributes & 64 else None


class LegacyHeader(NamedTuple):
    """The fields that a message of format 0 or 1 begins with."""

    magic: int
    crc: int
    attributes: int
    timestamp: int

    @property
    def codec(self) -> int:
        """The number of the compression, 0 to 7."""
        return self.attributes & 7

    @property
    def timestamp_type(self) -> str:
        """The source of the timestamp; format 0 has none."""
        if self.magic == 0:
            return "NoTimestampType"
        return "LogAppendTime" if self.attributes & 8 else "CreateTime"


def read_header(log: LogFile, frame: Frame) -> BatchHeader:
    """Read the header of a batch of format 2; for too short a batch also the bytes after it."""
    return BatchHeader._make(BATCH_HEADER.unpack(log.read(frame.position, BATCH_OVERHEAD)))


def read_legacy_header(log: LogFile, frame: Frame) -> LegacyHeader:
    """Read the first fields of a message of format 0 or 1."""
    layout = _LEGACY_HEADERS.get(frame.magic)
    if layout is None:
        raise StoppedError(
            f"the format {frame.magic} is not a valid message format", frame.position
        )
    crc, magic, attributes, *timestamp = layout.unpack(log.read(frame.position, layout.size))
    return LegacyHeader(magic, crc, attributes, timestamp[0] if timestamp else -1)


def checksum(batch: bytes) -> int | None:
    """Compute the checksum of a batch of format 2; None if it is too short to have one."""
    return crc32c(memoryview(batch)[CRC_COVERS_FROM:]) if len(batch) >= BATCH_OVERHEAD else None


def legacy_checksum(message: bytes) -> int:
    """Compute the checksum of a message of format 0 or 1, without the bytes in front of it."""
    return zlib.crc32(memoryview(message)[4:])


def append_header(append: Append, header: BatchHeader) -> None:
    """Print the part of the line that only format 2 has."""
    append(
        f"baseOffset: {header.base_offset} lastOffset: {header.last_offset}"
        f" count: {header.record_count}"
        f" baseSequence: {header.base_sequence} lastSequence: {header.last_sequence}"
        f" producerId: {header.producer_id} producerEpoch: {header.producer_epoch}"
        f" partitionLeaderEpoch: {header.partition_leader_epoch}"
        f" isTransactional: {'true' if header.is_transactional else 'false'}"
        f" isControl: {'true' if header.is_control else 'false'}"
        f" deleteHorizonMs: {optional_long(header.delete_horizon)}"
    )


def append_rest(
    append: Append, frame: Frame, header: BatchHeader | LegacyHeader, *, is_valid: bool
) -> None:
    """Print the rest of the line, which all formats share."""
    timestamp = header.max_timestamp if isinstance(header, BatchHeader) else header.timestamp
    append(
        f" position: {frame.position} {header.timestamp_type}: {timestamp} size: {frame.size}"
        f" magic: {frame.magic} compresscodec: {compression_name(header.codec, frame.position)}"
        f" crc: {header.crc} isvalid: {'true' if is_valid else 'false'}\n"
    )


def compression_name(codec: int, position: int) -> str:
    """Return the name of a compression; raises StoppedError for an unknown number."""
    if codec >= len(COMPRESSIONS):
        raise StoppedError(f"unknown compression codec {codec}", position)
    return COMPRESSIONS[codec]
