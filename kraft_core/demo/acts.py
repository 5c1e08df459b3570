"""What happens in the demo, act by act, from an empty folder to the verdict.

`Stage` has the nodes, the client, the screen, and what was heard from whom. The acts report only
what was seen to happen. `perform_on` is one performance: a temporary folder, all acts, and the
verdict as the last line.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kraft_core.demo.ledger import Verdict, judge, read_disk
from kraft_core.demo.member import MemberPlan
from kraft_core.demo.processes import DemoError, Process, Quorum, Workload
from kraft_core.demo.screens import Event, Mood, View, look_at
from kraft_core.node.running import runner
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.demo.ledger import Numbers
    from kraft_core.demo.screens import Screen


# -- the stage -------------------------------------------------------------------------------------

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
        """Show what has happened."""
        view = self.view
        self._screen.happened(Event(view.seconds, kind, text, mood, facts), view)

    def conclude(self, kind: str, text: str, mood: Mood, **facts: object) -> None:
        """Show the last event."""
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


# -- the acts --------------------------------------------------------------------------------------

_ALL: Final = (*FIRST_VOTERS, FOURTH)


async def perform(stage: Stage) -> Verdict:
    """All acts; raises DemoError if one of them does not come about. No process is left."""
    showing = asyncio.create_task(stage.keep_showing())
    appending: asyncio.Task[None] | None = None
    try:
        await begin(stage)
        appending = asyncio.create_task(stage.workload.run())
        await flow(stage)
        await grow(stage)
        killed = await crash(stage)
        await shrink(stage, killed)
        await come_back(stage, killed)
        appending.cancel()
        verdict = await settle(stage)
        showing.cancel()
        return verdict
    finally:
        for task in filter(None, (showing, appending)):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await stage.quorum.kill()


async def begin(stage: Stage) -> None:
    """Three processes form a quorum."""
    stage.say("start", "Three nodes start, each a Python process of its own with an empty disk.")
    for node_id in FIRST_VOTERS:
        stage.news(node_id, "started with an empty disk")
        await stage.member(node_id).start()
    leader = await stage.leader()
    epoch = leader.state.epoch if leader.state else 0
    stage.news(leader.node_id, f"elected in epoch {epoch}")
    stage.say(
        "elected",
        f"Node {leader.node_id} leads epoch {epoch}, elected by a majority of nodes"
        f" {those(FIRST_VOTERS)}.",
        Mood.GOOD,
        leader=leader.node_id,
        epoch=epoch,
    )


async def flow(stage: Stage) -> None:
    """A client appends, and the nodes begin to write snapshots."""
    stage.say(
        "append",
        "A client appends records to the leader. A record is acknowledged once a majority has it on"
        " disk.",
    )
    await stage.pause(1.2)
    for node_id in FIRST_VOTERS:
        await _noted(stage, node_id, NoteKind.SNAPSHOT_WRITTEN, "every node wrote a snapshot")
        stage.news(node_id, "wrote a snapshot of its state")
    leader = await stage.leader()
    written = stage.notes[leader.node_id, NoteKind.SNAPSHOT_WRITTEN][-1]
    offset, size = written["snapshot"].partition("@")[0], written["size"]
    stage.say(
        "snapshot",
        f"Each node wrote a snapshot of its state: {int(size):,} bytes stand for the first"
        f" {int(offset):,} offsets of the log.",
        offset=int(offset),
        bytes=int(size),
    )
    await stage.pause(1.2)


async def grow(stage: Stage) -> None:
    """A fourth node begins with the leader's snapshot and becomes a voter."""
    stage.say("join", f"Node {FOURTH} starts with an empty disk and asks the leader for the log.")
    stage.news(FOURTH, "started with an empty disk")
    member = stage.member(FOURTH)
    await member.start()
    installed = await _noted(
        stage, FOURTH, NoteKind.SNAPSHOT_INSTALLED, "the fourth node fetched a snapshot"
    )
    offset = int(installed["snapshot"].partition("@")[0])
    stage.news(FOURTH, f"fetched a snapshot up to {offset:,}")
    stage.say(
        "snapshot-fetched",
        f"The leader sends it to its snapshot: node {FOURTH} fetched that (FetchSnapshot) and goes"
        f" on with the log from offset {offset:,}.",
        Mood.GOOD,
        node=FOURTH,
        offset=offset,
    )
    await stage.until(lambda: member.state, "the fourth node reported its state")
    await stage.pause(1.0)
    directory_id = member.state.directory_id if member.state else ""
    port = member.plan.ports[FOURTH]
    await stage.change_voters("add", _ALL, node_id=FOURTH, directory_id=directory_id, port=port)
    stage.news(FOURTH, "made a voter")
    stage.say(
        "voter-added",
        f"Node {FOURTH} has caught up and is a voter now: {those(_ALL)}. A majority is three.",
        Mood.GOOD,
        voters=_ALL,
    )
    await stage.pause(2.0)


