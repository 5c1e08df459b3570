"""Tests of virtual time and of drifting clocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kraft_core.sim.quorum.timeline import (
    WALL_START_MS,
    DriftingClock,
    Timeline,
    TimeStandsStillError,
)


def test_callbacks_come_in_the_order_of_their_instants_then_as_they_were_put():
    timeline, seen = Timeline(), []
    for delay_ms, name in ((5, "b"), (2, "a"), (5, "c")):
        timeline.at(delay_ms, lambda name=name: seen.append((timeline.now_ms, name)))
    timeline.run_until(10)
    assert seen == [(2, "a"), (5, "b"), (5, "c")]
    assert timeline.now_ms == 10


def test_no_delay_comes_after_what_is_due_already():
    timeline, seen = Timeline(), []
    timeline.at(1, lambda: timeline.at(0, lambda: seen.append("later")))
    timeline.at(1, lambda: seen.append("due"))
    timeline.run_until(1)
    assert seen == ["due", "later"]


def test_timeline_runs_only_due_callbacks_and_never_goes_back():
    timeline, seen = Timeline(), []
    timeline.at(5, lambda: seen.append(timeline.now_ms))
    timeline.run_until(4)
    timeline.run_until(2)
    assert (seen, timeline.now_ms) == ([], 4)
    timeline.run_until(5)
    assert seen == [5]
    with pytest.raises(ValueError, match="1 ms ago"):
        timeline.at(-1, lambda: None)


def test_run_while_ends_when_it_no_longer_holds_or_at_the_limit():
    timeline, seen = Timeline(), []
    timeline.at(30, lambda: seen.append(1))
    assert timeline.run_while(lambda: not seen, limit_ms=100)
    assert timeline.now_ms == 40
    assert not timeline.run_while(lambda: True, limit_ms=50)
    assert timeline.now_ms == 90


def test_callbacks_without_an_end_are_noticed():
    timeline = Timeline()

    def again() -> None:
        timeline.at(0, again)

    timeline.at(3, again)
    with pytest.raises(TimeStandsStillError, match="at 3 ms"):
        timeline.run_until(10)


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


def test_changed_clock_speed_is_reported():
    told = []
    clock = DriftingClock(Timeline(), lambda: told.append(1))
    clock.drift_ppm = 7
    assert told == [1]
