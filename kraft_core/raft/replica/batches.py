"""Batches as bytes: building a leader's own, and checking those that a follower fetched.

`data_batch` is the leader's one piece of work per record. Such batches have no keys, no headers,
one timestamp and no compression, which is what Kafka's RecordsIterator demands; so their records
can be laid out in one pass. The result is byte for byte that of `RecordBatchBuilder`, in about half
the time.

`fetched_batches` takes whole batches and returns summaries, or nothing: one bad batch spoils the
answer, the good ones before it included, as in Kafka. The bytes came from one leader in one piece,
and it will send them again. Only the last one may be incomplete: Java's leaders send as many bytes
as were asked for. Checked are lengths, format, checksum, offsets without a gap, epochs that do not
fall, and every record of control batches. Data records stay opaque: their bit is in the header, and
their checksum proves that they are what the leader wrote.
"""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Final

from kraft_core.raft.batches import batch_summary
from kraft_core.raft.consensus.config import KRAFT_VERSIONS
from kraft_core.raft.consensus.values import BatchSummary, KRaftVersion
from kraft_wire.errors import CorruptRecordError, TruncatedError
from kraft_wire.records import Compression, RecordBatch
from kraft_wire.records.attributes import (
    COMPRESSION_MASK,
    CONTROL_FLAG,
    NO_PRODUCER_EPOCH,
    NO_PRODUCER_ID,
    NO_SEQUENCE,
)
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
from kraft_wire.records.record import NO_HEADERS, VARINTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.values import Payload


RECORD_OVERHEAD_MAX: Final = 19
"""Bytes of a record besides its value, at most: three lengths and the offset delta of five bytes
each, but for attributes, timestamp delta, null key and number of headers of one byte each."""

_NULL_KEY: Final = b"\x01"
_PLAIN: Final = b"\x00\x00"
"""No attributes, and a timestamp delta of zero."""


_KEPT_FRONTS: Final = 65_536
_KEPT_SIZES: Final = 8_192
_WIDTHS: Final = ((1, 1 << 6), (2, 1 << 13), (3, 1 << 20), (4, 1 << 27), (5, 1 << 31))
"""Bytes of an offset delta, and the largest delta of that size."""

_fronts: list[bytes] = []
"""The bytes between the length of a record and that of its value, by offset delta."""


class _Heads(dict[int, bytes]):
    """Heads of records by the size of the value, for a record that follows another one.

    That of the first record has a byte too many, therefore. `width` is that of the offset delta.
    """

    __slots__ = ("_rest",)

    def __init__(self, width: int) -> None:
        super().__init__()
        self._rest = len(_PLAIN) + width + len(_NULL_KEY) + len(NO_HEADERS)

    def __missing__(self, size: int) -> bytes:
        made = NO_HEADERS + VARINTS[self._rest + len(VARINTS[size]) + size]
        if size < _KEPT_SIZES:
            self[size] = made
        return made


_HEADS: Final = tuple((_Heads(width), end) for width, end in _WIDTHS)
_length = VARINTS.__getitem__


def data_batch(
    values: Sequence[bytes], *, timestamp_ms: int, base_offset: int = 0, epoch: int = -1
) -> bytes:
    """Return one batch of these record values, none of them empty. ValueError without values."""
    if not values:
        raise ValueError("a batch without records")
    records = _records(values)
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


def _records(values: Sequence[bytes]) -> bytes:
    """Yield all records: four columns of pieces, each made in one call for speed."""
    count = len(values)
    sizes = list(map(len, values))
    pieces = [NO_HEADERS] * (4 * count + 1)
    pieces[1:-1:4] = _fronts_of(count)
    pieces[2:-1:4] = map(_length, sizes)
    pieces[3:-1:4] = values
    begin = 0
    for heads, end in _HEADS:
        last = min(end, count)
        pieces[4 * begin : 4 * last : 4] = map(heads.__getitem__, sizes[begin:last])
        begin = last
        if begin == count:
            break
    pieces[0] = pieces[0][len(NO_HEADERS) :]
    return b"".join(pieces)


