"""What is applied: committed and durable, in order, each batch once."""

from __future__ import annotations

import pytest

from kraft_core.raft.batches import control_batch
from kraft_core.raft.consensus.invariants import InvariantBroken
from kraft_core.raft.consensus.log import LogView
from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID, OffsetAndEpoch
from kraft_core.raft.replica.applying import Applier, LogProgress
from kraft_core.raft.replica.batches import fetched_batches
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_wire.errors import CorruptRecordError
from kraft_wire.messages import LeaderChangeMessage
from tests.support.replica_ports import MemoryLog, MemorySnapshots, Values, snapshot_bytes


class Fixture:
    def __init__(self, **facts):
        self.machine, self.log, self.store = Values(), MemoryLog(), MemorySnapshots()
        self.progress = LogProgress()
        config = ReplicaConfig(**facts)
        self.applier = Applier(self.machine, self.log, self.store, config, self.progress)

    def run(self):
        while self.applier.has_work:
            list(self.applier.step())

    def fill(self, *values, flushed=True):
        for value in values:
            self.log.fill([value], epoch=2)
        if flushed:
            self.progress.flushed_end = self.log.end_offset

    def store_snapshot(self, snapshot_id, *values):
        self.store.files[snapshot_id] = snapshot_bytes(list(values), at=77)


def test_the_lower_of_high_watermark_and_flushed_end():
    fixture = Fixture()
    fixture.fill(b"a", b"b", b"c")
    fixture.run()
    assert fixture.machine.values == []
    fixture.applier.high_watermark = 2
    fixture.run()
    assert fixture.machine.values == [b"a", b"b"]
    assert fixture.applier.applied == OffsetAndEpoch(2, 2)
    assert fixture.applier.last_timestamp_ms == 5
    fixture.fill(b"d", flushed=False)
    fixture.applier.high_watermark = 4
    fixture.run()
    assert fixture.machine.values == [b"a", b"b", b"c"]
    fixture.progress.flushed_end = 4
    fixture.run()
    assert fixture.machine.values == [b"a", b"b", b"c", b"d"]


def test_a_batch_is_applied_only_when_all_of_it_is_committed():
    fixture = Fixture()
    fixture.log.fill([b"a", b"b", b"c"])
    fixture.progress.flushed_end = 3
    fixture.applier.high_watermark = 2
    fixture.run()
    assert fixture.machine.values == []
    assert not fixture.applier.has_work  # else a driver would come back at once, for ever
    fixture.applier.high_watermark = 3
    fixture.run()
    assert fixture.machine.values == [b"a", b"b", b"c"]


def test_a_restart_of_the_log_forgets_where_a_batch_was_in_the_way():
    fixture = Fixture()
    fixture.log.fill([b"a", b"b", b"c"])
    fixture.progress.flushed_end = 3
    fixture.applier.high_watermark = 2
    fixture.run()
    at = OffsetAndEpoch(1, 2)
    fixture.store_snapshot(at, b"s")
    fixture.log.start, fixture.log.batches = at, []
    fixture.log.fill([b"d"], epoch=2)
    fixture.applier.restart_from(at)
    fixture.run()
    assert fixture.machine.values == [b"s", b"d"]


def test_control_batches_are_distinguished_from_data():
    fixture = Fixture()
    data = control_batch([LeaderChangeMessage()], base_offset=0, epoch=1, timestamp_ms=9)
    fixture.log.batches = [(each, data) for each in fetched_batches(data)]
    fixture.fill(b"a")
    fixture.applier.high_watermark = 2
    fixture.run()
    assert fixture.machine.seen == [("control", 0), ("apply", 1)]


def test_a_turn_has_its_measure():
    fixture = Fixture(apply_bytes_per_turn=300, read_bytes=100)
    fixture.fill(*[b"x" * 50] * 10)
    fixture.applier.high_watermark = 10
    assert len(list(fixture.applier.step())) == 3
    assert fixture.applier.has_work
    fixture.run()
    assert len(fixture.machine.values) == 10


def test_applying_pauses_during_a_truncation():
    fixture = Fixture()
    fixture.fill(b"a", b"b")
    fixture.applier.high_watermark = 1
    fixture.progress.truncate(1, 1)
    assert not fixture.applier.has_work
    assert list(fixture.applier.step()) == []
    fixture.progress.settled(1, 1)
    fixture.run()
    assert fixture.machine.values == [b"a"]


