from __future__ import annotations

import json
import logging

import pytest

from kraft_core.client import LogTruncatedError
from kraft_spark.quorum import feed as under_test
from kraft_spark.quorum.feed import (
    IDLE_OFFSETS,
    DataLossError,
    OtherClusterError,
    QuorumFeed,
    TooMuchError,
    read_all,
)
from kraft_spark.quorum.log import Limits, SnapshotPlace, StreamOffset
from kraft_spark.quorum.views import SliceReader, picked_quorum_columns
from tests.client.cluster import led, with_snapshot, write
from tests.spark.pretended_quorum import WorldClient, feed_of, no_ops, quorum_options
from tests.support.record_batches import leader_change, snapshot, topics

ALL = Limits(size=8 << 20)
SMALL = Limits(size=1)


def names(slices):
    """The names of topics, in order, behind `s` for a snapshot's."""
    options = quorum_options(recordType="TopicRecord")
    reader = SliceReader(options, picked_quorum_columns(options))
    rows = [row for one in reader.read(slices) for row in one.to_pylist()]
    return [("s" if row["source"] == "snapshot" else "") + row["name"] for row in rows]


def drained(feed, start, limits):
    """Micro-batches until nothing comes: their ends and their topics."""
    ends, found = [start], []
    while (end := feed.latest(ends[-1], limits)) != ends[-1]:
        found.append(names(feed.slices(ends[-1], end)))
        feed.forget(ends[-1])
        ends.append(end)
    return ends, found


def test_feed_without_a_snapshot_reads_the_whole_log():
    feed = feed_of(led())
    assert feed.newest() is None
    ends, found = drained(feed, feed.start(), ALL)
    assert ends == [StreamOffset(0, 0), StreamOffset(3, 1)]
    assert found == [["a", "b"]]
    assert feed.newest() == StreamOffset(3)


@pytest.mark.parametrize("limits", [ALL, SMALL])
def test_reader_returns_snapshot_before_log(limits):
    world = with_snapshot(led())
    write(world, topics(3, 1, "c"), topics(4, 1, "d"))
    feed = feed_of(world)
    ends, found = drained(feed, feed.start(), limits)
    assert [name for names in found for name in names] == ["sa", "sb", "c", "d"]
    size = len(snapshot(1, "a", "b"))
    assert StreamOffset(3, 1, SnapshotPlace(3, 1, size, size)) in ends
    assert ends[-1] == StreamOffset(5, 1)
    assert len(found) == (2 if limits is ALL else 5)


@pytest.mark.parametrize("limits", [ALL, SMALL])
def test_a_micro_batch_that_is_made_again_after_a_restart_is_the_same(limits):
    world = with_snapshot(led())
    write(world, topics(3, 1, "c"), no_ops(4, 1), topics(5, 1, "d"))
    feed = feed_of(world)
    ends, found = drained(feed, feed.start(), limits)
    write(world, topics(6, 1, "later"))
    for start, end, before in zip(ends, ends[1:], found, strict=False):
        stored, reached = (StreamOffset.of_json(one.to_json()) for one in (start, end))
        assert names(feed_of(world).slices(stored, reached)) == before


def test_starting_offsets_set_the_first_offset():
    world = led()
    assert feed_of(world, startingOffsets="earliest").start() == StreamOffset(0, 0)
    assert feed_of(world, startingOffsets="latest").start() == StreamOffset(3, 1)
    assert feed_of(world, startingOffsets="2").start() == StreamOffset(2)
    with_snapshot(world, clean=False)
    assert feed_of(world, startingOffsets="earliest").start() == StreamOffset(1)
    world = with_snapshot(led())
    write(world, topics(3, 1, "c"))
    feed = feed_of(world, startingOffsets="earliest")
    assert feed.start() == StreamOffset(3)
    assert drained(feed, feed.start(), ALL)[1] == [["c"]]


def test_no_op_records_alone_make_no_micro_batch_until_there_are_many():
    world = led()
    feed = feed_of(world)
    start = drained(feed, feed.start(), ALL)[0][-1]
    write(world, no_ops(3, 1, 100))
    assert feed.latest(start, ALL) == start
    write(world, topics(103, 1, "c"))
    end = feed.latest(start, ALL)
    assert end == StreamOffset(104, 1)
    assert names(feed.slices(start, end)) == ["c"]
    write(world, no_ops(104, 1, IDLE_OFFSETS))
    assert feed.latest(end, ALL) == end
    write(world, no_ops(104 + IDLE_OFFSETS, 1))
    assert feed.latest(end, ALL) == StreamOffset(105 + IDLE_OFFSETS, 1)


@pytest.mark.parametrize("limits", [Limits(offsets=5), Limits(size=150)])
def test_limits_filled_with_no_op_records_do_not_hold_up_what_follows(limits):
    world = led()
    feed = feed_of(world)
    start = drained(feed, feed.start(), ALL)[0][-1]
    for number in range(20):
        write(world, no_ops(3 + number, 1))
    write(world, topics(23, 1, "c"))
    ends, found = drained(feed, start, limits)
    assert ends[-1] == StreamOffset(24, 1)
    assert [name for names in found for name in names] == ["c"]


def test_a_change_of_leaders_in_the_middle():
    world = led()
    feed = feed_of(world)
    start = drained(feed, feed.start(), ALL)[0][-1]
    world.stop(1)
    world.elect(2, 2)
    write(world, leader_change(3, 2, 2), topics(4, 2, "c"))
    end = start
    while end == start:
        end = feed.latest(start, ALL)
    assert end == StreamOffset(5, 2)
    assert names(feed.slices(start, end)) == ["c"]


