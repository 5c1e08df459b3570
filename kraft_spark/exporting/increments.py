"""Tasks for what is new in a log since an offset of each partition, and how far they came.

A partition is known by topic, number and, where `partition.metadata` or the layout tells it, the
topic's id: a topic that was deleted and created again begins from its start. A log whose directory
does not say whose it is goes by its URI.

What is gone is an error: segments that were deleted before they were read, and a log that now ends
below what was read of it (a replica that was truncated).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from kraft_spark.log.layout import Bounds
from kraft_spark.log.planning import DataLossError, plan

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.layout import LogPart
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.reading import ReadRange

Progress = dict[str, int]
"""The offset up to which each partition was read, by `partition_key`."""


class FileChangedError(ValueError):
    """A file changed while tasks read it, so that they disagree on where batches begin."""


def partition_key(file: LogFile) -> str:
    """The name of a partition that outlives its directory."""
    owner = file.owner
    if owner.topic is None or owner.partition is None:
        return file.store.uri(file.folder)
    name = f"{owner.topic}-{owner.partition}"
    return name if owner.topic_id is None else f"{name}:{owner.topic_id}"


def plan_increment(
    options: LogOptions,
    begin_of: Callable[[str], int | None],
    *,
    active_segment: bool = True,
    fail_on_data_loss: bool = True,
) -> list[list[LogPart]]:
    """The tasks for segments from the offset on that `begin_of` gives for a partition.

    None means from the start of the log. `active_segment=False` leaves out the newest segment of
    each partition, which is still written. Raises DataLossError and what `plan` raises.
    """

    def bounds(segments: list[LogFile]) -> Bounds:
        key = partition_key(segments[0])
        begin = begin_of(key)
        base = segments[0].begin
        if begin is not None and base > begin and fail_on_data_loss:
            raise DataLossError(
                f"{key}: read up to offset {begin}, and the log begins at {base} now: the records "
                "between were deleted before they were read"
            )
        return Bounds(begin)

    def wants(file: LogFile) -> bool:
        return file.is_log and (active_segment or not file.is_last_segment)

    return plan(replace(options, fail_on_data_loss=fail_on_data_loss), wants, bounds)


@dataclass(frozen=True, slots=True)
class Reached:
    """What a task has read of a file: from byte `start` to `end`, and the offset after it.

    `first` is the offset from which records were wanted. `offset` is None where no whole batch is.
    """

    key: str
    path: str
    start: int
    end: int
    first: int | None
    offset: int | None
    is_last: bool

    @classmethod
    def of(cls, one: ReadRange) -> Reached:
        """Of a part that was read to its end."""
        part, offset = one.part, one.end_offset
        limits = (one.last_stable, part.bounds.end)
        # an empty range of batches below the bounds is skipped, so it has no offset of its own
        for limit in limits:
            if limit is not None and offset is not None:
                offset = min(offset, limit)
        is_last = part.file.is_last_segment and part.end >= part.file.size
        return cls(
            partition_key(part.file),
            part.file.uri,
            part.start,
            part.end,
            part.bounds.first,
            offset,
            is_last,
        )


_SHORTER: Final = (
    "the log ends at offset {end}, and was read up to {first}: it was truncated after it was read"
)


def reached(ranges: Iterable[Reached], *, fail_on_data_loss: bool = True) -> Progress:
    """How far each partition was read by tasks that have all finished.

    Raises FileChangedError where tasks have cut a file at different places, and DataLossError.
    """
    every = sorted(ranges, key=lambda one: (one.key, one.path, one.start, one.end))
    found: Progress = {}
    ends: dict[str, int] = {}
    for one in every:
        before = ends.get(one.path)
        if before is not None and before != one.start:
            raise FileChangedError(
                f"{one.path} was written while it was cut into tasks (one ends at {before}, the "
                f"next begins at {one.start}); run again"
            )
        ends[one.path] = one.end
        if one.offset is None:
            continue
        if one.is_last and one.first is not None and one.offset < one.first and fail_on_data_loss:
            raise DataLossError(f"{one.key}: " + _SHORTER.format(end=one.offset, first=one.first))
        found[one.key] = max(found.get(one.key, one.first or 0), one.offset)
    return found
