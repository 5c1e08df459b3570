"""The data source `kraft_simulation` of PySpark: seeds in, a row for each out."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from kraft_spark.columns import (
    SIMULATION,
    Picked,
    ViewColumns,
    pick,
    row_batch,
    spark_schema,
    wanted_columns,
)
from kraft_spark.errors import marks_errors
from kraft_spark.seeds.simulation import (
    Ranges,
    SimulationOptions,
    count_of,
    in_parts,
    parse_simulation_options,
    run_in_child,
    seeds_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.seeds.simulation import Row

TASK_S: Final = 8.0
"""Intended duration of a task: Spark needs 50 ms for one."""

PARTITIONS_MIN: Final = 16
"""A campaign is not cut into fewer, so that no core waits long for the last one."""

CALIBRATION_SEEDS: Final = 3
_ROWS_PER_BATCH: Final = 64
_SECONDS_PER_BATCH: Final = 2.0


class SeedPartition(InputPartition):
    """The seeds that one task runs."""

    def __init__(self, seeds: Ranges) -> None:
        super().__init__(None)
        self.seeds = seeds


@marks_errors
class KraftSimulationSource(DataSource):
    """Simulated runs of a quorum as rows; see docs/spark-quorum.md for the options."""

    @classmethod
    def name(cls) -> str:
        """Return the name for `spark.read.format`."""
        return "kraft_simulation"

    def schema(self) -> Any:
        """Return the columns without a user's schema; also where bad options are reported first."""
        parse_simulation_options(self.options)
        return spark_schema(SIMULATION)

    def reader(self, schema: Any) -> DataSourceReader:
        """Return the reader. Refuse unknown columns."""
        options = parse_simulation_options(self.options)
        picked = pick(ViewColumns(SIMULATION), wanted_columns(schema), self.name())
        return SimulationReader(options, picked)


@marks_errors
class SimulationReader(DataSourceReader):
    """Divides seeds, and runs them; sent to the workers as it is."""

    def __init__(self, options: SimulationOptions, picked: tuple[Picked, ...]) -> None:
        self._options = options
        self._picked = picked

    def partitions(self) -> list[InputPartition]:
        """Return the tasks: ranges of seeds."""
        size = self._options.seeds_per_partition or self._calibrated()
        return [SeedPartition(part) for part in in_parts(self._options.seeds, size)]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Yield the rows of a task, as batches of Arrow, some while it runs."""
        rows: list[Row] = []
        since = time.monotonic()
        for row in self._rows(partition):
            rows.append(row)
            if len(rows) >= _ROWS_PER_BATCH or time.monotonic() - since > _SECONDS_PER_BATCH:
                yield row_batch(rows, self._picked)
                rows, since = [], time.monotonic()
        if rows:
            yield row_batch(rows, self._picked)

    def _rows(self, partition: InputPartition) -> Iterator[Row]:
        # without any partition Spark calls this once with its own
        seeds = list(seeds_of(partition.seeds)) if isinstance(partition, SeedPartition) else []
        if self._options.hash_seed is not None:
            return iter(run_in_child(self._options.work, seeds, self._options.hash_seed))
        return map(self._options.work, seeds)

    def _calibrated(self) -> int:
        """Return the number of seeds per task, based on the time of the first ones here."""
        most = max(1, count_of(self._options.seeds) // PARTITIONS_MIN)
        if most == 1:
            return 1
        began = time.perf_counter()
        done = 0
        for seed in seeds_of(self._options.seeds):
            self._options.work(seed)
            done += 1
            if done == CALIBRATION_SEEDS or time.perf_counter() - began > TASK_S:
                break
        each_s = max((time.perf_counter() - began) / done, 0.0001)
        return max(1, min(most, int(TASK_S / each_s)))
