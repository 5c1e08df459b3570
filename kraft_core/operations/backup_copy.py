"""Performs a backup: the sources that are copied, the folder that is written, and its replay.

The folder is a log directory that Kafka and kraft can open, with a note about its content. It is
written under another name and renamed when it is complete, durable and replayed. Its node id
belongs to no node and its directory id is new: started unchanged, it can neither be taken for the
voter that it was copied from nor repeat that voter's votes.
"""

from __future__ import annotations

import json
import time
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar

from kraft_core.client.errors import ClientError, ConnectionLostError, CorruptAnswerError
from kraft_core.client.log_reader import LogReader, receive_snapshot
from kraft_core.client.metadata_log import (
    Note,
    Position,
    SnapshotId,
    SnapshotNeeded,
    parse_batches,
)
from kraft_core.client.quorum import Quorum, known_high_watermark
from kraft_core.client.settings import Settings, parse_endpoints
from kraft_core.metadata import ClusterImage, ReplayError
from kraft_core.operations.backup import (
    AskEnd,
    AskLog,
    AskSnapshot,
    BackupCopy,
    BackupError,
    Batches,
    CommittedEnd,
    Evidence,
    Restart,
    SnapshotGone,
    SnapshotStored,
    Write,
)
from kraft_core.operations.new_folder import PARTIAL, NewFolder, NewFolderError
from kraft_core.operations.plans.plan_files import form_fault
from kraft_core.operations.read_only import ReadOnlyFolder
from kraft_core.raft.consensus.log import LeaderEpochs
from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID, Election, OffsetAndEpoch
from kraft_core.raft.directory import segment_file, snapshot_file
from kraft_core.raft.storage import election_file, leader_epochs
from kraft_core.raft.storage.batch_scan import BatchScan
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import StorageError
from kraft_core.raft.storage.files import read_whole, replace_file
from kraft_core.raft.storage.log_directory import LogDirectory, ensure_partition_metadata
from kraft_core.raft.storage.meta_properties import NAME as META_PROPERTIES
from kraft_core.raft.storage.meta_properties import (
    MetaProperties,
    encode_id,
    new_directory_id,
    write_meta_properties,
)
from kraft_core.raft.storage.snapshot_files import check_snapshot
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_wire.errors import WireError
from kraft_wire.messages import DescribeClusterRequest
from kraft_wire.records import RecordBatch, iter_batches

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from kraft_core.client.steps import Operation
    from kraft_core.operations.backup import Answer, Ask
    from kraft_core.raft.storage.files import File, Folder

NOTE_NAME: Final = "backup.json"
NODE_ID: Final = 2_147_483_647
"""The node id in meta.properties of a backup: no other node can be started with the folder."""

STALLED_S: Final = 60.0
"""A copy ends with an error if no record arrives for this time."""

T = TypeVar("T")

_FORMAT: Final = 1
_OPENS_MAX: Final = 5
_PAUSE_S: Final = 0.2
_READ_BYTES: Final = 1 << 20
_SEGMENT_BYTES: Final = 1 << 30
_NOTES_MAX: Final = 20
_NOTE_BYTES_MAX: Final = 1 << 20
_CONTROLLERS: Final = 2
"""DescribeCluster's endpoint type for controllers."""


# -- sources ---------------------------------------------------------------------------------------


class Source(Protocol):
    """The source of a backup. All methods raise BackupError or ClientError."""

    @property
    def cluster_id(self) -> str:
        """The id of the cluster; known after `end`."""

    def facts(self) -> dict[str, Any]:
        """Return the entry `source` of the note."""

    def end(self) -> CommittedEnd:
        """Return the committed end; a copy begins, or begins again, with this call."""

    def log(self, position: Position) -> SnapshotNeeded | Batches:
        """Read batches from a position on."""

    def snapshot(self, snapshot_id: SnapshotId, take: Callable[[bytes], object]) -> str | None:
        """Read a snapshot in chunks.

        Return the reason if the source has none of that id, else None.
        """

    def close(self) -> None:
        """Close connections and files."""


