"""Targets of steps, and the times of their later parts. Leaders are chosen most often."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode


def chance(rng: Random, of_1000: int) -> bool:
    """Return True with a probability of `of_1000` / 1000."""
    return rng.randrange(1000) < of_1000


def later(cluster: Cluster, delay_ms: int, action: Callable[[], None]) -> None:
    """Run a function that many milliseconds from now, unless the faults are over by then."""

    def act() -> None:
        if not cluster.are_faults_over:
            action()

    cluster.timeline.at(delay_ms, act)


def pick_up(cluster: Cluster, rng: Random, leader_chance: int = 600) -> SimulatedNode | None:
    """Pick a node that is up, the leader by `leader_chance` of 1000; None if all are down."""
    leader = cluster.leader()
    if leader is not None and chance(rng, leader_chance):
        return leader
    up = cluster.up_nodes()
    return rng.choice(up) if up else None


def pick_down(cluster: Cluster, rng: Random) -> SimulatedNode | None:
    """Pick a node that is down; None if all are up."""
    down = [node for node in cluster.nodes.values() if not node.is_up]
    return rng.choice(down) if down else None


def pick_follower(cluster: Cluster, rng: Random) -> SimulatedNode | None:
    """Pick a node that is up and does not lead."""
    leader = cluster.leader()
    others = [node for node in cluster.up_nodes() if node is not leader]
    return rng.choice(others) if others else None


def latest_voters(cluster: Cluster) -> VoterSet | None:
    """Return the voter set of the leader, or of the longest log; None if no node is up."""
    leader = cluster.leader()
    if leader is not None:
        return leader.core.voters
    up = cluster.up_nodes()
    return max(up, key=lambda node: node.log.end_offset).core.voters if up else None


def come_back(cluster: Cluster, node: SimulatedNode, rng: Random, never: int = 150) -> None:
    """Start a node that is down, or soon will be: at once, soon, late, or never.

    A node that stays down is started by another step, or when the cluster is repaired.
    """
    if chance(rng, never):
        return
    delay_ms = rng.choice((rng.randrange(1, 60), rng.randrange(60, 800), rng.randrange(800, 4000)))
    start_when_down(cluster, node, delay_ms)


def start_when_down(
    cluster: Cluster, node: SimulatedNode, delay_ms: int, looks: int = 4, every_ms: int = 700
) -> None:
    """Start it after that time, or later if it is still up then or cannot start yet.

    After this many checks it is left out.
    """

    def look(left: int) -> None:
        was_down = not node.is_up
        if was_down:
            node.start()
        if left > 1 and not (was_down and node.is_up):
            later(cluster, every_ms, lambda: look(left - 1))

    later(cluster, delay_ms, lambda: look(looks))
