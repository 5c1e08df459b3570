"""Rates, percentiles and the lines of them, as Kafka's TestRaftServer computes and prints them."""

from __future__ import annotations

import math

import pytest

from benchmarks.perf_load import BINS, CommitStatistics, CommitWindow, java_fixed

# -- what was committed lately ---------------------------------------------------------------------


def filled(*events):
    window = CommitWindow()
    for event in events:
        window.record(*event)
    return window


def test_empty_commit_window_has_no_rate_and_no_percentile():
    window = CommitWindow()
    assert window.bytes_per_s(5) == 0
    assert math.isnan(window.percentile_ms(5, 75))


@pytest.mark.parametrize(
    ("now_ms", "wanted"),
    [
        (1000, 300 / 30),  # no time has passed: half a minute counts as idle
        (16_000, 300 / 45),
        (31_000, 300 / 30),
        (60_999, 300 / 59.999),
        (61_001, 0),  # a minute after the last event
    ],
)
def test_rate_counts_one_burst(now_ms, wanted):
    assert filled((1000, 5, 100, 3)).bytes_per_s(now_ms) == pytest.approx(wanted)


def test_samples_take_turns():
    window = filled(*((second * 1000, 7, 10, 1) for second in range(299)))
    assert window.bytes_per_s(298_000) == pytest.approx(890 / 88)  # of three samples
    window.record(299_000, 7, 10, 1)
    assert window.bytes_per_s(299_000) == pytest.approx(600 / 59)  # the third is a minute old
    assert window.percentile_ms(299_000, 99) == 7


@pytest.mark.parametrize(("percent", "wanted"), [(75, 75), (99, 99), (99.9, 99)])
def test_percentiles_are_the_first_latency_above_the_share(percent, wanted):
    window = filled(*((0, latency_ms, 1, 1) for latency_ms in range(100)))
    assert window.percentile_ms(0, percent) == wanted


def test_latencies_are_pinned_to_the_bins():
    window = filled((0, 10_000, 1, 1))
    assert window.percentile_ms(0, 75) == BINS - 1
    assert filled((0, -3, 1, 1)).percentile_ms(0, 75) == 0


def test_a_bin_is_full_where_a_float_is():
    window = filled((0, 1, 1, (1 << 24) + 10), (0, 2, 1, 1 << 23))
    assert window.percentile_ms(0, 66.666) == 1
    assert window.percentile_ms(0, 66.668) == 2
    lost = filled((0, 1, 1, 1 << 26), (0, 2, 1, 1 << 20))
    assert lost.percentile_ms(0, 75) == math.inf  # most were not counted


# -- the lines -------------------------------------------------------------------------------------


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
