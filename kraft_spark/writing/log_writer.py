"""View `records` written: rows to segments with their indexes, as Kafka's LogSegment does.

Tasks prepare the segments of each partition, the commit puts them in place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from kraft_core.log_directory import INDEX_INTERVAL_BYTES, OFFSET_ENTRY, TIME_ENTRY
from kraft_spark.columns import (
    BYTES,
    HEADERS,
    INT32,
    INT64,
    TEXT,
    TIMESTAMP,
    SchemaError,
    ddl,
    is_same_type,
)
from kraft_spark.files.replicas import log_end
from kraft_spark.log.layout import find_files
from kraft_spark.log.options import parse_options
from kraft_spark.writing.job_folder import (
    JobFolder,
    WrittenSegment,
    check_finished,
    repair,
    replace_all,
)
from kraft_wire.records import Compression, RecordBatchBuilder

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import pyarrow as pa

    from kraft_spark.files.store import Store
    from kraft_spark.writing.options import WriteOptions
    from kraft_wire.records import Headers

_DELTA_MOST: Final = (1 << 31) - 1
NO_TIMESTAMP: Final = -1


class RecordOrderError(ValueError):
    """Records whose offsets do not ascend within their partition."""


class SegmentWriter:
    """Writes the records of a partition below `folder`, in ascending order of their offsets."""

    def __init__(
        self, store: Store, folder: str, options: WriteOptions, topic: str, partition: int
    ) -> None:
        self._store = store
        self._folder = f"{folder}/{topic}-{partition}"
        self._options = options
        self._topic = topic
        self._partition = partition
        self._compression = Compression[options.compression.upper()]
        self._builder: RecordBatchBuilder | None = None
        self._segment: LogSegment | None = None
        self._written: list[WrittenSegment] = []
        self.next_offset = 0

    def append(
        self,
        offset: int | None,
        timestamp: int,
        key: bytes | None,
        value: bytes | None,
        headers: Headers,
    ) -> None:
        """Add a record, behind the last one unless an offset is given; raises RecordOrderError."""
        if offset is None:
            offset = self.next_offset
        if offset < self.next_offset:
            raise RecordOrderError(
                f"{self._topic}-{self._partition}: offset {offset} where {self.next_offset} or "
                "more is due; kraft_spark.by_partition(df) sorts by topic, partition and offset"
            )
        builder = self._builder
        if builder is not None and (
            builder.size >= self._options.batch_bytes or offset - builder.base_offset > _DELTA_MOST
        ):
            self._flush()
            builder = None
        if builder is None:
            builder = self._builder = RecordBatchBuilder(
                base_offset=offset, partition_leader_epoch=0, compression=self._compression
            )
        builder.append(timestamp, key, value, headers, offset)
        self.next_offset = offset + 1

    def close(self) -> list[WrittenSegment]:
        """Write what is left; return all segments."""
        self._flush()
        self._roll()
        return self._written

    def _flush(self) -> None:
        builder, self._builder = self._builder, None
        if builder is None:
            return
        batch = builder.build()
        base, last = builder.base_offset, self.next_offset - 1
        if self._segment is not None and not self._segment.has_room(
            len(batch), last, self._options.segment_bytes
        ):
            self._roll()
        if self._segment is None:
            stem = f"{self._folder}/{base:020}"
            self._segment = LogSegment(self._store, stem, base)
        newest = int.from_bytes(batch[35:43], signed=True)
        self._segment.append(batch, last, newest)

    def _roll(self) -> None:
        segment, self._segment = self._segment, None
        if segment is not None:
            endings = segment.close(write_index=self._options.write_index)
            written = WrittenSegment(
                self._topic, self._partition, segment.base, segment.end, segment.stem, endings
            )
            self._written.append(written)


class LogSegment:
    """One segment that is being written."""

    def __init__(self, store: Store, stem: str, base: int) -> None:
        self._store = store
        self._stream: Any = store.create(stem + ".log")
        self.stem = stem
        self.base = base
        self.end = base
        self._position = 0
        self._since_entry = 0
        self._newest = (NO_TIMESTAMP, base)
        self._index: list[bytes] = []
        self._times: list[tuple[int, int]] = []

    def has_room(self, size: int, last: int, most: int) -> bool:
        """Whether a batch of this size, with this last offset, fits into `most` bytes."""
        return self._position + size <= most and last - self.base <= _DELTA_MOST

    def append(self, batch: bytes, last: int, newest: int) -> None:
        """Add a batch by its last offset and its newest timestamp."""
        if newest > self._newest[0]:
            self._newest = (newest, last)
        if self._since_entry > INDEX_INTERVAL_BYTES:
            self._index.append(OFFSET_ENTRY.pack(last - self.base, self._position))
            self._note_time()
            self._since_entry = 0
        self._stream.write(batch)
        self._position += len(batch)
        self._since_entry += len(batch)
        self.end = last + 1

    def close(self, *, write_index: bool) -> tuple[str, ...]:
        """Finish the files; return their endings."""
        self._stream.close()
        if not write_index:
            return (".log",)
        self._note_time()
        times = [TIME_ENTRY.pack(time, offset - self.base) for time, offset in self._times]
        for ending, entries in ((".index", self._index), (".timeindex", times)):
            with self._store.create(self.stem + ending) as stream:
                stream.write(b"".join(entries))
        return (".log", ".index", ".timeindex")

    def _note_time(self) -> None:
        """Remember the newest record so far; the entries of a time index ascend."""
        time, _ = self._newest
        if time > (self._times[-1][0] if self._times else NO_TIMESTAMP):
            self._times.append(self._newest)


_TYPES: Final = {
    "key": (BYTES, TEXT),
    "value": (BYTES, TEXT),
    "topic": (TEXT,),
    "partition": (INT32,),
    "offset": (INT64,),
    "timestamp": (TIMESTAMP,),
    "headers": (HEADERS,),
}
"""The columns that are written, and their types."""

_TOPIC: Final = re.compile(r"[A-Za-z0-9._-]{1,249}")


class CommitError(ValueError):
    """Files that cannot stand beside each other, or beside those that are there."""


@dataclass(frozen=True, slots=True)
class Written:
    """What one task prepared."""

    segments: tuple[WrittenSegment, ...] = ()


def check_columns(columns: pa.Schema, options: WriteOptions) -> None:
    """Raise SchemaError for a column of a wrong type, and where one is missing."""
    names = set()
    for column in columns:
        allowed = _TYPES.get(column.name)
        if allowed is None:
            continue  # as Spark's Kafka sink does
        if not any(is_same_type(one, column.type) for one in allowed):
            raise SchemaError(
                f"column {column.name} must be {' or '.join(map(ddl, allowed))}, "
                f"not {ddl(column.type)}"
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
        raise SchemaError(f"{topic!r} is not a valid name of a topic")
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
