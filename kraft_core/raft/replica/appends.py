"""Appends of this leader, from values to outcome: the gathering batch, and its tickets.

`Accumulator` gathers appends into batches, as Kafka's BatchAccumulator. The records of one append
stay in one batch. Only the open batch waits, for `linger_ms` from its first append on; a batch that
is full leaves with the next turn. Records are kept as they came and laid out in one pass when the
batch leaves. `AppendsInFlight` then holds the batch until it is decided.

A ticket ends committed, rejected (in no log, and never will be) or unknown (in the log of a leader
that lost its place; it may still commit), never in a guess.
"""

from __future__ import annotations

from collections import deque
from enum import Enum
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.raft.consensus.values import BatchSummary
from kraft_core.raft.replica.batches import RECORD_OVERHEAD_MAX, batch_bytes, data_batch
from kraft_wire.errors import ErrorCode
from kraft_wire.records.batch import BATCH_OVERHEAD

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.raft.replica.config import ReplicaConfig
    from kraft_core.raft.replica.ports import Clock

    _Callback = Callable[["AppendTicket"], None]


class AppendOutcome(Enum):
    """State and outcome of an append."""

    PENDING = "pending"
    COMMITTED = "committed"
    """Committed, and applied to the state machine here."""
    REJECTED = "rejected"
    """In no log: it can be tried again without doing anything twice."""
    UNKNOWN = "unknown"
    """In a log, undecided: trying again can append it twice."""


class UndecidedBytes:
    """Number of bytes of records that are appended and undecided."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0


class BatchTickets:
    """The appends whose records share a batch: all have the same outcome, decided once.

    `count` is the number of their records. `base_offset` is that of the first one, None until the
    batch has a place in the log. `applied` is the number of its first records that the state
    machine has seen while the rest of the batch is still to be applied.
    """

    __slots__ = (
        "_at_end",
        "_calls",
        "_exact",
        "_size",
        "_undecided",
        "applied",
        "base_offset",
        "count",
        "epoch",
        "error",
        "outcome",
    )

    def __init__(self, epoch: int, undecided: UndecidedBytes | None = None) -> None:
        self.epoch = epoch
        self.count = 0
        self.base_offset: int | None = None
        self.outcome = AppendOutcome.PENDING
        self.error = ErrorCode.NONE
        self.applied = -1
        self._undecided = undecided or UndecidedBytes()
        self._size = 0
        self._calls = 0
        self._exact: list[tuple[int, int, AppendTicket, _Callback]] = []
        self._at_end: list[tuple[AppendTicket, _Callback]] = []

    @property
    def end_offset(self) -> int:
        """The offset after the last record, -1 until it has an offset."""
        return -1 if self.base_offset is None else self.base_offset + self.count

    def add_bytes(self, size: int) -> None:
        """Count bytes as undecided until `end`."""
        self._size += size
        self._undecided.count += size

    def place(self, base_offset: int, count: int) -> None:
        """Note the place in the log; only now is the number of records of an upgrade known."""
        self.base_offset, self.count = base_offset, count

    def call_exactly(self, ticket: AppendTicket, callback: Callable[[AppendTicket], None]) -> None:
        """Schedule a call for when exactly this ticket's records are applied, or for the end."""
        self._calls += 1
        heappush(self._exact, (ticket.first, self._calls, ticket, callback))

    def call_at_end(self, ticket: AppendTicket, callback: Callable[[AppendTicket], None]) -> None:
        """Schedule a call for when all of the batch is decided."""
        self._at_end.append((ticket, callback))

    def next_cut(self) -> int | None:
        """Return the number of records before the next callback.

        None if none is due in the batch.
        """
        if not self._exact:
            return None
        _, _, ticket, _ = self._exact[0]
        cut = ticket.first + ticket.count
        return cut if cut < self.count else None

    def apply_first(self, count: int) -> None:
        """Call back the owners of the first records of the batch, which are applied."""
        self.applied = count
        exact = self._exact
        while exact and exact[0][2].first + exact[0][2].count <= count:
            _, _, ticket, callback = heappop(exact)
            callback(ticket)

    def end(self, outcome: AppendOutcome, error: ErrorCode = ErrorCode.NONE) -> None:
        """Decide the batch. Only the first decision counts. Callbacks are in record order."""
        if self.outcome is not AppendOutcome.PENDING:
            return
        self.outcome, self.error = outcome, error
        self._undecided.count -= self._size
        exact = self._exact
        while exact:
            _, _, ticket, callback = heappop(exact)
            callback(ticket)
        if self._at_end:
            at_end, self._at_end = self._at_end, []
            for ticket, callback in at_end:
                callback(ticket)


