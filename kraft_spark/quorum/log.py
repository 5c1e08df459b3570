"""The committed log and the leader's snapshot on the driver, and places in them.

What Spark stores in a checkpoint is a `LogPosition` in the form of the streams of `kafka_log`:
`{"__cluster_metadata": {"0": 1234}, "$kraft": ...}`, everything below offset 1234 was read, with
the epoch of the record before it and the cluster id under `$kraft`. While a snapshot is read, and
at its very end, `snapshot` says which and how many of its bytes; offset and epoch are then its own.
Whether the log continues a position is decided by the leader, which gets the epoch with each Fetch.

The log is read ahead and held until it is used; a snapshot is fetched once and held until it is
read. Both are cut between their batches into micro-batches.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from kraft_core.client import LogTruncatedError, Position, SnapshotId, SnapshotNeeded
from kraft_core.client.metadata_log import parse_snapshot
from kraft_spark.files.log_file import METADATA_TOPIC
from kraft_spark.log.position import (
    KEY,
    LogPosition,
    PositionError,
    extra_of,
    offsets_of,
    positions_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.records.batch import RecordBatch

METADATA_PARTITION: Final = 0
_PARTITION: Final = (METADATA_TOPIC, METADATA_PARTITION)
_NAME: Final = f"{METADATA_TOPIC}-{METADATA_PARTITION}"
_SNAPSHOT: Final = "snapshot"


class OffsetError(ValueError):
    """A stored offset that does not have this format."""


@dataclass(frozen=True, slots=True)
class SnapshotPlace:
    """`position` of the `size` bytes of a snapshot were read."""

    end_offset: int
    epoch: int
    position: int
    size: int

    @property
    def is_read(self) -> bool:
        """Return True if the whole snapshot was read."""
        return self.position >= self.size


@dataclass(frozen=True, slots=True)
class StreamOffset:
    """The next offset of the log, and the epoch of the record before it; None where unknown.

    `cluster_id` does not count when places are compared; None where it is not known, as in
    checkpoints of earlier releases.
    """

    offset: int
    epoch: int | None = None
    snapshot: SnapshotPlace | None = None
    cluster_id: str | None = field(default=None, compare=False)

    @property
    def position(self) -> LogPosition:
        """This place in the log."""
        return LogPosition(
            name=_NAME, offset=self.offset, epoch=self.epoch, cluster_id=self.cluster_id
        )

    @property
    def is_in_snapshot(self) -> bool:
        """Return True if the rest of a snapshot comes next, rather than the log."""
        return self.snapshot is not None and not self.snapshot.is_read

    def to_json(self) -> dict[str, Any]:
        """Return the form that Spark stores."""
        place = self.snapshot
        if place is None:
            return offsets_of({_PARTITION: self.position})
        snapshot = {
            "endOffset": place.end_offset,
            "epoch": place.epoch,
            "position": place.position,
            "size": place.size,
        }
        return offsets_of({_PARTITION: self.position}, {_PARTITION: {_SNAPSHOT: snapshot}})

    @classmethod
    def of_json(cls, form: Any) -> StreamOffset:
        """Read an offset stored by Spark, or a plain offset of the log; raises OffsetError.

        Releases up to 0.2 stored all of it in place of the offset.
        """
        try:
            stored = form[METADATA_TOPIC][str(METADATA_PARTITION)]
            if isinstance(stored, dict):
                return cls._of(LogPosition.of_form(_NAME, stored), stored.get(_SNAPSHOT))
            own = {key: form[key] for key in (METADATA_TOPIC, KEY) if key in form}
            return cls._of(positions_of(own)[_PARTITION], extra_of(own, _PARTITION).get(_SNAPSHOT))
        except (KeyError, TypeError, AttributeError, PositionError) as error:
            why = f": {error}" if isinstance(error, PositionError) else ""
            raise OffsetError(f"{form} is not a valid offset of kraft_quorum{why}") from None

    @classmethod
    def _of(cls, position: LogPosition, at: Any) -> StreamOffset:
        place = None
        if at is not None:
            numbers = (at["endOffset"], at["epoch"], at["position"], at["size"])
            place = SnapshotPlace(*map(_number, numbers))
        return cls(position.offset, position.epoch, place, position.cluster_id)


def beginning_of(end_offset: int, epoch: int, size: int) -> StreamOffset:
    """Return the place before all of a snapshot."""
    return StreamOffset(end_offset, epoch, SnapshotPlace(end_offset, epoch, 0, size))


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(f"{value!r} is not a valid offset")
    return value


class Limits(NamedTuple):
    """Limits of offsets and bytes (one batch may exceed them), and the offset `end` to stop at.

    None is no limit.
    """

    offsets: int | None = None
    size: int | None = None
    end: int | None = None

    def end_from(self, offset: int) -> int | None:
        """Return the end of a read that begins at an offset."""
        ends = []
        if self.offsets is not None:
            ends.append(offset + self.offsets)
        if self.end is not None:
            ends.append(max(self.end, offset))
        return min(ends, default=None)

    def has_room(self, offsets: int, size: int, more: int) -> bool:
        """Return True if `more` bytes still fit; the first ones always do."""
        if not size:
            return True
        if self.offsets is not None and offsets >= self.offsets:
            return False
        return self.size is None or size + more <= self.size


VAIN_POLLS_MAX: Final = 20
"""Polls after which a leader without committed records cannot be a stale one that has not noticed
its end. By default that is ten seconds; such a leader gives up after three."""


class LogStartPassedError(Exception):
    """The log begins after the requested offset."""


class OpenLog(Protocol):
    """The part of `kraft_core.client.LiveLog` that is used here."""

    @property
    def position(self) -> Position:
        """The position after the last batch that was read."""

    @property
    def is_placed(self) -> bool:
        """Return True if a leader has confirmed the position."""

    @property
    def high_watermark(self) -> int:
        """The last high watermark that the leader reported."""

    @property
    def has_more(self) -> bool:
        """Return True if more batches are known to be committed."""

    def poll(self) -> list[RecordBatch] | SnapshotNeeded:
        """Wait a moment for committed batches."""


class LogClient(Protocol):
    """A client that opens a log."""

    def log(self, position: Position) -> OpenLog:
        """Read from a position on."""


class _HeldBatches:
    """Batches in the order of their offsets; bytes from an offset on without adding them up."""

    def __init__(self) -> None:
        self.batches: list[RecordBatch] = []
        self._lasts: list[int] = []
        self._ends: list[int] = []  # bytes up to and including each batch, since the beginning
        self._forgotten = 0

    def add(self, batches: list[RecordBatch]) -> None:
        end = self._ends[-1] if self._ends else self._forgotten
        for batch in batches:
            end += batch.size
            self._ends.append(end)
            self._lasts.append(batch.last_offset)
        self.batches += batches

    def index(self, offset: int) -> int:
        """Return the index of the first batch with this offset or a higher one."""
        return bisect_left(self._lasts, offset)

    def bytes_from(self, offset: int) -> int:
        """Return the size of all batches with this offset or a higher one."""
        first = self.index(offset)
        if first == len(self._ends):
            return 0
        before = self._ends[first - 1] if first else self._forgotten
        return self._ends[-1] - before

    def forget(self, offset: int) -> None:
        """Drop the batches whose offsets are all lower."""
        first = self.index(offset)
        if first:
            self._forgotten = self._ends[first - 1]
            del self.batches[:first], self._lasts[:first], self._ends[:first]


class LogWindow:
    """The batches between the offset committed by Spark and the last one read."""

    def __init__(self, client: LogClient) -> None:
        self._client = client
        self._log: OpenLog | None = None
        self._held = _HeldBatches()
        self._first = 0
        self._offered = 0

    @property
    def high_watermark(self) -> int:
        """The last high watermark that the leader reported; -1 before that."""
        return -1 if self._log is None else self._log.high_watermark

    def cut(self, start: StreamOffset, limits: Limits) -> StreamOffset:
        """Return the end of a micro-batch that begins at `start`.

        Waits briefly if there is no new record, and for missing records below `limits.end`. Raises
        LogStartPassedError, LogTruncatedError and other errors of the client.
        """
        self._fill(start, limits)
        most = limits.end_from(start.offset)
        end, size = start, 0
        held = self._held
        for batch in islice(held.batches, held.index(start.offset), None):
            taken = end.offset - start.offset
            if most is not None and batch.base_offset >= most:
                break
            if not limits.has_room(taken, size, batch.size):
                break
            size += batch.size
            behind = batch.last_offset + 1
            reached = behind if most is None else min(behind, most)
            if reached > start.offset:
                end = StreamOffset(reached, batch.partition_leader_epoch)
        self._offered = end.offset
        return end

    def between(self, start: StreamOffset, end: StreamOffset) -> list[RecordBatch]:
        """Return the batches that hold the offsets from `start` up to `end`, read again if needed.

        Raises the errors of `cut`.
        """
        self._fill(start, Limits(end=end.offset))
        found = self.held(start, end)
        if found and end.epoch is not None and found[-1].partition_leader_epoch != end.epoch:
            raise LogTruncatedError(
                f"the log was truncated: its record before offset {end.offset} has epoch "
                f"{found[-1].partition_leader_epoch}, not epoch {end.epoch}"
            )
        return found

    def held(self, start: StreamOffset, end: StreamOffset) -> list[RecordBatch]:
        """Return the batches with offsets from `start` up to `end` that are still in memory."""
        held = self._held
        first = held.index(start.offset)
        # the batch of the last offset below the end is the last that can begin below it
        behind = held.index(end.offset)
        found = held.batches[first : behind + 1]
        if found and found[-1].base_offset >= end.offset:
            found.pop()
        return found

    def is_full(self, start: StreamOffset, limits: Limits) -> bool:
        """Return True if a micro-batch from `start` on has reached its limits."""
        log = self._opened(start)
        most = limits._replace(end=None).end_from(start.offset)
        return self._is_enough(log, start, most, limits.size)

    def forget(self, end: StreamOffset) -> None:
        """Drop batches below an offset."""
        self._first = max(self._first, end.offset)
        self._held.forget(end.offset)

    def _fill(self, start: StreamOffset, limits: Limits) -> None:
        log = self._opened(start)
        # an earlier offer that was not taken has no waiting reader
        may_wait = log.position.offset <= max(start.offset, self._offered)
        most = limits.end_from(start.offset)
        vain = 0
        while True:
            is_behind = limits.end is not None and log.position.offset < limits.end
            if log.is_placed:
                if self._is_enough(log, start, most, limits.size):
                    return
                if not (may_wait or is_behind or log.has_more):
                    return
            vain = 0 if self._poll(log) else vain + (log.high_watermark >= 0)
            if is_behind and vain > VAIN_POLLS_MAX:
                raise LogTruncatedError(
                    f"the log was truncated: it was committed up to offset {limits.end}, and is"
                    f" now up to offset {log.high_watermark}"
                )
            may_wait = False

    def _opened(self, start: StreamOffset) -> OpenLog:
        log = self._log
        if log is None or not self._first <= start.offset <= log.position.offset:
            log = self._log = self._client.log(Position(start.offset, start.epoch))
            self._held = _HeldBatches()
            self._first = self._offered = start.offset
        return log

    def _is_enough(
        self, log: OpenLog, start: StreamOffset, most: int | None, size: int | None
    ) -> bool:
        if most is not None and log.position.offset >= most:
            return True
        if size is None:
            return False
        return self._held.bytes_from(start.offset) >= size

    def _poll(self, log: OpenLog) -> bool:
        """Return True if the poll returned batches."""
        offset = log.position.offset
        found = log.poll()
        if isinstance(found, SnapshotNeeded):
            self._log = None
            raise LogStartPassedError(
                f"offset {offset} is no longer in the log, which begins at {found.log_start_offset}"
            )
        self._held.add(found)
        return bool(found)


class SnapshotGoneError(Exception):
    """No leader has the snapshot any more."""


class SnapshotClient(Protocol):
    """A client that fetches snapshots."""

    def newest_snapshot(self) -> tuple[SnapshotId, bytes] | None:
        """Return the leader's newest snapshot."""

    def snapshot(self, snapshot_id: SnapshotId) -> bytes | None:
        """Return the snapshot of this id."""


