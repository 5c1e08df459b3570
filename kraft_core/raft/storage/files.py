"""The port that all of storage uses: folders and files, and their durability.

The rules are those of POSIX, taken strictly, so that code which is right here is right on every
file system: bytes are durable after `File.sync`, names (created, renamed, removed) after
`Folder.sync`. After a power loss, unsynced bytes and names are present, missing or partial, in any
combination. Failures are OSErrors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.values import Payload


class File(Protocol):
    """An open file. Positions and sizes are bytes."""

    def size(self) -> int:
        """Return the current size of the file."""

    def read(self, position: int, size: int) -> bytes:
        """Return the bytes from that position on: `size` of them, fewer only at the end."""

    def write(self, position: int, payloads: Sequence[Payload]) -> None:
        """Write all payloads, one after the other, from that position on."""

    def truncate(self, size: int) -> None:
        """Set the size of the file."""

    def sync(self) -> None:
        """Make content and size durable (fdatasync)."""

    def close(self) -> None:
        """Close the file without a sync; a second call does nothing."""


class Lock(Protocol):
    """An exclusive lock that is held."""

    def release(self) -> None:
        """Release the lock."""


class Folder(Protocol):
    """A folder and its direct content."""

    @property
    def path(self) -> str:
        """The path, for messages."""

    def names(self) -> list[str]:
        """Return the names of all files, sorted."""

    def create(self, name: str) -> File:
        """Return a new, empty file; one of that name is emptied."""

    def open(self, name: str) -> File:
        """Open a file to read and write; raises UnsafeFileError for a symbolic link."""

    def open_to_read(self, name: str) -> File:
        """Return an existing file, to read and sync; raises UnsafeFileError for a symbolic link."""

    def open_to_rewrite(self, name: str) -> File:
        """Return an existing file, read only or not, to write its own bytes again."""

    def rename(self, old: str, new: str) -> None:
        """Rename a file in one step; it replaces a file of that name."""

    def remove(self, name: str) -> None:
        """Remove a file."""

    def make_read_only(self, name: str) -> None:
        """Remove write permission from a file."""

    def is_open_to_all(self, name: str) -> bool:
        """Return True if everybody on the machine can write to the file."""

    def sync(self) -> None:
        """Make the names durable."""

    def folder(self, name: str) -> Folder:
        """Return the folder of that name in this one; created, durably, if it is missing."""

    def has_folder(self, name: str) -> bool:
        """Return True if a subfolder of that name exists."""

    def lock(self, name: str) -> Lock | None:
        """Lock a file, which is created if missing; None if somebody else holds the lock."""


def read_whole(folder: Folder, name: str, limit: int) -> bytes | None:
    """Return the content of a small file, at most `limit` + 1 bytes; None if it is missing."""
    try:
        file = folder.open_to_read(name)
    except FileNotFoundError:
        return None
    try:
        return file.read(0, limit + 1)
    finally:
        file.close()


def replace_file(folder: Folder, name: str, content: bytes) -> None:
    """Replace the content of a file in one step; durable on return.

    As Kafka does: written under a temporary name, synced, renamed, the folder synced.
    """
    temporary = name + TEMPORARY_SUFFIX
    file = folder.create(temporary)
    try:
        file.write(0, (content,))
        # content before name: a rename can reach the disk first, and the old content would be gone
        # without the new one
        file.sync()
    finally:
        file.close()
    folder.rename(temporary, name)
    # the name too: after a power loss the old file could be back, and with it an old vote
    folder.sync()


def sync_file(folder: Folder, name: str) -> None:
    """Make the content of a file durable, whichever process wrote it."""
    file = folder.open_to_read(name)
    try:
        file.sync()
    finally:
        file.close()


def rewrite(file: File, start: int, end: int) -> None:
    """Write the bytes between two positions again unchanged, and make them durable.

    A failed sync leaves pages in the cache that no disk has, and that the kernel calls clean: a
    second sync succeeds without writing them (PostgreSQL's "fsyncgate"). Only rewritten pages are
    dirty again.
    """
    for position in range(start, end, _REWRITE_BYTES):
        piece = file.read(position, min(_REWRITE_BYTES, end - position))
        file.write(position, (piece,))
    file.sync()


def rewrite_file(folder: Folder, name: str) -> None:
    """Write a whole file again unchanged, and make it durable."""
    file = folder.open_to_rewrite(name)
    try:
        rewrite(file, 0, file.size())
    finally:
        file.close()


def copy_folder(source: Folder, target: Folder, names: Sequence[str] | None = None) -> None:
    """Copy the files directly in a folder."""
    for name in source.names() if names is None else names:
        content = source.open_to_read(name)
        copied = target.create(name)
        copied.write(0, (content.read(0, content.size()),))
        content.close()
        copied.close()


_REWRITE_BYTES = 1 << 20

TEMPORARY_SUFFIX = ".tmp"
"""Suffix that Kafka appends to the name of a file that is being replaced."""


class Trash:
    """Renamed files that wait for deletion, each with the time when it can be deleted."""

    def __init__(self, folder: Folder, delay_ms: int) -> None:
        self._folder = folder
        self._delay_ms = delay_ms
        self._fresh: list[tuple[str, File | None]] = []
        self._waiting: list[tuple[int, str, File | None]] = []

    def add(self, name: str, file: File | None = None) -> None:
        """Add a file that was renamed to that name; `file` is open for readers."""
        self._fresh.append((name, file))

    def empty(self, now_ms: int) -> None:
        """Unlink files that have waited long enough since the first call after they were added.

        Raises OSError for the first file that cannot be unlinked; it and those after it wait for
        the next call.
        """
        due = [entry for entry in self._waiting if entry[0] <= now_ms]
        if not due and not self._fresh:
            return
        kept = [entry for entry in self._waiting if entry[0] > now_ms]
        self._waiting = kept + [(now_ms + self._delay_ms, *fresh) for fresh in self._fresh]
        self._fresh.clear()
        for place, (_, name, file) in enumerate(due):
            if file is not None:
                file.close()
            try:
                self._folder.remove(name)
            except FileNotFoundError:
                continue
            except OSError:
                self._waiting = due[place:] + self._waiting
                raise
