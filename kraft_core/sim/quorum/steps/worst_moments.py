"""Several things at once: changes of voters while their leader is cut off, ends, or loses its disk.

What follows a change is set off by the very effect that writes the new voter set, so it comes
before, between and after the write, the first fetch, and the commit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.raft.consensus.effects import AppendControlRecords
from kraft_core.raft.consensus.events import LogTruncated
from kraft_core.raft.consensus.roles import Candidate, Follower, Leader, Prospective
from kraft_core.raft.consensus.values import Voters
from kraft_core.sim.quorum.steps.disks import lose_and_replace
from kraft_core.sim.quorum.steps.network import partition, restore_links, split
from kraft_core.sim.quorum.steps.operators import burst, voter_change
from kraft_core.sim.quorum.steps.processes import draw_operations, power_rng
from kraft_core.sim.quorum.steps.targets import (
    chance,
    come_back,
    later,
    pick_follower,
    pick_up,
    start_when_down,
)
from kraft_core.sim.quorum.steps.tolerance import may_move
from kraft_core.sim.quorum.workload import LONER_CLIENT

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kraft_core.raft.consensus.roles import Role
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode

_WITHIN_MS: Final = 4_000


def when_voters_are_written(cluster: Cluster, action: Callable[[SimulatedNode], None]) -> None:
    """Call it once, with the next leader that puts a new voter set in its log.

    It is called in the midst of the leader's turn: it may arm what strikes later, no more.
    """
    observers = cluster.hooks.effects[AppendControlRecords]
    until_ms = cluster.now_ms + _WITHIN_MS
    is_done = False

    def observe(node: SimulatedNode, effect: Any) -> None:
        nonlocal is_done
        if is_done or cluster.are_faults_over or cluster.now_ms > until_ms:
            return
        records = effect.records
        if any(isinstance(each, Voters) for each in records) and node.high_watermark:
            is_done = True
            action(node)

    observers.append(observe)


def change_and_crash(cluster: Cluster, rng: Random) -> None:
    """End the leader as it writes a voter set: before it is sent, flushed or committed."""

    def strike(node: SimulatedNode) -> None:
        node.crash_in(draw_operations(rng), power_rng(rng) if chance(rng, 600) else None)
        come_back(cluster, node, rng)

    when_voters_are_written(cluster, strike)
    voter_change(cluster, rng)


def change_and_cut(cluster: Cluster, rng: Random) -> None:
    """Cut the leader off from all but a few as it writes a new voter set."""

    def strike(node: SimulatedNode) -> None:
        links = _cut_from_most(cluster, node, rng)
        later(cluster, rng.randrange(500, 6000), lambda: restore_links(cluster, links))

    when_voters_are_written(cluster, strike)
    voter_change(cluster, rng)


def change_and_lose_disk(cluster: Cluster, rng: Random) -> None:
    """Give one replica the new voter set, then lose the leader's disk: the wedge of KIP-853."""
    delay_ms = rng.randrange(1, 120)

    def strike(node: SimulatedNode) -> None:
        links = _cut_from_most(cluster, node, rng)
        later(cluster, delay_ms, lambda: _lose_disk(cluster, node, rng))
        later(cluster, delay_ms + rng.randrange(1, 800), lambda: restore_links(cluster, links))

    when_voters_are_written(cluster, strike)
    voter_change(cluster, rng)


def _lose_disk(cluster: Cluster, node: SimulatedNode, rng: Random) -> None:
    lose_and_replace(cluster, node, rng)


def _cut_from_most(cluster: Cluster, node: SimulatedNode, rng: Random) -> list[tuple[int, int]]:
    """Leave a node one other or two to talk to, or none."""
    others = [each for each in cluster.nodes if each != node.node_id]
    rng.shuffle(others)
    friends = others[: rng.choice((0, 1, 1, 2))]
    links = split(cluster, [node.node_id])
    restore_links(cluster, [link for each in friends for link in _both_ways(node.node_id, each)])
    return links


