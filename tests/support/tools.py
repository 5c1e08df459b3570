"""Tools of the machine that a test needs: a missing one skips the test, unless required.

KRAFT_REQUIRE names what must not be missing, separated by commas: `java,maven,compiler,git`.
"""

from __future__ import annotations

import os
import shutil
from typing import Final, NoReturn

import pytest

KNOWN: Final = ("compiler", "git", "java", "maven")


def is_required(tool: str) -> bool:
    """Return True if a missing tool is a failure. Raises ValueError for a name not in `KNOWN`."""
    named = {name.strip() for name in os.environ.get("KRAFT_REQUIRE", "").split(",")} - {""}
    if unknown := sorted(named - {*KNOWN}):
        raise ValueError(f"KRAFT_REQUIRE: unknown {', '.join(unknown)}; known: {', '.join(KNOWN)}")
    if tool not in KNOWN:
        raise ValueError(f"unknown tool {tool}")
    return tool in named


def skip_without(tool: str, reason: str) -> NoReturn:
    """Skip the running test for a missing tool; fail it if KRAFT_REQUIRE names the tool."""
    if is_required(tool):
        pytest.fail(f"{reason} KRAFT_REQUIRE names {tool}.", pytrace=False)
    pytest.skip(reason)


def git() -> str:
    """Return the path of git, or skip the test."""
    return shutil.which("git") or skip_without("git", "git is not installed.")
