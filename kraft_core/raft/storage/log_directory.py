"""One formatted log directory, opened: lock, owner, log, snapshots and election.

The directory has Kafka's format, and Kafka can open it again afterwards. All times are passed in as
arguments; nothing runs by itself: the owner of a directory calls `flush` when work was queued (or
drives the three parts in a separate thread) and `housekeep` about once a second.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Self

from kraft_core.raft.consensus.events import Started
from kraft_core.raft.consensus.voters import VoterSet, VoterSetHistory
from kraft_core.raft.directory import BOOTSTRAP_CHECKPOINT, PARTITION_METADATA
from kraft_core.raft.storage.disk_files import LOCK_NAME
from kraft_core.raft.storage.election_file import NAME as QUORUM_STATE
from kraft_core.raft.storage.election_file import ElectionFile
from kraft_core.raft.storage.errors import (
    DamagedFileError,
    DirectoryLockedError,
    NotFormattedError,
    StorageError,
    UnknownVersionError,
    WrongDirectoryError,
)
from kraft_core.raft.storage.files import replace_file, sync_file
from kraft_core.raft.storage.meta_properties import NAME as META_PROPERTIES
from kraft_core.raft.storage.meta_properties import (
    MetaProperties,
    decode_id,
    new_directory_id,
    read_meta_properties,
    write_meta_properties,
)
from kraft_core.raft.storage.recovery import Recovered, recover
from kraft_core.raft.storage.retention import LogRetention
from kraft_core.raft.storage.segmented_log import SegmentedLog
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.raft.storage.snapshot_files import SnapshotFiles
from kraft_core.raft.storage.text_files import later_version, read_text, whole_number
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import Event
    from kraft_core.raft.consensus.log import StoredSnapshot
    from kraft_core.raft.storage.files import Folder, Lock
    from kraft_core.raft.topic import QuorumTopic

_ROOT_FILES: Final = (META_PROPERTIES, BOOTSTRAP_CHECKPOINT)
_DEFAULTS: Final = StorageSettings()
_TOPIC_VERSION: Final = "0"
_VERSION_MAX: Final = (1 << 31) - 1


class LogDirectory:
    """An open directory.

    `notes` has a sentence for all that recovery found worth telling, `losses` those of them after
    which records or a vote may be missing. `removed` are the names of files that unfinished work
    had left.
    """

    def __init__(
        self, root: Folder, lock: Lock, meta: MetaProperties, settings: StorageSettings
    ) -> None:
        self.root = root
        self.meta = meta
        self.settings = settings
        self._lock = lock

    @classmethod
    def open(
        cls,
        root: Folder,
        *,
        settings: StorageSettings = _DEFAULTS,
        node_id: int | None = None,
        cluster_id: str | None = None,
        accepted_loss: str | None = None,
        wall_ms: int = 0,
        topic: QuorumTopic = KAFKAS_TOPIC,
        identity: MetaProperties | None = None,
    ) -> Self:
        """Lock and recover a directory; everything kept is durable on return.

        `node_id` and `cluster_id` are compared where given. With an `identity` it need not be
        formatted, and meta.properties is not looked at. `accepted_loss` is the name that a
        MissingRecordsError gave, or several with commas between them. `wall_ms` is only used where
        an old Kafka wrote no directory id. Raises StorageError.
        """
        try:
            meta = identity or _checked_meta(root, node_id, cluster_id)
            # formatting leaves no lock file: only a node that had the directory open does
            was_used = LOCK_NAME in root.names()
            lock = root.lock(LOCK_NAME)
            if lock is None:
                raise DirectoryLockedError(
                    f"{root.path} is in use: another process, or another node in this one, holds"
                    f" the lock on its {LOCK_NAME} file."
                )
            with ExitStack() as undo:
                undo.callback(lock.release)
                directory = cls(root, lock, _with_directory_id(root, meta, wall_ms), settings)
                directory._recover(topic, accepted_loss, was_used=was_used)
                undo.pop_all()
        except OSError as error:
            raise StorageError(f"{root.path} cannot be opened: {error}.") from error
        return directory

    def _recover(self, topic: QuorumTopic, accepted_loss: str | None, *, was_used: bool) -> None:
        folder = self.root.folder(topic.folder)
        self.election = ElectionFile(folder)
        self._stored_election = self.election.read()
        recovered = recover(
            folder,
            self.settings,
            is_mark_valid=not self.election.is_foreign(),
            accepted_loss=accepted_loss,
            was_used=was_used,
        )
        remade = ensure_partition_metadata(folder, topic.topic_id)
        present = self.root.names()
        for name in _ROOT_FILES:
            if name in present:
                sync_file(self.root, name)
        self.root.sync()
        # the first start writes the file
        is_remade = recovered.view.end_offset > 0
        forgotten = self._forgotten_vote(folder, recovered)
        self.notes = (*recovered.notes, *forgotten, *([remade] if remade and is_remade else []))
        self.losses, self.removed = (*recovered.losses, *forgotten), recovered.removed
        self._use(folder, recovered)

    def _forgotten_vote(self, folder: Folder, recovered: Recovered) -> list[str]:
        """Return a sentence if quorum-state is older than the log, as after restoring a backup.

        A replica stores each epoch before it appends or fetches in it. QuorumState.initialize logs
        that and starts with the epoch of the log, in which this replica can vote a second time.
        """
        stored, last_epoch = self._stored_election, recovered.view.last_epoch
        if stored is None or stored.epoch >= last_epoch:
            return []
        fault = (
            f"{folder.path}/{QUORUM_STATE} is of epoch {stored.epoch}, but the log has records of"
            f" epoch {last_epoch}: an older copy was restored, and this replica may forget a vote"
        )
        return [fault]

    def _use(self, folder: Folder, recovered: Recovered) -> None:
        settings = self.settings
        self._recovered = recovered
        self.log = SegmentedLog(recovered.files, recovered.view.start_offset, settings.recent_bytes)
        self.snapshots = SnapshotFiles(folder, settings, recovered.snapshots)
        self.retention = LogRetention(self.log, self.snapshots, settings)

    def started(self, static_voters: VoterSet | None = None) -> Started:
        """Return the first event of the core; raises DamagedFileError for a broken snapshot.

        Call it before anything is appended.
        """
        history = VoterSetHistory(static_voters or VoterSet())
        latest = self.latest_snapshot()
        end_offset = 0
        if latest is not None:
            end_offset = latest.snapshot_id.offset
            header = self.snapshots.header(latest.snapshot_id)
            history.load_snapshot(end_offset, header.control_records)
        for batch in self._recovered.control_batches:
            if batch.base_offset >= end_offset:
                for place, record in enumerate(batch.control_records):
                    history.apply(batch.base_offset + place, record)
        return Started(
            self._stored_election, self._recovered.view.copy(), history, self.snapshots.stored
        )

    def latest_snapshot(self) -> StoredSnapshot | None:
        """Return the newest snapshot, the bootstrap's (0-0) included."""
        stored = self.snapshots.stored
        return stored[-1] if stored else None

    @property
    def has_work(self) -> bool:
        """Return True if `flush` has work to do."""
        return self.log.has_work or self.snapshots.has_work

    def flush(self) -> list[Event]:
        """Perform everything queued, the log first; return the completions."""
        return self.log.flush() + self.snapshots.flush()

    def housekeep(self, now_ms: int) -> None:
        """Queue the regular chores. The time is any that only rises."""
        self.log.housekeep(now_ms)
        self.snapshots.housekeep(now_ms)

    def close(self) -> list[Event]:
        """Perform queued work, close the files, release the lock; return the last completions."""
        events = self.snapshots.flush() + self.log.close()
        self.snapshots.close()
        self._lock.release()
        return events

    def abandon(self) -> None:
        """Release files and lock unchanged, as the end of the process would."""
        self.log.abandon()
        self.snapshots.close()
        self._lock.release()


