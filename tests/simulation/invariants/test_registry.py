"""The list of invariants is whole, and each of them says what it is."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

from kraft_core.simulation import invariants
from kraft_core.simulation.invariants.invariant import Invariant
from kraft_core.simulation.invariants.registry import INVARIANTS
from kraft_core.simulation.simulator import Simulator


def test_every_invariant_is_in_it():
    for module in pkgutil.iter_modules(invariants.__path__):
        importlib.import_module(f"{invariants.__name__}.{module.name}")
    waiting, found = [Invariant], []
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if not kind.__abstractmethods__ and kind.__module__.startswith("kraft_core."):
            found.append(kind)
    assert sorted(each.name for each in found) == sorted(each.name for each in INVARIANTS)


def test_names_are_unique():
    assert len({each.name for each in INVARIANTS}) == len(INVARIANTS)


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda each: each.name)
def test_it_says_what_it_is(invariant):
    for sentence in (invariant.meaning, invariant.twin):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
    assert invariant.source


def test_a_life_judges_them():
    result = Simulator(2, "default").run()
    assert result.failure is None
    assert set(result.evaluations) == set(result.reached) == {each.name for each in INVARIANTS}
    assert sum(count > 0 for count in result.evaluations.values()) > len(INVARIANTS) // 2
