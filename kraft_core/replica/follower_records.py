"""Are fetched bytes what they should be? Whole batches in, summaries out, or nothing.

One bad batch spoils the answer, the good ones before it included, as in Kafka: the bytes came from
one leader in one piece, and it will send them again. Only the last one may be cut off: Java's
leaders send as many bytes as were asked for. Checked are lengths, format, checksum, offsets
without a gap, epochs that do not fall, and every record of control batches. Data records stay
opaque: their bit is in the header, and their checksum tells that they are what the leader wrote.
"""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Final

from kraft_core.consensus.config import KRAFT_VERSIONS
from kraft_core.consensus.values import BatchSummary, KRaftVersion
from kraft_core.log_batches import batch_summary
from kraft_wire.errors import CorruptRecordError, TruncatedError
from kraft_wire.records import Compression, RecordBatch
from kraft_wire.records.attributes import COMPRESSION_MASK, CONTROL_FLAG
from kraft_wire.records.batch import (
    BATCH_HEADER,
    BATCH_OVERHEAD,
    CRC_COVERS_FROM,
    CRC_PLACE,
    LOG_OVERHEAD,
    MAGIC,
    MAGIC_PLACE,
)
from kraft_wire.records.checksum import crc32c
from kraft_wire.records.metadata_log import check_metadata_batch

if TYPE_CHECKING:
    from kraft_core.consensus.values import Payload

_OFFSET_MAX: Final = (1 << 63) - 1
_LENGTH: Final = Layout(">i")
_LENGTH_PLACE: Final = LOG_OVERHEAD - _LENGTH.size
_CODEC_MAX: Final = max(Compression)


def fetched_batches(payload: Payload) -> tuple[BatchSummary, ...]:
    """Summaries of all batches of a Fetch answer, in order; without a last one that is cut off.

    Raises DecodeError (TruncatedError, CorruptRecordError, ...) for anything that is not sound, and
    if there is not even one whole batch.
    """
    view = memoryview(payload)
    found: list[BatchSummary] = []
    position = 0
    while position < len(view):
        try:
            size = _size(view, position)
        except TruncatedError:
            if not found:
                raise
            break
        summary = _checked_batch(view, position, size)
        if found:
            _check_succession(found[-1], summary, position)
        found.append(summary)
        position += summary.size_bytes
    return tuple(found)


def _checked_batch(view: memoryview, position: int, size: int) -> BatchSummary:
    header = BATCH_HEADER.unpack_from(view, position)
    base_offset, _, epoch, _, crc, attributes, delta, *_, count = header
    if crc32c(view[position + CRC_COVERS_FROM : position + size]) != crc:
        raise CorruptRecordError("wrong checksum", offset=position + CRC_PLACE, path="crc")
    _check_header(position, base_offset, epoch, (attributes, delta, count))
    if attributes & CONTROL_FLAG:
        batch = RecordBatch.parse(bytes(view[position : position + size]))
        check_metadata_batch(batch)
        return _checked_control(batch_summary(batch), position)
    return BatchSummary(base_offset, base_offset + delta, epoch, size)


def _size(view: memoryview, position: int) -> int:
    """Of a batch in bytes. What its first bytes tell is looked at before whether it is whole."""
    left = len(view) - position
    if left <= MAGIC_PLACE:
        raise TruncatedError(f"{left} bytes are no batch", offset=position)
    (length,) = _LENGTH.unpack_from(view, position + _LENGTH_PLACE)
    size: int = LOG_OVERHEAD + length
    if size < BATCH_OVERHEAD:
        raise CorruptRecordError(f"a batch of {size} bytes", offset=position, path="length")
    magic = view[position + MAGIC_PLACE]
    if magic != MAGIC:
        raise CorruptRecordError(f"magic {magic}", offset=position + MAGIC_PLACE, path="magic")
    if size > left:
        detail = f"a batch of {size} bytes, {left} are left"
        raise TruncatedError(detail, offset=position, path="length")
    return size


def _checked_control(summary: BatchSummary, position: int) -> BatchSummary:
    for record in summary.control_records:
        if isinstance(record, KRaftVersion) and record.level not in KRAFT_VERSIONS:
            detail = f"kraft.version {record.level} is not known here"
            raise CorruptRecordError(detail, offset=position, path="kraftVersion")
    return summary


def _check_header(position: int, base_offset: int, epoch: int, shape: tuple[int, int, int]) -> None:
    attributes, delta, count = shape
    if not 0 <= base_offset <= _OFFSET_MAX - delta or delta < 0:
        detail = f"base offset {base_offset}, last offset delta {delta}"
        raise CorruptRecordError(detail, offset=position, path="baseOffset")
    if count != delta + 1:
        detail = f"{count} records for {delta + 1} offsets"
        raise CorruptRecordError(detail, offset=position, path="count")
    if epoch < 0:
        raise CorruptRecordError(f"epoch {epoch}", offset=position, path="partitionLeaderEpoch")
    if attributes & COMPRESSION_MASK > _CODEC_MAX:
        codec = attributes & COMPRESSION_MASK
        raise CorruptRecordError(f"codec {codec}", offset=position, path="attributes")


def _check_succession(before: BatchSummary, batch: BatchSummary, position: int) -> None:
    if batch.base_offset != before.end_offset:
        raise CorruptRecordError(
            f"offset {batch.base_offset} where {before.end_offset} is due",
            offset=position,
            path="baseOffset",
        )
    if batch.epoch < before.epoch:
        raise CorruptRecordError(
            f"epoch {batch.epoch} behind epoch {before.epoch}",
            offset=position,
            path="partitionLeaderEpoch",
        )
