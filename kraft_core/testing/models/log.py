"""The log of one partition: real record batches, offsets, and the last batches of each producer."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.error_codes import ErrorCode
from kraft_wire.errors import WireError
from kraft_wire.records import BatchReader, RecordBatch, RecordBatchBuilder

if TYPE_CHECKING:
    from kraft_wire.records import LegacyBatch, Record

LOG_BYTES_MAX: Final = 256 << 20
"""Of one partition; a longer log answers KAFKA_STORAGE_ERROR."""

PRODUCERS_MAX: Final = 10_000
_BATCHES_OF_PRODUCER: Final = 5
"""ProducerStateEntry.NUM_BATCHES_TO_RETAIN: duplicates of older ones are out of order."""

_NO_PRODUCER: Final = -1
_SEQUENCES: Final = 1 << 31


class Stored(NamedTuple):
    """A batch of the log."""

    base_offset: int
    next_offset: int
    data: bytes
    max_timestamp: int
    epoch: int


class Appended(NamedTuple):
    """The outcome of an append: the first offset, or an error."""

    error: ErrorCode
    base_offset: int = -1


@dataclass(slots=True)
class _Producer:
    epoch: int
    batches: deque[tuple[int, int, int]] = field(
        default_factory=lambda: deque(maxlen=_BATCHES_OF_PRODUCER)
    )
    """First and last sequence number and base offset of its last batches."""


class PartitionLog:
    """Batches from `start` to `end`; all of them are committed."""

    def __init__(self) -> None:
        self.start = 0
        self.end = 0
        self.size = 0
        self._batches: list[Stored] = []
        self._producers: dict[int, _Producer] = {}

    def append(self, records: bytes, epoch: int, now_ms: int) -> Appended:
        """Append the batches of a Produce request, of which formats 0 and 1 are converted."""
        try:
            reader = BatchReader(records, check_crc=True)
            batches = [
                batch if isinstance(batch, RecordBatch) else _converted(batch, now_ms)
                for batch in reader
            ]
        except WireError:
            return Appended(ErrorCode.CORRUPT_MESSAGE)
        if not batches or reader.stop is None or reader.stop.kind != "end":
            return Appended(ErrorCode.CORRUPT_MESSAGE)
        if self.size + len(records) > LOG_BYTES_MAX:
            return Appended(ErrorCode.KAFKA_STORAGE_ERROR)
        outcomes = [self._append(batch, epoch) for batch in batches]
        return next((each for each in outcomes if each.error), outcomes[0])

    def _append(self, batch: RecordBatch, epoch: int) -> Appended:
        base = self.end
        if batch.producer_id != _NO_PRODUCER:
            if (known := self._checked(batch)) is not None:
                return known
            producer = self._producers[batch.producer_id]
            producer.batches.append((batch.base_sequence, batch.last_sequence, base))
        data = batch.stamped(base, epoch)
        self.end = base + batch.last_offset_delta + 1
        self._batches.append(Stored(base, self.end, data, batch.max_timestamp, epoch))
        self.size += len(data)
        return Appended(ErrorCode.NONE, base)

    def _checked(self, batch: RecordBatch) -> Appended | None:
        """Check epoch and sequence (ProducerAppendInfo); return the outcome of what is not new."""
        producer = self._producers.get(batch.producer_id)
        if producer is not None and batch.producer_epoch < producer.epoch:
            return Appended(ErrorCode.INVALID_PRODUCER_EPOCH)
        if producer is None or batch.producer_epoch > producer.epoch:
            if producer is not None and batch.base_sequence != 0:
                return Appended(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
            while len(self._producers) >= PRODUCERS_MAX:
                del self._producers[next(iter(self._producers))]
            self._producers[batch.producer_id] = _Producer(batch.producer_epoch)
            return None
        for first, last, offset in producer.batches:
            if (first, last) == (batch.base_sequence, batch.last_sequence):
                return Appended(ErrorCode.NONE, offset)  # a duplicate gets its first answer
        if batch.base_sequence != (producer.batches[-1][1] + 1) % _SEQUENCES:
            return Appended(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        return None

    def read(self, offset: int, max_bytes: int, *, at_least_one: bool) -> bytes:
        """Return whole batches from the one with this offset."""
        found: list[bytes] = []
        size = 0
        for batch in self._batches[self._index(offset) :]:
            if size + len(batch.data) > max_bytes and (found or not at_least_one):
                break
            found.append(batch.data)
            size += len(batch.data)
        return b"".join(found)

    def _index(self, offset: int) -> int:
        return bisect_right(self._batches, offset, key=lambda batch: batch.next_offset)

    def offset_for_time(self, timestamp: int) -> tuple[int, int]:
        """Return timestamp and offset of the first record at or after a time; -1 for none."""
        for batch in self._batches:
            if batch.max_timestamp >= timestamp:
                for record in RecordBatch.parse(batch.data).records():
                    if record.timestamp >= timestamp and record.offset >= self.start:
                        return record.timestamp, record.offset
        return -1, -1

    def newest(self) -> tuple[int, int]:
        """Return the highest timestamp and the offset of its record; -1 for an empty log."""
        highest = max((batch.max_timestamp for batch in self._batches), default=-1)
        return self.offset_for_time(highest) if highest >= 0 else (-1, -1)

    def end_of_epoch(self, epoch: int) -> tuple[int, int]:
        """Return the largest epoch up to this one and where it ends (LeaderEpochFileCache)."""
        earlier = [batch for batch in self._batches if batch.epoch <= epoch]
        if not earlier:
            return -1, -1
        return earlier[-1].epoch, earlier[-1].next_offset

    def delete_before(self, offset: int) -> None:
        """Move the start of the log (DeleteRecords)."""
        self.start = max(self.start, offset)
        index = self._index(self.start)
        self.size -= sum(len(batch.data) for batch in self._batches[:index])
        del self._batches[:index]

    def records(self) -> list[Record]:
        """Return all records."""
        return [
            record
            for batch in self._batches
            for record in RecordBatch.parse(batch.data).records()
            if record.offset >= self.start
        ]


def _converted(batch: LegacyBatch, now_ms: int) -> RecordBatch:
    """Return records of message format 0 or 1 as a batch (LogValidator)."""
    builder = RecordBatchBuilder()
    for record in batch.records():
        timestamp = now_ms if record.timestamp < 0 else record.timestamp
        builder.append(timestamp, record.key, record.value)
    return RecordBatch.parse(builder.build())
