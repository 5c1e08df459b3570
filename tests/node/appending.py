"""A process for tests: a node that, while it leads, appends without end and writes down what held.

    python appending.py PROPERTIES ACKNOWLEDGED [DIRECTORY_ID]

Each committed record becomes a line of the second file. With a directory id it is a replica of the
quorum of `kraft perf-server`. After SIGUSR1 it appends no more.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import uvloop

from kraft_core.node.configuration import NodeConfiguration, read_node
from kraft_core.node.errors import AppendError, NodeEndedError
from kraft_core.node.node import RaftNode
from kraft_core.node.properties import Properties
from kraft_core.perf.configuration import read_perf_server
from tests.node.cluster import ListMachine


async def append_while_leading(
    node: RaftNode, acknowledged: Path, may_append: asyncio.Event
) -> None:
    """Append one record after the other, each waited for."""
    number = 0
    with acknowledged.open("a") as file:
        while node.is_running:
            await may_append.wait()
            await node.until(lambda: node.is_leading)
            number += 1
            epoch = node.replica.leading_epoch
            record = f"{node.configuration.node_id}-{epoch}-{number}"
            try:
                await node.append([record.encode()])
            except AppendError:
                continue
            file.write(f"{record}\n")
            file.flush()


def configuration(properties: str, directory_id: str = "") -> NodeConfiguration:
    if directory_id:
        return read_perf_server(properties, directory_id)
    return read_node(Properties.load(properties))


async def main(properties: str, acknowledged: str, *directory_id: str) -> None:
    node = RaftNode(configuration(properties, *directory_id), ListMachine())
    may_append = asyncio.Event()
    may_append.set()
    async with node:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, node.shut_down)
        loop.add_signal_handler(signal.SIGUSR1, may_append.clear)
        print("Kafka Server started", flush=True)
        appending = asyncio.create_task(append_while_leading(node, Path(acknowledged), may_append))
        await node.wait_closed()
        appending.cancel()
        await asyncio.gather(appending, return_exceptions=True)


if __name__ == "__main__":
    try:
        uvloop.run(main(*sys.argv[1:]))
    except NodeEndedError:
        sys.exit(1)
