"""The driver's reads of a live quorum: the leader's snapshot, then its committed log.

Offsets are only those of committed records, so a repeated micro-batch has the same rows. Lost
records, because the log begins later now or a snapshot was deleted, are an error, or with
`failOnDataLoss=false` a reason to begin again with the newest snapshot. A truncated log is always
an error.

Batches without any record that the query wants are left out: an idle quorum writes a NoOpRecord
twice a second, and micro-batches would never end.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from kraft_core.client import Committed, Position, SnapshotNeeded
from kraft_spark.decoding.internal_records import record_front
from kraft_spark.log.parts import Bounds
from kraft_spark.log.position import another_log
from kraft_spark.quorum.log import (
    Limits,
    LogClient,
    LogStartPassedError,
    LogWindow,
    SnapshotClient,
    SnapshotGoneError,
    SnapshotHold,
    StreamOffset,
)
from kraft_spark.quorum.options import EARLIEST, SNAPSHOT
from kraft_spark.quorum.views import BYTES_PER_TASK, QuorumSlice
from kraft_wire.errors import WireError
from kraft_wire.records.control import ControlRecordType, control_record_type

if TYPE_CHECKING:
    from kraft_spark.quorum.log import SnapshotPlace
    from kraft_spark.quorum.options import QuorumOptions
    from kraft_wire.records.batch import RecordBatch


class RecordSieve:
    """Reads only the types of records, and decodes nothing else."""

    def __init__(self, options: QuorumOptions) -> None:
        self._exclude = options.exclude
        typed = options.typed()
        self._only = None if typed is None else typed.name

    def wants(self, batch: RecordBatch) -> bool:
        """Return True if the batch contains a record that produces a row.

        A batch that cannot be read counts as wanted.
        """
        kind = _control_type if batch.is_control else _metadata_type
        try:
            return any(self._wants(kind(each.key, each.value)) for each in batch.records())
        except WireError:
            return True

    def _wants(self, name: str | None) -> bool:
        if self._only is not None and name is not None:
            return name == self._only
        return name not in self._exclude


def _control_type(key: bytes | None, _: bytes | None) -> str | None:
    number = control_record_type(key)
    return ControlRecordType(number).name if number in set(ControlRecordType) else str(number)


def _metadata_type(_: bytes | None, value: bytes | None) -> str | None:
    return None if value is None else record_front(value)[0]


LOGGER: Final = logging.getLogger("kraft_spark.quorum")
IDLE_OFFSETS: Final = 1_200
"""This many unwanted records in a row are skipped with an empty micro-batch: ten minutes of
NoOpRecords. Otherwise the log can lose the offset in the checkpoint."""

BATCH_READ_BYTES_MAX: Final = 512 << 20


class DataLossError(Exception):
    """The next records are lost: the log begins after them, or their snapshot was deleted."""


class OtherClusterError(Exception):
    """A checkpoint of a cluster other than the one that answers now."""


class TooMuchError(Exception):
    """A batch read that exceeds the memory of the driver."""


class FeedClient(LogClient, SnapshotClient, Protocol):
    """The part of `kraft_core.client.Client` that a feed uses."""

    def committed_end(self) -> int:
        """Return the high watermark."""

    def log_start_offset(self) -> int:
        """Return the first offset of the log."""

    def read(self, position: Position) -> Committed:
        """Read committed batches from a position on."""


class QuorumFeed:
    """Plans micro-batches and holds their bytes; `cluster_id` is in every row."""

    def __init__(self, client: FeedClient, options: QuorumOptions, cluster_id: str | None) -> None:
        self._client = client
        self._options = options
        self._cluster_id = cluster_id
        self._sieve = RecordSieve(options)
        self._window = LogWindow(client)
        self._snapshot = SnapshotHold(client)

    def stored(self, offset: StreamOffset) -> dict[str, Any]:
        """Return the form of a place that Spark keeps in its checkpoint, with the cluster id."""
        return replace(offset, cluster_id=self._cluster_id).to_json()

    def restored(self, form: Any) -> StreamOffset:
        """Restore a place from a checkpoint; raises OffsetError and OtherClusterError.

        Offsets of one cluster mean other records in another one, so going on would mix them.
        """
        offset = StreamOffset.of_json(form)
        self._check_cluster(offset)
        return offset

    def _check_cluster(self, offset: StreamOffset) -> None:
        other = another_log(offset.position, cluster_id=self._cluster_id)
        if other is not None:
            raise OtherClusterError(
                f"{offset.position.name} at {self._options.bootstrap}: {other.reason}: begin with "
                "a new checkpoint"
            )

    def start(self) -> StreamOffset:
        """Return the start of a new query."""
        starting = self._options.starting
        if isinstance(starting, StreamOffset):
            self._check_cluster(starting)
            return starting
        if starting == SNAPSHOT:
            return self._snapshot.newest() or StreamOffset(0, 0)
        return self._earliest() if starting == EARLIEST else self._latest()

    def committed_end(self) -> int:
        """Return the high watermark that the leader reports now."""
        return self._client.committed_end()

    def newest(self) -> StreamOffset | None:
        """Return the last reported high watermark, without a request; None before that."""
        found = self._window.high_watermark
        return None if found < 0 else StreamOffset(found)

    def latest(self, start: StreamOffset, limits: Limits) -> StreamOffset:
        """Return the end of the next micro-batch; `start` itself if nothing wanted is new.

        Raises DataLossError and errors of the client.
        """
        end = self.reach(start, limits)
        return start if self._is_idle(start, end, limits) else end

    def reach(self, start: StreamOffset, limits: Limits) -> StreamOffset:
        """Return the end of the next micro-batch even if it contains no wanted record."""
        try:
            if start.is_in_snapshot:
                return self._snapshot.cut(start, limits)
            return self._window.cut(start, limits)
        except (LogStartPassedError, SnapshotGoneError) as lost:
            return self._snapshot.cut(self._begin_again(start, lost), limits)

    def slices(self, start: StreamOffset, end: StreamOffset) -> list[QuorumSlice]:
        """Return the bytes from `start` up to `end`. Raises the errors of `latest`."""
        if start == end:
            return []
        try:
            if end.snapshot is not None:
                return self._snapshot_slices(_begin_in(start, end.snapshot), end.snapshot)
            return self._log_slices(start, end)
        except (LogStartPassedError, SnapshotGoneError) as lost:
            if self._options.fail_on_data_loss:
                raise DataLossError(_sentence(lost)) from None
            LOGGER.warning("%s; the rows of a micro-batch are missing", lost)
            return self._remaining_slices(end)

    def forget(self, end: StreamOffset) -> None:
        """Drop data that Spark has committed."""
        if not end.is_in_snapshot:
            self._snapshot.forget()
            self._window.forget(end)

    def _earliest(self) -> StreamOffset:
        start = self._client.log_start_offset()
        if start:
            return StreamOffset(start)
        # once there is a snapshot, a leader answers offset 0 with it
        found = self._client.log(Position(0, 0)).poll()
        return StreamOffset(1) if isinstance(found, SnapshotNeeded) else StreamOffset(0, 0)

    def _latest(self) -> StreamOffset:
        end = self.committed_end()
        if end <= 1:
            return StreamOffset(0, 0)
        # read for its epoch alone, without which a truncation would not be noticed
        return StreamOffset(*self._client.read(Position(end - 1)).position)

    def _is_idle(self, start: StreamOffset, end: StreamOffset, limits: Limits) -> bool:
        if end.snapshot is not None or end.offset - start.offset > IDLE_OFFSETS:
            return False
        if self._window.is_full(start, limits):  # staying here would never reach the next records
            return False
        return not any(map(self._sieve.wants, self._window.held(start, end)))

    def _begin_again(self, start: StreamOffset, lost: Exception) -> StreamOffset:
        # if nothing was read yet, a snapshot has only replaced the start
        is_fresh = start == StreamOffset(0, 0) and self._options.starting == SNAPSHOT
        newest = None
        if is_fresh or not self._options.fail_on_data_loss:
            newest = self._snapshot.newest()
        if newest is None:
            raise DataLossError(_sentence(lost)) from None
        if not is_fresh:
            LOGGER.warning("%s; reading begins again with snapshot %s", lost, newest.snapshot)
        return newest

    def _remaining_slices(self, end: StreamOffset) -> list[QuorumSlice]:
        """Return the slices that are left below an offset of the log."""
        start = self._client.log_start_offset()
        if end.snapshot is not None or start >= end.offset:
            return []
        return self._log_slices(StreamOffset(start), end)

    def _snapshot_slices(self, first: int, place: SnapshotPlace) -> list[QuorumSlice]:
        return [
            QuorumSlice(
                data,
                self._cluster_id,
                position=position,
                end_offset=place.end_offset,
                epoch=place.epoch,
            )
            for position, data in self._snapshot.pieces(first, place, BYTES_PER_TASK)
        ]

    def _log_slices(self, start: StreamOffset, end: StreamOffset) -> list[QuorumSlice]:
        bounds = Bounds(start.offset, end.offset)
        parts: list[bytes] = []
        size = 0
        found = []
        for batch in self._window.between(start, end):
            if not self._sieve.wants(batch):
                continue
            if parts and size + batch.size > BYTES_PER_TASK:
                found.append(QuorumSlice(b"".join(parts), self._cluster_id, bounds))
                parts, size = [], 0
            parts.append(bytes(batch))
            size += batch.size
        if parts:
            found.append(QuorumSlice(b"".join(parts), self._cluster_id, bounds))
        return found


def read_all(feed: QuorumFeed, options: QuorumOptions) -> list[QuorumSlice]:
    """Return all records of a batch read; raises TooMuchError and the errors of the feed."""
    start, end = feed.start(), feed.committed_end()
    if options.ending is not None:
        if options.ending > end:
            raise TooMuchError(
                f"option endingOffsets is {options.ending}, but the log is committed only up to "
                f"offset {end}"
            )
        end = options.ending
    found: list[QuorumSlice] = []
    limits = Limits(size=options.max_bytes, end=end)
    size = 0
    while start.is_in_snapshot or start.offset < end:
        reached = feed.reach(start, limits)
        slices = feed.slices(start, reached)
        found += slices
        feed.forget(reached)
        start = reached
        size += sum(len(one.data) for one in slices)
        if size > BATCH_READ_BYTES_MAX:
            raise TooMuchError(
                f"the committed log has more than {BATCH_READ_BYTES_MAX >> 20} MiB: read the files"
                " of a controller with format kafka_log, or read it as a stream"
            )
    return found


def _begin_in(start: StreamOffset, place: SnapshotPlace) -> int:
    """Return the number of bytes of a snapshot that were already read."""
    before = start.snapshot
    if before is None or (before.end_offset, before.epoch) != (place.end_offset, place.epoch):
        return 0
    return before.position


def _sentence(lost: Exception) -> str:
    return (
        f"{lost}: begin with a new checkpoint, or with failOnDataLoss=false, which continues with"
        " the newest snapshot"
    )
