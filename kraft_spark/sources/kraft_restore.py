"""The data source `kraft_restore`: the tasks of a restore; see `kraft_spark.restore`.

A restore is a read for Spark: tasks copy partitions, rows say which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from kraft_spark.columns import TEXT, spark_schema
from kraft_spark.errors import marks_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.writing.restore_job import RestoreTask

_RESULT: Final = pa.schema({"result": TEXT})


class RestorePartition(InputPartition):
    """The partition that one task copies."""

    def __init__(self, task: RestoreTask) -> None:
        super().__init__(None)
        self.task = task


class KraftRestoreSource(DataSource):
    """One row per task: the partition that it copied."""

    @classmethod
    def name(cls) -> str:
        """Return the name for `spark.read.format`."""
        return "kraft_restore"

    def schema(self) -> Any:
        """Return the schema: one column of JSON."""
        return spark_schema(_RESULT)

    def reader(self, schema: Any) -> DataSourceReader:
        """Return the reader that plans the tasks."""
        del schema
        return KraftRestoreReader(self.options["job"])


@marks_errors
class KraftRestoreReader(DataSourceReader):
    """Plans and copies; sent to the workers as it is."""

    def __init__(self, job: str) -> None:
        self._job = job

    def partitions(self) -> list[InputPartition]:
        """Return a task for each partition of the log."""
        from kraft_spark.writing.restore_job import RestoreJob

        return [RestorePartition(task) for task in RestoreJob.of_text(self._job).plan()]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Copy the partition of a task."""
        from kraft_spark.writing.restore_job import RestoreJob, run_task

        if not isinstance(partition, RestorePartition):
            return  # without any partition Spark calls this once with its own
        result = run_task(RestoreJob.of_text(self._job), partition.task)
        yield pa.RecordBatch.from_pylist([{"result": result.to_text()}], _RESULT)
