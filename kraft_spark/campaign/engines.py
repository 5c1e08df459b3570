"""Where the seeds of a campaign run: in processes of this machine, or in the tasks of Spark."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Protocol

from kraft_spark.campaign.stage_progress import StageProgress
from kraft_spark.simulation.options import SimulationOptions
from kraft_spark.simulation.seed_ranges import count_of, ranges_of, seeds_of
from kraft_spark.simulation.seed_runs import FAILED, run_in_child, run_in_processes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_spark.campaign.table import CampaignTable
    from kraft_spark.simulation.seed_ranges import Ranges
    from kraft_spark.simulation.seed_runs import Row, SeedWork

    SeedsDone = Callable[[int, int], None]
    """Told how many more seeds are done, and how many of them failed."""

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
        done(count - progress.told, len(failed & wanted))

    def repeat(self, work: SeedWork, seeds: Sequence[int], hash_seed: int) -> dict[int, str | None]:
        """Run each in a task, and there in a process, of its own."""
        options = SimulationOptions(ranges_of(seeds), replace(work, traces=False), 1, hash_seed)
        rows = self._frame(options).select("seed", "digest").collect()
        return {row.seed: row.digest for row in rows}

    def _frame(self, options: SimulationOptions) -> Any:
        return self._spark.read.format("kraft_simulation").options(**options.texts()).load()
