"""The tables that an export writes: files of tasks, and the commit of files and progress.

Tasks write Parquet files, one for each task and value of the partitioning. Batches are collected to
row groups of some 64 MiB. Names contain the job, so that leftovers of a job that never committed
can be distinguished from committed files.

Parquet is a folder of the local disk. `_kraft/<number>.json` is the manifest of a commit: its
files, and how far every partition has come. Renaming it into place is the commit. Files have names
that readers skip until then; what a crash leaves unpublished, or uncommitted, the next export
repairs. A lock keeps it to one export at a time. The other formats are in `delta_table` and
`iceberg_table`.

Every table refuses another partitioning than it was begun with, Parquet also another schema. Delta
and Iceberg tables get columns that they do not have, and nulls where a column is not exported.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
from collections import OrderedDict
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import quote
from uuid import uuid4

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kraft_spark.columns import TIMESTAMP
from kraft_spark.exporting.progress import (
    FROM_START,
    UNKNOWN,
    Epochs,
    ExportTableError,
    Progress,
    position_of,
)
from kraft_spark.files.store import locate
from kraft_spark.options import Option, OptionError, size

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from kraft_spark.log.position import LogPosition

LOGGER: Final = logging.getLogger("kraft_spark.export")

DAY: Final = "day"
"""A value to partition by: the UTC day of column `timestamp`."""

ROW_GROUP_BYTES: Final = 64 << 20
BUFFERED_BYTES: Final = 128 << 20
FILE_BYTES: Final = 1 << 30
"""The size of files, unless an option or a property of the table gives another."""

OPEN_FILES_MAX: Final = 32
_NULL_FOLDER: Final = "__HIVE_DEFAULT_PARTITION__"
_UNIQUE: Final = ("key", "value", "offset", "timestamp", "decoded", "decodedKey", "headers")
"""Columns with few equal values: a dictionary of them would only cost."""

_WITH_STATS: Final = ("offset", "timestamp", "recordOffset")

Values = tuple[tuple[str, str | None], ...]
"""Partition columns of a file: names and values as text."""


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file that was written; `path` is relative to the folder of the data.

    `stats` are least and greatest value of some columns: numbers, and timestamps in microseconds.
    """

    path: str
    rows: int
    size: int
    values: Values
    stats: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Target:
    """Location and settings of the files that tasks write.

    `folder` is a path or URI. `is_hidden` gives files names that readers skip until they are
    published. `keeps_values` leaves the columns that files are partitioned by in the files too.
    """

    folder: str
    job: str
    partition_by: tuple[str, ...] = ()
    compression: str = "zstd"
    is_hidden: bool = False
    keeps_values: bool = False
    file_bytes: int = FILE_BYTES
    """The size of a file, from which on the next one is begun."""


_HIDDEN: Final = ".parquet.tmp"


def hidden_name(path: str) -> str:
    """Return the hidden path of an unpublished file: Spark, Arrow and globs of tools skip it."""
    folder, _, name = path.rpartition("/")
    return f"{folder}/_{name}.tmp" if folder else f"_{name}.tmp"


@dataclass(slots=True)
class _OpenFile:
    path: str
    values: Values
    stream: Any
    writer: pq.ParquetWriter
    batches: list[pa.RecordBatch] = field(default_factory=list)
    buffered: int = 0


