"""`-p tests.conformance.interop_plugin --interop FILE`: keep what the table's tests came to.

Each line of the file is one outcome as JSON, written as it is known: a run that is cut short leaves
what it has seen.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conformance.interop import NOT_APPLICABLE, Outcome, release_of, rows_of

if TYPE_CHECKING:
    import pytest

PROPERTY = "interop"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Name the file, and the rows where not all are wanted."""
    parser.addoption("--interop", metavar="FILE", help="append outcomes of the interop table")
    parser.addoption("--interop-row", action="append", default=[], help="run this row's tests only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Have the report of each test tell its rows, also when a worker runs it."""
    wanted = set(config.getoption("--interop-row"))
    kept = []
    for item in items:
        rows = rows_of(item)
        if rows:
            item.user_properties.append((PROPERTY, (rows, release_of(item))))
        if not wanted or wanted & set(rows):
            kept.append(item)
    if len(kept) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = kept


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Take the outcome of a call, and of a set-up or tear-down that did not pass."""
    recorder = _RECORDERS[-1] if _RECORDERS else None
    found = dict(report.user_properties).get(PROPERTY)
    if recorder is None or found is None or (report.when != "call" and report.passed):
        return
    rows, release = found
    state, reason = state_of(report)
    for row in rows:
        recorder.write(
            Outcome(row=row, release=release, test=report.nodeid, state=state, reason=reason)
        )


def state_of(report: pytest.TestReport) -> tuple[str, str]:
    """`passed`, `n/a`, or `failed`, and why: a test that was skipped without `n/a` has failed."""
    if report.passed:
        return "passed", ""
    if report.skipped and isinstance(report.longrepr, tuple):
        reason = str(report.longrepr[2]).removeprefix("Skipped: ")
        if reason.startswith(NOT_APPLICABLE):
            return "n/a", reason.removeprefix(NOT_APPLICABLE)
        return "failed", f"skipped: {reason}"
    crash = getattr(report.longrepr, "reprcrash", None)
    told = crash.message if crash else report.longreprtext
    return "failed", told.strip().splitlines()[0] if told.strip() else "it does not say why"


class Recorder:
    """Appends outcomes to a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, outcome: Outcome) -> None:
        """Add one."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(dataclasses.asdict(outcome)) + "\n")


_RECORDERS: list[Recorder] = []


def pytest_configure(config: pytest.Config) -> None:
    """Record where the option is given, but not in each worker too."""
    if (path := config.getoption("--interop")) and not hasattr(config, "workerinput"):
        _RECORDERS.append(Recorder(Path(path)))


def read(path: Path) -> list[Outcome]:
    """The outcomes that a file holds."""
    return [Outcome(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
