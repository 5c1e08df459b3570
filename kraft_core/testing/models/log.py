"""The log of one partition: record batches, offsets, producers and their transactions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.error_codes import ErrorCode
from kraft_wire.errors import WireError
from kraft_wire.records import BatchReader, Compression, RecordBatch, RecordBatchBuilder
from kraft_wire.records.control import encode_transaction_marker

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_wire.records import LegacyBatch, Record

LOG_BYTES_MAX: Final = 256 << 20
"""Of one partition; a longer log answers KAFKA_STORAGE_ERROR."""

PRODUCERS_MAX: Final = 10_000
_BATCHES_OF_PRODUCER: Final = 5
"""ProducerStateEntry.NUM_BATCHES_TO_RETAIN: duplicates of older ones are out of order."""

_NO_PRODUCER: Final = -1
_SEQUENCES: Final = 1 << 31
_ZSTD_SINCE: Final = 7
"""The first version of Produce with zstd."""


class Stored(NamedTuple):
    """A batch of the log."""

    base_offset: int
    next_offset: int
    data: bytes
    max_timestamp: int
    epoch: int


class Aborted(NamedTuple):
    """A transaction that was aborted; its last offset is that of the marker."""

    producer_id: int
    first_offset: int
    last_offset: int


class Appended(NamedTuple):
    """The outcome of an append: the first offset, or an error."""

    error: ErrorCode
    base_offset: int = -1
    time_ms: int = -1
    """Of a duplicate: the newest timestamp of the batch (ProducerStateEntry)."""
    without_key: tuple[int, ...] = ()
    """Positions of records that need a key."""


@dataclass(slots=True)
class _Producer:
    epoch: int
    batches: deque[tuple[int, int, int, int]] = field(
        default_factory=lambda: deque(maxlen=_BATCHES_OF_PRODUCER)
    )
    """First and last sequence number, base offset and newest timestamp of its last batches.

    Those of this epoch.
    """


def check_format(records: bytes, version: int) -> ErrorCode:
    """Return INVALID_RECORD for anything but one whole batch of format 2, by Produce version.

    Formats 0 and 1 are left to `PartitionLog.append`: releases before 4.0 accept them.
    """
    reader = BatchReader(records)
    try:
        batches = list(reader)
    except WireError:
        return ErrorCode.CORRUPT_MESSAGE
    if any(not isinstance(batch, RecordBatch) for batch in batches):
        return ErrorCode.NONE
    zstd = [each for each in batches[:1] if each.compression is Compression.ZSTD]
    if zstd and version < _ZSTD_SINCE:  # ProduceRequest.validateRecords (KIP-110)
        return ErrorCode.UNSUPPORTED_COMPRESSION_TYPE
    return ErrorCode.NONE if len(batches) == 1 else ErrorCode.INVALID_RECORD


class PartitionLog:
    """Batches from `start` to `end`; all of them are replicated."""

    def __init__(self) -> None:
        self.start = 0
        self.end = 0
        self.size = 0
        self._batches: list[Stored] = []
        self._producers: dict[int, _Producer] = {}
        self._open: dict[int, int] = {}
        """The first offset of each ongoing transaction, by producer id."""
        self._aborted: list[Aborted] = []

    @property
    def last_stable(self) -> int:
        """The offset up to which every transaction has ended."""
        return max(self.start, min(self._open.values(), default=self.end))

    def append(
        self,
        records: bytes,
        epoch: int,
        now_ms: int,
        admit: Callable[[RecordBatch, bool], ErrorCode] | None = None,
        *,
        starts_at_zero: bool = False,
        needs_keys: bool = False,
    ) -> Appended:
        """Append the batches of a Produce request, of which formats 0 and 1 are converted.

        `admit` decides if a transactional batch can be stored; its second argument says if the
        transaction is ongoing in this log. With `starts_at_zero` the sequence numbers of an unknown
        producer have to; with `needs_keys` every record has to have a key.
        """
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
        if needs_keys:
            found = [record for batch in batches for record in batch.records()]
            without = tuple(place for place, record in enumerate(found) if record.key is None)
            if without:
                return Appended(ErrorCode.INVALID_RECORD, without_key=without)
        outcomes = []
        for batch in batches:
            error = ErrorCode.NONE
            if batch.is_control or (batch.is_transactional and batch.producer_id == _NO_PRODUCER):
                error = ErrorCode.INVALID_RECORD  # as LogValidator refuses batches of clients
            elif batch.is_transactional:
                error = admit(batch, self._is_open(batch)) if admit else error
            starts = starts_at_zero and batch.is_transactional
            outcome = Appended(error) if error else self._append(batch, epoch, starts)
            outcomes.append(outcome)
        return next((each for each in outcomes if each.error), outcomes[0])

    def _is_open(self, batch: RecordBatch) -> bool:
        """Return True if the transaction of a batch has records here (hasOngoingTransaction)."""
        producer = self._producers.get(batch.producer_id)
        is_current = producer is not None and producer.epoch == batch.producer_epoch
        return is_current and batch.producer_id in self._open

    def append_marker(
        self, producer_id: int, producer_epoch: int, epoch: int, now_ms: int, *, is_commit: bool
    ) -> None:
        """Append the marker that ends a transaction (ProducerAppendInfo.appendEndTxnMarker)."""
        builder = RecordBatchBuilder(
            producer_id=producer_id,
            producer_epoch=producer_epoch,
            is_transactional=True,
            is_control=True,
        )
        key, value = encode_transaction_marker(commit=is_commit, coordinator_epoch=0)
        builder.append(now_ms, key, value)
        marker = self.end
        self._store(RecordBatch.parse(builder.build()), epoch)
        first = self._open.pop(producer_id, None)
        if first is not None and not is_commit:
            self._aborted.append(Aborted(producer_id, first, marker))
        producer = self._producers.get(producer_id)
        if producer is None or producer.epoch < producer_epoch:
            self._remember(producer_id, producer_epoch)

    def _append(self, batch: RecordBatch, epoch: int, starts_at_zero: bool) -> Appended:
        if batch.producer_id != _NO_PRODUCER:
            if (known := self._checked(batch, starts_at_zero)) is not None:
                return known
            producer = self._producers[batch.producer_id]
            producer.batches.append(
                (batch.base_sequence, batch.last_sequence, self.end, batch.max_timestamp)
            )
            if batch.is_transactional:
                self._open.setdefault(batch.producer_id, self.end)
        return self._store(batch, epoch)

    def _store(self, batch: RecordBatch, epoch: int) -> Appended:
        base = self.end
        data = batch.stamped(base, epoch)
        self.end = base + batch.last_offset_delta + 1
        self._batches.append(Stored(base, self.end, data, batch.max_timestamp, epoch))
        self.size += len(data)
        return Appended(ErrorCode.NONE, base)

    def _checked(self, batch: RecordBatch, starts_at_zero: bool) -> Appended | None:
        """Check epoch and sequence (ProducerAppendInfo); return the outcome of a duplicate."""
        producer = self._producers.get(batch.producer_id)
        if producer is not None and batch.producer_epoch < producer.epoch:
            return Appended(ErrorCode.INVALID_PRODUCER_EPOCH)
        is_new = producer is None or batch.producer_epoch > producer.epoch
        for first, last, offset, time_ms in () if producer is None or is_new else producer.batches:
            if (first, last) == (batch.base_sequence, batch.last_sequence):
                return Appended(ErrorCode.NONE, offset, time_ms)  # as when it came first
        batches = producer.batches if producer is not None and not is_new else ()
        expected = (batches[-1][1] + 1) % _SEQUENCES if batches else 0
        is_checked = producer is not None or starts_at_zero
        if is_checked and batch.base_sequence != expected:
            return Appended(ErrorCode.OUT_OF_ORDER_SEQUENCE_NUMBER)
        if batch.producer_id in self._open and not batch.is_transactional:
            return Appended(ErrorCode.INVALID_TXN_STATE)
        if is_new:
            self._remember(batch.producer_id, batch.producer_epoch)
        return None

    def _remember(self, producer_id: int, epoch: int) -> None:
        """Begin an epoch of a producer; the oldest one without a transaction is forgotten."""
        if producer_id not in self._producers and len(self._producers) >= PRODUCERS_MAX:
            del self._producers[next(each for each in self._producers if each not in self._open)]
        self._producers[producer_id] = _Producer(epoch)

    def read(
        self, offset: int, max_bytes: int, *, at_least_one: bool, end: int | None = None
    ) -> bytes:
        """Return whole batches from the one with this offset, up to the offset `end`."""
        found: list[bytes] = []
        size = 0
        for batch in self._batches[self._index(offset) :]:
            if size + len(batch.data) > max_bytes and (found or not at_least_one):
                break
            if end is not None and batch.base_offset >= end:
                break
            found.append(batch.data)
            size += len(batch.data)
        return b"".join(found)

    def aborted_after(self, offset: int) -> list[Aborted]:
        """Return the aborted transactions that end at an offset or later.

        Kafka looks in its offset index where the fetched records end, and the small logs of tests
        have no entries there: it returns all the later ones, too.
        """
        index = bisect_left(self._aborted, offset, key=lambda each: each.last_offset)
        return self._aborted[index:]

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
        del self._aborted[: len(self._aborted) - len(self.aborted_after(self.start))]

    def records(self, *, committed: bool = False) -> list[Record]:
        """Return all records without the markers, or those that `read_committed` returns."""
        return [
            record
            for batch in (RecordBatch.parse(each.data) for each in self._batches)
            if not batch.is_control and not (committed and self._is_hidden(batch))
            for record in batch.records()
            if record.offset >= self.start
        ]

    def _is_hidden(self, batch: RecordBatch) -> bool:
        """Return True for a batch of an ongoing or aborted transaction, and for all after it."""
        return batch.base_offset >= self.last_stable or any(
            each.producer_id == batch.producer_id and each.first_offset <= batch.base_offset
            for each in self.aborted_after(batch.base_offset)
            if batch.is_transactional
        )


def _converted(batch: LegacyBatch, now_ms: int) -> RecordBatch:
    """Return records of message format 0 or 1 as a batch (LogValidator)."""
    builder = RecordBatchBuilder()
    for record in batch.records():
        timestamp = now_ms if record.timestamp < 0 else record.timestamp
        builder.append(timestamp, record.key, record.value)
    return RecordBatch.parse(builder.build())
