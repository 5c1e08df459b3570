"""One snapshot at a time, of exactly what is applied."""

from __future__ import annotations

from kraft_core.raft.consensus.effects import WriteSnapshot
from kraft_core.raft.consensus.events import SnapshotFailed
from kraft_core.raft.consensus.values import OffsetAndEpoch
from kraft_core.raft.replica.applying import Applier, LogProgress
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.replica.snapshots import SnapshotProduction
from tests.support.replica_ports import ManualClock, MemoryLog, MemorySnapshots, Values


class Fixture:
    def __init__(self, **facts):
        self.machine, self.log, self.store = Values(), MemoryLog(), MemorySnapshots()
        self.clock = ManualClock(now=100)
        self.progress = LogProgress()
        config = ReplicaConfig(**facts)
        self.applier = Applier(self.machine, self.log, self.store, config, self.progress)
        self.production = SnapshotProduction(
            self.machine, self.store, self.applier, self.clock, config
        )

    def apply(self, *values):
        self.log.fill(values, epoch=2)
        self.progress.flushed_end = self.applier.high_watermark = self.log.end_offset
        (batch,) = self.applier.step()
        return batch

    def order(self):
        return WriteSnapshot(self.applier.applied, 0, None)


def test_due_after_so_many_bytes():
    fixture = Fixture(snapshot_bytes=200)
    first = fixture.apply(b"x" * 100)
    assert not fixture.production.is_due_after(first.size)
    assert fixture.production.is_due_after(fixture.apply(b"x" * 100).size)
    fixture.production.restart_schedule()
    assert not fixture.production.is_due_after(10)


def test_snapshot_is_due_after_interval():
    fixture = Fixture(snapshot_interval_ms=1_000)
    batch = fixture.apply(b"a")
    assert not fixture.production.is_due_after(batch.size)
    fixture.clock.now += 1_000
    assert fixture.production.is_due_after(batch.size)


def test_snapshot_is_not_due_while_the_state_cannot_be_written():
    fixture = Fixture(snapshot_bytes=1)
    fixture.apply(b"a")
    fixture.machine.may_write = False
    assert not fixture.production.is_due_after(1)
    fixture.machine.may_write = True
    assert fixture.production.is_due_after(0)


def test_snapshot_needs_an_applied_record():
    assert not Fixture(snapshot_bytes=1).production.may_begin


def test_one_at_a_time_until_it_is_stored():
    fixture = Fixture(snapshot_bytes_per_turn=1)
    fixture.apply(b"a", b"b")
    production = fixture.production
    order = fixture.order()
    assert production.begin(order)
    assert not production.begin(order)
    assert production.is_writing
    while production.is_writing:
        assert not production.may_begin
        production.write_piece()
    assert order.snapshot_id in fixture.store.files
    assert not production.may_begin
    production.ended(OffsetAndEpoch(9, 9), None)
    assert not production.may_begin
    production.ended(order.snapshot_id, None)
    assert production.may_begin


def test_values_applied_during_production_are_not_in_the_snapshot():
    fixture = Fixture(snapshot_bytes_per_turn=1)
    fixture.apply(b"a", b"b")
    order = fixture.order()
    fixture.production.begin(order)
    fixture.production.write_piece()
    fixture.apply(b"c")
    while fixture.production.is_writing:
        fixture.production.write_piece()
    assert b"c" not in fixture.store.files[order.snapshot_id]


def test_an_order_for_another_place_is_not_followed():
    fixture = Fixture()
    fixture.apply(b"a")
    assert not fixture.production.begin(WriteSnapshot(OffsetAndEpoch(9, 2), 0, None))
    assert fixture.store.writers == []


def test_discarded_snapshot_leaves_nothing_and_another_may_begin():
    fixture = Fixture()
    assert fixture.production.discard() is None
    fixture.apply(b"a")
    fixture.production.begin(fixture.order())
    assert fixture.production.discard() == fixture.applier.applied
    assert fixture.store.writers[0].is_discarded
    assert fixture.production.may_begin
    fixture.production.write_piece()
    assert fixture.store.files == {}


def no_room(*_):
    raise OSError(28, "No space left on device")


def test_a_disk_without_room_ends_the_snapshot_and_not_the_replica():
    fixture = Fixture(snapshot_bytes=1)
    fixture.apply(b"a")
    order = fixture.order()
    assert fixture.production.begin(order)
    fixture.store.writers[0].append = no_room
    failed = fixture.production.write_piece()
    assert failed == SnapshotFailed(order.snapshot_id, None, "[Errno 28] No space left on device")
    assert fixture.store.writers[0].is_discarded
    assert fixture.production.may_begin


def test_failed_snapshot_is_retried_after_one_minute_doubling_to_an_hour():
    fixture = Fixture(snapshot_bytes=1)
    batch, production = fixture.apply(b"a"), fixture.production
    for minutes in (1, 2, 4, 8, 16, 32, 60, 60):
        production.ended(fixture.applier.applied, "no room")
        fixture.clock.now += minutes * 60_000 - 1
        assert not production.is_due_after(batch.size)
        fixture.clock.now += 1
        assert production.is_due_after(0)
        production.restart_schedule()
    production.ended(fixture.applier.applied, None)
    production.ended(fixture.applier.applied, "no room")
    fixture.clock.now += 60_000
    assert production.is_due_after(0)


def test_a_snapshot_that_was_given_up_is_not_put_off():
    fixture = Fixture(snapshot_bytes=1)
    batch = fixture.apply(b"a")
    fixture.production.ended(fixture.applier.applied, "")
    assert fixture.production.is_due_after(batch.size)


def test_a_turn_takes_a_small_part_of_a_large_state():
    fixture = Fixture()
    values, taken = [bytes(100)] * 5_000, 0
    fixture.apply(b"a")

    def counted():
        nonlocal taken
        for value in values:
            taken += 1
            yield value

    fixture.machine.snapshot_values = counted
    order = fixture.order()
    assert fixture.production.begin(order)
    before = 0
    while fixture.production.is_writing:
        fixture.production.write_piece()
        assert taken - before < 700
        before = taken
    assert taken == 5_000
    assert order.snapshot_id in fixture.store.files
