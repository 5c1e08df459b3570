from __future__ import annotations

import pytest

from kraft_core.simulation.timeline import Timeline, TimeStandsStillError


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


def test_what_is_not_due_waits_and_time_never_goes_back():
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
