from __future__ import annotations

import pytest

from kraft_core.client import LogTruncatedError
from kraft_spark.quorum.log import Limits, LogStartPassedError, LogWindow, StreamOffset
from tests.client.cluster import led, with_snapshot, write
from tests.spark.pretended_quorum import WorldClient
from tests.support.record_batches import leader_change, topics

BEGIN = StreamOffset(0, 0)


def window_of(world):
    return LogWindow(WorldClient(world))


def test_window_reads_the_committed_log_and_then_waits():
    world = led()
    window = window_of(world)
    end = window.cut(BEGIN, Limits())
    assert (end, window.high_watermark) == (StreamOffset(3, 1), 3)
    before_s = world.now_s
    assert window.cut(end, Limits()) == end
    assert world.now_s - before_s >= 0.5  # the leader had the request until its time was over


@pytest.mark.parametrize(
    ("limits", "ends"),
    [
        (Limits(offsets=2), [2, 4, 6, 7]),
        (Limits(size=1), [1, 3, 5, 7]),
        (Limits(size=10_000), [7]),
        (Limits(end=4), [4, 4]),
        (Limits(offsets=3, end=4), [3, 4, 4]),
    ],
)
def test_limits_cut_what_was_read(limits, ends):
    world = led()
    write(world, topics(3, 1, "c", "d"), topics(5, 1, "e", "f"))
    window = window_of(world)
    place, found = BEGIN, []
    for _ in ends:
        place = window.cut(place, limits)
        found.append(place.offset)
    assert found == ends
    assert place.epoch == 1


def test_between_gives_the_batches_again_also_what_was_forgotten():
    world = led()
    write(world, topics(3, 1, "c", "d"))
    window = window_of(world)
    end = window.cut(BEGIN, Limits())
    assert [one.base_offset for one in window.between(BEGIN, end)] == [0, 1, 3]
    assert [one.base_offset for one in window.between(StreamOffset(2, 1), StreamOffset(4, 1))] == [
        1,
        3,
    ]
    window.forget(end)
    assert window.held(BEGIN, end) == []
    assert [one.base_offset for one in window.between(BEGIN, end)] == [0, 1, 3]
    assert [one.base_offset for one in window_of(world).between(BEGIN, end)] == [0, 1, 3]


def test_window_grows_although_its_records_were_not_taken():
    """A feed that wants none of it asks again from the same place."""
    world = led()
    window = window_of(world)
    start = window.cut(BEGIN, Limits())
    write(world, topics(3, 1, "c"))
    assert window.cut(start, Limits()).offset == 4
    write(world, topics(4, 1, "d"))
    assert window.cut(start, Limits()).offset == 5


def test_through_a_change_of_leaders():
    world = led()
    window = window_of(world)
    end = window.cut(BEGIN, Limits())
    world.stop(1)
    world.elect(2, 2)
    write(world, leader_change(3, 2, 2), topics(4, 2, "c"))
    later = window.cut(end, Limits(end=5))
    assert later == StreamOffset(5, 2)
    assert [one.partition_leader_epoch for one in window.between(end, later)] == [2, 2]


def test_the_log_begins_later_now():
    with pytest.raises(LogStartPassedError, match="offset 1 is no longer in the log"):
        window_of(with_snapshot(led())).cut(StreamOffset(1, 1), Limits())


@pytest.mark.parametrize("start", [StreamOffset(9, 1), StreamOffset(3, 0)])
def test_a_place_that_the_log_does_not_have_is_an_error_even_where_nothing_is_wanted(start):
    """As after a restart, with the end of an earlier run as target."""
    with pytest.raises(LogTruncatedError):
        window_of(led()).cut(start, Limits(end=3))


def test_committed_end_that_went_back_is_an_error():
    with pytest.raises(LogTruncatedError, match="committed up to offset 9, and is now up to"):
        window_of(led()).between(BEGIN, StreamOffset(9, 1))


def test_the_epoch_of_the_end_is_that_of_its_record():
    with pytest.raises(LogTruncatedError, match="has epoch 1, not epoch 0"):
        window_of(led()).between(BEGIN, StreamOffset(3, 0))
