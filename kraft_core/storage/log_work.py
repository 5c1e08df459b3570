"""What waits in the queue of a log, and the completions of performing it, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kraft_core.consensus.values import BatchSummary, Payload, SnapshotId
    from kraft_core.storage.tail import TailPiece


@dataclass(slots=True)
class Append:
    """Batches to append, and their place in the tail."""

    generation: int
    batches: Sequence[BatchSummary]
    payload: Payload
    piece: TailPiece


@dataclass(frozen=True, slots=True)
class Truncate:
    """A cut at an offset that begins a batch."""

    generation: int
    end_offset: int


@dataclass(frozen=True, slots=True)
class Reset:
    """The end of the whole log."""

    generation: int
    snapshot_id: SnapshotId


@dataclass(frozen=True, slots=True)
class DeletePrefix:
    """The front of the log may go."""

    start_offset: int


@dataclass(frozen=True, slots=True)
class Housekeep:
    """The regular chores."""

    now_ms: int


Operation = Append | Truncate | Reset | DeletePrefix | Housekeep


def grouped(operations: Iterable[Operation]) -> Iterator[Sequence[Append] | Operation]:
    """The operations in order, appends that follow each other together."""
    appends: list[Append] = []
    for operation in operations:
        if isinstance(operation, Append):
            appends.append(operation)
            continue
        if appends:
            yield appends
            appends = []
        yield operation
    if appends:
        yield appends
