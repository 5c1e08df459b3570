"""The printed lines."""

from __future__ import annotations

import pytest

from kraft_core.perf.commit_statistics import CommitStatistics, java_fixed


@pytest.mark.parametrize(
    ("number", "digits", "wanted"),
    [
        (870.515, 2, "870.52"),
        (0.125, 2, "0.13"),
        (2.5, 0, "3"),
        (1e-9, 2, "0.00"),
        (1e17, 2, "100000000000000000.00"),
        (27.0, 1, "27.0"),
        (float("nan"), 1, "NaN"),
        (float("inf"), 1, "Infinity"),
    ],
)
def test_numbers_are_rounded_as_java_does(number, digits, wanted):
    assert java_fixed(number, digits) == wanted


def test_a_line_every_five_seconds():
    lines = []
    statistics = CommitStatistics(1000, lines.append)
    statistics.record(5999, 20, 256, 1)
    assert lines == []
    statistics.record(6000, 30, 256, 3)
    assert lines == ["Throughput (bytes/second): 34.13, Latency (ms): 30.0 p75 30.0 p99 30.0 p999"]
    statistics.record(10_999, 30, 256, 3)
    assert len(lines) == 1
    statistics.record(11_000, 30, 256, 3)
    assert len(lines) == 2
