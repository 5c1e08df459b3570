"""A kraft voter that generates a load on request: `python -m ... PROPERTIES DIRECTORY_ID`.

The counterpart of QuorumBench.java, whose head describes what both read from standard input and
write to standard output. Appends are one record each, by `append_nowait` in the
thread of the event loop, and a record counts when the state machine gets it.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.directories import prepare_directory
from kraft_core.node.node import RaftNode
from kraft_core.node.running import runner, settle_collector
from kraft_core.raft.replica import StateMachine
from kraft_core.raft.storage.meta_properties import decode_id
from kraft_core.raft.topic import QuorumTopic
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.values import LeaderAndEpoch
    from kraft_wire.records import RecordBatch

TOPIC = QuorumTopic("__raft_performance_test", Uuid((2).to_bytes(16)))
CLUSTER_ID = "A" * 22
SLICE = 1_000
"""Appends in a row, before the event loop gets its turn."""

_FULL_S = 0.001


class Order(NamedTuple):
    """`load RATE SIZE WINDOW SECONDS`."""

    rate: float
    size: int
    window: int
    seconds: float

    @classmethod
    def of(cls, line: str) -> Order:
        """Parse a line of standard input."""
        rate, size, window, seconds = line.split()[1:]
        return cls(float(rate), int(size), int(window), float(seconds))


class Deliveries(StateMachine):
    """Counts applied records. `commits` are the times and numbers of records."""

    def __init__(self) -> None:
        self.commits: list[tuple[int, int]] = []
        self.committed = 0
        self.on_commit: Callable[[], None] = lambda: None
        self.on_leader: Callable[[LeaderAndEpoch], None] = lambda _: None

    def apply(self, batch: RecordBatch) -> None:
        self.commits.append((time.monotonic_ns(), batch.count))
        self.committed += batch.count
        self.on_commit()

    def begin_load(self, snapshot_id: object) -> None:
        """Discard nothing: the machine keeps no state."""

    def load(self, batch: RecordBatch) -> None:
        """Ignore the batch: the machine keeps no state."""

    def snapshot_values(self) -> list[bytes]:
        return []

    def leader_changed(self, leader: LeaderAndEpoch) -> None:
        """Report the leader to the benchmark process."""
        self.on_leader(leader)


class Load:
    """One load from its first append to its last commit."""

    def __init__(self, node: RaftNode, machine: Deliveries, order: Order) -> None:
        self._loop = asyncio.get_running_loop()
        self._append = node.append_nowait
        self._order = order
        self._machine = machine
        self._value = [bytes(order.size)]
        self._sent = 0
        self._is_due = False
        self._is_over = self.is_lost = False
        self._done = asyncio.Event()
        machine.commits, machine.committed = [], 0
        machine.on_commit = self._committed
        self.start = time.monotonic_ns()
        self._end = self.start + int(order.seconds * 1e9)

    async def run(self) -> None:
        """Append the load and wait until all of it is committed."""
        if self._order.rate:
            threading.Thread(target=self._ring, daemon=True).start()
        else:
            self._soon()
        await self._done.wait()
        self._machine.on_commit = lambda: None

    def lose(self) -> None:
        """End the load after a change of leader: its appends may never be delivered."""
        self._is_over = self.is_lost = True
        self._done.set()

    def _soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            self._loop.call_soon(self._go_on)

    def _committed(self) -> None:
        if self._is_over:
            if self._machine.committed >= self._sent:
                self._done.set()
        elif not self._order.rate:
            self._soon()

    def _ring(self) -> None:
        """Wake the event loop at the moments at which records are due: its own timers know ms."""
        interval = 1e9 / self._order.rate
        number, now = 0, time.monotonic_ns()
        while now < self._end:
            due = self.start + int(number * interval)
            if due > now:
                time.sleep((due - now) / 1e9)
            self._loop.call_soon_threadsafe(self._go_on)
            now = time.monotonic_ns()
            number = max(number + 1, int((now - self.start) / interval) + 1)
        self._loop.call_soon_threadsafe(self._go_on)

    def _go_on(self) -> None:
        self._is_due = False
        if self._is_over:
            return
        now = time.monotonic_ns()
        if now >= self._end:
            self._is_over = True
            self._committed()
            return
        if self._order.rate:
            due = int((now - self.start) * self._order.rate / 1e9) + 1
            self._append_some(due - self._sent)
        else:
            room = self._machine.committed + self._order.window - self._sent
            if self._append_some(min(room, SLICE)) and room > SLICE:
                self._soon()

    def _append_some(self, count: int) -> bool:
        """Append `count` values; if not all fit, continue shortly afterwards."""
        append, value = self._append, self._value
        tickets = [append(value) for _ in range(count)]
        if not tickets or not tickets[-1].has_ended:
            self._sent += count
            return True
        self._sent += sum(not ticket.has_ended for ticket in tickets)
        self._loop.call_later(_FULL_S, self._go_on)
        return False


def _say(value: object) -> None:
    print(json.dumps(value), flush=True)


def configured(properties: str, directory_id: str) -> NodeConfiguration:
    """Read the configuration, and format the folder that it names."""
    lines = Path(properties).read_text().splitlines()
    values = dict(line.split("=", 1) for line in lines)
    configuration = NodeConfiguration.of(values, TOPIC)
    prepare_directory(configuration, CLUSTER_ID, decode_id(directory_id) or b"")
    return configuration


async def main(configuration: NodeConfiguration) -> None:
    machine = Deliveries()
    node = RaftNode(configuration, machine)
    loop = asyncio.get_running_loop()

    loads: list[Load] = []

    def on_leader(leader: LeaderAndEpoch) -> None:
        for load in loads:
            load.lose()
        if leader.leader_id == configuration.node_id:
            _say({"leading": leader.epoch, "at": time.monotonic_ns()})

    machine.on_leader = on_leader
    orders: asyncio.Queue[str] = asyncio.Queue()

    def listen() -> None:
        for line in sys.stdin:
            loop.call_soon_threadsafe(orders.put_nowait, line)

    async def obey() -> None:
        while True:
            load = Load(node, machine, Order.of(await orders.get()))
            loads[:] = [load]
            if node.is_leading:
                await load.run()
            else:
                load.lose()
            loads.clear()
            lost = {"lost": node.leader_and_epoch.epoch}
            _say(lost if load.is_lost else {"start": load.start, "commits": machine.commits})

    async with node:
        settle_collector()
        loop.add_signal_handler(signal.SIGTERM, node.shut_down)
        threading.Thread(target=listen, daemon=True).start()
        obeying = asyncio.create_task(obey())
        await node.wait_closed()
        obeying.cancel()


if __name__ == "__main__":
    runner()(main(configured(*sys.argv[1:])))
