"""Reads of files for answers, off the event loop: a disk that hangs must not silence a leader.

The port `Reads` of `kraft_core.replica.ports`. What is in memory is there at once; segments and
snapshots are read by one thread, in the order in which they were asked for.
"""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Final

from kraft_core.replica.ports import ReadFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.consensus.values import SnapshotId
    from kraft_core.replica.ports import Found, TakeRead
    from kraft_core.storage.segmented_log import SegmentedLog
    from kraft_core.storage.snapshot_files import SnapshotFiles

_AHEAD: Final = 2
"""Answers that are read and not taken by the event loop yet: each may have 8 MiB."""


class FileReads:
    """One thread for all reads. `fail` gets what taking an answer raises.

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
        """Deliver nothing any more; a read that is under way ends by itself."""
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
            except Exception as error:  # noqa: BLE001 - whoever asked decides what it means
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
        except BaseException as error:  # noqa: BLE001 - the node ends with it, whatever it is
            self._fail(error)
