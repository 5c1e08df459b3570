"""A snapshot of the leader on the driver, cut into micro-batches between its batches."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Protocol

from kraft_core.client import SnapshotId
from kraft_core.client.batches import parse_snapshot
from kraft_spark.quorum.offsets import StreamOffset, beginning_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.quorum.limits import Limits
    from kraft_spark.quorum.offsets import SnapshotPlace
    from kraft_wire.records.batch import RecordBatch


class SnapshotGoneError(Exception):
    """No leader has the snapshot any more."""


class SnapshotClient(Protocol):
    """What fetches snapshots."""

    def newest_snapshot(self) -> tuple[SnapshotId, bytes] | None:
        """The newest one of the leader."""

    def snapshot(self, snapshot_id: SnapshotId) -> bytes | None:
        """A certain one."""


@dataclass(frozen=True, slots=True)
class _Held:
    snapshot_id: SnapshotId
    data: bytes
    batches: list[RecordBatch]
    places: list[int]


class SnapshotHold:
    """One snapshot, fetched once and held until it is read."""

    def __init__(self, client: SnapshotClient) -> None:
        self._client = client
        self._held: _Held | None = None

    def newest(self) -> StreamOffset | None:
        """The place before the leader's newest snapshot; None while it has none."""
        found = self._client.newest_snapshot()
        if found is None:
            return None
        held = self._keep(*found)
        return beginning_of(*held.snapshot_id, len(held.data))

    def cut(self, start: StreamOffset, limits: Limits) -> StreamOffset:
        """Where a micro-batch that begins inside a snapshot ends: inside it, or at its end.

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
        """The bytes from `first` up to a place, in whole batches of together at most `most`.

        Each comes with where it stands. Raises what `cut` raises.
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
        """Let go of it."""
        self._held = None

    def _from(self, place: SnapshotPlace, position: int) -> Iterator[RecordBatch]:
        held = self._found(place)
        return islice(held.batches, bisect_left(held.places, position), None)

    def _found(self, place: SnapshotPlace) -> _Held:
        snapshot_id = SnapshotId(place.end_offset, place.epoch)
        if self._held is not None and self._held.snapshot_id == snapshot_id:
            return self._held
        data = self._client.snapshot(snapshot_id)
        if data is None:
            raise SnapshotGoneError(f"the leader has no snapshot {snapshot_id} any more")
        return self._keep(snapshot_id, data)

    def _keep(self, snapshot_id: SnapshotId, data: bytes) -> _Held:
        batches = parse_snapshot(data)
        places = [0, *accumulate(batch.size for batch in batches)]
        self._held = _Held(snapshot_id, data, batches, places)
        return self._held
