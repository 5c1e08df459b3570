"""View `records` written: rows to segments with their indexes, as Kafka's LogSegment does.

Tasks prepare the segments of each partition, the commit puts them in place.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kraft_core.raft.directory import INDEX_INTERVAL_BYTES, OFFSET_ENTRY, TIME_ENTRY
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
from kraft_spark.files.blocks import log_end
from kraft_spark.log.layout import list_files
from kraft_spark.log.options import parse_options
from kraft_spark.writing.job_folder import (
    JobFolder,
    WrittenSegment,
    check_finished,
    repair,
    replace_all,
)
from kraft_wire.records import Compression, PartColumn, RecordBatchBuilder
from kraft_wire.records.batch import BATCH_OVERHEAD
from kraft_wire.records.record import NO_HEADERS, encoded_headers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from kraft_spark.files.store import Store
    from kraft_spark.log.options import WriteOptions

_DELTA_MOST: Final = (1 << 31) - 1
NO_TIMESTAMP: Final = -1
_RECORD_OVERHEAD: Final = 10
"""About what a record takes for lengths and deltas."""


class RecordOrderError(ValueError):
    """Records whose offsets do not ascend within their partition."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Records of one partition, a column each; `offsets` is None if they are to be assigned.

    `stamps` are milliseconds. `headers` are encoded, and None if no record has headers. `sizes`
    estimates the bytes of each record.
    """

    offsets: NDArray[np.int64] | None
    stamps: NDArray[np.int64]
    keys: PartColumn
    values: PartColumn
    headers: PartColumn | None
    sizes: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.stamps)


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
        self._size = 0
        self.next_offset = 0

    def extend(self, rows: Rows) -> None:
        """Add records, after the last one unless offsets are given; raises RecordOrderError."""
        offsets = rows.offsets
        if offsets is None:
            offsets = np.arange(self.next_offset, self.next_offset + len(rows), dtype=np.int64)
        self._check_order(offsets)
        ends = np.cumsum(rows.sizes)
        start = 0
        while start < len(rows):
            builder = self._builder
            if builder is None:
                builder = self._builder = RecordBatchBuilder(
                    base_offset=int(offsets[start]),
                    partition_leader_epoch=0,
                    compression=self._compression,
                )
                self._size = BATCH_OVERHEAD
            before = int(ends[start - 1]) if start else 0
            room = max(self._options.batch_bytes - self._size, 1)
            stop = int(np.searchsorted(ends, before + room)) + 1  # with the record that reaches it
            last = builder.base_offset + _DELTA_MOST
            stop = min(stop, int(np.searchsorted(offsets, last, side="right")), len(rows))
            if stop > start:
                parts = (rows.keys, rows.values, rows.headers)
                builder.extend_columns(offsets, rows.stamps, *parts, start=start, stop=stop)
                self._size += int(ends[stop - 1]) - before
                self.next_offset = int(offsets[stop - 1]) + 1
            if stop == start or self._size >= self._options.batch_bytes:
                self._flush()
            start = stop

    def _check_order(self, offsets: NDArray[np.int64]) -> None:
        expected = np.append(self.next_offset, offsets[:-1] + 1)
        wrong = np.flatnonzero(offsets < expected)
        if len(wrong):
            place = int(wrong[0])
            raise RecordOrderError(
                f"{self._topic}-{self._partition}: offset {offsets[place]} where "
                f"{expected[place]} or more is expected; kraft_spark.by_partition(df) sorts by "
                "topic, partition and offset"
            )

    def close(self) -> list[WrittenSegment]:
        """Write the remaining records; return all segments."""
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
        """Return True if a batch of this size, with this last offset, fits into `most` bytes."""
        return self._position + size <= most and last - self.base <= _DELTA_MOST

    def append(self, batch: bytes, last: int, newest: int) -> None:
        """Append a batch; `last` is its last offset, `newest` its largest timestamp."""
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
        """Finish the files; return their extensions."""
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
    """Files that overlap each other or existing ones."""


@dataclass(frozen=True, slots=True)
class Written:
    """The files that one task prepared."""

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
        for batch in batches:
            for topic, partition, rows in self._runs(batch):
                writer = writers.get((topic, partition))
                if writer is None:
                    writer = SegmentWriter(self._store, folder, self._options, topic, partition)
                    writers[topic, partition] = writer
                writer.extend(rows)
        return Written(tuple(one for writer in writers.values() for one in writer.close()))

    def _runs(self, batch: pa.RecordBatch) -> Iterator[tuple[str, int, Rows]]:
        """Yield the rows of each partition that follow each other, with its topic and number."""
        count = batch.num_rows
        if not count:
            return
        topics = _column(batch, "topic", TEXT)
        codes = topics.dictionary_encode()
        numbers = codes.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        partitions = _numbers(_column(batch, "partition", INT64), 0)
        changes = (np.diff(numbers) != 0) | (np.diff(partitions) != 0)
        starts = [0, *(np.flatnonzero(changes) + 1).tolist(), count]
        names = codes.dictionary.to_pylist()
        for start, stop in pairwise(starts):
            code = int(numbers[start])
            name = _checked(self._options.topic if code < 0 else names[code])
            yield name, int(partitions[start]), rows_of(batch.slice(start, stop - start))

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
                    f"{topic}-{partition} exists up to offset {end - 1}, so a segment cannot "
                    f"begin at {group[0].base}; give offsets, or overwrite"
                )

    def _end(self, topic: str, partition: int) -> int | None:
        """Return the end of the existing log."""
        folder = f"{self._root}/{topic}-{partition}"
        if self._store.entry(folder) is None:
            return None
        logs = list_files(
            parse_options({"path": self._store.uri(folder), "allowEmpty": "true"})
        ).files
        if not logs:
            return None
        last = max(logs, key=lambda file: file.name.base_offset or 0)
        return max(log_end(last)[1], last.name.base_offset or 0)


def _checked(topic: str | None) -> str:
    if topic is None:
        raise SchemaError("a row has no topic, and option topic is not set")
    if not _TOPIC.fullmatch(topic) or topic in (".", ".."):
        raise SchemaError(f"{topic!r} is not a valid name of a topic")
    return topic


def _column(batch: pa.RecordBatch, name: str, arrow_type: pa.DataType) -> pa.Array:
    """Return a column in a type; nulls if no column has the name."""
    index = batch.schema.get_field_index(name)
    if index < 0:
        return pa.nulls(batch.num_rows, arrow_type)
    column = batch.column(index)
    return column if column.type == arrow_type else column.cast(arrow_type)


def _numbers(column: pa.Array, null: int) -> NDArray[np.int64]:
    numbers: NDArray[np.int64] = column.fill_null(null).to_numpy(zero_copy_only=False)
    return numbers


def _part_of(column: pa.Array) -> PartColumn:
    """Return the values of an Arrow column without copying them."""
    _, offsets, content = column.buffers()
    places = np.frombuffer(offsets, np.int32, len(column) + 1, 4 * column.offset).astype(np.int64)
    sizes = np.diff(places)
    if column.null_count:
        sizes[column.is_null().to_numpy(zero_copy_only=False)] = -1
    return PartColumn(memoryview(content or b""), places[:-1], sizes)


def _headers_of(column: pa.Array) -> PartColumn | None:
    """Encode the headers of each row; return None if no row has headers."""
    if column.null_count == len(column):
        return None
    given = (
        tuple((one["key"] or "", one["value"]) for one in pairs or ())
        for pairs in column.to_pylist()
    )
    return PartColumn.of(encoded_headers(one) if one else NO_HEADERS for one in given)


def rows_of(batch: pa.RecordBatch) -> Rows:
    """Return rows of one partition; raises RecordOrderError if only some have an offset."""
    offset = _column(batch, "offset", INT64)
    if 0 < offset.null_count < len(offset):
        raise RecordOrderError("some rows of a partition have an offset and some have none")
    stamps = _numbers(_column(batch, "timestamp", TIMESTAMP).cast(INT64), NO_TIMESTAMP * 1_000)
    keys, values = (_column(batch, name, BYTES) for name in ("key", "value"))
    sizes = np.full(batch.num_rows, _RECORD_OVERHEAD, np.int64)
    for column in (keys, values):
        sizes += _numbers(pc.binary_length(column).cast(INT64), 0)
    headers = _headers_of(_column(batch, "headers", HEADERS))
    if headers is not None:
        sizes += np.asarray(headers.sizes)
    return Rows(
        None if offset.null_count else _numbers(offset, 0),
        np.floor_divide(stamps, 1_000),
        _part_of(keys),
        _part_of(values),
        headers,
        sizes,
    )
