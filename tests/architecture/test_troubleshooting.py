"""docs/troubleshooting.md has every line of level WARN or ERROR that a node logs."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

from kraft_core.config import errors as node_errors
from kraft_core.raft.storage import errors as storage_errors

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "troubleshooting.md").read_text(encoding="utf-8")
LEVELS = {"warning", "error", "exception", "critical"}
NOT_A_NODE = ("sim",)
ONLY_VALUES = re.compile(r"[… ]*")
"""Lines whose whole text comes from elsewhere: what a directory or the keys of TLS report."""

RAISED_LATER = {"StorageError", "NodeError", "FormatError", "LogFailedError", "NodeEndedError"} | {
    *("NodeUsedError", "NodeFailedError", "AppendError", "AppendRejectedError"),
    *("AppendUnknownError", "MembershipError"),
}
"""Roots, and what a program gets from a node that runs: their docstrings explain them."""


def logged():
    """The texts of all calls, with `…` for each value."""
    for path in sorted((ROOT / "kraft_core").rglob("*.py")):
        if path.relative_to(ROOT / "kraft_core").parts[0] in NOT_A_NODE:
            continue
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", None) == "_Lines":
                for line in call.args:  # lines of which only so many are written
                    yield re.sub(r"%[sd]", "…", ast.literal_eval(line))
            elif (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr in LEVELS
                and call.args
                and isinstance(call.args[0], ast.Constant)
                and isinstance(call.args[0].value, str)
            ):
                yield re.sub(r"%[sd]", "…", call.args[0].value)


def test_every_warning_and_error_of_a_node_is_explained():
    texts = {text for text in logged() if not ONLY_VALUES.fullmatch(text)}
    assert len(texts) > 20
    listed = {re.sub(r"…+", "…", text) for text in re.findall(r"^\| `([^`]+)`", PAGE, re.MULTILINE)}
    assert {re.sub(r"…+", "…", text) for text in texts} - listed == set()


def test_every_error_of_a_start_is_explained():
    types = {
        name
        for module in (node_errors, storage_errors)
        for name, member in inspect.getmembers(module, inspect.isclass)
        if member.__module__ == module.__name__
    }
    assert {name for name in types - RAISED_LATER if f"`{name}`" not in PAGE} == set()
    assert types >= RAISED_LATER
