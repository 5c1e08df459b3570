"""One node of the demo as a process: `python -m kraft_core.demo.member PLAN`.

The plan is JSON on the command line. Orders come as JSON Lines on standard input, and what happens
is written as JSON Lines to standard output. The end of standard input means that the demo is gone:
then the process ends too, and removes all that the demo has left behind.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kraft_core.config.errors import MembershipError, NodeEndedError
from kraft_core.demo.ledger import Ledger, value_of
from kraft_core.node.formatting import parse_first_voters
from kraft_core.node.node import RaftNode
from kraft_core.node.own_quorum import LISTENER, Membership, OwnQuorum
from kraft_core.node.running import runner
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.values import Endpoint, ReplicaKey

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from kraft_core.node.configuration import NodeConfiguration
    from kraft_core.raft.consensus.effects import Note
    from kraft_core.raft.replica import AppendOutcome, AppendTicket


# -- the plan of a process -------------------------------------------------------------------------

QUORUM: Final = OwnQuorum("demo")
SNAPSHOT_BYTES: Final = 200_000
"""A snapshot is written that often: every two seconds or so, not every 20 MiB."""


@dataclass(frozen=True, slots=True)
class MemberPlan:
    """Node `node_id` of the nodes at these ports, with its directory in `root`.

    `first_voters` are those that the quorum begins with, in the form of kafka-storage; empty for a
    node that comes later.
    """

    root: str
    node_id: int
    ports: dict[int, int]
    first_voters: str = ""

    @classmethod
    def from_json(cls, text: str) -> MemberPlan:
        """What `to_json` wrote."""
        fields = json.loads(text)
        ports = {int(node_id): port for node_id, port in fields.pop("ports").items()}
        return cls(ports=ports, **fields)

    def to_json(self) -> str:
        """One argument of a command line."""
        return json.dumps(asdict(self))

    @property
    def folder(self) -> Path:
        """The directory of the node."""
        return Path(self.root) / f"node-{self.node_id}"

    @property
    def log_folder(self) -> Path:
        """Where its segments and snapshots are."""
        return self.folder / QUORUM.topic.folder

    @property
    def report(self) -> Path:
        """Where its process writes what it dies of."""
        return Path(self.root) / f"node-{self.node_id}.txt"

    def configuration(self) -> NodeConfiguration:
        """Kafka's own settings, but for small snapshots."""
        return QUORUM.configuration(
            self.node_id,
            f"127.0.0.1:{self.ports[self.node_id]}",
            str(self.folder),
            [f"127.0.0.1:{port}" for port in self.ports.values()],
            {
                "controller.quorum.auto.join.enable": "false",
                "metadata.log.max.record.bytes.between.snapshots": str(SNAPSHOT_BYTES),
            },
        )

    def format(self, configuration: NodeConfiguration) -> None:
        """Format the directory, if that was not done."""
        if self.first_voters:
            QUORUM.begin(configuration, parse_first_voters(self.first_voters, LISTENER))
        else:
            QUORUM.join(configuration)


# -- the process -----------------------------------------------------------------------------------

_STATE_EVERY_S: Final = 0.1
_TOLD: Final = frozenset(
    {
        NoteKind.LOG_TRUNCATED,
        NoteKind.SNAPSHOT_FETCH_STARTED,
        NoteKind.SNAPSHOT_INSTALLED,
        NoteKind.SNAPSHOT_WRITTEN,
    }
)


