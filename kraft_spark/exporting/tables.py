"""The tables that an export writes: files of tasks, and the commit of files and progress.

Tasks write Parquet files, one for each task and value of the partitioning. Batches are collected to
row groups of some 64 MiB. Names carry the job, so that what a job left that never committed can be
distinguished from committed files.

- Parquet: a folder of the local disk. `_kraft/<number>.json` is the manifest of a commit: its
  files, and how far every partition has come. Renaming it into place is the commit. Files have
  names that readers skip until then; what a crash leaves unpublished, or uncommitted, the next
  export repairs. A lock keeps it to one export at a time.
- Delta: two `txn` actions for each partition, of the offset reached and its epoch. A commit of
  another export that has moved one of them meanwhile makes this one fail, and so does a RESTORE.
- Iceberg: properties `kraft.progress.TOPIC` of the snapshot's summary and of the table, in one
  commit. A snapshot committed meanwhile makes the commit fail.

Every table refuses another partitioning than it was begun with, Parquet also another schema. Delta
and Iceberg tables get columns that they do not have, and nulls where a column is not exported.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
from collections import OrderedDict
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import quote
from uuid import uuid4

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kraft_spark.columns import INT16, INT32, TIMESTAMP
from kraft_spark.exporting.progress import (
    BEGUN,
    FROM_START,
    UNKNOWN,
    Epochs,
    ExportTableError,
    IcebergProgress,
    Progress,
    Snapshot,
    abandoned,
    app_id,
    check_delta,
    delta_progress,
    epoch_id,
    epoch_version,
    iceberg_notes,
    iceberg_summary,
    position_of,
    read_commit,
    read_epoch,
    read_iceberg,
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
"""What a file is partitioned by: names and values as text."""


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
    """Have a file or directory of the local disk written through."""
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
        """Finish or remove what exports left that were killed."""

    def target(self, job: str) -> Target:
        """Return the location of the tasks' files."""

    def progress_of(self, key: str) -> LogPosition | None:
        """Return the position up to which a partition is in the table; raises ExportTableError."""

    def commit(self, files: Sequence[DataFile], progress: Progress, epochs: Epochs) -> int:
        """Add files and progress at once; return the number of the commit or snapshot.

        `epochs` are those of partitions in `progress` of which they are known.

        Raises ExportConflictError.
        """


def _position(table: str, key: str, offset: int | None, epoch: int | None) -> LogPosition | None:
    """Return the position that progress means; raises ExportTableError for UNKNOWN."""
    if offset == UNKNOWN:
        raise ExportTableError(
            f"{table}: the progress of {key} was given up by an export with restartFrom that did "
            "not name it; name it in restartFrom"
        )
    return None if offset in (None, FROM_START) else position_of(key, offset, epoch)


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
        return _DeltaTable(out, compression, file_bytes)
    if table_format == "iceberg":
        return _IcebergTable(out, dict(catalog or {}), compression, file_bytes)
    return _ParquetTable(out, compression, file_bytes)


FILE_SIZE: Final = Option(
    "targetFileSize",
    size(),
    "the size from which on a file is finished and the next one begun",
)
_DELTA_FILE_SIZE: Final = "delta.targetFileSize"
_ICEBERG_FILE_SIZE: Final = "write.target-file-size-bytes"


def _file_bytes(table: str, name: str, properties: Mapping[str, str]) -> int:
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
            _same(self._out, "columns", self._last["schema"], self._schema)
            _same(self._out, "partitioning", self._last["partitionBy"], list(self._by))

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
        return _position(self._out, key, self._progress.get(key), self._epochs.get(key))

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


_TXN_RETENTION: Final = "delta.setTransactionRetentionDuration"
_ATTEMPTS: Final = 10
"""Commits of others between two attempts of an export to commit."""


