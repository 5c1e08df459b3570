"""The index of aborted transactions beside a segment: `.txnindex`.

Kafka writes an entry where a transaction with records is aborted, into the file of the segment that
has the marker; a segment without aborted transactions has no file.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kraft_spark.files.log_file import LogFile

ENDING: Final = ".txnindex"
ENTRY: Final = np.dtype(
    [
        ("version", ">i2"),
        ("producerId", ">i8"),
        ("firstOffset", ">i8"),
        ("lastOffset", ">i8"),
        ("lastStableOffset", ">i8"),
    ]
)
"""Kafka's AbortedTxn; `lastOffset` is that of the marker."""


def read_aborted_index(content: bytes, base: int, end: int) -> NDArray[Any] | None:
    """The entries of a segment with offsets from `base` to `end`; None where they cannot be its."""
    if not content or len(content) % ENTRY.itemsize:
        return None
    entries = np.frombuffer(content, ENTRY)
    first, last = entries["firstOffset"].astype(np.int64), entries["lastOffset"].astype(np.int64)
    are_sound = (
        (entries["version"] == 0).all()
        and (first <= last).all()
        and (np.diff(last) > 0).all()
        and base <= last[0]
        and last[-1] < end
        and (entries["lastStableOffset"] <= last + 1).all()
    )
    return entries if are_sound else None


class AbortedIndexes:
    """What the indexes of a partition tell; `files` are its segments, in order.

    All transactions that began below `stable` have ended below the last entry. The index of the
    last segment does not count: it may be ahead of its log, or behind.
    """

    def __init__(self, files: list[LogFile]) -> None:
        self.stable = -1
        self._entries: dict[str, NDArray[Any]] = {}
        self._ends: dict[str, int] = {}
        self._last = files[-1].path if files else None
        for file, after in pairwise(files):
            base, end = file.name.base_offset, after.name.base_offset
            if ENDING not in file.sidecars or base is None or end is None:
                continue
            entries = read_aborted_index(file.store.read_all(file.sidecar(ENDING)), base, end)
            if entries is not None:
                self._entries[file.path] = entries
                self._ends[file.path] = end
                self.stable = max(self.stable, int(entries["lastStableOffset"].max()))

    def __contains__(self, file: LogFile) -> bool:
        """Whether the segment has an index that counts."""
        return file.path in self._entries

    def spares(self, file: LogFile) -> bool:
        """Whether no transaction that is still open can have begun in the segment."""
        return file in self and self._ends[file.path] <= self.stable

    def may_lack(self, file: LogFile) -> bool:
        """Whether a segment with aborted transactions may be without an index that counts."""
        return not self._entries or file in self or file.path == self._last

    def aborted(self, file: LogFile) -> list[tuple[int, int, int]]:
        """Producer id, first and last offset of what was aborted in the segment, by its index."""
        if file not in self:
            return []
        entries = self._entries[file.path]
        columns = (entries[name].tolist() for name in ("producerId", "firstOffset", "lastOffset"))
        return list(zip(*columns, strict=True))
