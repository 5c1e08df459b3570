from __future__ import annotations

import pytest

from kraft_wire.errors import CorruptRecordError, DecodeError, TruncatedError
from kraft_wire.records import RecordBatch, RecordBatchBuilder
from kraft_wire.records.control import encode_transaction_marker
from kraft_wire.records.metadata_log import check_metadata_batch, read_metadata_batches
from tests.support.record_batches import FIRST_LEADER_BATCH, NO_OP_BATCH, batch_of, simple_record

NO_OP = b"\x01\x14\x00\x00"
CONTROL = {"attributes": 0x20}
MARKER = encode_transaction_marker(commit=True, coordinator_epoch=1)


def test_batches_that_follow_each_other() -> None:
    log = FIRST_LEADER_BATCH + NO_OP_BATCH
    assert [batch.base_offset for batch in read_metadata_batches(log)] == [0, 3]
    assert read_metadata_batches(b"") == []


@pytest.mark.parametrize(
    ("log", "refusal", "offset", "path"),
    [
        (FIRST_LEADER_BATCH + NO_OP_BATCH[:-1], TruncatedError, 174, "length"),
        (FIRST_LEADER_BATCH + NO_OP_BATCH[:-1] + b"\1", CorruptRecordError, 174, "crc"),
        (FIRST_LEADER_BATCH + bytes(40), CorruptRecordError, 174, "length"),
        (NO_OP_BATCH + FIRST_LEADER_BATCH, CorruptRecordError, 72, "baseOffset"),
        (NO_OP_BATCH + NO_OP_BATCH, CorruptRecordError, 72, "baseOffset"),
        (
            bytes.fromhex("0000000000000007 00000010 fd6ebddb 00 00 ffffffff 00000002 6869"),
            CorruptRecordError,
            0,
            "magic",
        ),
    ],
)
def test_one_invalid_batch_refuses_all_records(
    log: bytes, refusal: type, offset: int, path: str
) -> None:
    with pytest.raises(refusal) as raised:
        read_metadata_batches(log)
    assert isinstance(raised.value, DecodeError)
    assert (raised.value.offset, raised.value.path) == (offset, path)


def test_a_compressed_batch_is_read() -> None:
    builder = RecordBatchBuilder()
    builder.append(1000, None, NO_OP)
    builder.append(1000, None, NO_OP)
    check_metadata_batch(RecordBatch.parse(builder.build()))


@pytest.mark.parametrize(
    ("batch", "path"),
    [
        (batch_of(b"", 0), "count"),
        (batch_of(simple_record(0, NO_OP), 1, last_offset_delta=1), "count"),
        (batch_of(simple_record(0, NO_OP), -1), "count"),
        (batch_of(simple_record(1, NO_OP), 1), "records[0]"),
        (batch_of(simple_record(0, NO_OP, b"key"), 1), "records[0]"),
        (batch_of(simple_record(0, NO_OP) + simple_record(1, None), 2), "records[1]"),
        (batch_of(simple_record(0, b""), 1), "records[0]"),
        (batch_of(simple_record(0, NO_OP, None), 1, **CONTROL), "records[0]"),
        (batch_of(simple_record(0, b"", b"\0\0\0\2"), 1, **CONTROL), "records[0]"),
        (batch_of(simple_record(0, b"\0\0\0", b"\0\0\0\7"), 1, **CONTROL), "records[0]"),
        (batch_of(simple_record(0, MARKER[1], MARKER[0]), 1, **CONTROL), "records[0]"),
        (batch_of(simple_record(0, NO_OP, b"k"), 1, **CONTROL), "key"),
    ],
)
def test_rules_of_the_metadata_log(batch: bytes, path: str) -> None:
    with pytest.raises(CorruptRecordError) as refusal:
        check_metadata_batch(RecordBatch.parse(batch))
    assert refusal.value.path == path


def test_time_deltas_and_headers_are_refused() -> None:
    late = RecordBatchBuilder()
    late.append(1000, None, NO_OP)
    late.append(1001, None, NO_OP)
    headed = RecordBatchBuilder()
    headed.append(1000, None, NO_OP, (("k", b"v"),))
    for builder, path in ((late, "records[1]"), (headed, "records[0]")):
        with pytest.raises(CorruptRecordError) as refusal:
            check_metadata_batch(RecordBatch.parse(builder.build()))
        assert refusal.value.path == path