class _DeltaTable:
    def __init__(self, out: str, compression: str, file_bytes: int | None) -> None:
        self._out = out
        self._compression = compression
        self._file_bytes = file_bytes
        self._by: tuple[str, ...] = ()
        self._schema = pa.schema([])
        self._store, self._root = locate(out)
        self._uri = self._store.local_path(self._root) or out
        self._table: Any = None
        self._added: list[str] = []
        self._known_file_bytes = FILE_BYTES
        self._restarted: Progress | None = None

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        yield

    def begin(
        self, schema: pa.Schema, partition_by: Sequence[str], *, is_restart: bool = False
    ) -> None:
        from deltalake import DeltaTable

        self._by = tuple(partition_by)
        days = [pa.field(DAY, pa.date32())] if DAY in self._by else []
        self._schema = pa.schema([*schema, *days])
        if not DeltaTable.is_deltatable(self._uri):
            return
        self._table = DeltaTable(self._uri)
        configuration = self._table.metadata().configuration
        self._known_file_bytes = _file_bytes(self._out, _DELTA_FILE_SIZE, configuration)
        if _TXN_RETENTION in configuration:
            raise ExportTableError(
                f"{self._out} has the property {_TXN_RETENTION}, which lets Delta forget how far "
                "an export has come; unset it: ALTER TABLE ... UNSET TBLPROPERTIES"
            )
        have = {
            one.name: TableColumn(str(one.type), is_required=not one.nullable)
            for one in self._table.schema().fields
        }
        wanted = {one.name: _delta_type(one) for one in self._schema}
        self._added = new_columns(self._out, have, wanted)
        _same(self._out, "partitioning", self._table.metadata().partition_columns, list(self._by))
        version = self._table.version()
        if is_restart:
            self._restarted = dict.fromkeys(self._logged(version), UNKNOWN)
        else:
            check_delta(self._out, self._store, self._root, version)

    def _logged(self, version: int) -> Progress:
        found = delta_progress(self._store, self._root, version)
        if found is None:
            raise ExportTableError(f"{self._out}: the log has neither all commits nor a checkpoint")
        return found

    def repair(self) -> None:
        """Do nothing: VACUUM removes files that no commit names."""

    def target(self, job: str) -> Target:
        file_bytes = self._file_bytes or self._known_file_bytes
        return Target(self._out, job, self._by, self._compression, file_bytes=file_bytes)

    def known(self) -> Progress:
        if self._table is None:
            return {}
        return self._restarted or self._logged(self._table.version())

    def progress_of(self, key: str) -> LogPosition | None:
        if self._table is None:
            return None
        offset = self._table.transaction_version(app_id(key))
        version = self._table.transaction_version(epoch_id(key))
        return _position(self._out, key, offset, read_epoch(offset or 0, version))

    def commit(self, files: Sequence[DataFile], progress: Progress, epochs: Epochs) -> int:
        from deltalake import CommitProperties, Schema, Transaction
        from deltalake.exceptions import DeltaError
        from deltalake.transaction import create_table_with_add_actions

        progress = {**(self._restarted or {}), **progress}
        actions = [_add_action(one) for one in files]
        properties = CommitProperties(
            # delta-rs would commit on top of a RESTORE: its rules find no conflict in it
            max_commit_retries=0,
            app_transactions=[
                one
                for key, offset in progress.items()
                for one in (
                    Transaction(app_id(key), offset),
                    Transaction(epoch_id(key), epoch_version(offset, epochs.get(key))),
                )
            ],
        )
        schema = Schema.from_arrow(self._schema)
        by = list(self._by)
        for _ in range(_ATTEMPTS):
            try:
                if self._table is None:
                    create_table_with_add_actions(
                        self._uri,
                        schema,
                        actions,
                        mode="error",
                        partition_by=by,
                        commit_properties=properties,
                    )
                    return 0
                self._add_columns(schema)
                self._table.create_write_transaction(
                    actions, "append", schema, by, commit_properties=properties
                )
            except (DeltaError, OSError) as error:
                self._check_overtaken(progress, error)
            else:
                return int(self._table.version()) + 1
        raise ExportConflictError(
            f"{self._out}: other writers committed during all {_ATTEMPTS} attempts"
        )

    def _add_columns(self, schema: Any) -> None:
        """Add the columns that the table does not have, in a separate commit."""
        from deltalake import CommitProperties, DeltaTable

        if self._added:
            fields = [one for one in schema.fields if one.name in self._added]
            LOGGER.info("%s: adds the columns %s", self._out, ", ".join(self._added))
            alone = CommitProperties(max_commit_retries=0)
            self._table.alter.add_columns(fields, commit_properties=alone)
            self._table, self._added = DeltaTable(self._uri), []

    def _check_overtaken(self, progress: Progress, error: Exception) -> None:
        """Go on from the newest version, if what was committed meanwhile allows it."""
        from deltalake import DeltaTable

        if self._table is None:
            raise ExportConflictError(f"{self._out}: {error}") from error
        before = self._table.version()
        self._table = DeltaTable(self._uri)
        if self._table.version() == before:
            raise ExportConflictError(f"{self._out}: {error}") from error
        for number in range(before + 1, self._table.version() + 1):
            commit = read_commit(self._store, self._root, number)
            if commit is None or commit.loses_rows or commit.progress.keys() & progress.keys():
                raise ExportConflictError(
                    f"{self._out}: version {number} was committed while the export ran"
                ) from error


