"""Campaigns: many seeds in waves, resumed after an interruption, sampled for determinism.

The table of a campaign is Parquet files in one folder: Spark or `write_rows` writes it, and its
summary has counts, the first failing seeds, coverage and elections.

At most one wave can be lost: Spark writes the rows of a job all or not at all. Seeds that have a
row by the same work and the same code are not run again. Of each wave some seeds are run a second
time, in another task and with another hash seed; the digests must be the same.

An engine runs a wave: in processes of this machine, or in the tasks of Spark, whose progress is
followed task by task, since its rows appear only when the job ends. A session is passed in; nothing
here imports Spark.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Protocol, Self
from uuid import uuid4

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq

from kraft_spark.columns import SIMULATION, ViewColumns, pick, row_batch
from kraft_spark.files.store import locate
from kraft_spark.seeds.simulation import (
    CASE,
    FAILED,
    PASSED,
    Ranges,
    SimulationOptions,
    all_coverage,
    code_version,
    count_of,
    in_parts,
    ranges_of,
    run_in_child,
    run_in_processes,
    seeds_of,
    without,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kraft_spark.files.store import Entry
    from kraft_spark.seeds.simulation import Row, SeedWork

    SeedsDone = Callable[[int, int], None]
    """Called with how many more seeds are done, and how many of them failed."""

_PICKED = pick(ViewColumns(SIMULATION), SIMULATION, "kraft_simulation")


class CampaignTable:
    """The table in a folder, by path or URI; it need not exist yet."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._store, self._folder = locate(path)

    def check_writable(self) -> None:
        """Raise OSError if no file can be made in the folder; nothing but the folder is left."""
        self._entry()
        probe = f"{self._folder}/_probe-{uuid4().hex}"
        with self._store.create(probe) as stream:
            stream.write(b"kraft")
        self._store.remove_file(probe)

    def write_rows(self, rows: Sequence[Row]) -> None:
        """Add a file with these rows, atomically."""
        name = f"part-{rows[0]['seed']:012}-{uuid4().hex}.parquet"
        unfinished = f"{self._folder}/_{name}"  # readers skip names like this one
        with self._store.create(unfinished) as stream:
            batch = row_batch(rows, _PICKED)
            pq.write_table(pa.Table.from_batches([batch]), stream, compression="zstd")
        self._store.move(unfinished, f"{self._folder}/{name}")

    def finished(self, work: SeedWork, first: int, end: int) -> set[int]:
        """Return the seeds from `first` up to `end` that have a row of this work and code."""
        found: set[int] = set()
        for batch in self._scan(work, ["seed"], first, end):
            found.update(batch.column("seed").to_pylist())
        return found

    def digests(self, work: SeedWork, first: int, end: int) -> dict[int, str | None]:
        """Return the digests of those seeds."""
        found: dict[int, str | None] = {}
        for batch in self._scan(work, ["seed", "digest"], first, end):
            columns = (batch.column(name).to_pylist() for name in ("seed", "digest"))
            found.update(zip(*columns, strict=True))
        return found

    def rows(self, work: SeedWork, names: list[str], first: int, end: int) -> Iterator[Row]:
        """Yield some columns of those seeds, in no order."""
        for batch in self._scan(work, names, first, end):
            yield from batch.to_pylist()

    def _entry(self) -> Entry | None:
        entry = self._store.entry(self._folder)
        if entry is not None and entry.is_file:
            raise NotADirectoryError(f"{self.path} is a file; the table of a campaign is a folder")
        return entry

    def _scan(
        self, work: SeedWork, names: list[str], first: int, end: int
    ) -> Iterator[pa.RecordBatch]:
        if self._entry() is None:
            return
        table = ds.dataset(self._folder, filesystem=self._store.system(), format="parquet")
        if "seed" not in table.schema.names:  # a folder without a file
            return
        wanted = _is(work) & (ds.field("seed") >= first) & (ds.field("seed") < end)
        yield from table.scanner(columns=names, filter=wanted).to_batches()


def _is(work: SeedWork) -> Any:
    """Return the filter for rows of this work and this code."""
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
        """Return True if every seed passed."""
        return set(self.statuses) <= {PASSED}

    def add(self, rows: Iterable[Row]) -> None:
        """Count the rows of seeds by status."""
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
        """Return the summary as a JSON object."""
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
        """Return quantiles of the times that clusters were without a leader, in virtual time."""
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


EVERY_S = 1.0


class Stage(Protocol):
    """Spark's report of a stage."""

    numTasks: int  # noqa: N815 - PySpark's name
    numCompletedTasks: int  # noqa: N815


class Tracker(Protocol):
    """The part of `SparkContext.statusTracker()` that is used."""

    def getActiveStageIds(self) -> Iterable[int]:  # noqa: N802
        """Return the stages that run."""

    def getStageInfo(self, stageId: int) -> Stage | None:  # noqa: N802, N803
        """Return the stage of this id."""


class StageProgress:
    """A context manager for a job of `seeds` seeds, which reports the newly done ones to `done`.

    All tasks but the last one have the same number of seeds. `reported` counts
    the seeds that were reported.
    """

    def __init__(
        self, tracker: Tracker, seeds: int, done: Callable[[int], None], every_s: float = EVERY_S
    ) -> None:
        self.reported = 0
        self._tracker = tracker
        self._seeds = seeds
        self._done = done
        self._every_s = every_s
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="stage-progress", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def look(self) -> None:
        """Read the tracker once and report new progress."""
        stages = [self._tracker.getStageInfo(each) for each in self._tracker.getActiveStageIds()]
        tasks = sum(stage.numTasks for stage in stages if stage is not None)
        completed = sum(stage.numCompletedTasks for stage in stages if stage is not None)
        reached = self._seeds * completed // tasks if tasks else 0
        if reached > self.reported:
            self._done(reached - self.reported)
            self.reported = reached

    def _watch(self) -> None:
        while not self._is_over.wait(self._every_s):
            self.look()


