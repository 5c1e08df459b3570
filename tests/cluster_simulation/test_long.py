"""A twelfth of a year without faults: what may grow comes back, and the run keeps its counts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kraft_core.raft.consensus.events import SnapshotStored
from kraft_core.raft.consensus.roles import Leader
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.scenarios import (
    LONG_SCENARIOS,
    SCENARIOS,
    draw_plan,
    draw_schedule,
    scenario_of,
)
from kraft_core.sim.quorum.simulator import Simulator

HOURS = 730
WEEK_HOURS = 168


def test_long_scenarios_keep_the_counts_of_their_time():
    assert not LONG_SCENARIOS.keys() & SCENARIOS.keys()
    assert not {scenario_of(seed, "all") for seed in range(1_000)} & LONG_SCENARIOS.keys()
    for name, months in (("month", 1), ("year", 12)):
        scenario = LONG_SCENARIOS[name]
        assert scenario.span_ms == months * HOURS * scenario.hour_ms
        kinds = Counter(step.kind for step in draw_schedule(scenario, Random(1)))
        assert kinds == {"voter-change": months, "shutdown": months, "burst": 30 * months}
        for seed in range(20):
            plan = draw_plan(scenario, Random(seed))
            assert plan.replica.snapshot_interval_ms < scenario.hour_ms
            assert plan.storage.retention_ms == WEEK_HOURS * scenario.hour_ms


@pytest.mark.simulation
@pytest.mark.timeout(600)
def test_a_month_leaves_no_more_than_a_week():
    """Tables and files of every node, once in each virtual minute of the run."""
    simulator = Simulator(0, "month")
    cluster, stored, most = simulator.cluster, Counter(), Counter()

    def count(node, event):
        stored[node.node_id] += event.origin is None

    def look(node):
        if node.clock.now_ms() % 60_000 > 1_000:
            return
        core, disk = node.core, node.disk.files
        most["snapshots"] = max(most["snapshots"], len(core.snapshots))
        most["open files"] = max(most["open files"], len(disk.open_files))
        most["undecided bytes"] = max(most["undecided bytes"], node.replica.undecided_bytes)
        if isinstance(core.role, Leader):
            most["observers"] = max(most["observers"], len(core.role.progress.observers))

    cluster.hooks.events[SnapshotStored].append(count)
    cluster.hooks.moments[Moment.TURNED].append(look)
    result = simulator.run()
    assert result.failure is None
    assert result.voter_changes == 1
    # each node had its snapshot of nearly every hour, but for a planned stop
    assert len(stored) >= 3
    assert sorted(stored.values())[-3] > 0.9 * HOURS, stored
    assert result.reached["LogShrinks"] > 100, result.reached
    # one each half an hour at most
    assert most["snapshots"] <= 2 * WEEK_HOURS + 4, most
    assert most["open files"] <= 2 * WEEK_HOURS + 50, most
    assert most["observers"] <= len(cluster.plan.observer_ids) + 1, most
    assert most["undecided bytes"] < 1 << 20, most