class AppendTicket:
    """The progress of one append: a number of consecutive records of a batch.

    It looks at its batch, so that an append costs little and a batch is decided in one step.
    """

    __slots__ = ("_batch", "_count", "first")

    def __init__(self, batch: BatchTickets, count: int) -> None:
        self._batch = batch
        self.first = batch.count
        """The place of its first record in the batch."""
        self._count = count
        batch.count += count

    @property
    def epoch(self) -> int:
        """The epoch of leadership in which it was appended."""
        return self._batch.epoch

    @property
    def count(self) -> int:
        """The number of its records; for an upgrade known only when it has a place."""
        return self._count or self._batch.count

    @property
    def base_offset(self) -> int | None:
        """The offset of its first record, None until it has a place in the log."""
        base_offset = self._batch.base_offset
        return None if base_offset is None else base_offset + self.first

    @property
    def last_offset(self) -> int | None:
        """The offset of its last record, None until it has a place."""
        return None if self.base_offset is None else self.base_offset + self.count - 1

    @property
    def outcome(self) -> AppendOutcome:
        """The outcome of the append."""
        batch = self._batch
        # the first appends of a batch can be applied while the others are not yet
        if self.first + self.count <= batch.applied:
            return AppendOutcome.COMMITTED
        return batch.outcome

    @property
    def error(self) -> ErrorCode:
        """Why it was rejected."""
        return self._batch.error if self.outcome is self._batch.outcome else ErrorCode.NONE

    @property
    def has_ended(self) -> bool:
        """Return True if the outcome is decided."""
        return self.outcome is not AppendOutcome.PENDING

    def on_end(self, callback: Callable[[AppendTicket], None]) -> None:
        """Call a function with the ticket when it ends, at once if it has ended.

        It is called within the replica's turn, right after the records of this append were applied
        and before any later ones: what it reads from the state machine is what the append left. For
        that a batch of several appends is applied in pieces. It must not raise.
        """
        if self.has_ended:
            callback(self)
        else:
            self._batch.call_exactly(self, callback)

    def on_batch_end(self, callback: Callable[[AppendTicket], None]) -> None:
        """Call a function when the whole batch has ended, at once if it has ended.

        For callers that do not read the state: later records can be applied already. It costs less
        than `on_end`, because the batch is applied in one piece. It must not raise.
        """
        if self._batch.outcome is not AppendOutcome.PENDING:
            callback(self)
        else:
            self._batch.call_at_end(self, callback)

    def __repr__(self) -> str:
        place = "" if self.base_offset is None else f" at {self.base_offset}"
        return f"AppendTicket({self.count} records{place}, {self.outcome.value})"


def refused(count: int, epoch: int, error: ErrorCode) -> AppendTicket:
    """Return the ticket of records that are in no log and never will be."""
    batch = BatchTickets(epoch)
    ticket = AppendTicket(batch, count)
    batch.end(AppendOutcome.REJECTED, error)
    return ticket


