"""Batches laid out in one pass are those of the general builder."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kraft_core.raft.replica.batches import RECORD_OVERHEAD_MAX, batch_bytes, data_batch
from kraft_wire.records import RecordBatch, RecordBatchBuilder
from kraft_wire.records.batch import BATCH_OVERHEAD


def by_builder(values, timestamp_ms, base_offset, epoch):
    builder = RecordBatchBuilder(base_offset=base_offset, partition_leader_epoch=epoch)
    for value in values:
        builder.append(timestamp_ms, None, value)
    return builder.build()


@given(
    st.lists(st.binary(min_size=1, max_size=300), min_size=1, max_size=40),
    st.integers(0, 2**62),
    st.integers(0, 2**50),
    st.integers(-1, 2**31 - 1),
)
def test_equal_to_the_builders(values, timestamp_ms, base_offset, epoch):
    made = data_batch(values, timestamp_ms=timestamp_ms, base_offset=base_offset, epoch=epoch)
    assert made == by_builder(values, timestamp_ms, base_offset, epoch)
    assert len(made) == batch_bytes(values)
    assert len(made) <= BATCH_OVERHEAD + sum(len(each) + RECORD_OVERHEAD_MAX for each in values)


def test_many_records_and_long_values():
    values = [b"x" * (1 + place % 3) for place in range(20_000)] + [b"y" * 100_000]
    made = data_batch(values, timestamp_ms=9)
    assert made == by_builder(values, 9, 0, -1)
    batch = RecordBatch.parse(made)
    assert batch.crc_is_valid()
    assert [record.value for record in batch.records()] == values


def test_batch_without_records_is_refused():
    with pytest.raises(ValueError, match="without records"):
        data_batch([], timestamp_ms=1)
