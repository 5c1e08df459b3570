"""The names that users can rely on."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import kraft_core

ROOT = Path(__file__).parents[2]
PACKAGES = ("kraft_core", "kraft_core.client", "kraft_wire.records")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_exported_name_is_the_one_that_type_checkers_see(package):
    module = import_module(package)
    tree = ast.parse(Path(module.__file__).read_text())
    seen = {
        name.name: node.module
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert sorted(seen) == sorted(module.__all__)
    for name, place in seen.items():
        assert getattr(module, name) is getattr(import_module(place), name)
    with pytest.raises(AttributeError, match="no attribute 'Nobody'"):
        _ = module.Nobody


def test_embedding_needs_one_import_and_it_loads_nothing_before_a_name_is_used():
    code = (
        "import sys, kraft_core\n"
        "print(*[name for name in sys.modules if name.startswith('kraft_core.')])\n"
        "from kraft_core import Membership, OwnQuorum, RaftNode, StateMachine\n"
        "print('kraft_core.sim.quorum' in sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.splitlines() == ["", "False"]


def test_the_examples_embed_with_the_public_names_alone():
    tree = ast.parse((ROOT / "examples" / "dictionary.py").read_text())
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    own = {module for module in modules if module.startswith("kraft_core")}
    assert own == {"kraft_core"}
    assert {"RaftNode", "StateMachine", "OwnQuorum", "Membership"} <= set(kraft_core.__all__)
