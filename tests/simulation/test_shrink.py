"""Schedules cut down: what is needed stays, what is not goes, the end comes early."""

from __future__ import annotations

import pytest

from kraft_core.sim.quorum.result import Failure
from kraft_core.sim.quorum.scenarios import Step
from kraft_core.sim.quorum.shrink import NothingToShrinkError, shrink
from tests.simulation import made_up


class Seed:
    """Fails if all the needed kinds are left, with gaps of at least `gap_ms` between them."""

    def __init__(self, kinds, needed, *, gap_ms=0, failure="LogMatching"):
        self.schedule = tuple(Step(100 * n + 100, kind, n) for n, kind in enumerate(kinds))
        self.needed, self.gap_ms, self.failure = list(needed), gap_ms, failure
        self.runs = 0

    def __call__(self, schedule):
        self.runs += 1
        steps = self.schedule if schedule is None else schedule
        left, at_ms = list(self.needed), -self.gap_ms
        for step in steps:
            if left and step.kind == left[0] and step.at_ms >= at_ms + self.gap_ms:
                at_ms = step.at_ms
                del left[0]
        failure = None if left else Failure(self.failure, 7, max(at_ms, 0), "")
        return made_up.result(1, failure=failure, schedule=steps)


def test_shrink_keeps_only_the_needed_steps():
    seed = Seed("abcdefghijklmnopqrstuvwxyz", "cmx")
    found = shrink(seed)
    assert [step.kind for step in found.schedule] == ["c", "m", "x"]
    assert [step.draw for step in found.schedule] == [2, 12, 23]
    assert found.result.failure.invariant == "LogMatching"
    assert found.result.schedule == found.schedule
    assert found.runs == seed.runs < 80


def test_shrink_removes_idle_time_between_steps():
    assert [step.at_ms for step in shrink(Seed("abcdef", "be")).schedule] == [0, 0]
    found = shrink(Seed("abcdef", "be", gap_ms=150))
    assert found.schedule[1].at_ms - found.schedule[0].at_ms == 150


def test_shrink_drops_steps_after_the_failure_first():
    seed = Seed("abcdefgh", "ab")
    lengths = []

    def attempt(schedule):
        lengths.append(8 if schedule is None else len(schedule))
        return seed(schedule)

    shrink(attempt)
    assert lengths[:2] == [8, 2]


def test_shrink_may_drop_all_steps():
    assert shrink(Seed("abc", "")).schedule == ()


def test_another_failure_does_not_count():
    seed = Seed("abcdef", "ad")

    def attempt(schedule):
        result = seed(schedule)
        if result.failure is None:
            return made_up.failed(1, "SingleLeader", schedule=schedule)
        return result

    assert [step.kind for step in shrink(attempt).schedule] == ["a", "d"]


def test_crashes_are_distinguished_by_their_type():
    def attempt(schedule):
        steps = tuple(Step(n, "abcd"[n], n) for n in range(4)) if schedule is None else schedule
        error = "KeyError: 3" if any(step.kind == "c" for step in steps) else "IndexError: x"
        detail = f"Traceback\n  somewhere\n{error}\n"
        return made_up.failed(1, "crash", at_ms=9, detail=detail, schedule=steps)

    assert [step.kind for step in shrink(attempt).schedule] == ["c"]


def test_shrink_reports_its_progress():
    told = []
    found = shrink(Seed("abcdefgh", "cf"), lambda steps, runs: told.append((steps, runs)))
    assert told[-1] == (2, found.runs)
    assert [steps for steps, _ in told] == sorted((steps for steps, _ in told), reverse=True)


def test_a_seed_that_holds_cannot_be_shrunk():
    with pytest.raises(NothingToShrinkError, match="seed 1 does not fail"):
        shrink(Seed("abc", "z"))
