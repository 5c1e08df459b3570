"""Parts of files, and the records in them that count: plain values, sent to workers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kraft_spark.files.log_file import LogFile


@dataclass(frozen=True, slots=True)
class Transactions:
    """The uncommitted part of a partition.

    `aborted` are rows of producer id, first and last offset; from `last_stable` on nothing counts,
    None where no transaction is open. `is_indexed` says that `aborted` comes from the indexes of
    the partition and not from its markers. `opened` are producer id and first offset of what is
    open. Markers from `end` on did not count, None where all did.
    """

    aborted: tuple[tuple[int, int, int], ...] = ()
    last_stable: int | None = None
    is_indexed: bool = False
    opened: tuple[tuple[int, int], ...] = ()
    end: int | None = None

    def within(self, first: int, end: int | None) -> Transactions:
        """Return the transactions for the offsets from `first` up to `end`; None for no end."""
        aborted = tuple(
            one for one in self.aborted if one[2] >= first and (end is None or one[1] < end)
        )
        return replace(self, aborted=aborted, opened=())


@dataclass(frozen=True, slots=True)
class UnreadTransactions:
    """Tasks find the committed part of a partition: its sidecar files do not show it.

    `last` and `size` are the path and the size of the last segment when the read was planned, so
    that all tasks see the same log, `modified` its time: an election can replace a marker by
    another one of the same size, and workers remember. `files` are the segments of a partition that
    is in a tier too; of others the directory is listed. Markers from `end` on do not count.
    """

    last: str
    size: int
    files: tuple[LogFile, ...] = ()
    end: int | None = None
    modified: int | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """The offsets to read, from `first` up to but not including `end`; None for no bound.

    Batches whose newest timestamp is below `since` are not wanted.
    """

    first: int | None = None
    end: int | None = None
    since: int | None = None

    def batches(self, heads: NDArray[Any]) -> NDArray[np.bool_]:
        """Return a mask of the batches of format 2 that can hold a record within the bounds."""
        base = heads["baseOffset"].astype(np.int64)
        keep = np.ones(len(heads), np.bool_)
        if self.first is not None:
            keep &= base + heads["lastOffsetDelta"] >= self.first
        if self.end is not None:
            keep &= base < self.end
        if self.since is not None:
            keep &= heads["maxTimestamp"] >= self.since
        return keep

    def is_open(self) -> bool:
        """Return True if every offset counts."""
        return self.first is None and self.end is None

    def offsets(self, offsets: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return a mask of the offsets to read."""
        keep = np.ones(len(offsets), np.bool_)
        if self.first is not None:
            keep &= offsets >= self.first
        if self.end is not None:
            keep &= offsets < self.end
        return keep


UNBOUNDED: Final = Bounds()
"""Every offset counts; one object for the parts of very many segments."""


@dataclass(frozen=True, slots=True)
class LogPart:
    """The bytes of a file from `start` to `end`, and the records in them that count."""

    file: LogFile
    start: int
    end: int
    bounds: Bounds = UNBOUNDED
    transactions: Transactions | UnreadTransactions | None = None

    @property
    def size(self) -> int:
        """Bytes to read."""
        return self.end - self.start


NOTHING: Final = Bounds(first=(1 << 63) - 1, end=-(1 << 63))
"""Bounds that no offset is within."""
