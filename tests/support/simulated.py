"""Small simulated clusters with a leader, for tests of later events."""

from __future__ import annotations

from random import Random

from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.plan import ClusterPlan
from kraft_core.sim.quorum.workload import Workload


def led_cluster(seed: int = 1, **plan: object) -> Cluster:
    """Return a cluster whose leader has committed in its epoch, with idle clients."""
    cluster = Cluster(seed, ClusterPlan(retry_backoff_ms=100, **plan))
    Workload(cluster, Random(seed))
    cluster.begin()
    assert run_until_led(cluster)
    return cluster


def run_until_led(cluster: Cluster, limit_ms: int = 20_000) -> bool:
    """Run until one node leads, has committed in its epoch, and all that are up follow."""

    def goes_on() -> bool:
        leader = cluster.leader()
        if leader is None or leader.machine.leader is None or not leader.high_watermark:
            return True
        return not all(
            node.core.leader_and_epoch == leader.core.leader_and_epoch
            and node.log.end_offset == leader.log.end_offset
            and node.high_watermark == leader.high_watermark
            for node in cluster.up_nodes()
        )

    return cluster.timeline.run_while(goes_on, limit_ms)


def run_for(cluster: Cluster, duration_ms: int) -> None:
    """Advance the virtual time by this much."""
    cluster.timeline.run_until(cluster.now_ms + duration_ms)
