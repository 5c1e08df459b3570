"""What a campaign gave, out of its table: counts, the first failing seeds, coverage, elections."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.simulation.seed_runs import CASE, FAILED, PASSED, all_coverage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_spark.simulation.seed_runs import Row

COLUMNS: Final = [
    "seed",
    "status",
    "invariant",
    "step",
    "virtualTimeMs",
    "events",
    "elections",
    "electionTimesMs",
    "commits",
    "reconfigurations",
    "coverage",
    "wallMs",
]
"""The columns that a summary needs."""

_TOTALS: Final = (
    "virtualTimeMs",
    "events",
    "elections",
    "commits",
    "reconfigurations",
    "wallMs",
)


class CampaignSummary:
    """Rows added up, in any order."""

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        self.coverage: Counter[str] = Counter()
        self._first: dict[str, tuple[int, int]] = {}
        self._others: list[int] = []
        self._totals: Counter[str] = Counter(dict.fromkeys(_TOTALS, 0))
        self._without_leader_ms: Counter[int] = Counter()

    @property
    def is_good(self) -> bool:
        """Whether every seed held."""
        return set(self.statuses) <= {PASSED}

    def add(self, rows: Iterable[Row]) -> None:
        """Count rows."""
        for row in rows:
            self.statuses[row["status"]] += 1
            if row["status"] == FAILED:
                self._add_failure(row)
            elif row["status"] != PASSED:
                self._others.append(row["seed"])
            for name in _TOTALS:
                self._totals[name] += row[name] or 0
            for name, count in dict(row["coverage"] or ()).items():
                self.coverage[name] += count
            self._without_leader_ms.update(row["electionTimesMs"] or ())

    def _add_failure(self, row: Row) -> None:
        name = row["invariant"]
        self.failures[name] += 1
        found = (row["seed"], row["step"])
        self._first[name] = min(found, self._first.get(name, found))

    def facts(self) -> dict[str, Any]:
        """All of it as one JSON object."""
        never = sorted(all_coverage() - set(self.coverage))
        return {
            "seeds": sum(self.statuses.values()),
            "statuses": dict(sorted(self.statuses.items())),
            "failures": [
                {
                    "invariant": name,
                    "seeds": count,
                    "first_seed": self._first[name][0],
                    "step": self._first[name][1],
                }
                for name, count in self.failures.most_common()
            ],
            "not_judged": sorted(self._others),
            **{_snake(name): count for name, count in self._totals.items()},
            "without_leader_ms": self._quantiles(),
            "coverage": dict(sorted(self.coverage.items())),
            "notes_not_seen": [name for name in never if not name.startswith(CASE)],
            "not_reached": [name.removeprefix(CASE) for name in never if name.startswith(CASE)],
        }

    def _quantiles(self) -> dict[str, int]:
        """How long clusters were without a leader each time, in virtual time."""
        count = self._without_leader_ms.total()
        if not count:
            return {}
        wanted = {"median": (count - 1) // 2, "p99": (count - 1) * 99 // 100, "longest": count - 1}
        found = {"count": count}
        below = 0
        for time_ms, times in sorted(self._without_leader_ms.items()):
            found |= {name: time_ms for name, at in wanted.items() if below <= at < below + times}
            below += times
        return found


def _snake(name: str) -> str:
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name)
