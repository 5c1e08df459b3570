"""Campaigns: in order, up to the first failure, with a plant around each seed."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from kraft_core.simulation import campaign
from tests.simulation import made_up


@pytest.fixture
def lives(monkeypatch):
    """Seeds 3 and 5 fail; tells what was run."""
    ran = []

    def run_seed(seed, scenario, plant=None):
        ran.append((seed, scenario, plant))
        return made_up.failed(seed) if seed in {3, 5} else made_up.result(seed)

    monkeypatch.setattr(campaign, "run_seed", run_seed)
    return ran


def test_results_come_in_order(lives):
    assert [each.seed for each in campaign.run(range(2, 7), "calm")] == [2, 3, 4, 5, 6]
    assert lives == [(seed, "calm", None) for seed in range(2, 7)]


def test_until_failure_ends_with_the_lowest_failing_seed(lives):
    results = list(campaign.run(range(10), until_failure=True))
    assert [each.seed for each in results] == [0, 1, 2, 3]
    assert results[-1].failure is not None
    assert len(lives) == 4


def test_a_plant_is_there_while_its_seed_runs_and_gone_afterwards(monkeypatch):
    log = []

    @contextmanager
    def planted(name):
        log.append(f"planted {name}")
        yield
        log.append("gone")

    class Simulator:
        def __init__(self, seed, scenario, **options):
            self.told = (seed, scenario, options)

        def run(self):
            log.append(self.told)
            return made_up.result(self.told[0])

    monkeypatch.setitem(
        sys.modules, "kraft_core.simulation.plants", SimpleNamespace(planted=planted)
    )
    monkeypatch.setitem(
        sys.modules,
        "kraft_core.simulation.simulator",
        SimpleNamespace(Simulator=Simulator, STEPS_MAX=7),
    )
    assert campaign.run_seed(4, "calm", "votes-twice", schedule=()).seed == 4
    options = {"schedule": (), "on_line": None, "steps_max": 7}
    assert log == ["planted votes-twice", (4, "calm", options), "gone"]
