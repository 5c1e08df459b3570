"""The files port in memory, with everything that a power loss can do to what was not synced.

Tests and the simulator run the real log and its recovery on it. A file has the bytes that readers
see (the page cache) and those that a disk holds; a folder likewise has two sets of names. `sync`
makes them equal. `MemoryDisk.power_loss` lets each unsynced write survive, vanish, survive in part
or leave zeros where there was nothing, each unsynced name survive or vanish; `MemoryDisk.restart`
is the end of a process alone, after which the page cache is still there, and still not durable.
After a failed sync of a file the cache keeps its bytes and the disk never gets them, however often
they are synced later.
"""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from kraft_core.raft.consensus.values import Payload

_SECTOR_BYTES: Final = 64
"""Less than any disk's, so that a batch of a few records can be torn in the middle."""


class MemoryDisk:
    """Folders and files that lose power together.

    `before` is called with the kind of each operation and the path that it is for; it can raise an
    OSError (full disk, failed sync) or anything else to end the process right there. Kinds: create,
    open, read, write, truncate, sync, rename, remove, folder_sync.
    """

    def __init__(self, name: str = "disk") -> None:
        self.before: Callable[[str, str], None] | None = None
        self.locked: set[str] = set()
        self.open_files: set[MemoryFile] = set()
        """Files that a real disk would count as descriptors."""
        self.incarnation = 0
        self.root = MemoryFolder(self, name)

    def restart(self) -> None:
        """End the process: open files and locks are lost, the page cache stays."""
        self.incarnation += 1
        self.locked.clear()
        self.open_files.clear()

    def power_loss(self, rng: random.Random | None = None) -> None:
        """Lose power: a generator decides which unsynced data survives; without one none does."""
        self.restart()
        self.root.lose(rng)

    def note(self, kind: str, path: str) -> None:
        """Call `before` with the coming operation."""
        if self.before is not None:
            self.before(kind, path)


class _Content:
    """The bytes of one file: as readers see them, and as the disk has them."""

    __slots__ = ("cached", "durable", "is_stale", "pending", "read_only")

    def __init__(self) -> None:
        self.cached = bytearray()
        self.durable = bytearray()
        self.pending: list[tuple[int, bytes | None]] = []
        """Position and bytes of each unsynced write; size and None of each truncation."""
        self.read_only = False
        self.is_stale = False
        """True if a sync has failed: the cache can have data that never reaches the disk."""

    def change(self, position: int, payload: bytes | None) -> None:
        _apply(self.cached, position, payload)
        self.pending.append((position, payload))

    def sync(self) -> None:
        for position, payload in self.pending:
            _apply(self.durable, position, payload)
        self.pending.clear()

    def fail_sync(self) -> None:
        """Fail a sync: readers see the writes, but they never become durable.

        Sizes are the journal's.
        """
        self.is_stale = True
        self.pending = [change for change in self.pending if change[1] is None]

    def lose(self, rng: random.Random | None) -> None:
        if not self.pending and not self.is_stale:
            return  # both sides are the same
        self.is_stale = False
        if rng is not None:
            for position, payload in self.pending:
                _apply_in_part(self.durable, position, payload, rng)
        self.pending.clear()
        self.cached = bytearray(self.durable)


def _apply(content: bytearray, position: int, payload: bytes | None) -> None:
    if payload is None:
        del content[position:]
        return
    if position > len(content):
        content.extend(bytes(position - len(content)))
    content[position : position + len(payload)] = payload


def _apply_in_part(
    content: bytearray, position: int, payload: bytes | None, rng: random.Random
) -> None:
    """Apply a random part of a write that was never synced."""
    fate = rng.randrange(5)
    if fate == 0:  # nothing of it
        return
    if payload is None or fate == 1:  # all of it
        _apply(content, position, payload)
    elif fate == 2:  # its front
        _apply(content, position, payload[: rng.randint(0, len(payload))])
    else:
        # Unwritten bytes stay unchanged; there are zeros only where the file had no bytes before.
        end = position + len(payload)
        kept = bytearray(content[position:end].ljust(len(payload), b"\0"))
        for start in range(0, len(payload) if fate == 4 else 0, _SECTOR_BYTES):
            if rng.random() < 0.5:
                kept[start : start + _SECTOR_BYTES] = payload[start : start + _SECTOR_BYTES]
        _apply(content, position, bytes(kept))


class MemoryFile:
    """An open file of a `MemoryDisk`; of no use after the process ended."""

    __slots__ = ("_content", "_disk", "_incarnation", "_path")

    def __init__(self, disk: MemoryDisk, path: str, content: _Content) -> None:
        self._disk = disk
        self._path = path
        self._content = content
        self._incarnation = disk.incarnation
        disk.open_files.add(self)

    def size(self) -> int:
        """Return the current size of the file."""
        return len(self._content.cached)

    def read(self, position: int, size: int) -> bytes:
        """Return the bytes from that position on."""
        self._note("read")
        return bytes(self._content.cached[position : position + size])

    def write(self, position: int, payloads: Sequence[Payload]) -> None:
        """Write all payloads from that position on."""
        self._note("write")
        self._content.change(position, b"".join(payloads))

    def truncate(self, size: int) -> None:
        """Set the size of the file."""
        self._note("truncate")
        self._content.change(size, None)

    def sync(self) -> None:
        """Make content and size durable.

        If that fails the bytes stay in the cache, and later syncs leave them out, as on Linux.
        """
        try:
            self._note("sync")
        except OSError:
            self._content.fail_sync()
            raise
        self._content.sync()

    def close(self) -> None:
        """Close the file, so that it no longer counts as open."""
        self._disk.open_files.discard(self)

    def _note(self, kind: str) -> None:
        if self._incarnation != self._disk.incarnation:
            raise OSError(errno.EBADF, "the process that opened this file has ended", self._path)
        self._disk.note(kind, self._path)


