"""The threads of the disk: writes that storage queued, and reads for responses.

Writes: one `DiskLane` serves one queue of storage (the log, the snapshots, quorum-state). `poke`
passes everything queued to the lane's thread; when the completions are back, `settle` is called and
work that gathered meanwhile follows in the same way. So one sync serves every append that waited
for it: group commit. Everything but `perform` happens in the thread of the event loop.

Reads: `FileReads` is the port `Reads` of `kraft_core.raft.replica.ports`. A disk that hangs must
not block the event loop of a leader, so only data in memory is returned at once. Segments and
snapshots are read by one thread, in the order of the requests.
"""

from __future__ import annotations

import asyncio
import threading
import time
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

from kraft_core.node.metrics import Histogram
from kraft_core.raft.replica.ports import ReadFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.values import Election, SnapshotId
    from kraft_core.raft.replica.ports import Found, TakeRead
    from kraft_core.raft.storage.election_file import ElectionFile
    from kraft_core.raft.storage.segmented_log import SegmentedLog
    from kraft_core.raft.storage.snapshot_files import SnapshotFiles


# -- writes ----------------------------------------------------------------------------------------

WorkT = TypeVar("WorkT")
_Election = tuple["Election", int, "Sequence[int]"]
"""The arguments of `ElectionFile.write`."""


class Store(Protocol[WorkT]):
    """A queue of storage, as a lane needs it."""

    @property
    def has_work(self) -> bool:
        """Return True if `take` would return work."""

    def take(self) -> WorkT | None:
        """Return the queued work; None if none can be performed now."""

    def perform(self, work: WorkT) -> list[Event]:
        """Perform the work, in any thread; return the completions."""

    def settle(self, work: WorkT) -> None:
        """Finish the work; its completions are reported afterwards."""


class LogStore:
    """The log as a `Store`."""

    def __init__(self, log: SegmentedLog) -> None:
        self._log = log
        self.take = log.take
        self.perform = log.perform
        self.settle = log.settle

    @property
    def has_work(self) -> bool:
        """Return True if anything is queued."""
        return self._log.has_work


class SnapshotStore:
    """The snapshots as a `Store`."""

    def __init__(self, snapshots: SnapshotFiles) -> None:
        self._snapshots = snapshots
        self.take = snapshots.take
        self.perform = snapshots.perform

    @property
    def has_work(self) -> bool:
        """Return True if anything is queued."""
        return self._snapshots.has_work

    def settle(self, work: object) -> None:
        """Finish the work, of any kind."""
        del work
        self._snapshots.settle()


class ElectionStore:
    """quorum-state as a `Store` of one write, and as the replica's port."""

    def __init__(self, file: ElectionFile) -> None:
        self._file = file
        self._queued: _Election | None = None

    def write(self, election: Election, kraft_version: int, voter_ids: Sequence[int]) -> bool:
        """Queue the election. The replica does nothing else until it is durable."""
        self._queued = (election, kraft_version, voter_ids)
        return True

    @property
    def has_work(self) -> bool:
        """Return True if work is queued."""
        return self._queued is not None

    def take(self) -> _Election | None:
        """Remove and return the queued election."""
        queued, self._queued = self._queued, None
        return queued

    def perform(self, work: _Election) -> list[Event]:
        """Write the election, in any thread; durable on return. An OSError ends the node."""
        self._file.write(*work)
        return []

    def settle(self, work: _Election) -> None:
        """Do nothing: `deliver` notifies the replica."""


