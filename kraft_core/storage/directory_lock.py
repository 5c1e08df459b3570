"""The lock on a log directory: that of Kafka (`.lock`, a POSIX record lock on the whole file).

So a Java process and ours keep each other out too. Such locks belong to the process: a second lock
on the same file in one process would be granted, and closing any descriptor of the file would give
up the first. Therefore this module remembers what this process holds.
"""

from __future__ import annotations

import errno
import fcntl
import os
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

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
        """Give it up; the file stays, as Kafka leaves it."""
        with _guard:
            if self._identity in _held:
                _held.discard(self._identity)
                os.close(self._descriptor)


def lock_file(path: Path) -> FileLock | None:
    """Lock a file exclusively, creating it if missing; None if it is locked already."""
    with _guard:
        if path.exists() and _identity(path.stat()) in _held:
            return None  # opening and closing it would give up the lock that is held
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
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


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino
