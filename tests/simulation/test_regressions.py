"""Seeds that once failed hold: `regressions.txt` has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from kraft_core.sim.quorum.campaign import run_seed
from kraft_core.sim.quorum.invariants.registry import INVARIANTS
from kraft_core.sim.quorum.scenarios import SCENARIOS

FILE = Path(__file__).with_name("regressions.txt")


def regressions():
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed", "invariant"), regressions(), ids=str)
def test_a_seed_that_once_failed(scenario, seed, invariant):
    result = run_seed(int(seed), scenario)
    assert result.failure is None
    # the seed still leads to where it failed
    assert result.reached[invariant] > 0 or result.excused


def test_the_file_is_well_formed():
    names = {each.name for each in INVARIANTS}
    for scenario, seed, invariant in regressions():
        assert scenario in SCENARIOS
        assert int(seed) >= 0
        assert invariant in names
