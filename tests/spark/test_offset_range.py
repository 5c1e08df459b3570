from __future__ import annotations

import pytest

from kraft_spark.layout import find_files
from kraft_spark.offset_range import NOTHING, bounds_of, offset_at
from tests.spark.log_rows import DATA, batch, options_of, rows, write_log

LOG = [
    batch(0, 3, times=[10, 40, 20]),
    batch(3, 3, times=[30, 30, 30]),
    batch(6, 2, times=[50, 60]),
]


@pytest.fixture
def log(tmp_path):
    write_log(tmp_path / "orders-0", *LOG[:2])
    write_log(tmp_path / "orders-0", *LOG[2:], base=6)
    return tmp_path


@pytest.mark.parametrize(
    ("timestamp", "offset"), [(0, 0), (10, 0), (11, 1), (40, 1), (41, 6), (60, 7), (61, None)]
)
def test_the_first_offset_at_or_above_a_time(log, timestamp, offset):
    options = options_of(log)
    assert offset_at(find_files(options), timestamp, options) == offset


def test_times_in_old_formats():
    folder = DATA / "3.9.2" / "legacy-magic" / "magic1-lz4-0"
    options = options_of(folder)
    wanted = [(row["timestamp"].timestamp() * 1000, row["offset"]) for row in rows(folder)]
    middle = int(wanted[len(wanted) // 2][0])
    first = next(offset for time, offset in wanted if time >= middle)
    assert offset_at(find_files(options), middle, options) == first


def test_rows_are_cut_at_the_offsets_of_times(log):
    def offsets(**options):
        return [row["offset"] for row in rows(log, "offset BIGINT", **options)]

    assert offsets(startingTimestamp=41) == [6, 7]
    assert offsets(startingTimestamp=35, endingTimestamp=45) == [1, 2, 3, 4, 5]
    assert offsets(startingTimestamp=61) == []
    assert offsets(endingTimestamp=61) == list(range(8))
    segment = log / "orders-0" / f"{6:020}.log"
    assert [row["offset"] for row in rows(segment, startingTimestamp=20)] == [6, 7]


def test_offsets_by_name_and_number(log):
    files = find_files(options_of(log))

    def bounds(**options):
        found = bounds_of(files, options_of(log, **options))
        return found if found == NOTHING else (found.first, found.end)

    assert bounds() == (None, None)
    assert bounds(startingOffsets=3, endingOffsets=-1) == (3, None)
    assert bounds(startingOffsets='{"orders": {"0": -2}}', endingOffsets=5) == (None, 5)
    assert bounds(startingOffsets='{"orders": {"1": 3}}') == (None, None)
    assert bounds(startingOffsets='{"orders": {"0": -1}}') == NOTHING
    assert bounds(endingOffsets="earliest") == NOTHING
