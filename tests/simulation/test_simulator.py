from __future__ import annotations

from typing import Any

import pytest

from kraft_core.consensus.invariants import InvariantBroken
from kraft_core.simulation import simulator
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.result import Failure, InvariantFailed
from kraft_core.simulation.schedule import Step
from kraft_core.simulation.simulator import Simulator

SCENARIO = "elect"
STRIKE = (Step(1500, "strike", 7),)


@pytest.fixture
def strikes(monkeypatch):
    """A kind of step that does what a test gives it to do."""

    def plan(action):
        monkeypatch.setitem(simulator.STEPS, "strike", action)

    return plan


def test_a_life_without_a_failure_tells_what_was_in_it():
    result = Simulator(1, SCENARIO, schedule=()).run()
    assert result.failure is None
    assert (result.seed, result.scenario, result.schedule) == (1, SCENARIO, ())
    assert result.elections >= 1
    assert result.appends > 0
    assert result.messages > 100
    assert result.steps > result.messages
    assert result.virtual_ms >= simulator.SCENARIOS[SCENARIO].span_ms
    assert result.notes["became-leader"] >= 1
    assert set(result.evaluations) == set(result.reached)
    assert sum(result.evaluations.values()) > 100
    assert result == Simulator(1, SCENARIO, schedule=()).run()


def test_without_a_schedule_one_is_drawn_from_the_seed():
    drawn = [Simulator(seed).schedule for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert len(drawn[0]) > 1


def test_taking_steps_away_leaves_the_cluster_and_its_beginning_as_they_were():
    with_step, without = Simulator(1, schedule=STRIKE), Simulator(1, schedule=())
    assert with_step.cluster.plan == without.cluster.plan
    for each in (with_step, without):
        each.cluster.begin()
        each.cluster.timeline.run_until(1000)
    assert with_step.cluster.digest == without.cluster.digest


@pytest.mark.parametrize(
    ("error", "name", "detail"),
    [
        (InvariantFailed("log-matching", "1 and 2"), "log-matching", "1 and 2"),
        (InvariantBroken("roles-settle", "a role"), "roles-settle", "a role"),
        (KeyError("lost"), "crash", "KeyError: 'lost'"),
    ],
)
def test_what_goes_wrong_is_in_the_result_with_place_and_time(strikes, error, name, detail):
    def strike(cluster: Any, rng: Any) -> None:
        del cluster, rng
        raise error

    strikes(strike)
    result = Simulator(1, SCENARIO, schedule=STRIKE).run()
    assert result.failure is not None
    assert (result.failure.invariant, result.failure.at_ms) == (name, 1500)
    assert detail in result.failure.detail
    assert result.failure.step == result.steps > 0


def test_a_step_draws_from_a_generator_of_its_own(strikes):
    drawn = []
    strikes(lambda _, rng: drawn.append(rng.random()))
    for schedule in (STRIKE, (Step(700, "strike", 3), *STRIKE)):
        Simulator(1, SCENARIO, schedule=schedule).run()
    assert len(drawn) == 3
    assert drawn[0] == drawn[2] != drawn[1]


def test_a_run_that_never_comes_to_rest_is_ended(strikes):
    def strike(cluster: Any, rng: Any) -> None:
        del rng
        cluster.step += 1_000_000

    strikes(strike)
    again = Step(1600, "strike", 8)
    failure = Simulator(1, SCENARIO, schedule=(*STRIKE, again)).run().failure
    assert isinstance(failure, Failure)
    assert (failure.invariant, failure.at_ms) == ("no-runaway", 1600)


def test_observers_are_told_of_the_two_ends():
    life, told = Simulator(1, SCENARIO, schedule=()), []
    for moment in (Moment.HEALED, Moment.ENDED):
        life.cluster.hooks.moments[moment].append(
            lambda node, moment=moment: told.append((moment, node.node_id))  # type: ignore[misc]
        )
    life.run()
    node_ids = list(life.cluster.nodes)
    assert told == [(each, one) for each in (Moment.HEALED, Moment.ENDED) for one in node_ids]


def test_the_trace_changes_nothing(strikes):
    strikes(lambda cluster, _: cluster.nodes[1].crash())
    lines: list[str] = []
    told = Simulator(1, SCENARIO, schedule=STRIKE, on_line=lines.append).run()
    assert told == Simulator(1, SCENARIO, schedule=STRIKE).run()
    assert any("strike" in line for line in lines)
    assert any("1 is down" in line for line in lines)
