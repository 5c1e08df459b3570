"""Which rounds a run of tests has: `KRAFT_ROUNDS=A:B`, else those of CI."""

from __future__ import annotations

import os

IN_CI = range(5)


def chosen() -> list[int]:
    """The seeds of rounds."""
    named = os.environ.get("KRAFT_ROUNDS")
    if named:
        first, behind_last = map(int, named.split(":"))
        return list(range(first, behind_last))
    return list(IN_CI)
