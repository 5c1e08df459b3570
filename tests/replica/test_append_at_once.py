"""Appends whose offset is known before they are decided on."""

from __future__ import annotations

from kraft_core.raft.consensus import events as ev
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_wire.errors import ErrorCode
from tests.support.replica_cluster import ReplicaCluster
from tests.support.replica_fixture import ReplicaFixture


def leader_of(cluster):
    replica = cluster.await_leader().replica
    cluster.run_until(lambda: replica.leading_epoch is not None)
    return replica


def test_an_append_at_once_has_the_offset_that_was_announced():
    cluster = ReplicaCluster([1, 2, 3])
    cluster.append(b"before")
    leader = leader_of(cluster)
    epoch = leader.leading_epoch
    offset = leader.append_offset(epoch, 100)
    first = leader.append_at_once([b"a", b"b"], epoch)
    second = leader.append_at_once([b"c"], epoch)
    assert (first.base_offset, second.base_offset) == (offset, offset + 2)
    cluster.run_until(lambda: second.has_ended)
    assert first.outcome is AppendOutcome.COMMITTED
    assert cluster.run_until_equal() == [b"before", b"a", b"b", b"c"]


def test_gathered_values_precede_an_append_at_once():
    cluster = ReplicaCluster([1, 2, 3])
    leader = leader_of(cluster)
    epoch = leader.leading_epoch
    gathered = leader.append_nowait([b"gathered"])
    assert gathered.base_offset is None
    offset = leader.append_offset(epoch, 0)
    assert gathered.base_offset == offset - 1
    ticket = leader.append_at_once([b"at once"], epoch)
    assert ticket.base_offset == offset
    cluster.run_until(lambda: ticket.has_ended)
    assert cluster.run_until_equal() == [b"gathered", b"at once"]


def test_control_records_move_the_offset_only_between_appends():
    cluster = ReplicaCluster([1, 2, 3], level=0)
    cluster.run(5_000)  # every voter describes itself to the leader
    leader = leader_of(cluster)
    epoch = leader.leading_epoch
    before = leader.append_offset(epoch, 0)
    leader.upgrade_nowait(1)  # two control records
    after = leader.append_offset(epoch, 0)
    assert after == before + 2
    ticket = leader.append_at_once([b"a"], epoch)
    assert ticket.base_offset == after
    cluster.run_until(lambda: ticket.has_ended)
    assert cluster.run_until_equal() == [b"a"]


def test_append_at_once_is_rejected_without_leadership_of_the_epoch():
    cluster = ReplicaCluster([1, 2, 3])
    leader = leader_of(cluster)
    epoch = leader.leading_epoch
    follower = next(each for each in cluster.members.values() if each.replica is not leader)
    for replica, wrong in ((leader, epoch + 1), (follower.replica, epoch)):
        assert replica.append_offset(wrong, 0) is None
        ticket = replica.append_at_once([b"a"], wrong)
        assert ticket.outcome is AppendOutcome.REJECTED
        assert ticket.error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    leader.close()
    assert leader.append_offset(epoch, 0) is None


def test_append_beyond_the_pending_limit_has_no_offset():
    cluster = ReplicaCluster([1])
    leader = leader_of(cluster)
    assert leader.append_offset(leader.leading_epoch, 256 << 20) is not None
    assert leader.append_offset(leader.leading_epoch, (256 << 20) + 1) is None


def test_too_large_append_at_once_is_refused_without_effect():
    cluster = ReplicaCluster([1])
    leader = leader_of(cluster)
    epoch = leader.leading_epoch
    offset = leader.append_offset(epoch, 0)
    assert leader.append_at_once([bytes(9 << 20)], epoch).error is ErrorCode.MESSAGE_TOO_LARGE
    assert leader.append_offset(epoch, 0) == offset


def test_within_a_turn_and_while_quorum_state_is_written_there_is_no_offset():
    fixture = ReplicaFixture()
    fixture.lead()
    fixture.consensus.next_offset = 1
    seen = []
    fixture.machine.apply = lambda _: seen.append(fixture.replica.append_offset(3, 0))
    assert fixture.replica.append_offset(3, 0) == 1
    ticket = fixture.replica.append_at_once([b"a"], 3)
    assert ticket.base_offset == 1
    fixture.turns()
    fixture.flush(high_watermark=2)
    fixture.turns()
    assert (seen, ticket.outcome) == ([None], AppendOutcome.COMMITTED)
    fixture.replica._performer.is_storing = True
    assert fixture.replica.append_offset(3, 0) is None
    assert fixture.replica.append_at_once([b"b"], 3).outcome is AppendOutcome.REJECTED
    assert len(fixture.consensus.heard(ev.AppendRequested)) == 1
