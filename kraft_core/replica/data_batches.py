"""The leader's one piece of work per record: values into a batch of the metadata log.

Such batches have no keys, no headers, one timestamp and no compression, which is what Kafka's
RecordsIterator demands; so their records can be laid out in one pass. The result is byte for byte
that of `RecordBatchBuilder`, in about half the time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_wire.records.attributes import NO_PRODUCER_EPOCH, NO_PRODUCER_ID, NO_SEQUENCE
from kraft_wire.records.batch import (
    BATCH_HEADER,
    BATCH_OVERHEAD,
    CRC_COVERS_FROM,
    CRC_PLACE,
    LOG_OVERHEAD,
    MAGIC,
)
from kraft_wire.records.checksum import crc32c
from kraft_wire.records.record_encoding import NO_HEADERS, VARINTS

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORD_OVERHEAD_MAX: Final = 19
"""What a record has besides its value, at most: three lengths and the offset delta of five bytes
each, but for attributes, timestamp delta, null key and number of headers of one byte each."""

_NULL_KEY: Final = b"\x01"
_PLAIN: Final = b"\x00\x00"
"""No attributes, and a timestamp delta of zero."""


class _Fronts(dict[int, bytes]):
    """What stands between the length of a record and that of its value, by offset delta."""

    def __missing__(self, delta: int) -> bytes:
        made = _PLAIN + VARINTS[delta] + _NULL_KEY
        if delta < _KEPT_FRONTS:
            self[delta] = made
        return made


_KEPT_FRONTS: Final = 8_192
_FRONTS: Final = _Fronts()


def data_batch(
    values: Sequence[bytes], *, timestamp_ms: int, base_offset: int = 0, epoch: int = -1
) -> bytes:
    """One batch of these record values, none of them empty. ValueError where there is none."""
    if not values:
        raise ValueError("a batch without records")
    fronts, varints = _FRONTS, VARINTS
    pieces: list[bytes] = []
    for delta, value in enumerate(values):
        size = len(value)
        front, length = fronts[delta], varints[size]
        body = len(front) + len(length) + size + 1
        pieces += (varints[body], front, length, value, NO_HEADERS)
    records = b"".join(pieces)
    header = BATCH_HEADER.pack(
        base_offset,
        BATCH_OVERHEAD - LOG_OVERHEAD + len(records),
        epoch,
        MAGIC,
        0,
        0,
        len(values) - 1,
        timestamp_ms,
        timestamp_ms,
        NO_PRODUCER_ID,
        NO_PRODUCER_EPOCH,
        NO_SEQUENCE,
        len(values),
    )
    crc = crc32c(records, crc32c(header[CRC_COVERS_FROM:]))
    return b"".join((header[:CRC_PLACE], crc.to_bytes(4), header[CRC_COVERS_FROM:], records))


def batch_bytes(values: Sequence[bytes]) -> int:
    """The exact size of the batch of these values."""
    total = BATCH_OVERHEAD
    for delta, value in enumerate(values):
        body = len(_FRONTS[delta]) + len(VARINTS[len(value)]) + len(value) + 1
        total += len(VARINTS[body]) + body
    return total
