"""The order in which a backup copies a metadata log, and when it starts again.

The machine asks a source, a running quorum or a log directory, for the committed end, the newest
snapshot and the batches after it, and decides which answers are written. If the snapshot is gone,
or the log begins after the copied part, it starts again, a bounded number of times: both happen
when a node writes a newer snapshot during the copy. `backup_copy` has the sources and the files.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.client.metadata_log import Position, SnapshotId, SnapshotNeeded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_wire.records.batch import RecordBatch

ATTEMPTS_MAX: Final = 10
"""Maximum number of attempts to copy."""

_OFFSET_MAX: Final = (1 << 63) - 1


class BackupError(Exception):
    """The reason, as a sentence, why no backup was made or why one cannot be trusted."""


class Evidence(Enum):
    """Proof that the records of a backup were committed."""

    LEADER = "high watermark of the leader"
    SNAPSHOT = "end of the newest snapshot"
    GIVEN = "high watermark given by the operator"


class AskEnd(NamedTuple):
    """Ask for the offset up to which records are committed."""


class AskLog(NamedTuple):
    """Ask for the batches from a position on."""

    position: Position


class AskSnapshot(NamedTuple):
    """Ask for a whole snapshot."""

    snapshot_id: SnapshotId


class CommittedEnd(NamedTuple):
    """The committed end: everything below `offset` is committed."""

    offset: int
    evidence: Evidence


class Batches(NamedTuple):
    """Consecutive batches; none if the source must be asked again."""

    batches: Sequence[RecordBatch]


class SnapshotStored(NamedTuple):
    """The whole snapshot was received and checked."""


class SnapshotGone(NamedTuple):
    """The source no longer has the snapshot, or was lost while it was received."""

    reason: str


class Restart(NamedTuple):
    """Discard what was copied and begin again."""


class Write(NamedTuple):
    """Append these batches to the log."""

    batches: Sequence[RecordBatch]


Ask = AskEnd | AskLog | AskSnapshot
Answer = CommittedEnd | SnapshotNeeded | Batches | SnapshotStored | SnapshotGone
Effect = Restart | Write | None


class Stage(Enum):
    """The answer that the copy waits for."""

    END = "the committed end"
    START = "the start of the log"
    SNAPSHOT = "the snapshot"
    LOG = "the log"
    DONE = "nothing"


class BackupCopy:
    """The state of one copy. `ask` is the next request to the source; None when it is complete."""

    def __init__(self) -> None:
        self.attempts = 0
        self._begin()

    def _begin(self) -> None:
        self.stage = Stage.END
        self.position = Position(0, 0)
        self.end_offset = 0
        self.evidence = Evidence.SNAPSHOT
        self.snapshot_id: SnapshotId | None = None

    @property
    def ask(self) -> Ask | None:
        """The next request to the source, None when the backup is complete."""
        match self.stage:
            case Stage.END:
                return AskEnd()
            case Stage.START | Stage.LOG:
                return AskLog(self.position)
            case Stage.SNAPSHOT:
                assert self.snapshot_id is not None  # noqa: S101  # the stage is entered with it
                return AskSnapshot(self.snapshot_id)
            case Stage.DONE:
                return None

    def answer(self, answer: Answer) -> Effect:
        """Process the answer to `ask`; return what to do. Raises BackupError."""
        handle = _TABLE.get((self.stage, type(answer)))
        if handle is None:
            name = type(answer).__name__
            raise BackupError(f"the source answered {name} to a request for {self.stage.value}")
        return handle(self, answer)

    def _on_end(self, answer: CommittedEnd) -> Effect:
        if not 0 < answer.offset <= _OFFSET_MAX:
            raise BackupError("the source has no committed records yet")
        self.end_offset, self.evidence = answer
        self.stage = Stage.START
        return None

    def _on_snapshot_needed(self, answer: SnapshotNeeded) -> Effect:
        snapshot_id = answer.snapshot_id
        if not 0 < snapshot_id.end_offset <= _OFFSET_MAX:
            raise BackupError(f"the source reported {snapshot_id} as its newest snapshot")
        self.snapshot_id = snapshot_id
        self.stage = Stage.SNAPSHOT
        return None

    def _on_snapshot(self, answer: SnapshotStored) -> Effect:
        del answer
        assert self.snapshot_id is not None  # noqa: S101  # the stage is entered with it
        self.position = Position(*self.snapshot_id)
        # a node only writes snapshots of committed records, so this can be above an older answer
        if self.position.offset >= self.end_offset:
            self.end_offset, self.stage = self.position.offset, Stage.DONE
        else:
            self.stage = Stage.LOG
        return None

    def _on_batches(self, answer: Batches) -> Effect:
        kept = []
        for batch in answer.batches:
            self._check(batch)
            if batch.next_offset > self.end_offset:
                # an end inside a batch: a batch is committed entirely or not at all
                self.end_offset = self.position.offset
                break
            kept.append(batch)
            self.position = Position(batch.next_offset, batch.partition_leader_epoch)
        if self.position.offset >= self.end_offset:
            self.stage = Stage.DONE
        elif kept:
            self.stage = Stage.LOG
        if self.position.offset == 0 and self.stage is Stage.DONE:
            raise BackupError("no batch ends at or below the committed end of the source")
        return Write(kept) if kept else None

    def _check(self, batch: RecordBatch) -> None:
        """Raise BackupError unless the batch follows what was copied."""
        offset, epoch = self.position
        if batch.base_offset != offset or batch.partition_leader_epoch < (epoch or 0):
            raise BackupError(
                f"the source sent a batch at offset {batch.base_offset} of epoch"
                f" {batch.partition_leader_epoch} after offset {offset} of epoch {epoch}"
            )

    def _on_gone(self, answer: SnapshotGone) -> Effect:
        return self._again(answer.reason)

    def _on_newer_snapshot(self, answer: SnapshotNeeded) -> Effect:
        return self._again(f"the log begins at offset {answer.log_start_offset} now")

    def _again(self, reason: str) -> Effect:
        """Begin again with the snapshot that is now the newest."""
        self.attempts += 1
        if self.attempts >= ATTEMPTS_MAX:
            raise BackupError(f"all {ATTEMPTS_MAX} attempts failed, the last because {reason}")
        self._begin()
        return Restart()


_TABLE: Final[dict[tuple[Stage, type], Callable[..., Effect]]] = {
    (Stage.END, CommittedEnd): BackupCopy._on_end,
    (Stage.START, SnapshotNeeded): BackupCopy._on_snapshot_needed,
    (Stage.START, Batches): BackupCopy._on_batches,
    (Stage.SNAPSHOT, SnapshotStored): BackupCopy._on_snapshot,
    (Stage.SNAPSHOT, SnapshotGone): BackupCopy._on_gone,
    (Stage.LOG, Batches): BackupCopy._on_batches,
    (Stage.LOG, SnapshotNeeded): BackupCopy._on_newer_snapshot,
}
"""The next step by stage and answer; any other answer is refused."""
