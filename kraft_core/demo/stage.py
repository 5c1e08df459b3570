"""Where the demo plays: the nodes, the client, the screen, and what was heard from whom."""

from __future__ import annotations

import asyncio
import random
import socket
import time
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kraft_core.demo.plan import MemberPlan
from kraft_core.demo.processes import DemoError, Process, Quorum
from kraft_core.demo.view import Event, Mood, View, look_at
from kraft_core.demo.workload import Workload
from kraft_core.storage.meta_properties import encode_id, new_directory_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from kraft_core.demo.screens import Screen

T = TypeVar("T")

FIRST_VOTERS: Final = (1, 2, 3)
FOURTH: Final = 4
_REFRESH_S: Final = 0.1
_PORTS: Final = range(20_000, 32_000)
"""Below those that Linux gives to outgoing connections: one that is free stays free for a while."""


class Stage:
    """Four nodes in an empty folder, none of them started. `pace` stretches every pause."""

    def __init__(self, root: Path, screen: Screen, pace: float) -> None:
        self._screen = screen
        self._pace = pace
        self._began_s = time.monotonic()
        self._news: dict[int, str] = {}
        self._changes: list[str | None] = []
        self.notes: dict[tuple[int, str], list[dict[str, str]]] = {}
        """What nodes noted, by node id and kind of note."""
        self.reports: dict[int, tuple[list[tuple[int, int]], int]] = {}
        """The ranges of numbers that nodes have applied, and their faults, by node id."""
        self.quorum = Quorum(_plans(root), self._hear)
        self.workload = Workload(self.quorum)

    # -- what is shown ------------------------------------------------------------------------

    @property
    def view(self) -> View:
        """Everything as it is now."""
        return View(
            time.monotonic() - self._began_s,
            len(self.workload.acknowledged),
            self.workload.rate,
            look_at(self.quorum.members.values(), self._news),
        )

    def say(self, kind: str, text: str, mood: Mood = Mood.PLAIN, **facts: object) -> None:
        """Tell what has happened."""
        view = self.view
        self._screen.happened(Event(view.seconds, kind, text, mood, facts), view)

    def conclude(self, kind: str, text: str, mood: Mood, **facts: object) -> None:
        """Tell the last thing."""
        view = self.view
        self._screen.conclude(Event(view.seconds, kind, text, mood, facts), view)

    def news(self, node_id: int, text: str) -> None:
        """What has happened to one node."""
        self._news[node_id] = text

    async def pause(self, seconds: float) -> None:
        """Let things go on for a while, and show the nodes."""
        await asyncio.sleep(seconds * self._pace)
        self._screen.pause(self.view)

    async def keep_showing(self) -> None:
        """Show the numbers as they change, until cancelled."""
        while True:
            self._screen.refresh(self.view)
            await asyncio.sleep(_REFRESH_S)

    # -- what is done -------------------------------------------------------------------------

    def member(self, node_id: int) -> Process:
        """The process of a node."""
        return self.quorum.members[node_id]

    async def until(self, condition: Callable[[], T], what: str) -> T:
        """Wait until something is so; raises DemoError if it does not come about."""
        return await self.quorum.until(condition, what)

    async def leader(self, *, after_epoch: int = -1) -> Process:
        """Wait until somebody leads an epoch above that one."""

        def found() -> Process | None:
            leader = self.quorum.leader
            is_new = leader and leader.state and leader.state.epoch > after_epoch
            return leader if is_new else None

        leader = await self.until(found, "a leader was elected")
        if leader is None:
            raise DemoError("Nobody leads.")
        return leader

    async def change_voters(self, order: str, voters: Sequence[int], **about: object) -> None:
        """Have the leader add or remove a voter, and wait until every node knows."""
        known = len(self._changes)
        (await self.leader()).tell(order, **about)
        await self.until(lambda: len(self._changes) > known, "the voters were changed")
        error = self._changes[-1]
        if error is not None:
            raise DemoError(error)
        await self.until(
            lambda: all(
                each.state and each.state.voters == tuple(voters) for each in self.quorum.running
            ),
            f"every node knew that the voters are {those(voters)}",
        )

    def _hear(self, member: Process, message: dict[str, Any]) -> None:
        match message.get("message"):
            case "note":
                facts = dict(word.partition("=")[::2] for word in message["detail"].split(" "))
                self.notes.setdefault((member.node_id, message["kind"]), []).append(facts)
            case "appended":
                self.workload.answered(message)
            case "changed":
                self._changes.append(message["error"])
            case "report":
                ranges = [(first, last) for first, last in message["ranges"]]
                self.reports[member.node_id] = ranges, message["faults"]


def those(node_ids: Sequence[int]) -> str:
    """`1, 2 and 3`."""
    *firsts, last = map(str, node_ids)
    return f"{', '.join(firsts)} and {last}" if firsts else last


def _plans(root: Path) -> list[MemberPlan]:
    node_ids = (*FIRST_VOTERS, FOURTH)
    ports = dict(zip(node_ids, _free_ports(len(node_ids)), strict=True))
    voters = ",".join(
        f"{node_id}@127.0.0.1:{ports[node_id]}:{encode_id(new_directory_id())}"
        for node_id in FIRST_VOTERS
    )
    return [
        MemberPlan(str(root), node_id, ports, voters if node_id in FIRST_VOTERS else "")
        for node_id in node_ids
    ]


def _free_ports(count: int) -> list[int]:
    found: list[int] = []
    for port in random.SystemRandom().sample(_PORTS, len(_PORTS)):
        if len(found) == count:
            return found
        with socket.socket() as tried:
            if not tried.connect_ex(("127.0.0.1", port)):
                continue
        with socket.socket() as tried:
            try:
                tried.bind(("127.0.0.1", port))
            except OSError:
                continue
        found.append(port)
    raise DemoError("There are no free ports on this machine.")
