"""Lists tables of figures that were measured before a file they depend on changed: `make evidence`.

A table has a comment next to it, `<!-- measured at COMMIT: PATH PATH -->`. The run fails for such a
table with `--release` only: figures age with every change, and are measured anew for a release.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
_MARK = re.compile(r"^<!-- measured at ([0-9a-f]{7,40}): (.+?) -->$", re.MULTILINE)


class Table(NamedTuple):
    """Figures, where they are, and what they depend on."""

    document: str
    heading: str
    commit: str
    paths: tuple[str, ...]


def tables(root: Path = ROOT) -> list[Table]:
    """All that say when they were measured."""
    found = []
    for document in sorted([*root.glob("*.md"), *root.glob("docs/*.md")]):
        text = document.read_text(encoding="utf-8")
        for mark in _MARK.finditer(text):
            headings = re.findall(r"^#+ (.+)$", text[: mark.start()], re.MULTILINE)
            name = document.relative_to(root).as_posix()
            found.append(Table(name, headings[-1], mark[1], tuple(mark[2].split())))
    return found


def changes(table: Table, root: Path = ROOT) -> list[str] | None:
    """The commits since, newest first, that changed what it depends on; None without history."""
    command = ["git", "log", "--format=%h %s", f"{table.commit}..HEAD", "--", *table.paths]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else None


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Print a line for each table; the exit code."""
    parser = argparse.ArgumentParser(prog="make evidence", description=__doc__)
    parser.add_argument("--release", action="store_true", help="fail if a table is out of date")
    is_release = parser.parse_args(arguments).release
    stale = 0
    for table in tables(root):
        since = changes(table, root)
        place = f"{table.document}: {table.heading} ({table.commit})"
        if since is None:
            print(f"{place}: unknown, this checkout lacks the commit")
        elif since:
            print(f"{place}: {len(since)} commits since, the last one {since[0]}")
        else:
            print(f"{place}: up to date")
        stale += since != []
    return 1 if is_release and stale else 0


if __name__ == "__main__":
    sys.exit(main())