ROWS_PER_FILE: Final = 5_000
SECONDS_PER_FILE: Final = 60.0


class Engine(Protocol):
    """Runs seeds and writes their rows to a table."""

    def run(self, work: SeedWork, seeds: Ranges, table: CampaignTable, done: SeedsDone) -> None:
        """Run seeds; rows in the table stay there even after an error."""

    def repeat(self, work: SeedWork, seeds: Sequence[int], hash_seed: int) -> dict[int, str | None]:
        """Return the digests of seeds run again in another process, with another hash seed."""


class ProcessEngine:
    """Processes of this machine; a file appears in the table once a minute."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, work: SeedWork, seeds: Ranges, table: CampaignTable, done: SeedsDone) -> None:
        """Run seeds; raises SeedWorkerError when a process died."""
        rows: list[Row] = []
        since = time.monotonic()
        try:
            for row in run_in_processes(work, list(seeds_of(seeds)), self._jobs):
                rows.append(row)
                done(1, row["status"] == FAILED)
                late = time.monotonic() - since > SECONDS_PER_FILE
                if late or len(rows) >= ROWS_PER_FILE:
                    table.write_rows(rows)
                    rows, since = [], time.monotonic()
        finally:
            if rows:
                table.write_rows(rows)

    def repeat(self, work: SeedWork, seeds: Sequence[int], hash_seed: int) -> dict[int, str | None]:
        """Run the seeds in one more process."""
        rows = run_in_child(work, seeds, hash_seed)
        return {row["seed"]: row.get("digest") for row in rows}


class SparkEngine:
    """The tasks of a Spark session."""

    def __init__(self, spark: Any) -> None:
        self._spark = spark

    def run(self, work: SeedWork, seeds: Ranges, table: CampaignTable, done: SeedsDone) -> None:
        """Run seeds as one job, whose rows appear together at its end."""
        tracker, count = self._spark.sparkContext.statusTracker(), count_of(seeds)
        with StageProgress(tracker, count, lambda more: done(more, 0)) as progress:
            self._frame(SimulationOptions(seeds, work)).write.mode("append").parquet(table.path)
        found = table.rows(work, ["seed", "status"], seeds[0].start, seeds[-1].stop)
        wanted = set(seeds_of(seeds))
        failed = {row["seed"] for row in found if row["status"] == FAILED}
        done(count - progress.reported, len(failed & wanted))

    def repeat(self, work: SeedWork, seeds: Sequence[int], hash_seed: int) -> dict[int, str | None]:
        """Run each seed in its own task and process."""
        options = SimulationOptions(ranges_of(seeds), replace(work, traces=False), 1, hash_seed)
        rows = self._frame(options).select("seed", "digest").collect()
        return {row.seed: row.digest for row in rows}

    def _frame(self, options: SimulationOptions) -> Any:
        return self._spark.read.format("kraft_simulation").options(**options.texts()).load()


WAVE: Final = 100_000
SAMPLE: Final = 2

_HASH_SEEDS: Final = (1, (1 << 32) - 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """A campaign: `sample` seeds of each wave run twice."""

    seeds: Ranges
    work: SeedWork
    wave: int = WAVE
    sample: int = SAMPLE


@dataclass(slots=True)
class Ran:
    """The outcome of a campaign: the number of seeds run now, and runs that differed."""

    seeds: int = 0
    resumed: int = 0
    repeated: int = 0
    differing: list[int] = field(default_factory=list)


def run_campaign(
    campaign: Campaign,
    table: CampaignTable,
    engine: Engine,
    done: Callable[[int, int], None] = lambda _seeds, _failed: None,
) -> Ran:
    """Run the seeds that the table lacks; `done` gets the numbers of new and of failed seeds."""
    ran = Ran()
    work = campaign.work
    for wave in in_parts(campaign.seeds, campaign.wave):
        finished = table.finished(work, wave[0].start, wave[-1].stop)
        left = without(wave, finished)
        resumed = count_of(wave) - count_of(left)
        ran.resumed += resumed
        done(resumed, 0)
        if not left:
            continue
        engine.run(work, left, table, done)
        ran.seeds += count_of(left)
        _repeat(campaign, left, table, engine, ran)
    return ran


def _repeat(
    campaign: Campaign, wave: Ranges, table: CampaignTable, engine: Engine, ran: Ran
) -> None:
    """Run a sample of a wave a second time."""
    work = campaign.work
    rng = random.Random(f"{work.campaign} {work.scenario} {wave[0].start}")  # noqa: S311
    seeds = sorted(rng.sample(list(seeds_of(wave)), min(campaign.sample, count_of(wave))))
    if not seeds:
        return
    first = table.digests(work, seeds[0], seeds[-1] + 1)
    second = engine.repeat(work, seeds, rng.randint(*_HASH_SEEDS))
    ran.repeated += len(seeds)
    ran.differing += [
        seed
        for seed in seeds
        if None not in (first[seed], second[seed])
        if first[seed] != second[seed]
    ]
