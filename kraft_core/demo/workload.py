"""The client of the demo: appends numbered records to whoever leads, and knows what was promised.

A number is sent once, to one leader, for its epoch only. So the numbers in a log ascend whatever
happens, and one that comes twice or late would be a fault of the quorum.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from kraft_core.demo.processes import Process, Quorum

RECORDS: Final = 20
"""Records that are sent together; each is an append of its own."""

_EVERY_S: Final = 0.02
_UNANSWERED_MAX: Final = 10
_RATE_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class _Asked:
    """Records that were sent to a leader."""

    leader: Process
    epoch: int
    numbers: range


class Workload:
    """Appends about a thousand records a second, less where the machine cannot.

    `acknowledged` are the numbers that a leader called committed, `doubtful` those that were on
    their way to one that died or lost its place: they may be in the log or not.
    """

    def __init__(self, quorum: Quorum) -> None:
        self._quorum = quorum
        self._next = 1
        self._unanswered: dict[int, _Asked] = {}
        self._recent: deque[tuple[float, int]] = deque()
        self._latest_epoch = -1
        self.acknowledged: set[int] = set()
        self.doubtful: set[int] = set()
        self.refused = 0
        self.acknowledged_at_s = 0.0
        """When the last acknowledgement came, by the monotonic clock."""
        self.acknowledged_epoch = -1
        """The epoch of the leader that gave it."""

    @property
    def is_answered(self) -> bool:
        """Whether everything that was sent is decided."""
        return not self._unanswered

    @property
    def rate(self) -> int:
        """Records acknowledged a second, of late."""
        oldest_s = time.monotonic() - _RATE_S
        while self._recent and self._recent[0][0] < oldest_s:
            self._recent.popleft()
        return round(sum(count for _, count in self._recent) / _RATE_S)

    async def run(self) -> None:
        """Append until cancelled."""
        while True:
            self._send()
            await asyncio.sleep(_EVERY_S)

    def _send(self) -> None:
        leader = self._quorum.leader
        if leader is None or leader.state is None or len(self._unanswered) >= _UNANSWERED_MAX:
            return
        if leader.state.epoch < self._latest_epoch:
            return
        self._latest_epoch = leader.state.epoch
        numbers = range(self._next, self._next + RECORDS)
        self._next = numbers.stop
        self._unanswered[numbers.start] = _Asked(leader, leader.state.epoch, numbers)
        leader.tell("append", epoch=leader.state.epoch, first=numbers.start, count=RECORDS)

    def answered(self, message: dict[str, Any]) -> None:
        """A leader tells what became of records."""
        asked = self._unanswered.pop(message["first"])
        numbers = message["numbers"]
        committed = numbers.get("committed", ())
        self.acknowledged.update(committed)
        self.doubtful.update(numbers.get("unknown", ()))
        self.refused += len(numbers.get("rejected", ()))
        if committed:
            self.acknowledged_at_s = time.monotonic()
            self.acknowledged_epoch = asked.epoch
            self._recent.append((self.acknowledged_at_s, len(committed)))

    def lost(self, member: Process) -> int:
        """A process is gone, and with it the answers that it owed; how many."""
        owed = [first for first, asked in self._unanswered.items() if asked.leader is member]
        numbers = [number for first in owed for number in self._unanswered.pop(first).numbers]
        self.doubtful.update(numbers)
        return len(numbers)
