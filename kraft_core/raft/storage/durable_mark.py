"""The durable mark: the offset up to which the log was flushed, to detect lost data.

After a power loss a log can end in a torn batch: it was never acknowledged and is truncated. But a
log that ends below its former synced end has lost records that this replica acknowledged, and a
replica that then votes and fetches normally can make a committed record vanish. Kafka cannot
distinguish the two. The mark can: the log must reach at least up to the mark.

It is renewed when a segment is rolled, when the log is closed, and every few seconds; it is
lowered, durably, before a truncation or reset; and it is void if quorum-state was last written by
another program (`election_file`), since then Kafka ran in between, which has no mark.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.raft.directory import OFFSET_MAX
from kraft_core.raft.storage.files import replace_file
from kraft_core.raft.storage.text_files import damaged, later_version, read_text, whole_number

if TYPE_CHECKING:
    from kraft_core.raft.storage.files import Folder

NAME: Final = "durable-mark"
_LINES: Final = re.compile(r"version: 0\nend_offset: (\d+)\nepoch: (\d+)\n", re.ASCII)
_VERSION: Final = re.compile(r"version: (\d+)\n", re.ASCII)
_EPOCH_MAX: Final = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class DurableMark:
    """The durable end: everything below `end_offset`, last record of that epoch, was durable.

    End offset 0 promises nothing; then the epoch is 0 too.
    """

    end_offset: int = 0
    epoch: int = 0


def read_mark(folder: Folder) -> DurableMark | None:
    """Return the mark, None if there is none.

    Raises DamagedFileError, and UnknownVersionError for a version that a later release wrote.
    """
    text = read_text(folder, NAME)
    if text is None:
        return None
    first = _VERSION.match(text)
    version = whole_number(first[1], _EPOCH_MAX) if first else None
    if version:
        raise later_version(folder, NAME, version, "only 0 is")
    match = _LINES.fullmatch(text)
    end = whole_number(match[1], OFFSET_MAX) if match else None
    epoch = whole_number(match[2], _EPOCH_MAX) if match else None
    if end is None or epoch is None:
        fault = "it does not say a version, an end offset and an epoch; if the log is known to be"
        raise damaged(folder, NAME, f"{fault} whole, remove this file")
    return DurableMark(end, epoch)


def write_mark(folder: Folder, mark: DurableMark) -> None:
    """Replace the mark; durable on return."""
    content = f"version: 0\nend_offset: {mark.end_offset}\nepoch: {mark.epoch}\n"
    replace_file(folder, NAME, content.encode())
