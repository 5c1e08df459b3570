"""Places in the metadata log, and what a reader finds there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kraft_core.client.metadata_log import SnapshotId
    from kraft_wire.records.batch import RecordBatch


class Position(NamedTuple):
    """The next offset to read, and the epoch of the record before it; None where unknown.

    Behind a record of offset N and epoch E the position is (N + 1, E).
    """

    offset: int
    epoch: int | None = None


class SnapshotNeeded(NamedTuple):
    """The leader's log begins behind the position, or is another; it has this snapshot."""

    snapshot_id: SnapshotId
    log_start_offset: int


class Committed(NamedTuple):
    """Committed batches, the first of which may begin before what was asked for; and what next."""

    batches: tuple[RecordBatch, ...]
    position: Position


class Note(NamedTuple):
    """What happened to the connection, in a sentence for a person."""

    text: str


def beyond_start(offset: int, needed: SnapshotNeeded) -> str:
    """Say that an offset is gone."""
    return f"offset {offset} is no longer in the log, which begins at {needed.log_start_offset}"
