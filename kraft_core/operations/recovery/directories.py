"""Reads surviving log directories with the code of a start, without changing them.

A directory of a voter, of an observer or a broker, or a copy of one. A torn end, as of a copy that
was made while the node ran, is left out as a start leaves it out. `read_broker_directory` reads
what a broker has of topics; `gather` reads everything that a plan is made of.
"""

from __future__ import annotations

import json
import os
import re
from array import array
from hashlib import sha256
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Final

from kraft_core.client.changes import changes_of
from kraft_core.client.errors import UnreadableRecordError
from kraft_core.metadata import ClusterImage, ReplayError
from kraft_core.operations.backup import BackupError
from kraft_core.operations.backup_copy import stored_batches, verify
from kraft_core.operations.read_only import ReadOnlyFolder
from kraft_core.operations.recovery.planning import (
    BACKUP_NODE_ID,
    Change,
    Dropped,
    Fingerprint,
    dropped_in,
    plan,
    plan_quorum,
)
from kraft_core.operations.recovery.repairs import (
    BrokerDirectory,
    DataPlane,
    HeldPartition,
    PlanRefusedError,
    Reason,
)
from kraft_core.operations.recovery.verdicts import (
    LeftDirectory,
    RecoveryError,
    ReplicaLog,
    UnreadDirectory,
    survey_of,
)
from kraft_core.raft.consensus.values import ReplicaKey
from kraft_core.raft.directory import (
    LOG,
    OFFSET_INDEX,
    PARTITION_METADATA,
    base_offset_of,
    snapshot_file,
)
from kraft_core.raft.storage.batch_scan import BatchScan, magic_fault
from kraft_core.raft.storage.disk_files import LOCK_NAME, DiskFolder, lock_holder
from kraft_core.raft.storage.errors import StorageError
from kraft_core.raft.storage.leader_epochs import read_epochs
from kraft_core.raft.storage.log_directory import LogDirectory, topic_id_of
from kraft_core.raft.storage.meta_properties import NAME as META_PROPERTIES
from kraft_core.raft.storage.meta_properties import read_meta_properties
from kraft_core.raft.storage.snapshot_files import check_snapshot
from kraft_core.raft.storage.text_files import read_text
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_wire.errors import WireError
from kraft_wire.primitives import Uuid
from kraft_wire.records import RecordBatch, iter_batches
from kraft_wire.records.metadata_frame import decode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_core.operations.recovery.planning import Inputs, RecoveryPlan
    from kraft_core.operations.recovery.verdicts import Range, Survey
    from kraft_core.raft.consensus.values import OffsetAndEpoch
    from kraft_core.raft.storage.files import File

_READ_BYTES: Final = 1 << 20
_CHANGE_TEXT_MAX: Final = 500
"""Characters of a change of a rival in a plan."""
_PARTITION: Final = re.compile(r"(?P<topic>.+)-(?P<number>[0-9]{1,9})", re.ASCII)
"""Name of the folder of a partition; those with -delete, -future or -stray are not replicas."""
_INDEX_ENTRY: Final = Struct(">ii")
_BASE_OFFSET: Final = Struct(">q")
_OLD_MAGIC: Final = (magic_fault(0), magic_fault(1))


def read_directory(path: str) -> LeftDirectory | UnreadDirectory:
    """Read a directory; return an UnreadDirectory if a start would refuse it."""
    try:
        if not (Path(path) / KAFKAS_TOPIC.folder).is_dir():
            if not Path(path).is_dir():
                return UnreadDirectory(path, "there is no such directory")
            return UnreadDirectory(path, f"it has no metadata log ({KAFKAS_TOPIC.folder})")
        directory = LogDirectory.open(ReadOnlyFolder(path))
        try:
            return _left(path, directory)
        finally:
            directory.abandon()
    except (StorageError, OSError, WireError) as error:
        return UnreadDirectory(path, str(error).rstrip("."))


