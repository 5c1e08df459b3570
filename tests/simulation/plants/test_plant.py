"""The list of plants is whole, and each of them says what it is."""

from __future__ import annotations

import inspect

import pytest

from kraft_core.simulation.invariants.registry import INVARIANTS
from kraft_core.simulation.plants import PLANTS, commits, disks, elections, membership, planted
from kraft_core.simulation.scenarios import SCENARIOS

NAMES = {each.name for each in INVARIANTS}


@pytest.mark.parametrize("plant", PLANTS.values(), ids=lambda plant: plant.name)
def test_a_plant(plant):
    assert plant.about[0].isupper()
    assert plant.about.endswith(".")
    assert "|" not in plant.about
    assert plant.scenario in SCENARIOS
    assert plant.invariants
    assert set(plant.invariants) <= NAMES
    assert len(set(plant.invariants)) == len(plant.invariants)
    assert plant.seeds > 0


def test_no_invariant_lacks_a_plant():
    planted_for = {plant.invariants[0] for plant in PLANTS.values()}
    assert sorted(NAMES - planted_for) == []


def test_every_wrong_thing_is_a_plant():
    wrong = [
        function.__name__.replace("_", "-")
        for module in (elections, commits, membership, disks)
        for function in vars(module).values()
        if inspect.isfunction(function) and function.__module__ == module.__name__
        if "patch" in inspect.signature(function).parameters
    ]
    assert sorted(wrong) == sorted(PLANTS)


def test_a_plant_that_nobody_knows():
    with pytest.raises(KeyError), planted("grows-roses"):
        pass