class MemoryLock:
    """A lock of a `MemoryDisk`."""

    def __init__(self, disk: MemoryDisk, path: str) -> None:
        self._disk = disk
        self._path = path

    def release(self) -> None:
        """Release the lock."""
        self._disk.locked.discard(self._path)


class MemoryFolder:
    """A folder of a `MemoryDisk`. Folders in folders are durable at once."""

    def __init__(self, disk: MemoryDisk, path: str) -> None:
        self._disk = disk
        self._path = path
        self._cached: dict[str, _Content] = {}
        self._durable: dict[str, _Content] = {}
        self._pending: list[tuple[str, str, _Content]] = []
        """Old name (empty for a new file), new name (empty for a removed one), the file."""
        self._folders: dict[str, MemoryFolder] = {}

    @property
    def path(self) -> str:
        """Its name, under that of its disk."""
        return self._path

    def names(self) -> list[str]:
        """Return the names of all files, sorted."""
        return sorted(self._cached)

    def peek(self, name: str) -> bytes:
        """Return the bytes of a file as readers see them; `before` is not called."""
        return bytes(self._cached[name].cached)

    def size_of(self, name: str) -> int:
        """Return the size of a file without calling `before`."""
        return len(self._cached[name].cached)

    def create(self, name: str) -> MemoryFile:
        """Return a new, empty file."""
        self._disk.note("create", f"{self._path}/{name}")
        content = self._cached.get(name)
        if content is None:
            content = _Content()
            self._change("", name, content)
        else:
            content.change(0, None)
        return MemoryFile(self._disk, f"{self._path}/{name}", content)

    def open(self, name: str) -> MemoryFile:
        """Return an existing file, to read and write."""
        content = self._find("open", name)
        if content.read_only:
            raise PermissionError(errno.EACCES, "the file is read only", f"{self._path}/{name}")
        return MemoryFile(self._disk, f"{self._path}/{name}", content)

    def open_to_read(self, name: str) -> MemoryFile:
        """Return an existing file, to read and sync."""
        return MemoryFile(self._disk, f"{self._path}/{name}", self._find("open", name))

    def open_to_rewrite(self, name: str) -> MemoryFile:
        """Return an existing file, read only or not, to write its own bytes again."""
        return self.open_to_read(name)

    def rename(self, old: str, new: str) -> None:
        """Rename a file."""
        self._change(old, new, self._find("rename", old))

    def remove(self, name: str) -> None:
        """Remove a file."""
        self._change(name, "", self._find("remove", name))

    def make_read_only(self, name: str) -> None:
        """Remove write permission from a file."""
        self._find("open", name).read_only = True

    def is_open_to_all(self, name: str) -> bool:
        """Return False: memory has no other users."""
        del name
        return False

    def sync(self) -> None:
        """Make the names durable."""
        self._disk.note("folder_sync", self._path)
        for old, new, content in self._pending:
            _rename(self._durable, old, new, content)
        self._pending.clear()

    def folder(self, name: str) -> MemoryFolder:
        """Return the folder of that name in this one."""
        if name not in self._folders:
            self._folders[name] = MemoryFolder(self._disk, f"{self._path}/{name}")
        return self._folders[name]

    def has_folder(self, name: str) -> bool:
        """Return True if there is a folder of that name."""
        return name in self._folders

    def lock(self, name: str) -> MemoryLock | None:
        """Lock a file; None if another process holds the lock."""
        path = f"{self._path}/{name}"
        if path in self._disk.locked:
            return None
        self._disk.locked.add(path)
        return MemoryLock(self._disk, path)

    def lose(self, rng: random.Random | None) -> None:
        """Lose power; see `MemoryDisk.power_loss`."""
        if rng is not None:
            for old, new, content in self._pending:
                if rng.random() < 0.5 and (not old or self._durable.get(old) is content):
                    _rename(self._durable, old, new, content)
        self._pending.clear()
        for content in {id(each): each for each in self._durable.values()}.values():
            content.lose(rng)
        self._cached = dict(self._durable)
        for folder in self._folders.values():
            folder.lose(rng)

    def _find(self, kind: str, name: str) -> _Content:
        self._disk.note(kind, f"{self._path}/{name}")
        content = self._cached.get(name)
        if content is None:
            raise FileNotFoundError(errno.ENOENT, "no such file", f"{self._path}/{name}")
        return content

    def _change(self, old: str, new: str, content: _Content) -> None:
        _rename(self._cached, old, new, content)
        self._pending.append((old, new, content))


def _rename(names: dict[str, _Content], old: str, new: str, content: _Content) -> None:
    """Rename in a set of names; the old name stays if it is another file by now."""
    if old and names.get(old) is content:
        del names[old]
    if new:
        names[new] = content
