"""A process for tests: a node that, while it leads, appends without end and writes down what held.

    python appending.py PROPERTIES ACKNOWLEDGED [DIRECTORY_ID]

Each committed record becomes a line of the second file. With a directory id it is a replica of the
quorum of `benchmarks.perf_server`. After SIGUSR1 it appends no more, and says when that holds.
"""

from __future__ import annotations

import asyncio
import itertools
import signal
import sys
from pathlib import Path

import uvloop

from benchmarks.perf_load import read_perf_server
from kraft_core.config.errors import AppendError, NodeEndedError
from kraft_core.config.properties import Properties
from kraft_core.node.configuration import NodeConfiguration, read_node
from kraft_core.node.node import RaftNode
from tests.node.cluster import ListMachine

AT_REST = "At rest"


class Appender:
    """Appends one record after the other while its node leads, each waited for."""

    def __init__(self, node: RaftNode, acknowledged: Path) -> None:
        self._node = node
        self._acknowledged = acknowledged
        self._at_rest = False
        self._appending = asyncio.Lock()

    async def run(self) -> None:
        """Append until the node ends; at rest, nothing."""
        with self._acknowledged.open("a") as file:
            for number in itertools.count(1):
                await self._node.until(lambda: self._node.is_leading)
                async with self._appending:
                    if self._at_rest:
                        return
                    record = f"{self._name}-{number}"
                    try:
                        await self._node.append([record.encode()])
                    except AppendError:
                        continue
                    file.write(f"{record}\n")
                    file.flush()

    @property
    def _name(self) -> str:
        return f"{self._node.configuration.node_id}-{self._node.replica.leading_epoch}"

    async def rest(self) -> None:
        """Begin no other append; say so once the last one has its answer, and that is written."""
        self._at_rest = True
        async with self._appending:
            print(AT_REST, flush=True)


def configuration(properties: str, directory_id: str = "") -> NodeConfiguration:
    if directory_id:
        return read_perf_server(properties, directory_id)
    return read_node(Properties.load(properties))


async def main(properties: str, acknowledged: str, *directory_id: str) -> None:
    node = RaftNode(configuration(properties, *directory_id), ListMachine())
    appender = Appender(node, Path(acknowledged))
    async with node:
        loop = asyncio.get_running_loop()
        tasks = [asyncio.create_task(appender.run())]
        loop.add_signal_handler(signal.SIGTERM, node.shut_down)
        loop.add_signal_handler(
            signal.SIGUSR1, lambda: tasks.append(asyncio.create_task(appender.rest()))
        )
        print("Kafka Server started", flush=True)
        await node.wait_closed()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    try:
        uvloop.run(main(*sys.argv[1:]))
    except NodeEndedError:
        sys.exit(1)
