"""Snapshots of this replica's state: when one is due, writing it and reading one back.

Both go a piece a turn, so that a large snapshot does not hold up votes and fetches. A snapshot is a
header batch, data batches and a footer batch (KIP-630). Snapshots that are downloaded from a leader
pass by here: they go from consensus to the port `SnapshotStore`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.raft.batches import control_batch, control_message
from kraft_core.raft.consensus.events import SnapshotFailed
from kraft_core.raft.consensus.invariants import ensure
from kraft_core.raft.consensus.values import KRaftVersion, Voters
from kraft_core.raft.replica.batches import data_batch
from kraft_wire.errors import CorruptRecordError, TruncatedError
from kraft_wire.messages import SnapshotFooterRecord, SnapshotHeaderRecord
from kraft_wire.records import BatchReader, RecordBatch
from kraft_wire.records.control import ControlRecordType, decode_control_record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.raft.consensus.effects import WriteSnapshot
    from kraft_core.raft.consensus.values import SnapshotId
    from kraft_core.raft.replica.applying import Applier
    from kraft_core.raft.replica.config import ReplicaConfig
    from kraft_core.raft.replica.ports import Clock, SnapshotStore, SnapshotWriter
    from kraft_core.raft.replica.state_machine import StateMachine
    from kraft_wire.message import Message


@dataclass(frozen=True, slots=True)
class SnapshotFault:
    """Failures to store a snapshot, without a success since the first one."""

    failures: int
    reason: str
    snapshot_id: SnapshotId
    is_download: bool

    @classmethod
    def after(cls, before: SnapshotFault | None, event: SnapshotFailed) -> SnapshotFault | None:
        """Return the fault after a failure. No disk failed if the state machine only moved on."""
        is_download = event.origin is not None
        if not event.reason and not is_download:
            return before
        failures = 1 + (0 if before is None else before.failures)
        reason = event.reason or "the file from the leader is damaged"
        return cls(failures, reason, event.snapshot_id, is_download)


@dataclass(slots=True)
class SnapshotSchedule:
    """The schedule of snapshots: a number of bytes or a time after the last one.

    As Kafka's SnapshotGenerator it looks at the time only when something was applied. 0 switches a
    rule off.
    """

    max_bytes: int
    interval_ms: int
    last_at_ms: int
    bytes_since: int = 0
    retry_ms: int = 60_000
    retry_max_ms: int = 3_600_000
    failures: int = 0
    """Consecutive snapshots that the disk failed to store."""
    retry_at_ms: int | None = None
    """The time of the next attempt after a failure, regardless of the rules."""

    def is_due(self, now_ms: int) -> bool:
        """Return True if a snapshot should be written now."""
        if self.retry_at_ms is not None:
            return now_ms >= self.retry_at_ms
        if 0 < self.max_bytes <= self.bytes_since:
            return True
        return 0 < self.interval_ms <= now_ms - self.last_at_ms

    def put_off(self, now_ms: int) -> None:
        """Postpone the next snapshot after the disk failed, each time twice as long."""
        wait_ms = self.retry_ms << min(self.failures, 16)
        self.failures += 1
        self.retry_at_ms = now_ms + min(wait_ms, self.retry_max_ms)

    def restart(self, now_ms: int) -> None:
        """Restart the interval: a snapshot was begun or loaded."""
        self.bytes_since = 0
        self.last_at_ms = now_ms
        self.retry_at_ms = None


class SnapshotProduction:
    """Writes at most one snapshot at a time, from the order until it is stored or failed."""

    def __init__(
        self,
        machine: StateMachine,
        store: SnapshotStore,
        applier: Applier,
        clock: Clock,
        config: ReplicaConfig,
    ) -> None:
        self._machine = machine
        self._store = store
        self._applier = applier
        self._clock = clock
        self._config = config
        self._schedule = SnapshotSchedule(
            config.snapshot_bytes,
            config.snapshot_interval_ms,
            clock.now_ms(),
            retry_ms=config.snapshot_retry_ms,
            retry_max_ms=config.snapshot_retry_max_ms,
        )
        self._writing: SnapshotWriting | None = None
        self._finishing: SnapshotId | None = None
        self._finishing_bytes = 0
        self.written: tuple[int, int] | None = None
        """Bytes of the newest snapshot that was generated here and stored, and the time of day."""

    @property
    def is_writing(self) -> bool:
        """Return True if the next turn has a piece to write."""
        return self._writing is not None

    @property
    def may_begin(self) -> bool:
        """Return True if none is being written and the state can be written now."""
        is_free = self._writing is None and self._finishing is None
        is_whole = self._applier.applied.offset > 0 and not self._applier.is_loading
        return is_free and is_whole and self._machine.can_write_snapshot()

    def is_due_after(self, size_bytes: int) -> bool:
        """Count an applied batch; return True if a snapshot should be requested now."""
        self._schedule.bytes_since += size_bytes
        return self._schedule.is_due(self._clock.now_ms()) and self.may_begin

    def restart_schedule(self) -> None:
        """Restart the interval: a snapshot was requested or loaded."""
        self._schedule.restart(self._clock.now_ms())

    def begin(self, order: WriteSnapshot) -> bool:
        """Capture the current state; return False if it is not that of the order."""
        # the state has moved on since the order: its snapshot would hold records beyond the end in
        # its name
        if order.snapshot_id != self._applier.applied or not self.may_begin:
            return False
        self._writing = SnapshotWriting(
            self._store.create(order.snapshot_id),
            order,
            iter(self._machine.snapshot_values()),
            last_timestamp_ms=self._applier.last_timestamp_ms,
            wall_ms=self._clock.wall_ms(),
        )
        return True

    def write_piece(self) -> SnapshotFailed | None:
        """Continue to write; return SnapshotFailed if the disk failed."""
        writing = self._writing
        if writing is None:
            return None
        try:
            is_written = writing.write(self._config.snapshot_bytes_per_turn)
        except OSError as error:
            self.discard()
            return SnapshotFailed(writing.snapshot_id, None, str(error))
        if is_written:
            self._writing = None
            self._finishing, self._finishing_bytes = writing.snapshot_id, writing.size_bytes
        return None

    def ended(self, snapshot_id: SnapshotId, reason: str | None) -> None:
        """End a snapshot: stored (None), or failed, with a reason if the disk caused it."""
        if self._finishing == snapshot_id:
            self._finishing = None
            if reason is None:
                self.written = self._finishing_bytes, self._clock.wall_ms()
        if reason is None:
            self._schedule.failures = 0
        elif reason:
            self._schedule.put_off(self._clock.now_ms())

    def discard(self) -> SnapshotId | None:
        """Abandon the snapshot in progress; return its id."""
        writing, self._writing = self._writing, None
        if writing is None:
            return None
        writing.discard()
        return writing.snapshot_id


class SnapshotWriting:
    """A snapshot that is being written.

    Offsets inside it begin at 0, and every batch has the epoch of the snapshot id. The header says
    when the last record was appended that the snapshot holds; where kraft.version is 1 or above it
    has the level and the voters in the same batch.
    """

    def __init__(
        self,
        writer: SnapshotWriter,
        order: WriteSnapshot,
        values: Iterator[bytes],
        *,
        last_timestamp_ms: int,
        wall_ms: int,
    ) -> None:
        self.snapshot_id = order.snapshot_id
        self._writer = writer
        self._values = values
        self._timestamp_ms = wall_ms
        self._next_offset = 0
        self.size_bytes = 0
        self._header: list[Message] | None = _header(order, last_timestamp_ms)

    def write(self, max_bytes: int) -> bool:
        """Write about that many bytes more; return True once everything was passed on.

        Raises OSError if the disk fails.
        """
        header, self._header = self._header, None
        if header is not None:
            self._append_control(*header)
        values: list[bytes] = []
        size = 0
        for value in self._values:
            values.append(value)
            size += len(value)
            if size >= max_bytes:
                break
        if values:
            batch = data_batch(
                values,
                timestamp_ms=self._timestamp_ms,
                base_offset=self._next_offset,
                epoch=self.snapshot_id.epoch,
            )
            self._next_offset += len(values)
            self._append(batch)
        if size >= max_bytes:
            return False
        self._append_control(SnapshotFooterRecord())
        self._writer.finish()
        return True

    def discard(self) -> None:
        """Discard the unfinished snapshot."""
        self._writer.discard()

    def _append_control(self, *messages: Message) -> None:
        batch = control_batch(
            messages,
            base_offset=self._next_offset,
            epoch=self.snapshot_id.epoch,
            timestamp_ms=self._timestamp_ms,
        )
        self._next_offset += len(messages)
        self._append(batch)

    def _append(self, batch: bytes) -> None:
        self._writer.append(batch)
        self.size_bytes += len(batch)


def _header(order: WriteSnapshot, last_timestamp_ms: int) -> list[Message]:
    messages: list[Message] = [SnapshotHeaderRecord(last_contained_log_timestamp=last_timestamp_ms)]
    if order.kraft_version >= 1:
        messages.append(control_message(KRaftVersion(order.kraft_version)))
        if order.voters is not None:
            messages.append(control_message(Voters(order.voters)))
    return messages


_STOPS_SHORT: Final = "incomplete"


class SnapshotLoading:
    """One pass over a stored snapshot.

    `timestamp_ms` is what its header says of the last record that it holds, once that was read.
    """

    def __init__(self, store: SnapshotStore, snapshot_id: SnapshotId, read_bytes: int) -> None:
        self._store = store
        self.snapshot_id = snapshot_id
        self._read_bytes = read_bytes
        self._position = 0
        self._rest = b""
        self._has_header = False
        self.timestamp_ms = -1
        self.is_done = False

    def data_batches(self, max_bytes: int) -> Iterator[RecordBatch]:
        """Yield the next data batches, out of about that many bytes of the file.

        Raises DecodeError where the file is not a sound snapshot, InvariantBroken if it is gone.
        """
        taken = 0
        while taken < max_bytes and not self.is_done:
            size = min(self._read_bytes, max_bytes)
            piece = self._store.read(self.snapshot_id, self._position, size)
            ensure(piece is not None, "snapshot-is-there", self.snapshot_id)
            self._position += len(piece or b"")
            taken += len(piece or b"")
            if not piece:
                self._finish()
                return
            yield from self._batches(piece)

    def _batches(self, piece: bytes) -> Iterator[RecordBatch]:
        data = self._rest + piece
        reader = BatchReader(data, check_crc=True)
        for batch in reader:
            if not isinstance(batch, RecordBatch):
                raise CorruptRecordError(
                    f"unsupported magic {batch.magic} in snapshot {self.snapshot_id}"
                )
            if batch.is_control:
                self._take_control(batch)
            else:
                ensure(self._has_header, "snapshot-begins-with-header", self.snapshot_id)
                yield batch
        stop = reader.stop
        if stop is not None and stop.kind not in {"end", _STOPS_SHORT}:
            detail = f"snapshot {self.snapshot_id}: {stop.reason}"
            raise CorruptRecordError(detail, offset=stop.position, path=stop.path)
        self._rest = data[reader.position :]

    def _take_control(self, batch: RecordBatch) -> None:
        for record in batch.records():
            control = decode_control_record(record)
            if control.type is ControlRecordType.SNAPSHOT_HEADER:
                self._has_header = True
                self.timestamp_ms = getattr(control.message, "last_contained_log_timestamp", -1)

    def _finish(self) -> None:
        if self._rest:
            raise TruncatedError(f"snapshot {self.snapshot_id} ends within a batch")
        ensure(self._has_header, "snapshot-begins-with-header", self.snapshot_id)
        self.is_done = True
