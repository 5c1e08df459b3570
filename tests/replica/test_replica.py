"""The replica around a scripted consensus: order, turns, tickets, completions."""

from __future__ import annotations

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus import rpc
from kraft_core.consensus.batches import LeaderChange
from kraft_core.consensus.log_view import LogView
from kraft_core.consensus.notes import Note, NoteKind
from kraft_core.consensus.snapshots import StoredSnapshot
from kraft_core.consensus.values import (
    Election,
    FailureReason,
    LeaderAndEpoch,
    Node,
    OffsetAndEpoch,
    ReplicaKey,
)
from kraft_core.consensus.voters import VoterSetHistory
from kraft_core.replica.appends import AppendOutcome
from kraft_core.replica.config import ReplicaConfig
from kraft_core.replica.ports import Ports
from kraft_core.replica.replica import Replica
from kraft_core.replica.rpc_mapping import request_to_wire, response_to_wire
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import FetchResponse, VoteRequest
from tests.support.replica_ports import (
    FixedRetention,
    ManualClock,
    MemoryDisk,
    RecordingNetwork,
    Values,
    snapshot_bytes,
)
from tests.support.scripted_consensus import ScriptedConsensus

ELECTION = fx.StoreElection(Election(3), 1, (1,))
OWN = LeaderAndEpoch(1, 3)
WALL = 1_700_000_000_000


class Fixture:
    def __init__(self, retention=None, **facts):
        self.consensus = ScriptedConsensus()
        self.clock, self.network, self.disk = ManualClock(), RecordingNetwork(), MemoryDisk()
        self.machine, self.notes, self.wakes = Values(), [], []
        disk = self.disk
        ports = Ports(self.clock, self.network, disk.log, disk.snapshots, disk.election, retention)
        self.replica = Replica(
            self.consensus,
            ports,
            self.machine,
            ReplicaConfig(**facts),
            on_note=self.notes.append,
            wake=lambda: self.wakes.append(self.clock.now),
        )

    def start(self, *effects):
        self.consensus.on(ev.Started, *effects)
        self.replica.start(
            ev.Started(None, self.disk.log.view(), VoterSetHistory(), self.disk.snapshots.stored())
        )

    def lead(self):
        """Started, and the leader of epoch 3 from the log end on."""
        end = self.disk.log.end_offset
        change = fx.AppendControlRecords(0, end, 3, (LeaderChange(1, (1,), (1,)),), 0)
        self.start(ELECTION, change, fx.AnnounceLeader(OWN))
        self.consensus.answer(ev.AppendRequested, self.append)
        self.flush()

    def append(self, event):
        """What a leader does with an append."""
        self.consensus.answer(ev.AppendRequested, self.append)
        base_offset = self.disk.log.end_offset
        batch = event.batch.moved_to(base_offset, 3)
        payload, append_id = event.payload, event.append_id
        return [fx.AppendRecords(0, base_offset, 3, (batch,), payload, append_id)]

    def flush(self, high_watermark=None):
        """Complete what is queued; with it the high watermark reaches so far."""
        for event in self.disk.flush():
            if high_watermark is not None and isinstance(event, ev.LogFlushed):
                self.consensus.on(ev.LogFlushed, fx.AdvanceHighWatermark(high_watermark))
                high_watermark = None
            self.replica.feed(event)

    def turns(self):
        """End turns as long as the replica wants them now."""
        for _ in range(100):
            self.replica.end_turn()
            deadline = self.replica.deadline_ms
            if deadline is None or deadline > self.clock.now:
                return
        raise AssertionError("the replica does not come to rest")


def test_effects_are_performed_in_the_order_of_the_list():
    fixture = Fixture()
    seen = []
    fixture.disk.election.write = lambda *_: seen.append("election")
    fixture.network.send = lambda *_: seen.append("send")
    fixture.disk.log.truncate = lambda *_: seen.append("truncate")
    vote = fx.SendRequest(1, Node(2, "h", 1), rpc.Vote(None, 2, None, ReplicaKey(1), 3, 0, 0))
    fixture.start(ELECTION, vote, fx.TruncateLog(1, 0), vote)
    assert seen == ["election", "send", "truncate", "send"]


