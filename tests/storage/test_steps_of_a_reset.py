"""The end of a process between any two steps of rename, folder sync and reset.

A follower that has fetched a snapshot gives it its final name and then drops its log. Whatever the
epochs of both are, the next start begins with the log or with the snapshot, and consensus takes it.
"""

from __future__ import annotations

import random

import pytest

from kraft_core.raft.consensus.config import RaftConfig
from kraft_core.raft.consensus.core import RaftCore
from kraft_core.raft.consensus.values import Election, Endpoint
from tests.storage.content import (
    DIRECTORY_ID,
    append,
    batch,
    formatted,
    opened,
    run,
    snapshot_id,
    store_snapshot,
)
from tests.storage.lives import Ended

HERE = Endpoint("CONTROLLER", "localhost", 9000)
VOTERS = (1, 2)
CASES = {
    "of an earlier epoch, above the log": (100, 4),
    "of the log's epoch, above it": (100, 5),
    "of a later epoch, above it": (100, 7),
    "of a later epoch, within the log": (6, 7),
}


def replaced_log(before=None, *, at=(100, 4)):
    """A log of epochs 4 and 5 up to 11, in three segments, that gives way to a snapshot."""
    disk = formatted(ids=VOTERS)
    directory = opened(disk)
    directory.election.write(Election(7), 1, ())
    for each in (*run(0, 5, epoch=4), *run(5, 6, epoch=5)):
        append(directory.log, each)
    directory.housekeep(0)
    directory.flush()
    store_snapshot(directory, 3, 4, ids=VOTERS)
    disk.before = before
    try:
        store_snapshot(directory, *at, ids=VOTERS)
        directory.log.reset(1, snapshot_id(*at))
        directory.flush()
    except Ended:
        pass
    disk.before = None
    return disk


def steps(at):
    counted = []
    replaced_log(lambda kind, path: counted.append((kind, path)), at=at)
    return counted


def ending_before(step):
    left = [step]

    def before(kind, path):
        left[0] -= 1
        if left[0] < 0:
            raise Ended

    return before


def started(disk):
    """What consensus makes of the directory."""
    directory = opened(disk)
    core = RaftCore(
        RaftConfig(node_id=1, directory_id=DIRECTORY_ID, cluster_id="a-cluster", endpoints=(HERE,)),
        random.Random(1),
    )
    core.handle(directory.started(), 0, 0)
    return directory, core


@pytest.mark.parametrize("end", ["process", "power", "power, by chance"])
@pytest.mark.parametrize("at", CASES.values(), ids=CASES.keys())
def test_a_start_after_an_end_between_any_two_steps(at, end):
    found = set()
    total = len(steps(at))
    assert total > 30
    for step in range(total + 1):
        disk = replaced_log(ending_before(step), at=at)
        if end == "process":
            disk.restart()
        else:
            disk.power_loss(random.Random(step) if "chance" in end else None)
        directory, core = started(disk)
        found.add((directory.log.start_offset, directory.log.end_offset, core.log.end.epoch))
        append(directory.log, batch(directory.log.end_offset, 8))
        directory.flush()
        disk.restart()
        assert started(disk)[1].log.end.offset == directory.log.end_offset
    assert found == {(0, 11, 5), (at[0], at[0], at[1])}
