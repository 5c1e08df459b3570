"""After a failed sync the page cache shows what no disk has; a restart must not believe it.

The process ends with the failed sync, and starts again in the same boot. What that start calls
durable has to survive the power loss after it.
"""

from __future__ import annotations

from contextlib import suppress

import pytest

from kraft_core.raft.consensus.events import LogWriteFailed
from kraft_core.raft.consensus.values import Election, ReplicaKey
from kraft_core.raft.storage.durable_mark import NAME as MARK
from kraft_core.raft.storage.durable_mark import read_mark
from kraft_core.raft.storage.errors import StorageError
from tests.storage.content import (
    append,
    batch,
    content_of,
    formatted,
    log_folder,
    opened,
    put,
    run,
    snapshot,
    snapshot_id,
    store_snapshot,
    whole,
)

FIRST = "00000000000000000000.log"
SNAPSHOT = "00000000000000000002-0000000001.checkpoint"


def failing(disk, suffix, *, kind="sync"):
    """The next sync of a file of that name fails, and only that one."""

    def before(what, path):
        if what == kind and path.endswith(suffix):
            disk.before = None
            raise OSError(5, "Input/output error")

    disk.before = before


def written(*, renewed):
    """A log of three durable batches; with or without a mark at their end."""
    disk = formatted()
    directory = opened(disk)
    directory.election.write(Election(1), 1, ())
    append(directory.log, *run(0, 3))
    directory.flush()
    if renewed:
        directory.housekeep(0)
        directory.flush()
    return disk, directory


def unsynced(*, renewed=True):
    """Two more batches, whose sync failed."""
    disk, directory = written(renewed=renewed)
    append(directory.log, *run(3, 2))
    failing(disk, ".log")
    assert isinstance(directory.log.flush()[-1], LogWriteFailed)
    disk.restart()
    return disk


def without_mark(disk):
    """As after a run of Kafka, which knows no mark."""
    put(log_folder(disk), "quorum-state", content_of(log_folder(disk), "quorum-state")[:-2])


@pytest.mark.parametrize("marked", [True, False], ids=["above the mark", "without a mark"])
def test_a_restart_writes_again_what_was_not_synced(marked):
    disk = unsynced()
    if not marked:
        without_mark(disk)
    directory = opened(disk)
    assert directory.log.end_offset == 5
    assert read_mark(log_folder(disk)).end_offset == 5
    disk.power_loss()
    directory = opened(disk)
    assert whole(directory.log) == b"".join(content for _, content in run(0, 5))


def test_a_power_loss_before_the_restart_leaves_what_was_durable():
    disk = unsynced()
    disk.power_loss()
    assert opened(disk).log.end_offset == 3


@pytest.mark.parametrize("marked", [True, False], ids=["above the mark", "without a mark"])
def test_a_sync_that_fails_in_recovery_refuses_every_start_until_one_succeeds(marked):
    disk = unsynced()
    if not marked:
        without_mark(disk)
    for _ in range(2):
        failing(disk, ".log")
        with pytest.raises(StorageError, match="Input/output error"):
            opened(disk)
        disk.restart()
    assert opened(disk).log.end_offset == 5
    assert "sync-failed" not in log_folder(disk).names()
    disk.power_loss()
    assert opened(disk).log.end_offset == 5


def test_an_older_segment_whose_sync_failed_in_recovery_is_written_again():
    """Without a mark it is only synced, and a second sync would succeed without writing it."""
    disk = formatted()
    directory = opened(disk)
    directory.election.write(Election(1), 1, ())
    for each in run(0, 12):
        append(directory.log, each)
    directory.flush()
    without_mark(disk)
    file = log_folder(disk).open(FIRST)
    content = file.read(0, file.size())
    file.write(0, (content,))  # another program's, never synced
    disk.restart()
    log_folder(disk)._cached[FIRST].durable = bytearray(len(content))
    failing(disk, FIRST)
    with pytest.raises(StorageError, match="Input/output error"):
        opened(disk)
    disk.restart()
    assert opened(disk).log.end_offset == 12
    disk.power_loss()
    assert opened(disk).log.end_offset == 12


def test_a_vote_and_a_snapshot_that_were_not_synced_are_written_again():
    disk, directory = written(renewed=True)
    voted = Election(4, None, ReplicaKey(2, bytes([2]) * 16))
    directory.election.write(voted, 1, ())
    store_snapshot(directory, 2, 1)
    for name in ("quorum-state", SNAPSHOT):
        content = log_folder(disk)._cached[name]
        content.durable, content.is_stale = bytearray(), True
    disk.restart()
    directory = opened(disk)
    assert directory.started().election == voted
    disk.power_loss()
    directory = opened(disk)
    assert directory.started().election == voted
    assert content_of(log_folder(disk), SNAPSHOT) == snapshot(1)
    with pytest.raises(PermissionError):
        log_folder(disk).open(SNAPSHOT)
    assert directory.snapshots.read(snapshot_id(2, 1), 0, 9999) == snapshot(1)


def test_bytes_below_the_durable_mark_are_not_written_again():
    disk, _ = written(renewed=True)
    disk.restart()
    writes = []
    disk.before = lambda kind, path: writes.append(path) if kind == "write" else None
    opened(disk)
    assert not [path for path in writes if path.endswith(".log")]


def test_a_rewrite_that_is_cut_short_harms_nothing():
    for stop in range(40):
        disk = unsynced()
        without_mark(disk)
        left = [stop]

        def before(kind, path, left=left):
            left[0] -= 1
            if left[0] < 0:
                raise InterruptedError(4, "ended")

        disk.before = before
        with suppress(StorageError):
            opened(disk)
        disk.before = None
        disk.power_loss()
        assert opened(disk).log.end_offset >= 3
        assert MARK in log_folder(disk).names()


def test_a_batch_that_is_appended_after_such_a_start_is_durable():
    disk = unsynced()
    directory = opened(disk)
    append(directory.log, batch(5))
    directory.flush()
    disk.power_loss()
    assert opened(disk).log.end_offset == 6
