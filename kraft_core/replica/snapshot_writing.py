"""Writing a snapshot, a piece a turn: header batch, data batches, footer batch (KIP-630)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.consensus.values import KRaftVersion, Voters
from kraft_core.log_batches import control_batch, control_message
from kraft_core.replica.data_batches import data_batch
from kraft_wire.messages import SnapshotFooterRecord, SnapshotHeaderRecord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.consensus.effects import WriteSnapshot
    from kraft_core.replica.ports import SnapshotWriter
    from kraft_wire.message import Message


class SnapshotWriting:
    """A snapshot on its way to disk.

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
        self._header: list[Message] | None = _header(order, last_timestamp_ms)

    def write(self, max_bytes: int) -> bool:
        """Write about that many bytes more; True once everything is handed over.

        Raises OSError if the disk does not take it.
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
            self._writer.append(batch)
        if size >= max_bytes:
            return False
        self._append_control(SnapshotFooterRecord())
        self._writer.finish()
        return True

    def discard(self) -> None:
        """Give it up."""
        self._writer.discard()

    def _append_control(self, *messages: Message) -> None:
        batch = control_batch(
            messages,
            base_offset=self._next_offset,
            epoch=self.snapshot_id.epoch,
            timestamp_ms=self._timestamp_ms,
        )
        self._next_offset += len(messages)
        self._writer.append(batch)


def _header(order: WriteSnapshot, last_timestamp_ms: int) -> list[Message]:
    messages: list[Message] = [SnapshotHeaderRecord(last_contained_log_timestamp=last_timestamp_ms)]
    if order.kraft_version >= 1:
        messages.append(control_message(KRaftVersion(order.kraft_version)))
        if order.voters is not None:
            messages.append(control_message(Voters(order.voters)))
    return messages


@dataclass(slots=True)
class SnapshotSchedule:
    """When the next snapshot is due: so many bytes or so much time after the last one.

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
    """How many in a row the disk did not take."""
    retry_at_ms: int | None = None
    """When it is tried again after a failure, whatever the rules say."""

    def is_due(self, now_ms: int) -> bool:
        """Whether a snapshot should be written now."""
        if self.retry_at_ms is not None:
            return now_ms >= self.retry_at_ms
        if 0 < self.max_bytes <= self.bytes_since:
            return True
        return 0 < self.interval_ms <= now_ms - self.last_at_ms

    def put_off(self, now_ms: int) -> None:
        """The disk did not take a snapshot: the next one is due later, each time twice as late."""
        wait_ms = self.retry_ms << min(self.failures, 16)
        self.failures += 1
        self.retry_at_ms = now_ms + min(wait_ms, self.retry_max_ms)

    def restart(self, now_ms: int) -> None:
        """A snapshot was begun or loaded."""
        self.bytes_since = 0
        self.last_at_ms = now_ms
        self.retry_at_ms = None
