"""The local log and snapshots as consensus sees them: offsets, epochs, durable ends. No bytes.

`LeaderEpochs` is the one epoch cache (Kafka's LeaderEpochFileCache), for consensus and storage.

`LogView` is the one holder of log positions.
It is ahead of the disk: it changes when an effect is put out, and `flushed_end` and `is_settled`
follow when the completion comes. `generation` is raised by every truncation and reset, so that a
completion of work that was queued before is distinguished from one that counts.

`SnapshotCatalog` has ids, sizes and order of the snapshots on disk, and says whether a fetch offset
and epoch lie on this log (KIP-595 and KIP-630, Kafka's `validateOffsetAndEpoch`). It is the one
list of a running replica: log cleaning reads it too.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID, OffsetAndEpoch, SnapshotId

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class LeaderEpochs:
    """Entries (epoch, start offset), both rising, and the epoch of the record before the first.

    A value: storage has one for its files, consensus one for its decisions.
    """

    entries: tuple[tuple[int, int], ...] = ()
    earlier: int = 0

    @property
    def last(self) -> int:
        """The epoch of the last record."""
        return self.entries[-1][0] if self.entries else self.earlier

    def before(self, end_offset: int) -> int:
        """Return the epoch of the last record below that offset."""
        place = bisect_left(self.entries, end_offset, key=lambda entry: entry[1])
        return self.entries[place - 1][0] if place else self.earlier

    def with_batch(self, epoch: int, base_offset: int) -> LeaderEpochs:
        """Return the log with a batch at its end."""
        if self.entries and epoch == self.entries[-1][0]:
            return self
        return LeaderEpochs((*self.entries, (epoch, base_offset)), self.earlier)

    def below(self, end_offset: int) -> LeaderEpochs:
        """Return the epochs that remain when the log is truncated to that offset."""
        place = bisect_left(self.entries, end_offset, key=lambda entry: entry[1])
        return LeaderEpochs(self.entries[:place], self.earlier)

    def above(self, start_offset: int) -> LeaderEpochs:
        """Return the epochs that remain when the log begins at that offset, in its epoch."""
        place = bisect_right(self.entries, start_offset, key=lambda entry: entry[1])
        if not place:
            return self
        first = (self.entries[place - 1][0], start_offset)
        return LeaderEpochs((first, *self.entries[place:]), self.before(start_offset))


@dataclass(slots=True)
class LogView:
    """Start, end, and the first offset of each epoch, ascending in both.

    `epochs` has every epoch with records at or after the start, and as its `earlier` one that of
    the record before `start_offset`, which a snapshot holds; 0 if there is none. After recovery
    everything is durable, so a new view is settled and flushed to its end.
    """

    start_offset: int = 0
    end_offset: int = 0
    epochs: LeaderEpochs = LeaderEpochs()
    flushed_end: int = -1
    generation: int = 0
    is_settled: bool = True

    def __post_init__(self) -> None:
        if self.flushed_end < 0:
            self.flushed_end = self.end_offset

    def copy(self) -> LogView:
        """Return an independent copy."""
        return replace(self)

    @property
    def last_epoch(self) -> int:
        """The epoch of the last record, of the snapshot below an empty log, or 0."""
        return self.epochs.last

    @property
    def end(self) -> OffsetAndEpoch:
        """Log end offset and the epoch of the last record."""
        return OffsetAndEpoch(self.end_offset, self.last_epoch)

    @property
    def is_durable(self) -> bool:
        """Return True if the log end can be claimed: all is flushed, no truncation is pending."""
        return self.is_settled and self.flushed_end == self.end_offset

    def epoch_at(self, offset: int) -> int:
        """Return the epoch of the record at that offset; below the start that of the snapshot."""
        return self.epochs.before(offset + 1)

    def point_before(self, offset: int) -> OffsetAndEpoch:
        """Return the log end before the record at that offset was appended."""
        end = max(offset, self.start_offset)
        return OffsetAndEpoch(end, self.epoch_at(end - 1))

    def end_of_epoch(self, epoch: int) -> OffsetAndEpoch:
        """Return the end of the largest local epoch that is not above the given one.

        An epoch above all local ones gives the log end. An epoch below all local ones is returned
        itself, with the start of the first local epoch as its end.
        """
        entries = self.epochs.entries
        if epoch >= self.last_epoch or not entries:
            return self.end
        place = bisect_right(entries, epoch, key=lambda entry: entry[0])
        end = entries[place][1]
        return OffsetAndEpoch(end, entries[place - 1][0] if place else epoch)

    def append(self, end_offset: int, epoch: int) -> None:
        """Note records of that epoch up to that end."""
        if not self.is_settled or end_offset <= self.end_offset or epoch < self.last_epoch:
            raise ValueError(f"cannot append up to {end_offset}@{epoch} to a log at {self.end}")
        self.epochs = self.epochs.with_batch(epoch, self.end_offset)
        self.end_offset = end_offset

    def flushed(self, generation: int, end_offset: int) -> bool:
        """Record that everything below that end is durable.

        False if known or of another generation.
        """
        # the sync was of records that a truncation has replaced since: calling their successors
        # durable would acknowledge records that are on no disk
        if generation != self.generation or end_offset <= self.flushed_end:
            return False
        self.flushed_end = min(end_offset, self.end_offset)
        return True

    def truncate(self, end_offset: int) -> None:
        """Remove the end; no log end can be claimed until `truncated` reports durability."""
        self.generation += 1
        self.is_settled = False
        self._truncate_to(end_offset)

    def truncated(self, generation: int, end_offset: int) -> bool:
        """Note a durable truncation.

        Storage can remove more, never less: it removes whole batches.
        """
        if generation != self.generation or self.is_settled:
            return False
        if end_offset < self.end_offset:
            self._truncate_to(end_offset)
        self.flushed_end = end_offset
        self.is_settled = True
        return True

    def reset(self, snapshot_id: OffsetAndEpoch) -> None:
        """Restart the log, empty, at the end of the snapshot."""
        self.generation += 1
        self.is_settled = False
        self.start_offset = self.end_offset = snapshot_id.offset
        self.epochs = LeaderEpochs((), snapshot_id.epoch)
        self.flushed_end = snapshot_id.offset

    def was_reset(self, generation: int) -> bool:
        """Note a durable reset."""
        if generation != self.generation or self.is_settled:
            return False
        self.is_settled = True
        return True

    def delete_prefix(self, snapshot_id: OffsetAndEpoch) -> None:
        """Begin the log where that snapshot ends."""
        self.start_offset = snapshot_id.offset
        is_empty = self.start_offset == self.end_offset
        kept = LeaderEpochs() if is_empty else self.epochs.above(snapshot_id.offset)
        self.epochs = replace(kept, earlier=snapshot_id.epoch)

    def follows_snapshot(self, snapshot_id: OffsetAndEpoch) -> None:
        """Begin the log at the end of that snapshot, which has the epoch of the record before."""
        self.epochs = replace(self.epochs, earlier=snapshot_id.epoch)

    def _truncate_to(self, end_offset: int) -> None:
        if not self.start_offset <= end_offset <= self.end_offset:
            raise ValueError(
                f"cannot truncate {self.start_offset}..{self.end_offset} to {end_offset}"
            )
        self.end_offset = end_offset
        self.flushed_end = min(self.flushed_end, end_offset)
        self.epochs = self.epochs.below(end_offset)


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """A snapshot under its final name."""

    snapshot_id: SnapshotId
    size_bytes: int


@dataclass(frozen=True, slots=True)
class Valid:
    """The fetch offset lies on this log."""


Validation = Valid | OffsetAndEpoch | StoredSnapshot
"""On this log; or the point of divergence; or the snapshot that must be fetched instead."""


_VALID = Valid()


class SnapshotCatalog:
    """Snapshots in Kafka's order: epoch, then offset.

    `stored` is every snapshot on disk, the bootstrap snapshot (0-0) included: cleaning counts it
    and deletes it first, as in Kafka (KafkaRaftLog.snapshots). All else leaves it out, so it can
    neither be served nor named to a peer.
    """

    def __init__(self, stored: Iterable[StoredSnapshot] = ()) -> None:
        self.stored: tuple[StoredSnapshot, ...] = ()
        self._served: tuple[StoredSnapshot, ...] = ()
        for snapshot in stored:
            self.add(snapshot)

    @property
    def latest(self) -> StoredSnapshot | None:
        """The snapshot that reaches farthest."""
        return self._served[-1] if self._served else None

    @property
    def earliest(self) -> StoredSnapshot | None:
        """The snapshot that ends first."""
        return self._served[0] if self._served else None

    @property
    def end_offset(self) -> int:
        """The end of the snapshot: everything below is committed and contained; 0 without one."""
        return self._served[-1].snapshot_id.offset if self._served else 0

    def get(self, snapshot_id: SnapshotId) -> StoredSnapshot | None:
        """Return the snapshot of exactly that id."""
        for snapshot in self._served:
            if snapshot.snapshot_id == snapshot_id:
                return snapshot
        return None

    def add(self, snapshot: StoredSnapshot) -> None:
        """Add a snapshot; it replaces one of the same id."""
        rest = [each for each in self.stored if each.snapshot_id != snapshot.snapshot_id]
        self._use([*rest, snapshot])

    def drop_before(self, snapshot_id: SnapshotId) -> bool:
        """Forget the snapshots that end below that one; return True if there were any."""
        kept = [each for each in self.stored if each.snapshot_id.offset >= snapshot_id.offset]
        if len(kept) == len(self.stored):
            return False
        self._use(kept)
        return True

    def _use(self, stored: Iterable[StoredSnapshot]) -> None:
        self.stored = tuple(sorted(stored, key=lambda each: each.snapshot_id.order))
        has_bootstrap = self.stored and self.stored[0].snapshot_id == BOOTSTRAP_SNAPSHOT_ID
        self._served = self.stored[1:] if has_bootstrap else self.stored

    def validate(self, log: LogView, offset: int, epoch: int) -> Validation:
        """Return True if a replica with that log end and last epoch can continue from there.

        As Kafka's `validateOffsetAndEpoch`: a follower below the log start, or whose last epoch is
        older than the earliest snapshot's, needs a snapshot; the answer to one that
        diverged is the largest epoch not above its own, and where that epoch ends here.
        """
        if log.start_offset == 0 and offset == 0:
            return _VALID
        if epoch == log.last_epoch and log.start_offset < offset <= log.end_offset:
            return _VALID  # the common case
        earliest, latest = self.earliest, self.latest
        if earliest is not None and latest is not None:
            base = earliest.snapshot_id
            # at the log start only the snapshot has the preceding epoch: a different epoch there
            # means a different history
            at_start = offset == log.start_offset and epoch != base.epoch
            if offset < log.start_offset or epoch < base.epoch or at_start:
                return latest
        end = log.end_of_epoch(epoch)
        if earliest is not None and end == OffsetAndEpoch(earliest.snapshot_id.offset, epoch):
            end = earliest.snapshot_id
        return _VALID if end.epoch == epoch and end.offset >= offset else end
