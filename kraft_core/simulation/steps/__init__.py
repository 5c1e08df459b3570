"""What can happen to a cluster: faults, operators and clients, one function for each kind.

`STEPS` has them by the names of their kinds. Each is given the cluster and a generator of its own,
and draws everything from that when its time has come: whom it hits, how hard, and for how long.
What it starts it also ends, at the latest when the cluster is healed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.simulation.steps import (
    clocks,
    disks,
    ends,
    links,
    loads,
    operators,
    partitions,
    worst_moments,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from kraft_core.simulation.cluster import Cluster

_FUNCTIONS: Final[tuple[Callable[[Cluster, Random], None], ...]] = (
    ends.crash,
    ends.power_loss,
    ends.crash_soon,
    ends.power_loss_soon,
    ends.torn_write,
    ends.bounce,
    ends.restart,
    ends.shutdown,
    ends.late_start,
    ends.rolling_restart,
    ends.cluster_power_loss,
    ends.cluster_restart,
    ends.fail_over_repeatedly,
    links.bad_network,
    links.slow_network,
    links.one_way_cut,
    links.flapping_link,
    links.reset,
    partitions.partition,
    partitions.isolate,
    partitions.ring,
    partitions.cut_minority,
    clocks.drift,
    clocks.skew,
    clocks.pause,
    disks.failed_sync,
    disks.slow_disk,
    disks.hanging_disk,
    disks.full_disk,
    disks.lost_disk,
    disks.replace_disk,
    operators.add_voter,
    operators.remove_voter,
    operators.remove_leader,
    operators.voter_change,
    operators.move,
    operators.resign,
    operators.upgrade,
    operators.witness,
    operators.describe,
    operators.snapshot,
    loads.burst,
    loads.lag,
    worst_moments.change_and_crash,
    worst_moments.change_and_cut,
    worst_moments.change_and_lose_disk,
    worst_moments.partition_and_power_loss,
    worst_moments.move_and_fail_over,
)

STEPS: Final[Mapping[str, Callable[[Cluster, Random], None]]] = {
    step.__name__.replace("_", "-"): step for step in _FUNCTIONS
}
"""Every kind of step by its name."""
