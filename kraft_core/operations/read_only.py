"""A folder of a real disk whose changes stay in memory: nothing on disk is changed.

Production recovery runs on it and does what a start would do. Operations that would fail at a start
fail here in the same way: a file that cannot be opened to be written, a folder that takes no new
names. Files are opened as a start opens them; a lock is never taken.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.memory_files import MemoryDisk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.values import Payload
    from kraft_core.raft.storage.disk_files import DiskFile
    from kraft_core.raft.storage.files import File
    from kraft_core.raft.storage.memory_files import MemoryFolder

_CHANGE: Final = os.W_OK | os.X_OK


class ReadOnlyFolder:
    """A folder as it is on disk, with the changes made through this object."""

    def __init__(self, path: str | os.PathLike[str], memory: MemoryFolder | None = None) -> None:
        self._path = Path(path)
        self._disk = DiskFolder(path)
        self._made = MemoryDisk(str(path)).root if memory is None else memory
        self._is_on_disk = self._path.is_dir()
        self._names: dict[str, str | None] = {}
        """Differences from the disk: the name that a file has there, None if it is gone."""
        self._sizes: dict[str, int] = {}
        """The sizes of files that were cut, by their name on disk."""
        self._read_only: set[str] = set()

    @property
    def path(self) -> str:
        """The path of the directory."""
        return str(self._path)

    def names(self) -> list[str]:
        """Return the names of all files, sorted."""
        found = set(self._disk.names()) if self._is_on_disk else set()
        found -= self._names.keys()
        found |= {name for name, source in self._names.items() if source is not None}
        return sorted(found | set(self._made.names()))

    def create(self, name: str) -> File:
        """Create an empty file in memory."""
        source = self._source(name)
        if source is not None:
            self._disk.open(source).close()  # it is emptied by a start, which must be allowed to
        else:
            self._check_change()
        self._names[name] = None
        return self._made.create(name)

    def open(self, name: str) -> File:
        """Open a file. Bytes written to it must equal its content."""
        if name in self._made.names():
            return self._made.open(name)
        return self._opened(self._disk.open(self._known(name)), name)

    def open_to_read(self, name: str) -> File:
        """Open a file to read and sync."""
        if name in self._made.names():
            return self._made.open_to_read(name)
        return self._opened(self._disk.open_to_read(self._known(name)), name)

    def open_to_rewrite(self, name: str) -> File:
        """Open a file, read only or not, to write its own bytes again."""
        if name in self._made.names():
            return self._made.open_to_rewrite(name)
        source = self._known(name)
        file = self._disk.open_to_read(source)
        status = (self._path / source).stat()
        if not status.st_mode & stat.S_IWUSR and os.geteuid() not in {0, status.st_uid}:
            file.close()
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(self._path / name))
        return self._opened(file, name)

    def rename(self, old: str, new: str) -> None:
        """Rename a file."""
        self._check_change()
        if (self._path / new).is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(self._path / new))
        if old in self._made.names():
            self._made.rename(old, new)
            self._names[old] = self._names[new] = None
            return
        source = self._known(old)
        self._names[old], self._names[new] = None, source
        if new in self._made.names():
            self._made.remove(new)

    def remove(self, name: str) -> None:
        """Remove a file."""
        self._check_change()
        if name in self._made.names():
            self._made.remove(name)
        else:
            self._known(name)
        self._names[name] = None

    def make_read_only(self, name: str) -> None:
        """Do nothing: this directory is not written."""
        self.open_to_read(name).close()

    def is_open_to_all(self, name: str) -> bool:
        """Return True if every user of the machine can write to the file."""
        source = self._source(name)
        return source is not None and self._disk.is_open_to_all(source)

    def sync(self) -> None:
        """Do nothing: nothing is written."""

    def folder(self, name: str) -> ReadOnlyFolder:
        """Return the subfolder of that name, in memory if it is missing."""
        path = self._path / name
        if not path.is_dir():
            if path.exists():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
            self._check_change()
        return ReadOnlyFolder(path, self._made.folder(name))

    def has_folder(self, name: str) -> bool:
        """Return True if a subfolder of that name exists."""
        return (self._path / name).is_dir() or self._made.has_folder(name)

    def lock(self, name: str) -> NoLock:
        """Take no lock; raises OSError if a start could not open the file."""
        path = self._path / name
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not path.exists():
            self._check_change()
        elif not os.access(path, os.R_OK | os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return NoLock()

    def _source(self, name: str) -> str | None:
        """Return the name of a file on disk; None if it does not exist."""
        if name in self._names:
            return self._names[name]
        return name if self._is_on_disk and os.path.lexists(self._path / name) else None

    def _known(self, name: str) -> str:
        source = self._source(name)
        if source is None:
            path = str(self._path / name)
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return source

    def _opened(self, file: DiskFile, name: str) -> ReadOnlyFile:
        return ReadOnlyFile(file, self._sizes, self._known(name), self._path / name)

    def _check_change(self) -> None:
        """Raise PermissionError if this process could not change names in this folder."""
        if self._is_on_disk and not os.access(self._path, _CHANGE):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), self.path)


class ReadOnlyFile:
    """A file on disk, opened; truncated only in memory."""

    def __init__(self, file: DiskFile, sizes: dict[str, int], source: str, path: Path) -> None:
        self._file = file
        self._sizes = sizes
        self._source = source
        self._path = path

    def size(self) -> int:
        """Return the size of the file, or the offset at which it was truncated."""
        return min(self._file.size(), self._sizes.get(self._source, self._file.size()))

    def read(self, position: int, size: int) -> bytes:
        """Return the bytes from a position on."""
        return self._file.read(position, max(0, min(size, self.size() - position)))

    def write(self, position: int, payloads: Sequence[Payload]) -> None:
        """Accept bytes that the file already has; raises OSError for others."""
        for payload in payloads:
            if self.read(position, len(payload)) != payload:
                raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(self._path))
            position += len(payload)

    def truncate(self, size: int) -> None:
        """Truncate the file for readers of this object."""
        self._sizes[self._source] = min(size, self.size())

    def sync(self) -> None:
        """Do nothing: nothing is written."""

    def close(self) -> None:
        """Close the file."""
        self._file.close()


class NoLock:
    """Replaces the lock that a start would take."""

    def release(self) -> None:
        """Do nothing: no lock was taken."""
