from __future__ import annotations

from random import Random

from kraft_core.sim.quorum.steps.targets import (
    chance,
    come_back,
    later,
    latest_voters,
    pick_down,
    pick_follower,
    pick_up,
    start_when_down,
)
from tests.support.simulated import led_cluster, run_for


def test_chances_are_out_of_1000():
    rng = Random(1)
    assert sum(chance(rng, 250) for _ in range(4000)) in range(900, 1100)
    assert not any(chance(rng, 0) for _ in range(100))
    assert all(chance(rng, 1000) for _ in range(100))


def test_later_is_never_after_the_faults():
    cluster = led_cluster()
    done = []
    later(cluster, 10, lambda: done.append("early"))
    later(cluster, 1000, lambda: done.append("late"))
    run_for(cluster, 20)
    cluster.are_faults_over = True
    run_for(cluster, 2000)
    assert done == ["early"]


def test_the_leader_is_hit_most_often():
    cluster, rng = led_cluster(), Random(1)
    picked = [pick_up(cluster, rng) for _ in range(300)]
    assert picked.count(cluster.leader()) in range(190, 270)
    assert len({node.node_id for node in picked}) == 3


def test_only_nodes_that_are_up_are_picked():
    cluster, rng = led_cluster(), Random(1)
    down = next(iter(cluster.nodes.values()))
    down.crash()
    assert all(pick_up(cluster, rng).is_up for _ in range(50))
    assert pick_down(cluster, rng) is down
    for node in cluster.up_nodes():
        node.crash()
    assert pick_up(cluster, rng) is None
    assert pick_follower(cluster, rng) is None
    assert latest_voters(cluster) is None


def test_no_target_if_no_node_is_down():
    assert pick_down(led_cluster(), Random(1)) is None


def test_a_follower_is_not_the_leader():
    cluster, rng = led_cluster(), Random(1)
    assert all(pick_follower(cluster, rng) is not cluster.leader() for _ in range(50))


def test_the_latest_voters_are_the_leaders():
    cluster = led_cluster()
    assert latest_voters(cluster).ids == (1, 2, 3)
    cluster.leader().crash()
    assert latest_voters(cluster).ids == (1, 2, 3)


def test_come_back_restarts_a_node_with_the_given_chance():
    cluster = led_cluster()
    node = cluster.nodes[1]
    node.crash()
    come_back(cluster, node, Random(1), never=1000)
    run_for(cluster, 9000)
    assert not node.is_up
    come_back(cluster, node, Random(1), never=0)
    run_for(cluster, 9000)
    assert node.is_up


def test_a_node_that_is_still_up_is_looked_at_again():
    cluster = led_cluster()
    node = cluster.nodes[1]
    incarnation = node.incarnation
    start_when_down(cluster, node, 10, looks=3, every_ms=100)
    run_for(cluster, 150)
    assert node.incarnation == incarnation
    node.crash()
    run_for(cluster, 100)
    assert node.is_up
    assert node.incarnation == incarnation + 1
    start_when_down(cluster, node, 10, looks=2, every_ms=100)
    run_for(cluster, 300)
    node.crash()
    run_for(cluster, 500)
    assert not node.is_up
