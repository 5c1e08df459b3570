"""A host of an active controller whose clock, threads and log are moved by a test."""

from __future__ import annotations

import random
from types import coroutine

from kraft_core.controller.context import ControllerSettings
from kraft_core.controller.host import Host
from kraft_core.node.configuration import ControllerSettings as TaskSettings
from kraft_core.raft.replica.appends import AppendTicket, BatchTickets


@coroutine
def _pause():
    yield


class _Timer:
    def __init__(self, due_ms, call):
        self.due_ms, self.call = due_ms, call

    def cancel(self):
        self.call = None


class PlayedHost(Host):
    """Timers run in `advance`, coroutines in `step`, `batches` holds what was appended,
    and `upgrades` the raises of kraft.version that were begun.

    The single thread is busy until `step` is called after `in_thread` was.
    """

    core = None
    voter_ids = frozenset({1})
    observer_ids = frozenset()
    kraft_version = 1
    lacks_room = False
    settings = ControllerSettings(node_id=1, cluster_id="cluster")
    task_settings = TaskSettings(
        max_idle_interval_ms=0,
        leader_balance_interval_ms=0,
        unclean_election_interval_ms=0,
        token_expiry_check_interval_ms=0,
    )

    def __init__(self):
        self.chance = random.Random(1)
        self.batches = []
        self.upgrades = []
        self.end_offset = 0
        self.coroutines = []
        self._now_ms = 0
        self._timers = []

    def now_ms(self):
        return self._now_ms

    def wall_ms(self):
        return self._now_ms

    def precise_s(self):
        return self._now_ms / 1000

    def later(self, delay_s, call):
        timer = _Timer(self._now_ms + delay_s * 1000, call)
        self._timers.append(timer)
        return timer

    def advance(self, duration_ms=0):
        """Let time pass and call what is due, in the order of the due times."""
        self._now_ms += duration_ms
        while due := [timer for timer in self._timers if timer.due_ms <= self._now_ms]:
            timer = min(due, key=lambda timer: timer.due_ms)
            self._timers.remove(timer)
            if timer.call is not None:
                timer.call()

    def start(self, work, name):
        del name
        self.coroutines.append(work)

    def step(self):
        """Run each coroutine up to its next pause."""
        for work in list(self.coroutines):
            try:
                work.send(None)
            except StopIteration:
                self.coroutines.remove(work)

    async def in_thread(self, call):
        await _pause()
        return call()

    async def pause(self, delay_s=0):
        del delay_s
        await _pause()

    def append_offset(self, epoch, size_bytes):
        del epoch, size_bytes
        return self.end_offset

    def append_at_once(self, values, epoch):
        batch = BatchTickets(epoch)
        batch.base_offset = self.end_offset
        self.batches.append(list(values))
        self.end_offset += len(values)
        return AppendTicket(batch, len(values))

    def upgrade_nowait(self, level, *, validate_only):
        assert level > self.kraft_version
        assert not validate_only
        self.upgrades.append(BatchTickets(epoch=1))
        return AppendTicket(self.upgrades[-1], 1)
