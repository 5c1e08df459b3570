"""Quorums that lose disks for good: seeds hold, and are the same in every process."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from kraft_core.sim.disaster.campaign import run, run_seed
from kraft_core.sim.disaster.injected_bugs import DISASTER_BUGS, injected
from kraft_core.sim.disaster.invariants import DISASTER_INVARIANTS
from kraft_core.sim.quorum.result import Summary

NAMES = {each.name for each in DISASTER_INVARIANTS}


def test_seed_checks_every_invariant():
    lines = []
    result = run_seed(3, on_line=lines.append)
    assert result.failure is None
    assert result.evaluations.keys() == NAMES
    assert any("left: " in line for line in lines)
    assert any("verdict=" in line for line in lines)


def test_a_seed_is_the_same_in_another_process():
    script = (
        "from kraft_core.sim.disaster.campaign import run_seed;"
        "r = run_seed(2); print(r.digest, r.messages, r.steps, r.evaluations)"
    )
    results = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(results) == 1, results


@pytest.mark.simulation
def test_all_cases_come_up():
    summary = Summary(NAMES)
    for result in run(range(1000, 1060)):
        assert result.failure is None, result.failure
        summary.add(result)
    assert summary.not_reached == []


@pytest.mark.simulation
@pytest.mark.parametrize("name", DISASTER_BUGS)
def test_injected_bug_is_found(name):
    bug = DISASTER_BUGS[name]
    for result in run(range(bug.seeds), plant=name):
        if result.failure is not None:
            assert result.failure.invariant in bug.invariants, result.failure
            if result.failure.invariant == bug.invariants[0]:
                return
    pytest.fail(f"not found as {bug.invariants[0]} in {bug.seeds} seeds")


@pytest.mark.parametrize("bug", DISASTER_BUGS.values(), ids=lambda bug: bug.name)
def test_an_injected_bug(bug):
    assert bug.about[0].isupper()
    assert bug.about.endswith(".")
    assert set(bug.invariants) <= NAMES | {"crash"}
    assert bug.seeds > 0


def test_no_invariant_lacks_an_injected_bug():
    assert {bug.invariants[0] for bug in DISASTER_BUGS.values()} == NAMES


def test_a_bug_is_taken_out_again():
    from kraft_core.operations.recovery import verdicts

    right = verdicts._of_other
    with injected("epoch-excludes-rivals"):
        assert verdicts._of_other is not right
    assert verdicts._of_other is right