class Driver(Protocol):
    """Performs the steps of the client: `BlockingDriver`."""

    def iterate(self, operation: Operation[T]) -> Generator[object, None, T]:
        """Drive an operation, yielding what it delivers."""

    def close(self) -> None:
        """Close the connection."""


class QuorumSource:
    """The leader of a running quorum, read as by a consumer: it does not count as a replica."""

    def __init__(
        self,
        controllers: str,
        driver: Driver,
        *,
        settings: Settings | None = None,
        on_note: Callable[[str], object] | None = None,
    ) -> None:
        self._controllers = controllers
        self._settings = settings or Settings()
        self._quorum = Quorum(parse_endpoints(controllers), self._settings)
        self._driver = driver
        self._on_note = on_note
        self._reader: LogReader | None = None
        self._leader: tuple[int, int] | None = None

    @property
    def cluster_id(self) -> str:
        """The id of the cluster."""
        return self._settings.cluster_id or ""

    def facts(self) -> dict[str, Any]:
        """Return the entry `source` of the note."""
        leader_id, leader_epoch = self._leader or (None, None)
        return {
            "kind": "quorum",
            "controllers": self._controllers,
            "leader_id": leader_id,
            "leader_epoch": leader_epoch,
        }

    def end(self) -> CommittedEnd:
        """Ask the leader for its high watermark."""
        if self._settings.cluster_id is None:
            # from here on every node that is asked refuses to answer for another cluster
            self._settings = replace(self._settings, cluster_id=self._asked_cluster_id())
            self._quorum = Quorum(parse_endpoints(self._controllers), self._settings)
        offset = self._run(known_high_watermark(self._quorum))
        leader = self._quorum.known_leader()
        self._leader = leader.node_id, leader.epoch
        self._reader = LogReader(self._quorum, Position(0, 0), self._settings.api_timeout_s)
        return CommittedEnd(offset, Evidence.LEADER)

    def log(self, position: Position) -> SnapshotNeeded | Batches:
        """Read batches from a position on."""
        reader = self._placed(position)
        found = self._run(reader.poll())
        return found if isinstance(found, SnapshotNeeded) else Batches(found)

    def snapshot(self, snapshot_id: SnapshotId, take: Callable[[bytes], object]) -> str | None:
        """Read a snapshot, or return why that is not possible."""
        try:
            size = self._run(receive_snapshot(self._quorum, snapshot_id, take))
        except CorruptAnswerError:
            raise
        except ConnectionLostError as error:
            return str(error)
        return f"the leader refused snapshot {snapshot_id}" if size is None else None

    def close(self) -> None:
        """Close connections or files."""
        self._driver.close()

    def _placed(self, position: Position) -> LogReader:
        assert self._reader is not None  # noqa: S101  # `end` comes first
        if self._reader.position != position:
            self._reader.move_to(position)
        return self._reader

    def _asked_cluster_id(self) -> str:
        request = DescribeClusterRequest(endpoint_type=_CONTROLLERS)
        try:
            response = self._run(self._quorum.call(request, is_repeatable=True))
        except WireError as error:
            raise BackupError(f"the cluster id cannot be determined: {error}") from None
        if response.error_code or not response.cluster_id:
            raise BackupError(
                f"the leader does not report the cluster id: error {response.error_code}"
                f" {response.error_message or ''}".rstrip()
            )
        return response.cluster_id

    def _run(self, operation: Operation[T]) -> T:
        items = self._driver.iterate(operation)
        while True:
            try:
                item = next(items)
            except StopIteration as end:
                result: T = end.value
                return result
            if isinstance(item, Note) and self._on_note is not None:
                self._on_note(item.text)