class DataFiles:
    """Writes rows of one schema to files of a target."""

    def __init__(self, target: Target, schema: pa.Schema) -> None:
        self._target = target
        self._store, self._folder = locate(target.folder)
        self._by = target.partition_by
        self._group_bytes = min(ROW_GROUP_BYTES, target.file_bytes)
        names = [
            name for name in schema.names if target.keeps_values or name not in target.partition_by
        ]
        self._schema = pa.schema([schema.field(name) for name in names])
        self._open: OrderedDict[Values, _OpenFile] = OrderedDict()
        self._done: list[DataFile] = []
        self._buffered = 0

    def write(self, batch: pa.RecordBatch) -> None:
        """Write rows to the data files of their partitions."""
        for values, rows in self._split(batch):
            self._add(values, rows.select(self._schema.names))

    def close(self) -> list[DataFile]:
        """Finish all files and return them."""
        while self._open:
            self._finish(next(iter(self._open.values())))
        return self._done

    def abort(self) -> None:
        """Remove the files that were written."""
        for one in self._open.values():
            one.stream.close()
            self._store.remove_file(self._place(one.path))
        for file in self._done:
            self._store.remove_file(self._place(file.path))

    def _place(self, path: str) -> str:
        return f"{self._folder}/{hidden_name(path) if self._target.is_hidden else path}"

    def _split(self, batch: pa.RecordBatch) -> Iterator[tuple[Values, pa.RecordBatch]]:
        if not self._by:
            yield (), batch
            return
        keys = pa.table({name: _key_column(batch, name) for name in self._by})
        groups = keys.group_by(self._by).aggregate([]).to_pylist()
        for group in groups:
            values = tuple((name, _text(group[name])) for name in self._by)
            if len(groups) == 1:
                yield values, batch
                continue
            mask: Any = pa.repeat(pa.scalar(value=True), batch.num_rows)
            for name in self._by:
                column, value = keys[name].combine_chunks(), group[name]
                same = pc.is_null(column) if value is None else pc.equal(column, value)
                mask = pc.and_(mask, pc.fill_null(same, fill_value=False))
            yield values, batch.filter(mask)

    def _add(self, values: Values, rows: pa.RecordBatch) -> None:
        one = self._open.get(values)
        if one is None:
            if len(self._open) == OPEN_FILES_MAX:
                self._finish(next(iter(self._open.values())))
            one = self._open[values] = self._begin(values)
        self._open.move_to_end(values)
        one.batches.append(rows)
        one.buffered += rows.nbytes
        self._buffered += rows.nbytes
        if one.buffered >= self._group_bytes:
            self._flush(one)
        while self._buffered > BUFFERED_BYTES:
            self._flush(max(self._open.values(), key=lambda file: file.buffered))
        if one.stream.tell() >= self._target.file_bytes:
            self._finish(one)

    def _begin(self, values: Values) -> _OpenFile:
        folders = [
            f"{name}={_NULL_FOLDER if value is None else quote(value, safe='._-')}"
            for name, value in values
        ]
        path = "/".join([*folders, f"part-{self._target.job}-{uuid4().hex[:16]}.parquet"])
        stream = self._store.create(self._place(path))
        flat = [one.name for one in self._schema if not pa.types.is_nested(one.type)]
        writer = pq.ParquetWriter(
            stream,
            self._schema,
            compression=self._target.compression,
            use_dictionary=[name for name in flat if name not in _UNIQUE],
            write_statistics=[name for name in flat if name not in ("key", "value")],
        )
        return _OpenFile(path, values, stream, writer)

    def _flush(self, one: _OpenFile) -> None:
        if one.batches:
            table = pa.Table.from_batches(one.batches, self._schema)
            one.writer.write_table(table, row_group_size=max(table.num_rows, 1))
        self._buffered -= one.buffered
        one.batches, one.buffered = [], 0

    def _finish(self, one: _OpenFile) -> None:
        self._flush(one)
        one.writer.close()
        written = one.stream.tell()
        one.stream.close()
        local = self._store.local_path(self._place(one.path))
        if local is not None:
            sync(local)  # the commit that names it must not outlive it
        found = one.writer.file_metadata if hasattr(one.writer, "file_metadata") else None
        metadata = found or pq.read_metadata(self._place(one.path), filesystem=self._store.system())
        self._done.append(
            DataFile(one.path, metadata.num_rows, written, one.values, _stats(metadata))
        )
        del self._open[one.values]


def remove_files(target: Target, files: Iterable[DataFile]) -> None:
    """Remove files of a job that did not commit."""
    store, folder = locate(target.folder)
    for file in files:
        path = hidden_name(file.path) if target.is_hidden else file.path
        store.remove_file(f"{folder}/{path}")


def sync(path: str) -> None:
    """Write a file or directory of the local disk through."""
    handle = os.open(Path(path), os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _key_column(batch: pa.RecordBatch, name: str) -> pa.Array:
    if name == DAY:
        return batch.column("timestamp").cast(pa.timestamp("us")).cast(pa.date32(), safe=False)
    return batch.column(name)


def _text(value: Any) -> str | None:
    if value is None:
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)


