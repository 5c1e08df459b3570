"""docs/kip-index.md: every name in it exists, and every entry point of a rule is in it."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import kraft_core.raft.consensus

PAGE = Path(__file__).parents[2] / "docs" / "kip-index.md"
HEADINGS = ("KIP-595", "KIP-630", "KIP-853", "KIP-996", "kraft's additions")
ENTRY_POINTS = re.compile(r"(on|poll|answer|become)_\w+|take_\w+_(response|failure)")
DISPATCHERS = {"core.on_request", "core.on_response", "core.on_failure"}


def sections():
    _, *parts = PAGE.read_text(encoding="utf-8").split("\n## ")
    return {part.split("\n", 1)[0]: part for part in parts}


def rows(part):
    """Cells of a table, without its head."""
    lines = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def names():
    return [
        name
        for part in sections().values()
        for row in rows(part)
        for name in re.findall(r"`([^`]+)`", row[1])
    ]


@pytest.mark.parametrize("name", sorted(set(names())))
def test_name_in_the_index_exists(name):
    module, *attributes = name.split(".")
    found = import_module(f"kraft_core.raft.consensus.{module}")
    for attribute in attributes:
        found = getattr(found, attribute)
    is_here = getattr(found, "__module__", f"kraft_core.raft.consensus.{module}")
    assert is_here == f"kraft_core.raft.consensus.{module}"


def test_every_kip_has_a_section_and_every_row_a_function():
    found = sections()
    assert [each.split(":")[0] for each in found] == list(HEADINGS)
    for part in found.values():
        for row in rows(part):
            assert len(row) == 3
            assert all(row)
            assert "`" in row[1], row


def test_every_entry_point_of_a_rule_is_in_the_index():
    missing = set()
    for module in iter_modules(kraft_core.raft.consensus.__path__, "kraft_core.raft.consensus."):
        for name, function in inspect.getmembers(import_module(module.name), inspect.isfunction):
            short = f"{module.name.rpartition('.')[2]}.{name}"
            if function.__module__ == module.name and ENTRY_POINTS.fullmatch(name):
                missing.add(short)
    assert missing - set(names()) <= DISPATCHERS
