from __future__ import annotations

import numpy as np

from kraft_spark.files.segment_scan import HEADER
from kraft_spark.log.parts import Bounds


def heads(*batches):
    found = np.zeros(len(batches), HEADER)
    for index, (base, last, newest) in enumerate(batches):
        found[index]["baseOffset"] = base
        found[index]["lastOffsetDelta"] = last - base
        found[index]["maxTimestamp"] = newest
    return found


THREE = heads((0, 4, 50), (5, 9, 70), (10, 14, 60))


def test_bounds_include_the_start_and_exclude_the_end():
    assert Bounds(4, 5).batches(THREE).tolist() == [True, False, False]
    assert Bounds(5, 11).batches(THREE).tolist() == [False, True, True]
    assert Bounds(5, 10).batches(THREE).tolist() == [False, True, False]
    assert Bounds(5, 8).offsets(np.array([4, 5, 7, 8])).tolist() == [False, True, True, False]


def test_bounds_without_limits_include_everything():
    assert Bounds().is_open()
    assert Bounds().batches(THREE).all()
    assert Bounds().offsets(np.array([1, 2])).all()
    assert not Bounds(end=3).is_open()


def test_old_batches_are_passed_over():
    assert Bounds(since=60).batches(THREE).tolist() == [False, True, True]
    assert Bounds(since=60).is_open()
