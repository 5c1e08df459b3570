"""`kraft simulate` over made-up lives: what is run, what is printed where, and the exit codes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from types import SimpleNamespace

import pytest

from kraft_core.cli.main import INTERRUPTED, run
from kraft_core.sim.cluster import campaign as clusters
from kraft_core.sim.disaster import campaign as disasters
from kraft_core.sim.quorum import campaign
from tests.simulation import made_up

INVARIANTS = tuple(
    SimpleNamespace(name=name, meaning=f"{name} holds", coverage=f"{name} matters", source="us")
    for name in ("SingleLeader", "LogMatching")
)
PLANT = SimpleNamespace(
    name="votes-twice",
    about="It votes twice in an epoch.",
    invariants=("SingleLeader",),
    seeds=4,
    scenario="elect",
)
CLUSTER_PLANT = SimpleNamespace(
    name="answers-early",
    about="It answers early.",
    invariants=("LogMatching",),
    seeds=2,
    scenario="cluster",
)
DISASTER_PLANT = SimpleNamespace(
    name="jumps-nowhere",
    about="It does not jump.",
    invariants=("LogMatching",),
    seeds=3,
    scenario="disaster",
)


class Stage:
    """Seeds hold but for those in `failing` (seed to invariant); what was run is in `ran`."""

    def __init__(self):
        self.failing = {}
        self.reached = {"SingleLeader": 1, "LogMatching": 1}
        self.ran = []
        self.fields = {}

    def run_cluster_seed(self, seed, plant=None, **options):
        del options
        return self.run_seed(seed, "cluster", plant)

    def run_disaster_seed(self, seed, plant=None, **options):
        del options
        return self.run_seed(seed, "disaster", plant)

    def run_seed(self, seed, scenario, plant=None, **options):
        self.ran.append((seed, scenario, plant))
        fields = {
            "scenario": scenario,
            "reached": self.reached,
            "evaluations": {"SingleLeader": 5},
            **self.fields,
        }
        if seed in self.failing:
            return made_up.failed(seed, self.failing[seed], **fields)
        return made_up.result(seed, **fields)


@pytest.fixture
def stage(monkeypatch):
    stage = Stage()
    monkeypatch.setattr(campaign, "run_seed", stage.run_seed)
    registry = SimpleNamespace(INVARIANTS=INVARIANTS)
    plants = SimpleNamespace(INJECTED_BUGS={PLANT.name: PLANT})
    monkeypatch.setitem(sys.modules, "kraft_core.sim.quorum.invariants.registry", registry)
    monkeypatch.setitem(sys.modules, "kraft_core.sim.quorum.injected_bugs", plants)
    for name, plant in (("cluster", CLUSTER_PLANT), ("disaster", DISASTER_PLANT)):
        package = f"kraft_core.sim.{name}"
        plants = SimpleNamespace(**{f"{name.upper()}_BUGS": {plant.name: plant}})
        monkeypatch.setitem(sys.modules, f"{package}.injected_bugs", plants)
        registry = SimpleNamespace(**{f"{name.upper()}_INVARIANTS": INVARIANTS[1:]})
        monkeypatch.setitem(sys.modules, f"{package}.invariants", registry)
        scenarios = SimpleNamespace(SCENARIO=SimpleNamespace(name=name, about="Another machine."))
        monkeypatch.setitem(sys.modules, f"{package}.simulator", scenarios)
    long = SimpleNamespace(LONG_SCENARIOS={}, LONG_INVARIANTS=INVARIANTS)
    monkeypatch.setitem(sys.modules, "kraft_core.sim.cluster.long", long)
    monkeypatch.setattr(clusters, "run_seed", stage.run_cluster_seed)
    monkeypatch.setattr(disasters, "run_seed", stage.run_disaster_seed)
    return stage


def simulate(*arguments):
    return run(["simulate", "--jobs", "1", *arguments])


def test_a_campaign_that_holds(stage, capsys):
    assert simulate("--seeds", "3:6") == 0
    assert stage.ran == [(seed, "default", None) for seed in (3, 4, 5)]
    shown = capsys.readouterr()
    assert shown.out.startswith("3 seeds of default in ")
    assert "all hold" in shown.out
    assert "120 messages (median 40 a seed)" in shown.out
    assert "digest " in shown.out
    assert shown.err == ""


def test_failure_is_reported_with_the_command_that_repeats_it(stage, capsys):
    stage.failing = {4: "SingleLeader"}
    assert simulate("--seeds", "3:6", "--scenario", "calm") == 1
    shown = capsys.readouterr().out
    assert "seed 4 fails: SingleLeader at event 42, 0.015 s\n    1 and 2 lead epoch 3\n" in shown
    assert "  repeat with: kraft simulate --seed 4 --scenario calm --trace\n" in shown
    assert "1 failed" in shown


def test_json_is_an_object_a_seed_and_one_at_the_end(stage, capsys):
    stage.failing = {4: "LogMatching"}
    assert simulate("--seeds", "3:6", "--json") == 1
    *seeds, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [each["seed"] for each in seeds] == [3, 4, 5]
    assert seeds[1]["failure"]["repeat"] == "kraft simulate --seed 4 --trace"
    assert last["failed"] == [{"seed": 4, "invariant": "LogMatching", "step": 42}]
    assert last["seeds"] == 3
    assert last["invariants"] == {"LogMatching": 0, "SingleLeader": 15}
    wanted = {"seconds", "seeds_per_second", "messages", "digest", "notes", "not_reached"}
    assert wanted <= last.keys()


def test_until_failure_stops_after_the_first_failed_seed(stage, capsys):
    stage.failing = {1: "LogMatching", 2: "LogMatching"}
    assert simulate("--seeds", "0:9", "--until-failure", "--json") == 1
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (last["seeds"], [each["seed"] for each in last["failed"]]) == (2, [1])


def test_unreached_coverage_fails_only_with_require_reached(stage, capsys):
    stage.reached = {"SingleLeader": 3, "LogMatching": 0}
    assert simulate("--seeds", "0:2") == 0
    assert "1 case never reached: LogMatching" in capsys.readouterr().out
    assert simulate("--seeds", "0:2", "--require-reached") == 1
    shown = capsys.readouterr()
    assert shown.err == "kraft: no seed reached the coverage condition of LogMatching\n"
    assert "2 seeds" in shown.out
    stage.reached = {"SingleLeader": 3, "LogMatching": 1}
    assert simulate("--seeds", "0:2", "--require-reached") == 0


def test_a_campaign_in_which_too_many_runs_are_excused_fails(stage, capsys):
    stage.fields = {"broken": ("down",), "excused": ("only witnesses are left",)}
    assert simulate("--seeds", "0:99") == 0
    assert "99 excused (100.0 %)" in capsys.readouterr().out
    assert simulate("--seeds", "0:100") == 1
    shown = capsys.readouterr()
    assert shown.err == (
        "kraft: 100 of 100 seeds with a broken minority are excused, the limit is 5 %\n"
    )
    assert "100 seeds" in shown.out


def test_injected_bug_is_looked_for_in_its_scenario(stage, capsys):
    stage.failing = {2: "SingleLeader", 3: "SingleLeader"}
    assert simulate("--plant", "votes-twice") == 1
    assert stage.ran == [(seed, "elect", "votes-twice") for seed in (0, 1, 2)]
    shown = capsys.readouterr()
    command = "kraft simulate --seed 2 --scenario elect --plant votes-twice --trace"
    assert command in shown.out
    assert shown.err == ""


def test_injected_bug_that_is_not_found_is_an_error(stage, capsys):
    assert simulate("--plant", "votes-twice", "--seeds", "0:2") == 1
    assert capsys.readouterr().err == "kraft: no seed finds the injected bug votes-twice\n"


def test_injected_bug_found_by_another_invariant_is_an_error(stage, capsys):
    stage.failing = {0: "LogMatching"}
    assert simulate("--plant", "votes-twice", "--seeds", "0:2") == 1
    error = capsys.readouterr().err
    assert error == "kraft: votes-twice was found by LogMatching, which it does not list\n"


def test_one_seed_has_one_scenario(stage, capsys):
    assert simulate("--seed", "3", "--scenario", "all") == 1
    assert "unknown scenario 'all'" in capsys.readouterr().err


def test_lists_for_programs(stage, capsys):
    assert run(["simulate", "--list", "plants", "--json"]) == 0
    plant, *others = json.loads(capsys.readouterr().out)
    assert plant["name"] == "votes-twice"
    assert [(other["name"], other["scenario"]) for other in others] == [
        ("answers-early", "cluster"),
        ("jumps-nowhere", "disaster"),
    ]
    assert (plant["invariants"], plant["seeds"]) == (["SingleLeader"], 4)
    assert run(["simulate", "--list", "invariants", "--json"]) == 0
    names = [each["name"] for each in json.loads(capsys.readouterr().out)]
    assert names == ["SingleLeader", "LogMatching", "LogMatching", "LogMatching"]
    assert run(["simulate", "--list", "scenarios", "--json"]) == 0
    scenarios = json.loads(capsys.readouterr().out)
    assert {"default", "cluster", "disaster"} <= {each["name"] for each in scenarios}


def test_lists_for_people(stage, capsys):
    assert run(["simulate", "--list", "plants"]) == 0
    assert capsys.readouterr().out == (
        "votes-twice: It votes twice in an epoch.\n"
        "    found within 4 seeds of elect by SingleLeader\n"
        "answers-early: It answers early.\n"
        "    found within 2 seeds of cluster by LogMatching\n"
        "jumps-nowhere: It does not jump.\n"
        "    found within 3 seeds of disaster by LogMatching\n"
    )
    assert run(["simulate", "--list", "invariants"]) == 0
    assert "SingleLeader: SingleLeader holds\n    reached:" in capsys.readouterr().out


def test_clusters_with_brokers(stage, capsys):
    stage.reached = {"LogMatching": 1}
    assert simulate("--seeds", "3:5", "--scenario", "cluster", "--require-reached") == 0
    assert simulate("--seed", "7", "--scenario", "cluster") == 0
    expected = [(3, "cluster", None), (4, "cluster", None), (7, "cluster", None)]
    assert stage.ran == expected
    assert capsys.readouterr().out.startswith("2 seeds of cluster in ")


def test_disaster_runs_its_seeds_and_injected_bugs(stage, capsys):
    stage.reached = {"LogMatching": 1}
    assert simulate("--seeds", "3:5", "--scenario", "disaster", "--require-reached") == 0
    assert simulate("--seed", "7", "--scenario", "disaster") == 0
    assert simulate("--plant", "jumps-nowhere") == 1
    expected = [(3, "disaster", None), (4, "disaster", None), (7, "disaster", None)]
    assert stage.ran[:3] == expected
    assert stage.ran[3:] == [(seed, "disaster", "jumps-nowhere") for seed in range(3)]
    assert capsys.readouterr().out.startswith("2 seeds of disaster in ")


def test_a_wrong_controller_is_searched_for(stage, capsys):
    stage.failing = {1: "LogMatching"}
    assert simulate("--plant", "answers-early") == 1
    assert stage.ran == [(seed, "cluster", "answers-early") for seed in (0, 1)]
    repeat = "kraft simulate --seed 1 --scenario cluster --plant answers-early --trace"
    assert repeat in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--seed", "1", "--scenario", "cluster", "--shrink"],
        ["--seed", "1", "--scenario", "cluster", "--html", "page"],
        ["--seed", "1", "--scenario", "disaster", "--storage", "somewhere"],
        ["--seed", "1", "--scenario", "disaster", "--plant", "answers-early"],
        ["--seed", "1", "--scenario", "cluster", "--plant", "votes-twice"],
        ["--seed", "1", "--scenario", "elect", "--plant", "answers-early"],
        ["--seeds", "7"],
        ["--seeds", "7:7"],
        ["--seeds", "-1:7"],
        ["--seeds", "1:x"],
        ["--seeds", "0:2", "--seed", "1"],
        ["--seeds", "0:2", "--trace"],
        ["--seeds", "0:2", "--shrink"],
        ["--seeds", "0:2", "--storage", "somewhere"],
        ["--seeds", "0:2", "--scenario", "no-such-scenario"],
        ["--seeds", "0:2", "--plant", "no-such-plant"],
        ["--seed", "1", "--trace", "--json"],
        ["--seed", "1", "--trace", "--shrink"],
        ["--seed", "1", "--steps", "no-such-file"],
        ["--list", "nonsense"],
    ],
    ids=" ".join,
)
def test_invalid_usage_is_reported_in_one_line(stage, arguments, capsys):
    assert simulate(*arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert stage.ran == []


def test_crashed_simulation_is_reported(stage, monkeypatch, capsys):
    def broken(*_):
        raise ValueError("what is this")

    monkeypatch.setattr(campaign, "run_seed", broken)
    assert simulate("--seeds", "5:7") == 1
    error = capsys.readouterr().err
    assert error.startswith("kraft: seed 5: Traceback")
    assert "ValueError: what is this" in error


def test_ctrl_c_is_quiet(stage, monkeypatch, capsys):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(campaign, "run_seed", interrupted)
    assert simulate("--seeds", "0:7") == INTERRUPTED
    assert capsys.readouterr() == ("", "")


def test_ctrl_c_ends_workers_quietly_too():
    """Ctrl-C reaches every process of the terminal."""
    command = [sys.executable, "-m", "kraft_core.cli", "simulate", "--seeds", "0:9999", "--json"]
    with subprocess.Popen(
        [*command, "--jobs", "2", "--scenario", "elect"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as campaign_process:
        assert campaign_process.stdout is not None
        assert json.loads(campaign_process.stdout.readline())["seed"] == 0
        os.killpg(campaign_process.pid, signal.SIGINT)
        _, errors = campaign_process.communicate(timeout=60)
    assert (campaign_process.returncode, errors) == (INTERRUPTED, "")
