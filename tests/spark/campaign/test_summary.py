from __future__ import annotations

from kraft_spark.seeds.campaign import COLUMNS, CampaignSummary, CampaignTable
from kraft_spark.seeds.simulation import SeedWork
from tests.spark.campaign_rows import row_of

WORK = SeedWork()


def test_rows_added_up(tmp_path):
    table = CampaignTable(str(tmp_path))
    rows = [row_of(WORK, seed) for seed in range(20)]
    rows[7] = {**rows[7], "status": "timeout", "electionTimesMs": None, "coverage": None}
    table.write_rows(rows[::-1])
    summary = CampaignSummary()
    summary.add(table.rows(WORK, COLUMNS, 0, 20))
    facts = summary.facts()
    assert not summary.is_good
    assert facts["seeds"] == 20
    assert facts["statuses"] == {"failed": 4, "passed": 15, "timeout": 1}
    assert sorted(facts["failures"], key=lambda one: one["first_seed"]) == [
        {"invariant": "VoteDurable", "seeds": 2, "first_seed": 0, "step": 42},
        {"invariant": "NeverTwoLeadersInSameEpoch", "seeds": 2, "first_seed": 5, "step": 47},
    ]
    assert facts["not_judged"] == [7]
    assert (facts["events"], facts["virtual_time_ms"], facts["wall_ms"]) == (2_000, 20_000, 100)
    times = sorted(time for row in rows for time in row["electionTimesMs"] or ())
    assert facts["without_leader_ms"] == {
        "count": len(times),
        "median": times[(len(times) - 1) // 2],
        "p99": times[(len(times) - 1) * 99 // 100],
        "longest": times[-1],
    }
    assert facts["coverage"] == {"became-leader": 38, "case:VoteDurable": 19}
    assert "VoteDurable" not in facts["not_reached"]
    assert "NeverTwoLeadersInSameEpoch" in facts["not_reached"]


def test_campaign_without_rows_is_good():
    summary = CampaignSummary()
    summary.add([])
    assert summary.is_good
    assert summary.facts()["without_leader_ms"] == {}
