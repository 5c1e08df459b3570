"""The stricter rules for batches of the metadata log and of snapshots (KRaft).

Kafka's RecordsIterator refuses some batches there that are valid elsewhere, and others stop a Kafka
follower when they are appended: a replica refuses both before it accepts a batch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire.errors import CorruptRecordError
from kraft_wire.records.attributes import TimestampType
from kraft_wire.records.batch import RecordBatch
from kraft_wire.records.batch_reader import iter_batches
from kraft_wire.records.control import ControlRecordType, control_record_type

if TYPE_CHECKING:
    from kraft_wire.records.record import Record

__all__ = ["check_metadata_batch", "read_metadata_batches"]

_KRAFT_TYPES = frozenset(ControlRecordType) - {ControlRecordType.ABORT, ControlRecordType.COMMIT}


def read_metadata_batches(buffer: bytes) -> list[RecordBatch]:
    """Return all batches of a Fetch response, segment or snapshot, sound and with rising offsets.

    Raises DecodeError: one bad or incomplete batch spoils the good ones before it, as in Kafka.
    """
    batches: list[RecordBatch] = []
    next_offset = None
    for batch in iter_batches(buffer):
        if not isinstance(batch, RecordBatch):
            raise CorruptRecordError(
                f"unsupported magic {batch.magic} in the metadata log",
                offset=batch.position,
                path="magic",
            )
        if next_offset is not None and batch.base_offset < next_offset:
            raise CorruptRecordError(
                f"offset {batch.base_offset} after offset {next_offset - 1}",
                offset=batch.position,
                path="baseOffset",
            )
        next_offset = batch.next_offset
        check_metadata_batch(batch)
        batches.append(batch)
    return batches


def check_metadata_batch(batch: RecordBatch) -> None:
    """Raise CorruptRecordError unless a batch keeps the rules; its checksum is not looked at."""
    if batch.count <= 0 or batch.count != batch.last_offset_delta + 1:
        raise CorruptRecordError(
            f"{batch.count} records for {batch.last_offset_delta + 1} offsets",
            offset=batch.position,
            path="count",
        )
    check = _control_fault if batch.is_control else _data_fault
    for index, record in enumerate(batch.records()):
        fault = _fault(batch, index, record) or check(record)
        if fault:
            raise CorruptRecordError(fault, offset=batch.position, path=f"records[{index}]")


def _fault(batch: RecordBatch, index: int, record: Record) -> str | None:
    if record.offset != batch.base_offset + index:
        return f"offset {record.offset}, {batch.base_offset + index} is due"
    created = batch.timestamp_type is TimestampType.CREATE_TIME
    if created and record.timestamp != batch.base_timestamp:
        return "a timestamp delta"
    return "headers" if record.headers else None


def _data_fault(record: Record) -> str | None:
    if record.key is not None:
        return "a data record with a key"
    return None if record.value else "a data record without a value"


def _control_fault(record: Record) -> str | None:
    if not record.key or not record.value:
        return "a control record without key or value"
    number = control_record_type(record.key)
    return None if number in _KRAFT_TYPES else f"unknown control record type {number}"
