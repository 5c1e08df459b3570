"""Other ways to read a segment in Spark: data sources that yield tuples.

`tuples_of_kernel` decodes as kraft does and hands out tuples; `tuples_of_python` decodes each
record in pure Python too. Both have the tasks of `kafka_log` and give the default columns of
`records`.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from kraft_spark.columns import spark_schema
from kraft_spark.files.segments import open_segment
from kraft_spark.log.options import parse_options
from kraft_spark.log.read_plan import plan
from kraft_spark.log.reading import located
from kraft_spark.log.views import columns_of, picked_columns, reader_of
from kraft_spark.sources.kafka_log import LogPartition
from kraft_wire.records import iter_batches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_spark.log.parts import LogPart

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class KernelReader(DataSourceReader):
    """Our columns, turned into tuples; the tasks are ours too."""

    def __init__(self, path: str) -> None:
        # a small file keeps both cores busy too
        self._options = parse_options({"path": path, "minPartitions": "2"})

    def partitions(self) -> list[InputPartition]:
        """Return the tasks that `kafka_log` plans for the same file."""
        return [LogPartition(parts) for parts in plan(self._options)]

    def read(self, partition: Any) -> Iterator[tuple[Any, ...]]:
        """Yield all rows of a task."""
        reader = reader_of(self._options, picked_columns(self._options))
        for batch in reader.read(partition.parts):
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


class PythonReader(KernelReader):
    def read(self, partition: Any) -> Iterator[tuple[Any, ...]]:
        """Yield all rows of a task."""
        for part in partition.parts:
            yield from self._rows(part)

    def _rows(self, part: LogPart) -> Iterator[tuple[Any, ...]]:
        owner = part.file.owner
        with open_segment(part.file) as source:
            found = located(part, source)  # the plan cuts by size, a task finds its batches
        with Path(part.file.path).open("rb") as file:
            file.seek(found.start)
            content = file.read(found.size)
        for batch in iter_batches(content):
            batch.validate()
            kind = int(batch.timestamp_type)
            for record in batch.records():
                moment = _EPOCH + timedelta(milliseconds=record.timestamp)
                yield (
                    record.key,
                    record.value,
                    owner.topic,
                    owner.partition,
                    record.offset,
                    moment,
                    kind,
                )


class TuplesOfKernel(DataSource):
    """Rows decoded as ours are, handed out as tuples."""

    @classmethod
    def name(cls) -> str:
        """Return the name for `spark.read.format`."""
        return "tuples_of_kernel"

    def schema(self) -> Any:
        return spark_schema(columns_of(parse_options({"path": self.options["path"]})).default)

    def reader(self, schema: Any) -> DataSourceReader:
        """Return the reader of the one file."""
        del schema
        return KernelReader(self.options["path"])


class TuplesOfPython(TuplesOfKernel):
    @classmethod
    def name(cls) -> str:
        """Return the name for `spark.read.format`."""
        return "tuples_of_python"

    def reader(self, schema: Any) -> DataSourceReader:
        """Return the reader of the one file."""
        del schema
        return PythonReader(self.options["path"])
