"""The disk of a node: files in memory that can lose unsynced data, fail and fill up."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Final

from kraft_core.raft.storage.files import copy_folder
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.topic import KAFKAS_TOPIC

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from kraft_core.raft.storage.files import Folder
    from kraft_core.raft.storage.memory_files import MemoryFolder
    from kraft_core.sim.quorum.cluster import Cluster


class NodeEnded(Exception):  # noqa: N818 - it names what happened
    """The process ends here, in the middle of its work."""


_WRITING: Final = frozenset({"write", "create"})
_SEGMENT: Final = ".log"
_SYNCING: Final = frozenset({"sync", "folder_sync"})


class SimulatedDisk:
    """A `MemoryDisk` with faults.

    `has_failed` says that a fault has struck since the last start: then it is expected that the
    node ends. After a failed sync of a file the cache keeps what the disk never gets, as on Linux.
    `on_operation` is called for every operation, by kind and path, before it is done or fails.
    """

    def __init__(self, name: str, on_operation: Callable[[str, str], None] | None = None) -> None:
        self.files = MemoryDisk(name)
        self.has_failed = False
        self.lacks_room = False
        """True if less is free than `kraft.log.reserve.bytes`."""
        self.is_near_reserve = False
        """True if more is free, but not enough that a node leads others again."""
        self.syncs = 0
        """Number of requested syncs of files."""
        self._on_operation = on_operation
        self._is_full = False
        self._fail_sync_in: int | None = None
        self._end_in: int | None = None
        self._ends_unsynced = False
        self.arm()

    @property
    def root(self) -> MemoryFolder:
        """The folder that is the log directory."""
        return self.files.root

    @property
    def is_full(self) -> bool:
        """Return True if every write fails."""
        return self._is_full

    @is_full.setter
    def is_full(self, is_full: bool) -> None:
        self._is_full = is_full
        self.arm()

    @property
    def fail_sync_in(self) -> int | None:
        """The number of syncs before one fails; None if none is to fail."""
        return self._fail_sync_in

    @fail_sync_in.setter
    def fail_sync_in(self, syncs: int | None) -> None:
        self._fail_sync_in = syncs
        self.arm()

    @property
    def end_in(self) -> int | None:
        """The number of operations before the process ends; None if it is not to end."""
        return self._end_in

    @end_in.setter
    def end_in(self, operations: int | None) -> None:
        self._end_in = operations
        self.arm()

    @property
    def ends_unsynced(self) -> bool:
        """Return True if the process ends right before the next sync of a segment of the log."""
        return self._ends_unsynced

    @ends_unsynced.setter
    def ends_unsynced(self, ends_unsynced: bool) -> None:
        self._ends_unsynced = ends_unsynced
        self.arm()

    def arm(self) -> None:
        """Check for faults at every operation while one is set."""
        counts = self._fail_sync_in is not None or self._end_in is not None
        is_armed = counts or self._is_full or self._ends_unsynced
        self.files.before = self._strike if is_armed else self._on_operation

    def end(self, power_rng: random.Random | None) -> None:
        """End the process; with a generator, the whole machine loses power.

        After a failed sync the next start in the same boot sees what no disk has.
        """
        if power_rng is None:
            self.files.restart()
        else:
            self.files.power_loss(power_rng)
        self._fail_sync_in = self._end_in = None
        self.has_failed = self._ends_unsynced = False
        self.arm()

    def copy(self, target: Folder) -> None:
        """Copy the log directory; the copy has no faults and does not count as an operation."""
        self.files.before = None
        copy_folder(self.root, target)
        if self.root.has_folder(KAFKAS_TOPIC.folder):
            topic = KAFKAS_TOPIC.folder
            copy_folder(self.root.folder(topic), target.folder(topic))
        self.arm()

    def count_down(self) -> None:
        """Count one more operation of the process; raises NodeEnded before the last one."""
        if self._end_in is not None:
            self._end_in -= 1
            if self._end_in < 0:
                raise NodeEnded

    def _strike(self, kind: str, path: str) -> None:
        if self._on_operation is not None:
            self._on_operation(kind, path)
        if kind != "read":
            self.count_down()
        if self._ends_unsynced and kind == "sync" and path.endswith(_SEGMENT):
            raise NodeEnded
        if self._is_full and kind in _WRITING:
            self.has_failed = True
            raise OSError(errno.ENOSPC, "no space left on device", path)
        if self._fail_sync_in is not None and kind in _SYNCING:
            self._fail_sync_in -= 1
            if self._fail_sync_in < 0:
                self.has_failed = True
                raise OSError(errno.EIO, "the sync failed", path)


def leave_directories(cluster: Cluster, target: Folder) -> list[str]:
    """Copy each node's log directory to `node-<id>` in that folder; return their names."""
    names = []
    for node in cluster.nodes.values():
        name = f"node-{node.node_id}"
        node.disk.copy(target.folder(name))
        names.append(name)
    return names
