"""Batches out of a Fetch answer or a snapshot: checked before anything of them is believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.client.errors import CorruptAnswerError
from kraft_wire.errors import WireError
from kraft_wire.records.batch import RecordBatch

if TYPE_CHECKING:
    from collections.abc import Iterator

SNAPSHOT_HEADER = 3
"""The type of the control record that every snapshot begins with."""

_LOG_OVERHEAD = 12


def parse_batches(records: bytes, offset: int, epoch: int) -> list[RecordBatch]:
    """Read the batches of a Fetch at `offset`; the record before it is of `epoch` or an older one.

    A last batch that is cut short is left out. Raises CorruptAnswerError for damage, for a gap and
    for an epoch that falls: a log that was replicated like that is none.
    """
    batches = []
    for batch in _whole_batches(records):
        if batch.last_offset < offset:
            continue
        if batch.base_offset > offset or batch.partition_leader_epoch < epoch:
            raise CorruptAnswerError(
                f"a batch at offset {batch.base_offset} of epoch {batch.partition_leader_epoch}"
                f" cannot follow offset {offset} of epoch {epoch}"
            )
        offset, epoch = batch.last_offset + 1, batch.partition_leader_epoch
        batches.append(batch)
    if records and not batches:
        raise CorruptAnswerError(f"no whole batch in {len(records)} bytes of records")
    return batches


def parse_snapshot(data: bytes) -> list[RecordBatch]:
    """Read the batches of a whole snapshot, whose offsets count from 0."""
    batches = list(_whole_batches(data))
    if sum(batch.size for batch in batches) != len(data):
        raise CorruptAnswerError("the snapshot ends inside a batch")
    if not batches or _first_control_type(batches[0]) != SNAPSHOT_HEADER:
        raise CorruptAnswerError("the snapshot does not begin with a header")
    offset = 0
    for batch in batches:
        if batch.base_offset != offset:
            raise CorruptAnswerError(f"a batch at offset {batch.base_offset} of the snapshot")
        offset = batch.last_offset + 1
    return batches


def _first_control_type(batch: RecordBatch) -> int:
    """The type in the key of a batch's first record; -1 where that is no control record."""
    key = next((record.key for record in batch.records()), None) if batch.is_control else None
    return -1 if key is None else int.from_bytes(key[2:4], "big")


def _whole_batches(records: bytes) -> Iterator[RecordBatch]:
    position = 0
    while len(records) - position >= _LOG_OVERHEAD:
        size = _LOG_OVERHEAD + int.from_bytes(
            records[position + 8 : position + 12], "big", signed=True
        )
        if 0 < len(records) - position < size:
            return
        try:
            batch = RecordBatch.parse(records, position)
            batch.validate()
        except WireError as error:
            raise CorruptAnswerError(f"damaged records: {error}") from None
        yield batch
        position += batch.size
