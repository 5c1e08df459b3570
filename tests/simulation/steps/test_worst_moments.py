from __future__ import annotations

from random import Random

import pytest

from kraft_core.raft.consensus.events import LogTruncated
from kraft_core.raft.consensus.roles import Leader
from kraft_core.sim.quorum.convergence import check, repair
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.steps import STEPS, worst_moments
from tests.support.simulated import led_cluster, run_for


def moments(cluster, moment):
    seen = []
    cluster.hooks.moments[moment].append(lambda node: seen.append((cluster.now_ms, node.node_id)))
    return seen


def test_the_action_comes_once_with_the_next_new_set():
    cluster = led_cluster(observer_ids=(4,))
    seen = []
    worst_moments.when_voters_are_written(cluster, seen.append)
    for seed in range(4):
        STEPS["voter-change"](cluster, Random(seed))
        run_for(cluster, 900)
    assert len(seen) == 1
    assert cluster.notes["voter-remove-started"] + cluster.notes["voter-add-started"] > 1


def test_the_action_does_not_wait_for_ever():
    cluster = led_cluster(observer_ids=(4,))
    seen = []
    worst_moments.when_voters_are_written(cluster, seen.append)
    run_for(cluster, 5000)
    STEPS["voter-change"](cluster, Random(1))
    run_for(cluster, 3000)
    assert cluster.voter_changes == 1
    assert seen == []


@pytest.mark.parametrize("seed", range(3))
def test_the_leader_ends_as_it_writes_a_set(seed):
    cluster = led_cluster(observer_ids=(4,))
    leader = cluster.leader().node_id
    ended = moments(cluster, Moment.STOPPED)
    worst_moments.change_and_crash(cluster, Random(seed))
    run_for(cluster, 4000)
    assert leader in [node_id for _, node_id in ended]
    repair(cluster)
    check(cluster, cluster.workload)


@pytest.mark.parametrize("seed", range(3))
def test_the_leader_is_cut_off_as_it_writes_a_set(seed):
    cluster = led_cluster(observer_ids=(4,))
    leader = cluster.leader().node_id
    worst_moments.change_and_cut(cluster, Random(seed))
    was_cut = 0
    for _ in range(40):
        run_for(cluster, 100)
        was_cut = max(was_cut, sum(cluster.network.is_cut(leader, each) for each in cluster.nodes))
    assert was_cut >= 1
    run_for(cluster, 6000)
    assert not any(cluster.network.is_cut(leader, each) for each in cluster.nodes)
    repair(cluster)
    check(cluster, cluster.workload)


@pytest.mark.parametrize("seed", range(4))
def test_the_leader_loses_its_disk_as_it_writes_a_set(seed):
    cluster = led_cluster(voter_ids=(1, 2, 3, 4, 5), observer_ids=(6,))
    leader = cluster.leader().node_id
    lost = moments(cluster, Moment.DISK_LOST)
    worst_moments.change_and_lose_disk(cluster, Random(seed))
    run_for(cluster, 4000)
    assert [node_id for _, node_id in lost] == [leader]
    repair(cluster)
    check(cluster, cluster.workload)


def test_a_machine_loses_its_power_in_a_partition():
    cluster = led_cluster()
    ended = moments(cluster, Moment.STOPPED)
    worst_moments.partition_and_power_loss(cluster, Random(1))
    assert any(cluster.network.is_cut(one, other) for one in (1, 2, 3) for other in (1, 2, 3))
    run_for(cluster, 6000)
    assert ended
    repair(cluster)
    check(cluster, cluster.workload)


def test_a_moved_voter_leads_those_that_know_its_old_address():
    followed = 0
    for seed in range(4):
        cluster = led_cluster()
        leader = cluster.leader()
        worst_moments.move_and_fail_over(cluster, Random(seed))
        moved = [node for node in cluster.nodes.values() if node.endpoint.port % 100]
        assert len(moved) == 1
        assert moved[0] is not leader
        assert not leader.is_up
        run_for(cluster, 9000)
        followed += cluster.notes["leader-moved"]
        repair(cluster)
        check(cluster, cluster.workload)
    assert followed >= 1


