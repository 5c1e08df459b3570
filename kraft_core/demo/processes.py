"""The nodes of the demo from outside, and the client that appends to them.

Processes are started, given orders, listened to and killed. The client (`Workload`) appends
numbered records to the leader and knows what was acknowledged. A number is sent once, to one
leader, for its epoch only. So the numbers in a log ascend whatever happens, and a number that is
repeated or late would be a fault of the quorum.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
import time
from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kraft_core.node.tasks import Conditions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.demo.member import MemberPlan


# -- the nodes -------------------------------------------------------------------------------------

T = TypeVar("T")

_TIMEOUT_S: Final = 60.0
"""How long anything may take on a machine that is busy with other things."""


class DemoError(Exception):
    """The demo cannot go on: one sentence says why."""


class Fate(StrEnum):
    """What has become of a process."""

    ABSENT = "not started"
    STARTING = "starting"
    RUNNING = "running"
    KILLED = "killed"
    ENDED = "ended"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class MemberState:
    """The last state that a node reported; offsets are exclusive ends."""

    role: str
    epoch: int
    leads: bool
    high_watermark: int
    log_end: int
    log_start: int
    applied: int
    voters: tuple[int, ...]
    directory_id: str


class Process:
    """One node. `on_message` hears what it says, and an empty message when it is gone."""

    def __init__(
        self, plan: MemberPlan, on_message: Callable[[Process, dict[str, Any]], None]
    ) -> None:
        self.plan = plan
        self.fate = Fate.ABSENT
        self.state: MemberState | None = None
        self.states = 0
        """How often it has reported its state."""
        self._on_message = on_message
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None

    @property
    def node_id(self) -> int:
        """Its node id."""
        return self.plan.node_id

    @property
    def is_running(self) -> bool:
        """Whether it has said anything and has not ended."""
        return self.fate is Fate.RUNNING

    async def start(self) -> None:
        """Start it, out of reach of Ctrl-C."""
        self.fate, self.state = Fate.STARTING, None
        command = [sys.executable, "-m", "kraft_core.demo.member", self.plan.to_json()]
        with self.plan.report.open("ab") as report:
            self._process = await asyncio.create_subprocess_exec(
                *command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=report,
                start_new_session=True,
            )
        self._listening = asyncio.get_running_loop().create_task(self._listen(self._process))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        if process.stdout is None:
            return
        async for line in process.stdout:
            message = json.loads(line)
            if message["message"] == "state":
                del message["message"]
                voters = tuple(message.pop("voters"))
                self.state = MemberState(voters=voters, **message)
                self.states += 1
                self.fate = Fate.RUNNING if self.fate is Fate.STARTING else self.fate
                message = {"message": "state"}
            self._on_message(self, message)
        await process.wait()
        if self.fate in {Fate.STARTING, Fate.RUNNING}:
            self.fate = Fate.LOST
        self._on_message(self, {})

    def tell(self, order: str, **about: object) -> None:
        """Give it an order; nothing happens if it is gone."""
        process = self._process
        if process is None or process.stdin is None or process.stdin.is_closing():
            return
        process.stdin.write(json.dumps({"order": order, **about}).encode() + b"\n")

    async def kill(self) -> None:
        """End it as kill -9 does; what it said before has been heard on return."""
        if self.fate in {Fate.STARTING, Fate.RUNNING}:
            self.fate = Fate.KILLED
        await self._end()

    async def stop(self) -> None:
        """Have it close its files and end."""
        self.fate = Fate.ENDED
        self.tell("stop")
        try:
            async with asyncio.timeout(_TIMEOUT_S):
                await self._heard_out()
        except TimeoutError:
            raise DemoError(f"Node {self.node_id} does not end.") from None

    async def _end(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        await self._heard_out()

    async def _heard_out(self) -> None:
        if self._listening is not None:
            await asyncio.shield(self._listening)
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()

    @property
    def last_words(self) -> str:
        """The last line of what it wrote to standard error."""
        path = self.plan.report
        lines = path.read_text(errors="replace").split("\n") if path.exists() else []
        return next((line for line in reversed(lines) if line.strip()), "it did not say why")


class Quorum:
    """All nodes. `on_message` hears what each of them says."""

    def __init__(
        self,
        plans: Iterable[MemberPlan],
        on_message: Callable[[Process, dict[str, Any]], None],
    ) -> None:
        self._on_message = on_message
        self._conditions = Conditions()
        self._failure: DemoError | None = None
        self.members = {plan.node_id: Process(plan, self._hear) for plan in plans}

    @property
    def running(self) -> list[Process]:
        """Those that run."""
        return [member for member in self.members.values() if member.is_running]

    @property
    def leader(self) -> Process | None:
        """The node that leads the highest epoch, as far as it has said so."""
        leading = [member for member in self.running if member.state and member.state.leads]
        return max(
            leading, key=lambda member: member.state.epoch if member.state else -1, default=None
        )

    def _hear(self, member: Process, message: dict[str, Any]) -> None:
        if member.fate is Fate.LOST and self._failure is None:
            words = f"Node {member.node_id} ended by itself: {member.last_words}"
            self._failure = DemoError(words)
        self._on_message(member, message)
        self._conditions.look()

    async def until(self, condition: Callable[[], T], what: str) -> T:
        """Wait until something is so; raises DemoError if it does not come about."""

        def checked() -> T:
            if self._failure is not None:
                raise self._failure
            return condition()

        try:
            async with asyncio.timeout(_TIMEOUT_S):
                return await self._conditions.until(checked)
        except TimeoutError:
            raise DemoError(f"Timed out after {_TIMEOUT_S:g} s waiting until {what}.") from None

    async def stop(self) -> None:
        """Have all of them close their files and end."""
        await asyncio.gather(*(member.stop() for member in self.running))

    async def kill(self) -> None:
        """End whatever runs, at once."""
        await asyncio.gather(*(member.kill() for member in self.members.values()))


# -- the client ------------------------------------------------------------------------------------

RECORDS: Final = 20
"""Records that are sent together; each is an append of its own."""

_EVERY_S: Final = 0.02
_UNANSWERED_MAX: Final = 10
_RATE_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class _Asked:
    """Records that were sent to a leader."""

    leader: Process
    epoch: int
    numbers: range


class Workload:
    """Appends about a thousand records a second, less where the machine cannot.

    `acknowledged` are the numbers that a leader called committed, `doubtful` those that were on
    their way to one that died or lost its place: they may be in the log or not.
    """

    def __init__(self, quorum: Quorum) -> None:
        self._quorum = quorum
        self._next = 1
        self._unanswered: dict[int, _Asked] = {}
        self._recent: deque[tuple[float, int]] = deque()
        self._latest_epoch = -1
        self.acknowledged: set[int] = set()
        self.doubtful: set[int] = set()
        self.refused = 0
        self.acknowledged_at_s = 0.0
        """When the last acknowledgement came, by the monotonic clock."""
        self.acknowledged_epoch = -1
        """The epoch of the leader that gave it."""

    @property
    def is_answered(self) -> bool:
        """Whether everything that was sent is decided."""
        return not self._unanswered

    @property
    def rate(self) -> int:
        """Records acknowledged a second, of late."""
        oldest_s = time.monotonic() - _RATE_S
        while self._recent and self._recent[0][0] < oldest_s:
            self._recent.popleft()
        return round(sum(count for _, count in self._recent) / _RATE_S)

    async def run(self) -> None:
        """Append until cancelled."""
        while True:
            self._send()
            await asyncio.sleep(_EVERY_S)

    def _send(self) -> None:
        leader = self._quorum.leader
        if leader is None or leader.state is None or len(self._unanswered) >= _UNANSWERED_MAX:
            return
        if leader.state.epoch < self._latest_epoch:
            return
        self._latest_epoch = leader.state.epoch
        numbers = range(self._next, self._next + RECORDS)
        self._next = numbers.stop
        self._unanswered[numbers.start] = _Asked(leader, leader.state.epoch, numbers)
        leader.tell("append", epoch=leader.state.epoch, first=numbers.start, count=RECORDS)

    def answered(self, message: dict[str, Any]) -> None:
        """A leader tells what became of records."""
        asked = self._unanswered.pop(message["first"])
        numbers = message["numbers"]
        committed = numbers.get("committed", ())
        self.acknowledged.update(committed)
        self.doubtful.update(numbers.get("unknown", ()))
        self.refused += len(numbers.get("rejected", ()))
        if committed:
            self.acknowledged_at_s = time.monotonic()
            self.acknowledged_epoch = asked.epoch
            self._recent.append((self.acknowledged_at_s, len(committed)))

    def lost(self, member: Process) -> int:
        """A process is gone, and with it the answers that it owed; how many."""
        owed = [first for first, asked in self._unanswered.items() if asked.leader is member]
        numbers = [number for first in owed for number in self._unanswered.pop(first).numbers]
        self.doubtful.update(numbers)
        return len(numbers)
