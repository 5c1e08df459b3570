"""Reads what is left of a quorum from log directories, by the code of a start, changing nothing.

A directory of a voter, of an observer or a broker, or a copy of one. A torn end, as of a copy that
was made while the node ran, is left out as a start leaves it out.
"""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import TYPE_CHECKING

from kraft_core.operations.read_only import ReadOnlyFolder
from kraft_core.operations.recovery.verdicts import LeftDirectory, ReplicaLog, UnreadDirectory
from kraft_core.raft.consensus.values import ReplicaKey
from kraft_core.raft.directory import snapshot_file
from kraft_core.raft.storage.disk_files import LOCK_NAME, DiskFolder, lock_holder
from kraft_core.raft.storage.errors import StorageError
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.snapshot_files import check_snapshot
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_wire.errors import WireError
from kraft_wire.records import RecordBatch, iter_batches

if TYPE_CHECKING:
    from kraft_core.raft.consensus.values import OffsetAndEpoch

_READ_BYTES = 1 << 20


def read_directory(path: str) -> LeftDirectory | UnreadDirectory:
    """Read one directory; one that a start would refuse is an UnreadDirectory."""
    try:
        if not (Path(path) / KAFKAS_TOPIC.folder).is_dir():
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
    """Return what is wrong with a snapshot; the recovery has checked only the latest one."""
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