def test_a_crash_between_two_effects_leaves_the_rest_undone():
    fixture = Fixture()

    def lose_power(*_):
        raise OSError("power")

    fixture.disk.log.truncate = lose_power
    with pytest.raises(OSError, match="power"):
        fixture.start(ELECTION, fx.TruncateLog(1, 0), fx.AnnounceLeader(OWN))
    assert fixture.disk.election.written
    assert fixture.replica.leading_epoch is None


def test_consensus_gets_both_clocks():
    fixture = Fixture()
    fixture.clock.now = 7
    fixture.start()
    assert fixture.consensus.moments == [(7, WALL + 7)]


def test_notes_are_handed_on():
    fixture = Fixture()
    fixture.start(Note(NoteKind.BECAME_LEADER, ""))
    assert fixture.notes == [Note(NoteKind.BECAME_LEADER, "")]


# -- requests and responses ------------------------------------------------------------------


def test_a_request_is_asked_and_answered_in_its_version():
    fixture = Fixture()
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
    fixture = Fixture()
    fixture.start()
    fixture.replica.receive_request(5, "CONTROLLER", 2, VoteRequest())
    assert fixture.consensus.heard(ev.RequestReceived) == []
    ((reply_to, response, version),) = fixture.network.answered
    assert (reply_to, response.error_code, version) == (5, 42, 2)


def test_a_response_is_handed_on():
    fixture = Fixture()
    fixture.start()
    answer = rpc.VoteResponse(leader=LeaderAndEpoch(2, 3))
    fixture.replica.receive_response(9, response_to_wire(answer, 2))
    assert fixture.consensus.heard(ev.ResponseReceived) == [ev.ResponseReceived(9, answer)]


def test_a_damaged_response_counts_as_corrupt():
    fixture = Fixture()
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
    fixture = Fixture()
    fixture.start()
    fixture.replica.end_turn()
    assert fixture.consensus.events[1:] == [ev.TurnEnded()]


def test_deadlines():
    fixture = Fixture()
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
    fixture = Fixture(retention)
    fixture.start()
    assert fixture.replica.deadline_ms == 60_000
    fixture.clock.now = 59_999
    fixture.replica.end_turn()
    assert retention.asked_at == []
    retention.answer = OffsetAndEpoch(5, 1)
    fixture.clock.now = 60_000
    fixture.replica.end_turn()
    assert fixture.consensus.heard(ev.PrefixExpired) == [ev.PrefixExpired(OffsetAndEpoch(5, 1))]
    assert retention.asked_at == [WALL + 60_000]
    assert fixture.replica.deadline_ms == 120_000
    retention.answer = None
    for now in (60_001, 119_999, 120_000):
        fixture.clock.now = now
        fixture.replica.end_turn()
    assert len(retention.asked_at) == 2
    assert len(fixture.consensus.heard(ev.PrefixExpired)) == 1


# -- appends ---------------------------------------------------------------------------------


def test_an_append_on_the_leader():
    fixture = Fixture(linger_ms=0)
    fixture.lead()
    first = fixture.replica.append_nowait([b"a", b"b"])
    second = fixture.replica.append_nowait([b"c"], epoch=3)
    fixture.turns()
    (asked,) = fixture.consensus.heard(ev.AppendRequested)
    assert (asked.epoch, asked.batch.end_offset) == (3, 3)
    assert (first.base_offset, second.base_offset) == (1, 3)
    assert fixture.replica.appends_in_flight == 1
    assert fixture.disk.log.calls == ["append 0", "append 1"]
    fixture.flush(high_watermark=4)
    assert not first.has_ended  # it ends when it is applied
    fixture.turns()
    assert (first.outcome, second.outcome) == (AppendOutcome.COMMITTED,) * 2
    assert fixture.machine.values == [b"a", b"b", b"c"]
    assert fixture.replica.appends_in_flight == 0


def test_committed_but_not_flushed_here_is_not_acknowledged():
    fixture = Fixture(linger_ms=0)
    fixture.lead()
    ticket = fixture.replica.append_nowait([b"a"])
    fixture.turns()
    fixture.consensus.on(ev.TurnEnded, fx.AdvanceHighWatermark(2))
    fixture.turns()
    assert fixture.replica.high_watermark == 2
    assert not ticket.has_ended
    fixture.flush()
    fixture.turns()
    assert ticket.outcome is AppendOutcome.COMMITTED


