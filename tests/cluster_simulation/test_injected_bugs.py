"""Each injected bug of a controller is detected, and each invariant detects some bug."""

from __future__ import annotations

import pytest

from kraft_core.controller.decider import Decider
from kraft_core.sim.cluster.campaign import run_seed
from kraft_core.sim.cluster.injected_bugs import CLUSTER_BUGS, injected
from kraft_core.sim.cluster.invariants import CLUSTER_INVARIANTS

DEMANDS = {
    "one-active-controller",
    "brokers-serve",
    "silent-brokers-are-fenced",
    "partitions-have-leaders",
    "controllers-agree",
}
KNOWN = {each.name for each in CLUSTER_INVARIANTS} | DEMANDS


@pytest.mark.simulation
@pytest.mark.parametrize("name", CLUSTER_BUGS)
def test_injected_bug_is_found(name):
    bug = CLUSTER_BUGS[name]
    for seed in range(bug.seeds):
        failure = run_seed(seed, name).failure
        if failure is not None:
            assert failure.invariant in bug.invariants, (seed, failure)
            if failure.invariant == bug.invariants[0]:
                return
    pytest.fail(f"not found as {bug.invariants[0]} in {bug.seeds} seeds")


@pytest.mark.parametrize("bug", CLUSTER_BUGS.values(), ids=lambda bug: bug.name)
def test_an_injected_bug(bug):
    assert bug.about[0].isupper()
    assert bug.about.endswith(".")
    assert set(bug.invariants) <= KNOWN
    assert bug.seeds > 0


def test_no_invariant_lacks_an_injected_bug():
    detected_first = {bug.invariants[0] for bug in CLUSTER_BUGS.values()}
    assert sorted({each.name for each in CLUSTER_INVARIANTS} - detected_first) == []


def test_a_bug_is_taken_out_again():
    renounce = Decider.renounce
    with injected("keeps-uncommitted"):
        assert Decider.renounce is not renounce
    assert Decider.renounce is renounce
