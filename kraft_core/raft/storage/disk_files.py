"""The files port on a real disk, and the lock on a log directory.

The lock is Kafka's: `.lock`, a POSIX record lock on the whole file, so a Java process and kraft
keep each other out too. Such locks belong to the process: a second lock on the same file in one
process would be granted, and closing any descriptor of the file would give up the first. Therefore
this module remembers what this process holds.

Modes follow PostgreSQL's data directory, since the metadata log has the SCRAM keys of users: a new
directory is 0700 and its files are 0600. In a directory that its group can read and enter, new
folders are 0750 and new files 0640. A umask can take more away. What exists keeps its mode
(divergence L10).
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import sys
import threading
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Final

from kraft_core.raft.storage.errors import UnsafeFileError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.values import Payload


LOCK_NAME: Final = ".lock"

_held: Final[set[tuple[int, int]]] = set()
"""Device and inode of the files that this process has locked."""

_guard: Final = threading.Lock()


class FileLock:
    """A lock that is held until `release`, or until the process ends."""

    def __init__(self, descriptor: int, identity: tuple[int, int]) -> None:
        self._descriptor = descriptor
        self._identity = identity

    def release(self) -> None:
        """Release the lock; the file stays, as Kafka leaves it."""
        with _guard:
            if self._identity in _held:
                _held.discard(self._identity)
                os.close(self._descriptor)


def lock_file(path: Path, mode: int = 0o600) -> FileLock | None:
    """Lock a file exclusively, creating it if missing; None if it is locked already."""
    with _guard:
        if path.exists() and _identity(path.stat()) in _held:
            return None  # opening and closing it would give up the lock that is held
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, mode)
        try:
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(descriptor)
            if error.errno in {errno.EACCES, errno.EAGAIN}:
                return None
            raise
        identity = _identity(os.fstat(descriptor))
        _held.add(identity)
        return FileLock(descriptor, identity)


def lock_holder(path: Path) -> int | None:
    """Return the id of the process that holds the lock of a file, None if no process does.

    Nothing is locked or made. 0 is a process whose id cannot be seen here, as in another container.
    Raises OSError if the file cannot be opened.
    """
    with _guard:
        if not path.exists():
            return None
        if _identity(path.stat()) in _held:
            return os.getpid()  # opening and closing it would give up the lock that is held
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            asked = _FLOCK.pack(*_flock(fcntl.F_WRLCK))
            found = _FLOCK.unpack(fcntl.fcntl(descriptor, fcntl.F_GETLK, asked))
        finally:
            os.close(descriptor)
    kind, process = (found[3], found[2]) if _IS_BSD else (found[0], found[4])
    return None if kind == fcntl.F_UNLCK else process


_IS_BSD: Final = sys.platform == "darwin"
_FLOCK: Final = Struct("qqihh" if _IS_BSD else "hhqqi4x")
"""struct flock: type, whence, start, length and process, in the order of the system."""


def _flock(kind: int) -> tuple[int, ...]:
    return (0, 0, 0, kind, 0) if _IS_BSD else (kind, 0, 0, 0, 0)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


_GROUP_READS: Final = stat.S_IRGRP | stat.S_IXGRP
_WIDER: Final = stat.S_IWGRP | stat.S_IRWXO
"""Permissions that only the owner should have on a directory with keys."""
_BUFFERS_PER_WRITE: Final = 512
"""Below the smallest IOV_MAX in practice (1024)."""


def _sync(descriptor: int) -> None:
    """Sync by fdatasync, or fsync on a system without it (macOS)."""
    getattr(os, "fdatasync", os.fsync)(descriptor)


def make_directory(path: str | os.PathLike[str]) -> None:
    """Make a data directory that only its owner can open, unless it exists.

    Missing directories above it get the modes that the umask leaves.
    """
    Path(path).mkdir(mode=0o700, parents=True, exist_ok=True)


def check_writable(path: str | os.PathLike[str]) -> None:
    """Raise OSError if no file can be made in this directory; nothing is left in it."""
    import tempfile  # commands only

    with tempfile.TemporaryFile(dir=path):
        pass


def wide_mode(path: str | os.PathLike[str]) -> int | None:
    """Return the mode of a directory that others can open or its group can change, else None.

    The content need not be checked: it can only be reached through the directory. Raises OSError.
    """
    mode = stat.S_IMODE(Path(path).stat().st_mode)
    return mode if mode & _WIDER else None


def free_bytes(path: str | os.PathLike[str]) -> int:
    """Return the bytes that an unprivileged process can still write on that file system.

    Raises OSError.
    """
    found = os.statvfs(path)
    return found.f_bavail * found.f_frsize


class DiskFile:
    """An open file descriptor."""

    __slots__ = ("_descriptor",)

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def size(self) -> int:
        """Return the current size of the file."""
        return os.fstat(self._descriptor).st_size

    def read(self, position: int, size: int) -> bytes:
        """Return the bytes from that position on; fewer than `size` only at the end of the file."""
        found = os.pread(self._descriptor, size, position)
        if len(found) == size or not found:
            return found
        pieces = [found]
        while (left := size - sum(map(len, pieces))) and pieces[-1]:
            pieces.append(os.pread(self._descriptor, left, position + size - left))
        return b"".join(pieces)

    def write(self, position: int, payloads: Sequence[Payload]) -> None:
        """Write all payloads from that position on."""
        waiting: list[Payload] = [payload for payload in payloads if len(payload)]
        first = 0
        while first < len(waiting):
            buffers = waiting[first : first + _BUFFERS_PER_WRITE]
            written = os.pwritev(self._descriptor, buffers, position)
            position += written
            for buffer in buffers:
                if written < len(buffer):
                    if written:
                        waiting[first] = memoryview(buffer)[written:]
                    break
                written -= len(buffer)
                first += 1

    def truncate(self, size: int) -> None:
        """Set the size of the file."""
        os.ftruncate(self._descriptor, size)

    def sync(self) -> None:
        """Make content and size durable."""
        _sync(self._descriptor)

    def close(self) -> None:
        """Close the descriptor; a second call does nothing."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            os.close(descriptor)