class DirectorySource:
    """A log directory, which a node can be writing to. It is opened as a start opens it, unchanged.

    No file of Kafka says what is committed: without `high_watermark` that is what the newest
    snapshot holds.
    """

    def __init__(self, path: str, high_watermark: int | None = None) -> None:
        self._path = path
        self._given = high_watermark
        self._directory: LogDirectory | None = None

    @property
    def cluster_id(self) -> str:
        """The id of the cluster."""
        return self._opened.meta.cluster_id

    def facts(self) -> dict[str, Any]:
        """Return the entry `source` of the note."""
        meta = self._opened.meta
        return {
            "kind": "directory",
            "path": str(Path(self._path).absolute()),
            "node_id": meta.node_id,
            "directory_id": None if meta.directory_id is None else encode_id(meta.directory_id),
            "log_end": self._opened.log.end_offset,
            "notes": list(self._opened.notes[:_NOTES_MAX]),
        }

    def end(self) -> CommittedEnd:
        """Open the directory again; raises BackupError if nothing is known to be committed."""
        self.close()
        self._directory = directory = self._open()
        snapshot = self._newest()
        snapshot_end = 0 if snapshot is None else snapshot.end_offset
        if self._given is not None and self._given > directory.log.end_offset:
            raise BackupError(
                f"the log in {self._path} ends at offset {directory.log.end_offset}, below the"
                f" high watermark {self._given}; copy another node, or give the high watermark"
                " that this node reported"
            )
        if self._given is not None and self._given > snapshot_end:
            return CommittedEnd(self._given, Evidence.GIVEN)
        if not snapshot_end:
            raise BackupError(
                f"{self._path} has no snapshot, and none of its files shows which records are "
                "committed;"
                " copy the running quorum (HOST:PORT), or give the --high-watermark that this node"
                " reported"
            )
        return CommittedEnd(snapshot_end, Evidence.SNAPSHOT)

    def log(self, position: Position) -> SnapshotNeeded | Batches:
        """Read batches from a position on."""
        snapshot, log = self._newest(), self._opened.log
        if snapshot is not None and position.offset < snapshot.end_offset:
            return SnapshotNeeded(snapshot, log.start_offset)
        data = log.read(position.offset, log.end_offset, _READ_BYTES)
        if not data:
            raise BackupError(f"the log in {self._path} has no offset {position.offset}")
        try:
            return Batches(parse_batches(data, position.offset, position.epoch or 0))
        except ClientError as error:
            raise BackupError(f"{self._path}: {error}") from None

    def snapshot(self, snapshot_id: SnapshotId, take: Callable[[bytes], object]) -> str | None:
        """Read a snapshot, or return why that is not possible."""
        found, position = OffsetAndEpoch(*snapshot_id), 0
        while piece := self._opened.snapshots.read(found, position, _READ_BYTES):
            take(piece)
            position += len(piece)
        return None if position else f"snapshot {snapshot_id} cannot be read"

    def close(self) -> None:
        """Close connections or files."""
        if self._directory is not None:
            self._directory.abandon()
            self._directory = None

    @property
    def _opened(self) -> LogDirectory:
        assert self._directory is not None  # noqa: S101  # `end` comes first
        return self._directory

    def _open(self) -> LogDirectory:
        """Open the directory; try again if a node deletes a snapshot or a segment meanwhile."""
        for attempt in range(1, _OPENS_MAX + 1):
            try:
                return LogDirectory.open(ReadOnlyFolder(self._path))
            except (StorageError, OSError) as error:
                if attempt == _OPENS_MAX:
                    raise BackupError(str(error).rstrip(".")) from error
            time.sleep(_PAUSE_S)
        raise AssertionError("unreachable")

    def _newest(self) -> SnapshotId | None:
        stored = self._opened.latest_snapshot()
        if stored is None or stored.snapshot_id == BOOTSTRAP_SNAPSHOT_ID:
            return None
        return SnapshotId(stored.snapshot_id.offset, stored.snapshot_id.epoch)


# -- the folder ------------------------------------------------------------------------------------


