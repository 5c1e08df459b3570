"""A watch over the syncs of a node's log: it slows them down, and knows what is durable.

After kill -9 everything that was written is still in the page cache, so it takes a watch to tell
what a power failure could have taken as well: all that was written and not synced. The watch lies
in a small file that node and test both map, and that outlives the node.
"""

from __future__ import annotations

import mmap
import os
import struct
import time
from pathlib import Path
from typing import TYPE_CHECKING

from kraft_core.raft.storage import disk_files

if TYPE_CHECKING:
    from collections.abc import Callable

_LAYOUT = struct.Struct("=dqqq")


class DiskWatch:
    """The shared file. `delay_s` is the test's to set, the rest is the node's.

    `slow_syncs` counts the syncs that were made slower. Of the segment that was synced last
    `segment` is the base offset and `durable_size` the size that is certainly on disk.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(_LAYOUT.pack(0.0, 0, -1, 0))
        self.path = path
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _LAYOUT.size)

    def close(self) -> None:
        """Give the mapping back."""
        self._map.close()

    def _field(self, place: int) -> float:
        return _LAYOUT.unpack(self._map)[place]

    @property
    def delay_s(self) -> float:
        """How much longer each sync takes."""
        return self._field(0)

    @delay_s.setter
    def delay_s(self, seconds: float) -> None:
        struct.pack_into("=d", self._map, 0, seconds)

    @property
    def slow_syncs(self) -> int:
        """How many syncs were slowed down."""
        return int(self._field(1))

    @property
    def segment(self) -> int:
        """The base offset of the segment that was synced last, -1 if none was."""
        return int(self._field(2))

    @property
    def durable_size(self) -> int:
        """How many bytes of it a power failure leaves for certain."""
        return int(self._field(3))

    def install(self) -> None:
        """Have all syncs of files in this process go through the watch."""
        disk_files._sync = self._watched(disk_files._sync)

    def _watched(self, sync: Callable[[int], None]) -> Callable[[int], None]:
        def watched(descriptor: int) -> None:
            path = Path(f"/proc/self/fd/{descriptor}").readlink()
            is_log = path.suffix == ".log"
            size = os.fstat(descriptor).st_size
            if is_log and self.delay_s:
                time.sleep(self.delay_s)
                struct.pack_into("=q", self._map, 8, self.slow_syncs + 1)
            sync(descriptor)
            if is_log:
                struct.pack_into("=qq", self._map, 16, int(path.stem), size)

        return watched
