"""The changes between two releases, for people and for programs."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegen.compatibility.evolution import Change

_WIDTH = 200
"""Columns of a table that goes into a file or a pipe."""


def report_json(older: str, newer: str, changes: list[Change]) -> str:
    """Return one JSON object: the releases, a count of each verdict, every change."""
    illegal = sum(not change.legal for change in changes)
    report = {
        "old": older,
        "new": newer,
        "legal": len(changes) - illegal,
        "illegal": illegal,
        "changes": [asdict(change) for change in changes],
    }
    return json.dumps(report, indent=2)


def print_table(older: str, newer: str, changes: list[Change]) -> None:
    """Print a table of the changes and one line that sums them up."""
    from rich.box import SIMPLE_HEAD  # commands start fast
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=None if sys.stdout.isatty() else _WIDTH, highlight=False)
    table = Table(title=f"{older} to {newer}", title_justify="left", box=SIMPLE_HEAD)
    for column in ("message", "change", "legal", "rule"):
        table.add_column(column, overflow="fold")
    previous = ""
    for change in changes:
        cells = (
            "" if change.message == previous else change.message,
            change_text(change),
            "yes" if change.legal else "NO",
            change.rule,
        )
        style = "" if change.legal else "bold red"
        table.add_row(*(Text(cell, style=style) for cell in cells))
        previous = change.message
    illegal = sum(not change.legal for change in changes)
    messages = len({change.message for change in changes})
    with console.capture() as capture:
        if changes:
            console.print(table)
        console.print(f"{len(changes)} changes in {messages} messages, {illegal} of them not legal")
    # rich itself would exit with code 1 when the pipe is closed
    sys.stdout.write(capture.get())


def change_text(change: Change) -> str:
    """Return a change in one line: "Topics.Name: type int32, was int16"."""
    place = f"{change.path}: " if change.path else ""
    if change.what.endswith((" added", " removed")) and None in (change.before, change.after):
        return f"{place}{change.what} ({change.before or change.after})"
    return f"{place}{change.what} {change.after or 'none'}, was {change.before or 'none'}"
