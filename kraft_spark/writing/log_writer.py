"""View `records` written: rows to segments, prepared by tasks, put in place by the commit."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.columns.schemas import HEADERS_TYPE, SchemaError
from kraft_spark.files.replicas import log_end
from kraft_spark.log.layout import find_files
from kraft_spark.log.options import parse_options
from kraft_spark.writing.job_folder import JobFolder
from kraft_spark.writing.overwrite import check_finished, repair, replace_all
from kraft_spark.writing.segment_writer import NO_TIMESTAMP, SegmentWriter, WrittenSegment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

    from kraft_spark.columns.ddl import Column
    from kraft_spark.writing.options import WriteOptions

_TYPES: Final = {
    "key": ("binary", "string"),
    "value": ("binary", "string"),
    "topic": ("string",),
    "partition": ("int",),
    "offset": ("bigint",),
    "timestamp": ("timestamp",),
    "headers": (HEADERS_TYPE.lower().replace(": ", ":").replace(", ", ","),),
}
"""The columns that are written, and their types."""

_TOPIC: Final = re.compile(r"[A-Za-z0-9._-]{1,249}")


class CommitError(ValueError):
    """Files that cannot stand beside each other, or beside those that are there."""


@dataclass(frozen=True, slots=True)
class Written:
    """What one task prepared."""

    segments: tuple[WrittenSegment, ...] = ()


def check_columns(columns: Iterable[Column], options: WriteOptions) -> None:
    """Raise SchemaError for a column that is not written, and where one is missing."""
    names = set()
    for column in columns:
        allowed = _TYPES.get(column.name)
        if allowed is None:
            raise SchemaError(f"column {column.name} is not written; {', '.join(_TYPES)} are")
        if str(column.type).lower() not in allowed:
            raise SchemaError(
                f"column {column.name} must be {' or '.join(allowed).upper()}, "
                f"not {str(column.type).upper()}"
            )
        names.add(column.name)
    if "value" not in names:
        raise SchemaError("column value is missing")
    if "topic" not in names and options.topic is None:
        raise SchemaError("column topic is missing, and option topic is not set")


class LogWriter:
    """Prepares segments in a directory of the job's own, and moves them when all is written."""

    def __init__(self, options: WriteOptions, job: str, *, overwrite: bool) -> None:
        self._options = options
        self._overwrite = overwrite
        self._folder = JobFolder(options.path, job)
        self._store, self._root = self._folder.store, self._folder.root

    def write(self, batches: Iterable[pa.RecordBatch], attempt: str) -> Written:
        """Write the rows of one task; raises RecordOrderError."""
        folder = f"{self._folder.path}/{attempt}"
        writers: dict[tuple[str, int], SegmentWriter] = {}
        for topic, partition, offset, *record in self._rows(batches):
            writer = writers.get((topic, partition))
            if writer is None:
                writer = SegmentWriter(self._store, folder, self._options, topic, partition)
                writers[topic, partition] = writer
            writer.append(offset, *record)
        return Written(tuple(one for writer in writers.values() for one in writer.close()))

    def _rows(self, batches: Iterable[pa.RecordBatch]) -> Iterator[tuple[Any, ...]]:
        for batch in batches:
            columns = {name: _values(batch, name) for name in _TYPES}
            for topic, partition, offset, timestamp, key, value, headers in zip(
                columns["topic"],
                columns["partition"],
                columns["offset"],
                columns["timestamp"],
                columns["key"],
                columns["value"],
                columns["headers"],
                strict=True,
            ):
                pairs = tuple((one["key"] or "", one["value"]) for one in headers or ())
                stamp = NO_TIMESTAMP if timestamp is None else timestamp // 1000
                name = _checked(self._options.topic if topic is None else topic)
                yield name, partition or 0, offset, stamp, key, value, pairs

    def commit(self, written: list[Written]) -> None:
        """Put the segments of all tasks in their places.

        Raises CommitError and UnfinishedWriteError before it moves any.
        """
        segments = [one for task in written for one in task.segments]
        if self._options.cleanup:
            repair(self._folder)
        check_finished(self._folder)
        self._check(segments)
        if self._overwrite:
            replace_all(self._folder, segments)
            return
        for segment in segments:
            folder = f"{self._root}/{segment.topic}-{segment.partition}"
            for ending in segment.endings:
                self._store.move(segment.stem + ending, f"{folder}/{segment.base:020}{ending}")
        self.abort()

    def abort(self) -> None:
        """Remove what tasks prepared."""
        self._folder.remove()

    def _check(self, segments: list[WrittenSegment]) -> None:
        partitions: dict[tuple[str, int], list[WrittenSegment]] = defaultdict(list)
        for segment in segments:
            partitions[segment.topic, segment.partition].append(segment)
        for (topic, partition), group in partitions.items():
            group.sort(key=lambda one: one.base)
            for one, after in pairwise(group):
                if after.base < one.end:
                    raise CommitError(
                        f"two tasks wrote {topic}-{partition}, offsets {one.base} to "
                        f"{one.end - 1} and from {after.base} on; use kraft_spark.by_partition(df)"
                    )
            end = None if self._overwrite else self._end(topic, partition)
            if end is not None and group[0].base < end:
                raise CommitError(
                    f"{topic}-{partition} is there up to offset {end - 1}, so a segment cannot "
                    f"begin at {group[0].base}; give offsets, or overwrite"
                )

    def _end(self, topic: str, partition: int) -> int | None:
        """The end of the log that is there."""
        folder = f"{self._root}/{topic}-{partition}"
        if self._store.entry(folder) is None:
            return None
        logs = find_files(parse_options({"path": self._store.uri(folder)}))
        if not logs:
            return None
        last = max(logs, key=lambda file: file.name.base_offset or 0)
        return max(log_end(last)[1], last.name.base_offset or 0)


def _checked(topic: str | None) -> str:
    if topic is None:
        raise SchemaError("a row without topic, and option topic is not set")
    if not _TOPIC.fullmatch(topic) or topic in (".", ".."):
        raise SchemaError(f"{topic!r} is no name of a topic")
    return topic


def _values(batch: pa.RecordBatch, name: str) -> list[Any]:
    """A column as Python values: bytes for text, microseconds for timestamps."""
    import pyarrow as pa  # noqa: PLC0415

    index = batch.schema.get_field_index(name)
    if index < 0:
        return [None] * batch.num_rows
    column = batch.column(index)
    if name in ("key", "value"):
        column = column.cast(pa.binary())
    elif name == "timestamp":
        column = column.cast(pa.int64())
    values: list[Any] = column.to_pylist()
    return values
