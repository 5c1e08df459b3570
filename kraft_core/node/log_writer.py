"""The disk's threads: what storage queued is performed there, and its completions come back.

One `DiskLane` stands for one queue of storage (the log, the snapshots, quorum-state). `poke` takes
all that is queued and hands it to the lane's thread; when the completions are back, `settle` is
called and whatever gathered meanwhile goes the same way. So a sync serves every append that waited
for it: group commit. Everything but `perform` happens in the thread of the event loop.
"""

from __future__ import annotations

import asyncio
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.consensus.events import Event
    from kraft_core.consensus.values import Election
    from kraft_core.storage.election_file import ElectionFile
    from kraft_core.storage.segmented_log import SegmentedLog
    from kraft_core.storage.snapshot_files import SnapshotFiles

WorkT = TypeVar("WorkT")
_Election = tuple["Election", int, "Sequence[int]"]
"""What `ElectionFile.write` takes."""


class Store(Protocol[WorkT]):
    """A queue of storage, as a lane needs it."""

    @property
    def has_work(self) -> bool:
        """Whether `take` would give anything."""

    def take(self) -> WorkT | None:
        """All that is queued, None if nothing can be taken now."""

    def perform(self, work: WorkT) -> list[Event]:
        """Do it, in any thread; the completions."""

    def settle(self, work: WorkT) -> None:
        """It is done; before the completions are told."""


class LogStore:
    """The log as such a queue."""

    def __init__(self, log: SegmentedLog) -> None:
        self._log = log
        self.take = log.take
        self.perform = log.perform
        self.settle = log.settle

    @property
    def has_work(self) -> bool:
        """Whether anything is queued."""
        return self._log.has_work


class SnapshotStore:
    """The snapshots as such a queue."""

    def __init__(self, snapshots: SnapshotFiles) -> None:
        self._snapshots = snapshots
        self.take = snapshots.take
        self.perform = snapshots.perform

    @property
    def has_work(self) -> bool:
        """Whether anything is queued."""
        return self._snapshots.has_work

    def settle(self, work: object) -> None:
        """It is done; what was done does not matter here."""
        del work
        self._snapshots.settle()


class ElectionStore:
    """quorum-state as such a queue, of one write, and as the replica's port."""

    def __init__(self, file: ElectionFile) -> None:
        self._file = file
        self._queued: _Election | None = None

    def write(self, election: Election, kraft_version: int, voter_ids: Sequence[int]) -> bool:
        """Queue it. The replica does nothing else until it is durable."""
        self._queued = (election, kraft_version, voter_ids)
        return True

    @property
    def has_work(self) -> bool:
        """Whether it is queued."""
        return self._queued is not None

    def take(self) -> _Election | None:
        """What is queued."""
        queued, self._queued = self._queued, None
        return queued

    def perform(self, work: _Election) -> list[Event]:
        """Write it, in any thread; durable on return. Raises OSError, which ends the node."""
        self._file.write(*work)
        return []

    def settle(self, work: _Election) -> None:
        """Nothing to do: `deliver` tells the replica."""


class DiskLane(Generic[WorkT]):
    """One thread for one queue. `deliver` gets completions, `fail` what no completion can tell.

    Use it from the thread of the running event loop only; `close` before the store is closed.
    """

    def __init__(
        self,
        name: str,
        store: Store[WorkT],
        deliver: Callable[[list[Event]], None],
        fail: Callable[[BaseException], None],
    ) -> None:
        self._store = store
        self._deliver = deliver
        self._fail = fail
        self._loop = asyncio.get_running_loop()
        self._inbox: SimpleQueue[WorkT | None] = SimpleQueue()
        self._is_busy = False
        self._is_closed = False
        self._idle: asyncio.Future[None] | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def poke(self) -> None:
        """Have what is queued performed, unless earlier work is under way: then after it."""
        if self._is_busy or self._is_closed or not self._store.has_work:
            return
        work = self._store.take()
        if work is not None:
            self._is_busy = True
            self._inbox.put(work)

    async def close(self) -> None:
        """Wait for the work that is under way, then end the thread. Nothing is delivered any more.

        What is still queued stays so.
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
            try:
                events: list[Event] | BaseException = self._store.perform(work)
            except BaseException as error:  # noqa: BLE001 - the loop hears of it and ends the node
                events = error
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
