"""A process for tests: a node whose lists clients append to and read, over lines of JSON.

    python list_server.py PROPERTIES WATCH NAMES HOST PORT

Each line that comes in is one of these, and one line answers it:

    ["append", KEY, VALUE]   ["done"], ["rejected"] or ["unknown"]
    ["read", KEY]            ["done", VALUES], ["rejected"] or ["unknown"]
    ["state"]                [APPLIED, EPOCH, LEADER, LISTS]
    ["acknowledged"]         {VOTER: OFFSET} while this node leads, {} otherwise

A read is an append that changes nothing, and is answered with the list as it is when that append is
applied here: so it has seen everything that was acknowledged before it was asked.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from pathlib import Path

import uvloop

from kraft_core.config.properties import Properties
from kraft_core.node.configuration import read_node
from kraft_core.node.node import RaftNode
from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.replica import AppendOutcome
from tests.faults.disk_watch import DiskWatch
from tests.faults.list_machine import MARK, ListMachine, entry
from tests.faults.names import install

_LINE_MAX = 1 << 24
_WORDS = {
    AppendOutcome.COMMITTED: "done",
    AppendOutcome.REJECTED: "rejected",
    AppendOutcome.UNKNOWN: "unknown",
}


class ListServer:
    """The door of one node for clients."""

    def __init__(self, node: RaftNode, machine: ListMachine) -> None:
        self._node = node
        self._machine = machine
        self._open: set[asyncio.StreamWriter] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection."""
        self._open.add(writer)
        try:
            while line := await reader.readline():
                answer = await self._answer(*json.loads(line))
                writer.write(json.dumps(answer).encode() + b"\n")
                await writer.drain()
        except OSError:
            return
        finally:
            self._open.discard(writer)
            writer.transport.abort()

    def close(self) -> None:
        """End all connections."""
        for each in self._open:
            each.transport.abort()

    async def _answer(
        self, word: str, key: str = "", value: int = 0
    ) -> list[object] | dict[int, int]:
        if word == "state":
            known = self._node.leader_and_epoch
            applied = self._node.replica.applied.offset
            return [applied, known.epoch, known.leader_id, self._machine.lists]
        if word == "acknowledged":
            return self._acknowledged()
        if not self._node.is_running:
            return ["rejected"]
        record = MARK if word == "read" else entry(key, value)
        ended = asyncio.get_running_loop().create_future()
        ticket = self._node.append_nowait([record])
        # the list is copied at that very place of the log, not when this task comes to run again
        ticket.on_end(
            lambda _: (
                None if ended.done() else ended.set_result(list(self._machine.lists.get(key, ())))
            )
        )
        values = await ended
        said = _WORDS[ticket.outcome]
        return [said, values] if (word, said) == ("read", "done") else [said]

    def _acknowledged(self) -> dict[int, int]:
        role = self._node.core.role
        if not isinstance(role, Leader):
            return {}
        voters = role.progress.voters.values()
        return {each.key.id: each.end_offset for each in voters if each.end_offset is not None}


def tell(note: Note) -> None:
    """Print what consensus notes, for whoever looks into a round that failed."""
    if note.kind is not NoteKind.FETCH_PARKED:
        print(f"{time.time():.3f} {note.kind.value} {note.detail}", flush=True)


async def main(properties: str, watch: str, names: str, host: str, port: str) -> None:
    DiskWatch(Path(watch)).install()
    install(Path(names))
    machine = ListMachine()
    node = RaftNode(read_node(Properties.load(properties)), machine, on_note=tell)
    async with node:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, node.shut_down)
        for note in node.directory.notes:
            print(note, flush=True)
        door = ListServer(node, machine)
        server = await asyncio.start_server(door.serve, host, int(port), limit=_LINE_MAX)
        print("Kafka Server started", flush=True)
        try:
            await node.wait_closed()
        finally:
            server.close()
            door.close()


if __name__ == "__main__":
    try:
        uvloop.run(main(*sys.argv[1:]))
    except Exception as error:  # noqa: BLE001 - whoever reads the output is to know
        print(f"ended by {type(error).__name__}: {error}", flush=True)
        sys.exit(1)