def _stats(metadata: pq.FileMetaData) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    names = {metadata.schema.column(n).path: n for n in range(metadata.num_columns)}
    for name in _WITH_STATS:
        if name not in names:
            continue
        pairs = []
        for group in range(metadata.num_row_groups):
            stats = metadata.row_group(group).column(names[name]).statistics
            if stats is None or not stats.has_min_max:
                break  # of a row group without values, or without statistics
            pairs.append((stats.min, stats.max))
        else:
            if pairs:
                least, most = min(pair[0] for pair in pairs), max(pair[1] for pair in pairs)
                found[name] = (_number(least), _number(most))
    return found


def _number(value: Any) -> int:
    return value if isinstance(value, int) else int(pa.scalar(value, TIMESTAMP).value)


FORMATS: Final = ("parquet", "delta", "iceberg")
_MANIFESTS: Final = "_kraft"
_VERSION: Final = 1


class ExportConflictError(ValueError):
    """Another export has committed to the table, or is running."""


class ExportTable(Protocol):
    """A table that exports add to. What `begin` gives is the state that a commit adds to."""

    def exclusive(self) -> Any:
        """Return a context that excludes other exports to it, as far as the format needs that."""

    def begin(
        self, schema: pa.Schema, partition_by: Sequence[str], *, is_restart: bool = False
    ) -> None:
        """Look at the table, make it if need be; raises ExportTableError.

        With `is_restart` its progress is not used: all partitions that it has are of unknown
        progress until a commit says more.
        """

    def known(self) -> Progress:
        """Return the progress of all partitions that are in the table."""

    def repair(self) -> None:
        """Finish or remove leftovers of exports that were killed."""

    def target(self, job: str) -> Target:
        """Return the location of the tasks' files."""

    def progress_of(self, key: str) -> LogPosition | None:
        """Return the position up to which a partition is in the table; raises ExportTableError."""

    def commit(self, files: Sequence[DataFile], progress: Progress, epochs: Epochs) -> int:
        """Add files and progress at once; return the number of the commit or snapshot.

        `epochs` are those of partitions in `progress` of which they are known.

        Raises ExportConflictError.
        """


def table_position(
    table: str, key: str, offset: int | None, epoch: int | None
) -> LogPosition | None:
    """Return the position that progress means; raises ExportTableError for UNKNOWN."""
    if offset == UNKNOWN:
        raise ExportTableError(
            f"{table}: the progress of {key} was given up by an export with restartFrom that did "
            "not name it; name it in restartFrom"
        )
    return None if offset in (None, FROM_START) else position_of(key, offset, epoch)


FILE_SIZE: Final = Option(
    "targetFileSize",
    size(),
    "the size from which on a file is finished and the next one begun",
)


def file_bytes_of(table: str, name: str, properties: Mapping[str, str]) -> int:
    """Return the size of files that a table has as a property; raises ExportTableError."""
    text = properties.get(name)
    if text is None:
        return FILE_BYTES
    try:
        value: int = FILE_SIZE.value(text)
    except OptionError:
        raise ExportTableError(
            f"{table} has the property {name}={text}; expected {FILE_SIZE.kind.allowed}"
        ) from None
    return value


def open_parquet(out: str, compression: str, file_bytes: int | None) -> ExportTable:
    """Return the table in a folder of the local disk."""
    return _ParquetTable(out, compression, file_bytes)