def test_a_voter_that_cannot_be_spared_does_not_move():
    cluster = led_cluster(voter_ids=(1, 2))
    worst_moments.move_and_fail_over(cluster, Random(2))
    assert len(cluster.up_nodes()) == 2


@pytest.mark.parametrize("seed", range(2))
def test_snapshots_are_asked_for_as_a_set_is_written_and_the_leader_is_cut(seed):
    cluster = led_cluster(observer_ids=(4,))
    leader = cluster.leader()
    asked = []
    for node in cluster.nodes.values():
        node.request_snapshot = lambda node=node: asked.append(node.node_id)
    worst_moments.snapshot_and_cut(cluster, Random(seed))
    was_cut = 0
    for _ in range(40):
        run_for(cluster, 100)
        was_cut += any(cluster.network.is_cut(leader.node_id, each) for each in cluster.nodes)
    assert leader.node_id in asked
    assert was_cut > 3
    repair(cluster)
    check(cluster, cluster.workload)


@pytest.mark.parametrize("seed", range(4))
def test_an_old_leader_appends_alone_and_returns_during_an_election(seed):
    cluster = led_cluster()
    old = cluster.leader()
    roles = []
    cluster.hooks.roles.append(lambda node, _, role: roles.append((cluster.now_ms, node, role)))
    worst_moments.old_leader_returns(cluster, Random(seed))
    run_for(cluster, 1000)
    alone = old.log.end_offset
    assert alone > cluster.ledger.end_offset
    run_for(cluster, 11_000)
    assert not any(cluster.network.is_cut(old.node_id, each) for each in cluster.nodes)
    assert any(isinstance(role, Leader) and node is not old for _, node, role in roles)
    repair(cluster)
    check(cluster, cluster.workload)


def test_a_machine_that_truncated_loses_its_power_at_once():
    cluster = led_cluster()
    old = cluster.leader()
    truncated = []
    cluster.hooks.events[LogTruncated].append(lambda node, _: truncated.append(node))
    worst_moments.truncate_and_power_loss(cluster, Random(1))
    worst_moments.old_leader_returns(cluster, Random(1))
    ended = moments(cluster, Moment.STOPPED)
    until = cluster.timeline.run_while(lambda: not truncated, 15_000, every_ms=1)
    assert until
    run_for(cluster, 2)
    assert truncated[0] is old
    assert old.node_id in [node_id for _, node_id in ended]
    repair(cluster)
    check(cluster, cluster.workload)


@pytest.mark.parametrize("seed", range(4))
def test_a_process_ends_and_its_machine_before_the_log_is_synced(seed):
    """The second end comes within the recovery of the first, which syncs the log."""
    cluster = led_cluster()
    ended = moments(cluster, Moment.STOPPED)
    worst_moments.crash_and_power_loss(cluster, Random(seed))
    run_for(cluster, 4000)
    assert len(ended) == 2
    assert ended[0][1] == ended[1][1]
    repair(cluster)
    check(cluster, cluster.workload)


def test_cut_off_follower_has_committed_records_that_the_higher_epoch_lacks():
    cluster = led_cluster(voter_ids=(1, 2, 3, 4, 5))
    old, ids = cluster.leader(), set(cluster.nodes)
    worst_moments.leave_rival(cluster, Random(1))
    run_for(cluster, 12_000)
    alone = [
        node
        for node in cluster.nodes.values()
        if all(cluster.network.is_cut(node.node_id, each) for each in ids - {node.node_id})
    ]
    follower, winner = sorted(alone, key=lambda node: node.log.last.epoch)
    assert old not in alone
    assert winner.log.last.epoch > follower.log.last.epoch
    entries = [each.entry for each in cluster.ledger.committed]
    kept = [each for each in entries if each == follower.log.entry_at(each.base_offset)]
    assert any(each != winner.log.entry_at(each.base_offset) for each in kept)
