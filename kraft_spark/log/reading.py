"""From the bytes of a part to batches of Arrow: the same way for every view of records.

A part is scanned; blocks lose what does not count (control batches, other offsets, what is not
committed), their records are found, and a table of the view makes the columns. Damage goes over the
desk in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
import pyarrow as pa

from kraft_spark.columns.schemas import arrow_schema
from kraft_spark.decoding.legacy_payloads import read_legacy
from kraft_spark.decoding.payloads import Found, read_payloads
from kraft_spark.files.boundaries import boundary
from kraft_spark.files.segment_scan import Damage, SegmentScan, Tail
from kraft_spark.files.tiered_manifest import check_plain
from kraft_spark.log.committed import CommittedFilter
from kraft_spark.log.damage import DamageDesk, DamagedLogError
from kraft_spark.log.parts import Transactions, UnreadTransactions
from kraft_wire.records.attributes import CONTROL_FLAG

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kraft_spark.columns.schemas import Picked
    from kraft_spark.files.batch_headers import Block, Readable
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.parts import LogPart

BYTES_PER_BATCH: Final = 8 << 20
"""No batch of Arrow has more bytes than this, unless one row has."""

BYTES_PER_ROW: Final = 40
"""What a row is taken to need beside its key and its value."""


_BODIES: Final = ("key", "value", "headers")
"""The columns of view `records` that need more of a record than its two deltas."""


class Table(Protocol):
    """The records of some batches as columns."""

    def __len__(self) -> int:
        """How many rows there are."""

    def column(self, picked: Picked, arrow_type: pa.DataType) -> pa.Array:
        """One column, in the type that was asked for."""


MakeTable = Callable[[Found, dict[str, Any], "LogFile"], Table]
ReadTransactions = Callable[["LogFile", UnreadTransactions, "LogOptions"], Transactions]


class LogReader:
    """Reads parts as the rows of a view.

    `make_table` makes the columns, `read_transactions` finds out what is committed where that was
    left to the task; `wants_control` and `wants_data` say which batches count.
    """

    def __init__(
        self,
        options: LogOptions,
        picked: tuple[Picked, ...],
        make_table: MakeTable,
        read_transactions: ReadTransactions,
        *,
        wants_control: bool = True,
        wants_data: bool = True,
    ) -> None:
        self._options = options
        self._picked = picked
        self._schema = arrow_schema(picked)
        self._make_table = make_table
        self._read_transactions = read_transactions
        # of a view with columns of its own every record is decoded
        self._wants_bodies = options.view != "records" or any(
            one.column in _BODIES for one in picked
        )
        self._wants_control = wants_control
        self._wants_data = wants_data

    def read(self, parts: list[LogPart]) -> Iterator[pa.RecordBatch]:
        """The rows of all parts, in order. Raises DamagedLogError and OSError."""
        return read_each(parts, self._options, self._part)

    def _part(self, part: LogPart) -> Iterator[pa.RecordBatch]:
        file = part.file
        desk = DamageDesk(self._options, file, self._picked, self._schema)
        constants = constants_of(file)
        rows = 0
        with file.store.open(file.path) as source:
            for found in self._found(located(part, source), source):
                if isinstance(found, Damage):
                    row = desk.take(found, source)
                    if row is not None:
                        yield row
                    continue
                for piece in in_pieces(found, self._options.max_records_per_batch):
                    table = self._make_table(piece, constants, file)
                    rows += len(table)
                    if len(table):
                        yield self._batch(table)
                    del table, piece
                del found  # a large batch is not held while the next is read
        desk.close(rows)

    def _found(self, part: LogPart, source: Any) -> Iterator[Found | Damage]:
        committed = self._committed(part)
        for event in scan(part, source, self._options):
            if isinstance(event, Tail):
                continue
            if isinstance(event, Damage):
                yield event
                continue
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
            transactions = self._read_transactions(part.file, transactions, self._options)
        return None if transactions is None else CommittedFilter(transactions)

    def _records(
        self, block: Block, part: LogPart, committed: CommittedFilter | None
    ) -> Iterator[Found]:
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
                base = found.block.heads["baseOffset"].astype(np.int64)
                keep = bounds.offsets(base[found.spans.batch] + found.spans.delta)
                yield found if keep.all() else replace(found, spans=found.spans.chosen(keep))
            del found

    def _counting(
        self, block: Block, part: LogPart, committed: CommittedFilter | None
    ) -> NDArray[np.bool_]:
        """Which batches of a block count."""
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


def in_pieces(found: Found, most_rows: int) -> Iterator[Found]:
    """Records in pieces of no more rows than this, and no more bytes than `BYTES_PER_BATCH`.

    No piece is without a record, and one record may have any size.
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
    """Read one part after the other, and leave those files that the options let be left."""
    for part in parts:
        try:
            yield from read_one(part)
        except FileNotFoundError:
            if not options.ignore_missing_files:
                raise
        except DamagedLogError:
            if not options.ignore_corrupt_files:
                raise


def located(part: LogPart, source: Readable) -> LogPart:
    """The part from where its first batch begins to where that of the next part does.

    Raises TransformedSegmentError for a segment that a tier has compressed or encrypted.
    """
    check_plain([part.file])
    start, end = (boundary(part.file, source, cut) for cut in (part.start, part.end))
    return part if (start, end) == (part.start, part.end) else replace(part, start=start, end=end)


def scan(part: LogPart, source: Any, options: LogOptions) -> SegmentScan:
    """The scan of a part."""
    is_end = part.end >= part.file.size
    return SegmentScan(
        source,
        part.start,
        part.end,
        check_crcs=options.check_crcs,
        may_have_tail=part.file.is_last_segment and is_end,
    )


def constants_of(file: LogFile) -> dict[str, Any]:
    """The columns that a file gives to all its rows."""
    return {
        "topic": file.owner.topic,
        "partition": file.owner.partition,
        "topicId": file.owner.topic_id,
        "path": file.uri,
        "source": file.source,
        "snapshotEndOffset": file.name.snapshot_end_offset,
        "snapshotEpoch": file.name.snapshot_epoch,
    }


def without_wrong_crcs(block: Block) -> Iterator[Block | Damage]:
    """A block in pieces: those whose checksums are right, and damage in between."""
    if block.valid is None or block.valid.all():
        yield block
        return
    start = 0
    for index in np.flatnonzero(~block.valid).tolist():
        if index > start:
            yield block.part(slice(start, index))
        yield damage_of(block, index, "the checksum is wrong")
        start = index + 1
    if start < len(block):
        yield block.part(slice(start, len(block)))


def damage_of(block: Block, index: int, reason: str) -> Damage:
    """One batch of a block as damage."""
    place = int(block.places[index])
    offset = int.from_bytes(memoryview(block.buffer)[place : place + 8], signed=True)
    return Damage(place + block.origin, int(block.sizes[index]), reason, offset)


def split_at_bad(found: Found) -> Iterator[Found | Damage]:
    """Records in pieces: those that could be read, and damage in between."""
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