async def crash(stage: Stage) -> Process:
    """The leader is killed; who it was."""
    killed = await stage.leader()
    old_epoch = killed.state.epoch if killed.state else 0
    began_s = time.monotonic()
    await killed.kill()
    doubtful = stage.workload.lost(killed)
    stage.news(killed.node_id, "killed with -9 while it led")
    stage.say(
        "killed",
        f"kill -9 for node {killed.node_id}, the leader, in the middle of its work.",
        Mood.BAD,
        node=killed.node_id,
        doubtful=doubtful,
    )
    leader = await stage.leader(after_epoch=old_epoch)
    epoch = leader.state.epoch if leader.state else 0
    stage.news(leader.node_id, f"elected in epoch {epoch}")
    await stage.until(
        lambda: stage.workload.acknowledged_epoch > old_epoch,
        "records were acknowledged again",
    )
    took_ms = round((stage.workload.acknowledged_at_s - began_s) * 1000)
    stage.say(
        "failover",
        f"Node {leader.node_id} leads epoch {epoch}. Records were acknowledged again {took_ms} ms"
        " after the kill.",
        Mood.GOOD,
        leader=leader.node_id,
        epoch=epoch,
        milliseconds=took_ms,
    )
    await stage.pause(2.0)
    return killed


async def shrink(stage: Stage, killed: Process) -> None:
    """The dead node is removed from the voters."""
    voters = tuple(node_id for node_id in _ALL if node_id != killed.node_id)
    await stage.change_voters("remove", voters, node_id=killed.node_id)
    stage.news(killed.node_id, "removed from the voters")
    stage.say(
        "voter-removed",
        f"Node {killed.node_id} is removed from the voters: {those(voters)} remain, and two of"
        " them are a majority again.",
        Mood.GOOD,
        voters=voters,
    )
    await stage.pause(2.0)


async def come_back(stage: Stage, killed: Process) -> None:
    """The dead node starts again, on the disk that it left behind."""
    node_id = killed.node_id
    stage.say("restart", f"Node {node_id} starts again, on the disk that it left behind.")
    stage.news(node_id, "started again on its old disk")
    leader = await stage.leader()
    goal = leader.state.high_watermark if leader.state else 0
    await killed.start()
    await stage.until(
        lambda: killed.state and killed.state.applied >= goal, f"node {node_id} caught up"
    )
    cut = stage.notes.get((node_id, NoteKind.LOG_TRUNCATED))
    stage.news(node_id, "caught up as an observer")
    stage.say(
        "caught-up",
        f"Node {node_id} has caught up as an observer: it copies the log and has no vote."
        + (" What it alone had written, and nobody acknowledged, it has cut off." if cut else ""),
        Mood.GOOD,
        node=node_id,
        truncated=bool(cut),
    )
    await stage.pause(2.0)


async def settle(stage: Stage) -> Verdict:
    """The client stops, all nodes reach the same offset and end, and their disks are read."""
    workload, members = stage.workload, list(stage.quorum.members.values())
    await stage.until(lambda: workload.is_answered, "the last records were answered")
    counts = {member.node_id: member.states for member in members}
    end = await stage.until(
        lambda: _shared_end(members, counts), "all nodes reached the same offset"
    )
    count = len(workload.acknowledged)
    stage.say(
        "settled",
        f"The client stops after {count:,} acknowledged records. All nodes have everything up to"
        f" offset {end:,}.",
        offset=end,
    )
    for member in members:
        member.tell("report")
    await stage.until(lambda: len(stage.reports) == len(members), "every node reported what it has")
    await stage.pause(0.0)
    await stage.quorum.stop()
    stage.say(
        "audit", "All processes have ended. Their disks are read: the snapshot, then the log."
    )
    try:
        disks = await asyncio.to_thread(_read_disks, members)
    except (OSError, ValueError) as error:
        raise DemoError(f"A disk cannot be read: {error}") from None
    for node_id, numbers in disks.items():
        stage.news(node_id, f"{len(numbers):,} records on its disk")
    applied = {node_id: ranges for node_id, (ranges, _) in stage.reports.items()}
    return judge(workload.acknowledged, disks, applied)


def _read_disks(members: list[Process]) -> dict[int, Numbers]:
    return {member.node_id: read_disk(member.plan.log_folder) for member in members}


def _shared_end(members: list[Process], counts: dict[int, int]) -> int | None:
    """The offset that all nodes have reached in every sense; None while they differ.

    A state that they had reported before does not count.
    """
    if any(member.states <= counts[member.node_id] for member in members):
        return None
    states = [member.state for member in members]
    offsets = {
        offset
        for state in states
        for offset in ((state.applied, state.high_watermark, state.log_end) if state else (-1,))
    }
    return offsets.pop() if len(offsets) == 1 else None


async def _noted(stage: Stage, node_id: int, kind: NoteKind, what: str) -> dict[str, str]:
    """Wait until a node notes something; the last such note."""
    return (await stage.until(lambda: stage.notes.get((node_id, kind)), what) or [{}])[-1]


# -- the performance -------------------------------------------------------------------------------


def perform_on(screen: Screen, pace: float) -> Verdict:
    """Play the demo; raises DemoError. Leaves no process and no file, also after Ctrl-C."""
    with (
        tempfile.TemporaryDirectory(prefix="kraft-demo-", ignore_cleanup_errors=True) as root,
        screen,
    ):
        return runner()(_play(Stage(Path(root), screen, pace)))


async def _play(stage: Stage) -> Verdict:
    verdict = await perform(stage)
    if verdict.others:
        stage.say(
            "doubtful",
            f"Beside them all nodes have {verdict.others:,} records that the killed leader had"
            " taken and not yet acknowledged.",
            records=verdict.others,
        )
    stage.conclude(
        "verdict",
        verdict.sentence,
        Mood.GOOD if verdict.is_good else Mood.BAD,
        good=verdict.is_good,
        records=verdict.acknowledged,
        faults=verdict.faults,
    )
    return verdict
