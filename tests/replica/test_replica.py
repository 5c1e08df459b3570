"""The replica around a scripted consensus: order, requests, turns, failure, the end."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.invariants import InvariantBroken
from kraft_core.raft.consensus.log import LeaderEpochs, LogView, StoredSnapshot
from kraft_core.raft.consensus.values import (
    FailureReason,
    LeaderAndEpoch,
    Node,
    OffsetAndEpoch,
    ReplicaKey,
)
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_core.raft.replica.replica import ReplicaFailedError
from kraft_core.raft.replica.rpc_mapping import request_to_wire, response_to_wire
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import FetchResponse, VoteRequest
from tests.support.replica_fixture import ELECTION, OWN, WALL, ReplicaFixture
from tests.support.replica_ports import FixedRetention, snapshot_bytes


def test_effects_are_performed_in_the_order_of_the_list():
    fixture = ReplicaFixture()
    seen = []
    fixture.disk.election.write = lambda *_: seen.append("election")
    fixture.network.send = lambda *_: seen.append("send")
    fixture.disk.log.truncate = lambda *_: seen.append("truncate")
    vote = fx.SendRequest(1, Node(2, "h", 1), rpc.Vote(None, 2, None, ReplicaKey(1), 3, 0, 0))
    fixture.start(ELECTION, vote, fx.TruncateLog(1, 0), vote)
    assert seen == ["election", "send", "truncate", "send"]


def test_a_crash_between_two_effects_leaves_the_rest_undone():
    fixture = ReplicaFixture()

    def lose_power(*_):
        raise OSError("power")

    fixture.disk.log.truncate = lose_power
    with pytest.raises(OSError, match="power"):
        fixture.start(ELECTION, fx.TruncateLog(1, 0), fx.AnnounceLeader(OWN))
    assert fixture.disk.election.written
    assert fixture.replica.leading_epoch is None


def test_consensus_gets_both_clocks():
    fixture = ReplicaFixture()
    fixture.clock.now = 7
    fixture.start()
    assert fixture.consensus.moments == [(7, WALL + 7)]


def test_notes_are_handed_on():
    fixture = ReplicaFixture()
    fixture.start(Note(NoteKind.BECAME_LEADER, ""))
    assert fixture.notes == [Note(NoteKind.BECAME_LEADER, "")]


# -- requests and responses ------------------------------------------------------------------


def test_a_request_is_asked_and_answered_in_its_version():
    fixture = ReplicaFixture()
    fixture.start()
    vote = rpc.Vote("cluster", 1, None, ReplicaKey(2), 3, 0, 0)
    message = VoteRequest.decode(request_to_wire(vote, 1).encode(1), 1)
    answer = fx.SendResponse(5, rpc.VoteResponse(vote_granted=True))
    fixture.consensus.on(ev.RequestReceived, ELECTION, answer)
    fixture.replica.receive_request(5, "CONTROLLER", 1, message)
    assert fixture.consensus.heard(ev.RequestReceived) == [
        ev.RequestReceived(5, "CONTROLLER", vote)
    ]
    ((reply_to, response, version),) = fixture.network.answered
    assert (reply_to, version) == (5, 1)
    assert response.topics[0].partitions[0].vote_granted


def test_a_request_about_another_topic_is_answered_without_consensus():
    fixture = ReplicaFixture()
    fixture.start()
    fixture.replica.receive_request(5, "CONTROLLER", 2, VoteRequest())
    assert fixture.consensus.heard(ev.RequestReceived) == []
    ((reply_to, response, version),) = fixture.network.answered
    assert (reply_to, response.error_code, version) == (5, 42, 2)


def test_a_response_is_handed_on():
    fixture = ReplicaFixture()
    fixture.start()
    answer = rpc.VoteResponse(leader=LeaderAndEpoch(2, 3))
    fixture.replica.receive_response(9, response_to_wire(answer, 2))
    assert fixture.consensus.heard(ev.ResponseReceived) == [ev.ResponseReceived(9, answer)]


@pytest.mark.parametrize(
    "changes",
    [
        {"error": ErrorCode.UNKNOWN_LEADER_EPOCH},
        {"top_error": ErrorCode.CLUSTER_AUTHORIZATION_FAILED},
        {"leader": LeaderAndEpoch(2, 3)},
    ],
    ids=["error", "error of all", "past epoch"],
)
def test_high_watermark_is_reported_by_good_answers_of_this_epoch(changes):
    fixture = ReplicaFixture()
    fixture.start(ELECTION, fx.AnnounceLeader(LeaderAndEpoch(2, 4)))

    def answer(**values):
        values = {"leader": LeaderAndEpoch(2, 4), **values}
        response = rpc.FetchResponse(**values)
        fixture.replica.receive_response(9, response_to_wire(response, 17))

    answer(high_watermark=5)
    assert fixture.replica.reported_high_watermark == 5
    answer(high_watermark=9, **changes)
    assert fixture.replica.reported_high_watermark == 5


def test_a_damaged_response_counts_as_corrupt():
    fixture = ReplicaFixture()
    fixture.start()
    good = response_to_wire(rpc.FetchResponse(payload=b"garbage"), 17)
    for message in (good, FetchResponse()):
        fixture.replica.receive_response(9, message)
    assert [each.kind for each in fixture.notes] == [NoteKind.PEER_ERROR] * 2
    assert "request=9 fault=" in fixture.notes[0].detail
    failed = ev.RequestFailed(9, FailureReason.CORRUPT)
    assert fixture.consensus.heard(ev.RequestFailed) == [failed, failed]


# -- turns -----------------------------------------------------------------------------------


def test_a_turn_ends_with_turn_ended():
    fixture = ReplicaFixture()
    fixture.start()
    fixture.replica.end_turn()
    assert fixture.consensus.events[1:] == [ev.TurnEnded()]


def test_turn_at_the_deadline_of_consensus_reports_it():
    fixture = ReplicaFixture()
    fixture.start()
    assert fixture.replica.deadline_ms is None
    fixture.consensus.deadline_ms = 100
    assert fixture.replica.deadline_ms == 100
    fixture.clock.now = 99
    fixture.replica.end_turn()
    fixture.clock.now = 100
    fixture.replica.end_turn()
    kinds = [type(each) for each in fixture.consensus.events[1:]]
    assert kinds == [ev.TurnEnded, ev.DeadlineReached, ev.TurnEnded]


def test_retention_is_asked_now_and_then():
    retention = FixedRetention()
    fixture = ReplicaFixture(retention)
    fixture.start()
    assert fixture.replica.deadline_ms == 60_000
    fixture.clock.now = 59_999
    fixture.replica.end_turn()
    assert retention.asked_at == []
    retention.answer = OffsetAndEpoch(5, 1)
    fixture.consensus.snapshots = (StoredSnapshot(OffsetAndEpoch(5, 1), 70),)
    fixture.clock.now = 60_000
    fixture.replica.end_turn()
    assert retention.stored == fixture.consensus.snapshots
    assert fixture.consensus.heard(ev.PrefixExpired) == [ev.PrefixExpired(OffsetAndEpoch(5, 1))]
    assert retention.asked_at == [WALL + 60_000]
    assert fixture.replica.deadline_ms == 120_000
    retention.answer = None
    for now in (60_001, 119_999, 120_000):
        fixture.clock.now = now
        fixture.replica.end_turn()
    assert len(retention.asked_at) == 2
    assert len(fixture.consensus.heard(ev.PrefixExpired)) == 1


# -- the end ---------------------------------------------------------------------------------


def test_shut_down_replica_has_nothing_due():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    ticket = fixture.replica.append_nowait([b"a"])
    fixture.consensus.on(ev.ShutdownRequested, fx.ShutdownCompleted())
    fixture.replica.feed(ev.ShutdownRequested())
    assert fixture.replica.is_shut_down
    assert ticket.outcome is AppendOutcome.REJECTED
    assert fixture.replica.deadline_ms is None


def test_started_says_what_there_is():
    fixture = ReplicaFixture()
    fixture.disk.snapshots.files[OffsetAndEpoch(1, 1)] = snapshot_bytes([b"a"])
    fixture.disk.log.start = OffsetAndEpoch(1, 1)
    fixture.start()
    (event,) = fixture.consensus.heard(ev.Started)
    assert event.log_view == LogView(1, 1, LeaderEpochs((), 1))
    assert [each.snapshot_id for each in event.snapshots] == [OffsetAndEpoch(1, 1)]
    assert all(isinstance(each, StoredSnapshot) for each in event.snapshots)


def test_shut_down_replica_answers_no_request():
    fixture = ReplicaFixture()
    fixture.start()
    fixture.consensus.on(ev.ShutdownRequested, fx.ShutdownCompleted())
    fixture.replica.feed(ev.ShutdownRequested())
    fixture.replica.receive_request(5, "CONTROLLER", 2, VoteRequest())
    assert fixture.network.answered == []
    assert fixture.consensus.heard(ev.RequestReceived) == []


def test_effects_before_the_shutdown_are_still_sent():
    fixture = ReplicaFixture()
    fixture.start()
    vote = rpc.Vote("cluster", 1, None, ReplicaKey(2), 3, 0, 0)
    fixture.replica.receive_request(5, "CONTROLLER", 2, request_to_wire(vote, 2))
    answer = fx.SendResponse(5, rpc.VoteResponse())
    fixture.consensus.on(ev.ShutdownRequested, answer, fx.ShutdownCompleted())
    fixture.replica.feed(ev.ShutdownRequested())
    assert [reply_to for reply_to, _, _ in fixture.network.answered] == [5]


# -- failure ---------------------------------------------------------------------------------


def broken():
    """A replica whose vote could not be stored."""
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()

    def fail(*_):
        raise OSError("disk")

    fixture.disk.election.write = fail
    fixture.consensus.on(ev.DeadlineReached, ELECTION)
    with pytest.raises(OSError, match="disk"):
        fixture.replica.feed(ev.DeadlineReached())
    fixture.disk.election.write = lambda *_: None
    return fixture


def test_replica_refuses_further_use_after_a_failure():
    fixture = broken()
    heard = len(fixture.consensus.events)
    vote = request_to_wire(rpc.Vote("cluster", 1, None, ReplicaKey(2), 3, 0, 0), 2)
    replica = fixture.replica
    for use in (
        lambda: replica.feed(ev.DeadlineReached()),
        replica.end_turn,
        lambda: replica.receive_request(5, "CONTROLLER", 2, vote),
        lambda: replica.receive_response(1, response_to_wire(rpc.VoteResponse(), 2)),
    ):
        with pytest.raises(ReplicaFailedError):
            use()
    assert len(fixture.consensus.events) == heard
    assert fixture.network.answered == []


def test_after_a_failure_tickets_still_end():
    fixture = broken()
    assert fixture.replica.append_nowait([b"a"]).outcome is AppendOutcome.REJECTED
    fixture.replica.close()


def test_turns_do_not_nest():
    fixture = ReplicaFixture()
    fixture.machine.leader_changed = lambda _: fixture.replica.end_turn()
    fixture.start()
    fixture.disk.log.fill([b"a"])
    fixture.consensus.on(ev.TurnEnded, fx.AnnounceLeader(LeaderAndEpoch(2, 3)))
    with pytest.raises(InvariantBroken, match="turns-do-not-nest"):
        fixture.replica.end_turn()
