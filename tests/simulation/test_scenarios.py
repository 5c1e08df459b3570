"""Tests of scenarios, schedules and their text form."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from kraft_core.sim.disaster.simulator import SCENARIO as DISASTER
from kraft_core.sim.quorum.plan import RELEASES
from kraft_core.sim.quorum.scenarios import (
    SCENARIOS,
    Scenario,
    Step,
    draw_plan,
    draw_schedule,
    parse_schedule,
    scenario_of,
    schedule_text,
)
from kraft_core.sim.quorum.simulator import Simulator
from kraft_core.sim.quorum.steps import STEPS

WANTED = {
    "default",
    "static",
    "membership",
    "partitions",
    "power",
    "disks",
    "snapshots",
    "upgrade",
    "witness",
    "failover",
    "releases",
    "calm",
    "elect",
}


def plans(name, count=60):
    return [draw_plan(SCENARIOS[name], Random(seed)) for seed in range(count)]


def test_the_wanted_kinds_are_there():
    assert set(SCENARIOS) >= WANTED
    assert all(name == scenario.name for name, scenario in SCENARIOS.items())


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=str)
def test_every_kind_of_step_exists(scenario):
    assert set(scenario.weights) | set(scenario.first) <= set(STEPS)
    assert all(weight > 0 for weight in scenario.weights.values())
    assert scenario.about.endswith(".")
    assert set(scenario.releases) <= set(RELEASES)


def test_every_step_is_in_some_scenario():
    scenarios = (*SCENARIOS.values(), DISASTER)
    used = {kind for each in scenarios for kind in (*each.weights, *each.first)}
    assert used == set(STEPS)


def test_the_default_campaign_has_five_voters_at_the_median_and_all_kinds():
    drawn = plans("default", 200)
    sizes = sorted(len(plan.voter_ids) for plan in drawn)
    assert sizes[100] == 5
    assert {plan.kraft_level for plan in drawn} == {0, 1}
    assert {plan.fast_failover for plan in drawn} == {False, True}
    assert {plan.auto_join for plan in drawn} == {False, True}
    assert {release for plan in drawn for release in plan.releases.values()} == set(RELEASES)
    assert any(plan.witness_ids for plan in drawn)
    assert sum(plan.storage.segment_bytes <= 4096 for plan in drawn) > 100


def test_every_default_run_has_a_voter_change():
    assert "voter-change" in SCENARIOS["default"].first


def test_a_plan_follows_from_its_generator():
    assert plans("default", 20) == plans("default", 20)


def test_static_clusters_are_at_level_0_and_keep_their_disks():
    assert {plan.kraft_level for plan in plans("static")} == {0}
    weights = SCENARIOS["static"].weights
    assert not {"lost-disk", "replace-disk", "change-and-lose-disk", "move"} & set(weights)


def test_witnesses_are_a_minority_of_the_voters():
    for plan in plans("witness"):
        assert plan.witness_ids
        assert set(plan.witness_ids) < set(plan.voter_ids)
        assert len(plan.witness_ids) <= max(1, (len(plan.voter_ids) - 1) // 2)


def test_stable_scenarios_have_no_fault():
    harmless = {"burst", "snapshot", "cut-minority"}
    stable = [each for each in SCENARIOS.values() if each.is_stable]
    assert [each.name for each in stable] == ["calm", "minority-cut"]
    for scenario in stable:
        assert set(scenario.weights) | set(scenario.first) <= harmless


def test_a_cut_off_minority_knows_pre_votes_or_it_would_disrupt():
    assert "3.9" not in SCENARIOS["minority-cut"].releases


@pytest.mark.simulation
@pytest.mark.parametrize("name", SCENARIOS)
def test_seeds_of_each_scenario_hold(name):
    for seed in range(3):
        result = Simulator(seed, name).run()
        assert result.failure is None, result.failure
        assert result.notes["became-leader"] >= 1
        assert result.appends > 0


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


def test_first_kinds_are_in_every_run_with_a_leader():
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


def test_step_is_traced_in_one_line():
    assert str(Step(120, "crash", 99)) == "120 crash 99"


WRITTEN = (Step(0, "crash", 2**48 - 1), Step(1500, "power-loss", 0))


def test_schedule_text_can_be_parsed():
    text = schedule_text(WRITTEN)
    assert text == "0 crash 281474976710655\n1500 power-loss 0\n"
    assert parse_schedule(text, {"crash", "power-loss"}) == WRITTEN


def test_comments_and_blank_lines_are_passed_over():
    assert parse_schedule("# crash\n\n0 crash 1 # why\n", {"crash"}) == (Step(0, "crash", 1),)
    assert parse_schedule("", {"crash"}) == ()


@pytest.mark.parametrize("line", ["crash", "0 crash", "0 crash 1 2", "0.5 crash 1", "0 crash ٣"])
def test_other_lines_are_refused_by_number(line):
    with pytest.raises(ValueError, match=r"line 2 is not a time"):
        parse_schedule(f"0 crash 1\n{line}\n", {"crash"})


def test_unknown_kinds_are_refused():
    with pytest.raises(ValueError, match="there is no step 'crash'"):
        parse_schedule("0 crash 1", {})


def test_a_campaign_over_all_scenarios_gives_each_a_share():
    drawn = Counter(scenario_of(seed, "all") for seed in range(2000))
    assert drawn["default"] == 1000
    assert set(drawn) == set(SCENARIOS)
    assert min(drawn.values()) >= 1000 // (len(SCENARIOS) - 1)
    assert scenario_of(7, "power") == "power"
