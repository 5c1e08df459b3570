from __future__ import annotations

from random import Random

import pytest

from kraft_core.consensus.effects import SendResponse
from kraft_core.simulation.steps import operators
from tests.support.simulated import led_cluster, run_for, run_until_led


def ids(cluster):
    assert run_until_led(cluster)
    return cluster.leader().core.voters.ids


def test_a_new_node_becomes_a_voter():
    sizes = set()
    for seed in range(4):
        cluster = led_cluster()
        operators.add_voter(cluster, Random(seed))
        assert 4 in cluster.nodes
        run_for(cluster, 6000)
        sizes.add(len(ids(cluster)))
        assert cluster.voter_changes == 1
    assert 4 in sizes


def test_an_observer_or_a_new_node_is_taken():
    cluster = led_cluster(observer_ids=(4, 5))
    picked = [operators.pick_candidate(cluster, Random(seed)).node_id for seed in range(30)]
    assert set(picked) == {4, 5, 6, 7}


def test_not_more_than_two_nodes_are_added():
    cluster = led_cluster()
    for seed in range(12):
        operators.add_voter(cluster, Random(seed))
        run_for(cluster, 3000)
    assert len(cluster.nodes) == 5


def test_a_voter_is_removed_and_goes_on_as_observer():
    cluster = led_cluster()
    operators.remove_voter(cluster, Random(1))
    run_for(cluster, 6000)
    assert len(ids(cluster)) == 2
    assert len(cluster.up_nodes()) == 3


def test_the_leader_is_removed_and_another_one_leads():
    cluster = led_cluster()
    leader = cluster.leader()
    operators.remove_leader(cluster, Random(1))
    run_for(cluster, 8000)
    assert leader.node_id not in ids(cluster)
    assert cluster.leader() is not leader
    assert cluster.notes["leader-removed"] == 1


def test_any_change_is_a_change():
    for seed in range(3):
        cluster = led_cluster(observer_ids=(4,))
        operators.voter_change(cluster, Random(seed))
        run_for(cluster, 2000)
        assert cluster.voter_changes == 1


def test_who_moves_tells_the_leader():
    cluster = led_cluster()
    before = cluster.leader().core.voters
    operators.move(cluster, Random(1))
    run_for(cluster, 8000)
    assert run_until_led(cluster)
    after = cluster.leader().core.voters
    assert after.ids == before.ids
    assert after != before
    assert cluster.notes["voter-updated"] >= 1


def test_a_leader_resigns():
    cluster = led_cluster()
    leader = cluster.leader()
    operators.resign(cluster, Random(1))
    run_for(cluster, 100)
    assert cluster.notes["became-resigned"] == 1
    assert run_until_led(cluster)
    assert cluster.leader() is not leader


def test_the_level_rises_once_all_voters_have_told_what_they_can():
    cluster = led_cluster(kraft_level=0)
    for seed in range(3):
        operators.upgrade(cluster, Random(seed))
        run_for(cluster, 6000)
    assert cluster.leader().core.kraft_version == 1
    offset = cluster.leader().log.end_offset
    operators.upgrade(cluster, Random(1))
    run_for(cluster, 1000)
    assert cluster.leader().log.end_offset == offset


def test_a_voter_gives_way_for_a_while():
    cluster = led_cluster()
    operators.witness(cluster, Random(1))
    assert sum(node.is_witness for node in cluster.nodes.values()) == 1
    run_for(cluster, 6000)
    assert not any(node.is_witness for node in cluster.nodes.values())
    assert run_until_led(cluster)


def test_witnesses_never_become_a_majority():
    cluster = led_cluster(witness_ids=(1,))
    for seed in range(20):
        operators.witness(cluster, Random(seed))
        assert sum(node.is_witness for node in cluster.nodes.values()) <= 1


def test_a_snapshot_is_written():
    cluster = led_cluster()
    cluster.workload.burst(5)
    run_for(cluster, 1500)
    operators.snapshot(cluster, Random(1))
    run_for(cluster, 500)
    assert cluster.notes["snapshot-written"] >= 1


@pytest.mark.parametrize(
    "step",
    [
        operators.remove_voter,
        operators.remove_leader,
        operators.move,
        operators.resign,
        operators.witness,
        operators.snapshot,
        operators.upgrade,
    ],
)
def test_nothing_happens_where_nobody_is_up(step):
    cluster = led_cluster()
    for node in cluster.up_nodes():
        node.crash()
    step(cluster, Random(1))
    run_for(cluster, 8000)
    assert cluster.up_nodes() == []


def test_somebody_looks_at_the_state_of_the_quorum():
    cluster = led_cluster()
    answers = []
    cluster.hooks.effects[SendResponse].append(
        lambda node, effect: answers.append(type(effect.response).__name__)
    )
    operators.describe(cluster, Random(1))
    run_for(cluster, 4000)
    assert "DescribeQuorumResponse" in answers
