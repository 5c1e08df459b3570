"""What happens in the demo, act by act. Everything that is told was seen to happen."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING, Final

from kraft_core.consensus.effects import NoteKind
from kraft_core.demo.audit import Verdict, judge, read_disk
from kraft_core.demo.processes import DemoError
from kraft_core.demo.stage import FIRST_VOTERS, FOURTH, Stage, those
from kraft_core.demo.view import Mood

if TYPE_CHECKING:
    from kraft_core.demo.ledger import Numbers
    from kraft_core.demo.processes import Process

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
    await stage.until(lambda: member.state, "the fourth node told its state")
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
    told = {member.node_id: member.states for member in members}
    end = await stage.until(lambda: _shared_end(members, told), "all nodes reached the same offset")
    count = len(workload.acknowledged)
    stage.say(
        "settled",
        f"The client stops after {count:,} acknowledged records. All nodes have everything up to"
        f" offset {end:,}.",
        offset=end,
    )
    for member in members:
        member.tell("report")
    await stage.until(lambda: len(stage.reports) == len(members), "every node told what it has")
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


def _shared_end(members: list[Process], told: dict[int, int]) -> int | None:
    """The offset that all nodes have reached in every sense; None while they differ.

    A state that they had told before does not count.
    """
    if any(member.states <= told[member.node_id] for member in members):
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
