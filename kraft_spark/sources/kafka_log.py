"""The data sources of log directories: `kafka_log`, and `kraft_export` for the tasks of an export.

Thin shells around `read_plan`, `views` and `exporting`. An export is a read for Spark, not a write:
tasks write files, rows say which, and the rows that are exported never leave the Python workers.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import pyarrow as pa
from pyspark.sql.datasource import (
    DataSource,
    DataSourceArrowWriter,
    DataSourceReader,
    DataSourceStreamReader,
    InputPartition,
    WriterCommitMessage,
)
from pyspark.sql.streaming.datasource import (
    ReadAllAvailable,
    ReadMaxBytes,
    ReadMaxRows,
    SupportsTriggerAvailableNow,
)

from kraft_spark.columns import (
    TEXT,
    Picked,
    ViewColumns,
    pick,
    spark_schema,
    view_columns,
    wanted_columns,
)
from kraft_spark.errors import marks_errors, without_traceback_of_closed_pipes
from kraft_spark.files.log_file import METADATA_TOPIC
from kraft_spark.log.options import READ, STREAM, LogOptions, parse_options, parse_write_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_spark.log.parts import LogPart
    from kraft_spark.log.planning import Pushed

LOGGER: Final = logging.getLogger("kraft_spark")
PUSHDOWN_LOGGER: Final = logging.getLogger("kraft_spark.pushdown")


class LogPartition(InputPartition):
    """The parts of files that one task reads.

    `schema_log` are the parts of the schema topic that a stream has read.
    """

    def __init__(self, parts: list[LogPart], schema_log: tuple[LogPart, ...] | None = None) -> None:
        super().__init__(None)
        self.parts = parts
        self.schema_log = schema_log


@marks_errors
class KafkaLogSource(DataSource):
    """Segments and snapshots of Kafka as rows; see docs/spark.md, docs/spark-options.md."""

    @classmethod
    def name(cls) -> str:
        """Return the name for `spark.read.format`."""
        return "kafka_log"

    def schema(self) -> Any:
        """Return the columns without a user's schema; raises errors of options and paths first."""
        from kraft_spark.log.layout import check_paths  # workers list nothing

        options = parse_options(self.options)
        check_paths(options)
        _hint(options, {name.lower() for name in self.options})
        return spark_schema(_columns_of(options).default)

    def reader(self, schema: Any) -> DataSourceReader:
        """Return the batch reader. Refuse a schema with columns that the view lacks."""
        options = _with_schema_log(parse_options(self.options, READ))
        _name_ignored(options)
        reader = KafkaLogReader(options, _picked(options, schema))
        if options.filter_pushdown:
            reader.pushFilters = _FilterTaker(reader)
        return reader

    def writer(self, schema: Any, overwrite: bool) -> DataSourceArrowWriter:
        """Return the batch writer. Refuse columns that cannot be written."""
        return KafkaLogWriter(dict(self.options), wanted_columns(schema), overwrite=overwrite)

    def streamReader(self, schema: Any) -> DataSourceStreamReader:  # noqa: N802  # PySpark's name
        """Return the stream reader. Refuse options that only batch reads support."""
        options = parse_options(self.options, STREAM)
        _name_ignored(options)
        return KafkaLogStreamReader(options, _picked(options, schema))


@marks_errors
class KafkaLogReader(DataSourceReader):
    """Plans and reads; sent to the workers as it is."""

    def __init__(self, options: LogOptions, picked: tuple[Picked, ...]) -> None:
        self._options = options
        self._picked = picked
        self._pushed: Pushed | None = None

    def take(self, filters: list[Any]) -> None:
        """Note the ranges that remain after the filters of a query."""
        from kraft_spark.log.planning import Pushed  # not needed for the columns of a query

        self._pushed = Pushed.of(filters, self._options.view)
        if not self._pushed.is_empty():
            PUSHDOWN_LOGGER.info("only %s", self._pushed)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state that tasks get."""
        state = self.__dict__.copy()
        state.pop("pushFilters", None)
        return state

    def partitions(self) -> list[InputPartition]:
        """Return the tasks."""
        from kraft_spark.log.read_plan import plan

        pushed = self._pushed
        if pushed is None:
            tasks = plan(self._options)
        else:
            tasks = plan(self._options, pushed.wants, pushed.bounds())
        return [LogPartition(parts) for parts in tasks]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Yield the rows of a task, as batches of Arrow."""
        from kraft_spark.log.views import reader_of  # the planner reads no rows

        # without any partition Spark calls this once with its own
        parts = partition.parts if isinstance(partition, LogPartition) else []
        without_traceback_of_closed_pipes()
        return reader_of(self._options, self._picked).read(parts)