class AppendsInFlight:
    """Batches that consensus was asked to append, until they are decided."""

    def __init__(self) -> None:
        self._last_id = 0
        self._asked: dict[int, BatchTickets] = {}
        self._placed: deque[BatchTickets] = deque()

    def __len__(self) -> int:
        return len(self._asked) + len(self._placed)

    def ask(self, batch: BatchTickets) -> int:
        """Return the number of a batch that consensus will be asked to append."""
        self._last_id += 1
        self._asked[self._last_id] = batch
        return self._last_id

    def place(self, append_id: int, base_offset: int, count: int) -> None:
        """Note the place of a batch in the log, and the number of its records."""
        batch = self._asked.pop(append_id)
        batch.place(base_offset, count)
        self._placed.append(batch)

    def reject(self, append_id: int, error: ErrorCode) -> None:
        """Reject a batch that is in no log. NONE means success: nothing had to be written."""
        batch = self._asked.pop(append_id)
        committed = error is ErrorCode.NONE
        batch.end(AppendOutcome.COMMITTED if committed else AppendOutcome.REJECTED, error)

    def batch_at(self, base_offset: int) -> BatchTickets | None:
        """Return the undecided batch at that offset, if it is the next one to be applied."""
        if self._placed and self._placed[0].base_offset == base_offset:
            return self._placed[0]
        return None

    def applied(self, end_offset: int) -> None:
        """Complete appends below that offset, which is committed and applied."""
        placed = self._placed
        # committed and applied here, so that its caller reads the state that the append left
        while placed and placed[0].end_offset <= end_offset:
            placed.popleft().end(AppendOutcome.COMMITTED)

    def lose(self, committed_end: int) -> None:
        """End the leadership: appends not known to be committed stay undecided."""
        # records above the high watermark can be truncated or committed by the next leader: their
        # outcome is unknown
        while self._placed and self._placed[-1].end_offset > committed_end:
            self._placed.pop().end(AppendOutcome.UNKNOWN, ErrorCode.NOT_LEADER_OR_FOLLOWER)

    def end(self) -> None:
        """Stop deciding appends. Reject those that consensus has not added to a log."""
        asked, self._asked = self._asked, {}
        for batch in asked.values():
            batch.end(AppendOutcome.REJECTED, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.lose(-1)


class DrainedBatch(NamedTuple):
    """A batch for consensus, described as if it began at offset 0."""

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
        """Add records. A ticket that has ended already was refused.

        10 if they are too large for one batch, 89 if too much is undecided already, unless
        `is_exempt`. Raises the errors of `checked_values`.
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
        # the controller's own records are exempt: users' appends must not keep it from its work
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
        """Return the estimate, or the exact size if it exceeds a batch."""
        if BATCH_OVERHEAD + size <= self._config.batch_bytes_max:
            return size
        return batch_bytes(values) - BATCH_OVERHEAD

    def _begin(self, epoch: int) -> _Gathered:
        """Begin a new batch; the previous one is full."""
        self._fill()
        leaves_at_ms = self._clock.now_ms() + self._config.linger_ms
        tickets = BatchTickets(epoch, self._undecided)
        begun = _Gathered(tickets, leaves_at_ms, self._clock.wall_ms())
        self._open = begun
        if not self._full:
            self._wake()
        return begun

    def _fill(self) -> None:
        """Close the open batch, which is full: it is sent with the next turn."""
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
        """Return True if any append waits here."""
        return self._open is not None or bool(self._full)

    def deadline_ms(self, now_ms: int) -> int | None:
        """Return when the next batch is sent; None while nothing waits."""
        if self._full:
            return now_ms
        return None if self._open is None else self._open.leaves_at_ms

    def drain(self, epoch: int, now_ms: int) -> list[DrainedBatch]:
        """Remove the full batches, and the open one if it has waited long enough."""
        if self._open is not None and self._open.leaves_at_ms <= now_ms:
            self._close()
        drained = [_drained(each, epoch) for each in self._full]
        self._full.clear()
        return drained

    def reject_all(self, error: ErrorCode) -> None:
        """Reject all waiting appends: none of them will be in any log."""
        self._close()
        rejected = list(self._full)
        self._full.clear()
        for gathered in rejected:
            gathered.tickets.end(AppendOutcome.REJECTED, error)


_BYTES_ONLY: Final = frozenset({bytes})


def checked_values(values: Sequence[bytes]) -> Sequence[bytes]:
    """Return the values for a batch; one that can change later (a bytearray) is copied.

    Raises TypeError for a value that is not bytes-like and for one value that is not in a
    sequence, ValueError for no values or an empty one.
    """
    if isinstance(values, bytes | bytearray | memoryview | str):
        raise TypeError("record values must be a sequence of bytes, not a single value")
    if not _BYTES_ONLY.issuperset(map(type, values)):
        values = [_as_bytes(value) for value in values]
    if not values or not all(values):
        raise ValueError("an append needs at least one record, and no record can be empty")
    return values


def _as_bytes(value: object) -> bytes:
    if not isinstance(value, bytes | bytearray | memoryview):
        raise TypeError(f"a record value must be bytes, not {type(value).__name__}")
    return bytes(value)


def _drained(gathered: _Gathered, epoch: int) -> DrainedBatch:
    payload = data_batch(gathered.values, timestamp_ms=gathered.timestamp_ms)
    summary = BatchSummary(0, len(gathered.values) - 1, epoch, len(payload))
    return DrainedBatch(gathered.tickets, summary, payload)
