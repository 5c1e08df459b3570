"""Which rounds a run of tests has: `KRAFT_ROUNDS=A:B`, else those of CI and the regressions."""

from __future__ import annotations

import os
from pathlib import Path

IN_CI = range(5)
REGRESSIONS = Path(__file__).with_name("regressions.txt")


def chosen(quorum: str) -> list[int]:
    """The seeds for a kind of quorum."""
    named = os.environ.get("KRAFT_ROUNDS")
    if named:
        first, behind_last = map(int, named.split(":"))
        return list(range(first, behind_last))
    failed = {seed for kind, seed, _ in regressions() if kind == quorum}
    return sorted({*IN_CI, *failed})


def regressions() -> list[tuple[str, int, str]]:
    """Kind of quorum, seed, and what it failed for, of each round that once failed."""
    lines = REGRESSIONS.read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines:
        if line and not line.startswith("#"):
            quorum, seed, what = line.split(maxsplit=2)
            found.append((quorum, int(seed), what))
    return found
