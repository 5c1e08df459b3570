"""The header of a batch and the line that Kafka's tool prints for it.

Kafka's `DefaultRecordBatch` (format 2 and, as Kafka has it, whatever is above) and
`LegacyFileChannelRecordBatch` (formats 0 and 1).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.dump.java_values import (
    incremented_sequence,
    long_of,
    optional_long,
)
from kraft_core.dump.report import StoppedError
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from kraft_core.dump.log_file import Frame, LogFile

Append = Callable[[str], object]
"""Takes a piece of the output."""

HEADER_SIZE: Final = 61
_HEADER: Final = Struct(">qiibIhiqqqhii")
_CHECKED_FROM: Final = 21

_LEGACY_HEADERS: Final = {0: Struct(">12xIbb"), 1: Struct(">12xIbbq")}

COMPRESSIONS: Final = ("none", "gzip", "snappy", "lz4", "zstd")
NO_SEQUENCE: Final = -1


class BatchHeader(NamedTuple):
    """The header of a batch of format 2, field by field as it stands in the file."""

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
        """Who set the timestamps."""
        return "LogAppendTime" if self.attributes & 8 else "CreateTime"

    @property
    def append_time(self) -> int | None:
        """The one timestamp of all records, where the broker set it."""
        return self.max_timestamp if self.attributes & 8 else None

    @property
    def is_transactional(self) -> bool:
        """Whether the batch belongs to a transaction."""
        return bool(self.attributes & 16)

    @property
    def is_control(self) -> bool:
        """Whether the records are control records."""
        return bool(self.attributes & 32)

    @property
    def delete_horizon(self) -> int | None:
        """When the cleaner may drop what it marked, in ms; None where it marked nothing."""
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
        """Who set the timestamp; format 0 has none."""
        if self.magic == 0:
            return "NoTimestampType"
        return "LogAppendTime" if self.attributes & 8 else "CreateTime"


def read_header(log: LogFile, frame: Frame) -> BatchHeader:
    """Read the header of a batch of format 2; of a batch that is too short, what follows it too."""
    return BatchHeader._make(_HEADER.unpack(log.read(frame.position, HEADER_SIZE)))


def read_legacy_header(log: LogFile, frame: Frame) -> LegacyHeader:
    """Read the first fields of a message of format 0 or 1."""
    layout = _LEGACY_HEADERS.get(frame.magic)
    if layout is None:
        raise StoppedError(f"the format {frame.magic} is no message format", frame.position)
    crc, magic, attributes, *timestamp = layout.unpack(log.read(frame.position, layout.size))
    return LegacyHeader(magic, crc, attributes, timestamp[0] if timestamp else -1)


def checksum(batch: bytes) -> int | None:
    """Compute the checksum of a batch of format 2; None if it is too short to have one."""
    return crc32c(memoryview(batch)[_CHECKED_FROM:]) if len(batch) >= HEADER_SIZE else None


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
    """Name a compression; raises StoppedError for a number that stands for none."""
    if codec >= len(COMPRESSIONS):
        raise StoppedError(f"there is no compression {codec}", position)
    return COMPRESSIONS[codec]
