"""Writes the log directory of a recovered voter: one snapshot above everything known, and no log.

`write_directory` takes the port of the storage layer, so that the simulator runs it too;
`make_directory` makes a new folder of the file system. Neither reads or changes an old directory.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.operations.new_folder import NewFolder, NewFolderError
from kraft_core.operations.recovery.verdicts import RecoveryError
from kraft_core.raft.consensus.effects import WriteSnapshot
from kraft_core.raft.consensus.events import SnapshotFailed
from kraft_core.raft.consensus.values import Election, ReplicaKey
from kraft_core.raft.replica.snapshots import SnapshotWriting
from kraft_core.raft.storage import election_file, leader_epochs, meta_properties
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.files import replace_file
from kraft_core.raft.storage.log_directory import ensure_partition_metadata
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.raft.storage.snapshot_files import SnapshotFiles
from kraft_core.raft.topic import KAFKAS_TOPIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.values import OffsetAndEpoch
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.storage.files import Folder
    from kraft_core.raft.storage.meta_properties import MetaProperties
    from kraft_core.raft.topic import QuorumTopic

_BATCH_BYTES: Final = 1 << 20
_EPOCH_MAX: Final = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class RecoverySnapshot:
    """The snapshot S of a recovery; all voters get the same bytes.

    `records` are metadata records, framed as in the log. `last_ms` is the time of the last record
    of the chosen log, `wall_ms` that of the plan: both are in the file.
    """

    snapshot_id: OffsetAndEpoch
    kraft_version: int
    voters: VoterSet
    records: Sequence[bytes]
    last_ms: int
    wall_ms: int


def make_directory(target: str, meta: MetaProperties, snapshot: RecoverySnapshot) -> None:
    """Make the directory of one voter under a path that does not exist; durable on return.

    It is 0700 and its files are 0600. It gets its name when it is whole: an error or the end of
    the process leaves no directory of that name. Raises RecoveryError.
    """
    try:
        with NewFolder(target) as folder:
            write_directory(DiskFolder(folder.path), meta, snapshot)
            folder.publish()
    except NewFolderError as error:
        raise RecoveryError(str(error)) from error
    except OSError as error:
        where = error.filename or target
        raise RecoveryError(f"{where}: {error.strerror or error}; no directory was made") from error


def write_directory(
    root: Folder,
    meta: MetaProperties,
    snapshot: RecoverySnapshot,
    *,
    topic: QuorumTopic = KAFKAS_TOPIC,
) -> None:
    """Write the files of one voter into an empty folder; durable on return.

    The last step gives meta.properties its name. Neither Kafka nor kraft starts without that file,
    so an error or the end of the process before it leaves nothing that starts. Raises
    RecoveryError and OSError.
    """
    _check(root, meta, snapshot)
    folder = root.folder(topic.folder)
    if folder.names():
        raise RecoveryError(f"{folder.path} is not empty: specify a new folder")
    ensure_partition_metadata(folder, topic.topic_id)
    # no entry: Kafka drops entries above the end of the log, and the log is empty
    leader_epochs.write_epochs(folder, ())
    election = Election(snapshot.snapshot_id.epoch)
    line = election_file.encoded(election, snapshot.kraft_version, snapshot.voters.ids)
    replace_file(folder, election_file.NAME, f"{line}\n".encode())
    _write_snapshot(folder, snapshot)
    try:
        meta_properties.write_meta_properties(root, meta, snapshot.wall_ms)
    except OSError:
        # the rename can be done though it is not durable
        with suppress(OSError):
            root.remove(meta_properties.NAME)
        raise


def _check(root: Folder, meta: MetaProperties, snapshot: RecoverySnapshot) -> None:
    found, snapshot_id = root.names(), snapshot.snapshot_id
    if found:
        raise RecoveryError(
            f"{root.path} is not empty (it contains {found[0]}): specify a new folder"
        )
    if not snapshot.voters.has(ReplicaKey(meta.node_id, meta.directory_id)):
        raise RecoveryError(
            f"node {meta.node_id} with the directory id of {root.path} is not a voter of the plan"
        )
    if snapshot_id.offset <= 0 or not 0 < snapshot_id.epoch < _EPOCH_MAX:
        raise RecoveryError(f"{snapshot_id} cannot be the end of a snapshot")
    if meta.directory_id is None or meta_properties.is_reserved(meta.directory_id):
        raise RecoveryError(f"{root.path} needs a directory id of its own")
    if snapshot.kraft_version and any(
        each.key.directory_id is None or not each.endpoints for each in snapshot.voters
    ):
        raise RecoveryError(
            f"at kraft.version {snapshot.kraft_version} each voter needs a directory id and an"
            " endpoint"
        )


def _write_snapshot(folder: Folder, snapshot: RecoverySnapshot) -> None:
    files = SnapshotFiles(folder, StorageSettings(), ())
    try:
        writing = SnapshotWriting(
            files.create(snapshot.snapshot_id),
            WriteSnapshot(snapshot.snapshot_id, snapshot.kraft_version, snapshot.voters),
            iter(snapshot.records),
            last_timestamp_ms=snapshot.last_ms,
            wall_ms=snapshot.wall_ms,
        )
        while not writing.write(_BATCH_BYTES):
            pass
        for event in files.flush():
            if isinstance(event, SnapshotFailed):
                raise OSError(event.reason or f"{folder.path}: the snapshot was written damaged")
    finally:
        files.close()
