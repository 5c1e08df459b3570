"""Ports of a replica in memory, with real bytes: queued is read, flushed survives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kraft_core.raft.batches import control_batch, control_message, control_records
from kraft_core.raft.consensus.events import (
    Event,
    LogFlushed,
    LogReset,
    LogTruncated,
    SnapshotChunkStored,
    SnapshotFailed,
    SnapshotStored,
    Started,
)
from kraft_core.raft.consensus.log import LeaderEpochs, LogView, StoredSnapshot
from kraft_core.raft.consensus.values import BOOTSTRAP_SNAPSHOT_ID, Election, Node, OffsetAndEpoch
from kraft_core.raft.consensus.voters import VoterSetHistory
from kraft_core.raft.replica.batches import data_batch, fetched_batches
from kraft_core.raft.replica.ports import Ports
from kraft_core.raft.replica.state_machine import StateMachine
from kraft_wire.messages import SnapshotFooterRecord, SnapshotHeaderRecord
from kraft_wire.records import RecordBatch

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable, Sequence

    from kraft_core.raft.consensus.events import ReplyTo
    from kraft_core.raft.consensus.values import (
        BatchSummary,
        ControlRecord,
        LeaderAndEpoch,
        Payload,
        SnapshotId,
    )
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.replica.rpc_mapping import WireRequest
    from kraft_wire.message import Message


@dataclass
class ManualClock:
    now: int = 0
    wall: int = 1_700_000_000_000

    def now_ms(self) -> int:
        return self.now

    def wall_ms(self) -> int:
        return self.wall + self.now


@dataclass
class RecordingNetwork:
    sent: list[tuple[int, Node, WireRequest]] = field(default_factory=list)
    answered: list[tuple[int, Message, int]] = field(default_factory=list)

    def send(self, request_id: int, to: Node, request: WireRequest) -> None:
        self.sent.append((request_id, to, request))

    def respond(self, reply_to: ReplyTo, response: Message, api_version: int) -> None:
        self.answered.append((reply_to, response, api_version))


class MemoryLog:
    """Batches with their bytes. `flush` makes durable what was queued and gives the completions."""

    def __init__(self) -> None:
        self.start = OffsetAndEpoch(0, 0)
        self.batches: list[tuple[BatchSummary, bytes]] = []
        self.durable: tuple[OffsetAndEpoch, list[tuple[BatchSummary, bytes]]] = (self.start, [])
        self.calls: list[str] = []
        self._due: list[Event] = []

    @property
    def end_offset(self) -> int:
        return self.batches[-1][0].end_offset if self.batches else self.start.offset

    def append(self, generation: int, batches: Sequence[BatchSummary], payload: Payload) -> None:
        self.calls.append(f"append {self.end_offset}")
        assert fetched_batches(payload) == tuple(batches)
        position = 0
        for batch in batches:
            assert batch.base_offset == self.end_offset
            self.batches.append((batch, bytes(payload[position : position + batch.size_bytes])))
            position += batch.size_bytes
        self._due.append(LogFlushed(generation, self.end_offset))

    def truncate(self, generation: int, end_offset: int) -> None:
        self.calls.append(f"truncate {end_offset}")
        while self.batches and self.batches[-1][0].end_offset > end_offset:
            self.batches.pop()
        self._due.append(LogTruncated(generation, self.end_offset))

    def reset(self, generation: int, snapshot_id: SnapshotId) -> None:
        self.calls.append(f"reset {snapshot_id}")
        self.batches.clear()
        self.start = snapshot_id
        self._due.append(LogReset(generation, snapshot_id))

    def delete_prefix(self, start_offset: int) -> None:
        self.calls.append(f"delete_prefix {start_offset}")
        while self.batches and self.batches[0][0].end_offset <= start_offset:
            gone, _ = self.batches.pop(0)
            self.start = OffsetAndEpoch(gone.end_offset, gone.epoch)

    def read(self, start_offset: int, end_offset: int, max_bytes: int) -> bytes:
        found = b""
        for batch, data in self.batches:
            if batch.end_offset <= start_offset or batch.end_offset > end_offset:
                continue
            if found and len(found) + len(data) > max_bytes:
                break
            found += data
        return found

    def flush(self) -> list[Event]:
        due, self._due = self._due, []
        self.durable = (self.start, list(self.batches))
        return due

    def lose_power(self) -> None:
        self.start, self.batches = self.durable[0], list(self.durable[1])
        self._due.clear()

    def view(self) -> LogView:
        epochs: list[tuple[int, int]] = []
        for batch, _ in self.batches:
            if not epochs or epochs[-1][0] < batch.epoch:
                epochs.append((batch.epoch, batch.base_offset))
        return LogView(
            self.start.offset, self.end_offset, LeaderEpochs(tuple(epochs), self.start.epoch)
        )

    def fill(self, values: Iterable[bytes], epoch: int = 1) -> None:
        """Put a durable batch at the end."""
        data = data_batch(list(values), timestamp_ms=5, base_offset=self.end_offset, epoch=epoch)
        self.batches += [(each, data) for each in fetched_batches(data)]
        self.durable = (self.start, list(self.batches))


class MemorySnapshotWriter:
    def __init__(self, store: MemorySnapshots, snapshot_id: SnapshotId) -> None:
        self.store, self.snapshot_id = store, snapshot_id
        self.data = bytearray()
        self.is_discarded = False

    def append(self, payload: Payload) -> None:
        self.data += payload

    def finish(self) -> None:
        self.store.keep(self.snapshot_id, bytes(self.data), None)

    def discard(self) -> None:
        self.is_discarded = True


class MemorySnapshots:
    def __init__(self) -> None:
        self.files: dict[SnapshotId, bytes] = {}
        self.parts: dict[int, bytearray] = {}
        self.writers: list[MemorySnapshotWriter] = []
        self._due: list[Event] = []

    def create(self, snapshot_id: SnapshotId) -> MemorySnapshotWriter:
        self.writers.append(MemorySnapshotWriter(self, snapshot_id))
        return self.writers[-1]

    def keep(self, snapshot_id: SnapshotId, data: bytes, origin: int | None) -> None:
        controls = header_of(data)
        if controls is None:
            self._due.append(SnapshotFailed(snapshot_id, origin))
            return
        self.files[snapshot_id] = data
        self._due.append(SnapshotStored(snapshot_id, origin, len(data), controls))

    def write_chunk(
        self, download: int, snapshot_id: SnapshotId, position: int, payload: Payload
    ) -> None:
        part = self.parts.setdefault(download, bytearray())
        assert len(part) == position
        part += payload
        self._due.append(SnapshotChunkStored(download, snapshot_id, len(part)))

    def finish(self, download: int, snapshot_id: SnapshotId) -> None:
        self.keep(snapshot_id, bytes(self.parts.pop(download)), download)

    def discard(self, download: int, snapshot_id: SnapshotId) -> None:
        self.parts.pop(download, None)

    def delete_before(self, snapshot_id: SnapshotId) -> None:
        for each in list(self.files):
            if each != BOOTSTRAP_SNAPSHOT_ID and each.offset < snapshot_id.offset:
                del self.files[each]

    def read(self, snapshot_id: SnapshotId, position: int, max_bytes: int) -> bytes | None:
        data = self.files.get(snapshot_id)
        return None if data is None else data[position : position + max_bytes]

    def flush(self) -> list[Event]:
        due, self._due = self._due, []
        return due

    def lose_power(self) -> None:
        self._due.clear()
        self.parts.clear()

    def stored(self) -> tuple[StoredSnapshot, ...]:
        return tuple(StoredSnapshot(each, len(data)) for each, data in self.files.items())


@dataclass
class MemoryElection:
    written: list[tuple[Election, int, tuple[int, ...]]] = field(default_factory=list)

    def write(self, election: Election, kraft_version: int, voter_ids: Sequence[int]) -> None:
        self.written.append((election, kraft_version, tuple(voter_ids)))


@dataclass
class FixedRetention:
    answer: SnapshotId | None = None
    asked_at: list[int] = field(default_factory=list)
    stored: Sequence[StoredSnapshot] = ()

    def expired(self, stored: Sequence[StoredSnapshot], wall_ms: int) -> SnapshotId | None:
        self.asked_at.append(wall_ms)
        self.stored = stored
        return self.answer


class Values(StateMachine):
    """The state is the list of all values; `seen` is everything that was called."""

    def __init__(self) -> None:
        self.values: list[bytes] = []
        self.seen: list[object] = []
        self.bootstrap: list[bytes] = []
        self.batches: list[RecordBatch] = []
        self.may_write = True

    def apply(self, batch: RecordBatch) -> None:
        self.seen.append(("apply", batch.base_offset))
        self.batches.append(batch)
        self.values += values_of(batch)

    def apply_control(self, batch: RecordBatch) -> None:
        self.seen.append(("control", batch.base_offset))

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        self.seen.append(("begin", snapshot_id))
        self.values = []

    def load(self, batch: RecordBatch) -> None:
        self.values += values_of(batch)

    def end_load(self, snapshot_id: SnapshotId) -> None:
        self.seen.append(("end", snapshot_id))

    def load_bootstrap(self, batch: RecordBatch) -> None:
        self.bootstrap += values_of(batch)

    def snapshot_values(self) -> Iterable[bytes]:
        return list(self.values)

    def can_write_snapshot(self) -> bool:
        return self.may_write

    def leader_changed(self, leader: LeaderAndEpoch) -> None:
        self.seen.append(leader)


def values_of(batch: RecordBatch) -> list[bytes]:
    return [record.value or b"" for record in batch.records()]


def header_of(data: bytes) -> tuple[ControlRecord, ...] | None:
    """Return the control records of a snapshot's first batch, or None if it has no header."""
    batch = RecordBatch.parse(data)
    return control_records(batch) if batch.is_control else None


