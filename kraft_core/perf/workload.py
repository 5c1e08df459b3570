"""Records at a steady rate while this node leads, and how long each takes to commit.

After the workload generator of Kafka's TestRaftServer. What may wait for its commit is bounded: a
quorum that is slower than the rate gets what it can take.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Final

from kraft_core.node.service import Service
from kraft_core.perf.commit_statistics import CommitStatistics
from kraft_core.perf.throttle import Throttle
from kraft_core.replica import AppendOutcome, StateMachine
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.consensus.values import LeaderAndEpoch, SnapshotId
    from kraft_core.node.node import RaftNode
    from kraft_core.replica import AppendTicket
    from kraft_wire.records import RecordBatch

_LOG: Final = logging.getLogger("kraft.perf")
_APPEND_BYTES: Final = 256 << 10
_WAITING_BYTES: Final = 64 << 20
_RETRY_MS: Final = 10


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Workload(StateMachine, Service):
    """State machine and service of one node; `tell` takes the lines of its statistics.

    The records are so many zero bytes each, as Kafka's; `record_bytes` and `records_per_s` are
    above 0.
    """

    def __init__(
        self,
        records_per_s: int,
        record_bytes: int,
        tell: Callable[[str], None],
        clock_ms: Callable[[], int] = _monotonic_ms,
    ) -> None:
        self._record_bytes = record_bytes
        self._clock_ms = clock_ms
        self._record = bytes(record_bytes)
        self._at_once = max(_APPEND_BYTES // record_bytes, 1)
        self._waiting_max = max(_WAITING_BYTES // record_bytes, 1)
        self._throttle = Throttle(records_per_s)
        self._statistics = CommitStatistics(clock_ms(), tell)
        self._epoch: int | None = None
        self._appended = 0
        self._waiting = 0
        self._timer: asyncio.TimerHandle | None = None

    # -- the node's side ----------------------------------------------------------------------

    def attach(self, node: RaftNode) -> None:
        """The node that this loads, before it starts."""
        self._node = node

    async def close(self, patience_s: float) -> None:
        """The node ends."""
        del patience_s
        self._rest()

    def apply(self, batch: RecordBatch) -> None:
        """Records are zeros: there is nothing to keep."""

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        """As above."""

    def load(self, batch: RecordBatch) -> None:
        """As above."""

    def snapshot_values(self) -> Iterable[bytes]:
        """As above."""
        return ()

    def can_write_snapshot(self) -> bool:
        """Never: the log is all there is."""
        return False

    def leader_changed(self, leader: LeaderAndEpoch) -> None:
        """Begin when this node leads, end when it does no longer."""
        self._rest()
        if leader.leader_id == self._node.configuration.node_id:
            self._epoch = leader.epoch
            self._appended = 0
            self._throttle.reset(self._clock_ms())
            self._come_back_in(0)

    # -- the load -----------------------------------------------------------------------------

    def _rest(self) -> None:
        self._epoch = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _come_back_in(self, delay_ms: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(delay_ms / 1000, self._append_due)

    def _append_due(self) -> None:
        """Append what is due by now, at most one piece of it; then come back."""
        epoch, now_ms = self._epoch, self._clock_ms()
        if epoch is None or not self._node.is_running:
            return
        due = self._throttle.due_by(now_ms) - self._appended
        count = min(due, self._at_once, self._waiting_max - self._waiting)
        if count <= 0:
            next_ms = self._throttle.due_ms(self._appended + 1)
            self._come_back_in(_RETRY_MS if due > 0 else max(next_ms - now_ms, 1))
            return
        ticket = self._node.append_nowait([self._record] * count, epoch)
        if ticket.outcome is AppendOutcome.REJECTED:
            self._refused(ticket)
            return
        self._appended += count
        self._waiting += count
        ticket.on_batch_end(lambda ended: self._ended(ended, count, now_ms))
        self._come_back_in(0)

    def _refused(self, ticket: AppendTicket) -> None:
        if ticket.error is ErrorCode.MESSAGE_TOO_LARGE:
            _LOG.error("A record of %d bytes is too large: no load", self._record_bytes)
            self._rest()
        else:
            self._come_back_in(_RETRY_MS)

    def _ended(self, ticket: AppendTicket, count: int, appended_ms: int) -> None:
        self._waiting -= count
        if ticket.outcome is AppendOutcome.COMMITTED:
            now_ms = self._clock_ms()
            self._statistics.record(now_ms, now_ms - appended_ms, self._record_bytes, count)
