"""Replicas with real consensus, through real bytes: elect, replicate, install, recover, change."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_wire.messages import DescribeQuorumRequest
from tests.support.replica_cluster import ReplicaCluster


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("releases", [("3.9",), ("4.0",), ("4.3",), ("3.9", "4.3")], ids=repr)
def test_appends_are_applied_by_every_replica(level, releases):
    cluster = ReplicaCluster([1, 2, 3], level=level, releases=releases)
    tickets = [cluster.append(b"value %d" % each) for each in range(5)]
    assert {each.outcome for each in tickets} == {AppendOutcome.COMMITTED}
    assert cluster.run_until_equal() == [b"value %d" % each for each in range(5)]


def test_sole_voter_commits_alone():
    cluster = ReplicaCluster([1])
    assert cluster.append(b"a").outcome is AppendOutcome.COMMITTED
    assert cluster.run_until_equal() == [b"a"]


def test_a_leader_that_loses_power_loses_nothing_committed():
    cluster = ReplicaCluster([1, 2, 3])
    cluster.append(b"a")
    old = cluster.await_leader()
    cluster.crash(old.node_id)
    cluster.run_until(lambda: cluster.leader() is not None)
    cluster.append(b"b")
    cluster.start(old)
    assert cluster.run_until_equal() == [b"a", b"b"]


def test_a_leader_that_is_cut_off_leaves_its_appends_unknown():
    cluster = ReplicaCluster([1, 2, 3])
    cluster.append(b"a")
    old = cluster.await_leader()
    cluster.cut.add(old.node_id)
    ticket = old.replica.append_nowait([b"lost"])
    cluster.run_until(lambda: ticket.has_ended)
    assert ticket.outcome is AppendOutcome.UNKNOWN
    assert old.replica.append_nowait([b"x"]).outcome is AppendOutcome.REJECTED
    cluster.append(b"b")
    cluster.cut.clear()
    assert cluster.run_until_equal() == [b"a", b"b"]
    assert old.disk.log.calls[-1].startswith("append")
    assert any(call.startswith("truncate") for call in old.disk.log.calls)


def test_a_far_follower_installs_a_snapshot():
    cluster = ReplicaCluster([1, 2, 3])
    cluster.append(b"first")
    behind = next(each for each in cluster.members.values() if each is not cluster.leader())
    cluster.crash(behind.node_id)
    for each in range(20):
        cluster.append(b"%03d" % each * 50)
    leader = cluster.await_leader()
    assert set(leader.disk.snapshots.files) > {BOOTSTRAP_SNAPSHOT_ID}
    latest = max(leader.disk.snapshots.files, key=lambda each: each.offset)
    fresh = cluster.add(9)  # an observer with an empty log always gets the snapshot
    cluster.start(behind)
    values = cluster.run_until_equal()
    assert values == [b"first", *(b"%03d" % each * 50 for each in range(20))]
    assert fresh.disk.log.calls[0] == f"reset {latest}"
    assert ("end", latest) in fresh.machine.seen
    assert fresh.disk.snapshots.files[latest] == leader.disk.snapshots.files[latest]


def test_a_restart_loads_the_snapshot_and_replays_the_rest():
    cluster = ReplicaCluster([1, 2, 3])
    for each in range(20):
        cluster.append(b"%03d" % each * 50)
    values = list(cluster.run_until_equal())
    for node_id in (1, 2, 3):
        cluster.crash(node_id)
    for member in cluster.members.values():
        cluster.start(member)
    cluster.await_leader()
    assert cluster.run_until_equal() == values
    for member in cluster.members.values():
        first = next(each for each in member.machine.seen if isinstance(each, tuple))
        assert first[0] == "begin"


def test_voters_come_and_go():
    cluster = ReplicaCluster([1, 2, 3])
    cluster.append(b"a")
    cluster.add(4)
    cluster.run(2_000)
    assert cluster.add_voter(4) == 0
    assert cluster.add_voter(4) == 126
    leader = cluster.await_leader().node_id
    assert cluster.remove_voter(leader) == 0
    cluster.append(b"b")
    assert cluster.await_leader().node_id != leader
    answer = cluster.ask_leader(described(), 2)
    (partition,) = answer.topics[0].partitions
    assert {each.replica_id for each in partition.current_voters} == {1, 2, 3, 4} - {leader}
    assert cluster.run_until_equal() == [b"a", b"b"]


def described():
    cls = DescribeQuorumRequest
    partition = cls.PartitionData(partition_index=0)
    return cls(topics=(cls.TopicData(topic_name="__cluster_metadata", partitions=(partition,)),))


def test_kraft_version_is_raised():
    cluster = ReplicaCluster([1, 2, 3], level=0)
    cluster.append(b"a")
    cluster.run(5_000)  # every voter describes itself to the leader
    leader = cluster.await_leader().replica
    checked = leader.upgrade_nowait(1, validate_only=True)
    cluster.run_until(lambda: checked.has_ended)
    assert (checked.outcome, checked.base_offset) == (AppendOutcome.COMMITTED, None)
    ticket = leader.upgrade_nowait(1)
    cluster.run_until(lambda: ticket.has_ended)
    assert (ticket.outcome, ticket.count) == (AppendOutcome.COMMITTED, 2)
    cluster.append(b"b")
    cluster.run_until_equal()
    for member in cluster.members.values():
        assert member.disk.history().level == 1
        assert None not in {each.key.directory_id for each in member.disk.history().latest}


@pytest.mark.parametrize("on_files", [False, True], ids=["memory", "files"])
@pytest.mark.parametrize("seed", range(20))
def test_through_loss_and_crashes(seed, on_files):
    cluster = ReplicaCluster(
        [1, 2, 3],
        seed,
        level=seed % 4 and 1,
        releases=("3.9", "4.0", "4.3"),
        on_files=on_files,
    )
    cluster.loss = 10
    tickets = {}
    for step in range(30):
        leader = cluster.leader()
        if leader is not None and leader.replica is not None:
            value = b"%d" % step * 60
            tickets[value] = leader.replica.append_nowait([value])
        cluster.run(cluster.rng.randrange(2_000))
        victim = cluster.members[cluster.rng.choice([1, 2, 3])]
        if victim.replica is not None and cluster.rng.randrange(6) == 0:
            cluster.crash(victim.node_id)
        elif victim.replica is None:
            cluster.start(victim)
    for member in cluster.members.values():
        if member.replica is None:
            cluster.start(member)
    cluster.loss = 0
    cluster.append(b"last")
    values = cluster.run_until_equal()
    for value, ticket in tickets.items():
        assert ticket.has_ended
        if ticket.outcome is AppendOutcome.COMMITTED:
            assert values.count(value) == 1
        elif ticket.outcome is AppendOutcome.REJECTED:
            assert value not in values
    assert values[-1] == b"last"
    assert len(set(values)) == len(values)
    assert any(each.outcome is AppendOutcome.COMMITTED for each in tickets.values())
