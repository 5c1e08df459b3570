"""An export: the new records, its tasks, and the two ways to run them.

The driver reads progress from the table, tasks write files of new records, and one commit adds
files and progress. If anything fails before that, nothing was exported.

A partition is known by topic, number and, where `partition.metadata` or the layout says it, the
topic's id: a topic that was deleted and created again begins from its start. A log whose directory
does not have a name of a partition is identified by its URI.

Lost records are an error: segments that were deleted before they were read, or a log that does not
continue the part that was read, by the leader epoch of the last record (an election truncated it).
"""

from __future__ import annotations

import json
import logging
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final, Protocol
from uuid import uuid4

import pyarrow as pa

from kraft_spark.columns import SchemaError, arrow_schema, ddl
from kraft_spark.exporting.missing import missing_partitions
from kraft_spark.exporting.progress import FROM_START, ExportTableError
from kraft_spark.exporting.tables import (
    DAY,
    FILE_SIZE,
    FORMATS,
    DataFile,
    DataFiles,
    Target,
    open_parquet,
    remove_files,
)
from kraft_spark.files.store import in_processes, is_local
from kraft_spark.log.options import EXPORT, LATEST, by_partition, parse_options
from kraft_spark.log.parts import Bounds
from kraft_spark.log.position import (
    END_HIGH_WATERMARK,
    DataLossError,
    LogPosition,
    Outcome,
    resume,
)
from kraft_spark.log.read_plan import PlanNotes, plan
from kraft_spark.log.views import columns_of, picked_columns, reader_of
from kraft_spark.options import Kind, Option, OptionError, json_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kraft_spark.columns import Picked
    from kraft_spark.exporting.progress import Progress
    from kraft_spark.exporting.tables import ExportTable
    from kraft_spark.files.log_file import LogFile
    from kraft_spark.log.options import ByPartition, LogOptions, Offsets
    from kraft_spark.log.parts import LogPart
    from kraft_spark.log.reading import ReadRange
    from kraft_spark.log.replicas import Replica


LOGGER: Final = logging.getLogger("kraft_spark")


class FileChangedError(ValueError):
    """A file changed while tasks read it, so that they disagree on where batches begin."""


def partition_key(file: LogFile) -> str:
    """Return the name of a partition that outlives its directory."""
    owner = file.owner
    if owner.topic is None or owner.partition is None:
        return file.store.uri(file.folder)
    name = f"{owner.topic}-{owner.partition}"
    return name if owner.topic_id is None else f"{name}:{owner.topic_id}"


class PartitionKeys:
    """The keys of partitions, among those that a table has; raises ExportTableError.

    The id of a topic can appear, with the upgrade of a broker from before 2.8, and be missing from
    a copy without partition.metadata. Neither makes it another partition: its epochs are compared.
    """

    def __init__(self, known: Callable[[], Iterable[str]]) -> None:
        self.known = cache(lambda: frozenset(known()))

    def of(self, log: Replica) -> str:
        """Return the key of a log, by the id of its topic or the only one that was known before."""
        owner, topic_id = log.newest.owner, log.topic_id
        if owner.topic is None or owner.partition is None:
            return partition_key(log.newest)
        if topic_id is not None:
            return f"{log.name}:{topic_id}"
        ids = self._ids(log.name)
        if len(ids) > 1:
            raise ExportTableError(
                f"{log.name}: the log has no topic id now (partition.metadata is missing), and the "
                f"table has progress of several topics of that name, {', '.join(ids)}: bring the "
                "file back, or set restartFrom"
            )
        return f"{log.name}:{ids[0]}" if ids else log.name

    def former(self, key: str) -> str | None:
        """Return the key under which a partition was exported before its topic id was known."""
        name = topic_partition(key)
        is_new = name in self.known() and key not in self.known()
        return name if is_new and not self._ids(name) else None

    def _ids(self, name: str) -> list[str]:
        start = f"{name}:"
        return sorted(key.removeprefix(start) for key in self.known() if key.startswith(start))


