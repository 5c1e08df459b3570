from __future__ import annotations

from kraft_wire.records import Record, RecordSpan
from kraft_wire.records.record import RecordBase


def test_a_record_needs_neither_headers_nor_producer() -> None:
    record = Record(7, 1000, None, b"v")
    assert (record.headers, record.sequence) == ((), -1)
    offset, _, key, value, *_ = record
    assert (offset, key, value) == (7, None, b"v")


def test_parts_of_base_and_span_are_in_the_order_that_the_loops_use() -> None:
    assert RecordBase._fields[:4] == ("offset", "timestamp", "sequence", "append_time")
    assert RecordSpan._fields == (
        "offset",
        "timestamp",
        "sequence",
        "key_start",
        "key_size",
        "value_start",
        "value_size",
        "headers_start",
        "header_count",
        "end",
    )
