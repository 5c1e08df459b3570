"""Every plant is found, by the invariant that it is planted for, within the seeds that it names."""

from __future__ import annotations

import pytest

from kraft_core.simulation.plants import PLANTS, planted
from kraft_core.simulation.simulator import Simulator

pytestmark = pytest.mark.simulation


@pytest.mark.parametrize("name", PLANTS)
def test_it_is_found(name):
    with planted(name) as plant:
        for seed in range(plant.seeds):
            failure = Simulator(seed, plant.scenario).run().failure
            if failure is not None:
                assert failure.invariant in plant.invariants, (seed, failure)
                if failure.invariant == plant.invariants[0]:
                    return
    pytest.fail(f"not found as {plant.invariants[0]} in {plant.seeds} seeds of {plant.scenario}")
