"""Due times."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.perf_load import Throttle


@pytest.mark.parametrize(
    ("rate", "number", "wanted"),
    [
        (1, 1, 2000),
        (1000, 1, 1001),
        (5000, 1, 1000),
        (5000, 2, 1000),
        (5000, 3, 1001),
        (3, 1, 1333),
    ],
)
def test_due_times_are_rounded_to_milliseconds(rate, number, wanted):
    throttle = Throttle(rate)
    throttle.reset(1000)
    assert throttle.due_ms(number) == wanted


@given(st.integers(1, 10_000_000), st.integers(0, 100_000), st.integers(0, 10_000))
def test_due_count_matches_the_due_times(rate, begun_ms, elapsed_ms):
    throttle = Throttle(rate)
    throttle.reset(begun_ms)
    due = throttle.due_by(begun_ms + elapsed_ms)
    assert throttle.due_ms(due + 1) > begun_ms + elapsed_ms
    assert due == 0 or throttle.due_ms(due) <= begun_ms + elapsed_ms
