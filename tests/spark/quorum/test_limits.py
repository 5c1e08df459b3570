from __future__ import annotations

from kraft_spark.quorum.log import Limits


def test_the_nearest_end_counts():
    assert Limits().end_from(5) is None
    assert Limits(offsets=10).end_from(5) == 15
    assert Limits(offsets=10, end=8).end_from(5) == 8
    assert Limits(end=3).end_from(5) == 5


def test_first_slice_always_has_room():
    limits = Limits(offsets=3, size=100)
    assert limits.has_room(0, 0, 1_000)
    assert limits.has_room(2, 60, 40)
    assert not limits.has_room(2, 60, 41)
    assert not limits.has_room(3, 60, 1)
    assert Limits().has_room(10**9, 10**9, 10**9)
