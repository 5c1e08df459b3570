"""Snapshots of our own: when one is due, and writing it a piece a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.events import SnapshotFailed
from kraft_core.replica.snapshot_writing import SnapshotSchedule, SnapshotWriting

if TYPE_CHECKING:
    from kraft_core.consensus.effects import WriteSnapshot
    from kraft_core.consensus.values import SnapshotId
    from kraft_core.replica.applying import Applier
    from kraft_core.replica.config import ReplicaConfig
    from kraft_core.replica.ports import Clock, SnapshotStore
    from kraft_core.replica.state_machine import StateMachine


class SnapshotProduction:
    """At most one snapshot at a time, from the order to write it until it is stored or failed."""

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

    @property
    def is_writing(self) -> bool:
        """Whether the next turn has a piece to write."""
        return self._writing is not None

    @property
    def may_begin(self) -> bool:
        """Whether none is under way, and the state can be written as it is."""
        is_free = self._writing is None and self._finishing is None
        is_whole = self._applier.applied.offset > 0 and not self._applier.is_loading
        return is_free and is_whole and self._machine.can_write_snapshot()

    def is_due_after(self, size_bytes: int) -> bool:
        """Count a batch that was applied; tell whether a snapshot should be asked for now."""
        self._schedule.bytes_since += size_bytes
        return self._schedule.is_due(self._clock.now_ms()) and self.may_begin

    def restart_schedule(self) -> None:
        """A snapshot was asked for or loaded."""
        self._schedule.restart(self._clock.now_ms())

    def begin(self, order: WriteSnapshot) -> bool:
        """Take the state as it is now; False if it is not what the order says."""
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
        """Write on, if there is anything to write; tell if the disk did not take it."""
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
            self._finishing = writing.snapshot_id
        return None

    def ended(self, snapshot_id: SnapshotId, reason: str | None) -> None:
        """That snapshot is stored (None), or has failed, with a reason if the disk is to blame."""
        if self._finishing == snapshot_id:
            self._finishing = None
        if reason is None:
            self._schedule.failures = 0
        elif reason:
            self._schedule.put_off(self._clock.now_ms())

    def discard(self) -> SnapshotId | None:
        """Give up what is being written; tell what it was."""
        writing, self._writing = self._writing, None
        if writing is None:
            return None
        writing.discard()
        return writing.snapshot_id