def _delta_type(field: pa.Field) -> str:
    from deltalake import Schema

    (found,) = Schema.from_arrow(pa.schema([field])).fields
    return str(found.type)


def _add_action(file: DataFile) -> Any:
    from deltalake.transaction import AddAction

    stats: dict[str, Any] = {"numRecords": file.rows}
    if file.stats:
        stats["minValues"] = {name: _stat(name, pair[0]) for name, pair in file.stats.items()}
        stats["maxValues"] = {name: _stat(name, pair[1]) for name, pair in file.stats.items()}
    return AddAction(
        quote(file.path, safe="/="),
        file.size,
        dict(file.values),
        int(datetime.now(UTC).timestamp() * 1000),
        True,  # data_change
        json.dumps(stats),
    )


def _stat(name: str, value: int) -> Any:
    if name != "timestamp":
        return value
    return datetime.fromtimestamp(value / 1_000_000, UTC).isoformat(timespec="milliseconds")


_METRICS_DEFAULT: Final = "write.metadata.metrics.default"
_RETRIES: Final = "commit.retry.num-retries"


class _IcebergTable:
    def __init__(
        self, out: str, catalog: dict[str, str], compression: str, file_bytes: int | None
    ) -> None:
        self._name = out
        self._catalog = catalog.pop("name", "default")
        self._properties = catalog
        self._compression = compression
        self._file_bytes = file_bytes
        self._by: tuple[str, ...] = ()
        self._table: Any = None
        self._added: list[pa.Field] = []
        self._known_file_bytes = FILE_BYTES
        self._progress = IcebergProgress({})

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        yield

    def begin(
        self, schema: pa.Schema, partition_by: Sequence[str], *, is_restart: bool = False
    ) -> None:
        from pyiceberg.catalog import load_catalog
        from pyiceberg.exceptions import (
            NamespaceAlreadyExistsError,
            NoSuchTableError,
            TableAlreadyExistsError,
        )

        self._by = tuple(partition_by)
        catalog = load_catalog(self._catalog, **self._properties)
        wanted = pa.schema([one.with_type(INT32) if one.type == INT16 else one for one in schema])
        try:
            self._table = catalog.load_table(self._name)
        except NoSuchTableError:
            with suppress(NamespaceAlreadyExistsError):
                catalog.create_namespace(self._name.rpartition(".")[0])
            try:
                with (
                    catalog.create_table_transaction(
                        self._name, wanted, properties={BEGUN: "1", **_metrics(wanted)}
                    ) as change,
                    change.update_spec() as spec,
                ):
                    for name in self._by:
                        _add_partition(spec, name)
            except TableAlreadyExistsError as error:
                raise ExportConflictError(str(error)) from error
            self._table = catalog.load_table(self._name)
        table = self._table
        self._known_file_bytes = _file_bytes(self._name, _ICEBERG_FILE_SIZE, table.properties)
        have = {
            one.name: TableColumn(str(one.field_type), is_required=one.required)
            for one in table.schema().fields
        }
        self._added = [
            wanted.field(name)
            for name in new_columns(
                self._name, have, {one.name: _iceberg_type(one.type) for one in wanted}
            )
        ]
        parts = [one.name for one in table.spec().fields]
        _same(self._name, "partitioning", parts, list(self._by))
        # a commit that is repeated on top of another export's would add the same records again
        table.metadata.properties[_RETRIES] = "0"
        snapshots = [_snapshot(one) for one in table.metadata.snapshots]
        if is_restart:
            self._progress = abandoned(snapshots, table.properties)
            return
        is_begun = BEGUN in table.properties or (
            # a table of a former release has no mark, but its metrics
            _metrics(pa.schema([one for one in wanted if one.name in have])).items()
            <= table.properties.items()
        )
        self._progress = read_iceberg(
            self._name,
            table.metadata.current_snapshot_id,
            snapshots,
            table.properties,
            partial(_former_snapshots, table),
            is_begun=is_begun,
        )

    def repair(self) -> None:
        """Do nothing: the table's owner removes orphan files."""

    def target(self, job: str) -> Target:
        folder = f"{self._table.location()}/data"
        return Target(
            folder,
            job,
            self._by,
            self._compression,
            keeps_values=True,
            file_bytes=self._file_bytes or self._known_file_bytes,
        )

    def known(self) -> Progress:
        return self._progress.offsets

    def progress_of(self, key: str) -> LogPosition | None:
        known = self._progress
        return _position(self._name, key, known.offsets.get(key), known.epochs.get(key))

    def commit(self, files: Sequence[DataFile], progress: Progress, epochs: Epochs) -> int:
        from pyiceberg.exceptions import CommitFailedException

        folder = self.target("").folder
        try:
            with self._table.transaction() as change:
                if self._added:
                    self._add_columns(change)
                # also without files: a snapshot asserts its parent, properties alone do not
                change.add_files(
                    [f"{folder}/{quote(one.path, safe='/=%')}" for one in files],
                    snapshot_properties=iceberg_summary(self._progress, progress, epochs),
                    check_duplicate_files=False,
                )
                snapshot = _snapshot(change.table_metadata.current_snapshot())
                change.set_properties(iceberg_notes(self._progress, progress, epochs, snapshot))
        except CommitFailedException as error:
            raise ExportConflictError(f"{self._name}: {error}") from error
        return int(self._table.current_snapshot().snapshot_id)

    def _add_columns(self, change: Any) -> None:
        """Add the columns that the table does not have."""
        added = pa.schema(self._added)
        LOGGER.info("%s: adds the columns %s", self._name, ", ".join(added.names))
        with change.update_schema() as update:
            update.union_by_name(added)
        metrics = _metrics(added)
        metrics.pop(_METRICS_DEFAULT)
        change.set_properties(metrics)


