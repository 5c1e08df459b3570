"""Names that hang or change in simulated clusters: the others elect in time."""

from __future__ import annotations

import pytest

from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.names import Answer
from kraft_core.sim.quorum.plan import ClusterPlan
from tests.support.simulated import run_for, run_until_led


def led_within(cluster, limit_ms, others) -> bool:
    def nobody() -> bool:
        leader = cluster.leader()
        return leader is None or leader.node_id not in others

    return cluster.timeline.run_while(nobody, limit_ms, 10)


def set_all(cluster, answer, about=None):
    for asker in cluster.nodes:
        for node_id in about or cluster.nodes:
            cluster.network.names.set(asker, node_id, answer)


@pytest.mark.parametrize("answer", [Answer.HANGS, Answer.REFUSES])
@pytest.mark.parametrize("seed", range(5))
def test_two_of_three_elect_at_once_while_the_name_of_the_third_is_broken(seed, answer):
    cluster = Cluster(seed, ClusterPlan(retry_backoff_ms=20))
    set_all(cluster, answer, about=[3])
    cluster.begin()
    cluster.nodes[3].crash()
    assert led_within(cluster, 5_000, {1, 2})
    assert cluster.leader().core.role.epoch <= 5


@pytest.mark.parametrize("seed", range(5))
def test_voters_reach_each_other_at_their_last_addresses_while_all_names_hang(seed):
    cluster = Cluster(seed, ClusterPlan(retry_backoff_ms=20, fetch_timeout_ms=1000))
    cluster.begin()
    assert run_until_led(cluster)
    run_for(cluster, 1000)
    set_all(cluster, Answer.HANGS)
    leader = cluster.leader()
    leader.crash()
    others = set(cluster.nodes) - {leader.node_id}
    for node_id in others:
        for other_id in others - {node_id}:
            cluster.network.reset(node_id, other_id)
    assert led_within(cluster, 6_000, others)


def test_name_that_was_never_resolved_keeps_its_own_node_away_alone():
    cluster = Cluster(1, ClusterPlan(retry_backoff_ms=20))
    cluster.begin()
    assert run_until_led(cluster)
    follower = next(node for node in cluster.nodes.values() if node is not cluster.leader())
    follower.crash()
    set_all(cluster, Answer.HANGS)
    follower.start()
    epoch = cluster.leader().core.role.epoch
    end = follower.log.end_offset
    run_for(cluster, 5_000)
    assert cluster.leader().core.role.epoch == epoch
    assert follower.names.hanging > 0
    cluster.network.names.restore_all()
    run_for(cluster, 5_000)
    assert follower.core.leader_and_epoch.leader_id == cluster.leader().node_id
    assert follower.log.end_offset >= end


def test_machine_with_another_address_is_found_once_its_name_is_resolved_again():
    cluster = Cluster(2, ClusterPlan(retry_backoff_ms=20))
    cluster.begin()
    assert run_until_led(cluster)
    leader = cluster.leader()
    set_all(cluster, Answer.HANGS)
    cluster.network.move_machine(leader.node_id)
    run_for(cluster, 6_000)
    others = [node for node in cluster.nodes.values() if node is not leader]
    assert all(node.core.leader_and_epoch.leader_id != leader.node_id for node in others)
    cluster.network.names.restore_all()
    run_for(cluster, 6_000)
    found = cluster.leader()
    assert all(
        node.core.leader_and_epoch.leader_id == found.node_id for node in cluster.nodes.values()
    )