def test_a_ticket_ends_when_its_records_can_be_read():
    fixture = Fixture(linger_ms=0)
    fixture.lead()
    seen = []
    fixture.replica.append_nowait([b"a"]).on_end(
        lambda ticket: seen.append((ticket.outcome, list(fixture.machine.values)))
    )
    fixture.turns()
    fixture.flush(high_watermark=2)
    fixture.turns()
    assert seen == [(AppendOutcome.COMMITTED, [b"a"])]


def test_linger_and_wakes():
    fixture = Fixture(linger_ms=25)
    fixture.lead()
    fixture.replica.append_nowait([b"a"])
    fixture.clock.now = 5
    fixture.replica.append_nowait([b"b"])
    assert fixture.wakes == [0]
    assert fixture.replica.deadline_ms == 25
    fixture.replica.end_turn()
    assert fixture.consensus.heard(ev.AppendRequested) == []
    fixture.replica.append_nowait([b"x" * (1 << 20)])
    assert fixture.wakes == [0, 5]
    assert fixture.replica.deadline_ms == 5
    fixture.turns()
    assert len(fixture.consensus.heard(ev.AppendRequested)) == 1


def test_only_the_leader_appends():
    fixture = Fixture()
    fixture.start(fx.AnnounceLeader(LeaderAndEpoch(2, 3)))
    for epoch in (None, 3):
        ticket = fixture.replica.append_nowait([b"a"], epoch)
        assert ticket.outcome is AppendOutcome.REJECTED
        assert ticket.error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert fixture.replica.upgrade_nowait(1).outcome is AppendOutcome.REJECTED
    assert fixture.replica.deadline_ms is None


def test_an_append_for_another_epoch_is_rejected():
    fixture = Fixture()
    fixture.lead()
    assert fixture.replica.append_nowait([b"a"], 2).outcome is AppendOutcome.REJECTED
    assert fixture.replica.append_nowait([b"a"], 4).outcome is AppendOutcome.REJECTED


def test_what_consensus_rejects():
    fixture = Fixture(linger_ms=0)
    fixture.start(fx.AnnounceLeader(OWN))
    fixture.consensus.answer(
        ev.AppendRequested,
        lambda event: [fx.RejectAppend(event.append_id, ErrorCode.THROTTLING_QUOTA_EXCEEDED)],
    )
    ticket = fixture.replica.append_nowait([b"a"])
    fixture.turns()
    assert (ticket.outcome, ticket.error) == (AppendOutcome.REJECTED, 89)


def test_losing_the_epoch():
    fixture = Fixture(linger_ms=0)
    fixture.lead()
    in_log = fixture.replica.append_nowait([b"a"])
    fixture.turns()
    waiting = fixture.replica.append_nowait([b"b"])
    fixture.consensus.on(ev.RequestFailed, fx.AnnounceLeader(LeaderAndEpoch(2, 4)))
    fixture.replica.feed(ev.RequestFailed(1, FailureReason.TIMED_OUT))
    assert in_log.outcome is AppendOutcome.UNKNOWN
    assert waiting.outcome is AppendOutcome.REJECTED
    fixture.turns()
    assert len(fixture.consensus.heard(ev.AppendRequested)) == 1


def test_closing_decides_everything():
    fixture = Fixture(linger_ms=0)
    fixture.lead()
    in_log = fixture.replica.append_nowait([b"a"])
    fixture.turns()
    waiting = fixture.replica.append_nowait([b"b"])
    fixture.replica.close()
    assert in_log.outcome is AppendOutcome.UNKNOWN
    assert waiting.outcome is AppendOutcome.REJECTED


def test_an_upgrade():
    fixture = Fixture()
    fixture.lead()
    fixture.consensus.answer(
        ev.UpgradeRequested, lambda event: [fx.RejectAppend(event.append_id, ErrorCode.NONE)]
    )
    ticket = fixture.replica.upgrade_nowait(1, validate_only=True)
    (asked,) = fixture.consensus.heard(ev.UpgradeRequested)
    assert (asked.epoch, asked.level, asked.validate_only) == (3, 1, True)
    assert (ticket.outcome, ticket.base_offset) == (AppendOutcome.COMMITTED, None)


# -- the state machine -----------------------------------------------------------------------