class DiskFolder:
    """A folder of the file system. `path` exists already."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._group: int | None = None

    @property
    def _group_reads(self) -> bool:
        """Return True if the group can open this folder, and therefore its new entries."""
        if self._group is None:
            self._group = self._path.stat().st_mode & _GROUP_READS
        return self._group == _GROUP_READS

    @property
    def path(self) -> str:
        """The path of the directory."""
        return str(self._path)

    def names(self) -> list[str]:
        """Return the names of all files, sorted."""
        with os.scandir(self._path) as entries:
            return sorted(each.name for each in entries if not each.is_dir(follow_symlinks=False))

    def create(self, name: str) -> DiskFile:
        """Return a new, empty file."""
        return self._open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC)

    def open(self, name: str) -> DiskFile:
        """Return an existing file, to read and write."""
        return self._open(name, os.O_RDWR)

    def open_to_read(self, name: str) -> DiskFile:
        """Return an existing file, to read and sync."""
        return self._open(name, os.O_RDONLY)

    def open_to_rewrite(self, name: str) -> DiskFile:
        """Return an existing file, read only or not, to write its own bytes again."""
        path = self._path / name
        self._open(name, os.O_RDONLY).close()  # refuses a symbolic link
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & stat.S_IWUSR:
            return self.open(name)
        path.chmod(mode | stat.S_IWUSR)
        try:
            return self.open(name)
        finally:
            path.chmod(mode)

    def rename(self, old: str, new: str) -> None:
        """Rename a file, in one step."""
        (self._path / old).replace(self._path / new)

    def remove(self, name: str) -> None:
        """Remove a file."""
        (self._path / name).unlink()

    def make_read_only(self, name: str) -> None:
        """Remove write permission from a file."""
        path = self._path / name
        path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o222)

    def is_open_to_all(self, name: str) -> bool:
        """Return True if every user can write to the file."""
        return bool((self._path / name).lstat().st_mode & stat.S_IWOTH)

    def sync(self) -> None:
        """Make the names durable."""
        descriptor = os.open(self._path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def folder(self, name: str) -> DiskFolder:
        """Return the folder of that name in this one."""
        path = self._path / name
        if not path.is_dir():
            path.mkdir(mode=0o750 if self._group_reads else 0o700)
            self.sync()
        return DiskFolder(path)

    def has_folder(self, name: str) -> bool:
        """Return True if a subfolder of that name exists."""
        return (self._path / name).is_dir()

    def lock(self, name: str) -> FileLock | None:
        """Lock a file; None if another process holds the lock."""
        return lock_file(self._path / name, self._file_mode)

    @property
    def _file_mode(self) -> int:
        return 0o640 if self._group_reads else 0o600

    def _open(self, name: str, flags: int) -> DiskFile:
        path = self._path / name
        mode = self._file_mode if flags & os.O_CREAT else 0
        try:
            # O_NONBLOCK: opening a named pipe would wait for a writer
            kind = os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
            descriptor = os.open(path, flags | kind, mode)
        except OSError as error:
            if error.errno != errno.ELOOP:
                raise
            raise UnsafeFileError(
                f"{path} is a symbolic link; a state file must be a regular file."
            ) from None
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise UnsafeFileError(f"{path} is not a regular file.")
        return DiskFile(descriptor)
