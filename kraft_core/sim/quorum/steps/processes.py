"""Processes and machines that end, start again, pause, or have a wrong clock."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from kraft_core.sim.quorum.steps.targets import (
    chance,
    come_back,
    later,
    pick_down,
    pick_up,
    start_when_down,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode


_OPERATIONS_MAX: Final = (3, 12, 50)


def power_rng(rng: Random) -> Random:
    """Return a generator for the effects of one power loss."""
    return Random(rng.getrandbits(64))


def draw_operations(rng: Random) -> int:
    """Draw the number of sends and file operations until a crash; small, as followers do few."""
    return rng.randrange(rng.choice(_OPERATIONS_MAX))


def crash(cluster: Cluster, rng: Random) -> None:
    """End a process; what it wrote is in the page cache."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.crash(None)
        come_back(cluster, node, rng)


def power_loss(cluster: Cluster, rng: Random) -> None:
    """Cut the power of a machine; unsynced data can be lost or torn."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.crash(power_rng(rng))
        come_back(cluster, node, rng)


def crash_soon(cluster: Cluster, rng: Random) -> None:
    """End a process between two effects or two file operations."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.crash_in(draw_operations(rng), None)
        come_back(cluster, node, rng)


def power_loss_soon(cluster: Cluster, rng: Random) -> None:
    """Cut the power of a machine between two effects or two file operations."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.crash_in(draw_operations(rng), power_rng(rng))
        come_back(cluster, node, rng)


def torn_write(cluster: Cluster, rng: Random) -> None:
    """Cut the power between a write to the log and its sync: the write can be torn."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.crash_unsynced(power_rng(rng))
        come_back(cluster, node, rng)


def bounce(cluster: Cluster, rng: Random) -> None:
    """End a process and start it at once."""
    node = pick_up(cluster, rng, leader_chance=700)
    if node is not None:
        node.crash(power_rng(rng) if chance(rng, 300) else None)
        start_when_down(cluster, node, rng.randrange(30))


def restart(cluster: Cluster, rng: Random) -> None:
    """Start a node that was down."""
    node = pick_down(cluster, rng)
    if node is not None:
        node.start()


def shutdown(cluster: Cluster, rng: Random) -> None:
    """Shut a node down gracefully: a leader hands over first."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.shut_down()
        start_when_down(cluster, node, rng.randrange(300, 3500))


def late_start(cluster: Cluster, rng: Random) -> None:
    """Stop most nodes at the beginning and start them one by one."""
    for node in cluster.up_nodes():
        if chance(rng, 700):
            node.crash(None)
            start_when_down(cluster, node, rng.randrange(50, 3000))


def rolling_restart(cluster: Cluster, rng: Random) -> None:
    """Shut down and start each node in turn, as an operator."""
    left = cluster.up_nodes()
    rng.shuffle(left)
    pause_ms = rng.randrange(50, 1200)

    def next_one() -> None:
        if left:
            node = left.pop()
            if node.is_up:
                node.shut_down()
            wait(node, 12)

    def wait(node: SimulatedNode, looks: int) -> None:
        if not node.is_up:
            node.start()
            later(cluster, pause_ms, next_one)
        elif looks:
            later(cluster, 250, lambda: wait(node, looks - 1))

    next_one()


def cluster_power_loss(cluster: Cluster, rng: Random) -> None:
    """Cut the power of all machines at nearly the same time or one by one, and start them again."""
    spread_ms = rng.choice((1, 30, 1500))
    for node in cluster.up_nodes():
        at_ms = rng.randrange(spread_ms)
        later(cluster, at_ms, _losing_power(node, power_rng(rng)))
        start_when_down(cluster, node, at_ms + rng.randrange(1, 2500))


def _losing_power(node: SimulatedNode, chances: Random) -> Callable[[], None]:
    def act() -> None:
        if node.is_up:
            node.crash(chances)

    return act


def cluster_restart(cluster: Cluster, rng: Random) -> None:
    """Shut all nodes down together and start them again."""
    for node in cluster.up_nodes():
        node.shut_down()
        start_when_down(cluster, node, rng.randrange(200, 2500), looks=10)


def fail_over_repeatedly(cluster: Cluster, rng: Random) -> None:
    """End the leader again and again."""
    rounds = rng.randint(2, 4)
    every_ms = rng.choice((400, 1300, 2500))

    def strike(left: int) -> None:
        node = cluster.leader()
        if node is not None:
            if chance(rng, 300):
                node.shut_down()
            else:
                node.crash(power_rng(rng) if chance(rng, 500) else None)
            start_when_down(cluster, node, rng.randrange(1, 3000))
        if left > 1:
            later(cluster, every_ms, lambda: strike(left - 1))

    strike(rounds)


def drift(cluster: Cluster, rng: Random) -> None:
    """Run the monotonic clock of a node up to a tenth too fast or too slow."""
    node = pick_up(cluster, rng)
    if node is None:
        return
    clock = node.clock
    clock.drift_ppm = rng.choice((-100_000, -20_000, -500, 500, 20_000, 100_000))

    def restore() -> None:
        clock.drift_ppm = 0

    later(cluster, rng.randrange(1000, 8000), restore)


def skew(cluster: Cluster, rng: Random) -> None:
    """Move the wall clock of a node."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.clock.skew_ms = rng.choice((-1, 1)) * rng.choice((50, 5_000, 86_400_000))


def pause(cluster: Cluster, rng: Random) -> None:
    """Pause a process, for a moment or for longer than the fetch timeout."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.pause(rng.choice((80, 400, 1200, 2600, 4500)))
