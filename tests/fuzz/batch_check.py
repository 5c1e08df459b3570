"""What must hold for any bytes that a batch reader is given."""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING

from kraft_wire.errors import CorruptRecordError, EncodeError, LimitError
from kraft_wire.explain import explain_batches, to_json, to_text
from kraft_wire.limits import RECORDS_PER_BATCH_MAX
from kraft_wire.records import (
    BatchReader,
    LegacyBatch,
    RecordBatch,
    RecordBatchBuilder,
    TimestampType,
    iter_batches,
)
from kraft_wire.records.metadata_log import check_metadata_batch, read_metadata_batches
from kraft_wire.records.record import RecordBase
from kraft_wire.records.record_inspection import inspect_record, record_at
from kraft_wire.records.record_reading import check_end
from tests.fuzz.target import check_place, same_refusal, verdict
from tests.support.record_batches import columns_of

if TYPE_CHECKING:
    from kraft_wire.records import Record

DECOMPRESSED_MAX = 1 << 20

_EXPLAINED = 8
"""Of how many inputs one is explained too, which takes longest."""


def check_batches(data: bytes, *, is_good: bool) -> bool:
    """Read all batches in every way there is; tell whether all of them were good."""
    accepted = True
    for file_rules in (False, True):
        reader = BatchReader(data, file_rules=file_rules)
        position = 0
        for batch in reader:
            assert batch.position == position, "batches overlap or leave a gap"
            position += batch.size
            assert bytes(batch) == data[batch.position : position]
            if isinstance(batch, LegacyBatch):
                accepted &= _check_legacy(batch)
            else:
                accepted &= _check_batch(batch, is_good=is_good)
        stop = reader.stop
        assert stop is not None
        assert stop.position == position <= len(data)
        accepted &= stop.kind == "end"
    _check_other_readers(data)
    assert accepted or not is_good, "good batches refused"
    return accepted


def _check_other_readers(data: bytes) -> None:
    _, refusal = verdict(lambda: list(iter_batches(data)))
    if refusal is not None:
        check_place(refusal, len(data))
    verdict(lambda: read_metadata_batches(data))
    verdict(lambda: RecordBatch.parse(data))
    if zlib.crc32(data) % _EXPLAINED == 0:
        explanation = explain_batches(data)
        assert to_text(explanation)
        assert json.dumps(to_json(explanation))


def _check_legacy(batch: LegacyBatch) -> bool:
    batch.crc_is_valid()
    verdict(lambda: (batch.base_offset, batch.compression, batch.next_offset))
    records, refusal = verdict(lambda: batch.read_records(max_bytes=DECOMPRESSED_MAX))
    if refusal is not None:
        assert refusal.detail
        return False
    assert records
    return batch.crc_is_valid()


def _check_batch(batch: RecordBatch, *, is_good: bool) -> bool:
    """The quick reader, the scanner and the careful one tell the same about the records."""
    verdict(lambda: (batch.compression, batch.last_sequence, batch.next_offset, repr(batch)))
    verdict(lambda: check_metadata_batch(batch))
    records, refusal = verdict(lambda: batch.read_records(max_bytes=DECOMPRESSED_MAX))
    payload, bad_payload = verdict(lambda: batch.payload(max_bytes=DECOMPRESSED_MAX))
    if bad_payload is not None:
        if 0 < batch.count <= RECORDS_PER_BATCH_MAX:  # else the payload is not looked at
            assert refusal is not None
            assert same_refusal(refusal, bad_payload), f"{refusal!r} and {bad_payload!r}"
        return False
    careful, careful_refusal = verdict(lambda: _careful_records(batch, *payload))
    if refusal is not None or careful_refusal is not None:
        assert refusal is not None, f"only the careful reader refuses: {careful_refusal}"
        assert careful_refusal is not None, f"only the quick reader refuses: {refusal}"
        assert same_refusal(refusal, careful_refusal), f"{refusal!r} and {careful_refusal!r}"
        verdict(lambda: list(batch.spans(*payload, lenient=True)))
        return False
    assert records == careful, "the quick reader gives other records"
    strict = list(batch.spans(*payload))
    assert [(s.offset, s.timestamp, s.sequence) for s in strict] == [
        (r.offset, r.timestamp, r.sequence) for r in records
    ]
    assert list(batch.spans(*payload, lenient=True)) == strict
    _check_rebuilt(batch, records, is_good=is_good)
    return batch.crc_is_valid()


def _careful_records(batch: RecordBatch, payload: bytes, position: int) -> list[Record]:
    """The records as the careful reader alone finds them."""
    base = RecordBase(*batch._base())
    records = []
    count = batch.count
    if not 0 <= count <= RECORDS_PER_BATCH_MAX:
        refusal = CorruptRecordError if count < 0 else LimitError
        raise refusal("count", offset=batch.position + 57, path="count")
    for index in range(count):
        span = inspect_record(payload, position, base, index=index, lenient=False)
        check_end(payload, span.end, index, count, base)
        records.append(record_at(payload, span))
        position = span.end
    return records


def _check_rebuilt(batch: RecordBatch, records: list[Record], *, is_good: bool) -> None:
    """A batch built of the records holds the same ones; a good one has the same bytes."""
    try:
        builder = RecordBatchBuilder.like(batch)
        builder.extend(records)
        built = builder.build(last_offset=batch.last_offset, max_timestamp=batch.max_timestamp)
    except EncodeError:
        assert not is_good
        return
    by_column = RecordBatchBuilder.like(batch)
    by_column.extend_columns(*columns_of(records))
    numbers = {"last_offset": batch.last_offset, "max_timestamp": batch.max_timestamp}
    assert by_column.build(**numbers) == built, "the columns of the records are built otherwise"
    again = RecordBatch.parse(built)
    assert again.crc_is_valid()
    assert again.read_records() == records, "the batch built of the records holds others"
    keeps_times = batch.timestamp_type is TimestampType.CREATE_TIME
    if is_good and keeps_times and not batch.compression:
        assert built == bytes(batch), "a good batch is built otherwise"
