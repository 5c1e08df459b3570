"""The page about invariants is the one that is made of them."""

from __future__ import annotations

from pathlib import Path

from kraft_core.simulation.invariants.document import document
from kraft_core.simulation.invariants.registry import INVARIANTS
from kraft_core.simulation.plants import PLANTS

PAGE = Path(__file__).parents[3] / "docs" / "simulation-invariants.md"


def test_the_page_is_current(pytestconfig):
    if pytestconfig.getoption("--update-golden"):
        PAGE.write_text(document(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == document()


def test_it_has_every_name():
    page = document()
    for invariant in INVARIANTS:
        assert f"### {invariant.name}\n" in page
    for name in PLANTS:
        assert f"| `{name}` |" in page