class _Output:
    """A new file; its bytes are counted and hashed as they are written."""

    def __init__(self, folder: Folder, name: str) -> None:
        self.name = name
        self.size = 0
        self._file = folder.create(name)
        self._digest = sha256()

    def append(self, data: bytes) -> None:
        self._file.write(self.size, (data,))
        self.size += len(data)
        self._digest.update(data)

    def finish(self) -> dict[str, Any]:
        """Make it durable; return its size and hash."""
        self._file.sync()
        self.close()
        return {"bytes": self.size, "sha256": self._digest.hexdigest()}

    def check(self, snapshot_id: SnapshotId) -> None:
        """Raise BackupError unless it is a whole, sound snapshot."""
        try:
            check_snapshot(self._file, OffsetAndEpoch(*snapshot_id), f"snapshot {snapshot_id}")
        except StorageError as error:
            raise BackupError(f"the source sent a damaged snapshot: {error}") from None

    def close(self) -> None:
        self._file.close()


class BackupFolder:
    """A backup being written. As a context manager it leaves a complete backup or no files."""

    def __init__(self, target: str) -> None:
        self._new = NewFolder(target)
        self._files: dict[str, dict[str, Any]] = {}
        self._outputs: list[_Output] = []

    @property
    def path(self) -> Path:
        """The path of the backup."""
        return self._new.path

    def __enter__(self) -> Self:
        """Make the folder. Raises NewFolderError."""
        with ExitStack() as failed:
            failed.enter_context(self._new)
            self._begin()
            failed.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._close_outputs()
        self._new.__exit__()

    def restart(self) -> None:
        """Remove everything that was written."""
        self._close_outputs()
        self._files.clear()
        self._new.clear()
        self._begin()

    def _begin(self) -> None:
        self._root = DiskFolder(self.path)
        self._log = self._root.folder(KAFKAS_TOPIC.folder)
        self._epochs = LeaderEpochs()
        self.snapshot_id: SnapshotId | None = None
        self.last_timestamp_ms: int | None = None

    def begin_snapshot(self, snapshot_id: SnapshotId) -> _Output:
        """Begin the file of a snapshot."""
        output = _Output(self._log, snapshot_file(OffsetAndEpoch(*snapshot_id)))
        self._outputs.append(output)
        return output

    def end_snapshot(self, snapshot_id: SnapshotId, output: _Output) -> None:
        """Check the snapshot and make it durable. Raises BackupError."""
        output.check(snapshot_id)
        self.snapshot_id = snapshot_id
        self._finish(output)

    def append(self, batches: Sequence[RecordBatch]) -> None:
        """Add batches to the log."""
        for batch in batches:
            data = bytes(batch)
            segment = self._outputs[-1] if self._outputs else None
            if segment is not None and segment.size + len(data) > _SEGMENT_BYTES:
                self._finish(segment)
                segment = None
            if segment is None:
                segment = _Output(self._log, segment_file(batch.base_offset))
                self._outputs.append(segment)
            segment.append(data)
            self._epochs = self._epochs.with_batch(batch.partition_leader_epoch, batch.base_offset)
            self.last_timestamp_ms = batch.max_timestamp

    def end_log(self, cluster_id: str, wall_ms: int) -> None:
        """Make the log durable and write the files that accompany it."""
        for output in list(self._outputs):
            self._finish(output)
        ensure_partition_metadata(self._log, KAFKAS_TOPIC.topic_id)
        leader_epochs.write_epochs(self._log, self._epochs.entries)
        meta = MetaProperties(NODE_ID, cluster_id, new_directory_id())
        write_meta_properties(self._root, meta, wall_ms)

    def end_state(self, epoch: int, kraft_version: int) -> None:
        """Write quorum-state: the epoch of the log, no leader and no vote."""
        line = election_file.encoded(Election(epoch), kraft_version, ())
        replace_file(self._log, election_file.NAME, f"{line}\n".encode())

    def publish(self, note: dict[str, Any]) -> None:
        """Write the note and give the folder its name; durable on return.

        Raises NewFolderError.
        """
        names = [election_file.NAME, "leader-epoch-checkpoint", "partition.metadata"]
        for name in names:
            self._files[f"{KAFKAS_TOPIC.folder}/{name}"] = _measured(self._log, name)
        self._files[META_PROPERTIES] = _measured(self._root, META_PROPERTIES)
        note["files"] = dict(sorted(self._files.items()))
        replace_file(self._root, NOTE_NAME, json.dumps(note, indent=1).encode() + b"\n")
        self._new.publish()

    def _finish(self, output: _Output) -> None:
        self._outputs.remove(output)
        self._files[f"{KAFKAS_TOPIC.folder}/{output.name}"] = output.finish()

    def _close_outputs(self) -> None:
        for output in self._outputs:
            output.close()
        self._outputs.clear()


