"""Much at once: bursts of appends, and followers left so far behind that only a snapshot helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.simulation.steps.operators import snapshot
from kraft_core.simulation.steps.partitions import split_for
from kraft_core.simulation.steps.targets import later, pick_follower

if TYPE_CHECKING:
    from random import Random

    from kraft_core.simulation.cluster import Cluster


def burst(cluster: Cluster, rng: Random) -> None:
    """A client appends many values at once."""
    if cluster.workload is not None:
        cluster.workload.burst(rng.randint(3, 20))


def lag(cluster: Cluster, rng: Random) -> None:
    """A follower is cut off while much is appended and snapshots are written."""
    node = pick_follower(cluster, rng)
    if node is None:
        return
    duration_ms = rng.randrange(600, 3500)
    split_for(cluster, [node.node_id], duration_ms)
    for part in (5, 3, 2):
        later(cluster, duration_ms // part, lambda: burst(cluster, rng))
    later(cluster, duration_ms * 3 // 4, lambda: snapshot(cluster, rng))
