"""From the bytes of a part to batches of Arrow, in the same way for all views of records.

A part is scanned; batches that do not count are removed from blocks (control batches, other
offsets, uncommitted ones), the records of the others are found, and a table of the view makes the
columns.

Option `mode` decides how damage is reported: an error, a row, or a count. One line
of JSON for each region and one for each file that had any go to the logger `kraft_spark.damage`.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
import pyarrow as pa

from kraft_spark.columns import STATE_COLUMNS, arrow_schema
from kraft_spark.decoding.arrow_decode import constant, cut
from kraft_spark.decoding.decoded_batches import DecodedBatches, read_legacy, read_payloads
from kraft_spark.files.segment_scan import Damage, SegmentScan, Tail, damage_of, without_wrong_crcs
from kraft_spark.files.segments import open_segment
from kraft_spark.files.sidecars import boundary, span_of
from kraft_spark.log.parts import UnreadTransactions
from kraft_spark.log.transactions import CommittedFilter, PartitionStates, read_in_task
from kraft_wire.records.attributes import CONTROL_FLAG

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kraft_spark.columns import Picked
    from kraft_spark.decoding.decoded_batches import Spans
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.files.segment_scan import Block, Readable
    from kraft_spark.files.segments import OpenSegment
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.parts import LogPart

LOGGER: Final = logging.getLogger("kraft_spark.damage")
SHOWN_BYTES: Final = 1 << 20
"""Bytes of a damaged region in its row."""


class TooManyKeysError(ValueError):
    """A partition with more keys than `latestMemory` lets a task remember."""


class DamagedLogError(ValueError):
    """Bytes of a log that cannot be read, in mode FAILFAST. Retrying does not help."""


class CorruptionPolicy:
    """Reports the damage of one file as `mode` says, and makes the rows for it.

    `picked` are the columns of the result, `log_columns` the names under which the view has topic
    and partition of the log.
    """

    def __init__(
        self, options: LogOptions, file: LogFile, picked: tuple[Picked, ...], schema: pa.Schema
    ) -> None:
        self._options = options
        self._file = file
        self._picked = picked
        self._schema = schema
        self._regions = 0
        self._bytes = 0

    def take(self, damage: Damage, source: Readable) -> pa.RecordBatch | None:
        """Return the row of a damaged region; None if the mode has none; raises DamagedLogError."""
        if self._options.mode == "FAILFAST":
            raise DamagedLogError(self._sentence(damage))
        self._regions += 1
        self._bytes += damage.length
        LOGGER.warning(
            "%s",
            _line(
                path=self._file.uri,
                position=damage.position,
                length=damage.length,
                baseOffset=damage.base_offset,
                reason=damage.reason,
            ),
        )
        return self._row(damage, source) if self._options.mode == "PERMISSIVE" else None

    def close(self, rows: int) -> None:
        """Report the size of the damage in the file; `rows` is the number of its rows."""
        if self._regions:
            LOGGER.warning(
                "%s",
                _line(
                    path=self._file.uri,
                    badRegions=self._regions,
                    badBytes=self._bytes,
                    rows=rows,
                ),
            )

    def _sentence(self, damage: Damage) -> str:
        offset = "" if damage.base_offset is None else f", base offset {damage.base_offset}"
        return (
            f"{self._file.uri}, position {damage.position}{offset}: {damage.reason} "
            "(retrying will not help; mode=PERMISSIVE or DROPMALFORMED continues after it)"
        )

    def _row(self, damage: Damage, source: Readable) -> pa.RecordBatch:
        owner = self._file.owner
        is_of_log = self._options.view not in ("offsets", "transactions")
        values: dict[str, Any] = {
            "topic" if is_of_log else "logTopic": owner.topic,
            "partition" if is_of_log else "logPartition": owner.partition,
            "path": self._file.uri,
            "errorReason": damage.reason,
            "errorPosition": damage.position,
            "errorLength": damage.length,
        }
        corrupt = self._options.column_name_of_corrupt_record
        if any(one.column == corrupt for one in self._picked):
            shown = min(damage.length, SHOWN_BYTES)
            values[corrupt] = bytes(memoryview(source.read(damage.position, shown)))
        columns = [
            constant(values.get(one.column), field.type, 1)
            for one, field in zip(self._picked, self._schema, strict=True)
        ]
        return pa.RecordBatch.from_arrays(columns, schema=self._schema)


def _line(**parts: Any) -> str:
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


BYTES_PER_BATCH: Final = 8 << 20
"""No batch of Arrow has more bytes than this, unless one row has."""

BYTES_PER_ROW: Final = 40
"""The assumed bytes of a row in addition to its key and its value."""


BYTES_PER_KEY: Final = 160
"""Bytes of Python for a key and an offset in a dict, besides the bytes of the key."""


_BODIES: Final = ("key", "value", "headers", "sizeInBytes")
"""The columns of view `records` that need more of a record than its two deltas."""


class Table(Protocol):
    """The records of some batches as columns."""

    def __len__(self) -> int:
        """Return the number of rows."""

    def column(self, picked: Picked, arrow_type: pa.DataType) -> pa.Array:
        """Return one column, in the requested type."""


MakeTable = Callable[[DecodedBatches, dict[str, Any], "LogFile"], Table]


@dataclass(slots=True)
class ReadRange:
    """The part that a task has read, from batch to batch.

    `end_offset` follows the last whole batch, None without one; from `last_stable` on no
    transaction has ended, None where none is open or it was not read. `epoch` is the leader epoch
    of the last batch below these and below the end of the part, None without one.
    """

    part: LogPart
    end_offset: int | None = None
    last_stable: int | None = None
    epoch: int | None = None

    def take(self, block: Block) -> None:
        """Note the batches of a block."""
        self.end_offset = block.end_offset()
        if block.is_legacy:
            return
        heads = block.heads
        limits = [one for one in (self.last_stable, self.part.bounds.end) if one is not None]
        if limits:
            heads = heads[heads["baseOffset"] < min(limits)]
        if len(heads):
            epoch = int(heads["partitionLeaderEpoch"][-1])
            self.epoch = epoch if epoch >= 0 else None


class LogReader:
    """Reads parts as the rows of a view.

    `make_table` makes the columns; `wants_control` and `wants_data` say which batches count.
    """

    def __init__(
        self,
        options: LogOptions,
        picked: tuple[Picked, ...],
        make_table: MakeTable,
        *,
        wants_control: bool = True,
        wants_data: bool = True,
    ) -> None:
        self._options = options
        self._picked = picked
        self._schema = arrow_schema(picked)
        self._make_table = make_table
        # a view with its own columns decodes every record
        self._wants_bodies = (
            options.view != "records"
            or options.uses_schemas
            or options.latest
            or any(one.column in _BODIES for one in picked)
        )
        self._wants_control = wants_control
        self._wants_data = wants_data
        self._states = PartitionStates(options)
        self.ranges: list[ReadRange] = []
        """The read range of each part, once it was read to its end."""

    def read(self, parts: list[LogPart]) -> Iterator[pa.RecordBatch]:
        """Yield the rows of all parts, in order. Raises DamagedLogError and OSError."""
        self._states = PartitionStates(self._options)
        if self._options.latest:
            return self._latest(parts)
        return read_each(parts, self._options, self._part)

    def _latest(self, parts: list[LogPart]) -> Iterator[pa.RecordBatch]:
        """Yield the last values of the keys of a partition; the log is read twice."""
        last = self._last_offsets(parts)
        yield from read_each(parts, self._options, partial(self._part, last=last))

    def _last_offsets(self, parts: list[LogPart]) -> NDArray[np.int64]:
        """Return the offset of the last record of each key, in order; raises TooManyKeysError.

        Records without a key are left out, as Kafka's Cleaner does.
        """
        last: dict[bytes, int] = {}
        used, most = 0, self._options.latest_memory
        for part in parts:
            for found in self._undamaged(part):
                spans = found.spans.chosen(found.spans.key_size >= 0)
                if not len(spans.batch):
                    continue
                keys = cut(found.buffer, spans.key_start, spans.key_size).to_pylist()
                before = len(last)
                last.update(zip(keys, offsets_of(found, spans).tolist(), strict=True))
                used += (len(last) - before) * (BYTES_PER_KEY + int(spans.key_size.mean()))
                if used > most:
                    raise TooManyKeysError(
                        f"{part.file.uri}: the {len(last):,} keys up to here need more memory than "
                        f"latestMemory={most}: set it higher, or read all records and aggregate "
                        "them by key with Spark (max_by)"
                    )
        return np.sort(np.fromiter(last.values(), np.int64, len(last)))

    def _undamaged(self, part: LogPart) -> Iterator[DecodedBatches]:
        """Yield the readable records of a part; the pass that makes rows reports damage."""
        with open_segment(part.file) as source:
            part = located(part, source)
            self.ranges.append(ReadRange(part))
            for found in self._found(skipped(part), source):
                if not isinstance(found, Damage):
                    yield found
                del found
            self.ranges.pop()

    def _part(
        self, part: LogPart, last: NDArray[np.int64] | None = None
    ) -> Iterator[pa.RecordBatch]:
        file = part.file
        policy = CorruptionPolicy(self._options, file, self._picked, self._schema)
        constants = constants_of(file, self._picked, self._states)
        rows = 0
        with open_segment(file) as source:
            part = located(part, source)
            self.ranges.append(ReadRange(part))
            for found in self._found(skipped(part), source):
                if isinstance(found, Damage):
                    row = policy.take(found, source)
                    if row is not None:
                        yield row
                    continue
                wanted = found if last is None else _with_last(found, last)
                for piece in in_pieces(wanted, self._options.max_records_per_batch):
                    table = self._make_table(piece, constants, file)
                    rows += len(table)
                    if len(table):
                        yield self._batch(table)
                    del table, piece
                del found, wanted  # a large batch is not held while the next is read
        policy.close(rows)

    def _found(self, part: LogPart, source: Any) -> Iterator[DecodedBatches | Damage]:
        committed = self._committed(part)
        self.ranges[-1].last_stable = None if committed is None else committed.last_stable
        for event in scan(part, source, self._options):
            if isinstance(event, Tail):
                continue
            if isinstance(event, Damage):
                yield event
                continue
            self.ranges[-1].take(event)
            for piece in without_wrong_crcs(event):
                if isinstance(piece, Damage):
                    yield piece
                    continue
                for found in self._records(piece, part, committed):
                    yield from split_at_bad(found)
                    del found
                del piece
            del event

    def _committed(self, part: LogPart) -> CommittedFilter | None:
        transactions = part.transactions
        if isinstance(transactions, UnreadTransactions):
            transactions = read_in_task(part.file, transactions, self._options)
        return None if transactions is None else CommittedFilter(transactions)

    def _records(
        self, block: Block, part: LogPart, committed: CommittedFilter | None
    ) -> Iterator[DecodedBatches]:
        most = self._options.max_decompressed_batch_bytes
        bounds = part.bounds
        if block.is_legacy:
            found_ones = read_legacy(block, max_bytes=most) if self._wants_data else iter(())
        else:
            block = block.part(self._counting(block, part, committed))
            found_ones = (
                read_payloads(block, max_bytes=most, with_bodies=self._wants_bodies)
                if len(block)
                else iter(())
            )
        for found in found_ones:
            if bounds.is_open():
                yield found
            else:
                keep = bounds.offsets(offsets_of(found, found.spans))
                yield found if keep.all() else replace(found, spans=found.spans.chosen(keep))
            del found

    def _counting(
        self, block: Block, part: LogPart, committed: CommittedFilter | None
    ) -> NDArray[np.bool_]:
        """Return a mask of the batches of a block to read."""
        heads = block.heads
        is_control = (heads["attributes"] & CONTROL_FLAG) != 0
        keep = part.bounds.batches(heads)
        if not self._wants_control:
            keep &= ~is_control
        if not self._wants_data:
            keep &= is_control
        if committed is not None:
            keep &= committed.batches(block)
        return keep

    def _batch(self, table: Table) -> pa.RecordBatch:
        columns = [
            table.column(one, field.type)
            for one, field in zip(self._picked, self._schema, strict=True)
        ]
        return pa.RecordBatch.from_arrays(columns, schema=self._schema)


def offsets_of(found: DecodedBatches, spans: Spans) -> NDArray[np.int64]:
    """Return the offsets of records of some batches."""
    base: NDArray[np.int64] = found.block.heads["baseOffset"].astype(np.int64)
    return base[spans.batch] + spans.delta


def _with_last(found: DecodedBatches, last: NDArray[np.int64]) -> DecodedBatches:
    """Return the records whose offsets are in `last`, without tombstones."""
    spans = found.spans
    offsets = offsets_of(found, spans)
    places = np.searchsorted(last, offsets)
    places[places == len(last)] = 0
    is_last = last[places] == offsets if len(last) else np.zeros(len(offsets), np.bool_)
    return replace(found, spans=spans.chosen(is_last & (spans.value_size >= 0)))


def in_pieces(found: DecodedBatches, most_rows: int) -> Iterator[DecodedBatches]:
    """Split records into pieces of at most this many rows and `BYTES_PER_BATCH` bytes.

    No piece is without a record, and one record can have any size.
    """
    spans = found.spans
    count = len(spans.batch)
    sizes = np.maximum(spans.key_size, 0) + np.maximum(spans.value_size, 0)
    ends = np.cumsum(sizes + BYTES_PER_ROW)
    start = 0
    while start < count:
        before = int(ends[start - 1]) if start else 0
        end = int(np.searchsorted(ends, before + BYTES_PER_BATCH, side="right"))
        end = min(max(end, start + 1), start + most_rows, count)
        if end - start == count:
            yield found
        else:
            yield replace(found, spans=spans.chosen(slice(start, end)))
        start = end


def read_each(
    parts: list[LogPart],
    options: LogOptions,
    read_one: Callable[[LogPart], Iterator[pa.RecordBatch]],
) -> Iterator[pa.RecordBatch]:
    """Read the parts in turn, and skip files where the options allow it."""
    for part in parts:
        try:
            yield from read_one(part)
        except FileNotFoundError:
            if not options.ignore_missing_files:
                raise
        except DamagedLogError:
            if not options.ignore_corrupt_files:
                raise


def located(part: LogPart, source: OpenSegment) -> LogPart:
    """Return the part from its first batch to the first batch of the next part.

    Its file then has the size of the segment as Kafka wrote it.
    """
    file = source.file
    is_end = part.end >= part.file.size
    cuts = source.original(part.start), file.size if is_end else source.original(part.end)
    start, end = (boundary(file, source, cut) for cut in cuts)
    return replace(part, file=file, start=start, end=end)


def skipped(part: LogPart) -> LogPart:
    """Return the part without batches that the offset index shows to be out of its bounds.

    A stream or an export that continues in a large segment reads what is new of it, a task of
    `maxRecordsPerPartition` its share.
    """
    if part.bounds.is_open():
        return part
    first, stop = span_of(part.file, part.bounds.first, part.bounds.end)
    start = min(max(part.start, first), part.end)
    end = max(start, min(part.end, stop))
    return part if (start, end) == (part.start, part.end) else replace(part, start=start, end=end)


def scan(part: LogPart, source: OpenSegment, options: LogOptions) -> SegmentScan:
    """Return the scan of a part."""
    source.read_on(part.start, part.end)
    is_end = part.end >= part.file.size
    return SegmentScan(
        source,
        part.start,
        part.end,
        check_crcs=options.check_crcs,
        may_have_tail=part.file.is_last_segment and is_end,
    )


def constants_of(
    file: LogFile, picked: tuple[Picked, ...], states: PartitionStates
) -> dict[str, Any]:
    """Return the columns whose values are the same for all rows of a file or partition."""
    state: dict[str, Any] = {}
    if file.is_log and any(one.column in STATE_COLUMNS for one in picked):
        state = states.of(file).columns()
    return {
        **state,
        "segment": file.name.base_offset if file.is_log else None,
        "topic": file.owner.topic,
        "partition": file.owner.partition,
        "topicId": file.owner.topic_id,
        "path": file.uri,
        "source": file.source,
        "snapshotEndOffset": file.name.snapshot_end_offset,
        "snapshotEpoch": file.name.snapshot_epoch,
    }


def split_at_bad(found: DecodedBatches) -> Iterator[DecodedBatches | Damage]:
    """Split records into readable ones and damage in between."""
    if not found.bad:
        yield found
        return
    spans = found.spans
    start = 0
    for index in sorted(found.bad):
        end = int(np.searchsorted(spans.batch, index))
        if end > start:
            yield replace(found, spans=spans.chosen(slice(start, end)), bad={})
        yield damage_of(found.block, index, found.bad[index])
        start = end
    if start < len(spans.batch):
        yield replace(found, spans=spans.chosen(slice(start, None)), bad={})
