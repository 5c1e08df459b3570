from __future__ import annotations

import random

import pytest

from kraft_core.client import LogTruncatedError, Position, Settings, SnapshotNeeded
from kraft_core.client.client import LiveLog
from kraft_core.client.quorum import Quorum
from tests.client.cluster import led, with_snapshot, write
from tests.support.record_batches import leader_change, topics


def opened(world, position):
    quorum = Quorum(world.bootstrap, Settings(random=random.Random(2)))
    return LiveLog(quorum, world, position)


def test_poll_reads_on_and_reports_the_high_watermark():
    world = led()
    log = opened(world, Position(0, 0))
    assert (log.is_placed, log.has_more, log.high_watermark) == (False, False, -1)
    assert [one.base_offset for one in log.poll()] == [0, 1]
    assert (log.position, log.is_placed, log.high_watermark) == (Position(3, 1), True, 3)
    assert not log.has_more
    write(world, topics(3, 1, "c"), committed=False)
    assert log.poll() == []
    world.node(1).commit()
    assert [one.base_offset for one in log.poll()] == [3]


def test_poll_continues_with_the_next_leader():
    world = led()
    log = opened(world, Position(3, 1))
    assert log.poll() == []
    world.stop(1)
    world.elect(2, 2)
    write(world, leader_change(3, 2, 2))
    found = []
    while not found:
        found = log.poll()
    assert [one.partition_leader_epoch for one in found] == [2]


def test_live_log_reports_snapshot_needed_and_truncation():
    world = led()
    assert isinstance(opened(with_snapshot(led()), Position(1, 1)).poll(), SnapshotNeeded)
    with pytest.raises(LogTruncatedError):
        opened(world, Position(9, 1)).poll()
