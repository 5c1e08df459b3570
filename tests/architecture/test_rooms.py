"""The rooms of the house: the list, the contracts and the picture that are written from it."""

from __future__ import annotations

import dataclasses
from itertools import permutations
from typing import TYPE_CHECKING

import grimp
import pytest

from tests.architecture import rooms
from tests.architecture.rooms import ROOMS, ROOT

if TYPE_CHECKING:
    from pathlib import Path


def test_contracts_and_picture_are_written_from_the_list():
    pyproject = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    architecture = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert rooms.in_pyproject(pyproject) == pyproject, "run python -m tests.architecture.rooms"
    assert rooms.in_architecture(architecture) == architecture


def test_every_package_and_module_is_in_a_room():
    places = {name for row in rooms.LAYERS for name in row}
    entries = {
        path.stem
        for path in (ROOT / "kraft_core").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert entries - {"__init__"} == places
    assert {room.name for room in ROOMS} >= {f"kraft_core.{name}" for name in places}


def test_arrows_of_the_list_are_in_use_and_no_import_is_outside_of_them():
    listed = {(room.name, other) for room in ROOMS for other in room.uses}
    # the command line imports the generator and the pipeline by name, when a command runs
    assert set(rooms.used_arrows()) | {("kraft_core.cli", "codegen")} == listed


def test_no_arrow_goes_upwards():
    height = {f"kraft_core.{name}": -n for n, row in enumerate(rooms.LAYERS) for name in row}
    for room in ROOMS:
        for other in room.uses:
            if room.name in height and other in height:
                assert height[other] < height[room.name], (room.name, other)


def test_listing_tiers_transactions_and_plan_of_a_log_do_not_know_each_other():
    apart = {"layout", "planning", "tiers", "transactions"}
    assert any(apart <= set(row) for row in rooms.LOG_LAYERS)
    modules = [f"kraft_spark.log.{name}" for name in sorted(apart)]
    graph = grimp.build_graph("kraft_spark", cache_dir=None)
    chains = [
        chain
        for one, other in permutations(modules, 2)
        if (chain := graph.find_shortest_chain(one, other)) is not None
    ]
    assert not chains
    assert set(modules) <= graph.find_modules_directly_imported_by("kraft_spark.log.read_plan")


def test_a_room_has_at_most_15_entries_or_a_reason():
    crowded = {
        folder.relative_to(ROOT).as_posix(): count
        for package in ("codegen", "kraft_wire", "kraft_core", "kraft_spark")
        for folder in (ROOT / package, *(ROOT / package).rglob("*"))
        if (folder / "__init__.py").is_file() and (count := _entries(folder)) > rooms.MOST_ENTRIES
    }
    assert crowded.keys() == rooms.CROWDED.keys(), crowded


def test_every_room_states_its_question():
    for room in ROOMS:
        assert room.question.endswith("?"), room.name


@pytest.mark.parametrize("change", [{"uses": ()}, {"without": ("click",)}])
def test_a_changed_list_is_noticed(change, monkeypatch):
    changed = tuple(
        dataclasses.replace(room, **change) if room.name == "kraft_core.node" else room
        for room in ROOMS
    )
    before = rooms.contracts()
    monkeypatch.setattr(rooms, "ROOMS", changed)
    assert rooms.contracts() != before


def _entries(folder: Path) -> int:
    return sum(
        (path.suffix == ".py" and path.name != "__init__.py") or (path / "__init__.py").is_file()
        for path in folder.iterdir()
    )
