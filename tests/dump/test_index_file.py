"""The entries of indexes."""

from __future__ import annotations

import struct

import pytest

from kraft_core.cli.dump.indexes import OffsetEntry, OffsetIndexFile, TimeEntry, TimeIndexFile
from kraft_core.cli.dump.report import StoppedError


@pytest.fixture
def offsets_of(tmp_path):
    def read(entries, rest=b""):
        path = tmp_path / "0.index"
        path.write_bytes(b"".join(struct.pack(">ii", *entry) for entry in entries) + rest)
        return OffsetIndexFile(str(path), 100)

    return read


@pytest.fixture
def times_of(tmp_path):
    def read(entries, rest=b""):
        path = tmp_path / "0.timeindex"
        path.write_bytes(b"".join(struct.pack(">qi", *entry) for entry in entries) + rest)
        return TimeIndexFile(str(path), 100)

    return read


def test_entries_are_relative_to_the_base_offset(offsets_of, times_of):
    index = offsets_of([(3, 0), (9, 500)], b"1234567")
    assert (index.count, index.entry(1)) == (2, OffsetEntry(109, 500))
    index = times_of([(-1, 0), (70, 5)])
    assert (index.count, index.entry(1), index.position_of(1)) == (2, TimeEntry(70, 105), 12)


def test_lookup_returns_the_last_entry_not_above(offsets_of):
    index = offsets_of([(3, 0), (9, 500), (20, 900)])
    found = {offset: index.lookup(offset).position for offset in (0, 103, 108, 109, 119, 120, 999)}
    assert found == {0: 0, 103: 0, 108: 0, 109: 500, 119: 500, 120: 900, 999: 900}
    assert index.lookup(102) == OffsetEntry(100, 0)
    assert offsets_of([]).lookup(5) == OffsetEntry(100, 0)


def test_lookup_finds_entries_in_long_index(offsets_of):
    entries = [(7 * slot, 10 * slot) for slot in range(5000)]
    index = offsets_of(entries)
    for slot in (0, 1, 2500, 3974, 3975, 3976, 4999):
        assert index.lookup(100 + 7 * slot + 3).position == 10 * slot


def test_lookup_where_zeros_follow(offsets_of):
    """As in Kafka: the zeros of an index that was not closed are searched first."""
    assert offsets_of([(3, 40), (9, 500)] + [(0, 0)] * 2000).lookup(109) == OffsetEntry(100, 0)


def test_valid_and_empty_indexes_pass_the_check(offsets_of, times_of):
    offsets_of([(3, 0), (9, 500)]).check()
    offsets_of([]).check()
    times_of([(5, 3), (5, 3)]).check()
    times_of([]).check()


@pytest.mark.parametrize(
    ("entries", "rest", "reason", "position"),
    [
        ([(3, 0), (-1, 500)], b"", "offset 99, less than 100", 8),
        ([(3, 0)], b"abc", "3 bytes are not a whole entry of 8", 8),
    ],
)
def test_offset_indexes_that_a_broker_rebuilds(offsets_of, entries, rest, reason, position):
    with pytest.raises(StoppedError, match=reason) as stopped:
        offsets_of(entries, rest).check()
    assert stopped.value.position == position


@pytest.mark.parametrize(
    ("entries", "rest", "reason"),
    [
        ([(9, 1), (8, 2)], b"", "timestamp 8, less than 9"),
        ([(9, 1), (9, -2)], b"", "offset 98, less than 100"),
        ([(9, 1)], b"x", "1 bytes are not a whole entry of 12"),
        ([], b"x", "1 bytes are not a whole entry of 12"),
    ],
)
def test_time_indexes_that_a_broker_rebuilds(times_of, entries, rest, reason):
    with pytest.raises(StoppedError, match=reason):
        times_of(entries, rest).check()


def test_missing_index_is_an_error_and_is_not_created(tmp_path):
    with pytest.raises(StoppedError, match="No such file"):
        OffsetIndexFile(str(tmp_path / "0.index"), 0)
    assert list(tmp_path.iterdir()) == []  # Kafka's tool makes an empty one