def test_applying_starts_with_the_latest_snapshot():
    fixture = Fixture()
    older, latest = OffsetAndEpoch(1, 1), OffsetAndEpoch(2, 1)
    fixture.store_snapshot(older, b"old")
    fixture.store_snapshot(latest, b"s1", b"s2")
    fixture.store_snapshot(BOOTSTRAP_SNAPSHOT_ID, b"boot")
    fixture.fill(b"a", b"b", b"c")
    fixture.applier.start((older, latest, BOOTSTRAP_SNAPSHOT_ID))
    assert fixture.applier.is_loading
    fixture.run()
    assert fixture.machine.seen == [("begin", latest), ("end", latest)]
    assert fixture.applier.applied == latest
    assert fixture.applier.last_timestamp_ms == 77
    fixture.applier.high_watermark = 3
    fixture.run()
    assert fixture.machine.values == [b"s1", b"s2", b"c"]
    assert fixture.machine.bootstrap == []


def test_a_bootstrap_snapshot_is_no_state():
    fixture = Fixture()
    fixture.store_snapshot(BOOTSTRAP_SNAPSHOT_ID, b"boot")
    fixture.fill(b"a")
    fixture.applier.high_watermark = 1
    fixture.applier.start((BOOTSTRAP_SNAPSHOT_ID,))
    fixture.run()
    assert fixture.machine.bootstrap == [b"boot"]
    assert fixture.machine.values == [b"a"]
    assert fixture.machine.seen == [("apply", 0)]


def test_a_fresh_replica_has_nothing_to_load():
    fixture = Fixture()
    fixture.applier.start(())
    assert not fixture.applier.has_work


def test_reset_continues_from_the_snapshot():
    fixture = Fixture()
    fixture.fill(b"a")
    fixture.applier.high_watermark = 1
    fixture.run()
    new = OffsetAndEpoch(50, 3)
    fixture.store_snapshot(new, b"s")
    fixture.applier.abandon()
    fixture.progress.reset(1, 50)
    fixture.applier.high_watermark = 50
    assert not fixture.applier.has_work
    fixture.progress.settled(1, 50)
    fixture.applier.restart_from(new)
    fixture.run()
    assert fixture.machine.values == [b"s"]
    assert fixture.applier.applied == new


def test_a_reset_ends_a_load():
    fixture = Fixture(apply_bytes_per_turn=1, read_bytes=1)
    first, second = OffsetAndEpoch(5, 1), OffsetAndEpoch(9, 1)
    fixture.store_snapshot(first, b"one")
    fixture.applier.start((first,))
    list(fixture.applier.step())
    fixture.store_snapshot(second, b"two")
    fixture.applier.abandon()
    assert not fixture.applier.is_loading
    fixture.applier.restart_from(second)
    fixture.run()
    assert fixture.machine.values == [b"two"]


def test_a_log_that_begins_later_is_made_up_for_by_a_snapshot():
    fixture = Fixture()
    fixture.log.start = OffsetAndEpoch(10, 1)
    fixture.fill(b"k")
    fixture.progress.start(LogView(10, 11))
    fixture.applier.high_watermark = 11
    at = OffsetAndEpoch(10, 1)
    fixture.store_snapshot(at, b"s")
    fixture.applier.snapshot_stored(at)
    fixture.run()
    assert fixture.machine.values == [b"s", b"k"]


@pytest.mark.parametrize("order", [(10, 20), (20, 10)])
def test_the_latest_stored_snapshot_is_fallen_back_on(order):
    fixture = Fixture()
    fixture.log.start = OffsetAndEpoch(20, 2)
    fixture.fill(b"k")
    fixture.progress.start(LogView(20, 21))
    fixture.applier.high_watermark = 21
    for offset in order:
        at = OffsetAndEpoch(offset, offset // 10)
        fixture.store_snapshot(at, b"%d" % offset)
        fixture.applier.snapshot_stored(at)
    fixture.run()
    assert fixture.machine.values == [b"20", b"k"]


def test_a_log_that_begins_later_without_snapshot_is_a_broken_disk():
    fixture = Fixture()
    fixture.progress.start(LogView(10, 11))
    fixture.applier.high_watermark = 11
    with pytest.raises(InvariantBroken, match="snapshot-at-log-start"):
        list(fixture.applier.step())


def test_a_gap_is_a_broken_disk():
    fixture = Fixture()
    fixture.fill(b"a", b"b")
    del fixture.log.batches[0]
    fixture.applier.high_watermark = 2
    with pytest.raises(InvariantBroken, match="applied-without-gap"):
        list(fixture.applier.step())


def test_a_flipped_bit_on_disk_is_not_applied():
    fixture = Fixture()
    fixture.fill(b"abc")
    summary, data = fixture.log.batches[0]
    fixture.log.batches[0] = (summary, data.replace(b"abc", b"abd"))
    fixture.applier.high_watermark = 1
    with pytest.raises(CorruptRecordError):
        list(fixture.applier.step())
    assert fixture.machine.values == []
