from __future__ import annotations

from random import Random

from kraft_core.consensus.events import RequestFailed
from kraft_core.simulation.steps import links
from tests.support.simulated import led_cluster, run_for, run_until_led


def cuts(cluster):
    ids = list(cluster.nodes)
    return [
        (one, other)
        for one in ids
        for other in ids
        if one != other and cluster.network.is_cut(one, other)
    ]


def test_a_bad_network_is_bad_for_a_while():
    cluster, drawn = led_cluster(), set()
    for seed in range(30):
        links.bad_network(cluster, Random(seed))
        network = cluster.network
        drawn.add((network.loss > 0, network.duplicates > 0, network.reordering > 0))
    assert len(drawn) >= 6
    run_for(cluster, 4000)
    assert (network.loss, network.duplicates, network.reordering) == (0, 0, 0)


def test_a_slow_network_is_slow_for_a_while():
    cluster = led_cluster()
    links.slow_network(cluster, Random(1))
    assert cluster.network.delay_ms[1] >= 60
    run_for(cluster, 4000)
    assert cluster.network.delay_ms == cluster.plan.delay_ms


def test_a_one_way_cut_is_one_way():
    cluster, shapes = led_cluster(), set()
    for seed in range(20):
        cluster.network.mend_all()
        links.one_way_cut(cluster, Random(seed))
        found = cuts(cluster)
        assert found
        assert not any((other, one) in found for one, other in found)
        froms, tos = {one for one, _ in found}, {other for _, other in found}
        shapes.add((len(froms), len(tos)))
    assert {(1, 2), (2, 1)} <= shapes
    run_for(cluster, 5000)
    assert cuts(cluster) == []


def test_a_flapping_link_is_whole_in_the_end():
    cluster = led_cluster()
    links.flapping_link(cluster, Random(1))
    seen = set()
    for _ in range(600):
        seen.add(len(cuts(cluster)))
        run_for(cluster, 20)
    assert seen == {0, 2}
    assert cuts(cluster) == []
    assert run_until_led(cluster)


def test_a_reset_fails_what_is_awaited():
    cluster = led_cluster()
    failed = []
    cluster.hooks.events[RequestFailed].append(lambda node, event: failed.append(node.node_id))
    for seed in range(10):
        links.reset(cluster, Random(seed))
        run_for(cluster, 5)
    assert failed


def test_mending_is_of_these_links_alone():
    cluster = led_cluster()
    cluster.network.cut(1, 2)
    cluster.network.cut(2, 3)
    links.mend_links(cluster, [(1, 2), (3, 1)])
    assert cuts(cluster) == [(2, 3)]
