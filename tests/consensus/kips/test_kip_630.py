"""KIP-630, snapshots: one test a claim."""

from __future__ import annotations

from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID, OffsetAndEpoch
from tests.support.cluster import Cluster
from tests.support.lone_core import LoneCore, history, log


def snapshot_of(replica):
    at = OffsetAndEpoch(replica.applied_end, replica.core.log.epoch_at(replica.applied_end - 1))
    replica.feed(ev.SnapshotRequested(at))
    replica.cluster.run(10)
    replica.feed(ev.PrefixExpired(at))
    return at


def with_values(count, seed=3, **config):
    cluster = Cluster([1, 2, 3], seed=seed, **config)
    leader = cluster.elect()
    for each in range(count):
        leader.append(each, f"value {each}")
    cluster.run(500)
    return cluster, leader


def test_a_new_replica_begins_with_the_snapshot():
    cluster, leader = with_values(20)
    at = snapshot_of(leader)
    observer = cluster.start(9)
    cluster.run(3000)
    assert observer.core.log.start_offset == at.offset
    assert observer.applied == leader.applied
    assert at in observer.disk.snapshots


def test_a_snapshot_comes_in_pieces():
    cluster, leader = with_values(30, fetch_snapshot_max_bytes=50)
    at = snapshot_of(leader)
    assert len(leader.disk.snapshots[at].content) > 500
    observer = cluster.start(9)
    cluster.run(5000)
    assert observer.disk.snapshots[at].content == leader.disk.snapshots[at].content


def test_follower_below_the_log_start_takes_the_snapshot():
    cluster, leader = with_values(5)
    behind = next(each for each in (1, 2, 3) if each != leader.node_id)
    cluster.crash(behind)
    for each in range(100, 110):
        leader.append(each, f"more {each}")
    cluster.run(500)
    snapshot_of(leader)
    replica = cluster.start(behind)
    cluster.run(3000)
    assert replica.applied == leader.applied


def test_the_voters_come_with_the_snapshot():
    cluster, leader = with_values(5)
    snapshot_of(leader)
    observer = cluster.start(9)
    cluster.run(3000)
    assert observer.core.voters.ids == (1, 2, 3)
    assert observer.core.kraft_version == 1


def test_only_committed_offsets_are_snapshotted():
    lone = LoneCore()
    lone.lead(commit=False)
    found = lone.feed(ev.SnapshotRequested(OffsetAndEpoch(3, 1)))
    assert found == []


def test_the_newest_snapshot_and_the_log_above_it_are_never_deleted():
    lone = LoneCore(voters=history(1), log=log(10, 1))
    at = OffsetAndEpoch(8, 1)
    lone.feed(ev.SnapshotRequested(at))
    lone.feed(ev.SnapshotStored(at, None, 10))
    lone.feed(ev.PrefixExpired(at))
    lone.feed(ev.PrefixExpired(OffsetAndEpoch(10, 1)))
    assert lone.core.log.start_offset == 8
    assert lone.state.snapshots.latest.snapshot_id == at


def test_a_leader_that_changes_during_a_download_costs_only_time():
    cluster, leader = with_values(30, fetch_snapshot_max_bytes=40)
    for replica in list(cluster.replicas.values()):
        snapshot_of(replica)
    observer = cluster.start(9)
    cluster.run(30)
    cluster.crash(leader.node_id)
    cluster.elect()
    cluster.run(8000)
    assert observer.applied == cluster.leader.applied


def test_the_bootstrap_snapshot_is_never_served():
    cluster, _ = with_values(1)
    observer = cluster.start(9)
    cluster.run(2000)
    assert BOOTSTRAP_SNAPSHOT_ID not in observer.disk.snapshots
    assert observer.core.log.start_offset == 0
