"""The log directories of a node, examined without a change and without the lock.

The code of a start opens them, on folders that keep every change in memory (`read_only`), so that
an examination and a start cannot disagree. A process that has the directory open continues to
write: the end of its log grows, and snapshots are deleted. In that case only faults that are found
in each of several looks count.
"""

from __future__ import annotations

import errno
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kraft_core.operations.findings import (
    DirectoryInUse,
    DirectoryNotFormatted,
    DirectoryOfAnother,
    DirectoryUnusable,
    FileDamaged,
    FileOfLaterRelease,
    Finding,
    ListenerUnusable,
    NotTheVoter,
    OfAnotherVoter,
    OldSnapshotDamaged,
    OwnListenerSilent,
    OwnListenerTaken,
    RecordsMissing,
    RecordsUnreadable,
    Severity,
    SnapshotDamaged,
    StartRepairs,
    StaticVotersChanged,
    StaticVotersIgnored,
    VoteMayBeLost,
    in_words,
)
from kraft_core.operations.read_only import ReadOnlyFolder
from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID, ReplicaKey
from kraft_core.raft.directory import parse_snapshot, snapshot_file
from kraft_core.raft.storage.disk_files import LOCK_NAME, DiskFolder, lock_holder
from kraft_core.raft.storage.election_file import ElectionFile
from kraft_core.raft.storage.errors import (
    MissingRecordsError,
    NotFormattedError,
    StorageError,
    UnknownVersionError,
    UnsafeFileError,
    WrongDirectoryError,
)
from kraft_core.raft.storage.log_directory import ensure_partition_metadata
from kraft_core.raft.storage.meta_properties import encode_id, read_meta_properties
from kraft_core.raft.storage.recovery import recover
from kraft_core.raft.storage.snapshot_files import check_snapshot
from kraft_wire.errors import WireError
from kraft_wire.records import RecordBatch, iter_batches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from kraft_core.raft.consensus.voters import VoterSet, VoterSetHistory
    from kraft_core.raft.storage.files import Folder
    from kraft_core.raft.storage.log_directory import LogDirectory
    from kraft_core.raft.storage.settings import StorageSettings
    from kraft_core.raft.topic import QuorumTopic

LOOKS: Final = 3
"""How often a fault must be found in a directory that a process writes to."""

_PAUSE_S: Final = 0.2
_READ_BYTES: Final = 1 << 20