def lost():
    """A quorum whose log begins behind offset 3, and the place of a query that stands there."""
    world = led()
    write(world, topics(3, 1, "c"), topics(4, 1, "d"))
    return with_snapshot(world, end_offset=4), StreamOffset(3, 1)


def test_lost_offsets_are_an_error():
    world, place = lost()
    feed = feed_of(world)
    with pytest.raises(DataLossError, match="offset 3 is no longer in the log, which begins at 4"):
        feed.latest(place, ALL)
    with pytest.raises(DataLossError, match="failOnDataLoss=false"):
        feed.slices(place, StreamOffset(5, 1))


def test_feed_may_restart_with_the_newest_snapshot(caplog):
    world, place = lost()
    feed = feed_of(world, failOnDataLoss="false")
    with caplog.at_level(logging.WARNING, "kraft_spark.quorum"):
        ends, found = drained(feed, place, ALL)
    assert [name for names in found for name in names] == ["sa", "sb", "d"]
    assert ends[1].snapshot is not None
    assert "reading begins again with snapshot" in caplog.text


def test_of_a_micro_batch_whose_log_is_gone_the_rest_is_read(caplog):
    world, place = lost()
    feed = feed_of(world, failOnDataLoss="false")
    with caplog.at_level(logging.WARNING, "kraft_spark.quorum"):
        assert names(feed.slices(place, StreamOffset(5, 1))) == ["d"]
        assert feed.slices(StreamOffset(1, 1), StreamOffset(3, 1)) == []
    assert "are missing" in caplog.text


def test_a_snapshot_that_is_gone_in_the_middle():
    world = with_snapshot(led())
    start = feed_of(world).start()
    middle = feed_of(world).latest(start, SMALL)
    for node in world.nodes:
        node.snapshots[:] = [((4, 1), snapshot(1, "a", "b", "c"))]
        node.append(topics(3, 1, "c"))
        node.clean((4, 1))
    world.node(1).commit(4)
    with pytest.raises(DataLossError, match="has no snapshot"):
        feed_of(world).latest(middle, ALL)
    feed = feed_of(world, failOnDataLoss="false")
    assert feed.slices(start, middle) == []
    assert drained(feed, middle, ALL)[1] == [["sa", "sb", "sc"]]


def test_a_snapshot_that_comes_before_anything_was_read_is_no_loss():
    world = led()
    start = feed_of(world).start()
    assert start == StreamOffset(0, 0)
    with_snapshot(world)
    assert drained(feed_of(world), start, ALL)[1] == [["sa", "sb"]]


def test_a_checkpoint_of_another_cluster_is_refused():
    """The same address may lead to another cluster, whose offsets mean other records."""
    feed = feed_of(led())
    stored = json.loads(json.dumps(feed.stored(StreamOffset(2, 1))))
    kept = stored["$kraft"]["topics"]["__cluster_metadata"]["0"]
    assert (stored["__cluster_metadata"], kept["clusterId"]) == ({"0": 2}, "cluster")
    assert feed.restored(stored) == StreamOffset(2, 1)
    assert feed.restored(StreamOffset(2, 1).to_json()) == StreamOffset(2, 1)  # of no cluster yet
    options = quorum_options()
    other = QuorumFeed(WorldClient(led()), options, "other")
    with pytest.raises(OtherClusterError, match="has the cluster id other, expected cluster"):
        other.restored(stored)
    assert QuorumFeed(WorldClient(led()), options, None).restored(stored) == StreamOffset(2, 1)
    starting = feed_of(led(), startingOffsets=json.dumps(stored))
    assert starting.start() == StreamOffset(2, 1)
    options = quorum_options(startingOffsets=json.dumps(stored))
    with pytest.raises(OtherClusterError, match="begin with a new checkpoint"):
        QuorumFeed(WorldClient(led()), options, "other").start()


@pytest.mark.parametrize("option", ["true", "false"])
def test_a_truncated_log_is_always_an_error(option):
    world = led()
    feed = feed_of(world, failOnDataLoss=option)
    with pytest.raises(LogTruncatedError):
        feed.latest(StreamOffset(9, 1), ALL)
    with pytest.raises(LogTruncatedError):
        feed.slices(StreamOffset(0, 0), StreamOffset(9, 1))


@pytest.mark.parametrize("size", ["1", "8m"])
def test_batch_read_honors_ending_offsets(size):
    world = with_snapshot(led())
    write(world, topics(3, 1, "c"), no_ops(4, 1, 2), topics(6, 1, "d"))
    given = {"maxBytesPerTrigger": size}
    options = quorum_options(**given)
    assert names(read_all(feed_of(world, **given), options)) == ["sa", "sb", "c", "d"]
    given |= {"startingOffsets": "3", "endingOffsets": "5"}
    assert names(read_all(feed_of(world, **given), quorum_options(**given))) == ["c"]
    given["endingOffsets"] = "8"
    with pytest.raises(
        TooMuchError, match="endingOffsets is 8, but the log is committed only up to"
    ):
        read_all(feed_of(world, **given), quorum_options(**given))


def test_a_batch_read_of_too_much_is_refused(monkeypatch):
    monkeypatch.setattr(under_test, "BATCH_READ_BYTES_MAX", 100)
    with pytest.raises(TooMuchError, match="read the files of a controller with format kafka_log"):
        read_all(feed_of(led()), quorum_options())


def test_slices_are_no_larger_than_a_task_wants(monkeypatch):
    world = led()
    write(world, *(topics(3 + number, 1, f"t{number}") for number in range(9)))
    monkeypatch.setattr(under_test, "BYTES_PER_TASK", 200)
    feed = feed_of(world)
    found = feed.slices(StreamOffset(0, 0), feed.latest(StreamOffset(0, 0), ALL))
    assert len(found) > 4
    assert names(found) == ["a", "b", *(f"t{number}" for number in range(9))]
