"""The file leader-epoch-checkpoint: where each leader epoch begins (LeaderEpochCheckpointFile).

Text: the version, the number of entries, then `epoch startOffset`, both rising. Recovery learns the
epochs from the batches themselves; the file is kept right for Kafka and its tools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.raft.directory import OFFSET_MAX
from kraft_core.raft.storage.files import replace_file
from kraft_core.raft.storage.text_files import damaged, later_version, read_text, whole_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.storage.files import Folder


NAME: Final = "leader-epoch-checkpoint"
_VERSION: Final = "0"
_EPOCH_MAX: Final = (1 << 31) - 1


def read_epochs(folder: Folder) -> list[tuple[int, int]] | None:
    """Return the entries (epoch, start offset); None without the file.

    Raises DamagedFileError, and UnknownVersionError for a version that a later release wrote.

    An empty file has no entries, as Kafka creates it empty.
    """
    text = read_text(folder, NAME)
    if text is None:
        return None
    lines = text.splitlines()
    if not lines:
        return []
    if lines[0] != _VERSION:
        version = whole_number(lines[0], _EPOCH_MAX)
        if version:
            raise later_version(folder, NAME, version, f"only {_VERSION} is")
        raise damaged(folder, NAME, f"version {lines[0][:20]!r} instead of {_VERSION}")
    count = whole_number(lines[1], len(text)) if len(lines) > 1 else None
    if count != len(lines) - 2:
        raise damaged(folder, NAME, "the number of entries differs from the stored count")
    entries: list[tuple[int, int]] = []
    for line in lines[2:]:
        entry = _entry(line)
        if entry is None or (entries and (entry[0] <= entries[-1][0] or entry[1] < entries[-1][1])):
            raise damaged(folder, NAME, f"{line[:60]!r} is not an entry or does not follow")
        entries.append(entry)
    return entries


def write_epochs(folder: Folder, entries: Sequence[tuple[int, int]]) -> None:
    """Replace the file; durable on return."""
    replace_file(folder, NAME, encoded(entries))


def encoded(entries: Sequence[tuple[int, int]]) -> bytes:
    """Return the content of the file."""
    lines = [_VERSION, str(len(entries)), *(f"{epoch} {start}" for epoch, start in entries)]
    return "".join(f"{line}\n" for line in lines).encode()


def _entry(line: str) -> tuple[int, int] | None:
    parts = line.split(" ")
    if len(parts) != 2:
        return None
    epoch, start = whole_number(parts[0], _EPOCH_MAX), whole_number(parts[1], OFFSET_MAX)
    return None if epoch is None or start is None else (epoch, start)