class DiskLane(Generic[WorkT]):
    """One thread for one queue. Completions go to `deliver`, errors to `fail`.

    Use it from the thread of the running event loop only; `close` before the store is closed.
    """

    def __init__(
        self,
        name: str,
        store: Store[WorkT],
        deliver: Callable[[list[Event]], None],
        fail: Callable[[BaseException], None],
    ) -> None:
        self.name = name
        self.seconds = Histogram()
        """Duration of each piece of work; observed by the lane's thread."""
        self._store = store
        self._deliver = deliver
        self._fail = fail
        self._loop = asyncio.get_running_loop()
        self._inbox: SimpleQueue[WorkT | None] = SimpleQueue()
        self._is_busy = False
        self._busy_since_s = 0.0
        self._is_closed = False
        self._idle: asyncio.Future[None] | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def poke(self) -> None:
        """Start the queued work, unless earlier work is running: then it runs afterwards."""
        if self._is_busy or self._is_closed or not self._store.has_work:
            return
        work = self._store.take()
        if work is not None:
            self._is_busy = True
            self._busy_since_s = time.monotonic()
            self._inbox.put(work)

    @property
    def waits_s(self) -> float:
        """The duration so far of the work in progress."""
        return time.monotonic() - self._busy_since_s if self._is_busy else 0.0

    async def close(self) -> None:
        """Wait for the running work, then end the thread. No more completions are delivered.

        Queued work stays queued.
        """
        if self._is_closed:
            return
        self._is_closed = True
        if self._is_busy:
            self._idle = self._loop.create_future()
            await self._idle
        self._inbox.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (work := self._inbox.get()) is not None:
            began_s = time.perf_counter()
            try:
                events: list[Event] | BaseException = self._store.perform(work)
            except BaseException as error:  # noqa: BLE001 - the loop receives it and ends the node
                events = error
            self.seconds.observe(time.perf_counter() - began_s)
            self._loop.call_soon_threadsafe(self._done, work, events)

    def _done(self, work: WorkT, events: list[Event] | BaseException) -> None:
        self._is_busy = False
        try:
            self._store.settle(work)
        except BaseException as error:  # noqa: BLE001 - `close` must not wait for ever
            if not isinstance(events, BaseException):
                events = error
        if isinstance(events, BaseException):
            # also while it is closed: a write that failed must not look like a clean end
            self._fail(events)
        if self._idle is not None:
            self._idle.set_result(None)
        if self._is_closed or isinstance(events, BaseException):
            return
        self._deliver(events)
        self.poke()


# -- reads -----------------------------------------------------------------------------------------

_AHEAD: Final = 2
"""Answers that are read and not taken by the event loop yet: each can have 8 MiB."""


class FileReads:
    """One thread for all reads. Exceptions of those who receive a result go to `fail`.

    Use it from the thread of the running event loop; after `close` nothing is delivered.
    """

    def __init__(
        self, log: SegmentedLog, snapshots: SnapshotFiles, fail: Callable[[BaseException], None]
    ) -> None:
        self._log = log
        self._snapshots = snapshots
        self._fail = fail
        self._loop = asyncio.get_running_loop()
        self._inbox: SimpleQueue[tuple[Callable[[], Found], TakeRead] | None] = SimpleQueue()
        self._room = threading.Semaphore(_AHEAD)
        self._is_closed = False
        self._thread: threading.Thread | None = None

    def records(self, start_offset: int, end_offset: int, max_bytes: int, take: TakeRead) -> None:
        """Read batches as `LogStore.read` does."""
        found = self._log.reading(start_offset, end_offset, max_bytes)
        if isinstance(found, bytes):
            take(found)
        else:
            self._submit(found, take)

    def snapshot_piece(
        self, snapshot_id: SnapshotId, position: int, max_bytes: int, take: TakeRead
    ) -> None:
        """Read a piece as `SnapshotStore.read` does."""
        self._submit(partial(self._piece, snapshot_id, position, max_bytes), take)

    def _piece(self, snapshot_id: SnapshotId, position: int, max_bytes: int) -> bytes | None:
        try:
            return self._snapshots.read(snapshot_id, position, max_bytes)
        except KeyError:
            return None  # deleted by the thread of the snapshots meanwhile

    def close(self) -> None:
        """Stop delivering completions; a running read ends by itself."""
        self._is_closed = True
        self._inbox.put(None)
        for _ in range(_AHEAD):
            self._room.release()

    def _submit(self, read: Callable[[], Found], take: TakeRead) -> None:
        if self._is_closed:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="kraft-reads", daemon=True)
            self._thread.start()
        self._inbox.put((read, take))

    def _run(self) -> None:
        while (work := self._inbox.get()) is not None:
            self._room.acquire()
            if self._is_closed:
                return
            read, take = work
            try:
                found: Found = read()
            except Exception as error:  # noqa: BLE001 - the caller decides what it means
                found = ReadFailed(error)
            try:
                self._loop.call_soon_threadsafe(self._deliver, take, found)
            except RuntimeError:
                return  # the loop has ended while the disk hung

    def _deliver(self, take: TakeRead, found: Found) -> None:
        self._room.release()
        if self._is_closed:
            return
        try:
            take(found)
        except BaseException as error:  # noqa: BLE001 - any error ends the node
            self._fail(error)
