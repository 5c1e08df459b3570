from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

from kraft_core.simulation.scenarios import SCENARIOS, Scenario
from kraft_core.simulation.schedule import Step, draw_schedule

SCENARIO = Scenario(
    name="some", about="Some.", weights={"often": 9, "rare": 1}, steps=(20, 30), span_ms=10_000
)


def test_the_same_generator_gives_the_same_schedule():
    assert draw_schedule(SCENARIO, Random(7)) == draw_schedule(SCENARIO, Random(7))
    assert draw_schedule(SCENARIO, Random(7)) != draw_schedule(SCENARIO, Random(8))


def test_steps_are_in_order_and_within_the_span():
    for seed in range(50):
        schedule = draw_schedule(SCENARIO, Random(seed))
        assert 20 <= len(schedule) <= 30
        times = [step.at_ms for step in schedule]
        assert times == sorted(times)
        assert times[0] >= 300
        assert times[-1] < 10_000


def test_kinds_come_by_their_weights():
    kinds = Counter(
        step.kind for seed in range(100) for step in draw_schedule(SCENARIO, Random(seed))
    )
    assert 6 < kinds["often"] / kinds["rare"] < 14


def test_first_kinds_are_in_every_life_when_there_is_a_leader():
    scenario = replace(SCENARIO, first=("special", "other"), steps=(0, 2))
    for seed in range(50):
        schedule = draw_schedule(scenario, Random(seed))
        special = [step for step in schedule if step.kind in {"special", "other"}]
        assert len(special) == 2
        assert all(2000 <= step.at_ms < 6667 for step in special)


def test_no_steps_are_no_steps():
    assert draw_schedule(replace(SCENARIO, steps=(0, 0)), Random(1)) == ()


def test_many_steps_come_together():
    near = far = 0
    for seed in range(100):
        times = [step.at_ms for step in draw_schedule(SCENARIO, Random(seed))]
        gaps = [later - earlier for earlier, later in pairwise(times)]
        near += sum(gap < 100 for gap in gaps)
        far += sum(gap >= 100 for gap in gaps)
    assert near > far / 2


def test_a_late_start_is_at_the_beginning():
    schedule = draw_schedule(SCENARIOS["elect"], Random(1))
    assert schedule[0].at_ms == 0
    assert schedule[0].kind == "late-start"


def test_a_step_is_told_in_a_line():
    assert str(Step(120, "crash", 99)) == "120 crash 99"
