"""Gathers appends into batches, as Kafka's BatchAccumulator.

The records of one append stay in one batch. Only the open batch waits, for `linger_ms` from its
first append on; a batch that is full leaves with the next turn. Records are kept as they came and
laid out in one pass when the batch leaves.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.consensus.values import BatchSummary
from kraft_core.replica.appends import (
    AppendOutcome,
    AppendTicket,
    BatchTickets,
    UndecidedBytes,
    refused,
)
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
    """Records that will be one batch. `size` is never below its bytes."""

    __slots__ = ("leaves_at_ms", "size", "tickets", "timestamp_ms", "values")

    def __init__(self, tickets: BatchTickets, leaves_at_ms: int, timestamp_ms: int) -> None:
        self.leaves_at_ms = leaves_at_ms
        self.timestamp_ms = timestamp_ms
        self.values: list[bytes] = []
        self.tickets = tickets
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
        self._undecided = UndecidedBytes()

    @property
    def undecided_bytes(self) -> int:
        """Bytes of records from their append on until they are committed, rejected or lost."""
        return self._undecided.count

    def append(
        self, values: Sequence[bytes], epoch: int, *, is_exempt: bool = False
    ) -> AppendTicket:
        """Take records in. A ticket that has ended already was refused.

        10 if they are too large for one batch, 89 if too much is undecided already, unless
        `is_exempt`. Raises what `checked_values` does.
        """
        count = len(values)
        if count == 1 and type(values[0]) is bytes and values[0]:  # nearly always
            size = len(values[0]) + RECORD_OVERHEAD_MAX
        else:
            values = checked_values(values)
            size = sum(map(len, values)) + RECORD_OVERHEAD_MAX * count
        gathered, config = self._open, self._config
        if gathered is None or gathered.size + size > config.batch_bytes_max:
            gathered = None
            size = self._measured(values, size)
            if BATCH_OVERHEAD + size > config.batch_bytes_max:
                return refused(count, epoch, ErrorCode.MESSAGE_TOO_LARGE)
        # from append to commit: a disk that hangs must not let memory grow without bound
        if self._undecided.count + size > config.waiting_bytes_max and not is_exempt:
            return refused(count, epoch, ErrorCode.THROTTLING_QUOTA_EXCEEDED)
        if gathered is None:
            gathered = self._begin(epoch)
        gathered.values += values
        gathered.size += size
        gathered.tickets.add_bytes(size)
        if gathered.size >= self._config.batch_bytes_target:
            self._fill()
        return AppendTicket(gathered.tickets, count)

    def _measured(self, values: Sequence[bytes], size: int) -> int:
        """The estimate, or the exact size where that is too large for a batch of its own."""
        if BATCH_OVERHEAD + size <= self._config.batch_bytes_max:
            return size
        return batch_bytes(values) - BATCH_OVERHEAD

    def _begin(self, epoch: int) -> _Gathered:
        """A new open batch; the one before it is full."""
        self._fill()
        leaves_at_ms = self._clock.now_ms() + self._config.linger_ms
        tickets = BatchTickets(epoch, self._undecided)
        begun = _Gathered(tickets, leaves_at_ms, self._clock.wall_ms())
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
        self._full.clear()
        return drained

    def reject_all(self, error: ErrorCode) -> None:
        """Nothing of what waits here will be in any log."""
        self._close()
        rejected = list(self._full)
        self._full.clear()
        for gathered in rejected:
            gathered.tickets.end(AppendOutcome.REJECTED, error)


_BYTES_ONLY: Final = frozenset({bytes})


def checked_values(values: Sequence[bytes]) -> Sequence[bytes]:
    """The values as they go into a batch; what can change afterwards (a bytearray) is copied.

    Raises TypeError for a value that is not bytes-like and for one value that is not in a
    sequence, ValueError for no values or an empty one.
    """
    if isinstance(values, bytes | bytearray | memoryview | str):
        raise TypeError("record values must be a sequence of bytes, not a single value")
    if not _BYTES_ONLY.issuperset(map(type, values)):
        values = [_as_bytes(value) for value in values]
    if not values or not all(values):
        raise ValueError("an append must have records, and no record may be empty")
    return values


def _as_bytes(value: object) -> bytes:
    if not isinstance(value, bytes | bytearray | memoryview):
        raise TypeError(f"a record value must be bytes, not {type(value).__name__}")
    return bytes(value)


def _drained(gathered: _Gathered, epoch: int) -> DrainedBatch:
    payload = data_batch(gathered.values, timestamp_ms=gathered.timestamp_ms)
    summary = BatchSummary(0, len(gathered.values) - 1, epoch, len(payload))
    return DrainedBatch(gathered.tickets, summary, payload)
