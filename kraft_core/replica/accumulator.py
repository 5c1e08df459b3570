"""Gathers appends into batches, as Kafka's BatchAccumulator.

The records of one append stay in one batch. Only the open batch waits, for `linger_ms` from its
first append on; a batch that is full leaves with the next turn. Records are kept as they came and
laid out in one pass when the batch leaves.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from kraft_core.consensus.batches import BatchSummary
from kraft_core.replica.appends import AppendOutcome, AppendTicket, BatchTickets, refused
from kraft_core.replica.data_batches import RECORD_OVERHEAD_MAX, batch_bytes, data_batch
from kraft_wire.errors import ErrorCode
from kraft_wire.records.batch import BATCH_OVERHEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.replica.config import ReplicaConfig
    from kraft_core.replica.ports import Clock


class DrainedBatch(NamedTuple):
    """A batch on its way to consensus, described as if it stood alone at offset 0."""

    tickets: BatchTickets
    summary: BatchSummary
    payload: bytes


class _Gathered:
    """Records that will be one batch. `size` is never below its bytes, nor above `size_max`."""

    __slots__ = ("leaves_at_ms", "size", "size_max", "tickets", "timestamp_ms", "values")

    def __init__(self, epoch: int, leaves_at_ms: int, timestamp_ms: int, size_max: int) -> None:
        self.leaves_at_ms = leaves_at_ms
        self.timestamp_ms = timestamp_ms
        self.size_max = size_max
        self.values: list[bytes] = []
        self.tickets = BatchTickets(epoch)
        self.size = BATCH_OVERHEAD


class Accumulator:
    """The appends of one epoch of leadership that are not in the log yet.

    `wake` is called when a batch begins to wait or leaves earlier than the one before it: then
    `deadline_ms` is nearer than it was.
    """

    def __init__(self, config: ReplicaConfig, clock: Clock, wake: Callable[[], None]) -> None:
        self._config = config
        self._clock = clock
        self._wake = wake
        self._open: _Gathered | None = None
        self._full: deque[_Gathered] = deque()
        self._full_bytes = 0

    def append(self, values: Sequence[bytes], epoch: int) -> AppendTicket:
        """Take records in. A ticket that has ended already was refused.

        10 if they are too large for one batch, 89 if too much waits already. ValueError for no
        records or an empty one.
        """
        count = len(values)
        size = len(values[0]) if count == 1 else sum(map(len, values))
        if not size or not (count == 1 or all(values)):
            raise ValueError("an append has records, and none of them is empty")
        gathered = self._open
        size += RECORD_OVERHEAD_MAX * count
        if gathered is None or gathered.size + size > gathered.size_max:
            size = self._measured(values, size)
            error = self._refusal(size)
            if error is not None:
                return refused(count, epoch, error)
            gathered = self._begin(epoch)
        gathered.values += values
        gathered.size += size
        if gathered.size >= self._config.batch_bytes_target:
            self._fill()
        return AppendTicket(gathered.tickets, count)

    def _measured(self, values: Sequence[bytes], size: int) -> int:
        """The estimate, or the exact size where that is too large for a batch of its own."""
        if BATCH_OVERHEAD + size <= self._config.batch_bytes_max:
            return size
        return batch_bytes(values) - BATCH_OVERHEAD

    def _refusal(self, size: int) -> ErrorCode | None:
        if BATCH_OVERHEAD + size > self._config.batch_bytes_max:
            return ErrorCode.MESSAGE_TOO_LARGE
        if self._waiting_bytes + size > self._config.waiting_bytes_max:
            return ErrorCode.THROTTLING_QUOTA_EXCEEDED
        return None

    @property
    def _waiting_bytes(self) -> int:
        return self._full_bytes + (0 if self._open is None else self._open.size - BATCH_OVERHEAD)

    @property
    def _size_max(self) -> int:
        """How large the open batch may grow."""
        left = self._config.waiting_bytes_max - self._full_bytes
        return min(self._config.batch_bytes_max, BATCH_OVERHEAD + left)

    def _begin(self, epoch: int) -> _Gathered:
        """A new open batch; the one before it is full."""
        self._fill()
        leaves_at_ms = self._clock.now_ms() + self._config.linger_ms
        begun = _Gathered(epoch, leaves_at_ms, self._clock.wall_ms(), self._size_max)
        self._open = begun
        if not self._full:
            self._wake()
        return begun

    def _fill(self) -> None:
        """The open batch is full: it leaves with the next turn."""
        if self._open is not None:
            self._close()
            if len(self._full) == 1:
                self._wake()

    def _close(self) -> None:
        if self._open is not None:
            self._full.append(self._open)
            self._full_bytes += self._open.size - BATCH_OVERHEAD
            self._open = None

    @property
    def has_any(self) -> bool:
        """Whether anything waits here."""
        return self._open is not None or bool(self._full)

    def deadline_ms(self, now_ms: int) -> int | None:
        """When the next batch leaves; None while nothing waits."""
        if self._full:
            return now_ms
        return None if self._open is None else self._open.leaves_at_ms

    def drain(self, epoch: int, now_ms: int) -> list[DrainedBatch]:
        """Take out the batches that are full, and the open one if it has waited long enough."""
        if self._open is not None and self._open.leaves_at_ms <= now_ms:
            self._close()
        drained = [_drained(each, epoch) for each in self._full]
        self._forget_full()
        return drained

    def reject_all(self, error: ErrorCode) -> None:
        """Nothing of what waits here will be in any log."""
        self._close()
        rejected = list(self._full)
        self._forget_full()
        for gathered in rejected:
            gathered.tickets.end(AppendOutcome.REJECTED, error)

    def _forget_full(self) -> None:
        self._full.clear()
        self._full_bytes = 0
        if self._open is not None:
            self._open.size_max = self._size_max


def _drained(gathered: _Gathered, epoch: int) -> DrainedBatch:
    payload = data_batch(gathered.values, timestamp_ms=gathered.timestamp_ms)
    summary = BatchSummary(0, len(gathered.values) - 1, epoch, len(payload))
    return DrainedBatch(gathered.tickets, summary, payload)
