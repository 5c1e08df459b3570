from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kraft_core.simulation.clock import WALL_START_MS, DriftingClock
from kraft_core.simulation.timeline import Timeline

DRIFTS = st.integers(-500_000, 500_000)


def test_a_clock_without_drift_shows_true_time():
    timeline = Timeline()
    clock = DriftingClock(timeline)
    timeline.run_until(1234)
    assert clock.now_ms() == 1234
    assert clock.true_delay_ms(1300) == 66
    assert clock.true_delay_ms(1000) == 0


@pytest.mark.parametrize(("drift_ppm", "shown"), [(100_000, 1100), (-100_000, 900), (500, 1000)])
def test_a_drifting_clock_runs_by_millionths(drift_ppm, shown):
    timeline = Timeline()
    clock = DriftingClock(timeline)
    clock.drift_ppm = drift_ppm
    timeline.run_until(1000)
    assert clock.now_ms() == shown


def test_wall_time_is_skewed_and_does_not_drift():
    timeline = Timeline()
    clock = DriftingClock(timeline)
    clock.drift_ppm, clock.skew_ms = 100_000, -5000
    timeline.run_until(1000)
    assert clock.wall_ms() == WALL_START_MS + 1000 - 5000


@given(st.lists(st.tuples(st.integers(1, 3000), DRIFTS), max_size=8))
def test_time_never_goes_back_however_often_the_speed_changes(changes):
    timeline = Timeline()
    clock = DriftingClock(timeline)
    for passed_ms, drift_ppm in changes:
        before = clock.now_ms()
        clock.drift_ppm = drift_ppm
        assert clock.now_ms() == before
        timeline.run_until(timeline.now_ms + passed_ms)
        assert clock.now_ms() >= before


@given(DRIFTS, st.integers(0, 10_000), st.integers(-100, 10_000))
def test_the_true_delay_is_neither_early_nor_late(drift_ppm, passed_ms, ahead_ms):
    timeline = Timeline()
    clock = DriftingClock(timeline)
    clock.drift_ppm = drift_ppm
    timeline.run_until(passed_ms)
    instant_ms = clock.now_ms() + ahead_ms
    delay_ms = clock.true_delay_ms(instant_ms)
    if delay_ms:
        timeline.run_until(passed_ms + delay_ms - 1)
        assert clock.now_ms() < instant_ms
    timeline.run_until(passed_ms + delay_ms)
    assert clock.now_ms() >= instant_ms


def test_another_speed_is_told():
    told = []
    clock = DriftingClock(Timeline(), lambda: told.append(1))
    clock.drift_ppm = 7
    assert told == [1]
