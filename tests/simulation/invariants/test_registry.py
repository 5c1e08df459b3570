"""Tests of the registry, its names, and the page made of it."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest

from kraft_core.sim.quorum import invariants
from kraft_core.sim.quorum.injected_bugs import INJECTED_BUGS
from kraft_core.sim.quorum.invariants.invariant import Invariant
from kraft_core.sim.quorum.invariants.registry import GAPS, INVARIANTS, KAFKA, SOURCES, document
from kraft_core.sim.quorum.result import InvariantFailed
from kraft_core.sim.quorum.simulator import Simulator
from tests.simulation.invariants.stage import Stage


def test_registry_contains_every_invariant():
    for module in pkgutil.iter_modules(invariants.__path__):
        importlib.import_module(f"{invariants.__name__}.{module.name}")
    waiting, found = [Invariant], []
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if not kind.__abstractmethods__ and kind.__module__.startswith("kraft_core.sim.quorum."):
            found.append(kind)
    assert sorted(each.name for each in found) == sorted(each.name for each in INVARIANTS)


def test_names_of_invariants_are_unique():
    assert len({each.name for each in INVARIANTS}) == len(INVARIANTS)


@pytest.mark.parametrize("invariant", INVARIANTS, ids=lambda each: each.name)
def test_invariant_states_meaning_coverage_and_source(invariant):
    for sentence in (invariant.meaning, invariant.coverage):
        assert sentence[0].isupper()
        assert sentence.endswith(".")
    assert invariant.source


def test_simulated_run_checks_every_invariant():
    result = Simulator(2, "default").run()
    assert result.failure is None
    assert set(result.evaluations) == set(result.reached) == {each.name for each in INVARIANTS}
    assert sum(count > 0 for count in result.evaluations.values()) > len(INVARIANTS) // 2


OURS = {each.name: each for each in INVARIANTS}


def test_every_foreign_name_maps_to_an_invariant():
    for names in SOURCES.values():
        assert set(names.values()) <= set(OURS)


def test_each_invariant_names_where_it_comes_from():
    for names in SOURCES.values():
        for theirs, ours in names.items():
            assert theirs == ours or theirs in OURS[ours].source, (theirs, ours)


def test_invariants_without_another_source_keep_their_names():
    assert all(theirs == ours for theirs, ours in SOURCES[GAPS].items())
    assert len(SOURCES[KAFKA]) == 8


PAGE = Path(__file__).parents[3] / "docs" / "simulation-invariants.md"


def test_the_page_is_current(pytestconfig):
    if pytestconfig.getoption("--update-golden"):
        PAGE.write_text(document(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == document()


def test_page_lists_every_invariant_and_bug():
    page = document()
    for invariant in INVARIANTS:
        assert f"### {invariant.name}\n" in page
    for name in INJECTED_BUGS:
        assert f"| `{name}` |" in page


class Always(Invariant):
    name, meaning, source, coverage = "Always", "It holds.", "Us", "It came up."

    def watch(self):
        self.seen = self.cluster


def test_checks_are_counted_and_a_failed_one_raises():
    stage = Stage()
    always = Always(stage)
    assert always.seen is stage
    always.ensure(holds=True, detail="")
    with pytest.raises(InvariantFailed, match="Always: the reason"):
        always.ensure(holds=False, detail="the reason")
    assert (always.evaluations, always.reached) == (2, 0)
