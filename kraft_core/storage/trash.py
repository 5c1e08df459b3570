"""Files that were marked for deletion: renamed at once, unlinked when nobody reads them any more.

Kafka waits `file.delete.delay.ms`. The next start removes whatever is left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.storage.files import File, Folder


class Trash:
    """Files under the names that they wait with, each with the time when it may go."""

    def __init__(self, folder: Folder, delay_ms: int) -> None:
        self._folder = folder
        self._delay_ms = delay_ms
        self._fresh: list[tuple[str, File | None]] = []
        self._waiting: list[tuple[int, str, File | None]] = []

    def add(self, name: str, file: File | None = None) -> None:
        """A file was renamed to that name; `file` is open for those who read it."""
        self._fresh.append((name, file))

    def empty(self, now_ms: int) -> None:
        """Unlink what has waited long enough since the first call after it was added."""
        due = [entry for entry in self._waiting if entry[0] <= now_ms]
        if not due and not self._fresh:
            return
        kept = [entry for entry in self._waiting if entry[0] > now_ms]
        self._waiting = kept + [(now_ms + self._delay_ms, *fresh) for fresh in self._fresh]
        self._fresh.clear()
        for _, name, file in due:
            if file is not None:
                file.close()
            try:
                self._folder.remove(name)
            except FileNotFoundError:
                continue