def _left(path: str, directory: LogDirectory) -> LeftDirectory:
    started, notes = directory.started(), list(directory.notes)
    view = started.log_view
    offsets, checksums = array("q"), array("Q")
    last_ms = None
    offset = view.start_offset
    while piece := directory.log.read(offset, view.end_offset, _READ_BYTES):
        for batch in iter_batches(piece):
            offset = batch.next_offset
            if isinstance(batch, RecordBatch):
                offsets.append(batch.base_offset)
                checksums.append(batch.crc)
                last_ms = batch.max_timestamp
    snapshots = []
    for stored in started.snapshots:
        fault = _fault_of(path, stored.snapshot_id)
        if fault is None:
            snapshots.append(stored.snapshot_id)
        else:
            notes.append(fault)
    return LeftDirectory(
        key=ReplicaKey(directory.meta.node_id, directory.meta.directory_id),
        cluster_id=directory.meta.cluster_id,
        log=ReplicaLog(path, view.start_offset, view.end_offset, view.epochs, (offsets, checksums)),
        snapshots=tuple(snapshots),
        voters=started.voter_history,
        epoch=0 if started.election is None else started.election.epoch,
        last_ms=last_ms,
        process=lock_holder(Path(path) / LOCK_NAME),
        notes=tuple(note.rstrip(".") for note in notes),
    )


def _fault_of(path: str, snapshot_id: OffsetAndEpoch) -> str | None:
    """Return the fault of a snapshot; the recovery has checked only the latest one."""
    folder = DiskFolder(Path(path) / KAFKAS_TOPIC.folder)
    name = snapshot_file(snapshot_id)
    try:
        file = folder.open_to_read(name)
    except OSError as error:  # a running node can delete it
        return f"{name} cannot be read: {error}"
    try:
        check_snapshot(file, snapshot_id, name)
    except StorageError as error:
        return str(error)
    finally:
        file.close()
    return None


# -- the content of a log --------------------------------------------------------------------------


def read_image(path: str) -> ClusterImage:
    """Return the state that results from a log. Raises RecoveryError, StorageError, OSError."""
    image = ClusterImage(strict=True)
    directory = LogDirectory.open(ReadOnlyFolder(path))
    try:
        for batch, offset in stored_batches(Path(path), directory):
            for record in batch.records():
                if batch.is_control:
                    image.replay(record.key, record.value, is_control=True)
                    continue
                message = decode_metadata_record(record.value or b"").message
                if message.unknown_tagged_fields:  # a later release wrote it; S would lack them
                    raise ReplayError(f"{type(message).__name__} has fields that are not known")
                image.replay_metadata(message, record.offset if offset is None else offset)
    except (ReplayError, WireError) as error:
        raise PlanRefusedError(
            Reason.METADATA, f"{path} has a record that kraft cannot use: {error}"
        ) from None
    finally:
        directory.abandon()
    return image


def read_changes(path: str, found: Range) -> tuple[Change, ...]:
    """Return the records of a range without NoOps; secrets are redacted.

    Raises RecoveryError, StorageError, OSError.
    """
    directory = LogDirectory.open(ReadOnlyFolder(path))
    try:
        start, end = max(found.start, directory.log.start_offset), directory.log.end_offset
        end = end if found.end is None else min(end, found.end)
        return tuple(_changes(directory, start, end))
    except UnreadableRecordError as error:
        raise RecoveryError(f"{path}: {error}") from None
    finally:
        directory.abandon()


def read_branch(found: Range) -> Dropped:
    """Return the records of a range of any log as metadata changes. Raises RecoveryError."""
    try:
        return dropped_in(found, read_changes(found.log, found))
    except (StorageError, OSError) as error:  # a running node deletes files
        raise RecoveryError(str(error).rstrip(".")) from None


