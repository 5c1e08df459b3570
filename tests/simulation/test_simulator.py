"""Tests of whole simulated runs."""

from __future__ import annotations

import os
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.invariants import InvariantBroken
from kraft_core.raft.consensus.roles import Follower, Leader
from kraft_core.sim.quorum import simulator
from kraft_core.sim.quorum.campaign import run
from kraft_core.sim.quorum.hooks import Hooks, Moment
from kraft_core.sim.quorum.result import Failure, InvariantFailed
from kraft_core.sim.quorum.scenarios import Step
from kraft_core.sim.quorum.simulator import Leaderships, Simulator

SCENARIO = "elect"
STRIKE = (Step(1500, "strike", 7),)


@pytest.fixture
def strikes(monkeypatch):
    """A kind of step that does what a test gives it to do."""

    def plan(action):
        monkeypatch.setitem(simulator.STEPS, "strike", action)

    return plan


def test_run_without_a_failure_reports_its_counts():
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
def test_failure_in_the_result_has_place_and_time(strikes, error, name, detail):
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


def test_hooks_are_notified_of_both_ends():
    simulator, told = Simulator(1, SCENARIO, schedule=()), []
    for moment in (Moment.REPAIRED, Moment.ENDED):
        simulator.cluster.hooks.moments[moment].append(
            lambda node, moment=moment: told.append((moment, node.node_id))  # type: ignore[misc]
        )
    simulator.run()
    node_ids = list(simulator.cluster.nodes)
    assert told == [(each, one) for each in (Moment.REPAIRED, Moment.ENDED) for one in node_ids]


def test_the_trace_changes_nothing(strikes):
    strikes(lambda cluster, _: cluster.nodes[1].crash())
    lines: list[str] = []
    told = Simulator(1, SCENARIO, schedule=STRIKE, on_line=lines.append).run()
    assert told == Simulator(1, SCENARIO, schedule=STRIKE).run()
    assert any("strike" in line for line in lines)
    assert any("1 is down" in line for line in lines)


LEADS = Leader.__new__(Leader)
FOLLOWS = Follower.__new__(Follower)


def test_times_without_a_leader():
    cluster = SimpleNamespace(hooks=Hooks(), now_ms=0)
    one, two = (SimpleNamespace(node_id=n) for n in (1, 2))
    found = Leaderships(cluster)

    def role(node, before, after):
        for callback in cluster.hooks.roles:
            callback(node, before, after)

    cluster.now_ms = 1000
    role(one, FOLLOWS, LEADS)
    cluster.now_ms = 2000
    role(two, FOLLOWS, LEADS)  # the first does not know yet
    cluster.now_ms = 2500
    role(one, LEADS, FOLLOWS)
    cluster.now_ms = 3000
    cluster.hooks.call(Moment.STOPPED, two)
    cluster.hooks.call(Moment.STOPPED, one)
    cluster.now_ms = 3300
    role(one, FOLLOWS, LEADS)
    assert found.elections == 3
    assert found.without_ms == [1000, 300]


CAMPAIGNS = {
    "default": 300,
    "witness": 60,
    "upgrade": 40,
    "snapshots": 60,
    "membership": 60,
    "hanging-disks": 40,
}
"""Scenarios and their seeds from 0 on."""

NEVER = {
    NoteKind.HIGH_WATERMARK_FELL: "a leader that tells of less than it knows",
    NoteKind.RECORDS_REFUSED: "a leader whose records have gaps or falling epochs",
    NoteKind.TRUNCATION_REFUSED: "a leader that wants committed records cut",
    NoteKind.VOTER_CONTESTED: "two processes with one replica key; each simulated node has its own",
    NoteKind.VOTER_REGRESSED: "a disk that is replaced by an older copy of itself",
}
"""What only a wrong peer can bring about: seen here, it is a failure."""

RARE = {
    NoteKind.CAMPAIGN_RESTARTED: "a truncation or an installation that ends within a campaign",
    NoteKind.LEADER_MOVED: "a leader that is found at another address than the one remembered",
    NoteKind.LEADER_UNREACHABLE_ADDRESS: "a leader outside the voter set, told of without address",
    NoteKind.SNAPSHOT_FETCH_DROPPED: "a leader that lets go of a snapshot while it is fetched",
    NoteKind.STALE_COMPLETION: "a piece of a snapshot that is stored after its leader was lost",
}
"""What takes more seeds than a test should run; `notes_not_seen` of long campaigns tells."""


@pytest.mark.simulation
def test_every_kind_of_note_is_reached():
    found = Counter()
    for scenario, seeds in CAMPAIGNS.items():
        for result in run(range(seeds), scenario, jobs=os.cpu_count() or 1):
            found.update(result.notes)
    missing = {kind for kind in NoteKind if not found[kind]}
    assert missing - set(RARE) == set(NEVER)
