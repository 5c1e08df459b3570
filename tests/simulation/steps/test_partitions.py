from __future__ import annotations

from random import Random

from kraft_core.simulation.steps import partitions
from tests.support.simulated import led_cluster, run_for, run_until_led


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
        cluster.network.mend_all()
        partitions.partition(cluster, Random(seed))
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
        cluster.network.mend_all()
        partitions.isolate(cluster, Random(seed))
        found = [one for one in cluster.nodes if not reachable(cluster, one)]
        assert len(found) == 1
        alone.append(found[0] == cluster.leader().node_id)
    assert sum(alone) > 10


def test_a_ring_or_a_bridge_leaves_each_somebody():
    cluster, shapes = led_cluster(voter_ids=(1, 2, 3, 4, 5)), set()
    for seed in range(20):
        cluster.network.mend_all()
        partitions.ring(cluster, Random(seed))
        shapes.add(tuple(sorted(len(reachable(cluster, one)) for one in cluster.nodes)))
    assert shapes == {(2, 2, 2, 2, 2), (2, 2, 2, 2, 4)}
    run_for(cluster, 7000)
    assert run_until_led(cluster)


def test_a_minority_without_the_leader_is_cut_off_to_the_end():
    cluster = led_cluster(voter_ids=(1, 2, 3, 4, 5))
    leader, epoch = cluster.leader(), cluster.leader().core.role.epoch
    partitions.cut_minority(cluster, Random(1))
    run_for(cluster, 15_000)
    assert len(reachable(cluster, leader.node_id)) in {2, 3}
    assert cluster.leader() is leader
    assert leader.core.role.epoch == epoch


def test_a_single_voter_cannot_be_divided():
    cluster = led_cluster(voter_ids=(1,))
    for step in (partitions.partition, partitions.isolate, partitions.ring):
        step(cluster, Random(1))
    partitions.cut_minority(cluster, Random(1))
    assert cluster.leader() is not None