def test_leadership_is_claimed_after_the_epochs_first_record():
    fixture = Fixture()
    fixture.disk.log.fill([b"before"], epoch=2)
    fixture.lead()
    assert fixture.replica.leading_epoch == 3
    fixture.turns()
    assert OWN not in fixture.machine.seen
    fixture.consensus.on(ev.TurnEnded, fx.AdvanceHighWatermark(2))
    fixture.turns()
    assert fixture.machine.seen == [("apply", 0), ("control", 1), OWN]


def test_a_machine_may_append_when_it_leads():
    fixture = Fixture(linger_ms=0)
    tickets = []
    fixture.machine.leader_changed = lambda _: tickets.append(
        fixture.replica.append_nowait([b"bootstrap"])
    )
    fixture.lead()
    fixture.consensus.on(ev.TurnEnded, fx.AdvanceHighWatermark(1))
    fixture.turns()
    assert len(fixture.consensus.heard(ev.AppendRequested)) == 1
    fixture.flush(high_watermark=2)
    fixture.turns()
    assert [each.outcome for each in tickets] == [AppendOutcome.COMMITTED]


def test_news_from_within_a_turn_waits_until_the_batch_is_applied():
    fixture = Fixture(linger_ms=0)
    fixture.lead()
    applied_at = []

    def resign(event):
        applied_at.append(fixture.replica.applied.offset)
        return []

    fixture.consensus.answer(ev.ResignRequested, resign)
    fixture.machine.apply = lambda _: fixture.replica.feed(ev.ResignRequested(3))
    fixture.replica.append_nowait([b"a"])
    fixture.turns()
    fixture.flush(high_watermark=2)
    fixture.turns()
    assert applied_at == [2]


def test_a_snapshot_is_loaded_first():
    fixture = Fixture(apply_bytes_per_turn=40, read_bytes=40)
    at = OffsetAndEpoch(2, 1)
    fixture.disk.snapshots.files[at] = snapshot_bytes([b"s1", b"s2"])
    fixture.disk.log.start = at
    fixture.disk.log.fill([b"c"], epoch=2)
    fixture.start(fx.AdvanceHighWatermark(3))
    assert fixture.replica.deadline_ms == 0
    fixture.turns()
    assert fixture.machine.values == [b"s1", b"s2", b"c"]
    assert fixture.replica.applied == OffsetAndEpoch(3, 2)
    assert fixture.replica.deadline_ms is None


def test_an_installed_snapshot_is_loaded_when_the_reset_is_durable():
    fixture = Fixture()
    fixture.disk.log.fill([b"old"], epoch=1)
    fixture.start(fx.AdvanceHighWatermark(1))
    fixture.turns()
    at = OffsetAndEpoch(50, 4)
    data = snapshot_bytes([b"new"])
    store = fx.StoreSnapshotChunk(1, at, 0, data)
    fixture.consensus.on(ev.TurnEnded, store, fx.FinishSnapshot(1, at))
    fixture.consensus.on(ev.SnapshotStored, fx.ResetLog(1, at), fx.AdvanceHighWatermark(50))
    fixture.replica.end_turn()
    for event in fixture.disk.snapshots.flush():
        fixture.replica.feed(event)
    fixture.turns()
    assert fixture.machine.values == [b"old"]
    fixture.flush()
    fixture.turns()
    assert fixture.machine.values == [b"new"]
    assert fixture.replica.applied == at


def test_tickets_that_a_snapshot_covers_are_committed():
    fixture = Fixture(linger_ms=0)
    fixture.lead()
    ticket = fixture.replica.append_nowait([b"a"])
    fixture.turns()
    fixture.consensus.on(
        ev.RequestFailed, fx.AdvanceHighWatermark(2), fx.AnnounceLeader(LeaderAndEpoch(2, 4))
    )
    fixture.replica.feed(ev.RequestFailed(1, FailureReason.TIMED_OUT))
    assert not ticket.has_ended
    at = OffsetAndEpoch(2, 3)
    fixture.disk.snapshots.files[at] = snapshot_bytes([b"a"])
    fixture.consensus.on(ev.SnapshotStored, fx.ResetLog(1, at))
    fixture.replica.feed(ev.SnapshotStored(at, 1, 1))
    fixture.flush()
    fixture.turns()
    assert ticket.outcome is AppendOutcome.COMMITTED


