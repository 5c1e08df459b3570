"""Parked fetches: long polls that wait for records, a high watermark, their time or our fall."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.consensus.events import ReplyTo
    from kraft_core.consensus.rpc import Fetch


@dataclass(slots=True)
class ParkedFetch:
    """A Fetch that was valid when it came, the listener it came in on, and its patience."""

    reply_to: ReplyTo
    listener: str
    request: Fetch
    expires_at_ms: int


class ParkedFetches:
    """Fetches in the order in which they came. Due ones are answered when the turn ends."""

    def __init__(self) -> None:
        self._waiting: dict[ReplyTo, ParkedFetch] = {}
        self._expiries: list[tuple[int, ReplyTo]] = []
        self._due: list[ParkedFetch] = []

    def __len__(self) -> int:
        return len(self._waiting) + len(self._due)

    @property
    def has_due(self) -> bool:
        """Whether there is something to answer when the turn ends."""
        return len(self._due) > 0

    def park(self, fetch: ParkedFetch) -> None:
        """Keep it until something is due."""
        self._waiting[fetch.reply_to] = fetch
        heappush(self._expiries, (fetch.expires_at_ms, fetch.reply_to))
        if len(self._expiries) > 2 * len(self._waiting) + 64:
            self._expiries = [entry for entry in self._expiries if entry[1] in self._waiting]
            heapify(self._expiries)

    def answer_soon(self, fetch: ParkedFetch) -> None:
        """It has an answer already, which leaves when the turn ends."""
        self._due.append(fetch)

    def wake_all(self) -> None:
        """There are new records or a new high watermark: every parked fetch is due."""
        self._due.extend(self._waiting.values())
        self._waiting.clear()
        self._expiries.clear()

    def wake_expired(self, now_ms: int) -> None:
        """Those whose patience is over are due."""
        while self._expiries and self._expiries[0][0] <= now_ms:
            fetch = self._waiting.pop(heappop(self._expiries)[1], None)
            if fetch is not None:
                self._due.append(fetch)

    def take_due(self) -> list[ParkedFetch]:
        """The fetches to answer now."""
        due, self._due = self._due, []
        return due

    def take_all(self) -> list[ParkedFetch]:
        """Everything: leadership is over."""
        self.wake_all()
        return self.take_due()

    def next_expiry_ms(self) -> int | None:
        """When the next one loses its patience."""
        while self._expiries and self._expiries[0][1] not in self._waiting:
            heappop(self._expiries)
        return self._expiries[0][0] if self._expiries else None
