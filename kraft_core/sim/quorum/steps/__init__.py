"""Steps of a schedule: faults, operators and clients, one function per kind.

`STEPS` has them by the names of their kinds. Each is given the cluster and a generator of its own,
and draws everything from that when it runs: its targets, its strength and its duration.
It ends everything that it starts, at the latest when the cluster is repaired.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.sim.quorum.steps import (
    disks,
    network,
    operators,
    processes,
    worst_moments,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from kraft_core.sim.quorum.cluster import Cluster

_FUNCTIONS: Final[tuple[Callable[[Cluster, Random], None], ...]] = (
    processes.crash,
    processes.power_loss,
    processes.crash_soon,
    processes.power_loss_soon,
    processes.torn_write,
    processes.bounce,
    processes.restart,
    processes.shutdown,
    processes.late_start,
    processes.rolling_restart,
    processes.cluster_power_loss,
    processes.cluster_restart,
    processes.fail_over_repeatedly,
    network.bad_network,
    network.slow_network,
    network.one_way_cut,
    network.flapping_link,
    network.reset,
    network.partition,
    network.isolate,
    network.ring,
    network.cut_minority,
    network.hanging_names,
    network.failing_names,
    network.changed_address,
    processes.drift,
    processes.skew,
    processes.pause,
    disks.failed_sync,
    disks.slow_disk,
    disks.hanging_disk,
    disks.hanging_then_failing_disk,
    disks.nearly_full_disk,
    disks.nearly_full_disks,
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
    operators.burst,
    operators.lag,
    worst_moments.change_and_crash,
    worst_moments.change_and_cut,
    worst_moments.change_and_lose_disk,
    worst_moments.snapshot_and_cut,
    worst_moments.old_leader_returns,
    worst_moments.truncate_and_power_loss,
    worst_moments.crash_and_power_loss,
    worst_moments.partition_and_power_loss,
    worst_moments.move_and_fail_over,
    worst_moments.leave_rival,
)

STEPS: Final[Mapping[str, Callable[[Cluster, Random], None]]] = {
    step.__name__.replace("_", "-"): step for step in _FUNCTIONS
}
"""Every kind of step by its name."""