@marks_errors
class KafkaLogStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Plans in the planner process, reads in the workers."""

    def __init__(self, options: LogOptions, picked: tuple[Picked, ...]) -> None:
        from kraft_spark.log.stream import LogStream

        self._options = options
        self._picked = picked
        self._stream = LogStream(options)

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802  # PySpark's name
        """Return the start of a new query."""
        return self._stream.initial()

    def getDefaultReadLimit(self) -> Any:  # noqa: N802  # PySpark's name
        """Return the limit that a trigger without a limit passes to `latestOffset`."""
        if self._options.max_bytes_per_trigger is not None:
            return ReadMaxBytes(self._options.max_bytes_per_trigger)
        if self._options.max_offsets_per_trigger is not None:
            return ReadMaxRows(self._options.max_offsets_per_trigger)
        return ReadAllAvailable()

    def latestOffset(self, start: dict[str, Any], limit: Any) -> dict[str, Any]:  # noqa: N802
        """Return the end of the next micro-batch; the start if nothing is new."""
        from kraft_spark.log.stream import TriggerLimits

        size = limit.max_bytes if isinstance(limit, ReadMaxBytes) else None
        offsets = limit.max_rows if isinstance(limit, ReadMaxRows) else None
        return self._stream.latest(start, TriggerLimits(size, offsets))

    def reportLatestOffset(self) -> dict[str, Any] | None:  # noqa: N802  # PySpark's name
        """Return the ends of the logs, for the progress of the query."""
        return self._stream.newest()

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802  # PySpark's name
        """Freeze the end offsets at which the query stops."""
        self._stream.freeze()

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> list[InputPartition]:
        """Return the tasks of a micro-batch."""
        tasks = self._stream.tasks(start, end)
        # a micro-batch uses the schemas registered before it was planned
        found = _with_schema_log(self._options).schema_log if tasks else None
        return [LogPartition(parts, found) for parts in tasks]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Yield the rows of a task, as batches of Arrow."""
        if not isinstance(partition, LogPartition):
            return iter(())
        from kraft_spark.log.views import reader_of

        options = replace(self._options, schema_log=partition.schema_log)
        return reader_of(options, self._picked).read(partition.parts)

    def commit(self, end: dict[str, Any]) -> None:
        """Do nothing: no state is kept between micro-batches."""


def _columns_of(options: LogOptions) -> ViewColumns:
    if options.value_schema is None and options.record_type is None:
        return view_columns(options.view, **options.column_choices)
    from kraft_spark.log.views import columns_of  # schemas and records, with all readers

    return columns_of(options)


def _picked(options: LogOptions, schema: Any) -> tuple[Picked, ...]:
    return pick(_columns_of(options), wanted_columns(schema), options.view)


def _with_schema_log(options: LogOptions) -> LogOptions:
    if not options.uses_schemas:
        return options
    from kraft_spark.log.values import with_schema_log

    return with_schema_log(options)


def _name_ignored(options: LogOptions) -> None:
    if options.ignored:
        LOGGER.warning("these options have no effect on files: %s", ", ".join(options.ignored))


def _hint(options: LogOptions, given: set[str]) -> None:
    """Warn that view `records` does not decode the metadata log."""
    names = [path.rstrip("/").rpartition("/")[2] for path in options.paths]
    if "view" not in given and all(name.startswith(f"{METADATA_TOPIC}-") for name in names):
        LOGGER.warning(
            "view=records gives the bytes of %s; option view=metadata decodes them", METADATA_TOPIC
        )


