"""A process for tests: a node that, while it leads, appends without end and writes down what held.

    python appending.py PROPERTIES ACKNOWLEDGED

Each committed record becomes a line of the second file.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import uvloop

from kraft_core.node.configuration import read_node
from kraft_core.node.errors import AppendError, NodeEndedError
from kraft_core.node.node import RaftNode
from kraft_core.node.properties import Properties
from tests.node.cluster import ListMachine


async def append_while_leading(node: RaftNode, acknowledged: Path) -> None:
    """Append one record after the other, each waited for."""
    number = 0
    with acknowledged.open("a") as file:
        while node.is_running:
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


async def main(properties: str, acknowledged: str) -> None:
    node = RaftNode(read_node(Properties.load(properties)), ListMachine())
    async with node:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, node.shut_down)
        print("Kafka Server started", flush=True)
        appending = asyncio.create_task(append_while_leading(node, Path(acknowledged)))
        await node.wait_closed()
        await asyncio.gather(appending, return_exceptions=True)


if __name__ == "__main__":
    try:
        uvloop.run(main(*sys.argv[1:]))
    except NodeEndedError:
        sys.exit(1)