def _both_ways(one: int, other: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (one, other), (other, one)


def snapshot_and_cut(cluster: Cluster, rng: Random) -> None:
    """Write snapshots at the high watermark during a voter change, then cut off the leader.

    The snapshot's end is right below the uncommitted set; a node that loads it must keep that set.
    """
    snapshot_ms, cut_ms = rng.randrange(20), rng.randrange(60)
    duration_ms = rng.randrange(500, 6000)

    def strike(node: SimulatedNode) -> None:
        later(cluster, snapshot_ms, request_snapshots)
        later(cluster, cut_ms, lambda: cut(node))

    def request_snapshots() -> None:
        for node in cluster.up_nodes():
            node.later(0, node.request_snapshot)

    def cut(node: SimulatedNode) -> None:
        links = _cut_from_most(cluster, node, rng)
        later(cluster, duration_ms, lambda: restore_links(cluster, links))

    when_voters_are_written(cluster, strike)
    voter_change(cluster, rng)


def old_leader_returns(cluster: Cluster, rng: Random) -> None:
    """Let an isolated leader append many batches and return during the next election.

    Its successor is stopped, so that there is an election to return to.
    """
    old = cluster.leader()
    if old is None or cluster.workload is None:
        return
    links = split(cluster, [old.node_id])
    away_ms = rng.randrange(1500, 6000)
    back_at_ms = cluster.now_ms + away_ms
    is_back = False

    def append_alone() -> None:
        if not is_back and cluster.workload is not None and old.is_up:
            cluster.workload.append_as(LONER_CLIENT, old)
            later(cluster, 250, append_alone)

    def end_new_leader() -> None:
        new = cluster.leader()
        if new is not None and new is not old:
            new.crash(power_rng(rng) if chance(rng, 300) else None)
            start_when_down(cluster, new, rng.randrange(50, 2500))

    def come_back_now() -> None:
        nonlocal is_back
        if not is_back:
            is_back = True
            restore_links(cluster, links)

    def observe(_node: SimulatedNode, _old: Role, new: Role) -> None:
        is_election = isinstance(new, Prospective | Candidate)
        if is_election and not is_back and cluster.now_ms >= back_at_ms:
            later(cluster, 0, come_back_now)

    append_alone()
    later(cluster, away_ms, end_new_leader)
    later(cluster, away_ms + 4000, come_back_now)
    cluster.hooks.roles.append(observe)


def truncate_and_power_loss(cluster: Cluster, rng: Random) -> None:
    """Cut the power of the next machine that truncated its log, before its next write.

    Records that `LogTruncated` reported as removed must not come back.
    """
    is_done = False

    def strike(node: SimulatedNode) -> None:
        if node.is_up:
            node.crash(power_rng(rng))
            come_back(cluster, node, rng, never=0)

    def truncated(node: SimulatedNode, _event: LogTruncated) -> None:
        nonlocal is_done
        if not is_done and not cluster.are_faults_over:
            is_done = True
            later(cluster, 0, lambda: strike(node))

    cluster.hooks.events[LogTruncated].append(truncated)


def crash_and_power_loss(cluster: Cluster, rng: Random) -> None:
    """End a process, then its machine before the next sync of the log: during recovery."""
    node = pick_up(cluster, rng)
    if node is None:
        return
    if cluster.workload is not None:
        cluster.workload.burst(rng.randint(1, 6))
    later(cluster, rng.randrange(40), lambda: _end_twice(cluster, node, rng))


def _end_twice(cluster: Cluster, node: SimulatedNode, rng: Random) -> None:
    if node.is_up:
        node.crash(None)
        node.crash_unsynced(power_rng(rng))
        start_when_down(cluster, node, rng.randrange(1, 400))


def partition_and_power_loss(cluster: Cluster, rng: Random) -> None:
    """Partition the cluster, and cut the power of a machine during the partition."""
    partition(cluster, rng)

    def strike() -> None:
        node = pick_up(cluster, rng)
        if node is not None:
            node.crash_in(draw_operations(rng), power_rng(rng))
            come_back(cluster, node, rng)

    later(cluster, rng.randrange(20, 1500), strike)


def move_and_fail_over(cluster: Cluster, rng: Random) -> None:
    """Move a voter and end the leader; a follower of the moved voter can end before it fetched.

    It then has the new leader's name in its files, and its old address.
    """
    leader, moved = cluster.leader(), pick_follower(cluster, rng)
    if leader is None or moved is None or not may_move(cluster, moved):
        return
    leader.crash(power_rng(rng) if chance(rng, 500) else None)
    moved.crash(None)
    moved.move()
    moved.start()
    start_when_down(cluster, leader, rng.randrange(200, 5000))
    until_ms = cluster.now_ms + 2 * _WITHIN_MS
    left = rng.randint(1, 2)

    def observe(node: SimulatedNode, _old: Role, new: Role) -> None:
        nonlocal left
        if not left or cluster.are_faults_over or cluster.now_ms > until_ms:
            return
        if isinstance(new, Follower) and new.leader_id == moved.node_id:
            left -= 1
            node.crash_in(rng.randrange(4, 14), None)
            start_when_down(cluster, node, rng.randrange(50, 900))

    cluster.hooks.roles.append(observe)


def leave_rival(cluster: Cluster, rng: Random) -> None:
    """Let a leader's last records reach one follower; another wins without them and is cut off.

    With five voters the old leader can win again and commit these records. The log of the other one
    then has the higher epoch, and the follower has what was committed.
    """
    leader, follower = cluster.leader(), pick_follower(cluster, rng)
    if leader is None or follower is None:
        return
    epoch = leader.core.role.epoch
    links = split(cluster, [leader.node_id, follower.node_id])
    is_done = False

    def won(node: SimulatedNode, _before: Role, after: Role) -> None:
        """Cut the winner off before its first request leaves."""
        nonlocal is_done
        if is_done or cluster.are_faults_over or not isinstance(after, Leader):
            return
        if after.epoch > epoch:
            is_done = True
            restore_links(cluster, links)
            split(cluster, [node.node_id])
            split(cluster, [follower.node_id])

    cluster.hooks.roles.append(won)
    burst(cluster, rng)
