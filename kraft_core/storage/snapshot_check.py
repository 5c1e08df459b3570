"""Whether a file is a sound snapshot, and what its header says (RecordsSnapshotReader)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kraft_core.log_batches import batch_summary
from kraft_core.storage.batch_scan import BatchHead, BatchScan
from kraft_core.storage.errors import DamagedFileError
from kraft_wire.errors import DecodeError
from kraft_wire.messages import SnapshotHeaderRecord
from kraft_wire.records import RecordBatch
from kraft_wire.records.control import ControlRecordType, decode_control_record

if TYPE_CHECKING:
    from kraft_core.consensus.values import ControlRecord, SnapshotId
    from kraft_core.storage.files import File


class SnapshotHeader(NamedTuple):
    """What the first batch says: its control records, and the time of the last record contained."""

    control_records: tuple[ControlRecord, ...]
    timestamp_ms: int


def read_header(file: File, where: str) -> SnapshotHeader:
    """The header of a stored snapshot; `where` names it. Raises DamagedFileError."""
    scan = BatchScan(file)
    for head in scan:
        return _header(file, head, where)
    raise DamagedFileError(f"{where} is no snapshot: {scan.fault or 'it is empty'}.")


def check_snapshot(file: File, snapshot_id: SnapshotId, where: str) -> SnapshotHeader:
    """Read all of a snapshot; `where` names it. Raises DamagedFileError if anything is wrong.

    Each batch is sound, of the snapshot's epoch, and follows the one before it; offsets begin at 0.
    The first begins with a header record, the last is a footer.
    """
    scan = BatchScan(file)
    header, last, due = None, None, 0
    for head in scan:
        if head.base_offset != due or head.last_offset < due or head.epoch != snapshot_id.epoch:
            raise DamagedFileError(
                f"{where} is no snapshot: the batch at byte {head.position} has offset"
                f" {head.base_offset} and epoch {head.epoch}, but {due} and {snapshot_id.epoch}"
                " are due."
            )
        due = head.last_offset + 1
        header = header or _header(file, head, where)
        last = head
    if scan.fault is not None or header is None or last is None:
        fault = scan.fault or "it is empty"
        raise DamagedFileError(f"{where} is no snapshot: {fault} at byte {scan.position}.")
    _first_message(file, last, ControlRecordType.SNAPSHOT_FOOTER, where)
    return header


def _header(file: File, head: BatchHead, where: str) -> SnapshotHeader:
    batch, message = _first_message(file, head, ControlRecordType.SNAPSHOT_HEADER, where)
    try:
        records = batch_summary(batch).control_records
    except DecodeError as error:
        raise DamagedFileError(f"{where} is no snapshot: {error}.") from None
    assert isinstance(message, SnapshotHeaderRecord)  # noqa: S101  # that is what the type says
    return SnapshotHeader(records, message.last_contained_log_timestamp)


def _first_message(
    file: File, head: BatchHead, wanted: ControlRecordType, where: str
) -> tuple[RecordBatch, object]:
    """The batch and the message of its first record, which has to be of the given type."""
    batch = RecordBatch.parse(file.read(head.position, head.size))
    try:
        record = next(batch.records(), None) if batch.is_control else None
        decoded = decode_control_record(record) if record is not None else None
    except DecodeError as error:
        raise DamagedFileError(f"{where} is no snapshot: {error}.") from None
    if decoded is None or decoded.type is not wanted:
        name = wanted.name.removeprefix("SNAPSHOT_").lower()
        raise DamagedFileError(
            f"{where} is no snapshot: the batch at byte {head.position} is not its {name}."
        )
    return batch, decoded.message
