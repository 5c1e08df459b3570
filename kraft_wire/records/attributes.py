"""The attribute bits of a batch: codec, kind of timestamp, flags.

Kafka's CompressionType and TimestampType; the bits are those of DefaultRecordBatch and, the low
four, of LegacyRecord.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

__all__ = [
    "COMPRESSIONS",
    "COMPRESSION_MASK",
    "CONTROL_FLAG",
    "DELETE_HORIZON_FLAG",
    "NO_PARTITION_LEADER_EPOCH",
    "NO_PRODUCER_EPOCH",
    "NO_PRODUCER_ID",
    "NO_SEQUENCE",
    "NO_TIMESTAMP",
    "TIMESTAMP_TYPE_FLAG",
    "TRANSACTIONAL_FLAG",
    "Compression",
    "TimestampType",
    "advanced_sequence",
    "wrapped_int64",
]

NO_TIMESTAMP: Final = -1
NO_PRODUCER_ID: Final = -1
NO_PRODUCER_EPOCH: Final = -1
NO_SEQUENCE: Final = -1
NO_PARTITION_LEADER_EPOCH: Final = -1

COMPRESSION_MASK: Final = 0x07
TIMESTAMP_TYPE_FLAG: Final = 0x08
TRANSACTIONAL_FLAG: Final = 0x10
CONTROL_FLAG: Final = 0x20
DELETE_HORIZON_FLAG: Final = 0x40

_INT64_HALF: Final = 1 << 63
_INT32_MAX: Final = (1 << 31) - 1


class Compression(IntEnum):
    """A codec, by its number on the wire."""

    NONE = 0
    GZIP = 1
    SNAPPY = 2
    LZ4 = 3
    ZSTD = 4

    @property
    def label(self) -> str:
        """The name that Kafka prints and reads ("none", "gzip", ...)."""
        return self.name.lower()


class TimestampType(IntEnum):
    """The source of the timestamps of a batch; message format 0 has none."""

    NO_TIMESTAMP_TYPE = -1
    CREATE_TIME = 0
    LOG_APPEND_TIME = 1

    @property
    def label(self) -> str:
        """The name that Kafka prints ("CreateTime", ...)."""
        return _TIMESTAMP_LABELS[self]


_TIMESTAMP_LABELS: Final = {
    TimestampType.NO_TIMESTAMP_TYPE: "NoTimestampType",
    TimestampType.CREATE_TIME: "CreateTime",
    TimestampType.LOG_APPEND_TIME: "LogAppendTime",
}

COMPRESSIONS: Final = tuple(Compression)
"""The codecs by number; numbers 5 to 7 belong to none."""


def wrapped_int64(value: int) -> int:
    """Wrap a sum to 64 bits, as Java's arithmetic does."""
    return (value + _INT64_HALF) % (1 << 64) - _INT64_HALF


def advanced_sequence(sequence: int, delta: int) -> int:
    """Add to a sequence number: after 2^31-1 comes 0 (DefaultRecordBatch.incrementSequence).

    A negative delta, which no producer writes, gives what 32-bit arithmetic gives there.
    """
    room = _wrapped_int32(_INT32_MAX - delta)
    if sequence > room:
        return _wrapped_int32(delta - (_INT32_MAX - sequence) - 1)
    return _wrapped_int32(sequence + delta)


def _wrapped_int32(value: int) -> int:
    return (value + (1 << 31)) % (1 << 32) - (1 << 31)
