"""The processes of the demo, and the client that appends entries to their leader."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

TIMEOUT_S = 60.0  # for each step, on a machine that is busy with other work
ENTRIES = 20  # sent together every INTERVAL_S; each is a batch of its own
INTERVAL_S = 0.02
UNANSWERED_MAX = 200


class DemoError(Exception):
    """The demo cannot continue; the message says why."""


class Process:
    """A node. `state` is what it reported last, None while it does not run."""

    def __init__(self, node_id: int, command: list[str], on_event: Callable[..., None]) -> None:
        self.node_id = node_id
        self.state: dict[str, Any] | None = None
        self.notes: list[str] = []
        self._command = command
        self._on_event = on_event
        self._expected_to_end = True
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it in a session of its own, so that Ctrl-C reaches only the demo."""
        self._process = await asyncio.create_subprocess_exec(
            *self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._expected_to_end = False
        self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None  # noqa: S101 - it is a pipe
        async for line in process.stdout:
            event = json.loads(line)
            self.state = event.get("state", self.state)
            self.notes += filter(None, [event.get("note")])
            self._on_event(self, event)
        self.state = None
        code = await process.wait()
        self._on_event(self, {} if self._expected_to_end else {"died": code})

    def send(self, command: object) -> None:
        """Write a command; a process that has ended ignores it."""
        pipe = self._process.stdin if self._process else None
        if pipe is not None and not pipe.is_closing():
            pipe.write(json.dumps(command).encode() + b"\n")

    async def end(self, *, kill: bool) -> None:
        """Kill it with SIGKILL or stop it, and read what it wrote before."""
        self._expected_to_end = True
        if self._process is None or self._reading is None:
            return
        if kill:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self.send("stop")
        async with asyncio.timeout(TIMEOUT_S):
            await asyncio.shield(self._reading)
        if self._process.stdin is not None:
            self._process.stdin.close()


class Quorum:
    """All processes, and the client: each entry is sent once, to one leader, for its epoch."""

    def __init__(self, root: Path, count: int) -> None:
        self.ports = free_ports(count)
        member = [sys.executable, str(Path(__file__).with_name("member.py"))]
        self.members = {
            node_id: Process(
                node_id, [*member, str(node_id), json.dumps(self.ports), str(root)], self._event
            )
            for node_id in range(1, count + 1)
        }
        self.acknowledged: set[int] = set()
        self.acknowledged_at_s = 0.0
        self.acknowledged_by = 0
        self.waiting: dict[int, int] = {}  # entries without an answer, and the node that has each
        self._sent = 0
        self._changed = asyncio.Event()
        self._died = ""

    @property
    def running(self) -> dict[int, dict[str, Any]]:
        """The last state of each process that runs."""
        return {each.node_id: each.state for each in self.members.values() if each.state}

    @property
    def leader(self) -> Process | None:
        """The node that leads the highest epoch, as far as the nodes have reported."""
        leading = [(s["epoch"], node_id) for node_id, s in self.running.items() if s["leads"]]
        return self.members[max(leading)[1]] if leading else None

    def _event(self, member: Process, event: dict[str, Any]) -> None:
        if "died" in event:
            self._died = f"node {member.node_id} ended with code {event['died']}"
        if "append" in event:
            number, outcome = event["append"]
            self.waiting.pop(number, None)
            if outcome == "committed":
                self.acknowledged.add(number)
                self.acknowledged_at_s = time.monotonic()
                self.acknowledged_by = member.node_id
        self._changed.set()

    async def until(self, condition: Callable[[], T], what: str) -> T:
        """Wait for a condition and return its value; raises DemoError after TIMEOUT_S."""
        try:
            async with asyncio.timeout(TIMEOUT_S):
                while not (value := condition()):
                    if self._died:
                        raise DemoError(self._died)
                    self._changed.clear()
                    await self._changed.wait()
                return value
        except TimeoutError:
            raise DemoError(f"timed out after {TIMEOUT_S:g} s waiting for {what}") from None

    async def current_leader(self) -> Process:
        """Wait until a node leads."""
        await self.until(lambda: self.leader, "a leader")
        assert self.leader is not None  # noqa: S101 - it was waited for
        return self.leader

    async def append_for_ever(self) -> None:
        """Append about a thousand entries a second until cancelled."""
        while True:
            leader = self.leader
            if leader is not None and leader.state and len(self.waiting) < UNANSWERED_MAX:
                first = self._sent + 1
                self._sent += ENTRIES
                numbers = range(first, first + ENTRIES)
                self.waiting.update(dict.fromkeys(numbers, leader.node_id))
                leader.send([leader.state["epoch"], first, ENTRIES])
            await asyncio.sleep(INTERVAL_S)

    async def kill(self, member: Process) -> int:
        """Kill a node; returns how many entries it owed an answer for."""
        await member.end(kill=True)
        owed = [number for number, node_id in self.waiting.items() if node_id == member.node_id]
        self.waiting = {}  # only the leader had entries to answer
        return len(owed)

    async def end(self, *, kill: bool) -> None:
        """End all processes, with SIGKILL if `kill`."""
        await asyncio.gather(*(each.end(kill=kill) for each in self.members.values()))


def free_ports(count: int) -> list[int]:
    """Return ports of 127.0.0.1 that no process listens on."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