def _changes(directory: LogDirectory, offset: int, end: int) -> Iterator[Change]:
    first = offset
    while offset < end and (piece := directory.log.read(offset, end, _READ_BYTES)):
        for batch in iter_batches(piece):
            offset = batch.next_offset
            if not isinstance(batch, RecordBatch):
                continue  # recovery accepts no other format
            for each in changes_of(batch, "log", include_secrets=False):
                if first <= each.offset < end and each.name != "NoOpRecord":
                    text = json.dumps(each.fields(), separators=(",", ":"), sort_keys=True)
                    yield Change(each.offset, f"{each.name} {text}"[:_CHANGE_TEXT_MAX])


# -- the disks of brokers --------------------------------------------------------------------------


def read_broker_directory(path: str) -> tuple[BrokerDirectory, str]:
    """Read the partitions of a log directory; also return a SHA-256 of the facts that were read.

    A leader writes its epoch into leader-epoch-checkpoint before it takes records. The end of a log
    is that of its last sound batch. Raises RecoveryError, StorageError, OSError.
    """
    root = DiskFolder(path)
    meta = read_meta_properties(root)
    if meta is None:
        raise RecoveryError(f"{path} is not a log directory: it has no {META_PROPERTIES}")
    partitions = []
    for folder in sorted(Path(path).iterdir()):
        match = _PARTITION.fullmatch(folder.name)
        if match is not None and folder.name != KAFKAS_TOPIC.folder and folder.is_dir():
            partitions.append(_held(folder, match["topic"], int(match["number"])))
    found = BrokerDirectory(
        path=path,
        cluster_id=meta.cluster_id,
        broker_id=meta.node_id,
        directory_id=None if meta.directory_id is None else Uuid(meta.directory_id),
        process=lock_holder(Path(path) / LOCK_NAME),
        partitions=tuple(partitions),
    )
    facts = [meta.node_id, meta.cluster_id, str(found.directory_id)]
    facts += [[str(value) for value in _fields(each)] for each in partitions]
    return found, sha256(json.dumps(facts).encode()).hexdigest()


def _fields(each: HeldPartition) -> tuple[object, ...]:
    return each.topic, each.number, each.topic_id, each.epoch, each.end


def _held(path: Path, topic: str, number: int) -> HeldPartition:
    folder = DiskFolder(path)
    text = read_text(folder, PARTITION_METADATA)
    epochs = read_epochs(folder)
    return HeldPartition(
        topic=topic,
        number=number,
        topic_id=None if text is None else topic_id_of(folder, text),
        epoch=epochs[-1][0] if epochs else -1,
        end=_log_end(path, folder),
    )


def _log_end(path: Path, folder: DiskFolder) -> int:
    """Return the end offset of a log of any topic: that of the last sound batch."""
    bases = [base_offset_of(name, LOG) for name in folder.names()]
    base = max((each for each in bases if each is not None), default=None)
    if base is None:
        return 0
    segment = folder.open_to_read(f"{base:020}{LOG}")
    try:
        scan = BatchScan(segment, _indexed_position(folder, segment, base))
        end = base
        for head in scan:
            end = head.last_offset + 1
        if scan.fault in _OLD_MAGIC:
            raise RecoveryError(
                f"{path} has records of a format before Kafka 0.11 at its end, which kraft does not"
                " read"
            )
        return end
    finally:
        segment.close()


def _indexed_position(folder: DiskFolder, segment: File, base: int) -> int:
    """Return where a batch near the end begins, by the offset index; 0 if it has none that is.

    A broker that was killed leaves an index that is filled up with zeros.
    """
    name = f"{base:020}{OFFSET_INDEX}"
    if name not in folder.names():
        return 0
    file = folder.open_to_read(name)
    try:
        entries = file.read(0, file.size()).rstrip(b"\0")
    finally:
        file.close()
    place = (len(entries) - 1) // _INDEX_ENTRY.size * _INDEX_ENTRY.size
    if not entries:
        return 0
    offset, position = _INDEX_ENTRY.unpack(entries[place:].ljust(_INDEX_ENTRY.size, b"\0"))
    head = segment.read(position, _BASE_OFFSET.size) if 0 < position < segment.size() else b""
    # the entry has the last offset of the batch that it points at
    is_sound = len(head) == _BASE_OFFSET.size and base <= _BASE_OFFSET.unpack(head)[0] <= (
        base + offset
    )
    return position if is_sound else 0


