"""The metadata log in segment files: a queue, one sync for everything in it, and reads.

The port `LogStore` of `kraft_core.raft.replica.ports`. Calls only queue; their effect is seen by
`read` at once. Who drives the log calls `flush`, or, to have the disk work in a thread of its own:

    work = log.take()             # in the thread of the replica
    events = log.perform(work)    # in the other thread, meanwhile the log is used as ever
    log.settle(work)              # in the thread of the replica; then feed it the events

Nothing here has a thread or a clock.

`Tail` holds the newest batches in memory: those that wait for the disk, and some before them.
Followers fetch what was just appended, so most reads never touch a file; and a read has to see what
is queued but not written.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.events import LogFlushed, LogReset, LogTruncated, LogWriteFailed
from kraft_core.raft.storage.errors import LogFailedError, StorageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.values import BatchSummary, Payload, SnapshotId
    from kraft_core.raft.storage.log_files import LogFiles


_PIECE_BYTES: Final = 500
_BATCH_BYTES: Final = 150
"""Memory of a piece besides its payload, and of each batch in it. An idle quorum appends a batch of
85 bytes each half second: 8 MiB of payload alone take 60 MB."""


class TailPiece:
    """Batches appended together, and their bytes. `is_written` if they are in a file."""

    __slots__ = ("base_offset", "batches", "end_offset", "is_written", "payload")

    def __init__(self, batches: Sequence[BatchSummary], payload: Payload) -> None:
        self.batches = batches
        self.payload = payload
        self.base_offset = batches[0].base_offset
        self.end_offset = batches[-1].end_offset
        self.is_written = False

    @property
    def size_bytes(self) -> int:
        """The memory that the piece takes."""
        return len(self.payload) + _PIECE_BYTES + _BATCH_BYTES * len(self.batches)

    def places(self) -> Iterator[tuple[BatchSummary, int]]:
        """Yield the batches, each with its position."""
        position = 0
        for batch in self.batches:
            yield batch, position
            position += batch.size_bytes

    def cut(self, end_offset: int) -> bool:
        """Drop the batches that reach beyond that offset; return True if any remain.

        The queue keeps copies of bytes, so that they are written as they were queued.
        """
        kept = [batch for batch in self.batches if batch.end_offset <= end_offset]
        if not kept:
            return False
        self.payload = memoryview(self.payload)[: sum(batch.size_bytes for batch in kept)]
        self.batches = kept
        self.end_offset = kept[-1].end_offset
        return True


class Tail:
    """Pieces in the order of their offsets, without a gap, up to the log end."""

    def __init__(self, recent_bytes: int) -> None:
        self._recent_bytes = recent_bytes
        self._pieces: list[TailPiece] = []
        self._size_bytes = 0

    @property
    def start_offset(self) -> int | None:
        """The first offset in memory; None if there is none."""
        return self._pieces[0].base_offset if self._pieces else None

    def append(self, piece: TailPiece) -> None:
        """Add a piece at the end."""
        self._pieces.append(piece)
        self._size_bytes += piece.size_bytes

    def trim(self) -> None:
        """Drop the oldest pieces that are in a file, down to the size that is kept.

        Only when a quarter more has gathered, so that this is no work for each append.
        """
        count, size = 0, self._size_bytes
        if size <= self._recent_bytes + self._recent_bytes // 4:
            return
        for piece in self._pieces:
            if size <= self._recent_bytes or not piece.is_written:
                break
            size -= piece.size_bytes
            count += 1
        if count:
            del self._pieces[:count]
            self._size_bytes = size

    def truncate(self, end_offset: int) -> None:
        """Drop everything from that offset on."""
        while self._pieces and self._pieces[-1].end_offset > end_offset:
            piece = self._pieces.pop()
            self._size_bytes -= piece.size_bytes
            if piece.cut(end_offset):
                self.append(piece)

    def clear(self) -> None:
        """Drop all pieces."""
        self._pieces.clear()
        self._size_bytes = 0

    def batch_start(self, offset: int) -> int:
        """Return the base offset of the batch with that offset, which must be in memory."""
        piece = self._pieces[self._place(offset)]
        starts = (batch.base_offset for batch in piece.batches if batch.end_offset > offset)
        return next(starts, piece.end_offset)

    def read(self, start_offset: int, end_offset: int, max_bytes: int) -> bytes:
        """Read whole batches, from that of `start_offset` on, that end at `end_offset` at most.

        At least one if there is one, otherwise at most `max_bytes`.
        """
        found: list[Payload] = []
        room = max_bytes
        for place in range(self._place(start_offset), len(self._pieces)):
            piece = self._pieces[place]
            taken, is_whole = _take(piece, start_offset, end_offset, room, at_least_one=not found)
            if taken:
                found.append(taken)
                room -= len(taken)
            if not is_whole:
                break
        return bytes(found[0]) if len(found) == 1 else b"".join(found)

    def _place(self, offset: int) -> int:
        place = bisect_right(self._pieces, offset, key=lambda piece: piece.base_offset)
        return max(place - 1, 0)


def _take(
    piece: TailPiece, start_offset: int, end_offset: int, room: int, *, at_least_one: bool
) -> tuple[Payload, bool]:
    """Return the bytes of a piece for an answer, and True if the next piece can follow."""
    fits = len(piece.payload) <= room and piece.end_offset <= end_offset
    if fits and start_offset <= piece.base_offset:
        return piece.payload, True
    begin = stop = None
    for batch, position in piece.places():
        if batch.end_offset <= start_offset:
            continue
        begin = position if begin is None else begin
        after = position + batch.size_bytes
        forced = at_least_one and stop is None
        if batch.end_offset > end_offset or (after - begin > room and not forced):
            return memoryview(piece.payload)[begin : stop or begin], False
        stop = after
    return memoryview(piece.payload)[begin:stop] if stop else b"", True


@dataclass(slots=True)
class Append:
    """Batches to append, and their place in the tail."""

    generation: int
    batches: Sequence[BatchSummary]
    payload: Payload
    piece: TailPiece


@dataclass(frozen=True, slots=True)
class Truncate:
    """A truncation at an offset that begins a batch."""

    generation: int
    end_offset: int


@dataclass(frozen=True, slots=True)
class Reset:
    """The end of the whole log."""

    generation: int
    snapshot_id: SnapshotId


@dataclass(frozen=True, slots=True)
class DeletePrefix:
    """The front of the log can be deleted."""

    start_offset: int


@dataclass(frozen=True, slots=True)
class Housekeep:
    """Roll, flush and delete where that is due at this time."""

    now_ms: int


Operation = Append | Truncate | Reset | DeletePrefix | Housekeep


def grouped(operations: Iterable[Operation]) -> Iterator[Sequence[Append] | Operation]:
    """Yield the operations in order, with consecutive appends together."""
    appends: list[Append] = []
    for operation in operations:
        if isinstance(operation, Append):
            appends.append(operation)
            continue
        if appends:
            yield appends
            appends = []
        yield operation
    if appends:
        yield appends


Work = list[Operation]
"""Work that is performed together."""


class SegmentedLog:
    """A log on disk. `read` sees its state ahead of the files, including queued work."""

    def __init__(self, files: LogFiles, start_offset: int, recent_bytes: int) -> None:
        self._files = files
        self._tail = Tail(recent_bytes)
        self._queue: Work = []
        self._start_offset = start_offset
        self._end_offset = files.end_offset
        self._generation = 0
        self._is_working = False
        self._is_abandoned = False
        self._failure: str | None = None

    @property
    def start_offset(self) -> int:
        """The lowest offset that can be read."""
        return self._start_offset

    @property
    def end_offset(self) -> int:
        """The offset that the next batch gets, everything queued included."""
        return self._end_offset

    @property
    def size_bytes(self) -> int:
        """The bytes of all batches in files."""
        return self._files.size_bytes

    @property
    def segment_sizes(self) -> list[tuple[int, int]]:
        """Base offset and size of each segment in files."""
        return [(segment.base_offset, segment.size) for segment in self._files.segments]

    @property
    def has_work(self) -> bool:
        """Return True if queued work can be taken now."""
        return bool(self._queue) and not self._is_working and self._failure is None

    def append(self, generation: int, batches: Sequence[BatchSummary], payload: Payload) -> None:
        """Queue whole batches with their final bytes, which follow the log end without a gap."""
        if self._failure is not None or generation != self._generation:
            self._check(generation)
        first = batches[0]
        # a gap or an overlap would permanently break LogMatching on this disk; Kafka refuses it
        # with an UnexpectedAppendOffsetException
        if first.base_offset != self._end_offset:
            raise ValueError(
                f"batches from {first.base_offset}, but the log ends at {self._end_offset}"
            )
        alone = len(batches) == 1
        size = first.size_bytes if alone else sum([batch.size_bytes for batch in batches])
        if size != len(payload):
            raise ValueError(f"the sizes of {len(batches)} batches differ from their bytes")
        piece = TailPiece(batches, payload)
        self._tail.append(piece)
        self._end_offset = piece.end_offset
        self._queue.append(Append(generation, batches, payload, piece))

    def truncate(self, generation: int, end_offset: int) -> None:
        """Queue a truncation; whole batches are removed."""
        self._raise_generation(generation)
        if not self._start_offset <= end_offset <= self._end_offset:
            raise ValueError(
                f"a truncation to {end_offset} of a log from {self._start_offset} to "
                f"{self._end_offset}"
            )
        end_offset = self._batch_start(end_offset)
        self._tail.truncate(end_offset)
        self._end_offset = end_offset
        self._queue.append(Truncate(generation, end_offset))

    def reset(self, generation: int, snapshot_id: SnapshotId) -> None:
        """Queue the removal of the whole log, which continues at the end of that snapshot."""
        self._raise_generation(generation)
        self._tail.clear()
        self._start_offset = self._end_offset = snapshot_id.offset
        self._queue.append(Reset(generation, snapshot_id))

    def delete_prefix(self, start_offset: int) -> None:
        """Queue the removal of whole segments below that offset."""
        self._check(self._generation)
        if start_offset > self._end_offset:
            raise ValueError(f"no log would be left: {start_offset} is above {self._end_offset}")
        if start_offset > self._start_offset:
            self._start_offset = start_offset
            self._queue.append(DeletePrefix(start_offset))

    def housekeep(self, now_ms: int) -> None:
        """Queue periodic work (mark, index files, deletions). Call it every second or so."""
        self._check(self._generation)
        self._queue.append(Housekeep(now_ms))

    def read(self, start_offset: int, end_offset: int, max_bytes: int) -> bytes:
        """Read whole batches, from that of `start_offset` on, that end at `end_offset` at most.

        At least one if there is one, otherwise at most `max_bytes`; empty where there is none.
        """
        found = self.reading(start_offset, end_offset, max_bytes)
        return found if isinstance(found, bytes) else found()

    def reading(
        self, start_offset: int, end_offset: int, max_bytes: int
    ) -> bytes | Callable[[], bytes]:
        """Read like `read`; the returned function reads from disk, in any thread."""
        end_offset = min(end_offset, self._end_offset)
        if not self._start_offset <= start_offset < end_offset:
            return b""
        tail_start = self._tail.start_offset
        if tail_start is not None and start_offset >= tail_start:
            return self._tail.read(start_offset, end_offset, max_bytes)
        if tail_start is not None:
            end_offset = min(end_offset, tail_start)
        segment = self._files.segment_for(start_offset)
        return partial(segment.read, start_offset, end_offset, max_bytes)

    def flush(self) -> list[Event]:
        """Perform everything queued; return the completions, in order."""
        work = self.take()
        if work is None:
            return []
        events = self.perform(work)
        self.settle(work)
        return events

    def take(self) -> Work | None:
        """Return everything queued, and remove it; None if nothing can be performed now."""
        if not self.has_work:
            return None
        work, self._queue = self._queue, []
        self._is_working = True
        return work

    def perform(self, work: Work) -> list[Event]:
        """Do the work on files; return the completions in order. The last one can be a failure."""
        events: list[Event] = []
        try:
            for step in grouped(work):
                completion = self._perform(step)
                if completion is not None:
                    events.append(completion)
        except (OSError, StorageError) as error:
            # never retried: after a failed fsync the page cache marks unwritten pages as clean, as
            # PostgreSQL found in 2018
            events.append(self._failed(error))
        return events

    def settle(self, work: Work) -> None:
        """Release the batches of finished work from memory."""
        self._is_working = False
        for operation in work:
            if isinstance(operation, Append):
                operation.piece.is_written = True
        # after a failure the tail is the only place that still has the bytes as they were accepted
        if self._failure is None:
            self._tail.trim()

    def close(self) -> list[Event]:
        """Perform everything queued and end cleanly; return the completions.

        After a failure the files are left unchanged.
        """
        events = self.flush()
        if self._failure is None:
            try:
                self._files.close()
            except OSError as error:
                events.append(self._failed(error))
        self.abandon()
        return events

    def abandon(self) -> None:
        """Close the files unchanged."""
        if not self._is_abandoned:
            self._is_abandoned = True
            self._failure = self._failure or "it is closed"
            self._files.abandon()

    def _failed(self, error: Exception) -> LogWriteFailed:
        self._failure = f"{self._files.path}: {error}"
        return LogWriteFailed(self._failure)

    def _perform(self, step: Sequence[Append] | Operation) -> Event | None:
        files = self._files
        match step:
            case Truncate(generation, end_offset):
                files.truncate(end_offset)
                return LogTruncated(generation, end_offset)
            case Reset(generation, snapshot_id):
                files.reset(snapshot_id)
                return LogReset(generation, snapshot_id)
            case DeletePrefix(start_offset):
                files.delete_prefix(start_offset)
                return None
            case Housekeep(now_ms):
                files.housekeep(now_ms)
                return None
            case Append():
                return self._perform([step])
        files.append([(append.batches, append.payload) for append in step])
        return LogFlushed(step[-1].generation, step[-1].batches[-1].end_offset)

    def _batch_start(self, offset: int) -> int:
        """Return the base offset of the batch with that offset; at the log end, that offset."""
        if offset == self._end_offset:
            return offset
        tail_start = self._tail.start_offset
        if tail_start is not None and offset >= tail_start:
            return self._tail.batch_start(offset)
        return self._files.segment_for(offset).batch_start(offset)

    def _check(self, generation: int) -> None:
        if self._failure is not None:
            raise LogFailedError(f"The log can no longer be used: {self._failure}.")
        if generation != self._generation:
            raise ValueError(
                f"generation {generation}, but the log is at generation {self._generation}"
            )

    def _raise_generation(self, generation: int) -> None:
        self._check(self._generation)
        if generation <= self._generation:
            raise ValueError(f"generation {generation} follows {self._generation}")
        self._generation = generation
