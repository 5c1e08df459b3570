"""Tests of results and of the sums over a campaign."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from kraft_core.sim.quorum.result import Failure, InvariantFailed, SeedResult, Summary, seed_facts
from tests.simulation import made_up


def test_a_broken_invariant_says_which_and_why():
    failed = InvariantFailed("log-matching", "1 and 2 at 7")
    assert str(failed) == "log-matching: 1 and 2 at 7"
    assert (failed.invariant, failed.detail) == ("log-matching", "1 and 2 at 7")


def test_results_of_the_same_run_are_equal():
    def result(detail: str) -> SeedResult:
        failure = Failure("crash", 3, 40, detail)
        return SeedResult(1, "default", "ab", 3, 2, 50, (), failure)

    assert result("x") == result("x")
    assert result("x") != result("y")


def summed(*results, invariants=()):
    summary = Summary(invariants)
    for result in results:
        summary.add(result)
    return summary


def test_counts_are_added_up():
    facts = summed(
        made_up.result(1, evaluations={"A": 5, "B": 1}, notes={"became-leader": 1}, elections=2),
        made_up.result(
            2, evaluations={"A": 2}, notes={"became-leader": 2, "fetch-parked": 9}, appends=7
        ),
    ).facts(4.0)
    assert facts["seeds"] == 2
    assert facts["seconds"] == 4.0
    assert facts["seeds_per_second"] == 0.5
    assert facts["messages"] == 30
    assert facts["messages_per_seed"] == 15
    assert facts["invariants"] == {"A": 7, "B": 1}
    assert facts["notes"] == {"became-leader": 3, "fetch-parked": 9}
    assert "became-leader" not in facts["notes_not_seen"]
    assert "log-truncated" in facts["notes_not_seen"]
    assert (facts["steps"], facts["elections"], facts["appends"]) == (200, 2, 7)
    assert facts["failed"] == []
    json.dumps(facts)


def test_a_failure_is_seed_invariant_and_step():
    facts = summed(made_up.result(1), made_up.failed(2, "LogMatching")).facts(1.0)
    assert facts["failed"] == [{"seed": 2, "invariant": "LogMatching", "step": 42}]


def test_an_invariant_whose_case_never_came_up_is_not_reached():
    summary = summed(
        made_up.result(1, evaluations={"A": 3, "B": 3}, reached={"A": 0, "B": 1}),
        made_up.result(2, evaluations={"A": 3}, reached={"A": 0}),
        invariants=("A", "B", "never-checked"),
    )
    assert summary.not_reached == ["A", "never-checked"]
    assert summary.facts(1.0)["invariants"] == {"A": 6, "B": 3, "never-checked": 0}


def test_the_digest_is_that_of_all_seeds_in_order():
    one, two = made_up.result(1), made_up.result(2)
    both = sha256(b"1 digest-1\n2 digest-2\n").hexdigest()
    assert summed(one, two).digest == both
    assert summed(two, one).digest != both
    assert summed(one).digest != both


def test_time_without_leader_is_summed_over_seeds():
    times = tuple(range(1, 101))
    facts = summed(made_up.result(1, election_ms=times[50:]), made_up.result(2, election_ms=times))
    assert facts.facts(1.0)["without_leader_ms"] == {
        "count": 150,
        "median": 63,
        "p99": 99,
        "longest": 100,
    }


def test_empty_campaign_is_reported():
    facts = summed().facts(0.0)
    assert (facts["seeds"], facts["seeds_per_second"], facts["without_leader_ms"]) == (0, 0.0, {})


def test_one_seed_as_an_object():
    assert seed_facts(made_up.result(1))["failure"] is None
    facts = seed_facts(made_up.failed(2))
    assert facts["failure"] == {
        "invariant": "SingleLeader",
        "step": 42,
        "at_ms": 15,
        "detail": "1 and 2 lead epoch 3",
    }
    json.dumps(facts)


@pytest.mark.parametrize(
    ("minority", "excused", "too_often"),
    [(99, 99, False), (100, 5, False), (100, 6, True), (200, 10, False), (200, 11, True)],
)
def test_more_than_5_percent_excused_is_too_often(minority, excused, too_often):
    summary = Summary()
    for seed in range(minority):
        reasons = ("only witnesses are left",) if seed < excused else ()
        summary.add(made_up.result(seed, broken=("down",), excused=reasons))
    # runs without a broken minority do not dilute the share
    for seed in range(1000):
        summary.add(made_up.result(seed))
    assert summary.is_excused_too_often is too_often
    facts = summary.facts(1.0)
    assert (facts["minority_seeds"], facts["excused_seeds"]) == (minority, excused)
