"""Input of the state machine: snapshot, log and leadership, and their order.

`Applier` applies the records below both the high watermark and the flushed end (`LogProgress`): a
leader can know that a majority has a record before its own disk has it, and applied records must
never be lost by a crash.

`Leadership` delays the report that this replica leads. A state machine must have applied everything
that was committed before its epoch when it begins to write, so it is notified of its own leadership
only after the first record of the epoch was applied here (as in Kafka's ListenerContext). It is
notified of every other leader at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.invariants import ensure
from kraft_core.raft.consensus.values import (
    BOOTSTRAP_SNAPSHOT_ID,
    LeaderAndEpoch,
    LeaderChange,
    OffsetAndEpoch,
    SnapshotId,
)
from kraft_core.raft.replica.appends import AppendsInFlight
from kraft_core.raft.replica.batches import data_batch
from kraft_core.raft.replica.snapshots import SnapshotLoading
from kraft_wire.errors import CorruptRecordError
from kraft_wire.records import RecordBatch, iter_batches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.raft.consensus.effects import AppendControlRecords
    from kraft_core.raft.consensus.log import LogView
    from kraft_core.raft.replica.config import ReplicaConfig
    from kraft_core.raft.replica.ports import LogStore, SnapshotStore
    from kraft_core.raft.replica.state_machine import StateMachine


@dataclass(slots=True)
class LogProgress:
    """Generation, start and durable end of the log, as far as effects were performed.

    The core's `LogView` changes when an effect is decided, which is earlier: effects can wait until
    quorum-state is durable. What is read and applied here has to agree with what the ports have
    been called for, so the replica follows effects and completions itself. `flushed_end` is never
    above what a completion reported.
    """

    generation: int = 0
    start_offset: int = 0
    flushed_end: int = 0
    is_settled: bool = True

    def start(self, log_view: LogView) -> None:
        """Start with the recovered log, which is all durable."""
        self.generation = log_view.generation
        self.start_offset = log_view.start_offset
        self.flushed_end = log_view.flushed_end

    def truncate(self, generation: int, end_offset: int) -> None:
        """Note a queued truncation."""
        self.generation = generation
        self.is_settled = False
        self.flushed_end = min(self.flushed_end, end_offset)

    def reset(self, generation: int, start_offset: int) -> None:
        """Note a queued reset."""
        self.generation = generation
        self.is_settled = False
        self.start_offset = self.flushed_end = start_offset

    def delete_prefix(self, start_offset: int) -> None:
        """Forget batches below that offset, which can be deleted."""
        self.start_offset = max(self.start_offset, start_offset)

    def settled(self, generation: int, end_offset: int) -> None:
        """Note a durable truncation or reset."""
        if generation == self.generation:
            self.is_settled = True
            self.flushed_end = end_offset

    def flushed(self, generation: int, end_offset: int) -> None:
        """Record that everything below that end is durable."""
        if generation == self.generation:
            self.flushed_end = max(self.flushed_end, end_offset)


class Leadership:
    """Follows `AnnounceLeader`. `leading_epoch` is the epoch that we lead, None while we do not."""

    def __init__(self, own_id: int | None, machine: StateMachine) -> None:
        self._own_id = own_id
        self._machine = machine
        self._epoch_start = (-1, -1)
        self._unannounced: LeaderAndEpoch | None = None
        self.current = LeaderAndEpoch(None, 0)
        self.leading_epoch: int | None = None

    def control_appended(self, effect: AppendControlRecords) -> None:
        """Note where the own epoch begins."""
        if any(isinstance(record, LeaderChange) for record in effect.records):
            self._epoch_start = (effect.epoch, effect.base_offset)

    def announce(self, leader: LeaderAndEpoch) -> None:
        """Note another leader or epoch; `applied` notifies the state machine."""
        self.current = self._unannounced = leader
        leads = leader.leader_id is not None and leader.leader_id == self._own_id
        self.leading_epoch = leader.epoch if leads else None

    def applied(self, applied_end: int) -> None:
        """Announce the leader if due: everything below that offset was applied."""
        unannounced = self._unannounced
        if unannounced is None or (
            self.leading_epoch is not None and not self._has_seen(applied_end)
        ):
            return
        self._unannounced = None
        self._machine.leader_changed(unannounced)

    def _has_seen(self, applied_end: int) -> bool:
        epoch, start = self._epoch_start
        # the LeaderChange record itself is applied: all that was committed in earlier epochs is
        # before it
        return epoch == self.leading_epoch and applied_end > start


class Applier:
    """Applies batches, or loads a snapshot where it can no longer apply.

    `applied` is the end of what the state machine has seen, with the epoch of its last batch, and
    `last_timestamp_ms` when that was appended. `high_watermark` is set by the replica.
    `is_within_batch`: the state machine is further than `applied`, within a batch.
    """

    def __init__(
        self,
        machine: StateMachine,
        log: LogStore,
        snapshots: SnapshotStore,
        config: ReplicaConfig,
        progress: LogProgress,
        *,
        appends: AppendsInFlight | None = None,
    ) -> None:
        self._machine = machine
        self._log = log
        self._snapshots = snapshots
        self._config = config
        self._progress = progress
        self._appends = AppendsInFlight() if appends is None else appends
        self._loading: SnapshotLoading | None = None
        self._latest: SnapshotId | None = None
        self.applied = OffsetAndEpoch(0, 0)
        self.last_timestamp_ms = -1
        self.high_watermark = 0
        self._blocked_at = -1
        self.is_within_batch = False

    def start(self, stored: tuple[SnapshotId, ...]) -> None:
        """Begin with the latest stored snapshot, or with the bootstrap snapshot if there is one."""
        real = [each for each in stored if each != BOOTSTRAP_SNAPSHOT_ID]
        if real:
            self._latest = max(real, key=lambda each: each.order)
            self._begin_load(self._latest)
        elif self._snapshots.read(BOOTSTRAP_SNAPSHOT_ID, 0, 1):
            self._loading = self._loading_of(BOOTSTRAP_SNAPSHOT_ID)

    def snapshot_stored(self, snapshot_id: SnapshotId) -> None:
        """Note one more stored snapshot to load from."""
        if self._latest is None or snapshot_id.order > self._latest.order:
            self._latest = snapshot_id

    def abandon(self) -> None:
        """Wait for `restart_from` and drop a load in progress: the log is being reset."""
        self._loading = None

    def restart_from(self, snapshot_id: SnapshotId) -> None:
        """Continue where that snapshot ends: the log begins there."""
        self._blocked_at = -1
        self._begin_load(snapshot_id)

    @property
    def is_loading(self) -> bool:
        """Return True if a snapshot is being read."""
        return self._loading is not None

    @property
    def has_work(self) -> bool:
        """Return True if another step would make progress."""
        if self._loading is not None:
            return True
        if self.high_watermark <= self.applied.offset:
            return False
        limit = self._limit()
        return (
            limit > self.applied.offset and limit != self._blocked_at and self._progress.is_settled
        )

    def _limit(self) -> int:
        # KIP-595: a committed record is on a majority, which need not include this disk yet
        return min(self.high_watermark, self._progress.flushed_end)

    def step(self) -> Iterator[RecordBatch]:
        """Process about `apply_bytes_per_turn`; yield each batch of the log after it was applied.

        Raises DecodeError where disk and checksum contradict each other.
        """
        if self._loading is not None:
            self._load(self._loading)
        elif self._progress.is_settled and self._limit() > self.applied.offset:
            if self.applied.offset < self._progress.start_offset:
                self._fall_back()
            else:
                yield from self._apply()

    def _fall_back(self) -> None:
        latest = self._latest
        held = latest is not None and latest.offset >= self._progress.start_offset
        # without it the state would miss the records between snapshot and log start, silently
        ensure(held, "snapshot-at-log-start", (self._progress, latest))
        if latest is not None:
            self._begin_load(latest)

    def _begin_load(self, snapshot_id: SnapshotId) -> None:
        self._loading = self._loading_of(snapshot_id)
        self._machine.begin_load(snapshot_id)

    def _loading_of(self, snapshot_id: SnapshotId) -> SnapshotLoading:
        return SnapshotLoading(self._snapshots, snapshot_id, self._config.read_bytes)

    def _load(self, loading: SnapshotLoading) -> None:
        is_bootstrap = loading.snapshot_id == BOOTSTRAP_SNAPSHOT_ID
        take = self._machine.load_bootstrap if is_bootstrap else self._machine.load
        for batch in loading.data_batches(self._config.apply_bytes_per_turn):
            take(batch)
        if not loading.is_done:
            return
        self._loading = None
        if not is_bootstrap:
            self._machine.end_load(loading.snapshot_id)
            self.applied = loading.snapshot_id
            self.last_timestamp_ms = loading.timestamp_ms

    def _apply(self) -> Iterator[RecordBatch]:
        budget = self._config.apply_bytes_per_turn
        while budget > 0 and (limit := self._limit()) > self.applied.offset:
            piece = self._log.read(self.applied.offset, limit, min(budget, self._config.read_bytes))
            if not piece:  # the high watermark is within a batch
                self._blocked_at = limit
                return
            budget -= len(piece)
            for batch in iter_batches(piece):
                if not isinstance(batch, RecordBatch):
                    raise CorruptRecordError(
                        f"unsupported magic {batch.magic} in the log", path="magic"
                    )
                self._apply_batch(batch)
                yield batch

    def _apply_batch(self, batch: RecordBatch) -> None:
        fits = batch.base_offset == self.applied.offset
        # a state machine that skips one record, or applies one twice, differs from the others for
        # ever
        ensure(fits, "applied-without-gap", (self.applied, batch.base_offset))
        if batch.is_control:
            self._machine.apply_control(batch)
        else:
            self._apply_data(batch)
        self.applied = OffsetAndEpoch(batch.next_offset, batch.partition_leader_epoch)
        self.last_timestamp_ms = batch.max_timestamp

    def _apply_data(self, batch: RecordBatch) -> None:
        """Apply a batch, in pieces where a callback needs the state between two appends.

        `applied` moves at the end of the batch only: a snapshot must not end within a batch.
        """
        tickets = self._appends.batch_at(batch.base_offset)
        if tickets is None or tickets.next_cut() is None:
            self._machine.apply(batch)
            return
        values = [record.value or b"" for record in batch.records()]
        done = 0
        self.is_within_batch = True
        while (cut := tickets.next_cut()) is not None:
            if cut > done:
                self._machine.apply(_piece(batch, values, done, cut))
                done = cut
            tickets.apply_first(cut)
        self._machine.apply(_piece(batch, values, done, len(values)))
        self.is_within_batch = False


def _piece(batch: RecordBatch, values: list[bytes], begin: int, end: int) -> RecordBatch:
    """Return some records of a batch that this leader has written, as a batch."""
    return RecordBatch(
        data_batch(
            values[begin:end],
            timestamp_ms=batch.base_timestamp,
            base_offset=batch.base_offset + begin,
            epoch=batch.partition_leader_epoch,
        )
    )
