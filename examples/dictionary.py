"""A dictionary on three machines, of which any one can be lost.

    python examples/dictionary.py 1 localhost:9001 first-folder
    python examples/dictionary.py 2 localhost:9002 second-folder --join localhost:9001
    python examples/dictionary.py 3 localhost:9003 third-folder --join localhost:9001

Each node takes lines of text at its port plus 1000: `put KEY VALUE`, `get KEY`, `delete KEY`,
`nodes` (who leads, who votes) and `snapshot` (write the state to disk now). A `put` that is
answered with `ok` is on the disks of a majority. `get` prints what has reached that node.

    echo put colour blue | nc localhost 10002
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from kraft_core import (
    AppendRejectedError,
    AppendUnknownError,
    NodeEndedError,
    OwnQuorum,
    RaftNode,
    StateMachine,
    write_snapshot,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core import SnapshotId
    from kraft_wire.records import RecordBatch

QUORUM, PORTS_BETWEEN = OwnQuorum("dictionary"), 1000
TRIES, RETRY_S = 600, 0.05
AT_LEADER = "at-leader "
NOT_HERE = "error: not the leader"
LOST = "error: the leader was lost, it may be done or not"


class Dictionary(StateMachine):
    """The state of the log. A change is `[key, value]`, or `[key, null]` for a deletion."""

    def __init__(self) -> None:
        self.entries: dict[str, str] = {}

    def apply(self, batch: RecordBatch) -> None:
        """Apply committed changes, in the same order at every node."""
        for record in batch.records():
            key, value = json.loads(record.value or b"")
            self.entries.pop(key, None)
            if value is not None:
                self.entries[key] = value

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        """Drop all entries: a snapshot follows."""
        print(f"loading the snapshot of offset {snapshot_id.offset}", flush=True)
        self.entries.clear()

    def load(self, batch: RecordBatch) -> None:
        """Apply the changes of a snapshot, one for each key."""
        self.apply(batch)

    def snapshot_values(self) -> Iterator[bytes]:
        """Yield the current entries, however many changes led to them."""
        return iter([json.dumps(entry).encode() for entry in self.entries.items()])


class Desk:
    """Answers users of one node."""

    def __init__(self, node: RaftNode, dictionary: Dictionary) -> None:
        self._node = node
        self._entries = dictionary.entries

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the lines of one connection."""
        with closing(writer), suppress(OSError, NodeEndedError):
            while line := (await reader.readline()).decode().strip():
                writer.write(f"{await self.answer(line)}\n".encode())
                await writer.drain()

    async def answer(self, line: str) -> str:
        """Return the response to one line of a client."""
        is_forwarded = line.startswith(AT_LEADER)
        match line.removeprefix(AT_LEADER).split(" ", 2):
            case ["get", key]:
                return self._entries.get(key, "(nothing)")
            case ["put", key, value]:
                return await self.change(line, [key, value], is_forwarded)
            case ["delete", key]:
                return await self.change(line, [key, None], is_forwarded)
            case ["nodes"]:
                return f"{await self._node.leader()} leads {self._node.voters.ids}"
            case ["snapshot"]:
                return f"ok, offset {(await write_snapshot(self._node)).offset}"
        return "error: put KEY VALUE, get KEY, delete KEY, nodes or snapshot"

    async def change(self, line: str, change: list[str | None], is_forwarded: bool) -> str:
        """Append a change here, or have the leader do it; again, as long as nobody has."""
        for _ in range(TRIES):
            try:
                if self._node.is_leading:
                    ticket = await self._node.append([json.dumps(change).encode()])
                    return f"ok, offset {ticket.last_offset}"
                if is_forwarded:
                    return NOT_HERE
                answer = await self.ask_leader(line)
                if answer != NOT_HERE:
                    return answer
            except AppendUnknownError:
                return LOST
            except (AppendRejectedError, OSError):
                pass  # it is in no log: it can be tried again
            await asyncio.sleep(RETRY_S)
        return "error: nobody leads"

    async def ask_leader(self, line: str) -> str:
        """Hand a line on to the node that leads; raises OSError if nobody is there."""
        leader = await self._node.until(lambda: self._node.leader_address)
        assert leader is not None  # noqa: S101 - it was waited for
        reader, writer = await asyncio.open_connection(leader.host, leader.port + PORTS_BETWEEN)
        with closing(writer), suppress(OSError):
            writer.write(f"{AT_LEADER}{line}\n".encode())
            return (await reader.readline()).decode().strip() or LOST
        return LOST


async def main(node_id: int, address: str, folder: str, join: str) -> None:
    """Run a node and its desk until SIGTERM."""
    configuration = QUORUM.configuration(node_id, address, folder, filter(None, [join, address]))
    (QUORUM.join if join else QUORUM.begin)(configuration)
    dictionary, host, port = Dictionary(), *address.rsplit(":", 1)
    async with RaftNode(configuration, dictionary) as node:
        take = Desk(node, dictionary).take
        with closing(await asyncio.start_server(take, host, int(port) + PORTS_BETWEEN)):
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, node.shut_down)
            print(f"node {node_id} takes lines at port {int(port) + PORTS_BETWEEN}", flush=True)
            await node.wait_closed()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("node_id", metavar="ID", type=int, help="number of this node")
    parser.add_argument("address", metavar="HOST:PORT", help="address of this node")
    parser.add_argument("folder", metavar="FOLDER", help="its log directory")
    parser.add_argument("--join", metavar="HOST:PORT", default="", help="a node that runs")
    with suppress(KeyboardInterrupt):
        asyncio.run(main(**vars(parser.parse_args())))
