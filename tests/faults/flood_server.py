"""A process for the flood: a controller that appends at a fixed rate while it leads.

    python flood_server.py PROPERTIES RATE FILE

Each record that was committed becomes a line `NUMBER LATENCY_MS` of the file, and each that was not
a line `NUMBER failed`. The records are configs of brokers: the broker has the id of the node that
appends, and the value is the number.
"""

from __future__ import annotations

import asyncio
import itertools
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from kraft_core.config.errors import AppendError
from kraft_core.config.properties import Properties
from kraft_core.controller.activation import framed
from kraft_core.controller.service import Controller
from kraft_core.node.configuration import read_node
from kraft_core.node.node import RaftNode
from kraft_core.node.running import (
    log_to_stderr,
    prepare_process,
    runner,
    settle_collector,
)
from kraft_core.raft.replica import AppendOutcome
from kraft_wire.messages import ConfigRecord

if TYPE_CHECKING:
    from kraft_core.raft.replica import AppendTicket

BROKER = 4
CONFIG = "max.connections"
TICK_S = 0.005


def record(node_id: int, number: int) -> bytes:
    """The record of a node with this number."""
    return framed(
        ConfigRecord(
            resource_type=BROKER, resource_name=f"{node_id}", name=CONFIG, value=f"{number}"
        )
    )


class Appender:
    """Appends `rate` records a second, each by itself, whatever became of those before."""

    def __init__(self, node: RaftNode, node_id: int, rate: int, file: TextIO) -> None:
        self._node = node
        self._node_id = node_id
        self._rate = rate
        self._file = file

    async def run(self) -> None:
        """Append while the node leads, until it ends."""
        numbers = itertools.count(1)
        await self._node.until(lambda: self._node.is_leading)
        begin, done = time.monotonic(), 0
        while True:
            await asyncio.sleep(TICK_S)
            due = int((time.monotonic() - begin) * self._rate)
            for _ in range(due - done):
                self._append(next(numbers))
            done = due

    def _append(self, number: int) -> None:
        begin = time.monotonic()

        def ended(ticket: AppendTicket) -> None:
            took_ms = (time.monotonic() - begin) * 1000
            is_committed = ticket.outcome is AppendOutcome.COMMITTED
            self._file.write(f"{number} {took_ms:.2f}\n" if is_committed else f"{number} failed\n")

        try:
            self._node.append_nowait([record(self._node_id, number)]).on_batch_end(ended)
        except AppendError:
            self._file.write(f"{number} failed\n")


async def main(properties: str, rate: str, file: TextIO) -> None:
    controller = Controller()
    config = Properties.load(properties)
    node = RaftNode(read_node(config), controller, controller)
    async with node:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, node.shut_down)
        loop.add_signal_handler(signal.SIGHUP, node.reload_security)
        appending = asyncio.create_task(
            Appender(node, config.integer("node.id", 0), int(rate), file).run()
        )
        loop.add_signal_handler(signal.SIGUSR1, appending.cancel)
        settle_collector()
        print("Kafka Server started", flush=True)
        await node.wait_closed()
        appending.cancel()


if __name__ == "__main__":
    log_to_stderr("INFO")
    prepare_process()
    with Path(sys.argv[3]).open("a", buffering=1) as results:
        runner()(main(*sys.argv[1:3], results))