def _measured(folder: Folder, name: str) -> dict[str, Any]:
    """Return the size and hash of a file."""
    file = folder.open_to_read(name)
    try:
        digest, size = sha256(), 0
        while piece := file.read(size, _READ_BYTES):
            digest.update(piece)
            size += len(piece)
    finally:
        file.close()
    return {"bytes": size, "sha256": digest.hexdigest()}


# -- replay ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replay:
    """Result of replaying a backup. `fault` is None if every record was understood."""

    fault: str | None
    records: int
    metadata_version: int | None
    kraft_version: int
    brokers: int
    topics: int
    partitions: int
    open_transaction: bool


def replay(path: Path, image: ClusterImage, end_offset: int) -> Replay:
    """Open a backup as at node start, and replay it into the image. Raises BackupError."""
    try:
        directory = LogDirectory.open(ReadOnlyFolder(path))
    except StorageError as error:
        raise BackupError(f"the copy cannot be opened: {error}") from error
    try:
        if directory.log.end_offset != end_offset:
            raise BackupError(
                f"the copy ends at offset {directory.log.end_offset}, not at {end_offset}"
            )
        fault, count = None, 0
        try:
            for batch, offset in stored_batches(path, directory):
                for record in batch.records():
                    image.replay(
                        record.key,
                        record.value,
                        is_control=batch.is_control,
                        offset=record.offset if offset is None else offset,
                    )
                    count += 1
        except (ReplayError, WireError) as error:
            fault = str(error)
    finally:
        directory.abandon()
    return Replay(
        fault=fault,
        records=count,
        metadata_version=image.metadata_version,
        kraft_version=image.kraft_version or 0,
        brokers=len(image.brokers),
        topics=len(image.topics),
        partitions=sum(len(each.partitions) for each in image.topics.values()),
        open_transaction=image.in_transaction,
    )


def stored_batches(path: Path, directory: LogDirectory) -> Iterator[tuple[RecordBatch, int | None]]:
    """Yield the batches of the snapshot, with the offsets of their records, then of the log."""
    stored, log = directory.latest_snapshot(), directory.log
    offset = log.start_offset
    if stored is not None:
        offset = stored.snapshot_id.offset
        folder = DiskFolder(path / KAFKAS_TOPIC.folder)
        file = folder.open_to_read(snapshot_file(stored.snapshot_id))
        try:
            yield from ((batch, offset - 1) for batch in _scanned(file))
        finally:
            file.close()
    while piece := log.read(offset, log.end_offset, _READ_BYTES):
        for batch in iter_batches(piece):
            assert isinstance(batch, RecordBatch)  # noqa: S101  # recovery accepts no other format
            yield batch, None
            offset = batch.next_offset


def _scanned(file: File) -> Iterator[RecordBatch]:
    for head in BatchScan(file):
        yield RecordBatch.parse(file.read(head.position, head.size))


# -- the backup ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Progress:
    """The position of a copy, its end, and the bytes copied so far."""

    offset: int
    end_offset: int
    bytes: int