def topic_partition(key: str) -> str:
    """Return a partition key without the id of the topic."""
    return key if "/" in key else key.partition(":")[0]


def _with_key(part: LogPart, key: str | None) -> LogPart:
    """Return a part whose file has the topic id of the key by which its partition was planned."""
    if key is None or partition_key(part.file) == key:
        return part
    topic_id = key.removeprefix(f"{topic_partition(key)}:")
    owner = replace(part.file.owner, topic_id=topic_id)
    return replace(part, file=replace(part.file, owner=owner))


def plan_increment(
    options: LogOptions,
    position_of: Callable[[str], LogPosition | int | None],
    *,
    fail_on_data_loss: bool = True,
    notes: PlanNotes | None = None,
    keys: Callable[[], Iterable[str]] = tuple,
    is_restart: bool = False,
) -> list[list[LogPart]]:
    """Plan the tasks for the records after the position that `position_of` gives for a partition.

    None means from the start of the log, a plain offset is progress of an earlier release.
    `options.end` defines the end; `notes` collects offsets that are left out or lost, and missing
    partitions. `keys` returns the keys of all progress. Raises DataLossError, ExportTableError and
    the errors of `plan`.
    """
    counts = PlanNotes() if notes is None else notes
    seen: set[str] = set()
    bare: list[str] = []
    named = PartitionKeys(keys)
    folders: dict[str, str] = {}

    def bounds(log: Replica) -> Bounds:
        key = named.of(log)
        seen.add(key)
        folders.update((one.store.uri(one.folder), key) for one in log.segments)
        position = position_of(key)
        if position is None and not is_restart and (former := named.former(key)) is not None:
            LOGGER.warning("%s: continues the progress of %s", key, former)
            position = position_of(former)
        if position is None:
            return Bounds()
        if isinstance(position, int):
            position = LogPosition(name=key, offset=position)
        verdict = log.judge(position)
        found = resume(position, verdict, log, fail_on_data_loss=fail_on_data_loss)
        if position.is_bare and verdict.outcome is Outcome.UNKNOWN:
            bare.append(key)
        elif found.note:
            LOGGER.warning("%s: %s", position.name, found.note)
        if verdict.is_loss:
            counts.lost[key] = found.lost
            counts.resumed[key] = found.offset, log.position(found.offset).epoch
        return Bounds(found.offset)

    def wants(file: LogFile) -> bool:
        return file.is_log

    options = replace(options, fail_on_data_loss=fail_on_data_loss)
    tasks = [
        [_with_key(part, folders.get(part.file.store.uri(part.file.folder))) for part in task]
        for task in plan(options, wants, bounds, counts)
    ]
    if bare:
        LOGGER.warning(
            "the progress of %d partitions has no leader epoch: a log that was truncated and grew "
            "again cannot be detected (%s%s)",
            len(bare),
            ", ".join(sorted(bare)[:5]),
            ", ..." if len(bare) > 5 else "",
        )
    counts.missing = missing_partitions(options, named.known(), seen, counts.partitions)
    if counts.missing:
        LOGGER.warning(
            "%d partitions that were exported before have no directory under the paths; their "
            "progress is kept (%s%s)",
            len(counts.missing),
            ", ".join(counts.missing[:5]),
            ", ..." if len(counts.missing) > 5 else "",
        )
    return tasks


def _begins_at_end(offsets: Offsets) -> bool:
    """Return True if a partition without progress would begin at the end of its log."""
    if isinstance(offsets, dict):
        return any(LATEST in each.values() for each in offsets.values())
    return offsets == LATEST


