"""`make interop`: every row for every release, and docs/interop.md with what was seen.

`python -m tests.conformance.interop_run [--release R ...] [--row NAME ...] [--only-table]`. The
outcomes are kept in build/interop/RELEASE.jsonl; a release or a row that is run again replaces its
own, so that the table can be had in pieces. Ends with 1 if a cell is neither ok nor n/a.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime as dt
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conformance import interop, kafka, releases
from tests.conformance.interop_plugin import read

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "interop"
DOCUMENT = ROOT / "docs" / "interop.md"

HEAD = """\
# Interoperability with Apache Kafka

Results of `make interop`. It runs processes of each release together with kraft's nodes and
commands on one machine, without mocks. The last row has the day and the commit of each column.
Environment: Python {python}; {java}; {machine}.

`ok` means that all tests of the cell passed; their number is in parentheses. `n/a` means that the
release cannot do this, or that the row is about another release. A number in square brackets refers
to the reason below the table. CI runs every row for {in_ci}.

4.4.0 was published without command line tools; the tests use those of {tools}. Every release runs
at its default metadata.version, which is in the head of its column, also in rows where kraft leads.

{remarks}"""
REMARKS = """\
Cells of 2026-11-26 do not count these tests of the row `brokers`, which passed on 2026-11-28:

* All three controllers of each release are replaced by kraft and back again under load, in place
  and with new ids.
* Leadership moves between two controllers of 3.9.2 or 4.1.2 and kraft, twice in each direction
  under load.

Three cells of 4.4.0 include tests that are newer than the commit of the column.

"""
"""Facts about the present cells; empty after the next run of all rows."""

TAIL = """
| Command | Does |
|---|---|
| `make interop` | run all rows (about 90 minutes; requires Java {java_min} and Maven) |
| `.venv/bin/python -m tests.conformance.interop_run --release 4.3.1 --row voter` | run one cell |
| `.venv/bin/python -m tests.conformance.interop_run --only-table` | write only the page |
| `KRAFT_INTEROP_RELEASES=4.0.2 .venv/bin/pytest -m interop tests/conformance` | run without page |
"""


def main(arguments: list[str] | None = None) -> int:
    """Run what is asked for, write the document, return the exit status."""
    options = _options(arguments)
    KEPT.mkdir(parents=True, exist_ok=True)
    if not options.only_table:
        for release in options.release or releases.ALL:
            _run(release, options.row)
    outcomes = [each for path in sorted(KEPT.glob("*.jsonl")) for each in read(path)]
    table = interop.table_of(outcomes, releases.ALL)
    runs = [interop.runs_of(outcomes, release) for release in releases.ALL]
    DOCUMENT.write_text(document(table, runs), encoding="utf-8")
    open_cells = [
        f"{row}, {release}: {'; '.join(cell.reasons)}"
        for row, cells in table.items()
        for release, cell in cells.items()
        if not cell.is_good
    ]
    sys.stdout.write("".join(f"{line}\n" for line in (*open_cells, f"see {DOCUMENT}")))
    return 1 if open_cells else 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="make interop")
    parser.add_argument("--release", action="append", choices=releases.ALL)
    parser.add_argument("--row", action="append", choices=interop.ROWS, default=[])
    parser.add_argument("--only-table", action="store_true")
    return parser.parse_args(arguments)


def _run(release: str, rows: list[str]) -> None:
    """Run the tests of a release; what they come to takes the place of what is kept."""
    kept, made = KEPT / f"{release}.jsonl", KEPT / f"{release}.running"
    made.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-m", "interop", "tests/conformance"]
    command += ["-p", "tests.conformance.interop_plugin", "--interop", str(made)]
    command += [part for row in rows for part in ("--interop-row", row)]
    environment = {**os.environ, releases.VARIABLE: release}
    subprocess.run(command, cwd=ROOT, env=environment, check=False)
    before = read(kept) if kept.exists() and rows else []
    seen = [each for each in before if each.row not in rows]
    new = read(made) if made.exists() else []
    revision, date = _revision(), str(dt.datetime.now(tz=dt.UTC).date())
    seen += [
        dataclasses.replace(each, release=release, revision=revision, date=date)
        for each in new
        if not rows or each.row in rows
    ]
    lines = (json.dumps(dataclasses.asdict(each)) + "\n" for each in seen)
    kept.write_text("".join(lines), encoding="utf-8")
    made.unlink(missing_ok=True)


def document(table: dict[str, dict[str, interop.Cell]], runs: Sequence[str]) -> str:
    """The text of docs/interop.md; `runs` has the day and the commit of each column."""
    head = HEAD.format(
        python=platform.python_version(),
        java=_java(),
        machine=f"{platform.system()}, {os.cpu_count()} cores",
        in_ci=" and ".join(releases.IN_CI),
        tools=kafka.TOOLS_RELEASE,
        remarks=REMARKS,
    )
    body = interop.markdown(table, releases.ALL, runs)
    return head + body + TAIL.format(java_min=kafka.JAVA_MIN)


def _revision() -> str:
    command = ["git", "describe", "--always", "--exclude=*"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return f"commit {done.stdout.strip()}" if done.returncode == 0 else "a source tree without git"


def _java() -> str:
    try:
        done = subprocess.run(
            [kafka.java(), "-version"], capture_output=True, text=True, check=False
        )
    except kafka.KafkaUnavailableError:
        return "no Java"
    return done.stderr.splitlines()[0].replace('"', "")


if __name__ == "__main__":
    raise SystemExit(main())
