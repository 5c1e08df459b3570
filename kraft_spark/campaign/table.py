"""The table of a campaign: Parquet files in one folder, and what its rows add up to.

Spark or `write_rows` writes it. The summary has counts, the first failing seeds, coverage and
elections.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from kraft_spark.columns import SIMULATION, ViewColumns, pick, row_batch
from kraft_spark.files.store import locate
from kraft_spark.simulation.seed_runs import CASE, FAILED, PASSED, all_coverage, code_version

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kraft_spark.simulation.seed_runs import Row, SeedWork

_PICKED = pick(ViewColumns(SIMULATION), SIMULATION, "kraft_simulation")


class CampaignTable:
    """The table in a folder, by path or URI; it need not be there yet."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._store, self._folder = locate(path)

    def write_rows(self, rows: Sequence[Row]) -> None:
        """Add a file with these rows; it appears whole or not at all."""
        name = f"part-{rows[0]['seed']:012}-{uuid4().hex}.parquet"
        unfinished = f"{self._folder}/_{name}"  # readers pass over names like this one
        with self._store.create(unfinished) as stream:
            batch = row_batch(rows, _PICKED)
            pq.write_table(pa.Table.from_batches([batch]), stream, compression="zstd")
        self._store.move(unfinished, f"{self._folder}/{name}")

    def finished(self, work: SeedWork, first: int, end: int) -> set[int]:
        """The seeds from `first` on below `end` that have a row by this work and this code."""
        found: set[int] = set()
        for batch in self._scan(work, ["seed"], first, end):
            found.update(batch.column("seed").to_pylist())
        return found

    def digests(self, work: SeedWork, first: int, end: int) -> dict[int, str | None]:
        """The digests of those seeds."""
        found: dict[int, str | None] = {}
        for batch in self._scan(work, ["seed", "digest"], first, end):
            columns = (batch.column(name).to_pylist() for name in ("seed", "digest"))
            found.update(zip(*columns, strict=True))
        return found

    def rows(self, work: SeedWork, names: list[str], first: int, end: int) -> Iterator[Row]:
        """Some columns of those seeds, in no order."""
        for batch in self._scan(work, names, first, end):
            yield from batch.to_pylist()

    def _scan(
        self, work: SeedWork, names: list[str], first: int, end: int
    ) -> Iterator[pa.RecordBatch]:
        entry = self._store.entry(self._folder)
        if entry is None:
            return
        if entry.is_file:
            raise NotADirectoryError(f"{self.path} is a file, and no folder for a table")
        table = ds.dataset(self._folder, filesystem=self._store.system(), format="parquet")
        if "seed" not in table.schema.names:  # a folder without a file
            return
        wanted = _is(work) & (ds.field("seed") >= first) & (ds.field("seed") < end)
        yield from table.scanner(columns=names, filter=wanted).to_batches()


def _is(work: SeedWork) -> Any:
    """The rows that this work and this code have made."""
    found = ds.field("codeVersion") == code_version()
    for name, value in (
        ("campaign", work.campaign),
        ("scenario", work.scenario),
        ("options", work.options),
    ):
        found &= ds.field(name) == value
    return found


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