def ensure_partition_metadata(folder: Folder, topic_id: Uuid) -> str | None:
    """Write the file if it is missing or damaged; return a sentence if it was.

    As in Kafka only the text after the colons of the first two lines counts. Raises
    DamagedFileError if it names another topic, UnknownVersionError if a later release wrote it.
    """
    fault = "is missing"
    try:
        text = read_text(folder, PARTITION_METADATA)
        if text is not None:
            found = topic_id_of(folder, text)
            if found == topic_id:
                return None
            if found is not None:
                fault = f"it is of topic id {found}, but that of this quorum is {topic_id}"
                raise WrongDirectoryError(f"{folder.path}/{PARTITION_METADATA}: {fault}.")
            fault = "is damaged"
    except DamagedFileError as error:
        if isinstance(error, UnknownVersionError):
            raise
        fault = "is damaged"
    content = f"version: {_TOPIC_VERSION}\ntopic_id: {topic_id}"
    replace_file(folder, PARTITION_METADATA, content.encode())
    return f"{PARTITION_METADATA} {fault}, and is made again"


def topic_id_of(folder: Folder, text: str) -> Uuid | None:
    """Return the topic id in the text of a partition.metadata, None if there is none.

    Raises UnknownVersionError.
    """
    values = [line.partition(":")[2].strip() for line in text.splitlines()[:2]]
    version = whole_number(values[0], _VERSION_MAX) if values else None
    if version:
        raise later_version(folder, PARTITION_METADATA, version, f"only {_TOPIC_VERSION} is")
    topic_id = decode_id(values[1]) if len(values) == 2 and values[0] == _TOPIC_VERSION else None
    return None if topic_id is None else Uuid(topic_id)


def _checked_meta(root: Folder, node_id: int | None, cluster_id: str | None) -> MetaProperties:
    meta = read_meta_properties(root)
    if meta is None:
        raise NotFormattedError(f"{root.path} is not formatted: it has no meta.properties.")
    if node_id is not None and meta.node_id != node_id:
        raise WrongDirectoryError(
            f"{root.path} belongs to node {meta.node_id}, but this is node {node_id}."
        )
    if cluster_id is not None and meta.cluster_id != cluster_id:
        raise WrongDirectoryError(
            f"{root.path} belongs to cluster {meta.cluster_id}, but this node is of cluster"
            f" {cluster_id}."
        )
    return meta


def _with_directory_id(root: Folder, meta: MetaProperties, wall_ms: int) -> MetaProperties:
    """Choose a directory id if an older Kafka wrote none, as newer releases do."""
    if meta.directory_id is not None:
        return meta
    meta = replace(meta, directory_id=new_directory_id())
    write_meta_properties(root, meta, wall_ms)
    return meta
