from __future__ import annotations

import json

import pytest

from kraft_core.sim.quorum.campaign import run_seed
from kraft_spark.seeds.simulation import (
    SeedWork,
    SeedWorkerError,
    all_coverage,
    run_in_child,
    run_in_processes,
    scenario_names,
    trace_text,
)

FINDS_AT_ONCE = ("votes-twice", 3)
"""A plant, and within how many seeds of the default scenario it is found."""


def test_a_seed_that_holds():
    row = SeedWork(campaign="c")(0)
    life = run_seed(0, "default")
    assert (row["status"], row["invariant"], row["error"]) == ("passed", None, None)
    assert row["digest"] == life.digest
    assert (row["events"], row["commits"]) == (life.steps, life.appends)
    assert row["electionTimesMs"] == list(life.election_ms)
    assert (row["campaign"], row["scenario"], row["seed"]) == ("c", "default", 0)
    assert set(row["coverage"]) <= all_coverage()
    assert {name for name in row["coverage"] if name.startswith("case:")} == {
        f"case:{name}" for name, count in life.reached.items() if count
    }


def test_a_seed_that_fails_has_its_trace():
    plant, seeds = FINDS_AT_ONCE
    work = SeedWork(plant=plant, traces=True)
    row = next(row for row in map(work, range(seeds)) if row["status"] == "failed")
    assert row["invariant"] == "VoteDurable"
    assert row["step"] > 0
    lines = []
    run_seed(row["seed"], "default", plant, on_line=lines.append)
    assert trace_text(row["trace"]) == "\n".join(lines)
    assert json.loads(row["options"]) == {"plant": plant}


def test_too_many_events_and_too_little_time():
    row = SeedWork(max_steps=5)(0)
    assert (row["status"], row["invariant"]) == ("failed", "no-runaway")
    row = SeedWork(timeout_ms=1)(0)
    assert (row["status"], row["error"]) == ("timeout", "not over after 1 ms")
    assert row.get("digest") is None


def test_a_simulation_that_breaks_down_is_a_row():
    row = SeedWork(scenario="nope")(0)
    assert row["status"] == "error"
    assert "KeyError: 'nope'" in row["error"]


def test_other_hash_seed_gives_the_same_run():
    work = SeedWork()
    (there,) = run_in_child(work, [1], 12345)
    (here,) = run_in_processes(work, [1], 2)
    assert there["digest"] == here["digest"]


def test_death_of_a_child_is_reported():
    with pytest.raises(SeedWorkerError):
        run_in_child(SeedWork(), ["no seed"], 1 << 40)  # no hash seed either


def test_scenario_names_include_default():
    assert "default" in scenario_names()
