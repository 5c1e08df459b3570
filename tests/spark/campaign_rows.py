"""Rows of made-up lives, for what comes behind the simulation."""

from __future__ import annotations

from kraft_spark.seeds.simulation import code_version


def row_of(work, seed):
    """Every fifth seed fails, from 0 on; of these every second by another invariant."""
    row = {
        "campaign": work.campaign,
        "scenario": work.scenario,
        "seed": seed,
        "status": "passed",
        "virtualTimeMs": 1_000,
        "events": 100,
        "elections": 2,
        "electionTimesMs": [seed, 1_000 + seed],
        "commits": 10,
        "reconfigurations": 1,
        "digest": f"digest {seed}",
        "coverage": {"became-leader": 2, "case:VoteDurable": 1},
        "wallMs": 5,
        "codeVersion": code_version(),
        "pythonVersion": "3",
        "options": work.options,
    }
    if seed % 5 == 0:
        name = "VoteDurable" if seed % 10 == 0 else "NeverTwoLeadersInSameEpoch"
        row |= {"status": "failed", "invariant": name, "step": 42 + seed, "error": "what"}
    return row
