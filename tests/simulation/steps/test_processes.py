"""Tests of steps that end, pause or restart processes."""

from __future__ import annotations

from random import Random

import pytest

from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.machine import write_record
from kraft_core.sim.quorum.steps import processes
from tests.support.simulated import led_cluster, run_for, run_until_led


def stopped(cluster):
    """Who stops from now on, in order."""
    seen = []
    cluster.hooks.moments[Moment.STOPPED].append(lambda node: seen.append(node.node_id))
    return seen


@pytest.mark.parametrize("step", [processes.crash, processes.power_loss, processes.bounce])
def test_a_node_ends_at_once(step):
    cluster = led_cluster()
    seen = stopped(cluster)
    step(cluster, Random(3))
    assert len(seen) == 1
    run_for(cluster, 15_000)
    assert run_until_led(cluster)


@pytest.mark.parametrize("step", [processes.crash_soon, processes.power_loss_soon])
def test_a_node_ends_between_two_operations(step):
    cluster = led_cluster()
    seen = stopped(cluster)
    step(cluster, Random(3))
    assert seen == []
    run_for(cluster, 15_000)
    assert len(seen) == 1
    assert run_until_led(cluster)


def test_a_torn_write_is_one_that_was_not_synced():
    """The node ends with the first record that comes, which its disk has not promised to keep."""
    cluster = led_cluster()
    seen = stopped(cluster)
    before = {node.node_id: node.flushed_end for node in cluster.nodes.values()}
    processes.torn_write(cluster, Random(3))
    cluster.leader().append([write_record("name", "value")])
    run_for(cluster, 200)
    assert len(seen) == 1
    node = cluster.nodes[seen[0]]
    assert node.flushed_end == before[node.node_id] < node.previous_log.end_offset
    run_for(cluster, 15_000)
    assert run_until_led(cluster)


def test_power_loss_leaves_the_machine_dark_but_a_crash_does_not():
    cluster = led_cluster()
    processes.crash(cluster, Random(3))
    assert [node.is_dark for node in cluster.nodes.values() if not node.is_up] == [False]
    cluster = led_cluster()
    processes.power_loss(cluster, Random(3))
    assert [node.is_dark for node in cluster.nodes.values() if not node.is_up] == [True]


def test_a_bounce_is_short():
    cluster = led_cluster()
    processes.bounce(cluster, Random(1))
    assert len(cluster.up_nodes()) == 2
    run_for(cluster, 40)
    assert len(cluster.up_nodes()) == 3


def test_a_restart_starts_who_is_down():
    cluster = led_cluster()
    processes.restart(cluster, Random(1))
    cluster.nodes[2].crash()
    processes.restart(cluster, Random(1))
    assert cluster.nodes[2].is_up


def test_a_shutdown_is_graceful():
    cluster = led_cluster()
    seen = stopped(cluster)
    processes.shutdown(cluster, Random(2))
    assert cluster.leader() is None or len(cluster.up_nodes()) == 3
    run_for(cluster, 12_000)
    assert len(seen) == 1
    assert cluster.notes["shutdown-started"] == 1
    assert len(cluster.up_nodes()) == 3


def test_a_late_start_brings_everybody_in_the_end():
    cluster = led_cluster()
    seen = stopped(cluster)
    processes.late_start(cluster, Random(4))
    assert seen
    run_for(cluster, 4000)
    assert len(cluster.up_nodes()) == 3


def test_a_rolling_restart_takes_one_at_a_time():
    cluster = led_cluster()
    seen = stopped(cluster)
    incarnations = [node.incarnation for node in cluster.nodes.values()]
    fewest = 3
    processes.rolling_restart(cluster, Random(4))
    for _ in range(600):
        run_for(cluster, 50)
        fewest = min(fewest, len(cluster.up_nodes()))
    assert sorted(seen) == [1, 2, 3]
    assert [node.incarnation for node in cluster.nodes.values()] == [
        incarnation + 1 for incarnation in incarnations
    ]
    assert fewest == 2
    assert run_until_led(cluster)


def test_all_lose_their_power_and_come_back():
    cluster = led_cluster()
    seen = stopped(cluster)
    processes.cluster_power_loss(cluster, Random(4))
    run_for(cluster, 1600)
    assert sorted(seen) == [1, 2, 3]
    assert run_until_led(cluster, 40_000)


def test_all_are_shut_down_and_come_back():
    cluster = led_cluster()
    seen = stopped(cluster)
    processes.cluster_restart(cluster, Random(4))
    run_for(cluster, 20_000)
    assert sorted(seen) == [1, 2, 3]
    assert len(cluster.up_nodes()) == 3
    assert run_until_led(cluster)


def test_one_leader_after_another_ends():
    cluster = led_cluster()
    seen = stopped(cluster)
    processes.fail_over_repeatedly(cluster, Random(5))
    run_for(cluster, 15_000)
    assert len(seen) >= 2
    assert run_until_led(cluster)


def test_process_steps_without_a_running_node_do_nothing():
    cluster = led_cluster()
    for node in cluster.up_nodes():
        node.crash()
    for step in (
        processes.crash,
        processes.power_loss,
        processes.crash_soon,
        processes.power_loss_soon,
        processes.bounce,
    ):
        step(cluster, Random(1))
    for step in (processes.shutdown, processes.rolling_restart, processes.cluster_power_loss):
        step(cluster, Random(1))
    run_for(cluster, 10_000)
    assert cluster.up_nodes() == []


def test_a_clock_drifts_for_a_while():
    cluster = led_cluster()
    processes.drift(cluster, Random(1))
    drifting = [node for node in cluster.nodes.values() if node.clock.drift_ppm]
    assert len(drifting) == 1
    began_ms = drifting[0].clock.now_ms()
    run_for(cluster, 900)
    assert drifting[0].clock.now_ms() - began_ms != 900
    run_for(cluster, 8000)
    assert drifting[0].clock.drift_ppm == 0
    assert run_until_led(cluster)


def test_skew_moves_the_wall_clock_of_one_node():
    cluster = led_cluster()
    processes.skew(cluster, Random(1))
    assert sum(node.clock.skew_ms != 0 for node in cluster.nodes.values()) == 1


def test_a_pause_may_be_longer_than_the_fetch_timeout():
    cluster, lengths = led_cluster(), []
    for seed in range(12):
        processes.pause(cluster, Random(seed))
        assert sum(node.is_paused for node in cluster.nodes.values()) == 1
        began_ms = cluster.now_ms
        while any(node.is_paused for node in cluster.nodes.values()):
            run_for(cluster, 20)
        lengths.append(cluster.now_ms - began_ms)
    assert min(lengths) < 500
    assert max(lengths) > cluster.plan.fetch_timeout_ms
    assert run_until_led(cluster)
