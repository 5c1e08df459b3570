"""A twelfth of a year without faults: what may grow comes back, and the run keeps its counts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from kraft_core.raft.consensus.events import SnapshotStored
from kraft_core.sim.cluster import CLUSTER, WITH_BROKERS, bounds
from kraft_core.sim.cluster.bounds import BOUNDS, TablesAreBounded
from kraft_core.sim.cluster.long import LONG_SCENARIOS, LongSimulator
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.scenarios import SCENARIOS, draw_plan, draw_schedule, scenario_of

HOURS = 730
WEEK_HOURS = 168


def test_long_scenarios_keep_the_counts_of_their_time():
    assert {CLUSTER, *LONG_SCENARIOS} == WITH_BROKERS
    assert not WITH_BROKERS & SCENARIOS.keys()
    assert not {scenario_of(seed, "all") for seed in range(1_000)} & WITH_BROKERS
    for name, months, brokers in (("month", 1, 30), ("year", 12, 365)):
        scenario = LONG_SCENARIOS[name]
        assert scenario.span_ms == months * HOURS * scenario.hour_ms
        kinds = Counter(step.kind for step in draw_schedule(scenario, Random(1)))
        assert kinds == {"voter-change": months, "shutdown": months}
        assert LongSimulator(1, name).broker_count == brokers
        for seed in range(20):
            plan = draw_plan(scenario, Random(seed))
            assert plan.replica.snapshot_interval_ms < scenario.hour_ms
            assert plan.storage.retention_ms == WEEK_HOURS * scenario.hour_ms


@pytest.mark.simulation
@pytest.mark.timeout(600)
def test_a_month_leaves_no_more_than_a_week():
    """Tables and files of every node, once in each virtual minute of the run."""
    simulator = LongSimulator(0, "month")
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
    assert most["undecided bytes"] < 1 << 20, most
    # brokers came and went, and each table had entries and lost them
    assert simulator.removed >= simulator.broker_count - 4
    assert result.reached["tables-are-bounded"] > 100, result.reached
    (tables,) = (each for each in simulator.invariants if isinstance(each, TablesAreBounded))
    assert tables.largest.keys() == {bound.table for bound in BOUNDS}
    assert tables.largest["registered brokers"] > 2


@pytest.mark.simulation
@pytest.mark.timeout(600)
def test_a_table_that_keeps_an_entry_of_each_broker_is_found(monkeypatch):
    """Nobody unregisters brokers: the sixth or seventh one is too many here."""
    monkeypatch.setattr(bounds, "_REGISTERED_MAX", 5)
    monkeypatch.setattr(LongSimulator, "_unregister", lambda _, broker: broker.kill())
    simulator = LongSimulator(0, "month")
    failure = simulator.run().failure
    assert failure.invariant == "tables-are-bounded"
    assert "registered brokers: 6 of 5" in failure.detail
    assert simulator.cluster.now_ms < 10 * 24 * 1_000