class _ParquetTable:
    def __init__(self, out: str, compression: str, file_bytes: int | None) -> None:
        self._out = out
        self._compression = compression
        self._file_bytes = file_bytes
        self._store, root = locate(out)
        self._root = Path(root)
        self._manifests = self._root / _MANIFESTS
        self._last: dict[str, Any] = {}
        self._progress: Progress = {}
        self._epochs: Epochs = {}
        self._by: tuple[str, ...] = ()
        self._schema: list[list[str]] = []

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        self._manifests.mkdir(parents=True, exist_ok=True)
        with (self._manifests / "lock").open("ab") as lock:
            try:
                # the kernel releases it whenever and however the process ends
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ExportConflictError(f"{self._out}: another export is running") from None
            yield

    def begin(
        self, schema: pa.Schema, partition_by: Sequence[str], *, is_restart: bool = False
    ) -> None:
        self._by = tuple(partition_by)
        self._schema = [[one.name, str(one.type)] for one in schema]
        self._last = self._newest()
        self._progress = self._last.get("progress", {})
        self._epochs = {} if is_restart else self._last.get("epochs", {})
        if is_restart:
            self._progress = dict.fromkeys(self._progress, UNKNOWN)
        if self._last:
            check_same(self._out, "columns", self._last["schema"], self._schema)
            check_same(self._out, "partitioning", self._last["partitionBy"], list(self._by))

    def target(self, job: str) -> Target:
        name = f"{self._number():08}-{job}"
        return Target(
            self._out,
            name,
            self._by,
            self._compression,
            is_hidden=True,
            file_bytes=self._file_bytes or FILE_BYTES,
        )

    def known(self) -> Progress:
        return self._progress

    def progress_of(self, key: str) -> LogPosition | None:
        return table_position(self._out, key, self._progress.get(key), self._epochs.get(key))

    def commit(self, files: Sequence[DataFile], progress: Progress, epochs: Epochs) -> int:
        kept = {key: epoch for key, epoch in self._epochs.items() if key not in progress}
        number = self._number()
        manifest = {
            "version": _VERSION,
            "number": number,
            "committedAt": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "schema": self._schema,
            "partitionBy": list(self._by),
            "files": [{"path": one.path, "rows": one.rows, "bytes": one.size} for one in files],
            "progress": {**self._progress, **progress},
            "epochs": {**kept, **epochs},
        }
        path = self._manifests / f"{number:020}.json"
        for folder in {(self._root / one.path).parent for one in files}:
            sync(str(folder))
        unfinished = path.with_name(f"{path.name}.tmp")
        unfinished.write_bytes(json.dumps(manifest, separators=(",", ":")).encode())
        sync(str(unfinished))
        unfinished.rename(path)
        sync(str(self._manifests))
        self._last = manifest
        self._publish()
        return number

    def _number(self) -> int:
        return int(self._last.get("number", -1)) + 1

    def _newest(self) -> dict[str, Any]:
        names = sorted(self._manifests.glob("*.json"))
        if not names:
            return {}
        found: dict[str, Any] = json.loads(names[-1].read_bytes())
        if found.get("version") != _VERSION:
            raise ExportTableError(f"{names[-1]} has version {found.get('version')}")
        return found

    def _publish(self) -> None:
        for one in self._last.get("files", ()):
            hidden = self._root / hidden_name(one["path"])
            if hidden.exists():
                hidden.rename(self._root / one["path"])

    def repair(self) -> None:
        self._publish()
        for entry in self._store.children(str(self._root), deep=True):
            if entry.is_file and entry.name.startswith("_part-") and entry.name.endswith(_HIDDEN):
                self._store.remove_file(entry.path)


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column that a table has."""

    type: str
    is_required: bool


def new_columns(
    table: str, have: Mapping[str, TableColumn], wanted: Mapping[str, str | None]
) -> list[str]:
    """Return the columns of an export that a table does not have; raises ExportTableError.

    `wanted` are the types by name, None for one that is not compared. Columns of the table that
    the export does not have are null in its rows.
    """
    spelled = {name.lower(): name for name in have}
    for name, column_type in wanted.items():
        known = have.get(name)
        if known is None and name.lower() in spelled:
            raise ExportTableError(
                f"{table} has a column {spelled[name.lower()]}, the export {name}: to Spark, "
                "names that differ only in case are one column"
            )
        if known is not None and column_type is not None and known.type != column_type:
            raise ExportTableError(
                f"{table} has the columns {name} {known.type}, this export has {name} {column_type}"
            )
    required = [name for name, one in have.items() if one.is_required and name not in wanted]
    if required:
        raise ExportTableError(
            f"{table} has the columns {', '.join(required)}, which cannot be null and which this "
            "export does not have"
        )
    return [name for name in wanted if name not in have]


def check_same(table: str, what: str, before: Any, now: Any) -> None:
    """Raise ExportTableError where a table was begun differently."""
    if before != now:
        raise ExportTableError(f"{table} has the {what} {before}, this export has {now}")
