"""The queries of campaigns: their documents are true of the table, and they show lives of today."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from kraft_core.sim.quorum.campaign import run_seed
from kraft_spark.seeds.campaign import CampaignSummary, CampaignTable, SparkEngine
from kraft_spark.seeds.simulation import SeedWork, parse_ranges, trace_text

pytestmark = [pytest.mark.spark, pytest.mark.timeout(600)]

EXAMPLES = Path(__file__).parents[2] / "examples"
KEPT = EXAMPLES / "campaign"
NAMES = ("seed_failures", "seed_trace", "seed_coverage", "election_times", "seed_timings")


@pytest.fixture
def example(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield importlib.import_module
    for name in NAMES:
        sys.modules.pop(name, None)


def kept():
    """The rows of the table that comes with the project, by scenario and planted bug."""
    found = {}
    for row in pq.read_table(KEPT).to_pylist():
        row["plant"] = json.loads(row["options"]).get("plant")
        found.setdefault((row["scenario"], row["plant"]), []).append(row)
    return found


def test_failures_are_those_that_a_campaign_sums_up(spark, example):
    wanted = set()
    for (scenario, plant), rows in kept().items():
        summary = CampaignSummary()
        summary.add(rows)
        failures = summary.facts()["failures"]
        wanted |= {
            (scenario, plant, len(rows), one["invariant"], one["seeds"], one["first_seed"])
            for one in failures or [{"invariant": None, "seeds": 0, "first_seed": None}]
        }
    found = example("seed_failures").table(spark, str(KEPT)).collect()
    names = ("scenario", "plant", "seeds", "invariant", "failed", "first_seed")
    assert {tuple(row[name] for name in names) for row in found} == wanted
    assert len(wanted) == 11


def test_shares_are_of_the_seeds_of_a_scenario(spark, example):
    found = example("seed_coverage").table(spark, str(KEPT), "%").collect()
    shares = {
        (row.name, scenario): int(row[scenario].split()[0])
        for row in found
        for scenario in row.asDict()
        if scenario != "name"
    }
    wanted = Counter()
    for (scenario, plant), rows in kept().items():
        if plant is None:
            wanted.update((name, scenario) for row in rows for name, _ in row["coverage"])
    assert {place: share for place, share in shares.items() if share} == {
        place: 2 * count for place, count in wanted.items()
    }


def test_times_without_a_leader(spark, example):
    found = {
        row.scenario: row for row in example("election_times").table(spark, str(KEPT)).collect()
    }
    for (scenario, plant), rows in kept().items():
        if plant is not None:
            continue
        times = sorted(time for row in rows for time in row["electionTimesMs"])
        row = found.pop(scenario)
        assert (row.elections, row.longest) == (len(times), times[-1])
        assert times[(len(times) - 1) // 2] <= row.median <= times[len(times) // 2]
        buckets = Counter(min(time // 250, 23) for time in times)
        assert {at for at, bar in enumerate(row[-1]) if bar != " "} == set(buckets)
        assert row[-1].index("█") in {at for at, n in buckets.items() if n == max(buckets.values())}
    assert found == {}


def test_seeds_run_now_feed_the_examples(spark, example, tmp_path):
    work = SeedWork(plant="votes-twice", traces=True)
    seeds = parse_ranges("0:3")
    SparkEngine(spark).run(work, seeds, CampaignTable(str(tmp_path)), lambda *_: None)
    (failure,) = example("seed_failures").table(spark, str(tmp_path)).collect()
    assert failure.invariant == "VoteDurable"
    lines = []
    result = run_seed(failure.first_seed, "default", "votes-twice", on_line=lines.append)
    assert failure.at_event == result.failure.step
    told = example("seed_trace").table(spark, str(tmp_path), "VoteDurable").collect()
    assert [(row.second, row.node, row.event) for row in told] == [
        tuple(line.split(maxsplit=2)) for line in lines[-len(told) :]
    ]
    rows = {row["seed"]: row for row in pq.read_table(tmp_path).to_pylist()}
    assert trace_text(rows[failure.first_seed]["trace"]) == "\n".join(lines)
