from __future__ import annotations

from random import Random

from kraft_core.simulation.steps import clocks
from tests.support.simulated import led_cluster, run_for, run_until_led


def test_a_clock_drifts_for_a_while():
    cluster = led_cluster()
    clocks.drift(cluster, Random(1))
    drifting = [node for node in cluster.nodes.values() if node.clock.drift_ppm]
    assert len(drifting) == 1
    began_ms = drifting[0].clock.now_ms()
    run_for(cluster, 900)
    assert drifting[0].clock.now_ms() - began_ms != 900
    run_for(cluster, 8000)
    assert drifting[0].clock.drift_ppm == 0
    assert run_until_led(cluster)


def test_wall_time_jumps():
    cluster = led_cluster()
    clocks.skew(cluster, Random(1))
    assert sum(node.clock.skew_ms != 0 for node in cluster.nodes.values()) == 1


def test_a_pause_may_be_longer_than_the_fetch_timeout():
    cluster, lengths = led_cluster(), []
    for seed in range(12):
        clocks.pause(cluster, Random(seed))
        assert sum(node.is_paused for node in cluster.nodes.values()) == 1
        began_ms = cluster.now_ms
        while any(node.is_paused for node in cluster.nodes.values()):
            run_for(cluster, 20)
        lengths.append(cluster.now_ms - began_ms)
    assert min(lengths) < 500
    assert max(lengths) > cluster.plan.fetch_timeout_ms
    assert run_until_led(cluster)