@dataclass(frozen=True, slots=True)
class _HeldSnapshot:
    snapshot_id: SnapshotId
    data: bytes
    batches: list[RecordBatch]
    places: list[int]


class SnapshotHold:
    """One snapshot, fetched once and held until it is read."""

    def __init__(self, client: SnapshotClient) -> None:
        self._client = client
        self._held: _HeldSnapshot | None = None

    def newest(self) -> StreamOffset | None:
        """Return the place before the leader's newest snapshot; None while it has none."""
        found = self._client.newest_snapshot()
        if found is None:
            return None
        held = self._keep(*found)
        return beginning_of(*held.snapshot_id, len(held.data))

    def cut(self, start: StreamOffset, limits: Limits) -> StreamOffset:
        """Return the end of a micro-batch that begins in a snapshot: inside it, or at its end.

        Raises SnapshotGoneError and errors of the client.
        """
        place = start.snapshot
        if place is None:
            return start
        position, count = place.position, 0
        for batch in self._from(place, position):
            if not limits.has_room(count, position - place.position, batch.size):
                break
            position += batch.size
            count += batch.count
        return replace(start, snapshot=replace(place, position=position))

    def pieces(self, first: int, place: SnapshotPlace, most: int) -> Iterator[tuple[int, bytes]]:
        """Yield the bytes from `first` up to a place, in whole batches of together at most `most`.

        Each has its position. Raises the errors of `cut`.
        """
        data = self._found(place).data
        begin = end = first
        for batch in self._from(place, first):
            if end >= place.position:
                break
            if end > begin and end - begin + batch.size > most:
                yield begin, data[begin:end]
                begin = end
            end += batch.size
        if end > begin:
            yield begin, data[begin:end]

    def forget(self) -> None:
        """Drop the snapshot in memory."""
        self._held = None

    def _from(self, place: SnapshotPlace, position: int) -> Iterator[RecordBatch]:
        held = self._found(place)
        return islice(held.batches, bisect_left(held.places, position), None)

    def _found(self, place: SnapshotPlace) -> _HeldSnapshot:
        snapshot_id = SnapshotId(place.end_offset, place.epoch)
        if self._held is not None and self._held.snapshot_id == snapshot_id:
            return self._held
        data = self._client.snapshot(snapshot_id)
        if data is None:
            raise SnapshotGoneError(f"the leader has no snapshot {snapshot_id} any more")
        return self._keep(snapshot_id, data)

    def _keep(self, snapshot_id: SnapshotId, data: bytes) -> _HeldSnapshot:
        batches = parse_snapshot(data)
        places = [0, *accumulate(batch.size for batch in batches)]
        self._held = _HeldSnapshot(snapshot_id, data, batches, places)
        return self._held
