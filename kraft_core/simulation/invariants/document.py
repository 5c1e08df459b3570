"""What is checked, in Markdown: the source of `docs/simulation-invariants.md`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.simulation.invariants.registry import INVARIANTS
from kraft_core.simulation.invariants.sources import SOURCES
from kraft_core.simulation.plants import PLANTS

if TYPE_CHECKING:
    from collections.abc import Iterable

_HEAD: Final = """\
# What the simulation checks

Written by `kraft_core/simulation/invariants/document.py`; a test tells when it is out of date.
Names in lower case are the demands of the second phase, when everything was mended.

An invariant counts how often its case came up (its "sometimes" twin), so that a campaign which
never met the case is told from one that found nothing. A plant is a deliberately wrong replica,
storage, driver or operator; each invariant finds at least one.
"""


def document() -> str:
    """The whole page."""
    parts = [_HEAD, "## Invariants\n", *_invariants(), "## Plants\n", _plants(), "## Names\n"]
    return "\n".join([*parts, *_names()])


def _invariants() -> Iterable[str]:
    for each in INVARIANTS:
        plants = ", ".join(f"`{p.name}`" for p in PLANTS.values() if each.name in p.invariants)
        yield f"### {each.name}\n"
        yield f"{each.meaning}\n"
        yield f"* Counted: {each.twin[0].lower()}{each.twin[1:]}"
        yield f"* Known as: {each.source}."
        yield f"* Found in: {plants}.\n"


def _plants() -> str:
    lines = ["| Plant | What is wrong | Scenario | Seeds | Found by |", "|---|---|---|---|---|"]
    for plant in PLANTS.values():
        found_by = ", ".join(plant.invariants)
        row = (f"`{plant.name}`", plant.about, plant.scenario, str(plant.seeds), found_by)
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def _names() -> Iterable[str]:
    for source, names in SOURCES.items():
        lines = [f"### {source}\n", "| There | Here |", "|---|---|"]
        lines += [f"| {theirs} | {ours} |" for theirs, ours in names.items()]
        yield "\n".join(lines) + "\n"
