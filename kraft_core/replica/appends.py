"""Append tickets: what became of records that somebody wanted in the log.

A ticket ends committed, rejected (in no log, and never will be) or unknown (in the log of a leader
that lost its place; it may still commit), never in a guess.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class AppendOutcome(Enum):
    """How an append ended."""

    PENDING = "pending"
    COMMITTED = "committed"
    """Committed, and applied to the state machine here."""
    REJECTED = "rejected"
    """In no log: it may be tried again without doing anything twice."""
    UNKNOWN = "unknown"
    """In a log, undecided: whoever tries again may do it twice."""


class AppendTicket:
    """One append's way.

    `base_offset` is that of its first record, None until it has a place in the log; `count` its
    number of records. `error` tells why it was rejected. Attributes are not to be assigned.
    """

    __slots__ = ("_callbacks", "base_offset", "count", "epoch", "error", "outcome")

    def __init__(self, count: int, epoch: int) -> None:
        self.count = count
        self.epoch = epoch
        self.base_offset: int | None = None
        self.outcome = AppendOutcome.PENDING
        self.error = ErrorCode.NONE
        self._callbacks: list[Callable[[AppendTicket], None]] | None = None

    @property
    def last_offset(self) -> int | None:
        """The offset of its last record, None until it has a place."""
        return None if self.base_offset is None else self.base_offset + self.count - 1

    @property
    def has_ended(self) -> bool:
        """Whether the outcome is decided."""
        return self.outcome is not AppendOutcome.PENDING

    def on_end(self, callback: Callable[[AppendTicket], None]) -> None:
        """Have a function called with the ticket when it ends, at once if it has.

        It is called within the replica's turn, right after the batch was applied, so what it reads
        from the state machine is what the append left. It must not raise.
        """
        if self.has_ended:
            callback(self)
        elif self._callbacks is None:
            self._callbacks = [callback]
        else:
            self._callbacks.append(callback)

    def end(self, outcome: AppendOutcome, error: ErrorCode = ErrorCode.NONE) -> None:
        """Decide it. Only the first decision counts."""
        if self.outcome is not AppendOutcome.PENDING:
            return
        self.outcome, self.error = outcome, error
        if self._callbacks is not None:
            callbacks, self._callbacks = self._callbacks, None
            for callback in callbacks:
                callback(self)

    def __repr__(self) -> str:
        place = "" if self.base_offset is None else f" at {self.base_offset}"
        return f"AppendTicket({self.count} records{place}, {self.outcome.value})"


@dataclass(slots=True)
class BatchTickets:
    """The tickets whose records share a batch, in the order of their records.

    `end_offset` is the end of the batch once it has a place.
    """

    tickets: Sequence[AppendTicket]
    end_offset: int = -1

    def place(self, base_offset: int, count: int) -> None:
        """Give every ticket its offsets. One of no records yet gets all of the batch."""
        self.end_offset = base_offset + count
        for ticket in self.tickets:
            ticket.base_offset = base_offset
            ticket.count = ticket.count or count
            base_offset += ticket.count

    def end(self, outcome: AppendOutcome, error: ErrorCode = ErrorCode.NONE) -> None:
        """Decide all of them."""
        for ticket in self.tickets:
            ticket.end(outcome, error)


class AppendsInFlight:
    """Batches that consensus was asked to append, until they are decided."""

    def __init__(self) -> None:
        self._last_id = 0
        self._asked: dict[int, BatchTickets] = {}
        self._placed: deque[BatchTickets] = deque()

    def __len__(self) -> int:
        return len(self._asked) + len(self._placed)

    def ask(self, tickets: Sequence[AppendTicket]) -> int:
        """Number a batch that consensus is about to be asked for."""
        self._last_id += 1
        self._asked[self._last_id] = BatchTickets(tickets)
        return self._last_id

    def place(self, append_id: int, base_offset: int, count: int) -> None:
        """It stands in the log now, with so many records."""
        batch = self._asked.pop(append_id)
        batch.place(base_offset, count)
        self._placed.append(batch)

    def reject(self, append_id: int, error: ErrorCode) -> None:
        """It is in no log. NONE means that nothing had to be written, which is success."""
        batch = self._asked.pop(append_id)
        committed = error is ErrorCode.NONE
        batch.end(AppendOutcome.COMMITTED if committed else AppendOutcome.REJECTED, error)

    def applied(self, end_offset: int) -> None:
        """Everything below that offset is committed and applied."""
        placed = self._placed
        while placed and placed[0].end_offset <= end_offset:
            placed.popleft().end(AppendOutcome.COMMITTED)

    def lose(self, committed_end: int) -> None:
        """The place of leader is lost: what is not known to be committed stays undecided."""
        while self._placed and self._placed[-1].end_offset > committed_end:
            self._placed.pop().end(AppendOutcome.UNKNOWN, ErrorCode.NOT_LEADER_OR_FOLLOWER)

    def end(self) -> None:
        """Nothing is decided here any more. What consensus never placed is in no log."""
        asked, self._asked = self._asked, {}
        for batch in asked.values():
            batch.end(AppendOutcome.REJECTED, ErrorCode.NOT_LEADER_OR_FOLLOWER)
        self.lose(-1)