_ICEBERG_TYPES: Final = {
    pa.string(): "string",
    pa.binary(): "binary",
    pa.int32(): "int",
    pa.int64(): "long",
    pa.float32(): "float",
    pa.float64(): "double",
    pa.bool_(): "boolean",
    pa.date32(): "date",
    TIMESTAMP: "timestamptz",
}


def _iceberg_type(arrow_type: pa.DataType) -> str | None:
    """Return the Iceberg name of a plain type; None for nested ones, which adding files checks."""
    return _ICEBERG_TYPES.get(arrow_type)


def _snapshot(found: Any) -> Snapshot:
    summary = {} if found.summary is None else dict(found.summary.additional_properties)
    return Snapshot(
        found.snapshot_id,
        found.parent_snapshot_id,
        found.sequence_number or 0,
        found.timestamp_ms,
        summary,
    )


def _former_snapshots(table: Any) -> dict[int, Snapshot]:
    """Return the snapshots, with parents, in the former metadata files that still exist."""
    from pyiceberg.serializers import FromInputFile

    found: dict[int, Snapshot] = {}
    for entry in table.metadata.metadata_log:
        try:
            metadata = FromInputFile.table_metadata(table.io.new_input(entry.metadata_file))
        except OSError:
            continue  # write.metadata.delete-after-commit.enabled removes them
        for one in map(_snapshot, metadata.snapshots):
            # expiration by pyiceberg takes the parent from the oldest snapshot that is kept
            if one.id not in found or found[one.id].parent is None:
                found[one.id] = one
    return found


def _metrics(schema: pa.Schema) -> dict[str, str]:
    """Return properties for column statistics: bounds of keys or headers help no query."""
    plain = [
        one.name
        for one in schema
        if not pa.types.is_nested(one.type) and one.name not in ("key", "value")
    ]
    found = {f"write.metadata.metrics.column.{name}": "truncate(16)" for name in plain}
    return {_METRICS_DEFAULT: "none", **found}


def _add_partition(spec: Any, name: str) -> None:
    from pyiceberg.transforms import DayTransform

    if name == DAY:
        spec.add_field("timestamp", DayTransform(), DAY)
    else:
        spec.add_identity(name)


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


def _same(table: str, what: str, before: Any, now: Any) -> None:
    if before != now:
        raise ExportTableError(f"{table} has the {what} {before}, this export has {now}")
