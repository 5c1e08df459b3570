"""The snapshots on disk, as far as decisions need them: ids, sizes, order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.consensus.values import BOOTSTRAP_SNAPSHOT_ID, OffsetAndEpoch, SnapshotId

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.consensus.log_view import LogView


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """A snapshot under its final name."""

    snapshot_id: SnapshotId
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Valid:
    """The fetch offset lies on this log."""


Validation = Valid | OffsetAndEpoch | StoredSnapshot
"""On this log; or where the logs part; or the snapshot that must be fetched instead."""

_VALID = Valid()


class SnapshotCatalog:
    """Snapshots in Kafka's order: epoch, then offset.

    The bootstrap snapshot (0-0) is never among them, so it can neither be served nor named
    to a peer.
    """

    def __init__(self, stored: Iterable[StoredSnapshot] = ()) -> None:
        self._stored: list[StoredSnapshot] = []
        for snapshot in stored:
            self.add(snapshot)

    def __len__(self) -> int:
        return len(self._stored)

    @property
    def latest(self) -> StoredSnapshot | None:
        """The one that reaches farthest."""
        return self._stored[-1] if self._stored else None

    @property
    def earliest(self) -> StoredSnapshot | None:
        """The one that ends first."""
        return self._stored[0] if self._stored else None

    @property
    def end_offset(self) -> int:
        """Everything below is committed and in a snapshot; 0 without one."""
        return self._stored[-1].snapshot_id.offset if self._stored else 0

    def get(self, snapshot_id: SnapshotId) -> StoredSnapshot | None:
        """The snapshot of exactly that id."""
        for snapshot in self._stored:
            if snapshot.snapshot_id == snapshot_id:
                return snapshot
        return None

    def add(self, snapshot: StoredSnapshot) -> None:
        """Take a snapshot in; one of the same id is replaced."""
        if snapshot.snapshot_id == BOOTSTRAP_SNAPSHOT_ID:
            return
        rest = [each for each in self._stored if each.snapshot_id != snapshot.snapshot_id]
        self._stored = sorted([*rest, snapshot], key=lambda each: each.snapshot_id.order)

    def drop_before(self, snapshot_id: SnapshotId) -> bool:
        """Forget those that end below that one; tell whether there were any."""
        kept = [each for each in self._stored if each.snapshot_id.offset >= snapshot_id.offset]
        dropped = len(kept) < len(self._stored)
        self._stored = kept
        return dropped

    def validate(self, log: LogView, offset: int, epoch: int) -> Validation:
        """Whether a replica that ends at that offset, with that last epoch, can go on from there.

        As Kafka's `validateOffsetAndEpoch`: a follower below the log start, or whose last epoch is
        older than the earliest snapshot's, needs a snapshot; one that left this log's history
        is told the largest epoch not above its own and where that ends here.
        """
        if log.start_offset == 0 and offset == 0:
            return _VALID
        if epoch == log.last_epoch and log.start_offset < offset <= log.end_offset:
            return _VALID  # what nearly every fetch is
        earliest, latest = self.earliest, self.latest
        if earliest is not None and latest is not None:
            base = earliest.snapshot_id
            at_start = offset == log.start_offset and epoch != base.epoch
            if offset < log.start_offset or epoch < base.epoch or at_start:
                return latest
        end = log.end_of_epoch(epoch)
        if earliest is not None and end == OffsetAndEpoch(earliest.snapshot_id.offset, epoch):
            end = earliest.snapshot_id
        return _VALID if end.epoch == epoch and end.offset >= offset else end