def back_up(
    source: Source, target: str, on_progress: Callable[[Progress], object] = lambda _: None
) -> dict[str, Any]:
    """Copy a source to a new folder; return the note. Raises BackupError, ClientError.

    After an error there is no folder of that name, nor a part of one.
    """
    try:
        with BackupFolder(target) as folder:
            copy = BackupCopy()
            taken_at = _copy(source, folder, copy, on_progress)
            folder.end_log(source.cluster_id, time.time_ns() // 1_000_000)
            replayed = replay(folder.path, ClusterImage(strict=True), copy.end_offset)
            epoch = copy.position.epoch or 0
            folder.end_state(epoch, replayed.kraft_version)
            note = _note(source, folder, copy, taken_at)
            note["replay"] = asdict(replayed)
            folder.publish(note)
            return note
    except NewFolderError as error:
        raise BackupError(str(error)) from error
    except OSError as error:
        where = error.filename or f"{target}{PARTIAL}"
        raise BackupError(f"{where}: {error.strerror or error}; no backup was made") from error


def _copy(
    source: Source,
    folder: BackupFolder,
    copy: BackupCopy,
    on_progress: Callable[[Progress], object],
) -> datetime:
    """Copy until complete; return when the committed end was asked for."""
    taken_at = datetime.now(UTC)
    copied, moved_s = 0, time.monotonic()

    def report(data: bytes) -> None:
        nonlocal copied
        copied += len(data)
        on_progress(Progress(copy.position.offset, copy.end_offset, copied))

    while (ask := copy.ask) is not None:
        if isinstance(ask, AskEnd):
            taken_at = datetime.now(UTC)
        effect = copy.answer(_answer(source, folder, ask, report))
        if effect is None and isinstance(ask, AskLog) and copy.ask == ask:
            if time.monotonic() - moved_s > STALLED_S:
                raise BackupError(
                    f"the source sent no record after offset {copy.position.offset} for"
                    f" {STALLED_S:g} s, though offset {copy.end_offset} is committed"
                )
            continue
        moved_s = time.monotonic()
        match effect:
            case Restart():
                folder.restart()
            case Write(batches):
                folder.append(batches)
                report(b"".join(map(bytes, batches)))
    return taken_at


def _answer(
    source: Source, folder: BackupFolder, ask: Ask, report: Callable[[bytes], None]
) -> Answer:
    match ask:
        case AskEnd():
            return source.end()
        case AskLog(position):
            return source.log(position)
        case AskSnapshot(snapshot_id):
            output = folder.begin_snapshot(snapshot_id)

            def take(piece: bytes) -> None:
                output.append(piece)
                report(piece)

            reason = source.snapshot(snapshot_id, take)
            if reason is not None:
                return SnapshotGone(reason)
            folder.end_snapshot(snapshot_id, output)
            return SnapshotStored()


def _note(
    source: Source, folder: BackupFolder, copy: BackupCopy, taken_at: datetime
) -> dict[str, Any]:
    snapshot = folder.snapshot_id
    time_ms = folder.last_timestamp_ms
    last = None if time_ms is None else datetime.fromtimestamp(time_ms / 1000, UTC)
    return {
        "format": _FORMAT,
        "taken_at": taken_at.isoformat(timespec="milliseconds"),
        "cluster_id": source.cluster_id,
        "source": source.facts(),
        "snapshot": None if snapshot is None else snapshot._asdict(),
        "end_offset": copy.end_offset,
        "epoch": copy.position.epoch,
        "last_record_at": None if last is None else last.isoformat(timespec="milliseconds"),
        "committed_by": copy.evidence.value,
        "attempts": copy.attempts + 1,
    }


def verify(path: str) -> dict[str, Any]:
    """Compare the files of a backup with its note and replay it; return the note.

    Raises BackupError.
    """
    folder = DiskFolder(path)
    try:
        content = read_whole(folder, NOTE_NAME, _NOTE_BYTES_MAX)
        if content is None:
            raise BackupError(f"{path} is not a backup: it has no {NOTE_NAME}")
        note = json.loads(content)
        for name, expected in note["files"].items():
            place, _, file = name.rpartition("/")
            if place not in ("", KAFKAS_TOPIC.folder):
                raise BackupError(f"{path}/{NOTE_NAME} names a file outside of the backup: {name}")
            if _measured(folder.folder(place) if place else folder, file) != expected:
                raise BackupError(f"{path}/{name} is not the file that was written")
        replayed = replay(Path(path), ClusterImage(strict=True), note["end_offset"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BackupError(f"{path}/{NOTE_NAME} is damaged: {form_fault(error)}") from None
    except (OSError, StorageError) as error:
        raise BackupError(str(error)) from None
    return {**note, "replay": asdict(replayed)}
