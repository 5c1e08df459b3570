"""Results as text."""

from __future__ import annotations

import pytest

from kraft_core.cli.simulate_text import (
    failure_text,
    listed_text,
    repeat_command,
    seed_text,
    summary_text,
)
from kraft_core.sim.quorum.result import Summary
from tests.simulation import made_up


@pytest.mark.parametrize(
    ("fields", "plant", "command"),
    [
        ({}, None, "kraft simulate --seed 7 --trace"),
        ({"scenario": "calm"}, None, "kraft simulate --seed 7 --scenario calm --trace"),
        ({}, "votes-twice", "kraft simulate --seed 7 --plant votes-twice --trace"),
    ],
)
def test_the_command_that_repeats_a_seed(fields, plant, command):
    assert repeat_command(made_up.result(7, **fields), plant) == command


def test_a_failure_with_a_detail_of_many_lines():
    text = failure_text(made_up.failed(7, at_ms=12345, detail="Traceback\n  here\nKeyError: 3\n"))
    assert text == (
        "seed 7 fails: SingleLeader at event 42, 12.345 s\n"
        "    Traceback\n      here\n    KeyError: 3\n"
        "  repeat with: kraft simulate --seed 7 --trace"
    )


def test_a_seed_that_holds():
    text = seed_text(made_up.result(123, elections=1, voter_changes=2))
    assert text == (
        "seed 123 of default holds: 1,230 messages, 1 election, 2 voter changes, 0 appends "
        "in 1.0 virtual seconds\n  digest digest-123"
    )


def test_a_campaign_in_a_few_lines():
    summary = Summary(["SingleLeader", "LogMatching"])
    counted = {"evaluations": {"SingleLeader": 4000}, "reached": {"SingleLeader": 1}}
    summary.add(made_up.result(1, election_ms=(100, 300), **counted))
    summary.add(made_up.failed(2, **counted))
    nothing = "0 elections, 0 voter changes, 0 appends"
    assert summary_text(summary, "calm", 4.0).splitlines()[:4] == [
        "2 seeds of calm in 4.0 s (0.5 a second): 1 failed",
        f"  30 messages (median 15 a seed), {nothing}, 2 virtual seconds",
        "  2 invariants checked 8,000 times; without a leader 100 ms at the median, 99 % below 100",
        "  1 case never reached: LogMatching",
    ]


def test_runs_with_a_broken_minority_are_counted_with_the_reasons_that_excuse_them():
    summary = Summary()
    summary.add(made_up.result(1, broken=("down", "deaf")))
    assert "  a minority stayed broken in 1 seed: 0 excused (0.0 %)" in summary_text(
        summary, "calm", 1.0
    )
    summary.add(made_up.result(2, broken=("cut",), excused=("only witnesses are left",)))
    assert (
        "  a minority stayed broken in 2 seeds: 1 excused (50.0 %); 1 x only witnesses are left\n"
        in summary_text(summary, "calm", 1.0)
    )


def test_list_shows_name_and_description():
    assert listed_text([{"name": "calm", "about": "No fault."}]) == "calm: No fault."


def test_only_some_of_many_cases_are_named():
    text = summary_text(Summary(f"case-{n}" for n in range(10, 30)), "calm", 1.0)
    assert "  20 cases never reached: case-10, case-11," in text
    assert "case-17 and more\n" in text
