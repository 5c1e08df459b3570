"""Levels of features are compared in kraft_core/config alone: elsewhere a gate is asked."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from kraft_core.config import gates

ROOT = Path(__file__).parents[2]
LEVEL = re.compile(
    r"metadata_version|kraft_version|feature_level|METADATA_VERSION|LATEST|\blevels?\b|features\b"
)
ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)

ELSEWHERE = {
    "kraft_core/admin/features.py": "signs of levels and of epochs that a tool is given",
    "kraft_core/controller/requests/features.py": "the direction of an update, and its sign",
    "kraft_core/node/metrics.py": "whether kraft.version is above 0",
    "kraft_core/node/own_state.py": "whether kraft.version is above 0",
    "kraft_core/operations/checks.py": "whether kraft.version is above 0, what a peer supports",
    "kraft_core/operations/plans/membership.py": "what a new voter supports",
}
"""Files that compare levels with each other or with 0, and what for."""


def compared_levels(source: str) -> list[str]:
    """The comparisons by order in which a level takes part."""
    return [
        text
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Compare)
        and any(isinstance(operator, ORDER) for operator in node.ops)
        and LEVEL.search(text := ast.unparse(node))
    ]


def test_only_the_table_of_gates_compares_levels():
    found = {}
    for path in (ROOT / "kraft_core").rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        # consensus and storage are below the table and compare kraft.version with 0
        if not name.startswith(("kraft_core/config/", "kraft_core/raft/", "kraft_core/sim/")):
            found[name] = compared_levels(path.read_text(encoding="utf-8"))
    assert {name: texts for name, texts in found.items() if texts}.keys() == ELSEWHERE.keys(), found
    for name in ELSEWHERE:
        assert all(gate.name not in text for text in found[name] for gate in gates.Gate)
        assert not any(re.search(r"\b\d\d+\b", text) for text in found[name]), found[name]


@pytest.mark.parametrize(
    "source",
    [
        "if state.metadata_version < 17: pass",
        "ok = image.features.get(name, 0) > 0",
        "ok = (image.metadata_version or 0) >= SCRAM_FROM",
        "ok = low <= level <= high",
    ],
)
def test_a_compared_level_is_noticed(source):
    assert len(compared_levels(source)) == 1


def test_document_has_the_table_of_gates():
    text = (ROOT / "docs" / "controller.md").read_text(encoding="utf-8")
    assert gates.table() in text, "copy what kraft_core.config.gates.table() returns"
