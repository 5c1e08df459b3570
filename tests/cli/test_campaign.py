"""`kraft campaign` over made-up lives: what is run, kept and told, and the exit codes."""

from __future__ import annotations

import importlib.util
import json

import pyarrow.parquet as pq
import pytest

from kraft_core.cli.main import run
from kraft_core.sim.quorum import campaign
from tests.simulation import made_up


@pytest.fixture
def lives(monkeypatch):
    """The seeds that were run; seeds 3 and 8 fail."""
    ran = []

    def run_seed(seed, scenario, plant=None, **options):
        ran.append(seed)
        fields = {"scenario": scenario, "election_ms": (100 + seed,), "notes": {"voted": 1}}
        if seed in (3, 8):
            return made_up.failed(seed, "SingleLeader", **fields)
        return made_up.result(seed, **fields)

    monkeypatch.setattr(campaign, "run_seed", run_seed)
    return ran


def kraft(folder, *arguments):
    fixed = ["--jobs", "1", "--sample", "0", "--out", str(folder / "table")]
    return run(["campaign", *fixed, *arguments])


def test_campaign_is_stored_and_reported(lives, tmp_path, capsys):
    assert kraft(tmp_path, "--seeds", "0:3") == 0
    told = capsys.readouterr().out
    assert told.startswith("3 seeds of default in ")
    assert "3 passed\n" in told
    assert "without a leader 101 ms at the median" in told
    table = pq.read_table(tmp_path / "table")
    assert table.column("seed").to_pylist() == [0, 1, 2]
    assert set(table.column("status").to_pylist()) == {"passed"}


def test_folder_that_cannot_be_written_is_refused_before_a_seed_runs(lives, tmp_path, capsys):
    """A wave of seeds ran before its rows were written."""
    (tmp_path / "table").write_text("a file")
    assert kraft(tmp_path, "--seeds", "0:3") == 1
    assert lives == []
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("kraft: --out ")
    assert str(tmp_path / "table") in line


def test_failures_are_reported_with_the_command_that_repeats_the_first(lives, tmp_path, capsys):
    assert kraft(tmp_path, "--seeds", "0:10", "--scenario", "membership") == 1
    told = capsys.readouterr().out
    assert "2 failed, 8 passed" in told
    assert "SingleLeader: 2 seeds, first at event" in told
    assert "kraft simulate --seed 3 --scenario membership --trace" in told


def test_campaign_resumes_after_the_finished_seeds(lives, tmp_path, capsys):
    kraft(tmp_path, "--seeds", "0:6", "--wave", "2")
    lives.clear()
    assert kraft(tmp_path, "--seeds", "0:10", "--json") == 1
    assert [seed for seed in lives if seed not in (3, 8)] == [6, 7, 9]
    facts = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert (facts["seeds"], facts["resumed"]) == (10, 6)
    assert facts["statuses"] == {"failed": 2, "passed": 8}
    assert facts["failures"][0]["first_seed"] == 3
    assert facts["coverage"]["voted"] == 10
    assert kraft(tmp_path, "--seeds", "0:3") == 0
    assert "(3 were there already)" in capsys.readouterr().out


def test_traces_and_the_name(lives, tmp_path):
    kraft(tmp_path, "--seeds", "2:4", "--traces", "--name", "nightly")
    rows = pq.read_table(tmp_path / "table").to_pylist()
    assert [row["trace"] is not None for row in rows] == [False, True]
    assert {row["campaign"] for row in rows} == {"nightly"}


def test_a_sample_is_run_a_second_time(tmp_path, capsys):
    """These are real lives, in processes of their own."""
    out = ["--out", str(tmp_path / "table"), "--json"]
    assert run(["campaign", "--seeds", "0:2", "--jobs", "1", "--sample", "1", *out]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["repeated"], facts["differing"]) == (1, [])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seeds", "5"], "--seeds cannot be '5'"),
        (["--seeds", "0:1", "--scenario", "nope"], "scenario cannot be 'nope'"),
        (["--seeds", "0:1", "--plant", "nope"], "unknown plant 'nope'"),
        (["--seeds", "0:1", "--master", "local"], "--master requires --engine spark"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(lives, tmp_path, capsys, arguments, words):
    assert kraft(tmp_path, *arguments) == 1
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
    assert lives == []


@pytest.mark.parametrize("package", ["pyarrow", "pyspark"])
def test_missing_package_is_reported_in_one_line(lives, tmp_path, monkeypatch, capsys, package):
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == package else real(name)
    )
    engine = {"pyarrow": "processes", "pyspark": "spark"}[package]
    assert kraft(tmp_path, "--seeds", "0:1", "--engine", engine) == 1
    told = capsys.readouterr().err
    assert f"needs the package {package}, which the extra spark brings: pip install" in told
    assert told.count("\n") == 1


def test_spark_without_java_is_one_sentence(lives, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    monkeypatch.delenv("PYSPARK_GATEWAY_PORT", raising=False)
    assert kraft(tmp_path, "--seeds", "0:1", "--engine", "spark") == 1
    told = capsys.readouterr().err
    assert told == "kraft: Spark needs Java 17 or newer: there is no java in JAVA_HOME=/nowhere\n"


def test_unwritable_table_is_reported_in_one_line(lives, tmp_path, capsys):
    (tmp_path / "table").write_text("no folder")
    assert kraft(tmp_path, "--seeds", "0:1") == 1
    assert "is a file; the table of a campaign is a folder\n" in capsys.readouterr().err