def test_stale_completions_are_not_believed():
    fixture = Fixture(linger_ms=0)
    fixture.disk.log.fill([b"a"], epoch=1)
    fixture.start(fx.TruncateLog(1, 1), fx.AdvanceHighWatermark(5))
    fixture.replica.feed(ev.LogFlushed(0, 5))
    fixture.turns()
    assert fixture.machine.values == []
    fixture.flush()
    fixture.turns()
    assert fixture.machine.values == [b"a"]


# -- snapshots -------------------------------------------------------------------------------


def test_a_snapshot_is_asked_for_and_written():
    fixture = Fixture(snapshot_bytes=1, snapshot_bytes_per_turn=1)
    fixture.disk.log.fill([b"a", b"b"], epoch=1)
    at = OffsetAndEpoch(2, 1)
    fixture.start(fx.AdvanceHighWatermark(2))
    fixture.consensus.on(ev.SnapshotRequested, fx.WriteSnapshot(at, 0, None))
    fixture.turns()
    assert fixture.consensus.heard(ev.SnapshotRequested) == [ev.SnapshotRequested(at)]
    assert not fixture.replica.request_snapshot()
    for event in fixture.disk.snapshots.flush():
        fixture.replica.feed(event)
    (stored,) = fixture.consensus.heard(ev.SnapshotStored)
    assert (stored.snapshot_id, stored.origin) == (at, None)
    assert fixture.replica.request_snapshot()


def test_the_state_is_that_of_the_batch_that_made_it_due():
    fixture = Fixture(snapshot_bytes=1)
    fixture.disk.log.fill([b"a"], epoch=1)
    fixture.disk.log.fill([b"b"], epoch=1)
    at = OffsetAndEpoch(1, 1)
    fixture.consensus.on(ev.SnapshotRequested, fx.WriteSnapshot(at, 0, None))
    fixture.start(fx.AdvanceHighWatermark(2))
    fixture.turns()
    assert fixture.machine.values == [b"a", b"b"]
    assert fixture.disk.snapshots.files[at].count(b"a") == 1
    assert b"b" not in fixture.disk.snapshots.files[at]


def test_a_refused_request_is_not_repeated_for_every_batch():
    fixture = Fixture(snapshot_bytes=200)
    for value in (b"a", b"b", b"c", b"d", b"e"):
        fixture.disk.log.fill([value], epoch=1)
    fixture.start(fx.AdvanceHighWatermark(5))
    fixture.turns()
    assert len(fixture.consensus.heard(ev.SnapshotRequested)) == 1


def test_a_failed_snapshot_makes_room_for_the_next():
    fixture = Fixture()
    fixture.disk.log.fill([b"a"], epoch=1)
    fixture.start(fx.AdvanceHighWatermark(1))
    fixture.turns()
    at = OffsetAndEpoch(1, 1)
    fixture.consensus.on(ev.SnapshotRequested, fx.WriteSnapshot(at, 0, None))
    assert fixture.replica.request_snapshot()
    fixture.turns()
    assert not fixture.replica.request_snapshot()
    fixture.replica.feed(ev.SnapshotFailed(at, None))
    assert fixture.replica.request_snapshot()


# -- the end ---------------------------------------------------------------------------------


def test_after_the_end_nothing_is_due():
    fixture = Fixture(linger_ms=0)
    fixture.lead()
    ticket = fixture.replica.append_nowait([b"a"])
    fixture.consensus.on(ev.ShutdownRequested, fx.ShutdownCompleted())
    fixture.replica.feed(ev.ShutdownRequested())
    assert fixture.replica.is_shut_down
    assert ticket.outcome is AppendOutcome.REJECTED
    assert fixture.replica.deadline_ms is None


def test_started_says_what_there_is():
    fixture = Fixture()
    fixture.disk.snapshots.files[OffsetAndEpoch(1, 1)] = snapshot_bytes([b"a"])
    fixture.disk.log.start = OffsetAndEpoch(1, 1)
    fixture.start()
    (event,) = fixture.consensus.heard(ev.Started)
    assert event.log_view == LogView(1, 1, [], 1)
    assert [each.snapshot_id for each in event.snapshots] == [OffsetAndEpoch(1, 1)]
    assert all(isinstance(each, StoredSnapshot) for each in event.snapshots)
