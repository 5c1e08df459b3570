"""Part files: snapshots on their way, under a name that no reader looks at."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from kraft_core.storage.file_names import PART, snapshot_stem

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.consensus.values import Payload, SnapshotId
    from kraft_core.storage.files import File, Folder


class Part:
    """One part file. `origin` is the number of its download, None if it is written here."""

    def __init__(
        self, folder: Folder, snapshot_id: SnapshotId, origin: int | None, number: int
    ) -> None:
        """The number sets it apart from others of the same snapshot."""
        self.name = f"{snapshot_stem(snapshot_id)}-{number}{PART}"
        self.snapshot_id = snapshot_id
        self.origin = origin
        self.size = 0
        self.has_failed = False
        self._folder = folder
        self._file: File | None = None

    @property
    def file(self) -> File:
        """The open file, created when it is first wanted. Raises OSError."""
        if self._file is None:
            self._file = self._folder.create(self.name)
        return self._file

    def write(self, position: int, payload: Payload) -> None:
        """Add bytes at that position, which is not behind the end."""
        if position > self.size:
            raise ValueError(f"{self.name} has {self.size} bytes, the next ones are for {position}")
        self.file.write(position, (payload,))
        self.size = max(self.size, position + len(payload))

    def close(self) -> None:
        """Give the file back."""
        if self._file is not None:
            self._file.close()

    def remove(self) -> None:
        """Remove it, or leave it to the next start if the disk does not let us."""
        self.close()
        if self._file is not None:
            with suppress(OSError):
                self._folder.remove(self.name)


class PartWriter:
    """A snapshot that is being written here (the port `SnapshotWriter`)."""

    def __init__(
        self, part: Part, finish: Callable[[Part], None], discard: Callable[[Part], None]
    ) -> None:
        self._part = part
        self._finish = finish
        self._discard = discard

    def append(self, payload: Payload) -> None:
        """Add bytes at the end."""
        self._part.write(self._part.size, payload)

    def finish(self) -> None:
        """Queue the check, sync and final name."""
        self._finish(self._part)

    def discard(self) -> None:
        """Queue the removal."""
        self._discard(self._part)