class Member:
    """A node, its ledger, and the two pipes to whoever started it."""

    def __init__(self, plan: MemberPlan) -> None:
        self._plan = plan
        self._ledger = Ledger(self._tell_state)
        self._configuration = plan.configuration()
        self._node = RaftNode(self._configuration, self._ledger, on_note=self._on_note)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_orphan = False

    async def run(self) -> None:
        """Run until the demo stops it or ends."""
        self._begin(self._obey())
        self._plan.format(self._configuration)
        try:
            async with self._node:
                if self._is_orphan:
                    self._leave()
                self._begin(self._tell_often())
                await self._node.wait_closed()
        finally:
            for task in self._tasks:
                task.cancel()
            if self._is_orphan:
                shutil.rmtree(self._plan.root, ignore_errors=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _leave(self) -> None:
        """End at once: whoever is left may be no majority to hand over to."""
        self._node.shut_down()
        self._node.shut_down()

    # -- what it says -------------------------------------------------------------------------

    def _say(self, **message: object) -> None:
        try:
            os.write(sys.stdout.fileno(), json.dumps(message).encode() + b"\n")
        except OSError:  # nobody listens: standard input tells why
            self._is_orphan = True

    def _on_note(self, note: Note) -> None:
        if note.kind in _TOLD:
            self._say(message="note", kind=note.kind.value, detail=note.detail)

    async def _tell_often(self) -> None:
        while True:
            self._tell_state()
            await asyncio.sleep(_STATE_EVERY_S)

    def _tell_state(self) -> None:
        if not self._node.is_running:
            return
        core, replica = self._node.core, self._node.replica
        role = type(core.role).__name__.lower()
        self._say(
            message="state",
            role="observer" if role == "follower" and not core.is_voter else role,
            epoch=replica.leader_and_epoch.epoch,
            leads=self._node.is_leading,
            high_watermark=core.high_watermark or 0,
            log_end=core.log.end.offset,
            log_start=core.log.start_offset,
            applied=replica.applied.offset,
            voters=core.voters.ids,
            directory_id=(core.config.directory_id or b"").hex(),
        )

    # -- orders of the demo ----------------------------------------------------------------------

    async def _obey(self) -> None:
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
        transport, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
        )
        orders: dict[str, Callable[..., None]] = {
            "append": self._append,
            "add": lambda **about: self._begin(self._add(**about)),
            "remove": lambda **about: self._begin(self._remove(**about)),
            "report": self._report,
            "stop": self._leave,
        }
        try:
            while line := await reader.readline():
                order = json.loads(line)
                orders[order.pop("order")](**order)
            self._is_orphan = True
            self._leave()
        finally:
            transport.close()

    def _append(self, *, epoch: int, first: int, count: int) -> None:
        """Append records one by one, in this epoch only, and tell what became of them together."""
        outcomes: dict[int, AppendOutcome] = {}

        def note(number: int, ticket: AppendTicket) -> None:
            outcomes[number] = ticket.outcome
            if len(outcomes) == count:
                self._answer(first, outcomes)

        for number in range(first, first + count):
            try:
                ticket = self._node.append_nowait([value_of(number)], epoch)
            except NodeEndedError:
                return
            ticket.on_batch_end(partial(note, number))

    def _answer(self, first: int, outcomes: dict[int, AppendOutcome]) -> None:
        numbers: dict[str, list[int]] = {}
        for number, outcome in outcomes.items():
            numbers.setdefault(outcome.value, []).append(number)
        self._say(message="appended", first=first, numbers=numbers)

    async def _add(self, *, node_id: int, directory_id: str, port: int) -> None:
        key = ReplicaKey(node_id, bytes.fromhex(directory_id))
        endpoints = (Endpoint(LISTENER, "127.0.0.1", port),)
        await self._change(Membership(self._node).add(key, endpoints))

    async def _remove(self, *, node_id: int) -> None:
        await self._change(Membership(self._node).remove(node_id))

    async def _change(self, change: Coroutine[Any, Any, None]) -> None:
        error = None
        try:
            await change
        except (MembershipError, NodeEndedError) as refused:
            error = str(refused)
        self._say(message="changed", error=error)

    def _report(self) -> None:
        numbers = self._ledger.numbers
        self._say(message="report", ranges=numbers.ranges, faults=numbers.faults)


async def main(text: str) -> None:
    """Run the node of a plan."""
    await Member(MemberPlan.from_json(text)).run()


if __name__ == "__main__":
    runner()(main(sys.argv[1]))
