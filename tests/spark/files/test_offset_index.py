from __future__ import annotations

import struct

import pytest

from kraft_spark.files.sidecars import begins_batch, read_index, read_time_index
from tests.spark.log_rows import batch


def index(*entries):
    return b"".join(struct.pack(">ii", *entry) for entry in entries)


@pytest.mark.parametrize(
    ("entries", "offsets"),
    [
        ([(5, 100), (9, 200)], [105, 109]),
        ([(5, 100), (0, 0), (0, 0)], [105]),
        ([(0, 0), (9, 200), (0, 0)], [100, 109]),
        ([(0, 0), (0, 0)], []),
        ([], []),
    ],
)
def test_entries_end_at_the_first_empty_one(entries, offsets):
    found, positions = read_index(index(*entries), 100)
    assert found.tolist() == offsets
    assert positions.tolist() == [position for _, position in entries[: len(offsets)]]


def test_an_entry_that_is_cut_off_is_none():
    assert read_index(index((5, 100), (9, 200))[:-1], 0)[0].tolist() == [5]


def test_time_index_ends_at_the_first_zero_entry():
    content = struct.pack(">qiqiqi", 1_000, 3, 2_000, 9, 0, 0)
    times, offsets = read_time_index(content, 50)
    assert times.tolist() == [1_000, 2_000]
    assert offsets.tolist() == [53, 59]


def test_begins_batch_checks_offset_and_length():
    one = batch(5, 3)
    assert begins_batch(one[:61], 7, len(one))
    assert not begins_batch(one[:61], 6, len(one))
    assert not begins_batch(one[:61], 7, len(one) - 1)
    assert not begins_batch(one[1:62], 7, len(one))
    assert not begins_batch(one[:60], 7, len(one))