class _FilterTaker:
    """The `pushFilters` of a reader that works with and without Spark's filter pushdown.

    Spark refuses a reader that overrides the method while
    `spark.sql.python.filterPushdown.enabled` is false, and calls it only while that is true. What
    it compares is `__func__` (`plan_data_source_read`).
    """

    __func__ = staticmethod(DataSourceReader.pushFilters)

    def __init__(self, reader: KafkaLogReader) -> None:
        self._reader = reader

    def __call__(self, filters: list[Any]) -> Iterable[Any]:
        """Note the ranges that remain after filters; Spark evaluates all filters again."""
        self._reader.take(filters)
        return filters


class PreparedFiles(WriterCommitMessage):
    """The files that a task prepared."""

    def __init__(self, written: Any) -> None:
        self.written = written


@marks_errors
class KafkaLogWriter(DataSourceArrowWriter):
    """Writes segments or a snapshot; sent to the workers as it is."""

    def __init__(self, options: dict[str, str], columns: pa.Schema, *, overwrite: bool) -> None:
        self._parsed = parse_write_options(options)
        if self._parsed.view == "metadata":
            from kraft_spark.writing import snapshot_writer

            snapshot_writer.check_columns(columns)
        else:
            from kraft_spark.writing import log_writer

            log_writer.check_columns(columns, self._parsed)
        self._overwrite = overwrite
        self._job = uuid4().hex

    def write(self, iterator: Iterator[Any]) -> WriterCommitMessage:
        """Prepare the files of a task."""
        from pyspark import TaskContext

        context = TaskContext.get()
        attempt = f"{context.partitionId()}-{context.taskAttemptId()}"
        return PreparedFiles(self._writer().write(iterator, attempt))

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        """Move all files to their places."""
        self._writer().commit([one.written for one in messages if one is not None])

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        """Remove what was prepared."""
        del messages
        self._writer().abort()

    def _writer(self) -> Any:
        if self._parsed.view == "metadata":
            from kraft_spark.writing.snapshot_writer import SnapshotWriter

            return SnapshotWriter(self._parsed, self._job, overwrite=self._overwrite)
        from kraft_spark.writing.log_writer import LogWriter

        return LogWriter(self._parsed, self._job, overwrite=self._overwrite)


_RESULT = pa.schema({"result": TEXT})


class ExportPartition(InputPartition):
    """The parts of files that one task exports; `planned` is the result of planning instead."""

    def __init__(self, parts: list[LogPart], planned: str | None = None) -> None:
        super().__init__(None)
        self.parts = parts
        self.planned = planned


class KraftExportSource(DataSource):
    """One row per task: the files that it wrote."""

    @classmethod
    def name(cls) -> str:
        """Return the name for `spark.read.format`."""
        return "kraft_export"

    def schema(self) -> Any:
        """Return the schema: one column of JSON."""
        return spark_schema(_RESULT)

    def reader(self, schema: Any) -> DataSourceReader:
        """Return the reader that plans the tasks."""
        del schema
        return KraftExportReader(self.options["job"], self.options["target"])


@marks_errors
class KraftExportReader(DataSourceReader):
    """Plans and writes; sent to the workers as it is."""

    def __init__(self, job: str, target: str) -> None:
        self._job = job
        self._target = target

    def partitions(self) -> list[InputPartition]:
        """Return the tasks for data that the table lacks."""
        from kraft_spark.exporting.job import ExportJob, TaskResult
        from kraft_spark.log.read_plan import PlanNotes

        job = ExportJob.of_text(self._job)
        table = job.table()
        job.begin(table)
        notes = PlanNotes()
        tasks: list[InputPartition] = [ExportPartition(parts) for parts in job.plan(table, notes)]
        return [*tasks, ExportPartition([], TaskResult.of_notes(notes).to_text())]

    def read(self, partition: InputPartition) -> Iterator[Any]:
        """Write the files of a task."""
        from kraft_spark.exporting.job import (
            ExportJob,
            run_task,
            target_of_text,
        )

        if not isinstance(partition, ExportPartition):
            return  # without any partition Spark calls this once with its own
        if partition.planned is not None:
            yield pa.RecordBatch.from_pylist([{"result": partition.planned}], _RESULT)
            return
        job, target = ExportJob.of_text(self._job), target_of_text(self._target)
        result = run_task(job, target, partition.parts)
        yield pa.RecordBatch.from_pylist([{"result": result.to_text()}], _RESULT)
