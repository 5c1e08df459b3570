"""Records of one partition written as segments with their indexes, as Kafka's LogSegment does."""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.records import Compression, RecordBatchBuilder

if TYPE_CHECKING:
    from kraft_spark.files.store import Store
    from kraft_spark.writing.options import WriteOptions
    from kraft_wire.records import Headers

_INDEX_ENTRY: Final = Struct(">ii")
_TIME_ENTRY: Final = Struct(">qi")
_INDEX_INTERVAL_BYTES: Final = 4_096
_DELTA_MOST: Final = (1 << 31) - 1
NO_TIMESTAMP: Final = -1


class RecordOrderError(ValueError):
    """Records whose offsets do not ascend within their partition."""


@dataclass(frozen=True, slots=True)
class WrittenSegment:
    """A segment that waits to be put in its place; `end` is the offset behind its last record.

    `endings` are those of the files that belong to it.
    """

    topic: str
    partition: int
    base: int
    end: int
    stem: str
    endings: tuple[str, ...]


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
        self._segment: _Segment | None = None
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
            self._segment = _Segment(self._store, stem, base)
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


class _Segment:
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
        return self._position + size <= most and last - self.base <= _DELTA_MOST

    def append(self, batch: bytes, last: int, newest: int) -> None:
        if newest > self._newest[0]:
            self._newest = (newest, last)
        if self._since_entry > _INDEX_INTERVAL_BYTES:
            self._index.append(_INDEX_ENTRY.pack(last - self.base, self._position))
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
        times = [_TIME_ENTRY.pack(time, offset - self.base) for time, offset in self._times]
        for ending, entries in ((".index", self._index), (".timeindex", times)):
            with self._store.create(self.stem + ending) as stream:
                stream.write(b"".join(entries))
        return (".log", ".index", ".timeindex")

    def _note_time(self) -> None:
        """Remember the newest record so far; the entries of a time index ascend."""
        time, _ = self._newest
        if time > (self._times[-1][0] if self._times else NO_TIMESTAMP):
            self._times.append(self._newest)
