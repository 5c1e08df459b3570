"""Tickets that a test decides itself."""

from __future__ import annotations

from kraft_core.raft.replica.appends import AppendTicket, BatchTickets
from kraft_wire.errors import ErrorCode


class LoneTicket(AppendTicket):
    """The only ticket of its batch."""

    def __init__(self, count, epoch):
        super().__init__(BatchTickets(epoch), count)

    def place(self, base_offset):
        self._batch.place(base_offset, self.count)

    def end(self, outcome, error=ErrorCode.NONE):
        self._batch.end(outcome, error)
