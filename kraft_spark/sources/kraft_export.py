"""The data source `kraft_export` of PySpark: tasks of an export write files, rows say which.

For `kraft_spark.export` alone. A read and not a write of Spark: the rows that are exported never
leave the Python workers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from kraft_spark.columns import TEXT, spark_schema
from kraft_spark.errors import marks_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.log.layout import LogPart

_RESULT = pa.schema({"result": TEXT})


class ExportPartition(InputPartition):
    """The parts of files that one task exports."""

    def __init__(self, parts: list[LogPart]) -> None:
        super().__init__(None)
        self.parts = parts


class KraftExportSource(DataSource):
    """One row for each task: what it wrote."""

    @classmethod
    def name(cls) -> str:
        """The name that `spark.read.format` takes."""
        return "kraft_export"

    def schema(self) -> Any:
        """One column of JSON."""
        return spark_schema(_RESULT)

    def reader(self, schema: Any) -> DataSourceReader:
        """The tasks."""
        del schema
        return KraftExportReader(self.options["job"], self.options["target"])


@marks_errors
class KraftExportReader(DataSourceReader):
    """Plans and writes; sent to the workers as it is."""

    def __init__(self, job: str, target: str) -> None:
        self._job = job
        self._target = target

    def partitions(self) -> list[InputPartition]:
        """The tasks, out of what the table does not have."""
        from kraft_spark.exporting.job import ExportJob  # noqa: PLC0415  # needs pyarrow

        job = ExportJob.of_text(self._job)
        table = job.table()
        job.begin(table)
        return [ExportPartition(parts) for parts in job.plan(table)]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Write the files of a task."""
        from kraft_spark.exporting.job import (  # noqa: PLC0415
            ExportJob,
            run_task,
            target_of_text,
        )

        if not isinstance(partition, ExportPartition):
            return  # without any partition Spark calls this once with one of its own
        job, target = ExportJob.of_text(self._job), target_of_text(self._target)
        result = run_task(job, target, partition.parts)
        yield pa.RecordBatch.from_pylist([{"result": result.to_text()}], _RESULT)