def snapshot_bytes(
    values: list[bytes], epoch: int = 1, controls: tuple[ControlRecord, ...] = (), at: int = 7
) -> bytes:
    """Return a snapshot file: header, one batch of values, footer."""
    header = [SnapshotHeaderRecord(last_contained_log_timestamp=at)]
    messages = [*header, *map(control_message, controls)]
    data = control_batch(messages, base_offset=0, epoch=epoch, timestamp_ms=at)
    end = len(messages)
    if values:
        data += data_batch(values, timestamp_ms=at, base_offset=end, epoch=epoch)
    footer = [SnapshotFooterRecord()]
    end += len(values)
    return data + control_batch(footer, base_offset=end, epoch=epoch, timestamp_ms=at)


class MemoryDisk:
    """The storage ports of one replica, and what recovery finds on them."""

    def __init__(self, static: VoterSet | None = None) -> None:
        self.log = MemoryLog()
        self.snapshots = MemorySnapshots()
        self.election = MemoryElection()
        self.static = static

    def ports(self, clock: ManualClock, network: RecordingNetwork) -> Ports:
        return Ports(clock, network, self.log, self.snapshots, self.election)

    def open(self) -> Started:
        written = self.election.written
        election = written[-1][0] if written else None
        return Started(election, self.log.view(), self.history(), self.snapshots.stored())

    def flush(self) -> list[Event]:
        return self.snapshots.flush() + self.log.flush()

    def lose_power(self, rng: random.Random | None = None) -> None:
        self.log.lose_power()
        self.snapshots.lose_power()

    def history(self) -> VoterSetHistory:
        history = VoterSetHistory() if self.static is None else VoterSetHistory(self.static)
        latest = max(self.snapshots.files, key=lambda each: each.offset, default=None)
        if latest is not None:
            history.load_snapshot(latest.offset, header_of(self.snapshots.files[latest]) or ())
        for batch, _ in self.log.batches:
            if latest is None or batch.base_offset >= latest.offset:
                for place, record in enumerate(batch.control_records):
                    history.apply(batch.base_offset + place, record)
        return history
