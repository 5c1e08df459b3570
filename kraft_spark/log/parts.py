"""What one task reads: parts of files, and what of them counts. Sent to the workers as it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from kraft_spark.files.log_file import LogFile


@dataclass(frozen=True, slots=True)
class Transactions:
    """What of a partition is not committed.

    `aborted` are rows of producer id, first and last offset; from `last_stable` on nothing counts,
    None where no transaction is open. `is_indexed` says that `aborted` comes from the indexes of
    the partition and not from its markers.
    """

    aborted: tuple[tuple[int, int, int], ...] = ()
    last_stable: int | None = None
    is_indexed: bool = False

    def within(self, first: int, end: int | None) -> Transactions:
        """What counts for the offsets from `first` on below `end`, None for no end."""
        aborted = tuple(
            one for one in self.aborted if one[2] >= first and (end is None or one[1] < end)
        )
        return replace(self, aborted=aborted)


@dataclass(frozen=True, slots=True)
class UnreadTransactions:
    """Tasks find out what is committed of a partition: the files beside it do not say.

    `last` and `size` are the path and the size of the last segment when the read was planned, so
    that all tasks see the same log.
    """

    last: str
    size: int


@dataclass(frozen=True, slots=True)
class Bounds:
    """Which offsets count, from `first` up to `end`, which does not; None for no bound.

    Batches whose newest timestamp is below `since` are not wanted.
    """

    first: int | None = None
    end: int | None = None
    since: int | None = None

    def batches(self, heads: NDArray[Any]) -> NDArray[np.bool_]:
        """Which batches of format 2 may hold a record that counts."""
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
        """Whether every offset counts."""
        return self.first is None and self.end is None

    def offsets(self, offsets: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which offsets count."""
        keep = np.ones(len(offsets), np.bool_)
        if self.first is not None:
            keep &= offsets >= self.first
        if self.end is not None:
            keep &= offsets < self.end
        return keep


@dataclass(frozen=True, slots=True)
class LogPart:
    """The bytes of a file from `start` to `end`, and what of them counts."""

    file: LogFile
    start: int
    end: int
    bounds: Bounds = field(default_factory=Bounds)
    transactions: Transactions | UnreadTransactions | None = None

    @property
    def size(self) -> int:
        """Bytes to read."""
        return self.end - self.start
