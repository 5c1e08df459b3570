"""How others would read a segment in Spark: data sources that yield tuples.

`tuples_of_kernel` decodes as kraft does and hands out tuples; `tuples_of_python` decodes each
record in pure Python too. Both read one file as one task and give the default columns of `records`.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSource, DataSourceReader

from kraft_spark.file_names import read_file_name
from kraft_spark.layout import read_partition
from kraft_spark.options import parse_options
from kraft_spark.planning import plan
from kraft_spark.schemas import spark_schema
from kraft_spark.views import columns_of, picked_columns, reader_of
from kraft_wire.records import iter_batches

if TYPE_CHECKING:
    from collections.abc import Iterator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class KernelReader(DataSourceReader):
    """Our columns, turned into tuples."""

    def __init__(self, path: str) -> None:
        self._path = path

    def read(self, partition: Any) -> Iterator[tuple[Any, ...]]:
        """All rows of the file."""
        del partition
        options = parse_options({"path": self._path})
        reader = reader_of(options, picked_columns(options))
        for task in plan(options):
            for batch in reader.read(task):
                yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


class PythonReader(DataSourceReader):
    """Each record by itself."""

    def __init__(self, path: str) -> None:
        self._path = path

    def read(self, partition: Any) -> Iterator[tuple[Any, ...]]:
        """All rows of the file."""
        del partition
        path = Path(self._path)
        name = read_file_name(path.name)
        assert name is not None
        owner = read_partition(path.parent.parts, name, "auto")
        for batch in iter_batches(path.read_bytes()):
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
        """The name that `spark.read.format` takes."""
        return "tuples_of_kernel"

    def schema(self) -> Any:
        """The columns of `records`."""
        return spark_schema(columns_of(parse_options({"path": self.options["path"]})).default)

    def reader(self, schema: Any) -> DataSourceReader:
        """The reader of the one file."""
        del schema
        return KernelReader(self.options["path"])


class TuplesOfPython(TuplesOfKernel):
    """Rows decoded one by one."""

    @classmethod
    def name(cls) -> str:
        """The name that `spark.read.format` takes."""
        return "tuples_of_python"

    def reader(self, schema: Any) -> DataSourceReader:
        """The reader of the one file."""
        del schema
        return PythonReader(self.options["path"])
