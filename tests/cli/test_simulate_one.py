"""`kraft simulate --seed N` over made-up lives: trace, steps from a file, shrinking, storage."""

from __future__ import annotations

import json

import pytest

from kraft_core.cli.main import run
from kraft_core.sim.quorum import campaign
from kraft_core.sim.quorum.result import Failure
from kraft_core.sim.quorum.scenarios import Step
from tests.simulation import made_up

OWN = tuple(Step(100 * n + 100, "crash" if n == 5 else "restart", n) for n in range(9))


@pytest.fixture
def lives(monkeypatch):
    """A seed fails if one of its steps is a crash."""
    ran = []

    def run_seed(
        seed, scenario, plant=None, *, schedule=None, on_line=None, on_page=None, storage=None
    ):
        steps = OWN if schedule is None else schedule
        ran.append(steps)
        if on_line is not None:
            on_line("    0.003  1 is up")
        if storage is not None:
            storage.folder("node-1").create("meta.properties").close()
        crash = next((step for step in steps if step.kind == "crash"), None)
        failure = None if crash is None else Failure("LogMatching", 9, crash.at_ms, "they differ")
        return made_up.result(seed, failure=failure, schedule=steps, scenario=scenario)

    monkeypatch.setattr(campaign, "run_seed", run_seed)
    return ran


def test_a_failing_seed(lives, capsys):
    assert run(["simulate", "--seed", "7"]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith("seed 7 fails: LogMatching at event 9, 0.600 s\n    they differ\n")


def test_a_seed_that_holds_traced(lives, tmp_path, capsys):
    (tmp_path / "steps").write_text("100 restart 3  # nothing more\n\n")
    assert run(["simulate", "--seed", "7", "--trace", "--steps", str(tmp_path / "steps")]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("    0.003  1 is up\nseed 7 of default holds: 70 messages")
    assert lives == [(Step(100, "restart", 3),)]


def test_one_seed_for_programs(lives, capsys):
    assert run(["simulate", "--seed", "7", "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    assert (facts["seed"], facts["failure"]["invariant"]) == (7, "LogMatching")


def test_shrink_output_is_a_valid_steps_file(lives, tmp_path, capsys):
    assert run(["simulate", "--seed", "7", "--shrink"]) == 1
    shown = capsys.readouterr()
    assert shown.out.splitlines()[-1] == "0 crash 5"
    assert "# 1 step is enough" in shown.out
    assert "#   kraft simulate --seed 7 --steps FILE --trace\n" in shown.out
    place = tmp_path / "seed-7.steps"
    place.write_text(shown.out)
    lives.clear()
    assert run(["simulate", "--seed", "7", "--steps", str(place)]) == 1
    assert lives == [(Step(0, "crash", 5),)]


def test_shrinking_for_programs(lives, capsys):
    assert run(["simulate", "--seed", "7", "--shrink", "--json"]) == 1
    facts = json.loads(capsys.readouterr().out)
    assert facts["schedule"] == [{"at_ms": 0, "kind": "crash", "draw": 5}]
    assert facts["failure"]["step"] == 9


def test_steps_of_a_file_can_be_shrunk(lives, tmp_path, capsys):
    (tmp_path / "steps").write_text("100 restart 3\n200 crash 4\n300 restart 5\n")
    assert run(["simulate", "--seed", "7", "--shrink", "--steps", str(tmp_path / "steps")]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "0 crash 4"


def test_a_seed_that_holds_cannot_be_shrunk(lives, tmp_path, capsys):
    (tmp_path / "steps").write_text("100 restart 3\n")
    assert run(["simulate", "--seed", "7", "--shrink", "--steps", str(tmp_path / "steps")]) == 1
    assert capsys.readouterr().err == "kraft: seed 7 does not fail\n"


def test_directories_are_left(lives, tmp_path, capsys):
    place = tmp_path / "left"
    assert run(["simulate", "--seed", "7", "--storage", str(place)]) == 1
    assert (place / "node-1" / "meta.properties").is_file()
    assert f"the directories of all nodes are in {place}" in capsys.readouterr().err
    assert run(["simulate", "--seed", "7", "--storage", str(place)]) == 1
    assert "not an empty folder" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["100 dance 3", "soon crash 3", "100 crash", "100 crash -3"])
def test_a_file_that_is_no_schedule_is_refused(lives, tmp_path, capsys, line):
    (tmp_path / "steps").write_text(f"100 restart 3\n{line}\n")
    assert run(["simulate", "--seed", "7", "--steps", str(tmp_path / "steps")]) == 1
    error = capsys.readouterr().err
    assert "line 2" in error
    assert len(error.splitlines()) == 1
    assert lives == []
