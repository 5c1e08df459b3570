from __future__ import annotations

import numpy as np

from kraft_spark.files.segment_scan import block_of, follow
from kraft_spark.log.header_views import Health, IndexCheck, TimeIndexCheck, headers_of
from tests.spark.log_rows import DATA, batch

LEGACY = DATA / "3.9.2" / "legacy-magic"


def block(*batches):
    data = b"".join(batches)
    return block_of(data, 0, follow(memoryview(data), 0, len(data)), check_crcs=True)


def health_of(*batches, previous_end=None):
    health = Health(previous_end)
    one = block(*batches)
    health.add(one, headers_of(one))
    return health


def test_health_sums_batches_records_and_times():
    health = health_of(batch(5, 3), batch(8, 2, times=[9_000, 100]))
    assert (health.batches, health.records) == (2, 5)
    assert health.valid_bytes == len(batch(5, 3)) + len(batch(8, 2, times=[9_000, 100]))
    assert (health.first_offset, health.last_offset) == (5, 9)
    assert (health.oldest, health.newest) == (1_005, 9_000)
    assert (health.gaps, health.out_of_order) == (0, 0)


def test_gaps_and_order():
    assert health_of(batch(0), batch(5), batch(8)).gaps == 1
    assert health_of(batch(5), previous_end=5).gaps == 0
    assert health_of(batch(5), previous_end=4).gaps == 1
    backwards = health_of(batch(5), batch(3))
    assert (backwards.gaps, backwards.out_of_order) == (0, 1)


def test_gaps_between_blocks():
    health = Health(None)
    for one in (block(batch(0)), block(batch(4))):
        health.add(one, headers_of(one))
    assert health.gaps == 1


def test_records_of_old_formats():
    plain = (LEGACY / "magic1-none-0" / f"{0:020}.log").read_bytes()
    packed = (LEGACY / "magic1-gzip-0" / f"{0:020}.log").read_bytes()
    assert health_of(plain).records == health_of(plain).batches
    assert health_of(packed).records is None
    assert health_of(packed).first_offset == 0
    old = (LEGACY / "magic0-none-0" / f"{0:020}.log").read_bytes()
    assert health_of(old).newest is None


def test_offset_index_entries_are_checked_against_batches():
    one = block(batch(0), batch(3), batch(6))
    at = one.places.tolist()
    check = IndexCheck(np.array([5, 8, 7, 8]), np.array([at[1], at[2], at[2], at[2] + 1]))
    check.add(headers_of(one))
    assert check.mismatches() == 2
    assert IndexCheck(np.array([], np.int64), np.array([], np.int64)).mismatches() == 0


def test_time_index_entries_are_checked_against_batches():
    one = block(batch(0), batch(3), batch(6))
    check = TimeIndexCheck(np.array([1_005, 1_008, 1_007, 1]), np.array([5, 8, 8, 99]))
    check.add(headers_of(one))
    assert check.mismatches() == 2
