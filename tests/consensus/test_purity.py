"""What the core may not do, looked for in its sources: clocks, IO, floats, sets in an order."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import kraft_core.raft.consensus

FOLDER = Path(kraft_core.raft.consensus.__file__).parent
SOURCES = sorted(FOLDER.glob("*.py"))

STANDARD = {
    "__future__",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "heapq",
    "random",
    "typing",
}
"""Modules of the standard library that have neither clock nor IO."""

OURS = ("kraft_core.raft.consensus", "kraft_wire.errors")


def tree_of(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_modules_import_only_what_is_pure(path):
    for name in imports_of(tree_of(path)):
        assert name.split(".")[0] in STANDARD or name.startswith(OURS), name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_chance_is_only_a_type(path):
    """`random` is imported for annotations; the one generator comes in by the constructor."""
    tree = tree_of(path)
    guarded = {
        id(each)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for each in ast.walk(node)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
            assert "random" not in names or id(node) in guarded


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_floats_no_identities_no_unordered_iteration(path):
    for node in ast.walk(tree_of(path)):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"id", "hash", "print", "open", "float", "set", "input"}
        if isinstance(node, ast.For | ast.comprehension):
            assert not isinstance(node.iter, ast.Set | ast.SetComp)


FOLLOWER_TIMERS = {
    "ask_again_at_ms",
    "fetch_deadline_ms",
    "has_fetched",
    "has_missed",
    "leader_resigned",
    "owes_fetch",
    "update_voter_at_ms",
    "waits_for_disk",
}


def assigned_attributes(tree):
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            for each in ast.walk(target):
                if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store):
                    yield each


def test_the_timers_of_a_follower_are_changed_by_its_methods_alone():
    found = {
        (path.name, each.attr)
        for path in SOURCES
        for each in assigned_attributes(tree_of(path))
        if each.attr in FOLLOWER_TIMERS
    }
    assert {name for name, _ in found} == {"roles.py"}
    assert {attribute for _, attribute in found} == FOLLOWER_TIMERS


ROLES = {"Candidate", "Follower", "Leader", "Prospective", "Resigned", "Unattached"}


def test_persisted_state_changes_only_in_transitions():
    """Role, epoch, vote and known leader; `state` begins with the empty role."""
    found = set()
    for path in SOURCES:
        tree = tree_of(path)
        for each in assigned_attributes(tree):
            if each.attr in {"role", "voted", "leader_id", "epoch"}:
                found.add((path.name, each.attr))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                found |= {(path.name, node.func.id)} if node.func.id in ROLES else set()
    assert found - {("state.py", "role"), ("state.py", "Unattached")} == {
        ("transitions.py", name) for name in ROLES | {"role", "voted", "leader_id"}
    }


PROGRAM = """
from tests.support.campaign import Campaign
for seed in (3, 8, 11, 29):
    campaign = Campaign(seed)
    campaign.run(40)
    print(campaign.cluster.digest.hexdigest())
"""


def test_two_processes_with_different_hash_seeds_agree():
    root = FOLDER.parents[1]
    digests = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=root,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "77")
    ]
    assert digests[0] == digests[1]
    assert len(digests[0].split()) == 4
