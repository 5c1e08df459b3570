"""Log, snapshots and election without files, for tests and for programs that need no durability.

Same ports and same manners as the stores on disk: calls queue, `flush` completes them, in order.
Unflushed data is lost in a `crash`.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.events import (
    LogFlushed,
    LogReset,
    LogTruncated,
    SnapshotChunkStored,
    SnapshotFailed,
    SnapshotStored,
)
from kraft_core.raft.consensus.log import StoredSnapshot
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.snapshot_files import SnapshotHeader, check_snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.values import BatchSummary, Election, Payload, SnapshotId


class _Batches:
    """Whole batches with their bytes, from `start_offset` to `end_offset`."""

    def __init__(self) -> None:
        self.start_offset = 0
        self.end_offset = 0
        self.batches: list[tuple[BatchSummary, bytes]] = []

    def copy(self) -> _Batches:
        copied = _Batches()
        copied.start_offset, copied.end_offset = self.start_offset, self.end_offset
        copied.batches = list(self.batches)
        return copied

    def append(self, batches: Sequence[BatchSummary], payload: Payload) -> None:
        position = 0
        for batch in batches:
            content = bytes(payload[position : position + batch.size_bytes])
            self.batches.append((batch, content))
            position += batch.size_bytes
        self.end_offset = batches[-1].end_offset

    def truncate(self, end_offset: int) -> None:
        while self.batches and self.batches[-1][0].end_offset > end_offset:
            end_offset = min(end_offset, self.batches.pop()[0].base_offset)
        self.end_offset = min(self.end_offset, end_offset)

    def reset(self, offset: int) -> None:
        self.batches.clear()
        self.start_offset = self.end_offset = offset

    def place_of(self, offset: int) -> int:
        return bisect_right(self.batches, offset, key=lambda entry: entry[0].base_offset) - 1


class MemoryLog:
    """A log in memory (the port `LogStore`)."""

    def __init__(self) -> None:
        self._seen = _Batches()
        self._durable = _Batches()
        self._generation = 0
        self._queue: list[tuple[Callable[[], object], Event | None]] = []

    @property
    def start_offset(self) -> int:
        """The lowest offset that can be read."""
        return self._seen.start_offset

    @property
    def end_offset(self) -> int:
        """The offset that the next batch gets, everything queued included."""
        return self._seen.end_offset

    @property
    def size_bytes(self) -> int:
        """The bytes of all batches."""
        return sum(len(content) for _, content in self._seen.batches)

    @property
    def segment_sizes(self) -> list[tuple[int, int]]:
        """A single entry with all bytes."""
        return [(self.start_offset, self.size_bytes)]

    @property
    def has_work(self) -> bool:
        """Return True if `flush` has work to do."""
        return bool(self._queue)

    def append(self, generation: int, batches: Sequence[BatchSummary], payload: Payload) -> None:
        """Queue whole batches with their final bytes, which follow the log end without a gap."""
        if generation != self._generation:
            raise ValueError(
                f"generation {generation}, but the log is at generation {self._generation}"
            )
        base_offset = batches[0].base_offset
        if base_offset != self.end_offset:
            raise ValueError(f"batches from {base_offset}, but the log ends at {self.end_offset}")
        if sum(batch.size_bytes for batch in batches) != len(payload):
            raise ValueError(f"the sizes of {len(batches)} batches differ from their bytes")
        self._seen.append(batches, payload)
        done = LogFlushed(generation, self.end_offset)
        self._queue.append((lambda: self._durable.append(batches, payload), done))

    def truncate(self, generation: int, end_offset: int) -> None:
        """Queue a truncation; whole batches are removed."""
        self._raise_generation(generation)
        if not self.start_offset <= end_offset <= self.end_offset:
            raise ValueError(
                f"a truncation to {end_offset} of a log from {self.start_offset} to "
                f"{self.end_offset}"
            )
        self._seen.truncate(end_offset)
        done = LogTruncated(generation, self.end_offset)
        self._queue.append((lambda: self._durable.truncate(end_offset), done))

    def reset(self, generation: int, snapshot_id: SnapshotId) -> None:
        """Queue the removal of the whole log, which continues at the end of that snapshot."""
        self._raise_generation(generation)
        self._seen.reset(snapshot_id.offset)
        done = LogReset(generation, snapshot_id)
        self._queue.append((lambda: self._durable.reset(snapshot_id.offset), done))

    def delete_prefix(self, start_offset: int) -> None:
        """Queue the removal of everything below that offset."""
        if start_offset > self.end_offset:
            raise ValueError(f"no log would be left: {start_offset} is above {self.end_offset}")
        if start_offset > self.start_offset:
            self._seen.start_offset = start_offset
            self._queue.append((lambda: self._forget_below(start_offset), None))

    def housekeep(self, now_ms: int) -> None:
        """Do nothing: memory needs no housekeeping."""

    def read(self, start_offset: int, end_offset: int, max_bytes: int) -> bytes:
        """Read whole batches from that of `start_offset` on, that end at `end_offset` at most.

        At least one if there is one, otherwise at most `max_bytes`; empty where there is none.
        """
        if not self.start_offset <= start_offset < self.end_offset:
            return b""
        found: list[bytes] = []
        for batch, content in self._seen.batches[self._seen.place_of(start_offset) :]:
            max_bytes -= len(content)
            if batch.end_offset > end_offset or (found and max_bytes < 0):
                break
            found.append(content)
        return b"".join(found)

    def flush(self) -> list[Event]:
        """Perform everything queued and return the completions.

        One `LogFlushed` covers many appends.
        """
        events: list[Event] = []
        for perform, event in self._queue:
            perform()
            if event is None:
                continue
            if events and isinstance(event, LogFlushed) and isinstance(events[-1], LogFlushed):
                events.pop()
            events.append(event)
        self._queue.clear()
        return events

    def close(self) -> list[Event]:
        """Perform everything queued; return the completions."""
        return self.flush()

    def crash(self) -> None:
        """Lose what was not flushed, and begin with generation 0 as after a start."""
        self._seen = self._durable.copy()
        self._queue.clear()
        self._generation = 0

    def _forget_below(self, start_offset: int) -> None:
        self._durable.start_offset = start_offset
        for batches in (self._durable, self._seen):
            kept = max(batches.place_of(start_offset), 0)
            del batches.batches[:kept]

    def _raise_generation(self, generation: int) -> None:
        if generation <= self._generation:
            raise ValueError(f"generation {generation} follows {self._generation}")
        self._generation = generation


class _MemoryPart:
    """A snapshot that is being written (the port `SnapshotWriter`)."""

    def __init__(self, keep: Callable[[_MemoryPart], None], snapshot_id: SnapshotId) -> None:
        self.snapshot_id = snapshot_id
        self.content = bytearray()
        self._keep = keep

    def append(self, payload: Payload) -> None:
        self.content += payload

    def finish(self) -> None:
        """Queue the check and the storing."""
        self._keep(self)

    def discard(self) -> None:
        self.content.clear()


class MemorySnapshots:
    """Snapshots in memory (the port `SnapshotStore`)."""

    def __init__(self) -> None:
        self._contents: dict[SnapshotId, bytes] = {}
        self._headers: dict[SnapshotId, SnapshotHeader] = {}
        self._parts: dict[int, _MemoryPart] = {}
        self._queue: list[Callable[[], Event]] = []

    @property
    def stored(self) -> tuple[StoredSnapshot, ...]:
        """All snapshots with their sizes, in the order of their offsets."""
        ordered = sorted(self._contents, key=lambda each: each.order)
        return tuple(StoredSnapshot(each, len(self._contents[each])) for each in ordered)

    @property
    def has_work(self) -> bool:
        """Return True if `flush` has work to do."""
        return bool(self._queue)

    def header(self, snapshot_id: SnapshotId) -> SnapshotHeader:
        """Return the header of a stored snapshot."""
        return self._headers[snapshot_id]

    def create(self, snapshot_id: SnapshotId) -> _MemoryPart:
        """Begin a snapshot of this replica."""
        return _MemoryPart(lambda part: self._keep_later(part, None), snapshot_id)

    def write_chunk(
        self, download: int, snapshot_id: SnapshotId, position: int, payload: Payload
    ) -> None:
        """Add bytes to a download at that position; position 0 restarts it."""
        if not position:
            self._parts[download] = self.create(snapshot_id)
        content = self._parts[download].content
        if position > len(content):
            raise ValueError(
                f"{len(content)} bytes are written, but the next ones are for {position}"
            )
        content[position : position + len(payload)] = payload
        size = len(content)
        self._queue.append(lambda: SnapshotChunkStored(download, snapshot_id, size))

    def finish(self, download: int, snapshot_id: SnapshotId) -> None:
        """Queue the check and the storing of a download."""
        del snapshot_id
        self._keep_later(self._parts.pop(download), download)

    def discard(self, download: int, snapshot_id: SnapshotId) -> None:
        """Discard an unfinished download."""
        del snapshot_id
        self._parts.pop(download, None)

    def delete_before(self, snapshot_id: SnapshotId) -> None:
        """Remove the snapshots that end below this one."""
        for each in [each for each in self._contents if each.offset < snapshot_id.offset]:
            del self._contents[each], self._headers[each]

    def read(self, snapshot_id: SnapshotId, position: int, max_bytes: int) -> bytes | None:
        """Read at most `max_bytes` from that position.

        Empty at the end, None if it does not exist.
        """
        content = self._contents.get(snapshot_id)
        return None if content is None else content[position : position + max_bytes]

    def housekeep(self, now_ms: int) -> None:
        """Do nothing: memory needs no housekeeping."""

    def flush(self) -> list[Event]:
        """Complete everything queued; return the events."""
        queue, self._queue = self._queue, []
        return [complete() for complete in queue]

    def _keep_later(self, part: _MemoryPart, origin: int | None) -> None:
        self._queue.append(lambda: self._keep(part, origin))

    def _keep(self, part: _MemoryPart, origin: int | None) -> Event:
        file = MemoryDisk().root.create("part")
        file.write(0, (part.content,))
        try:
            header = check_snapshot(file, part.snapshot_id, f"snapshot {part.snapshot_id}")
        except DamagedFileError:
            return SnapshotFailed(part.snapshot_id, origin)
        self._contents[part.snapshot_id] = bytes(part.content)
        self._headers[part.snapshot_id] = header
        return SnapshotStored(part.snapshot_id, origin, len(part.content), header.control_records)


class MemoryElection:
    """The election in memory (the port `ElectionStore`)."""

    def __init__(self, election: Election | None = None) -> None:
        self.election = election

    def read(self) -> Election | None:
        """Return the stored election, None if there is none."""
        return self.election

    def write(self, election: Election, kraft_version: int, voter_ids: Sequence[int]) -> bool:
        """Store the election, at once."""
        del kraft_version, voter_ids
        self.election = election
        return False
