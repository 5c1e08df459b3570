from __future__ import annotations

import pytest

from benchmarks.spark_scale import CASES, measure, table

FOLDERS, SEGMENTS = 20, 30


@pytest.mark.parametrize("case", ["listing", "minPartitions"])
def test_without_bounds_planning_is_listings_and_one_file_for_each_directory(case):
    found = measure(case, FOLDERS, SEGMENTS, 0)
    keys = FOLDERS * (3 * SEGMENTS + 2)
    assert found.lists <= keys // 1_000 + 4
    assert (found.opened, found.reads) == (FOLDERS, FOLDERS)
    assert found.tasks >= FOLDERS * (SEGMENTS - 1)


@pytest.mark.parametrize("case", ["startingTimestamp", "read_committed", "replicas=one"])
def test_bounded_read_opens_at_most_one_file_per_segment(case):
    found = measure(case, FOLDERS, SEGMENTS, 0)
    assert found.opened <= FOLDERS * (SEGMENTS + 6)
    assert found.tasks


def test_calls_wait_at_the_same_time():
    assert measure("read_committed", FOLDERS, 5, 0.005).in_flight > FOLDERS // 2


def test_the_table_has_a_row_for_each_case():
    rows = [measure(case, 2, 2, 0) for case in CASES]
    assert all(row.peak_mib > 0 and row.seconds > 0 for row in rows)
    assert len(table(rows).splitlines()) == len(CASES) + 2
