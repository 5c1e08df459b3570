"""A log of very many small batches: the work that the driver does for each of them is counted."""

from __future__ import annotations

from collections import Counter

import pytest

from kraft_core.client import Position
from kraft_spark.quorum import feed as feed_module
from kraft_spark.quorum.feed import QuorumFeed, read_all
from kraft_spark.quorum.log import Limits, LogWindow, StreamOffset
from kraft_wire.records.batch import RecordBatch
from tests.spark.pretended_quorum import no_ops, quorum_options
from tests.support.record_batches import batch, topic

COUNT = 2_000
PER_POLL = 20
BEGIN = StreamOffset(0, 0)
COUNTS = Counter()


class CountedBytes(bytes):
    """Bytes that count how often their length is taken."""

    def __len__(self):
        COUNTS["len"] += 1
        return super().__len__()


class CountedBatch(RecordBatch):
    """A batch that counts how often its size and its last offset are read."""

    __slots__ = ()

    def __getattribute__(self, name):
        if name in ("size", "last_offset"):
            COUNTS[name] += 1
        return super().__getattribute__(name)

    def __bytes__(self):
        return CountedBytes(super().__bytes__())


class LongLog:
    """A committed log that is read some batches at a time."""

    is_placed = True
    high_watermark = COUNT

    def __init__(self, batches, position):
        self.position = position
        self._batches = batches

    @property
    def has_more(self):
        return self.position.offset < self.high_watermark

    def poll(self):
        start = self.position.offset
        found = self._batches[start : start + PER_POLL]
        self.position = Position(start + len(found), 1)
        return found


class LongLogClient:
    """The client of a leader with such a log."""

    def __init__(self, wanted=lambda _: True):
        self._batches = [
            CountedBatch(batch(n, 1, [topic(f"t{n}")]) if wanted(n) else no_ops(n, 1))
            for n in range(COUNT)
        ]

    def log(self, position):
        return LongLog(self._batches, position)

    def committed_end(self):
        return COUNT

    def log_start_offset(self):
        return 0

    def newest_snapshot(self):
        return None


@pytest.fixture(autouse=True)
def _counts_from_zero():
    COUNTS.clear()


def work():
    return COUNTS.total()


@pytest.mark.parametrize("size", [None, 8 << 20])
def test_cutting_a_micro_batch_looks_at_each_batch_a_few_times(size):
    window = LogWindow(LongLogClient())
    limits = Limits(size=size, end=COUNT)
    assert window.cut(BEGIN, limits).offset == COUNT
    assert len(window.between(BEGIN, StreamOffset(COUNT, 1))) == COUNT
    assert work() <= 20 * COUNT


def test_slices_add_up_each_batch_once():
    feed = QuorumFeed(LongLogClient(), quorum_options(), "cluster")
    slices = feed.slices(BEGIN, StreamOffset(COUNT, 1))
    assert len(slices) == 1
    assert work() <= 20 * COUNT


def test_many_small_micro_batches_do_not_go_over_what_is_held_again():
    window = LogWindow(LongLogClient())
    window.cut(BEGIN, Limits(size=8 << 20, end=COUNT))
    before = work()
    place = BEGIN
    while place.offset < COUNT:
        place = window.cut(place, Limits(size=1, end=COUNT))
    assert work() - before <= 20 * COUNT


def test_a_batch_read_adds_up_its_slices_once(monkeypatch):
    monkeypatch.setattr(feed_module, "BYTES_PER_TASK", 200)
    options = quorum_options(maxBytesPerTrigger=1_000)
    slices = read_all(QuorumFeed(LongLogClient(), options, "cluster"), options)
    assert sum(len(one.data) for one in slices) == sum(
        len(batch(n, 1, [topic(f"t{n}")])) for n in range(COUNT)
    )
    assert work() <= 60 * COUNT


def test_batches_of_excluded_records_alone_are_not_sent():
    feed = QuorumFeed(LongLogClient(lambda n: n % 100 == 7), quorum_options(), "cluster")
    (one,) = feed.slices(BEGIN, StreamOffset(COUNT, 1))
    assert len(one.data) == sum(len(batch(n, 1, [topic(f"t{n}")])) for n in range(7, COUNT, 100))
    nothing = QuorumFeed(LongLogClient(lambda _: False), quorum_options(), "cluster")
    assert nothing.slices(BEGIN, StreamOffset(COUNT, 1)) == []
