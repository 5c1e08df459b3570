"""Tests of phase 2: repair, and the demands on a repaired cluster."""

from __future__ import annotations

import random

import pytest

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import ReplicaKey
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_core.raft.replica.rpc_mapping import wire_request
from kraft_core.sim.quorum import convergence
from kraft_core.sim.quorum.convergence import DEMANDS, check, is_settled, repair, unmet
from kraft_core.sim.quorum.plan import CLUSTER_ID
from kraft_core.sim.quorum.result import InvariantFailed
from tests.support.simulated import led_cluster, run_for
from tests.support.tickets import LoneTicket

NAMES = [
    "one-leader",
    "reconfiguration-decided",
    "equal-logs",
    "new-appends-commit",
    "acked-appends-present",
]


def settled():
    cluster = led_cluster()
    repair(cluster)
    check(cluster, cluster.workload)
    return cluster


def missing(name, cluster):
    return next(each for each in DEMANDS if each.name == name).missing(cluster)


def test_the_demands_have_names_and_say_what_they_mean():
    assert [each.name for each in DEMANDS] == NAMES
    assert all(each.meaning.endswith(".") for each in DEMANDS)


def test_a_cluster_without_faults_settles():
    cluster = settled()
    assert is_settled(cluster)
    assert unmet(cluster) is None
    assert cluster.workload.fresh_committed


def test_repair_ends_every_fault():
    cluster = led_cluster()
    first, second, third = cluster.nodes.values()
    cluster.network.cut(1, 2)
    cluster.network.loss = cluster.network.reordering = cluster.network.duplicates = 500
    first.crash(random.Random(1))
    second.disk.is_full = True
    second.disk.fail_sync_in = 3
    second.disk.arm()
    third.clock.drift_ppm = 100_000
    third.flush_delay_ms = (500, 900)
    third.crash_in(3)
    repair(cluster)
    assert cluster.is_repaired
    assert first.is_up
    assert not cluster.network.is_cut(1, 2)
    assert cluster.network.loss == 0
    assert not second.disk.is_full
    assert second.disk.fail_sync_in is None
    assert third.disk.end_in is None
    assert third.clock.drift_ppm == 0
    assert third.flush_delay_ms == cluster.plan.flush_delay_ms
    check(cluster, cluster.workload)


def test_repair_restarts_nodes_that_shut_down():
    cluster = led_cluster()
    for node in cluster.nodes.values():
        node.shut_down()
    repair(cluster)
    check(cluster, cluster.workload)
    assert len(cluster.up_nodes()) == 3


def test_witnesses_stay_while_another_voter_can_lead():
    cluster = led_cluster(witness_ids=(1,))
    repair(cluster)
    assert cluster.nodes[1].is_witness
    check(cluster, cluster.workload)


def test_witnesses_are_switched_off_if_no_other_voter_can_lead():
    cluster = led_cluster(witness_ids=(1,))
    for node in cluster.nodes.values():
        node.set_witness(on=True)
    repair(cluster)
    assert not any(node.is_witness for node in cluster.nodes.values())
    check(cluster, cluster.workload)


def test_a_cluster_without_a_leader_fails_by_name(monkeypatch):
    monkeypatch.setattr(convergence, "LIMIT_MS", 3000)
    cluster = led_cluster()
    repair(cluster)
    for other in (2, 3):
        cluster.network.cut(1, other)
        cluster.network.cut(other, 1)
    with pytest.raises(InvariantFailed) as caught:
        check(cluster, cluster.workload)
    assert caught.value.invariant == "one-leader"


def test_one_leader_wants_everybody_to_follow():
    cluster = settled()
    follower = next(each for each in cluster.nodes.values() if each is not cluster.leader())
    follower.pause(100)
    assert "not in operation" in missing("one-leader", cluster)
    run_for(cluster, 200)
    follower.crash()
    assert f"node {follower.node_id}" in missing("one-leader", cluster)
    cluster.leader().crash()
    assert missing("one-leader", cluster) == "there is no leader"


def test_equal_logs_wants_all_ends_alike():
    cluster = settled()
    node = cluster.nodes[1]
    node.high_watermark -= 1
    assert missing("equal-logs", cluster).startswith("node 1: log end, flushed")
    node.high_watermark += 1
    node.machine.digest ^= 1
    assert "state" in missing("equal-logs", cluster)


def test_equal_logs_wants_all_batches_alike():
    cluster = settled()
    follower = next(each for each in cluster.nodes.values() if each is not cluster.leader())
    follower.log.entries[1] = cluster.leader().log.entries[0]
    with pytest.raises(InvariantFailed, match="differ"):
        convergence._check_entries(cluster)


def test_new_appends_must_commit_and_none_stay_undecided():
    cluster = led_cluster()
    assert "not both committed" in missing("new-appends-commit", cluster)
    cluster.workload.append_fresh()
    run_for(cluster, 500)
    assert missing("new-appends-commit", cluster) is None
    cluster.workload.append_fresh()
    assert "is not decided" in missing("new-appends-commit", cluster)


def committed_at(base_offset, epoch):
    ticket = LoneTicket(1, epoch)
    ticket.place(base_offset)
    ticket.end(AppendOutcome.COMMITTED)
    return ticket


def test_acknowledged_appends_must_be_there():
    cluster = settled()
    operation = cluster.workload.fresh_committed[0]
    assert missing("acked-appends-present", cluster) is None
    true = operation.ticket
    operation.ticket = committed_at(true.base_offset, true.epoch + 1)
    assert "another record where" in missing("acked-appends-present", cluster)
    operation.ticket = committed_at(10_000, true.epoch)
    assert operation.outcome is AppendOutcome.COMMITTED
    assert "does not reach" in missing("acked-appends-present", cluster)


def test_a_change_under_way_is_not_decided():
    cluster = settled()
    leader = cluster.leader()
    leader.core.role.change = "add 4"
    assert "has not decided add 4" in missing("reconfiguration-decided", cluster)


def test_observer_with_a_higher_epoch_needs_an_election():
    """A candidate told it of that epoch, and nobody else knows."""
    cluster = led_cluster()
    observer = cluster.add_node(9)
    run_for(cluster, 1000)
    epoch = cluster.leader().core.role.epoch
    vote = rpc.Vote(
        CLUSTER_ID, 9, observer.directory_id, ReplicaKey(7, bytes(15) + b"7"), epoch + 2, 1, 1
    )
    cluster.ask(9, wire_request(vote).message(2), 2)
    run_for(cluster, 5000)
    assert observer.core.role.epoch == epoch + 2
    assert "does not follow" in missing("one-leader", cluster)
    repair(cluster)
    check(cluster, cluster.workload)
    assert cluster.leader().core.role.epoch >= epoch + 2
