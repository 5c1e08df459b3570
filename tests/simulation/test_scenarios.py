from __future__ import annotations

from random import Random

import pytest

from kraft_core.simulation.releases import RELEASES
from kraft_core.simulation.scenarios import SCENARIOS, draw_plan
from kraft_core.simulation.simulator import Simulator
from kraft_core.simulation.steps import STEPS

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
    used = {kind for each in SCENARIOS.values() for kind in (*each.weights, *each.first)}
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


def test_every_default_life_has_a_voter_change():
    assert "voter-change" in SCENARIOS["default"].first


def test_a_plan_follows_from_its_generator():
    assert plans("default", 20) == plans("default", 20)


def test_static_clusters_are_at_level_0_and_keep_their_disks():
    assert {plan.kraft_level for plan in plans("static")} == {0}
    weights = SCENARIOS["static"].weights
    assert not {"lost-disk", "replace-disk", "change-and-lose-disk", "move"} & set(weights)


def test_witnesses_are_voters_and_never_all_of_them():
    for plan in plans("witness"):
        assert plan.witness_ids
        assert set(plan.witness_ids) < set(plan.voter_ids)


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
def test_a_few_lives_of_each_kind_end_well(name):
    for seed in range(3):
        result = Simulator(seed, name).run()
        assert result.failure is None, result.failure
        assert result.notes["became-leader"] >= 1
        assert result.appends > 0