def _fronts_of(count: int) -> list[bytes]:
    if count > len(_fronts):
        missing = range(len(_fronts), min(count, _KEPT_FRONTS))
        _fronts.extend([_front(delta) for delta in missing])
    beyond = [_front(delta) for delta in range(len(_fronts), count)]
    return _fronts[:count] + beyond


def _front(delta: int) -> bytes:
    return _PLAIN + VARINTS[delta] + _NULL_KEY


def batch_bytes(values: Sequence[bytes]) -> int:
    """Return the exact size of the batch of these values."""
    total = BATCH_OVERHEAD
    for delta, value in enumerate(values):
        body = len(_front(delta)) + len(VARINTS[len(value)]) + len(value) + 1
        total += len(VARINTS[body]) + body
    return total


_OFFSET_MAX: Final = (1 << 63) - 1
_LENGTH: Final = Layout(">i")
_LENGTH_PLACE: Final = LOG_OVERHEAD - _LENGTH.size
_CODEC_MAX: Final = max(Compression)


def fetched_batches(payload: Payload) -> tuple[BatchSummary, ...]:
    """Return summaries of all batches of a Fetch response, in order, without a truncated last one.

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
    # KAFKA-18723: a follower that stores a damaged batch claims it with its next Fetch, and a
    # majority of such claims commits it
    if crc32c(view[position + CRC_COVERS_FROM : position + size]) != crc:
        raise CorruptRecordError("wrong checksum", offset=position + CRC_PLACE, path="crc")
    _check_header(position, base_offset, epoch, (attributes, delta, count))
    if attributes & CONTROL_FLAG:
        batch = RecordBatch.parse(bytes(view[position : position + size]))
        check_metadata_batch(batch)
        return _checked_control(batch_summary(batch), position)
    return BatchSummary(base_offset, base_offset + delta, epoch, size)


def _size(view: memoryview, position: int) -> int:
    """Return the size of a batch in bytes; its first bytes are checked before its length."""
    left = len(view) - position
    if left <= MAGIC_PLACE:
        raise TruncatedError(f"{left} bytes are not a batch", offset=position)
    (length,) = _LENGTH.unpack_from(view, position + _LENGTH_PLACE)
    size: int = LOG_OVERHEAD + length
    if size < BATCH_OVERHEAD:
        detail = f"batch size {size} is less than the {BATCH_OVERHEAD} bytes of a header"
        raise CorruptRecordError(detail, offset=position, path="length")
    magic = view[position + MAGIC_PLACE]
    if magic != MAGIC:
        detail = f"unsupported magic {magic}, expected {MAGIC}"
        raise CorruptRecordError(detail, offset=position + MAGIC_PLACE, path="magic")
    if size > left:
        detail = f"batch of {size} bytes, but {left} are left"
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
        detail = f"negative leader epoch {epoch}"
        raise CorruptRecordError(detail, offset=position, path="partitionLeaderEpoch")
    if attributes & COMPRESSION_MASK > _CODEC_MAX:
        codec = attributes & COMPRESSION_MASK
        detail = f"unknown compression codec {codec}"
        raise CorruptRecordError(detail, offset=position, path="attributes")


def _check_succession(before: BatchSummary, batch: BatchSummary, position: int) -> None:
    if batch.base_offset != before.end_offset:
        raise CorruptRecordError(
            f"offset {batch.base_offset}, expected {before.end_offset}",
            offset=position,
            path="baseOffset",
        )
    # epochs never fall in a log: each belongs to the leaders that followed each other
    if batch.epoch < before.epoch:
        raise CorruptRecordError(
            f"epoch {batch.epoch} after epoch {before.epoch}",
            offset=position,
            path="partitionLeaderEpoch",
        )
