"""The snapshots in a log's folder: written here or fetched, read by followers, deleted.

The port `SnapshotStore` of `kraft_core.raft.replica.ports`. Bytes go to a part file; `finish`
checks it, syncs it, takes away the right to write and renames it, so that a snapshot under its
final name is whole and durable. A deleted one is renamed at once and unlinked later. As with the
log, calls queue what has a completion and `flush`, or `take`, `perform` and `settle`, do the work.

A snapshot counts only if `check_snapshot` finds it sound (RecordsSnapshotReader).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from kraft_core.raft.batches import batch_summary
from kraft_core.raft.consensus.events import SnapshotChunkStored, SnapshotFailed, SnapshotStored
from kraft_core.raft.consensus.log import StoredSnapshot
from kraft_core.raft.directory import DELETED, PART, snapshot_file, snapshot_stem
from kraft_core.raft.storage.batch_scan import BatchHead, BatchScan
from kraft_core.raft.storage.errors import DamagedFileError, LogFailedError
from kraft_core.raft.storage.files import Trash
from kraft_wire.errors import DecodeError
from kraft_wire.messages import SnapshotHeaderRecord
from kraft_wire.records import RecordBatch
from kraft_wire.records.control import ControlRecordType, decode_control_record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.values import ControlRecord, Payload, SnapshotId
    from kraft_core.raft.storage.files import File, Folder
    from kraft_core.raft.storage.settings import StorageSettings


class SnapshotHeader(NamedTuple):
    """The first batch of a snapshot: control records, and the time of the last record."""

    control_records: tuple[ControlRecord, ...]
    timestamp_ms: int


def read_header(file: File, where: str) -> SnapshotHeader:
    """Return the header of a stored snapshot; `where` names it. Raises DamagedFileError."""
    scan = BatchScan(file)
    for head in scan:
        return _header(file, head, where)
    raise DamagedFileError(f"{where} is not a snapshot: {scan.fault or 'it is empty'}.")


def check_snapshot(file: File, snapshot_id: SnapshotId, where: str) -> SnapshotHeader:
    """Read all of a snapshot; `where` names it. Raises DamagedFileError if anything is wrong.

    Each batch is sound, of the snapshot's epoch, and follows the one before it; offsets begin at 0.
    The first begins with a header record, the last is a footer.
    """
    scan = BatchScan(file)
    header, last, due = None, None, 0
    for head in scan:
        if head.base_offset != due or head.last_offset < due or head.epoch != snapshot_id.epoch:
            raise DamagedFileError(
                f"{where} is not a snapshot: the batch at byte {head.position} has offset"
                f" {head.base_offset} and epoch {head.epoch}, but {due} and {snapshot_id.epoch}"
                " are due."
            )
        due = head.last_offset + 1
        header = header or _header(file, head, where)
        last = head
    if scan.fault is not None or header is None or last is None:
        fault = scan.fault or "it is empty"
        raise DamagedFileError(f"{where} is not a snapshot: {fault} at byte {scan.position}.")
    _first_message(file, last, ControlRecordType.SNAPSHOT_FOOTER, where)
    return header


def _header(file: File, head: BatchHead, where: str) -> SnapshotHeader:
    batch, message = _first_message(file, head, ControlRecordType.SNAPSHOT_HEADER, where)
    try:
        records = batch_summary(batch).control_records
    except DecodeError as error:
        raise DamagedFileError(f"{where} is not a snapshot: {error}.") from None
    assert isinstance(message, SnapshotHeaderRecord)  # noqa: S101  # implied by the type
    return SnapshotHeader(records, message.last_contained_log_timestamp)


def _first_message(
    file: File, head: BatchHead, wanted: ControlRecordType, where: str
) -> tuple[RecordBatch, object]:
    """Return the batch and the message of its first record, which must be of the given type."""
    batch = RecordBatch.parse(file.read(head.position, head.size))
    try:
        record = next(batch.records(), None) if batch.is_control else None
        decoded = decode_control_record(record) if record is not None else None
    except DecodeError as error:
        raise DamagedFileError(f"{where} is not a snapshot: {error}.") from None
    if decoded is None or decoded.type is not wanted:
        name = wanted.name.removeprefix("SNAPSHOT_").lower()
        raise DamagedFileError(
            f"{where} is not a snapshot: the batch at byte {head.position} is not its {name}."
        )
    return batch, decoded.message


class Part:
    """One part file. `origin` is the number of its download, None if it is written here."""

    def __init__(
        self, folder: Folder, snapshot_id: SnapshotId, origin: int | None, number: int
    ) -> None:
        """Name the file; the number distinguishes it from other parts of the same snapshot."""
        self.name = f"{snapshot_stem(snapshot_id)}-{number}{PART}"
        self.snapshot_id = snapshot_id
        self.origin = origin
        self.size = 0
        self.has_failed = False
        self._folder = folder
        self._file: File | None = None

    @property
    def file(self) -> File:
        """The open file, created on first use. Raises OSError."""
        if self._file is None:
            self._file = self._folder.create(self.name)
        return self._file

    def write(self, position: int, payload: Payload) -> None:
        """Add bytes at that position, which is not after the end."""
        if position > self.size:
            raise ValueError(
                f"{self.name} has {self.size} bytes, but the next ones are for {position}"
            )
        self.file.write(position, (payload,))
        self.size = max(self.size, position + len(payload))

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def remove(self) -> None:
        """Remove the file; if the disk refuses, the next start removes it."""
        self.close()
        if self._file is not None:
            with suppress(OSError):
                self._folder.remove(self.name)


class PartWriter:
    """A snapshot being written by this replica (the port `SnapshotWriter`)."""

    def __init__(
        self,
        part: Part,
        finish: Callable[[Part], None],
        discard: Callable[[Part], None],
        failed: Callable[[], None],
    ) -> None:
        self._part = part
        self._finish = finish
        self._discard = discard
        self._failed = failed

    def append(self, payload: Payload) -> None:
        """Add bytes at the end. Raises OSError if the disk refuses them, which is counted."""
        try:
            self._part.write(self._part.size, payload)
        except OSError:
            self._failed()
            raise

    def finish(self) -> None:
        """Queue the check, sync and final name."""
        self._finish(self._part)

    def discard(self) -> None:
        """Queue the removal of the file."""
        self._discard(self._part)


class SnapshotFiles:
    """The snapshots of one log. Deletions and new snapshots are visible to `read` at once.

    A disk that does not take a snapshot ends nothing: the part file goes, and SnapshotFailed says
    why. Only what has its final name in a synced folder counts.
    """

    def __init__(
        self, folder: Folder, settings: StorageSettings, stored: Iterable[SnapshotId]
    ) -> None:
        self._folder = folder
        self._trash = Trash(folder, settings.delete_delay_ms)
        self._open: dict[SnapshotId, File] = {}
        self._headers: dict[SnapshotId, SnapshotHeader] = {}
        self._sizes: dict[SnapshotId, int] = {}
        for snapshot_id in stored:
            self._open[snapshot_id] = folder.open_to_read(snapshot_file(snapshot_id))
            self._sizes[snapshot_id] = self._open[snapshot_id].size()
        self._parts: dict[int, Part] = {}
        self._part_number = 0
        self._queue: list[Callable[[], Event | None]] = []
        self._undeleted: list[SnapshotId] = []
        """Dropped from the list, but not yet removed from disk: housekeeping tries again."""
        self._arrived: list[tuple[Part, SnapshotHeader]] = []
        self._is_working = False
        self._is_closed = False
        self.failures = 0
        """Number of failures of the disk to store or remove a snapshot."""

    @property
    def stored(self) -> tuple[StoredSnapshot, ...]:
        """All snapshots with their sizes, in Kafka's order (epoch, then offset)."""
        ordered = sorted(self._sizes, key=lambda each: each.order)
        return tuple(StoredSnapshot(each, self._sizes[each]) for each in ordered)

    @property
    def has_work(self) -> bool:
        """Return True if queued work can be taken now."""
        return bool(self._queue) and not self._is_working and not self._is_closed

    def header(self, snapshot_id: SnapshotId) -> SnapshotHeader:
        """Return the header of a stored snapshot; raises DamagedFileError."""
        found = self._headers.get(snapshot_id)
        if found is None:
            where = f"{self._folder.path}/{snapshot_file(snapshot_id)}"
            found = self._headers[snapshot_id] = read_header(self._open[snapshot_id], where)
        return found

    def create(self, snapshot_id: SnapshotId) -> PartWriter:
        """Begin a snapshot of this replica. Appending to it writes at once, and raises OSError."""
        part = self._begin(snapshot_id, None)
        return PartWriter(part, self._finish, self._discard, self._count_failure)

    def write_chunk(
        self, download: int, snapshot_id: SnapshotId, position: int, payload: Payload
    ) -> None:
        """Queue bytes for the part file of a download; position 0 restarts it."""
        self._check()
        if not position:
            self.discard(download, snapshot_id)
            self._parts[download] = self._begin(snapshot_id, download)
        part = self._parts[download]

        def write() -> Event | None:
            if part.has_failed:
                return None
            try:
                part.write(position, payload)
            except OSError as error:
                return self._failed(part, error)
            return SnapshotChunkStored(download, snapshot_id, part.size)

        self._queue.append(write)

    def finish(self, download: int, snapshot_id: SnapshotId) -> None:
        """Queue the check, sync and final name of a download."""
        self._check()
        del snapshot_id  # the part knows it
        self._finish(self._parts.pop(download))

    def discard(self, download: int, snapshot_id: SnapshotId) -> None:
        """Queue the removal of a download's part file, if there is one."""
        del snapshot_id
        part = self._parts.pop(download, None)
        if part is not None:
            self._discard(part)

    def delete_before(self, snapshot_id: SnapshotId) -> None:
        """Queue the removal of the snapshots that end below this one."""
        self._check()
        doomed = [each for each in self._sizes if each.offset < snapshot_id.offset]
        for each in doomed:
            del self._sizes[each]
            self._headers.pop(each, None)
        if doomed:
            self._queue.append(lambda: self._delete(doomed))

    def housekeep(self, now_ms: int) -> None:
        """Queue periodic work. Call it every second or so."""
        self._check()
        self._queue.append(lambda: self._empty_trash(now_ms))

    def read(self, snapshot_id: SnapshotId, position: int, max_bytes: int) -> bytes | None:
        """Read at most `max_bytes` from that position.

        Empty at the end, None if the file does not exist.

        The bootstrap snapshot (0-0) can be read like any other.
        """
        if snapshot_id not in self._sizes:
            return None
        return self._open[snapshot_id].read(position, max_bytes)

    def flush(self) -> list[Event]:
        """Perform everything queued; return the completions, in order."""
        work = self.take()
        if work is None:
            return []
        events = self.perform(work)
        self.settle()
        return events

    def take(self) -> list[Callable[[], Event | None]] | None:
        """Return everything queued, and remove it; None if nothing can be performed now."""
        if not self.has_work:
            return None
        work, self._queue = self._queue, []
        self._is_working = True
        return work

    def perform(self, work: Iterable[Callable[[], Event | None]]) -> list[Event]:
        """Do the work on files, in any thread; return the completions, in order."""
        return [event for step in work if (event := step()) is not None]

    def settle(self) -> None:
        """Finish the work that was taken: its result can be read."""
        self._is_working = False
        for part, header in self._arrived:
            snapshot_id = part.snapshot_id
            self._headers[snapshot_id] = header
            self._open[snapshot_id] = part.file
            self._sizes[snapshot_id] = part.size
        self._arrived.clear()

    def close(self) -> None:
        """Close all files; the next start removes part files."""
        self._is_closed = True
        for file in self._open.values():
            file.close()
        for part in self._parts.values():
            part.close()

    def _check(self) -> None:
        if self._is_closed:
            raise LogFailedError(f"{self._folder.path} is closed: no snapshot can be stored.")

    def _count_failure(self) -> None:
        self.failures += 1

    def _failed(self, part: Part, error: OSError) -> SnapshotFailed:
        """Report a failed snapshot, which can be written later and does not end the replica."""
        self._count_failure()
        part.has_failed = True
        part.remove()
        return SnapshotFailed(part.snapshot_id, part.origin, str(error))

    def _empty_trash(self, now_ms: int) -> None:
        again, self._undeleted = self._undeleted, []
        if again:
            self._delete(again)
        try:
            self._trash.empty(now_ms)
        except OSError:
            self.failures += 1  # the rest is removed next time

    def _begin(self, snapshot_id: SnapshotId, origin: int | None) -> Part:
        self._check()
        self._part_number += 1
        return Part(self._folder, snapshot_id, origin, self._part_number)

    def _finish(self, part: Part) -> None:
        self._queue.append(lambda: self._keep(part))

    def _discard(self, part: Part) -> None:
        self._queue.append(part.remove)

    def _keep(self, part: Part) -> Event | None:
        """Rename a part file to a snapshot, if it is valid."""
        if part.has_failed:
            return None
        try:
            return self._kept(part)
        except OSError as error:
            return self._failed(part, error)

    def _kept(self, part: Part) -> Event:
        snapshot_id = part.snapshot_id
        try:
            header = check_snapshot(part.file, snapshot_id, f"{self._folder.path}/{part.name}")
        except DamagedFileError:
            part.remove()
            return SnapshotFailed(snapshot_id, part.origin)
        there = self._file_of(snapshot_id)
        if there is not None:
            # KafkaRaftLog.createNewSnapshot: an existing snapshot of this id is kept. It is open,
            # and its readers would continue with bytes of another file.
            part.remove()
            return SnapshotStored(snapshot_id, part.origin, there.size(), header.control_records)
        # synced before it is renamed: a final name on unsynced bytes could be an empty snapshot
        # after a power loss, with the log below it deleted
        part.file.sync()
        self._folder.make_read_only(part.name)
        self._folder.rename(part.name, snapshot_file(snapshot_id))
        try:
            self._folder.sync()
        except OSError:
            # It does not count: a power loss can remove it. If it cannot be removed now, the next
            # start finds it and treats it as any other snapshot.
            with suppress(OSError):
                self._folder.remove(snapshot_file(snapshot_id))
            raise
        self._arrived.append((part, header))
        return SnapshotStored(snapshot_id, part.origin, part.size, header.control_records)

    def _file_of(self, snapshot_id: SnapshotId) -> File | None:
        """Return the file of a snapshot that is on disk, settled or not."""
        arrived = (part.file for part, _ in self._arrived if part.snapshot_id == snapshot_id)
        return next(arrived, self._open.get(snapshot_id))

    def _delete(self, doomed: Iterable[SnapshotId]) -> None:
        for snapshot_id in doomed:
            name = snapshot_file(snapshot_id)
            try:
                self._folder.rename(name, name + DELETED)
            except FileNotFoundError:
                self._open.pop(snapshot_id).close()  # removed by hand
            except OSError:
                self.failures += 1
                self._undeleted.append(snapshot_id)
            else:
                self._trash.add(name + DELETED, self._open.pop(snapshot_id))
        try:
            self._folder.sync()
        except OSError:
            self.failures += 1
