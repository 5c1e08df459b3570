"""KIP-853, membership changes: one test a claim, under the KIP's headings."""

from __future__ import annotations

from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.roles import Follower, Leader, Unattached
from kraft_core.raft.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    BeginQuorumEpoch,
    RemoveRaftVoter,
    Vote,
    VoteResponse,
)
from kraft_core.raft.consensus.values import Endpoint, OffsetAndEpoch, ReplicaKey
from kraft_wire.errors import ErrorCode
from tests.support.cluster import Cluster, endpoint, voter
from tests.support.lone_core import LoneCore, directory, key


def error_of(answers):
    (answer,) = answers
    return answer.error


def add(cluster, node_id):
    replica = cluster.replicas.get(node_id) or cluster.start(node_id)
    cluster.run(1500)
    new = ReplicaKey(node_id, replica.disk.directory_id)
    leader = cluster.elect()
    answers = cluster.ask(leader.node_id, AddRaftVoter(None, new, (endpoint(node_id),)))
    assert cluster.run_until(lambda: bool(answers), 10_000)
    return error_of(answers)


def remove(cluster, node_id):
    leader = cluster.elect()
    entry = leader.core.voters.get(node_id)
    answers = cluster.ask(leader.node_id, RemoveRaftVoter(None, entry.key))
    assert cluster.run_until(lambda: bool(answers), 10_000)
    return error_of(answers)


def test_bootstrapping_with_one_voter_and_growing_to_three():
    cluster = Cluster([1], seed=1)
    assert add(cluster, 2) is ErrorCode.NONE
    assert add(cluster, 3) is ErrorCode.NONE
    cluster.run(1000)
    for replica in cluster.replicas.values():
        assert replica.core.voters.ids == (1, 2, 3)
        assert replica.core.is_voter


def test_observers_with_auto_join_become_voters():
    cluster = Cluster([1], seed=1, auto_join=True)
    cluster.elect()
    cluster.start(2)
    cluster.start(3)
    assert cluster.run_until(
        lambda: all(each.core.voters.ids == (1, 2, 3) for each in cluster.replicas.values()),
        30_000,
    )


def test_disk_failure_recovery_by_auto_join():
    cluster = Cluster([1, 2, 3], seed=1, auto_join=True)
    cluster.elect()
    lost = next(each for each in (1, 2, 3) if each != cluster.leader.node_id)
    cluster.crash(lost)
    cluster.lose_disk(lost)
    replica = cluster.start(lost, directory_number=77)
    assert cluster.run_until(lambda: replica.core.is_voter, 30_000)
    cluster.run(2000)
    assert cluster.leader.core.voters.get(lost).key == ReplicaKey(lost, directory(77))


def test_dead_voter_is_replaced_by_another_node():
    cluster = Cluster([1, 2, 3], seed=1)
    cluster.elect()
    dead = next(each for each in (1, 2, 3) if each != cluster.leader.node_id)
    cluster.crash(dead)
    assert add(cluster, 4) is ErrorCode.NONE
    assert remove(cluster, dead) is ErrorCode.NONE
    assert dead not in cluster.elect().core.voters.ids


def test_leader_election_neither_side_need_know_the_other_as_voter():
    lone = LoneCore(node_id=9)
    vote = Vote("cluster", 9, directory(9), key(55), 3, 0, 0)
    assert lone.response(vote, VoteResponse).vote_granted


def test_first_leader_copies_the_bootstrap_voters_into_the_log():
    cluster = Cluster([1, 2, 3], seed=1)
    leader = cluster.elect()
    assert leader.core._state.history.latest_offset == 2
    observer = cluster.start(9)
    cluster.run(2000)
    assert observer.core.voters == cluster.initial


def test_voter_that_restarts_with_other_endpoints_updates_the_voter_set():
    cluster = Cluster([1, 2, 3], seed=1)
    leader = cluster.elect()
    mover = next(each for each in (1, 2, 3) if each != leader.node_id)
    cluster.crash(mover, power=False)
    moved = (endpoint(mover), Endpoint("SECOND", "elsewhere", 1))
    cluster.start(mover, endpoints=moved)
    assert cluster.run_until(
        lambda: cluster.leader.core.voters.endpoints_of(mover) == moved, 20_000
    )