@dataclass(frozen=True, slots=True)
class Reached:
    """The part of a file that a task has read: bytes `start` to `end`, and the offset after it.

    `first` is the offset from which records were wanted. `offset` is None where no whole batch is.
    """

    key: str
    path: str
    start: int
    end: int
    first: int | None
    offset: int | None
    is_last: bool
    epoch: int | None = None

    @classmethod
    def of(cls, one: ReadRange) -> Reached:
        """Return the position of a part that was read to its end."""
        part, offset = one.part, one.end_offset
        limits = (one.last_stable, part.bounds.end)
        # an empty range of batches below the bounds is skipped, so it has no offset of its own
        for limit in limits:
            if limit is not None and offset is not None:
                offset = min(offset, limit)
        is_last = part.file.is_last_segment and part.end >= part.file.size
        return cls(
            partition_key(part.file),
            part.file.uri,
            part.start,
            part.end,
            part.bounds.first,
            offset,
            is_last,
            one.epoch,
        )


_SHORTER: Final = (
    "the log ends at offset {end}, and was read up to {first}: it was truncated after it was read"
)


Mark = tuple[int, int | None]
"""An offset, and the leader epoch of the record before it, None where it is not known."""


def reached(ranges: Iterable[Reached], *, fail_on_data_loss: bool = True) -> dict[str, Mark]:
    """Return how far each partition was read by finished tasks without a gap.

    Raises FileChangedError where tasks have cut a file at different places, and DataLossError.
    """
    every = sorted(ranges, key=lambda one: (one.key, one.path, one.start, one.end))
    found: dict[str, Mark] = {}
    ends: dict[str, int] = {}
    for one in every:
        before = ends.get(one.path)
        if before is not None and before != one.start:
            raise FileChangedError(
                f"{one.path} was written while it was cut into tasks (one ends at {before}, the "
                f"next begins at {one.start}); run again"
            )
        ends[one.path] = one.end
        if one.offset is None:
            continue
        if one.is_last and one.first is not None and one.offset < one.first and fail_on_data_loss:
            raise DataLossError(f"{one.key}: " + _SHORTER.format(end=one.offset, first=one.first))
        offset, epoch = found.get(one.key, (one.first or 0, None))
        if one.offset > offset or (one.offset == offset and epoch is None):
            offset, epoch = one.offset, one.epoch
        found[one.key] = offset, epoch
    return found


def with_resumed(marks: Mapping[str, Mark], resumed: Mapping[str, Mark]) -> dict[str, Mark]:
    """Return the end of each partition, including those without records after an accepted loss.

    An accepted loss is stored, or the next export would find it again.
    """
    found = {**resumed, **marks}
    for key, mark in resumed.items():
        if found[key] == (mark[0], None):
            found[key] = mark
    return found


_POSITIONS_JSON: Final = json_of("", lambda form: by_partition(form, 0))


def _positions(text: str) -> ByPartition | None:
    found: ByPartition | None = (
        None if text.strip().lower() == "earliest" else _POSITIONS_JSON.read(text)
    )
    return found


RESTART: Final = Option(
    "restartFrom",
    Kind('earliest, or JSON like {"topic": {"0": 23}} with every partition', _positions),
    "forget the progress of the table and begin at these offsets",
)


@dataclass(frozen=True, slots=True)
class Restart:
    """The start of an export that does not use the progress of its table.

    `offsets` are by topic and partition; None for the start of every log.
    """

    offsets: ByPartition | None

    @classmethod
    def of(cls, text: str) -> Restart:
        """Parse the text of the option; raises OptionError."""
        return cls(RESTART.value(text))

    def begin_of(self, key: str) -> int | None:
        """Return the offset at which a partition begins; raises OptionError for one without."""
        if self.offsets is None:
            return None
        found = self._named(key)
        if found is None:
            raise OptionError(
                f"option restartFrom has no offset for {key}; specify every exported "
                "partition, 0 for the start"
            )
        return found

    def progress(self, ranges: Iterable[Reached], known: Progress) -> Progress:
        """Return the progress of partitions without a record after the restart.

        Partitions that are neither read nor named keep unknown progress.
        """
        if self.offsets is None:
            return {one.key: FROM_START for one in ranges}
        found = {key: self._named(key) for key in known}
        return {key: offset for key, offset in found.items() if offset is not None}

    def _named(self, key: str) -> int | None:
        topic, _, number = key.partition(":")[0].rpartition("-")
        if self.offsets is None or not number.isdecimal():
            return None
        return self.offsets.get(topic, {}).get(int(number))


