"""Appends through a replica: linger, tickets, leadership lost and regained."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.values import FailureReason, LeaderAndEpoch
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_wire.errors import ErrorCode
from tests.support.replica_fixture import OWN, ReplicaFixture


def test_append_at_the_leader_is_committed_when_it_is_applied():
    fixture = ReplicaFixture(linger_ms=0)
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
    fixture = ReplicaFixture(linger_ms=0)
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
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    seen = []
    fixture.replica.append_nowait([b"a"]).on_end(
        lambda ticket: seen.append((ticket.outcome, list(fixture.machine.values)))
    )
    fixture.turns()
    fixture.flush(high_watermark=2)
    fixture.turns()
    assert seen == [(AppendOutcome.COMMITTED, [b"a"])]


def test_on_end_sees_the_state_that_its_own_append_left():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    seen = []

    def note(name):
        return lambda ticket: seen.append(
            (name, ticket.outcome, list(fixture.machine.values), last.has_ended)
        )

    first = fixture.replica.append_nowait([b"a", b"b"])
    fixture.replica.append_nowait([b"c"])
    third = fixture.replica.append_nowait([b"d"])
    last = fixture.replica.append_nowait([b"e"])
    third.on_end(note("third"))
    first.on_end(note("first"))
    first.on_batch_end(note("whole"))
    last.on_end(note("last"))
    fixture.turns()
    fixture.flush(high_watermark=6)
    fixture.turns()
    committed = AppendOutcome.COMMITTED
    assert seen == [
        ("first", committed, [b"a", b"b"], False),
        ("third", committed, [b"a", b"b", b"c", b"d"], False),
        ("last", committed, [b"a", b"b", b"c", b"d", b"e"], True),
        ("whole", committed, [b"a", b"b", b"c", b"d", b"e"], True),
    ]
    assert fixture.machine.values == [b"a", b"b", b"c", b"d", b"e"]
    assert [batch.count for batch in fixture.machine.batches] == [2, 2, 1]
    assert [batch.base_offset for batch in fixture.machine.batches] == [1, 3, 5]
    assert all(batch.crc_is_valid() for batch in fixture.machine.batches)
    assert fixture.replica.applied.offset == 6


def test_batch_without_exact_callbacks_is_applied_in_one_piece():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    seen = []
    for value in (b"a", b"b", b"c"):
        fixture.replica.append_nowait([value]).on_batch_end(seen.append)
    fixture.turns()
    fixture.flush(high_watermark=4)
    fixture.turns()
    assert [batch.count for batch in fixture.machine.batches] == [3]
    assert [ticket.base_offset for ticket in seen] == [1, 2, 3]


def test_callback_between_two_appends_cannot_have_a_snapshot_of_half_a_batch():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    fixture.flush(high_watermark=1)
    fixture.turns()
    answers = []
    first = fixture.replica.append_nowait([b"a"])
    first.on_end(lambda _: answers.append(fixture.replica.request_snapshot()))
    fixture.replica.append_nowait([b"b"])
    fixture.turns()
    fixture.flush(high_watermark=3)
    fixture.turns()
    assert answers == [False]
    assert fixture.replica.request_snapshot()


def test_callback_that_adds_a_callback_to_the_next_append_is_exact_too():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    seen = []
    tickets = [fixture.replica.append_nowait([value]) for value in (b"a", b"b", b"c")]

    def note(_):
        seen.append(list(fixture.machine.values))

    tickets[0].on_end(lambda _: tickets[1].on_end(note))
    fixture.turns()
    fixture.flush(high_watermark=4)
    fixture.turns()
    assert seen == [[b"a", b"b"]]


def test_append_refused_while_too_much_is_undecided_is_taken_after_the_commit():
    fixture = ReplicaFixture(
        linger_ms=0, batch_bytes_target=1_000, batch_bytes_max=2_000, waiting_bytes_max=2_000
    )
    fixture.lead()
    fixture.replica.append_nowait([b"x" * 1_500])
    fixture.turns()  # it is in the log, and the disk hangs
    refused = fixture.replica.append_nowait([b"y" * 900])
    assert refused.error is ErrorCode.THROTTLING_QUOTA_EXCEEDED
    assert not fixture.replica.append_nowait([b"y" * 900], is_exempt=True).has_ended
    fixture.turns()
    fixture.flush(high_watermark=3)
    fixture.turns()
    assert fixture.replica.undecided_bytes == 0
    assert not fixture.replica.append_nowait([b"y" * 900]).has_ended


def test_text_is_refused_and_the_replica_continues():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    with pytest.raises(TypeError, match="must be bytes, not str"):
        fixture.replica.append_nowait(["text"])
    fixture.turns()
    fixture.replica.append_nowait([b"a"])
    fixture.turns()
    fixture.flush(high_watermark=2)
    fixture.turns()
    assert fixture.machine.values == [b"a"]


def test_append_waits_for_the_linger_and_a_full_batch_does_not():
    fixture = ReplicaFixture(linger_ms=25)
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
    fixture = ReplicaFixture()
    fixture.start(fx.AnnounceLeader(LeaderAndEpoch(2, 3)))
    for epoch in (None, 3):
        ticket = fixture.replica.append_nowait([b"a"], epoch)
        assert ticket.outcome is AppendOutcome.REJECTED
        assert ticket.error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    upgrade = fixture.replica.upgrade_nowait(1)
    assert (upgrade.outcome, upgrade.count) == (AppendOutcome.REJECTED, 0)
    assert fixture.replica.deadline_ms is None


def test_an_append_for_another_epoch_is_rejected():
    fixture = ReplicaFixture()
    fixture.lead()
    assert fixture.replica.append_nowait([b"a"], 2).outcome is AppendOutcome.REJECTED
    assert fixture.replica.append_nowait([b"a"], 4).outcome is AppendOutcome.REJECTED


def test_append_that_consensus_rejects_has_its_error():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.start(fx.AnnounceLeader(OWN))
    fixture.consensus.answer(
        ev.AppendRequested,
        lambda event: [fx.RejectAppend(event.append_id, ErrorCode.THROTTLING_QUOTA_EXCEEDED)],
    )
    ticket = fixture.replica.append_nowait([b"a"])
    fixture.turns()
    assert (ticket.outcome, ticket.error) == (AppendOutcome.REJECTED, 89)


def test_append_in_the_log_is_unknown_when_leadership_is_lost():
    fixture = ReplicaFixture(linger_ms=0)
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


def test_close_decides_every_open_append():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    in_log = fixture.replica.append_nowait([b"a"])
    fixture.turns()
    waiting = fixture.replica.append_nowait([b"b"])
    fixture.replica.close()
    assert in_log.outcome is AppendOutcome.UNKNOWN
    assert waiting.outcome is AppendOutcome.REJECTED


def test_upgrade_that_writes_nothing_ends_committed_without_offset():
    fixture = ReplicaFixture()
    fixture.lead()
    fixture.consensus.answer(
        ev.UpgradeRequested, lambda event: [fx.RejectAppend(event.append_id, ErrorCode.NONE)]
    )
    ticket = fixture.replica.upgrade_nowait(1, validate_only=True)
    (asked,) = fixture.consensus.heard(ev.UpgradeRequested)
    assert (asked.epoch, asked.level, asked.validate_only) == (3, 1, True)
    assert (ticket.outcome, ticket.base_offset) == (AppendOutcome.COMMITTED, None)


def committed_but_not_applied(fixture):
    ticket = fixture.replica.append_nowait([b"a"])
    fixture.turns()
    fixture.flush(high_watermark=2)
    assert fixture.replica.high_watermark == 2
    assert not ticket.has_ended
    return ticket


def test_committed_but_unapplied_append_stays_unknown():
    closed, shut_down = ReplicaFixture(linger_ms=0), ReplicaFixture(linger_ms=0)
    tickets = []
    for fixture in (closed, shut_down):
        fixture.lead()
        tickets.append(committed_but_not_applied(fixture))
    closed.replica.close()
    shut_down.consensus.on(ev.ShutdownRequested, fx.ShutdownCompleted())
    shut_down.replica.feed(ev.ShutdownRequested())
    assert [each.outcome for each in tickets] == [AppendOutcome.UNKNOWN] * 2
    for fixture in (closed, shut_down):
        assert fixture.replica.append_nowait([b"b"]).outcome is AppendOutcome.REJECTED
        assert fixture.replica.upgrade_nowait(1).outcome is AppendOutcome.REJECTED
        assert fixture.replica.appends_in_flight == 0


def test_request_not_passed_to_consensus_is_rejected_at_shutdown():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    asked = []

    def shut_down(_):
        """Asked within the turn that is the last one."""
        fixture.replica.feed(ev.ShutdownRequested())
        asked.append(fixture.replica.upgrade_nowait(1))

    fixture.consensus.on(ev.ShutdownRequested, fx.ShutdownCompleted())
    fixture.machine.apply = shut_down
    fixture.replica.append_nowait([b"a"])
    fixture.turns()
    fixture.flush(high_watermark=2)
    fixture.turns()
    (ticket,) = asked
    assert ticket.outcome is AppendOutcome.REJECTED
    assert fixture.replica.is_shut_down


def test_a_port_that_fails_leaves_the_append_unknown():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()

    def fail(*_):
        raise OSError("disk")

    fixture.disk.log.append = fail
    ticket = fixture.replica.append_nowait([b"a"])
    with pytest.raises(OSError, match="disk"):
        fixture.replica.end_turn()
    fixture.replica.close()
    assert ticket.outcome is AppendOutcome.UNKNOWN  # who knows what the disk has of it


def test_full_disk_refuses_gathered_values_but_not_control_records():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    gathered = fixture.replica.append_nowait([b"a"])
    fixture.replica.lacks_room = True
    refused = fixture.replica.append_nowait([b"b"])
    assert refused.error is ErrorCode.KAFKA_STORAGE_ERROR
    fixture.replica.end_turn()
    assert gathered.error is ErrorCode.KAFKA_STORAGE_ERROR
    assert fixture.consensus.events.count(ev.TurnEnded()) >= 1
    assert not [each for each in fixture.consensus.events if type(each) is ev.AppendRequested]
    fixture.replica.upgrade_nowait(1)
    assert type(fixture.consensus.events[-1]) is ev.UpgradeRequested
    fixture.replica.lacks_room = False
    fixture.replica.append_nowait([b"c"])
    fixture.replica.end_turn()
    assert [each for each in fixture.consensus.events if type(each) is ev.AppendRequested]


def test_full_disk_refuses_gathered_values_before_an_append_at_once():
    fixture = ReplicaFixture()
    fixture.lead()
    fixture.consensus.next_offset = 1
    gathered = fixture.replica.append_nowait([b"a"])
    fixture.replica.lacks_room = True
    assert fixture.replica.append_offset(3, 0) == 1
    assert gathered.error is ErrorCode.KAFKA_STORAGE_ERROR
    vital = fixture.replica.append_at_once([b"b"], 3)
    assert vital.base_offset == 1
    assert len(fixture.consensus.heard(ev.AppendRequested)) == 1
