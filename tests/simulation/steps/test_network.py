"""Tests of steps that break links."""

from __future__ import annotations

from random import Random

from kraft_core.raft.consensus.events import RequestFailed
from kraft_core.sim.quorum.steps import network
from tests.support.simulated import led_cluster, run_for, run_until_led


def cuts(cluster):
    ids = list(cluster.nodes)
    return [
        (one, other)
        for one in ids
        for other in ids
        if one != other and cluster.network.is_cut(one, other)
    ]


def test_network_faults_last_for_a_limited_time():
    cluster, drawn = led_cluster(), set()
    for seed in range(30):
        network.bad_network(cluster, Random(seed))
        links = cluster.network
        drawn.add((links.loss > 0, links.duplicates > 0, links.reordering > 0))
    assert len(drawn) >= 6
    run_for(cluster, 4000)
    assert (links.loss, links.duplicates, links.reordering) == (0, 0, 0)


def test_a_slow_network_is_slow_for_a_while():
    cluster = led_cluster()
    network.slow_network(cluster, Random(1))
    assert cluster.network.delay_ms[1] >= 60
    run_for(cluster, 4000)
    assert cluster.network.delay_ms == cluster.plan.delay_ms


def test_a_one_way_cut_is_one_way():
    cluster, shapes = led_cluster(), set()
    for seed in range(20):
        cluster.network.restore_all()
        network.one_way_cut(cluster, Random(seed))
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
    network.flapping_link(cluster, Random(1))
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
        network.reset(cluster, Random(seed))
        run_for(cluster, 5)
    assert failed


def test_mending_is_of_these_links_alone():
    cluster = led_cluster()
    cluster.network.cut(1, 2)
    cluster.network.cut(2, 3)
    network.restore_links(cluster, [(1, 2), (3, 1)])
    assert cuts(cluster) == [(2, 3)]


def reachable(cluster, one):
    return {
        other
        for other in cluster.nodes
        if other != one
        and not cluster.network.is_cut(one, other)
        and not cluster.network.is_cut(other, one)
    }


def test_a_partition_has_two_sides_and_ends():
    cluster, sizes = led_cluster(voter_ids=(1, 2, 3, 4, 5)), set()
    leader = cluster.leader().node_id
    for seed in range(40):
        cluster.network.restore_all()
        network.partition(cluster, Random(seed))
        side = {leader} | reachable(cluster, leader)
        for one in cluster.nodes:
            same = side if one in side else set(cluster.nodes) - side
            assert reachable(cluster, one) == same - {one}
        sizes.add(len(side))
    assert {2, 3} <= sizes
    run_for(cluster, 7000)
    assert reachable(cluster, 1) == {2, 3, 4, 5}
    assert run_until_led(cluster)


def test_one_alone_is_mostly_the_leader():
    cluster, alone = led_cluster(), []
    for seed in range(20):
        cluster.network.restore_all()
        network.isolate(cluster, Random(seed))
        found = [one for one in cluster.nodes if not reachable(cluster, one)]
        assert len(found) == 1
        alone.append(found[0] == cluster.leader().node_id)
    assert sum(alone) > 10


def test_ring_or_bridge_leaves_each_node_a_peer():
    cluster, shapes = led_cluster(voter_ids=(1, 2, 3, 4, 5)), set()
    for seed in range(20):
        cluster.network.restore_all()
        network.ring(cluster, Random(seed))
        shapes.add(tuple(sorted(len(reachable(cluster, one)) for one in cluster.nodes)))
    assert shapes == {(2, 2, 2, 2, 2), (2, 2, 2, 2, 4)}
    run_for(cluster, 7000)
    assert run_until_led(cluster)


def test_a_minority_without_the_leader_is_cut_off_to_the_end():
    cluster = led_cluster(voter_ids=(1, 2, 3, 4, 5))
    leader, epoch = cluster.leader(), cluster.leader().core.role.epoch
    network.cut_minority(cluster, Random(1))
    run_for(cluster, 15_000)
    assert len(reachable(cluster, leader.node_id)) in {2, 3}
    assert cluster.leader() is leader
    assert leader.core.role.epoch == epoch


def test_a_single_voter_cannot_be_divided():
    cluster = led_cluster(voter_ids=(1,))
    for step in (network.partition, network.isolate, network.ring):
        step(cluster, Random(1))
    network.cut_minority(cluster, Random(1))
    assert cluster.leader() is not None
