"""Campaigns: very many seeds in waves, resumed where they ended, and sampled for determinism.

A wave is what may be lost: Spark writes the rows of a job all or not at all. Seeds that have a row
by the same work and the same code are not run again. Of each wave some seeds are run a second time,
in another task and with another hash seed; the digests must be the same.

An engine runs a wave: in processes of this machine, or in the tasks of Spark, whose progress is
followed task by task, since its rows appear only when the job ends.
"""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from kraft_spark.simulation.options import SimulationOptions
from kraft_spark.simulation.seed_ranges import (
    Ranges,
    count_of,
    in_parts,
    ranges_of,
    seeds_of,
    without,
)
from kraft_spark.simulation.seed_runs import FAILED, run_in_child, run_in_processes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kraft_spark.campaign.table import CampaignTable
    from kraft_spark.simulation.seed_ranges import Ranges
    from kraft_spark.simulation.seed_runs import Row, SeedWork

    SeedsDone = Callable[[int, int], None]
    """Called with how many more seeds are done, and how many of them failed."""
    from collections.abc import Callable


EVERY_S = 1.0


class Stage(Protocol):
    """What Spark tells of a stage."""

    numTasks: int  # noqa: N815 - PySpark's name
    numCompletedTasks: int  # noqa: N815


class Tracker(Protocol):
    """`SparkContext.statusTracker()`."""

    def getActiveStageIds(self) -> Iterable[int]:  # noqa: N802
        """The stages that run."""

    def getStageInfo(self, stageId: int) -> Stage | None:  # noqa: N802, N803
        """What is known of one."""


class StageProgress:
    """A context manager around a job of `seeds` seeds, which tells `done` how many more are done.

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
        """Ask once."""
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
    """Runs seeds and puts their rows into a table."""

    def run(self, work: SeedWork, seeds: Ranges, table: CampaignTable, done: SeedsDone) -> None:
        """Run seeds; what is in the table stays there whatever happens."""

    def repeat(self, work: SeedWork, seeds: Sequence[int], hash_seed: int) -> dict[int, str | None]:
        """The digests of seeds that are run once more, elsewhere, with another hash seed."""


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
        """Run them in one more process."""
        rows = run_in_child(work, seeds, hash_seed)
        return {row["seed"]: row.get("digest") for row in rows}


class SparkEngine:
    """The tasks of a Spark session."""

    def __init__(self, spark: Any) -> None:
        self._spark = spark

    def run(self, work: SeedWork, seeds: Ranges, table: CampaignTable, done: SeedsDone) -> None:
        """Run seeds as one job, whose rows appear together when it is over."""
        tracker, count = self._spark.sparkContext.statusTracker(), count_of(seeds)
        with StageProgress(tracker, count, lambda more: done(more, 0)) as progress:
            self._frame(SimulationOptions(seeds, work)).write.mode("append").parquet(table.path)
        found = table.rows(work, ["seed", "status"], seeds[0].start, seeds[-1].stop)
        wanted = set(seeds_of(seeds))
        failed = {row["seed"] for row in found if row["status"] == FAILED}
        done(count - progress.reported, len(failed & wanted))

    def repeat(self, work: SeedWork, seeds: Sequence[int], hash_seed: int) -> dict[int, str | None]:
        """Run each in a task, and there in a process, of its own."""
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
    """What to run: `sample` seeds of each wave twice."""

    seeds: Ranges
    work: SeedWork
    wave: int = WAVE
    sample: int = SAMPLE


@dataclass(slots=True)
class Ran:
    """What became of a campaign: how many seeds were run now, and which lives were not the same."""

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
    """Run what the table lacks; `done` gets the numbers of new seeds and of failed ones."""
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
    """Run a sample of a wave once more."""
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