def test_a_directory_id_is_never_overwritten():
    cluster = Cluster([1, 2, 3], seed=1)
    leader = cluster.elect()
    lost = next(each for each in (1, 2, 3) if each != leader.node_id)
    cluster.crash(lost)
    cluster.lose_disk(lost)
    replica = cluster.start(lost, directory_number=77)
    cluster.run(10_000)
    assert not replica.core.is_voter
    assert cluster.leader.core.voters.get(lost) == voter(lost)


def test_high_watermark_never_falls_by_a_change():
    cluster = Cluster([1, 2, 3], seed=1)
    leader = cluster.elect()
    for each in range(20):
        leader.append(each, str(each))
    cluster.run(200)
    before = leader.core.role.high_watermark
    add(cluster, 4)
    remove(cluster, 4)
    assert leader.core.role.high_watermark >= before


def test_voters_record_handling_uncommitted_sets_act_and_are_undone():
    lone = LoneCore()
    lone.lead()
    lone.ask(RemoveRaftVoter(None, key(3)))
    assert lone.core.voters.ids == (1, 2)
    lone.follow(2, 9)
    lone.fetched(diverging=OffsetAndEpoch(3, 1))
    assert lone.core.voters.ids == (1, 2, 3)


def test_add_voter_handling_one_change_at_a_time():
    lone = LoneCore()
    lone.lead()
    lone.fetch_as(4)
    lone.ask(AddRaftVoter(None, key(4), (endpoint(4),)))
    other = AddRaftVoter(None, key(5), (endpoint(5),))
    assert lone.response(other, AddRaftVoterResponse).error is ErrorCode.REQUEST_TIMED_OUT


def test_add_voter_handling_duplicate_ids_are_refused():
    lone = LoneCore()
    lone.lead()
    again = AddRaftVoter(None, key(3, 9), (endpoint(3),))
    assert lone.response(again, AddRaftVoterResponse).error is ErrorCode.DUPLICATE_VOTER


def test_remove_voter_handling_the_leader_leads_on_until_its_removal_commits():
    cluster = Cluster([1, 2, 3], seed=1)
    leader = cluster.elect()
    assert remove(cluster, leader.node_id) is ErrorCode.NONE
    successor = cluster.elect()
    assert successor is not leader
    successor.append(1, "after")
    cluster.run(4000)
    assert successor.committed_appends == [1]
    assert isinstance(leader.core.role, Follower | Unattached)


def test_begin_quorum_epoch_a_new_voter_accepts_it_before_it_knows():
    lone = LoneCore(node_id=9)
    lone.ask(BeginQuorumEpoch("cluster", 9, directory(9), 2, 4, (endpoint(2),)))
    assert isinstance(lone.core.role, Follower)


def test_the_removed_cannot_disturb():
    """RemovedCannotDisrupt: its epoch is no higher, so its pre-votes move nobody."""
    cluster = Cluster([1, 2, 3], seed=1)
    leader = cluster.elect()
    gone = next(each for each in (1, 2, 3) if each != leader.node_id)
    cluster.network.cut |= {(leader.node_id, gone)}
    assert remove(cluster, gone) is ErrorCode.NONE
    epoch = leader.core.role.epoch
    cluster.run(30_000)
    assert isinstance(leader.core.role, Leader)
    assert leader.core.role.epoch == epoch


def test_kraft_version_upgrade_makes_static_voters_dynamic():
    cluster = Cluster([1, 2, 3], seed=1, level=0)
    leader = cluster.elect()
    cluster.run(5000)
    leader = cluster.elect()
    leader.feed(ev.UpgradeRequested(1, leader.core.role.epoch, 1))
    cluster.run(2000)
    assert add(cluster, 4) is ErrorCode.NONE
    cluster.run(1000)
    for replica in cluster.replicas.values():
        assert replica.core.kraft_version == 1
        assert replica.core.voters.ids == (1, 2, 3, 4)


def test_an_upgraded_quorum_restarts_from_its_logs():
    cluster = Cluster([1, 2, 3], seed=1, level=0)
    cluster.elect()
    cluster.run(5000)
    leader = cluster.elect()
    leader.feed(ev.UpgradeRequested(1, leader.core.role.epoch, 1))
    cluster.run(2000)
    for node_id in (1, 2, 3):
        cluster.crash(node_id)
    for node_id in (1, 2, 3):
        cluster.start(node_id)
    leader = cluster.elect()
    assert leader.core.kraft_version == 1
    assert leader.core.voters.get(2).key == ReplicaKey(2, directory(2))