VIEWS: Final = ("records", "metadata", "control", "offsets", "transactions")
COMPRESSIONS: Final = ("zstd", "snappy", "lz4", "gzip", "none")
_PARTITIONABLE: Final = (pa.string(), pa.int16(), pa.int32(), pa.int64(), pa.bool_())


def open_table(
    table_format: str,
    out: str,
    catalog: Mapping[str, str] | None,
    compression: str,
    file_bytes: int | None = None,
) -> ExportTable:
    """Return the table at a path or URI; of Iceberg by its name in a catalog.

    Without `file_bytes` the size of files is a property of the table, else FILE_BYTES.
    """
    if table_format == "delta":
        from kraft_spark.exporting.delta_table import open_delta

        return open_delta(out, compression, file_bytes)
    if table_format == "iceberg":
        from kraft_spark.exporting.iceberg_table import open_iceberg

        return open_iceberg(out, dict(catalog or {}), compression, file_bytes)
    return open_parquet(out, compression, file_bytes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportJob:
    """An export with its source and target; `check` raises for invalid settings.

    `options` are those of `kafka_log`, `columns` the columns of its view, all of the default ones
    without. The text form goes to the process that plans.
    """

    options: dict[str, str]
    out: str
    format: str = "parquet"
    partition_by: tuple[str, ...] = ()
    columns: tuple[str, ...] | None = None
    catalog: dict[str, str] = field(default_factory=dict, repr=False)
    compression: str = "zstd"
    active_segment: bool | None = None
    fail_on_data_loss: bool = True
    restart_from: str | None = None
    target_file_size: str | None = None

    def to_text(self) -> str:
        """Return the job as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> ExportJob:
        """Read a job from JSON."""
        form = json.loads(text)
        for name in ("partition_by", "columns"):
            form[name] = None if form[name] is None else tuple(form[name])
        return cls(**form)

    def log_options(self) -> LogOptions:
        """Return the options of reading; raises OptionError."""
        given = dict(self.options)
        if self.active_segment is not None:
            given["activeSegment"] = str(self.active_segment).lower()
        parsed = parse_options(given, EXPORT)
        parsed = replace(parsed, replicas="one", end=parsed.end or END_HIGH_WATERMARK)
        if parsed.view not in VIEWS:
            raise OptionError(f"view={parsed.view} cannot be exported; use {', '.join(VIEWS)}")
        if _begins_at_end(parsed.starting_offsets):
            raise OptionError(
                "startingOffsets=latest would export nothing, also later: an export without "
                "progress begins at the end of the log each time. Specify offsets or "
                "a startingTimestamp"
            )
        if parsed.mode == "PERMISSIVE":
            raise OptionError(
                "mode=PERMISSIVE cannot be exported: rows of damage have no offset, so they would "
                "be repeated; use FAILFAST or DROPMALFORMED"
            )
        return parsed

    def picked(self) -> tuple[Picked, ...]:
        """Return the columns that are read; raises OptionError and SchemaError."""
        options = self.log_options()
        if self.columns is None:
            return picked_columns(options)
        known = {one.name.lower(): one for one in columns_of(options).all}
        wanted = []
        for name in self.columns:
            if name.lower() not in known:
                raise SchemaError(
                    f"view {options.view} has no column {name}; it has "
                    f"{', '.join(one.name for one in known.values())}"
                )
            wanted.append(known[name.lower()])
        return picked_columns(options, wanted)

    def check(self) -> None:
        """Raise OptionError or SchemaError for an export that is not possible."""
        if self.format not in FORMATS:
            raise OptionError(f"format cannot be {self.format!r}; allowed: {', '.join(FORMATS)}")
        if self.compression not in COMPRESSIONS:
            raise OptionError(
                f"compression cannot be {self.compression!r}; allowed: {', '.join(COMPRESSIONS)}"
            )
        if self.format == "parquet" and not is_local(self.out):
            raise OptionError(
                f"format=parquet writes to a local disk, not to {self.out}: on an object store two "
                "exports cannot exclude each other; use delta or iceberg"
            )
        if self.format == "iceberg" and "." not in self.out:
            raise OptionError(f"an Iceberg table is NAMESPACE.TABLE, not {self.out!r}")
        columns = {one.name: one.type for one in arrow_schema(self.picked())}
        for name in self.partition_by:
            wanted = "timestamp" if name == DAY else name
            if wanted not in columns:
                raise SchemaError(f"partitionBy names {name}; there is no column {wanted}")
            if name != DAY and columns[name] not in _PARTITIONABLE:
                raise SchemaError(f"partitionBy cannot be {name}, which is {ddl(columns[name])}")
        if not set(columns) - set(self.partition_by):
            raise SchemaError("partitionBy leaves no column")
        self.restart()
        self.file_bytes()

    def file_bytes(self) -> int | None:
        """Return the size of files in bytes, None for that of the table; raises OptionError."""
        text = self.target_file_size
        return None if text is None else FILE_SIZE.value(text)

    def restart(self) -> Restart | None:
        """Return the start that replaces the table's progress; raises OptionError."""
        return None if self.restart_from is None else Restart.of(self.restart_from)

    def table(self) -> ExportTable:
        """Return the table that is written, as it is now; raises ExportTableError."""
        compression = self.compression if self.compression != "none" else "NONE"
        return open_table(self.format, self.out, self.catalog, compression, self.file_bytes())

    def begin(self, table: ExportTable) -> None:
        """Check the table, which can be unsuitable."""
        is_restart = self.restart_from is not None
        table.begin(arrow_schema(self.picked()), self.partition_by, is_restart=is_restart)

    def plan(self, table: ExportTable, notes: PlanNotes) -> list[list[LogPart]]:
        """Plan the tasks for the records that the table lacks; `notes` receives those left out."""
        restart = self.restart()
        return plan_increment(
            self.log_options(),
            table.progress_of if restart is None else restart.begin_of,
            fail_on_data_loss=self.fail_on_data_loss,
            notes=notes,
            keys=table.known,
            is_restart=restart is not None,
        )


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The files that a task wrote, and the offsets that it read up to.

    The planner writes no files; its result has the offsets left out, the lost ones, the positions
    in place of lost ones, and missing partitions; see `PlanNotes`.
    """

    files: list[DataFile] = field(default_factory=list)
    ranges: list[Reached] = field(default_factory=list)
    unproven: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    resumed: dict[str, Mark] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)

    @classmethod
    def of_notes(cls, notes: PlanNotes) -> TaskResult:
        """Return the result of planning."""
        left_out = {name: count for name, count in notes.unproven.items() if count}
        return cls(
            unproven=left_out,
            lost=dict(notes.lost),
            resumed=dict(notes.resumed),
            missing=notes.missing,
        )

    def to_text(self) -> str:
        """Return the result as JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def of_text(cls, text: str) -> TaskResult:
        """Read a result from JSON."""
        form = json.loads(text)
        files = [
            DataFile(
                **{
                    **one,
                    "values": tuple((name, value) for name, value in one["values"]),
                    "stats": {name: tuple(pair) for name, pair in one["stats"].items()},
                }
            )
            for one in form["files"]
        ]
        ranges = [Reached(**one) for one in form["ranges"]]
        resumed = {key: (offset, epoch) for key, (offset, epoch) in form["resumed"].items()}
        return cls(files, ranges, form["unproven"], form["lost"], resumed, form["missing"])


def run_task(job: ExportJob, target: Target, parts: list[LogPart]) -> TaskResult:
    """Read parts and write them as files of a target; leaves none behind if it fails."""
    picked = job.picked()
    reader: Any = reader_of(job.log_options(), picked)
    files = DataFiles(target, arrow_schema(picked))
    with ExitStack() as failed:
        # a task that Spark kills must not leave a partial file either
        failed.callback(files.abort)
        for batch in reader.read(parts):
            files.write(batch)
        result = TaskResult(files.close(), [Reached.of(one) for one in reader.ranges])
        failed.pop_all()
    return result


class Engine(Protocol):
    """The engine that runs tasks."""

    def run(self, job: ExportJob, table: ExportTable, target: Target) -> list[TaskResult]:
        """Plan and run all tasks."""


class ProcessEngine:
    """Processes of this machine; with `jobs=1` this one."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs

    def run(self, job: ExportJob, table: ExportTable, target: Target) -> list[TaskResult]:
        """Plan and run all tasks."""
        notes = PlanNotes()
        tasks = job.plan(table, notes)
        planned = [TaskResult.of_notes(notes)]
        return planned + in_processes(partial(run_task, job, target), tasks, self._jobs)


class SparkEngine:
    """The tasks of a Spark session."""

    def __init__(self, spark: Any) -> None:
        self._spark = spark

    def run(self, job: ExportJob, table: ExportTable, target: Target) -> list[TaskResult]:
        """Plan and run all tasks, as a read of the format `kraft_export` whose rows are results."""
        del table  # the process that plans opens it again
        reader = self._spark.read.format("kraft_export")
        reader = reader.option("job", job.to_text()).option("target", json.dumps(asdict(target)))
        return [TaskResult.of_text(row.result) for row in reader.load().collect()]


def target_of_text(text: str) -> Target:
    """Return a target out of the JSON of its fields."""
    form = json.loads(text)
    return Target(**{**form, "partition_by": tuple(form["partition_by"])})


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The result of an export; `version` is the number of its commit, None if nothing was new.

    `version` is that of the manifest, of the Delta table, or the id of the Iceberg snapshot.
    `progress` has the offset after the last exported one of each partition that was read.
    `unproven` has the offsets of each partition that were left out because nothing says that they
    are committed, `lost` those that `fail_on_data_loss=False` passed over. `missing` are the
    partitions with progress that the options select and that have no directory under the paths.
    """

    rows: int
    files: int
    bytes: int
    version: int | None
    progress: Progress
    unproven: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


def run_export(job: ExportJob, engine: Engine) -> ExportResult:
    """Export the new records.

    Raises OptionError, SchemaError, ExportTableError, ExportConflictError, DataLossError,
    FileChangedError, and errors of reading.
    """
    job.check()
    table = job.table()
    with table.exclusive():
        job.begin(table)
        table.repair()
        target = table.target(uuid4().hex[:12])
        results = engine.run(job, table, target)
        files = [file for one in results for file in one.files]
        try:
            marks = reached(
                (one for result in results for one in result.ranges),
                fail_on_data_loss=job.fail_on_data_loss,
            )
        except ValueError:
            remove_files(target, files)
            raise
        resumed = {key: mark for one in results for key, mark in one.resumed.items()}
        marks = with_resumed(marks, resumed)
        progress = {key: offset for key, (offset, _) in marks.items()}
        epochs = {key: epoch for key, (_, epoch) in marks.items() if epoch is not None}
        restart = job.restart()
        if restart is not None:
            ranges = (one for result in results for one in result.ranges)
            progress = {**restart.progress(ranges, table.known()), **progress}
            moved = progress
        else:
            # after a loss that is accepted it can be lower than before, or the same in a new epoch
            moved = {
                key: offset
                for key, offset in progress.items()
                if key in resumed
                or (before := table.progress_of(key)) is None
                or before.offset != offset
            }
        # a commit that fails may have happened nevertheless: the files stay
        known = {key: epoch for key, epoch in epochs.items() if key in moved}
        version = table.commit(files, moved, known) if files or moved else None
    return ExportResult(
        sum(one.rows for one in files),
        len(files),
        sum(one.size for one in files),
        version,
        progress,
        {name: count for one in results for name, count in one.unproven.items()},
        {name: count for one in results for name, count in one.lost.items()},
        [key for one in results for key in one.missing],
    )
