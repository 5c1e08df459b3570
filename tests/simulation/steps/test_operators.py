"""Tests of operators and of bursts of clients."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from kraft_core.raft.consensus.effects import SendResponse
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.sim.quorum.steps import operators
from kraft_wire.errors import ErrorCode
from tests.support.simulated import led_cluster, run_for, run_until_led


def ids(cluster):
    return cluster.leader().core.voters.ids


def test_an_observer_becomes_a_voter():
    cluster = led_cluster(observer_ids=(4,))
    done = []
    operators.add_voter_until(cluster, cluster.nodes[4], lambda: done.append(cluster.now_ms))
    run_for(cluster, 4000)
    assert ids(cluster) == (1, 2, 3, 4)
    assert len(done) == 1
    assert cluster.voter_changes == 1
    assert all(each.is_add for each in cluster.changes_asked)


def test_a_voter_is_removed():
    cluster = led_cluster()
    gone = next(each for each in cluster.nodes.values() if each is not cluster.leader())
    done = []
    operators.remove_voter_until(cluster, gone.key, lambda: done.append("done"))
    run_for(cluster, 4000)
    assert gone.node_id not in ids(cluster)
    assert done == ["done"]


def test_adding_a_present_voter_is_done_at_once():
    cluster = led_cluster()
    done = []
    operators.add_voter_until(cluster, cluster.nodes[1], lambda: done.append("add"))
    run_for(cluster, 2000)
    assert done == ["add"]


def test_a_request_that_is_lost_is_made_again():
    cluster = led_cluster()
    gone = next(each for each in cluster.nodes.values() if each is not cluster.leader())
    cluster.network.loss = 1000
    operators.remove_voter_until(cluster, gone.key)
    run_for(cluster, 500)
    cluster.network.loss = 0
    run_for(cluster, 6000)
    assert gone.node_id not in ids(cluster)


def test_operator_stops_to_retry_when_the_time_is_over():
    cluster = led_cluster()
    cluster.network.loss = 1000
    operators.remove_voter_until(cluster, cluster.nodes[1].key)
    run_for(cluster, 12_000)
    assert len(cluster.changes_asked) == 4


def test_permanently_refused_change_is_not_retried():
    cluster = led_cluster(kraft_level=0)
    answers, done = [], []
    operators.add_voter_once(cluster, cluster.nodes[1], answers.append)
    operators.remove_voter_until(cluster, cluster.nodes[1].key, lambda: done.append("done"))
    run_for(cluster, 5000)
    assert answers == [ErrorCode.UNSUPPORTED_VERSION]
    assert len(cluster.changes_asked) == 2
    assert done == []


def test_a_removal_that_would_strand_the_rest_is_not_asked_for():
    cluster = led_cluster()
    lost = next(each for each in cluster.nodes.values() if each is not cluster.leader())
    lost.crash()
    lost.lose_disk()
    assert not operators.remove_voter_once(cluster, cluster.leader().key)
    assert cluster.changes_asked == []


def test_no_operator_request_where_no_node_is_up():
    cluster = led_cluster()
    key = cluster.nodes[1].key
    for node in cluster.up_nodes():
        node.crash()
    assert operators.believed_leader(cluster) is None
    operators.add_voter_once(cluster, cluster.nodes[1])
    assert not operators.remove_voter_once(cluster, key)
    assert cluster.changes_asked == []


def test_a_release_that_cannot_wait_less_is_asked_for_what_it_can():
    releases = dict.fromkeys((1, 2, 3, 4), "3.9")
    cluster = led_cluster(observer_ids=(4,), releases=releases)
    run_for(cluster, 1500)
    answers = []
    operators.add_voter_once(cluster, cluster.nodes[4], answers.append, ack_when_committed=False)
    run_for(cluster, 2000)
    assert answers == [ErrorCode.NONE]


def ids_once_led(cluster):
    assert run_until_led(cluster)
    return cluster.leader().core.voters.ids


def test_a_new_node_becomes_a_voter():
    sizes = set()
    for seed in range(4):
        cluster = led_cluster()
        operators.add_voter(cluster, Random(seed))
        assert 4 in cluster.nodes
        run_for(cluster, 6000)
        sizes.add(len(ids_once_led(cluster)))
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


def test_removed_voter_continues_as_observer():
    cluster = led_cluster()
    operators.remove_voter(cluster, Random(1))
    run_for(cluster, 6000)
    assert len(ids_once_led(cluster)) == 2
    assert len(cluster.up_nodes()) == 3


def test_the_leader_is_removed_and_another_one_leads():
    cluster = led_cluster()
    leader = cluster.leader()
    operators.remove_leader(cluster, Random(1))
    run_for(cluster, 8000)
    assert leader.node_id not in ids_once_led(cluster)
    assert cluster.leader() is not leader
    assert cluster.notes["leader-removed"] == 1


def test_any_change_is_a_change():
    for seed in range(3):
        cluster = led_cluster(observer_ids=(4,))
        operators.voter_change(cluster, Random(seed))
        run_for(cluster, 2000)
        assert cluster.voter_changes == 1


def test_moved_voter_reports_its_endpoint_to_the_leader():
    cluster = led_cluster()
    before = cluster.leader().core.voters
    operators.move(cluster, Random(1))
    run_for(cluster, 8000)
    assert run_until_led(cluster)
    after = cluster.leader().core.voters
    assert after.ids == before.ids
    assert after != before
    assert cluster.notes["voter-updated"] >= 1


def test_leader_that_is_asked_to_resign_is_replaced():
    cluster = led_cluster()
    leader = cluster.leader()
    operators.resign(cluster, Random(1))
    run_for(cluster, 100)
    assert cluster.notes["became-resigned"] == 1
    assert run_until_led(cluster)
    assert cluster.leader() is not leader


def test_level_rises_once_all_voters_have_reported_their_range():
    cluster = led_cluster(kraft_level=0)
    for seed in range(3):
        operators.upgrade(cluster, Random(seed))
        run_for(cluster, 6000)
    assert cluster.leader().core.kraft_version == 1
    offset = cluster.leader().log.end_offset
    operators.upgrade(cluster, Random(1))
    run_for(cluster, 1000)
    assert cluster.leader().log.end_offset == offset


def test_witness_step_ends_after_a_time():
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
def test_operator_steps_without_a_running_node_do_nothing(step):
    cluster = led_cluster()
    for node in cluster.up_nodes():
        node.crash()
    step(cluster, Random(1))
    run_for(cluster, 8000)
    assert cluster.up_nodes() == []


def test_describe_step_gets_a_quorum_description():
    cluster = led_cluster()
    answers = []
    cluster.hooks.effects[SendResponse].append(
        lambda node, effect: answers.append(type(effect.response).__name__)
    )
    operators.describe(cluster, Random(1))
    run_for(cluster, 4000)
    assert "DescribeQuorumResponse" in answers


def test_a_burst_is_many_at_once():
    cluster = led_cluster()
    operators.burst(cluster, Random(1))
    assert len(cluster.workload.history) >= 3
    run_for(cluster, 1500)
    assert cluster.workload.appends >= 3


def test_without_clients_there_is_no_burst():
    cluster = led_cluster()
    cluster.workload = None
    operators.burst(cluster, Random(1))


def test_a_follower_that_lags_needs_a_snapshot():
    small = replace(StorageSettings(), segment_bytes=1024, retention_bytes=1000)
    config = ReplicaConfig(snapshot_bytes=300, retention_check_ms=300)
    cluster = led_cluster(storage=small, replica=config)
    installed = 0
    for seed in range(6):
        operators.lag(cluster, Random(seed))
        run_for(cluster, 5000)
        installed = cluster.notes["snapshot-installed"]
    assert installed >= 1
    assert run_until_led(cluster)


def test_no_follower_lags_where_there_is_none():
    cluster = led_cluster(voter_ids=(1,))
    operators.lag(cluster, Random(1))
    run_for(cluster, 2000)
    assert len(cluster.workload.history) == 0
