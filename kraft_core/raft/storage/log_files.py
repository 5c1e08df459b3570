"""Operations on the files of the log, in an order that leaves a valid log after any crash.

Every method returns when its effect is durable, or raises OSError, after which the log must not be
touched again. The order rules, and what each is for:

* Files are removed newest first when the log is truncated and oldest first when its start is
  deleted, each name synced before the next: the remaining log has no gap.
* A truncation is synced before anything is appended in its place: else old batches could come back
  after new ones.
* The durable mark goes down before the log does and up after it.
* A rolled segment is synced before the next one exists.

Kafka writes the state of producers next to segments (ProducerStateManager): one file for the base
offset of each new segment and one for the log end when it stops. No producer ever writes to the
metadata log, so the content is always the same: version 1, checksum, no entries. Kafka opens a log
without them just as well.
"""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from struct import Struct
from typing import TYPE_CHECKING, Final, cast

from kraft_core.raft.consensus.log import LeaderEpochs
from kraft_core.raft.directory import DELETED, PRODUCER_SNAPSHOT, SEGMENT_SUFFIXES, segment_file
from kraft_core.raft.storage.durable_mark import DurableMark, write_mark
from kraft_core.raft.storage.files import Trash
from kraft_core.raft.storage.leader_epochs import write_epochs
from kraft_core.raft.storage.segment import Segment
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.values import BatchSummary, Payload, SnapshotId
    from kraft_core.raft.storage.files import File, Folder
    from kraft_core.raft.storage.settings import StorageSettings


_unpack_timestamp = Struct(">q").unpack_from
_MAX_TIMESTAMP_PLACE: Final = 35

QueuedAppend = tuple["Sequence[BatchSummary]", "Payload"]
"""Batches and their bytes."""