# -- a plan ----------------------------------------------------------------------------------------


def make_plan(inputs: Inputs) -> tuple[RecoveryPlan, dict[str, Fingerprint]]:
    """Read the inputs and plan; also return the fingerprints of the inputs.

    Raises RecoveryError.
    """
    try:
        return _plan(inputs)
    except (StorageError, OSError) as error:
        raise RecoveryError(str(error).rstrip(".")) from error


def survey(inputs: Inputs) -> Survey:
    """Read the directories of the inputs and return a verdict. Raises RecoveryError."""
    marks = dict(inputs.high_watermarks)
    for path in inputs.backups:
        try:
            # all that a backup has was committed
            marks[BACKUP_NODE_ID] = int(verify(path)["end_offset"])
        except BackupError as error:
            raise RecoveryError(f"{path} is not a sound backup: {error}") from None
    read = [read_directory(path) for path in (*inputs.directories, *inputs.backups)]
    left = [each for each in read if isinstance(each, LeftDirectory)]
    unread = [each for each in read if isinstance(each, UnreadDirectory)]
    if not left:
        raise RecoveryError(f"{unread[0].path}: {unread[0].fault}")
    return survey_of(
        left,
        unread,
        high_watermarks=marks,
        static_voters=inputs.static_voters,
        branch=inputs.choices.branch,
    )


def _plan(inputs: Inputs) -> tuple[RecoveryPlan, dict[str, Fingerprint]]:
    found = survey(inputs)
    quorum = plan_quorum(found, inputs.choices)  # a refusal makes reading the records unnecessary
    files: dict[str, Fingerprint] = {}
    for path in (*inputs.directories, *inputs.backups):
        files.update(_fingerprints(Path(path)))
    brokers = []
    if quorum.loss is not None:
        _check_logs_of_brokers(inputs)
    for path in inputs.broker_directories:
        directory, digest = read_broker_directory(path)
        files[path] = Fingerprint(len(directory.partitions), digest)
        brokers.append(directory)
    changes: dict[str, Sequence[Change]] = {}
    for each in quorum.others:
        changes[each.log] = read_changes(each.log, each)
    image = read_image(quorum.chosen)
    made = plan(found, image, inputs.choices, DataPlane(tuple(brokers)), changes)
    return made, dict(sorted(files.items()))


def _check_logs_of_brokers(inputs: Inputs) -> None:
    """Refuse the directory of a broker whose copy of the metadata log is not examined.

    A broker is an observer: its log may contain committed records that are on no other disk.
    """
    given = {os.path.realpath(each) for each in (*inputs.directories, *inputs.backups)}
    for path in inputs.broker_directories:
        if os.path.realpath(path) not in given and (Path(path) / KAFKAS_TOPIC.folder).is_dir():
            raise PlanRefusedError(
                Reason.BROKERS,
                f"{path} has a copy of the metadata log, which can have more records than those of"
                " controllers: give it as DIR as well, or a copy without"
                f" {KAFKAS_TOPIC.folder} if that is damaged",
            )


def _fingerprints(path: Path) -> Iterator[tuple[str, Fingerprint]]:
    """Yield the files of a metadata log and meta.properties."""
    names = [path / META_PROPERTIES, *sorted((path / KAFKAS_TOPIC.folder).iterdir())]
    for name in names:
        if name.is_file():
            with name.open("rb") as file:
                digest, size = sha256(), 0
                while piece := file.read(_READ_BYTES):
                    digest.update(piece)
                    size += len(piece)
            yield str(name), Fingerprint(size, digest.hexdigest())
