from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from kraft_spark.seeds.campaign import Campaign, CampaignTable, run_campaign
from kraft_spark.seeds.simulation import SeedWork, parse_ranges, seeds_of
from tests.spark.campaign_rows import row_of

ROOT = Path(__file__).parents[3]
KRAFT = [sys.executable, "-c", "from kraft_core.cli.main import main; main()", "campaign"]


class Rows:
    """An engine whose lives are made up; `liars` are not the same the second time."""

    def __init__(self, liars=(), breaks_at=None):
        self.waves = []
        self.liars = liars
        self.breaks_at = breaks_at
        self.hash_seeds = []

    def run(self, work, seeds, table, done):
        self.waves.append(list(seeds_of(seeds)))
        if self.breaks_at in self.waves[-1]:
            raise KeyboardInterrupt
        rows = [row_of(work, seed) for seed in self.waves[-1]]
        table.write_rows(rows)
        done(len(rows), sum(row["status"] == "failed" for row in rows))

    def repeat(self, work, seeds, hash_seed):
        self.hash_seeds.append(hash_seed)
        return {seed: f"digest {seed}{'!' * (seed in self.liars)}" for seed in seeds}


def asked(text="0:10", wave=4, **more):
    return Campaign(seeds=parse_ranges(text), work=SeedWork(**more), wave=wave)


def run(table, engine, **given):
    told = []
    ran = run_campaign(asked(**given), table, engine, lambda *numbers: told.append(numbers))
    return ran, [sum(numbers) for numbers in zip(*told, strict=True)]


def test_campaign_runs_in_waves(tmp_path):
    engine = Rows()
    ran, told = run(CampaignTable(str(tmp_path)), engine)
    assert engine.waves == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]
    assert (ran.seeds, ran.resumed, ran.repeated, ran.differing) == (10, 0, 6, [])
    assert told == [10, 2]
    assert len(set(engine.hash_seeds)) > 1


def test_campaign_resumes_after_the_finished_seeds(tmp_path):
    table = CampaignTable(str(tmp_path))
    broken = Rows(breaks_at=9)
    with contextlib.suppress(KeyboardInterrupt):
        run(table, broken)
    engine = Rows()
    ran, told = run(table, engine)
    assert engine.waves == [[8, 9]]
    assert (ran.seeds, ran.resumed) == (2, 8)
    assert told[0] == 10
    assert run(table, Rows())[0].seeds == 0


def test_other_campaign_or_options_are_run_again(tmp_path):
    table = CampaignTable(str(tmp_path))
    run(table, Rows())
    for more in ({"campaign": "other"}, {"max_steps": 5}, {"scenario": "membership"}):
        assert run(table, Rows(), **more)[0].seeds == 10


def test_differing_run_is_reported(tmp_path):
    ran, _ = run(CampaignTable(str(tmp_path)), Rows(liars=range(10)), wave=10)
    assert len(ran.differing) == ran.repeated == 2


@pytest.mark.spark
@pytest.mark.timeout(600)
def test_campaign_of_processes_is_continued_by_spark(tmp_path):
    """A bug is planted: every second run of its sample lives the same life, and fails again."""
    fixed = ["--plant", "votes-twice", "--traces", "--jobs", "2", "--out", str(tmp_path), "--json"]
    facts = []
    for more in (["--seeds", "0:2"], ["--seeds", "0:5", "--engine", "spark"]):
        done = subprocess.run(
            [*KRAFT, *fixed, *more],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
            timeout=500,
        )
        assert done.returncode == 1, done.stderr
        facts.append(json.loads(done.stdout))
    _, last = facts
    assert (last["seeds"], last["resumed"], last["repeated"], last["differing"]) == (5, 2, 2, [])
    (failure,) = last["failures"]
    assert (failure["invariant"], failure["first_seed"]) == ("VoteDurable", 0)
    rows = pq.read_table(tmp_path, columns=["seed", "status", "trace"]).to_pylist()
    assert sorted(row["seed"] for row in rows) == [0, 1, 2, 3, 4]
    assert all((row["trace"] is not None) == (row["status"] == "failed") for row in rows)
