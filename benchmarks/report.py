"""Results as tables of Markdown, which README can take as they are, and as JSON."""

from __future__ import annotations

import os
import platform
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.race import Spread


class Goal(NamedTuple):
    at_least: float

    def verdict(self, reached: float | None) -> str:
        """Return the mark after a ratio; empty if it cannot be measured."""
        return "" if reached is None else " ✓" if reached >= self.at_least else " ✗"


class Report(NamedTuple):
    """One comparison: the facts for `--json`, and the text."""

    name: str
    text: str
    facts: dict[str, Any]


def cell(spread: Spread | None, goal: Goal | None = None) -> str:
    """Format a ratio with its spread, and mark if it reaches its target."""
    if spread is None:
        return "–"
    return f"{spread}{goal.verdict(spread.median) if goal else ''}"


def best_cell(ratio: float | None) -> str:
    """Format the ratio of the fastest samples."""
    if ratio is None:
        return "–"
    return f"{ratio:.{0 if ratio >= 100 else 1 if ratio >= 10 else 2}f}"


def microseconds(nanoseconds: float | None) -> str:
    """Format a time with three significant digits."""
    if nanoseconds is None:
        return "–"
    value = nanoseconds / 1000
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Format a Markdown table with padded columns, so that its source is readable."""
    lines = [list(head), *map(list, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        f"| {' | '.join(text.ljust(w) for text, w in zip(line, widths, strict=True))} |"
        for line in lines
    )


def surroundings() -> dict[str, Any]:
    """Return date, machine and versions, without which a figure cannot be compared."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
    }


def versions_line(versions: dict[str, str]) -> str:
    """Return the versions of the compared libraries."""
    found = ", ".join(f"{name} {version}" for name, version in versions.items())
    around = surroundings()
    return (
        f"{around['date']}, CPython {around['python']}, {around['processors']} processors"
        f" (load {around['load']}): {found}"
    )


def say(text: str) -> None:
    """Report progress on standard error; one line that is written over where it is a screen."""
    if sys.stderr.isatty():
        print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)
    else:
        print(text, file=sys.stderr, flush=True)
