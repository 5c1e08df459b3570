"""The disk's threads: group commit, order, failures, the end."""

from __future__ import annotations

import asyncio
import threading

import pytest

from kraft_core.node.disk_threads import DiskLane, LogStore, SnapshotStore
from kraft_core.raft.consensus.events import LogFlushed
from kraft_core.raft.consensus.values import BatchSummary
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_wire.records import RecordBatchBuilder
from tests.node.cluster import directory_id, format_node, run, voters_at
from tests.support.waiting import TIMEOUT_S


class SlowStore:
    """Queues numbers; performing them waits until the test lets it go on."""

    def __init__(self):
        self.queue = []
        self.performed = []
        self.settled = []
        self.gate = threading.Semaphore(0)
        self.threads = set()
        self.failure = None

    @property
    def has_work(self):
        return bool(self.queue)

    def take(self):
        work, self.queue = self.queue, []
        return work or None

    def perform(self, work):
        self.gate.acquire(timeout=TIMEOUT_S)
        self.threads.add(threading.current_thread().name)
        if self.failure is not None:
            raise self.failure
        self.performed.append(work)
        return [LogFlushed(0, work[-1])]

    def settle(self, work):
        self.settled.append(work)


def test_lane_ends_and_reports_when_the_last_work_fails_or_cannot_be_settled():
    async def story():
        for failing in ("perform", "settle"):
            store, heard = SlowStore(), Heard()

            def fail(work):
                raise OSError("the disk is gone")

            lane = DiskLane("a-disk", store, heard.deliver, heard.fail)
            store.queue.append(1)
            if failing == "perform":
                store.failure = OSError("the disk is gone")
            else:
                store.settle = fail
            lane.poke()
            closing = asyncio.ensure_future(lane.close())
            await asyncio.sleep(0)
            store.gate.release()
            async with asyncio.timeout(TIMEOUT_S):
                await closing
            assert [str(each) for each in heard.errors] == ["the disk is gone"]
            assert heard.events == []

    run(story())


class Heard:
    def __init__(self):
        self.events = []
        self.errors = []
        self.changed = asyncio.Event()

    def deliver(self, events):
        self.events += events
        self.changed.set()

    def fail(self, error):
        self.errors.append(error)
        self.changed.set()

    async def next(self):
        await self.changed.wait()
        self.changed.clear()


def test_all_that_gathers_meanwhile_is_performed_together():
    async def story():
        store, heard = SlowStore(), Heard()
        lane = DiskLane("a-disk", store, heard.deliver, heard.fail)
        lane.poke()
        for number in range(1, 6):
            store.queue.append(number)
            lane.poke()
        store.gate.release()
        await heard.next()
        store.gate.release()
        await heard.next()
        assert store.performed == store.settled == [[1], [2, 3, 4, 5]]
        assert heard.events == [LogFlushed(0, 1), LogFlushed(0, 5)]
        assert store.threads == {"a-disk"}
        await lane.close()

    run(story())


def test_close_waits_for_pending_work_and_reports_nothing_more():
    async def story():
        store, heard = SlowStore(), Heard()
        lane = DiskLane("a-disk", store, heard.deliver, heard.fail)
        store.queue.append(1)
        lane.poke()
        store.queue.append(2)
        closing = asyncio.ensure_future(lane.close())
        await asyncio.sleep(0)
        assert not closing.done()
        store.gate.release()
        await closing
        assert store.performed == store.settled == [[1]]
        assert (heard.events, store.queue) == ([], [2])
        lane.poke()
        await lane.close()
        assert store.queue == [2]
        assert "a-disk" not in {thread.name for thread in threading.enumerate()}

    run(story())


def test_lane_closed_while_busy_settles_and_reports_the_failure():
    async def story():
        store, heard = SlowStore(), Heard()
        store.failure = OSError(5, "Input/output error")
        lane = DiskLane("a-disk", store, heard.deliver, heard.fail)
        store.queue.append(1)
        lane.poke()
        closing = asyncio.ensure_future(lane.close())
        await asyncio.sleep(0)
        store.queue.append(2)
        lane.poke()
        assert not closing.done()
        assert store.settled == []
        store.gate.release()
        await closing
        assert (store.settled, store.queue) == ([[1]], [2])
        assert (heard.events, heard.errors) == ([], [store.failure])
        assert "a-disk" not in {thread.name for thread in threading.enumerate()}

    run(story())


def test_exception_of_the_thread_is_reported():
    async def story():
        store, heard = SlowStore(), Heard()
        store.failure = MemoryError()
        lane = DiskLane("a-disk", store, heard.deliver, heard.fail)
        store.queue.append(1)
        lane.poke()
        store.gate.release()
        await heard.next()
        assert heard.errors == [store.failure]
        assert heard.events == []
        await lane.close()

    run(story())


@pytest.fixture
def directory(tmp_path):
    format_node(tmp_path, 1, voters_at([1]))
    opened = LogDirectory.open(DiskFolder(tmp_path / "node-1"))
    assert opened.meta.directory_id == directory_id(1)
    yield opened
    opened.close()


def test_the_log_and_the_snapshots_of_a_directory_are_such_stores(directory):
    async def story():
        heard = Heard()
        log = DiskLane("log", LogStore(directory.log), heard.deliver, heard.fail)
        snapshots = SnapshotStore(directory.snapshots)
        files = DiskLane("snapshots", snapshots, heard.deliver, heard.fail)
        builder = RecordBatchBuilder(partition_leader_epoch=1)
        builder.append(0, None, b"x")
        content = builder.build()
        directory.log.append(0, [BatchSummary(0, 0, 1, len(content))], content)
        log.poke()
        await heard.next()
        assert heard.events == [LogFlushed(0, 1)]
        directory.housekeep(1)
        assert snapshots.has_work
        files.poke()
        log.poke()
        await files.close()
        await log.close()
        assert not snapshots.has_work
        assert not directory.log.has_work

    run(story())