class Examination:
    """Examines the directories of one node. `path` is that of its log.

    `open_directory` opens the log as at node start; its argument maps paths to folders.
    """

    def __init__(
        self,
        open_directory: Callable[[Callable[[str], Any]], LogDirectory],
        *,
        directories: Sequence[str],
        path: str,
        topic: QuorumTopic,
        settings: StorageSettings,
        static_voters: VoterSet,
        accepted_loss: str | None = None,
    ) -> None:
        self._open = open_directory
        self._directories = directories
        self._path = path
        self._topic = topic
        self._settings = settings
        self._static_voters = static_voters
        self._accepted_loss = accepted_loss

    @property
    def holder(self) -> int | None:
        """The process that has the directory open; 0 if its id cannot be seen, None without one."""
        with suppress(OSError):
            return lock_holder(Path(self._path) / LOCK_NAME)
        return None

    def findings(self) -> list[Finding]:
        """Examine until the findings cannot be caused by a process that is writing."""
        found = self._look()
        for _ in range(LOOKS - 1):
            if not any(each.severity is not Severity.INFO for each in found):
                break
            if self.holder is None:
                break
            time.sleep(_PAUSE_S)
            again = self._look()
            found = [each for each in found if each in again]
        return found

    def _look(self) -> list[Finding]:
        try:
            directory = self._open(ReadOnlyFolder)
            try:
                return list(dict.fromkeys(self._of_open(directory)))
            finally:
                directory.abandon()
        except (StorageError, OSError) as error:
            refusal = self._refusal(error)
            return [refusal, *self._others(refusal)]

    # -- reasons to refuse a start ------------------------------------------------------------

    def _refusal(self, error: StorageError | OSError) -> Finding:
        fault = _clause(str(error))
        match error:
            case NotFormattedError():
                return DirectoryNotFormatted(fault=fault)
            case WrongDirectoryError():
                return DirectoryOfAnother(fault=fault)
            case MissingRecordsError():
                return RecordsMissing(fault=_clause(error.fault), way_out=_clause(error.way_out))
            case UnknownVersionError():
                return FileOfLaterRelease(fault=fault)
            case UnsafeFileError() | OSError():
                return DirectoryUnusable(fault=fault)
            case _ if isinstance(error.__cause__, OSError):
                return DirectoryUnusable(fault=fault)
            case _ if self._can_go(fault):
                return SnapshotDamaged(fault=fault)
        return FileDamaged(fault=fault)

    def _others(self, first: Finding) -> list[Finding]:
        """Return the faults after the first one: each file is read separately."""
        reads: list[Callable[[], object]] = [
            partial(read_meta_properties, DiskFolder(path))
            for path in self._directories
            if Path(path).is_dir()
        ]
        if (Path(self._path) / self._topic.folder).is_dir():
            folder = ReadOnlyFolder(Path(self._path) / self._topic.folder)
            reads += [
                ElectionFile(folder).read,
                partial(ensure_partition_metadata, folder, self._topic.topic_id),
                partial(self._recover, folder),
            ]
        found: list[Finding] = []
        for read in reads:
            try:
                read()
            except (StorageError, OSError) as error:
                if str(error).rstrip(".") not in first.text:
                    found.append(self._refusal(error))
        return list(dict.fromkeys(found))

    def _recover(self, folder: Folder) -> None:
        is_mark_valid = True
        with suppress(StorageError, OSError):
            is_mark_valid = not ElectionFile(folder).is_foreign()
        accepted = self._accepted_loss
        recovered = recover(
            folder, self._settings, is_mark_valid=is_mark_valid, accepted_loss=accepted
        )
        recovered.files.abandon()

    def _can_go(self, fault: str) -> bool:
        """Return True if the fault is in a snapshot whose records the log still has."""
        folder = Path(self._path) / self._topic.folder
        names = [path.name for path in folder.iterdir()] if folder.is_dir() else []
        found = [parse_snapshot(name) for name in names]
        ids = [each.snapshot_id for each in found if each is not None and each.is_final]
        latest = max(ids, key=lambda each: each.order, default=BOOTSTRAP_SNAPSHOT_ID)
        if latest == BOOTSTRAP_SNAPSHOT_ID or snapshot_file(latest) not in fault:
            return False
        without = ReadOnlyFolder(folder)
        try:
            without.remove(snapshot_file(latest))
            self._recover(without)
        except (StorageError, OSError):
            return False
        return True

    # -- steps of a start ---------------------------------------------------------------------

    def _of_open(self, directory: LogDirectory) -> Iterator[Finding]:
        for note in directory.notes:
            if note in directory.losses:
                yield VoteMayBeLost(path=self._path, fault=_clause(note))
            else:
                yield StartRepairs(path=self._path, note=_clause(note))
        key = ReplicaKey(directory.meta.node_id, directory.meta.directory_id)
        history = directory.started(self._static_voters).voter_history
        yield from self._of_static_voters(directory, history)
        yield from self._of_vote(key, history.latest)
        yield from self._of_snapshots(directory)
        yield from self._of_records(directory)

    def _of_vote(self, key: ReplicaKey, voters: VoterSet) -> Iterator[Finding]:
        """Compare meta.properties with the voters in the log."""
        for other in voters:
            if (
                key.directory_id
                and other.id != key.id
                and other.key.directory_id == key.directory_id
            ):
                yield OfAnotherVoter(path=self._path, node=key.id, voter=other.id)
                return
        voter = voters.get(key.id)
        if voter is not None and not voter.key.matches(key):
            yield NotTheVoter(
                path=self._path,
                node=key.id,
                directory_id=encode_id(key.directory_id or bytes(16)),
                voter=encode_id(voter.key.directory_id or bytes(16)),
            )

    def _of_static_voters(
        self, directory: LogDirectory, history: VoterSetHistory
    ) -> Iterator[Finding]:
        """Compare the list of the configuration with the voters in the directory."""
        ids = self._static_voters.ids
        if not ids:
            return
        if history.latest_offset is not None:
            # a static list counts until the first VotersRecord (VoterSetHistory.lastValue)
            node_id, voters = directory.meta.node_id, history.latest.ids
            yield StaticVotersIgnored(node=node_id, listed=in_words(ids), voters=in_words(voters))
            return
        # QuorumState.initialize refused this before KIP-853; a majority of either list can be
        # without a voter of the other
        stored = directory.election.static_voter_ids()
        if stored and stored != ids:
            yield StaticVotersChanged(
                path=f"{self._path}/{self._topic.folder}",
                listed=in_words(ids),
                voters=in_words(stored),
            )

    def _of_snapshots(self, directory: LogDirectory) -> Iterator[Finding]:
        """Return damaged snapshots that are no longer read: recovery has checked the others."""
        folder = DiskFolder(Path(self._path) / self._topic.folder)
        for stored in directory.snapshots.stored[:-1]:
            if stored.snapshot_id == BOOTSTRAP_SNAPSHOT_ID:
                continue
            name = snapshot_file(stored.snapshot_id)
            try:
                file = folder.open_to_read(name)
            except OSError:
                continue  # it went in the meantime
            try:
                check_snapshot(file, stored.snapshot_id, f"{folder.path}/{name}")
            except StorageError as error:
                yield OldSnapshotDamaged(fault=_clause(str(error)))
            finally:
                file.close()

    def _of_records(self, directory: LogDirectory) -> Iterator[Finding]:
        """Return batches that a start applies and whose records cannot be read."""
        latest, log = directory.latest_snapshot(), directory.log
        offset = max(log.start_offset, latest.snapshot_id.offset if latest else 0)
        while piece := log.read(offset, log.end_offset, _READ_BYTES):
            for batch in iter_batches(piece):
                offset = batch.next_offset
                try:
                    if isinstance(batch, RecordBatch):
                        for _ in batch.records():
                            pass
                except WireError as error:
                    where = f"{self._path}/{self._topic.folder}"
                    fault = _clause(str(error))
                    yield RecordsUnreadable(path=where, offset=batch.base_offset, fault=fault)
                    return

    # -- the process that has it --------------------------------------------------------------

    def of_listener(
        self, listener: str, bind: Callable[[], OSError | None], ask: Callable[[], str | None]
    ) -> list[Finding]:
        """Ask the node's own listener; `ask` returns None for an answer, else the fault.

        Where no process has the directory, `bind` tries what a start would do there.
        """
        holder = self.holder
        if holder is None:
            return self.of_port(listener, bind())
        fault = ask()
        if fault is None:
            return [DirectoryInUse(path=self._path, process=holder, listener=listener)]
        return [
            OwnListenerSilent(
                path=self._path, process=holder, listener=listener, fault=_clause(fault)
            )
        ]

    def of_port(self, listener: str, error: OSError | None) -> list[Finding]:
        """Return a finding for the error with which a start fails to listen."""
        if error is None:
            return []
        if error.errno == errno.EADDRINUSE:
            return [OwnListenerTaken(path=self._path, listener=listener)]
        return [ListenerUnusable(listener=listener, fault=error.strerror or _clause(str(error)))]


def _clause(text: str) -> str:
    """Format the text of an error for the end of a sentence."""
    return text.rstrip(".")
