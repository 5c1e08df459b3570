"""A replica and its state machine: applying, loading and writing snapshots, leadership."""

from __future__ import annotations

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.values import FailureReason, LeaderAndEpoch, OffsetAndEpoch
from kraft_core.raft.replica.appends import AppendOutcome
from kraft_core.raft.replica.snapshots import SnapshotFault
from tests.support.replica_fixture import OWN, ReplicaFixture
from tests.support.replica_ports import snapshot_bytes


def test_leadership_is_claimed_after_the_epochs_first_record():
    fixture = ReplicaFixture()
    fixture.disk.log.fill([b"before"], epoch=2)
    fixture.lead()
    assert fixture.replica.leading_epoch == 3
    fixture.turns()
    assert OWN not in fixture.machine.seen
    fixture.consensus.on(ev.TurnEnded, fx.AdvanceHighWatermark(2))
    fixture.turns()
    assert fixture.machine.seen == [("apply", 0), ("control", 1), OWN]


def test_a_machine_may_append_when_it_leads():
    fixture = ReplicaFixture(linger_ms=0)
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


def test_leader_change_within_a_turn_waits_until_the_batch_is_applied():
    fixture = ReplicaFixture(linger_ms=0)
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


def applied_when_followers_are_answered(fixture):
    """How far the state machine is when a turn comes to the fetches that are parked."""
    seen = []

    def note(event):
        seen.append(fixture.replica.applied.offset)
        return []

    fixture.consensus.answer(ev.TurnEnded, note)
    fixture.replica.end_turn()
    return seen


def test_committed_values_are_applied_before_followers_are_answered():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    ticket = fixture.replica.append_nowait([b"a"])
    fixture.replica.end_turn()
    fixture.flush(high_watermark=2)
    assert applied_when_followers_are_answered(fixture) == [2]
    assert ticket.outcome == AppendOutcome.COMMITTED


def test_new_records_go_to_followers_before_anything_is_applied():
    fixture = ReplicaFixture(linger_ms=0)
    fixture.lead()
    fixture.replica.append_nowait([b"a"])
    fixture.replica.end_turn()
    fixture.flush(high_watermark=2)
    fixture.replica.append_nowait([b"b"])
    assert applied_when_followers_are_answered(fixture) == [0]
    assert fixture.replica.applied.offset == 2


def test_a_snapshot_is_loaded_first():
    fixture = ReplicaFixture(apply_bytes_per_turn=40, read_bytes=40)
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
    fixture = ReplicaFixture()
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
    fixture = ReplicaFixture(linger_ms=0)
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


def test_stale_completions_are_ignored():
    fixture = ReplicaFixture(linger_ms=0)
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
    fixture = ReplicaFixture(snapshot_bytes=1, snapshot_bytes_per_turn=1)
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
    fixture = ReplicaFixture(snapshot_bytes=1)
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
    fixture = ReplicaFixture(snapshot_bytes=200)
    for value in (b"a", b"b", b"c", b"d", b"e"):
        fixture.disk.log.fill([value], epoch=1)
    fixture.start(fx.AdvanceHighWatermark(5))
    fixture.turns()
    assert len(fixture.consensus.heard(ev.SnapshotRequested)) == 1


def test_bytes_of_several_turns_add_up():
    fixture = ReplicaFixture(snapshot_bytes=200)
    for value in (b"a", b"b", b"c"):
        fixture.disk.log.fill([value], epoch=1)
    fixture.start(fx.AdvanceHighWatermark(1))
    fixture.turns()
    asked = []
    for end in (2, 3):
        fixture.consensus.on(ev.RequestFailed, fx.AdvanceHighWatermark(end))
        fixture.replica.feed(ev.RequestFailed(1, FailureReason.TIMED_OUT))
        fixture.turns()
        asked.append(len(fixture.consensus.heard(ev.SnapshotRequested)))
    assert asked == [0, 1]


def test_time_counts_from_the_end_of_loading_a_snapshot():
    fixture = ReplicaFixture(snapshot_interval_ms=1_000)
    at = OffsetAndEpoch(2, 1)
    fixture.disk.snapshots.files[at] = snapshot_bytes([b"s1", b"s2"])
    fixture.disk.log.start = at
    for value in (b"c", b"d"):
        fixture.disk.log.fill([value], epoch=2)
    fixture.start(fx.AdvanceHighWatermark(3))
    fixture.clock.now += 5_000
    fixture.turns()
    assert fixture.machine.values == [b"s1", b"s2", b"c"]
    assert fixture.consensus.heard(ev.SnapshotRequested) == []
    fixture.clock.now += 1_000
    fixture.consensus.on(ev.RequestFailed, fx.AdvanceHighWatermark(4))
    fixture.replica.feed(ev.RequestFailed(1, FailureReason.TIMED_OUT))
    fixture.turns()
    assert fixture.consensus.heard(ev.SnapshotRequested) == [
        ev.SnapshotRequested(OffsetAndEpoch(4, 2))
    ]


def test_a_failed_snapshot_makes_room_for_the_next():
    fixture = ReplicaFixture()
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


def test_failures_of_snapshots_are_counted_until_one_is_stored():
    fixture = ReplicaFixture()
    at, full = OffsetAndEpoch(1, 1), "[Errno 28] No space left on device"
    fixture.disk.log.fill([b"a"], epoch=1)
    fixture.start(fx.AdvanceHighWatermark(1))
    fixture.turns()
    fixture.replica.feed(ev.SnapshotFailed(at, None))  # the state machine has moved on
    assert fixture.replica.snapshot_fault is None
    fixture.replica.feed(ev.SnapshotFailed(at, None, full))
    fixture.replica.feed(ev.SnapshotFailed(at, None, full))
    assert fixture.replica.snapshot_fault == SnapshotFault(2, full, at, is_download=False)
    fixture.replica.feed(ev.SnapshotStored(at, None, 10))
    assert fixture.replica.snapshot_fault is None


def test_failed_download_is_over_when_the_log_has_its_records():
    fixture = ReplicaFixture()
    fixture.disk.log.fill([b"a"], epoch=1)
    fixture.start(fx.AdvanceHighWatermark(1))
    fixture.replica.feed(ev.SnapshotFailed(OffsetAndEpoch(1, 1), 7))
    assert fixture.replica.snapshot_fault is not None
    assert "damaged" in fixture.replica.snapshot_fault.reason
    fixture.turns()
    assert fixture.replica.snapshot_fault is None