class LogFiles:
    """The segments of one log, its epoch checkpoint and its durable mark.

    `segments` is replaced, never changed, so that another thread can read while this one works.
    There is always one, and the last is the active one.
    """

    def __init__(
        self,
        folder: Folder,
        settings: StorageSettings,
        segments: Sequence[Segment],
        mark: DurableMark,
    ) -> None:
        self.segments = tuple(segments)
        self.mark = mark
        self._folder = folder
        self._settings = settings
        self._epochs = LeaderEpochs()
        self._trash = Trash(folder, settings.delete_delay_ms)
        self._next_renewal_ms: int | None = None

    def begin(self, epochs: LeaderEpochs, stored: Sequence[tuple[int, int]] | None) -> None:
        """Begin after recovery: the whole log is durable, so write its checkpoint and mark.

        `stored` are the entries of the epoch checkpoint; None if the file must be made again.
        """
        if stored is None or list(stored) != list(epochs.entries):
            write_epochs(self._folder, epochs.entries)
        self._epochs = epochs
        self._set_mark(self._highest_mark())

    @property
    def path(self) -> str:
        """The path of the log, for messages."""
        return self._folder.path

    @property
    def end_offset(self) -> int:
        """The offset that the next batch gets."""
        return self.segments[-1].end_offset

    @property
    def size_bytes(self) -> int:
        """The size of all batches."""
        return sum(segment.size for segment in self.segments)

    def segment_for(self, offset: int) -> Segment:
        """Return the segment that has that offset or would get it."""
        segments = self.segments
        place = bisect_right(segments, offset, key=lambda segment: segment.base_offset)
        return segments[max(place - 1, 0)]

    def append(self, appends: Sequence[QueuedAppend]) -> None:
        """Append batches with one write and one sync, more only where a segment is full."""
        # the checkpoint first: Kafka's recovery drops epochs above the log end, but finds none that
        # is missing (LeaderEpochFileCache)
        self._note_epochs(appends)
        waiting: list[Payload] = []
        active = self.segments[-1]
        written = active.size
        for batches, payload in appends:
            times = _max_timestamps(batches, payload)
            newest = times[0] if len(times) == 1 else max(times)
            # waiting batches are written and synced before the segment is rolled: recovery treats a
            # torn batch as harmless only at the end of the last segment
            if active.size and self._is_full(active, batches[-1], newest, len(payload)):
                _write(active, written, waiting)
                active = self._roll(active)
                waiting, written = [], 0
            for batch, time in zip(batches, times, strict=True):
                active.add(batch.size_bytes, batch.last_offset, time)
            waiting.append(payload)
        _write(active, written, waiting)

    def truncate(self, end_offset: int) -> None:
        """Remove everything from that offset on, which begins a batch or is the log end."""
        # with a mark above the new end, the next start would treat the truncated records as lost
        # and be refused
        if self.mark.end_offset > end_offset:
            self._set_mark(DurableMark(end_offset, self._epochs.before(end_offset)))
        doomed = [each for each in self.segments[1:] if each.base_offset > end_offset]
        # newest first: a crash in between leaves a log that is only longer, without a gap in it
        self._take_away(list(reversed(doomed)))
        if end_offset < self.end_offset:
            self.segments[-1].truncate(end_offset)
        self._set_epochs(self._epochs.below(end_offset))

    def reset(self, snapshot_id: SnapshotId) -> None:
        """Drop everything; the log continues, empty, at the end of the snapshot."""
        # first: after a crash that follows the removal of the old log, the records in the snapshot
        # must not count as lost
        if self.mark.end_offset:
            self._set_mark(DurableMark())
        self._take_away(list(reversed(self.segments)))
        self.segments = (Segment.create(self._folder, snapshot_id.offset),)
        self._folder.sync()
        self._set_epochs(LeaderEpochs((), snapshot_id.epoch))
        self._set_mark(DurableMark(snapshot_id.offset, snapshot_id.epoch))

    def delete_prefix(self, start_offset: int) -> None:
        """Remove the segments that are wholly below that offset; the active one stays."""
        pairs = zip(self.segments, self.segments[1:], strict=False)
        doomed = [segment for segment, after in pairs if after.base_offset <= start_offset]
        # oldest first: after a crash the remaining log begins at the end of a snapshot or earlier
        self._take_away(doomed)
        self._set_epochs(self._epochs.above(start_offset))

    def housekeep(self, now_ms: int) -> None:
        """Renew mark and index files every few seconds; unlink what was marked for deletion."""
        self._trash.empty(now_ms)
        due = self._next_renewal_ms
        if due is not None and now_ms < due:
            return
        self._next_renewal_ms = now_ms + self._settings.mark_interval_ms
        self._renew_mark()
        self.segments[-1].write_indexes()

    def close(self) -> None:
        """Close the files, with complete indexes and the mark at the log end."""
        active = self.segments[-1]
        active.finish()
        active.file.sync()
        write_producer_snapshot(self._folder, self.end_offset)
        self._renew_mark()

    def abandon(self) -> None:
        """Close the files unchanged."""
        for segment in self.segments:
            segment.file.close()

    def _is_full(self, active: Segment, last: BatchSummary, newest: int, size: int) -> bool:
        """Return True if an append of that size needs the next segment (LogSegment.shouldRoll)."""
        settings = self._settings
        if active.size > settings.segment_bytes - size:
            return True
        if not active.reaches(active.size, last.last_offset):
            return True
        first = active.first_timestamp
        return first is not None and first >= 0 and newest - first > settings.segment_ms

    def _roll(self, active: Segment) -> Segment:
        """Close the active segment, which is synced, and begin the next one."""
        active.finish()
        rolled = Segment.create(self._folder, active.end_offset)
        write_producer_snapshot(self._folder, active.end_offset)
        self._folder.sync()
        self.segments = (*self.segments, rolled)
        self._renew_mark()
        return rolled

    def _take_away(self, segments: Sequence[Segment]) -> None:
        """Mark the files of segments for deletion, one segment after the other."""
        for segment in segments:
            self.segments = tuple(each for each in self.segments if each is not segment)
            self._mark_for_deletion(segment_file(segment.base_offset), segment.file)
            for suffix in SEGMENT_SUFFIXES[1:]:
                with suppress(FileNotFoundError):
                    self._mark_for_deletion(segment_file(segment.base_offset, suffix))
            self._folder.sync()

    def _mark_for_deletion(self, name: str, file: File | None = None) -> None:
        self._folder.rename(name, name + DELETED)
        self._trash.add(name + DELETED, file)

    def _note_epochs(self, appends: Sequence[QueuedAppend]) -> None:
        epochs = self._epochs
        last = epochs.entries[-1][0] if epochs.entries else -1
        for batches, _ in appends:
            for batch in batches:
                if batch.epoch != last:
                    last = batch.epoch
                    epochs = epochs.with_batch(last, batch.base_offset)
        if epochs is not self._epochs:
            self._set_epochs(epochs)

    def _set_epochs(self, epochs: LeaderEpochs) -> None:
        if epochs.entries != self._epochs.entries:
            write_epochs(self._folder, epochs.entries)
        self._epochs = epochs

    def _renew_mark(self) -> None:
        """Raise the mark to the log end, which is durable whenever no method is running."""
        if self.mark.end_offset < self.end_offset:
            self._set_mark(self._highest_mark())

    def _highest_mark(self) -> DurableMark:
        end_offset = self.end_offset
        return DurableMark(end_offset, self._epochs.before(end_offset))

    def _set_mark(self, mark: DurableMark) -> None:
        write_mark(self._folder, mark)
        self.mark = mark


def _max_timestamps(batches: Sequence[BatchSummary], payload: Payload) -> tuple[int, ...]:
    """Return the largest timestamp of each batch, from its header. Most appends are one batch."""
    if len(batches) == 1:
        return cast("tuple[int]", _unpack_timestamp(payload, _MAX_TIMESTAMP_PLACE))
    found, position = [], _MAX_TIMESTAMP_PLACE
    for batch in batches:
        found.append(_unpack_timestamp(payload, position)[0])
        position += batch.size_bytes
    return tuple(found)


def _write(segment: Segment, position: int, payloads: Sequence[Payload]) -> None:
    """Write and sync everything that waits, at once."""
    if payloads:
        segment.file.write(position, payloads)
        segment.file.sync()


_NO_ENTRIES: Final = bytes(4)
PRODUCER_STATE: Final = Struct(">hI").pack(1, crc32c(_NO_ENTRIES)) + _NO_ENTRIES


def write_producer_snapshot(folder: Folder, offset: int) -> None:
    """Write the state at that offset. Not synced: Kafka rebuilds it if it is missing."""
    file = folder.create(segment_file(offset, PRODUCER_SNAPSHOT))
    file.write(0, (PRODUCER_STATE,))
    file.close()
