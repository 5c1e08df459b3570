"""The log in files: the contract, and what only files have."""

from __future__ import annotations

import threading

import pytest

from kraft_core.raft.consensus.events import LogFlushed, LogWriteFailed
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import LogFailedError
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.settings import StorageSettings
from tests.storage.content import (
    META,
    SMALL,
    TIME_MS,
    append,
    batch,
    formatted,
    log_folder,
    opened,
    run,
    whole,
)
from tests.storage.log_contract import LogContract

ONE_BATCH_EACH = StorageSettings(segment_bytes=100, recent_bytes=0)
"""Every batch in a segment of its own, nothing flushed kept in memory."""


class TestInMemoryFiles(LogContract):
    @pytest.fixture(params=[SMALL, ONE_BATCH_EACH, StorageSettings()], ids=["small", "tiny", "big"])
    def log(self, request):
        return opened(formatted(), request.param).log


class TestOnDisk(LogContract):
    @pytest.fixture(params=[ONE_BATCH_EACH, StorageSettings()], ids=["tiny", "big"])
    def log(self, request, tmp_path):
        format_directory(DiskFolder(tmp_path), META, wall_ms=TIME_MS)
        directory = LogDirectory.open(DiskFolder(tmp_path), settings=request.param)
        yield directory.log
        directory.close()


class Counted:
    """Counts operations on a memory disk by kind."""

    def __init__(self, disk):
        self.counts = {}
        disk.before = self._note

    def _note(self, kind, path):
        self.counts[kind] = self.counts.get(kind, 0) + 1


def test_one_write_and_one_sync_serve_all_that_waits():
    disk = formatted()
    log = opened(disk, StorageSettings()).log
    append(log, batch(0))
    log.flush()
    counted = Counted(disk)
    for each in run(1, 100):
        append(log, each)
    assert counted.counts == {}
    assert log.flush() == [LogFlushed(0, 101)]
    assert counted.counts == {"write": 1, "sync": 1}


def test_recent_batches_are_read_from_memory():
    disk = formatted()
    log = opened(disk, StorageSettings(recent_bytes=1000)).log
    for each in run(0, 50):
        append(log, each)
    log.flush()
    counted = Counted(disk)
    assert log.read(49, 50, 1000) == batch(49)[1]
    assert counted.counts == {}
    assert log.read(5, 6, 1000) == batch(5)[1]
    assert counted.counts["read"] > 0


def test_work_may_be_done_by_another_thread():
    log = opened(formatted(), ONE_BATCH_EACH).log
    each = run(0, 8)
    append(log, *each[:4])
    work = log.take()
    assert log.take() is None
    events = []
    thread = threading.Thread(target=lambda: events.extend(log.perform(work)))
    thread.start()
    append(log, *each[4:])  # goes on meanwhile
    thread.join()
    assert not log.has_work  # one at a time
    log.settle(work)
    assert events == [LogFlushed(0, 4)]
    assert log.flush() == [LogFlushed(0, 8)]
    assert whole(log) == b"".join(content for _, content in each)


def test_work_that_was_taken_before_a_truncation_is_still_done():
    log = opened(formatted()).log
    append(log, batch(0), batch(1, count=5))
    work = log.take()
    log.truncate(1, 3)
    append(log, batch(1, epoch=2), generation=1)
    assert log.perform(work) == [LogFlushed(0, 6)]
    log.settle(work)
    assert whole(log) == batch(0)[1] + batch(1, epoch=2)[1]
    log.flush()
    assert whole(log) == batch(0)[1] + batch(1, epoch=2)[1]


@pytest.mark.parametrize("kind", ["write", "sync"])
def test_failure_is_reported_once_and_not_retried(kind):
    disk = formatted()
    log = opened(disk).log

    def fail(found, path):
        if found == kind:
            raise OSError(28, "No space left on device")

    disk.before = fail
    append(log, batch(0))
    (event,) = log.flush()
    assert isinstance(event, LogWriteFailed)
    assert "No space left on device" in event.reason
    disk.before = None
    assert log.flush() == []
    with pytest.raises(LogFailedError, match="No space left"):
        append(log, batch(1))
    assert log.close() == []
    disk.restart()
    assert opened(disk).log.end_offset in {0, 1}


def test_work_before_a_failure_is_reported():
    disk = formatted()
    log = opened(disk).log
    append(log, batch(0))
    log.truncate(1, 0)
    disk.before = lambda kind, path: fail_if(kind == "truncate")
    first, failure = log.flush()
    assert first == LogFlushed(0, 1)
    assert isinstance(failure, LogWriteFailed)


def fail_if(condition):
    if condition:
        raise OSError(5, "Input/output error")


def test_failure_at_the_end_is_reported():
    disk = formatted()
    log = opened(disk).log
    append(log, batch(0))
    log.flush()
    disk.before = lambda kind, path: fail_if(kind == "sync")
    (event,) = log.close()
    assert isinstance(event, LogWriteFailed)


def test_closing_flushes_and_ends_everything():
    disk = formatted()
    log = opened(disk).log
    append(log, *run(0, 3))
    assert log.close() == [LogFlushed(0, 3)]
    assert "00000000000000000003.snapshot" in log_folder(disk).names()
    with pytest.raises(LogFailedError, match="it is closed"):
        append(log, batch(3))
    assert log.close() == []


def test_segments_are_reported_with_their_sizes():
    log = opened(formatted(), ONE_BATCH_EACH).log
    append(log, batch(0, count=2))
    append(log, batch(2))
    log.flush()
    size = len(batch(2)[1])
    assert log.segment_sizes == [(0, len(batch(0, count=2)[1])), (2, size)]
    assert log.size_bytes == size + len(batch(0, count=2)[1])
