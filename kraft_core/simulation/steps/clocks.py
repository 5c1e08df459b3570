"""Clocks that run too fast or too slow, and nodes that stop for a while as if time had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.simulation.steps.targets import later, pick_up

if TYPE_CHECKING:
    from random import Random

    from kraft_core.simulation.cluster import Cluster


def drift(cluster: Cluster, rng: Random) -> None:
    """The monotonic clock of a node runs by up to a tenth too fast or too slow."""
    node = pick_up(cluster, rng)
    if node is None:
        return
    clock = node.clock
    clock.drift_ppm = rng.choice((-100_000, -20_000, -500, 500, 20_000, 100_000))

    def mend() -> None:
        clock.drift_ppm = 0

    later(cluster, rng.randrange(1000, 8000), mend)


def skew(cluster: Cluster, rng: Random) -> None:
    """The wall clock of a node jumps."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.clock.skew_ms = rng.choice((-1, 1)) * rng.choice((50, 5_000, 86_400_000))


def pause(cluster: Cluster, rng: Random) -> None:
    """A process stops for a moment, or for longer than the fetch timeout, and then goes on."""
    node = pick_up(cluster, rng)
    if node is not None:
        node.pause(rng.choice((80, 400, 1200, 2600, 4500)))
