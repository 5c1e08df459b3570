"""Back-pressure of `append`.

While too many bytes are undecided, appends wait for room, first come, first served, until
leadership ends.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.raft.replica.appends import refused
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.replica import AppendTicket, Replica

_FULL: Final = ErrorCode.THROTTLING_QUOTA_EXCEEDED
_NOT_LEADER: Final = ErrorCode.NOT_LEADER_OR_FOLLOWER


class _Waiting(NamedTuple):
    values: Sequence[bytes]
    epoch: int
    ticket: asyncio.Future[AppendTicket]


class AppendQueue:
    """The queue of one replica. Call `look` after each turn, and `end` when the node ends."""

    def __init__(self, replica: Replica) -> None:
        self._replica = replica
        self._waiting: deque[_Waiting] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def append_nowait(
        self, values: Sequence[bytes], epoch: int | None, *, is_exempt: bool = False
    ) -> AppendTicket:
        """Append at once or return a refused ticket: error 89 also while others wait for room."""
        if self._waiting and not is_exempt:
            return refused(len(values), -1 if epoch is None else epoch, _FULL)
        return self._replica.append_nowait(values, epoch, is_exempt=is_exempt)

    async def append(self, values: Sequence[bytes], epoch: int | None) -> AppendTicket:
        """Append when the log has room; returns a refused ticket if leadership ends first."""
        ticket = self.append_nowait(values, epoch)
        leading = self._replica.leading_epoch
        if not _lacks_room(ticket) or leading is None or epoch not in (None, leading):
            return ticket
        waiting = _Waiting(tuple(values), leading, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            return await waiting.ticket
        except asyncio.CancelledError:
            # cancelled or timed out, the only ways to end the wait without a ticket: the next
            # append can fit
            self.look()
            raise

    def look(self) -> None:
        """Append waiting records in order while there is room; refuse those of a past epoch."""
        leading = self._replica.leading_epoch
        while self._waiting:
            first = self._waiting[0]
            if first.ticket.done():
                self._waiting.popleft()
                continue
            if first.epoch != leading:
                ticket = refused(len(first.values), first.epoch, _NOT_LEADER)
            else:
                ticket = self._replica.append_nowait(first.values, first.epoch)
                if _lacks_room(ticket):
                    return
            self._waiting.popleft()
            first.ticket.set_result(ticket)

    def end(self) -> None:
        """Stop appending: refuse all waiting appends."""
        waiting, self._waiting = self._waiting, deque()
        for each in waiting:
            if not each.ticket.done():
                each.ticket.set_result(refused(len(each.values), each.epoch, _NOT_LEADER))


def _lacks_room(ticket: AppendTicket) -> bool:
    return ticket.has_ended and ticket.error is _FULL
