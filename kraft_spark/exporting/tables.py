"""The tables that an export writes, and the commit that puts data and progress in place at once.

- Parquet: a folder. `_kraft/<number>.json` is the manifest of a commit: its files, and how far
  every partition has come. Renaming it into place is the commit. Files have names that readers pass
  over until then; what a crash leaves unpublished, or uncommitted, the next export repairs. One
  export at a time: a lock on the local disk, on object stores the caller sees to it. There, where
  nothing is renamed, files have their names at once.
- Delta: `txn` actions, one for each partition, whose version is the offset reached. A commit of
  another export that has moved one of them meanwhile makes this one fail.
- Iceberg: property `kraft.progress` of the snapshot. A snapshot that came meanwhile makes the
  commit fail.

Every table refuses another schema or partitioning than it was begun with.
"""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import quote

import pyarrow as pa

from kraft_spark.columns import INT16, INT32
from kraft_spark.exporting.data_files import DAY, DataFile, Target, hidden_name, sync
from kraft_spark.files.store import locate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kraft_spark.exporting.increments import Progress

FORMATS: Final = ("parquet", "delta", "iceberg")
_MANIFESTS: Final = "_kraft"
_VERSION: Final = 1


class ExportTableError(ValueError):
    """A table that cannot take what is exported."""


class ExportConflictError(ValueError):
    """Another export has committed to the table, or is running."""


class ExportTable(Protocol):
    """A table that exports add to. What `begin` gives is the state that a commit adds to."""

    def exclusive(self) -> Any:
        """A context in which nobody else exports to it, as far as the format needs that."""

    def begin(self, schema: pa.Schema, partition_by: Sequence[str]) -> None:
        """Look at the table, make it if need be; raises ExportTableError."""

    def repair(self) -> None:
        """Finish or remove what exports left that were killed."""

    def target(self, job: str) -> Target:
        """Where tasks write."""

    def progress_of(self, key: str) -> int | None:
        """The offset up to which a partition is in the table."""

    def commit(self, files: Sequence[DataFile], progress: Progress) -> int:
        """Add files and progress at once; return the number of the commit or snapshot.

        Raises ExportConflictError.
        """


def open_table(
    table_format: str, out: str, catalog: Mapping[str, str] | None, compression: str
) -> ExportTable:
    """The table at a path or URI; of Iceberg by its name in a catalog with these properties."""
    if table_format == "delta":
        return _DeltaTable(out, compression)
    if table_format == "iceberg":
        return _IcebergTable(out, dict(catalog or {}), compression)
    return _ParquetTable(out, compression)


class _ParquetTable:
    def __init__(self, out: str, compression: str) -> None:
        self._out = out
        self._compression = compression
        self._store, self._root = locate(out)
        self._is_local = self._store.local_path(self._root) is not None
        self._last: dict[str, Any] = {}
        self._by: tuple[str, ...] = ()
        self._schema: list[list[str]] = []

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        if not self._is_local:
            yield
            return
        folder = Path(self._root) / _MANIFESTS
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("ab") as lock:
            try:
                # the kernel lets go of it when the process ends, however it ends
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ExportConflictError(f"{self._out}: another export is running") from None
            yield

    def begin(self, schema: pa.Schema, partition_by: Sequence[str]) -> None:
        self._by = tuple(partition_by)
        self._schema = [[one.name, str(one.type)] for one in schema]
        self._last = self._newest()
        if self._last:
            _same(self._out, "columns", self._last["schema"], self._schema)
            _same(self._out, "partitioning", self._last["partitionBy"], list(self._by))

    def target(self, job: str) -> Target:
        name = f"{self._number():08}-{job}"
        return Target(self._out, name, self._by, self._compression, is_hidden=self._is_local)

    def progress_of(self, key: str) -> int | None:
        found: int | None = self._last.get("progress", {}).get(key)
        return found

    def commit(self, files: Sequence[DataFile], progress: Progress) -> int:
        number = self._number()
        manifest = {
            "version": _VERSION,
            "number": number,
            "committedAt": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "schema": self._schema,
            "partitionBy": list(self._by),
            "files": [{"path": one.path, "rows": one.rows, "bytes": one.size} for one in files],
            "progress": {**self._last.get("progress", {}), **progress},
        }
        path = f"{self._root}/{_MANIFESTS}/{number:020}.json"
        content = json.dumps(manifest, separators=(",", ":")).encode()
        if self._is_local:
            for folder in {os.path.dirname(f"{self._root}/{one.path}") for one in files}:  # noqa: PTH120
                sync(folder)
            unfinished = Path(f"{path}.tmp")
            unfinished.write_bytes(content)
            sync(str(unfinished))
            unfinished.rename(path)
            sync(f"{self._root}/{_MANIFESTS}")
        else:
            with self._store.create(path) as stream:
                stream.write(content)
        self._last = manifest
        self._publish()
        return number

    def _number(self) -> int:
        return int(self._last.get("number", -1)) + 1

    def _newest(self) -> dict[str, Any]:
        names = [
            one.path
            for one in self._store.children(f"{self._root}/{_MANIFESTS}")
            if one.name.endswith(".json")
        ]
        if not names:
            return {}
        found: dict[str, Any] = json.loads(self._store.read_all(max(names)))
        if found.get("version") != _VERSION:
            raise ExportTableError(f"{max(names)} is of version {found.get('version')}")
        return found

    def _publish(self) -> None:
        if self._is_local:
            for one in self._last.get("files", ()):
                hidden = Path(f"{self._root}/{hidden_name(one['path'])}")
                if hidden.exists():
                    hidden.rename(f"{self._root}/{one['path']}")

    def repair(self) -> None:
        self._publish()
        counts = {f"{self._root}/{one['path']}" for one in self._last.get("files", ())}
        begun = f"part-{self._number():08}-"
        for entry in self._store.children(self._root, deep=True):
            if not entry.is_file or f"/{_MANIFESTS}/" in entry.path or entry.path in counts:
                continue
            is_hidden = entry.name.startswith("_part-") and entry.name.endswith(".parquet.tmp")
            if is_hidden or (not self._is_local and entry.name.startswith(begun)):
                self._store.remove_file(entry.path)


class _DeltaTable:
    def __init__(self, out: str, compression: str) -> None:
        self._out = out
        self._compression = compression
        self._by: tuple[str, ...] = ()
        self._schema = pa.schema([])
        store, path = locate(out)
        self._uri = store.local_path(path) or out
        self._table: Any = None

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        yield

    def begin(self, schema: pa.Schema, partition_by: Sequence[str]) -> None:
        from deltalake import DeltaTable  # noqa: PLC0415

        self._by = tuple(partition_by)
        days = [pa.field(DAY, pa.date32())] if DAY in self._by else []
        self._schema = pa.schema([*schema, *days])
        if not DeltaTable.is_deltatable(self._uri):
            return
        self._table = DeltaTable(self._uri)
        columns = [[one.name, str(one.type.type)] for one in self._table.schema().fields if one]
        wanted = [[one.name, _delta_type(one)] for one in self._schema]
        _same(self._out, "columns", _names(columns), _names(wanted))
        _same(self._out, "partitioning", self._table.metadata().partition_columns, list(self._by))

    def repair(self) -> None:
        """Nothing: VACUUM removes files that no commit names."""

    def target(self, job: str) -> Target:
        return Target(self._out, job, self._by, self._compression)

    def progress_of(self, key: str) -> int | None:
        found: int | None = (
            None if self._table is None else self._table.transaction_version(f"kraft/{key}")
        )
        return found

    def commit(self, files: Sequence[DataFile], progress: Progress) -> int:
        from deltalake import CommitProperties, DeltaTable, Schema, Transaction  # noqa: PLC0415
        from deltalake.exceptions import DeltaError  # noqa: PLC0415
        from deltalake.transaction import create_table_with_add_actions  # noqa: PLC0415

        actions = [_add_action(one) for one in files]
        properties = CommitProperties(
            app_transactions=[
                Transaction(f"kraft/{key}", offset) for key, offset in progress.items()
            ]
        )
        schema = Schema.from_arrow(self._schema)
        by = list(self._by)
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
            else:
                self._table.create_write_transaction(
                    actions, "append", schema, by, commit_properties=properties
                )
        except (DeltaError, OSError) as error:
            raise ExportConflictError(f"{self._out}: {error}") from error
        return int(DeltaTable(self._uri).version())


def _delta_type(field: pa.Field) -> str:
    from deltalake import Schema  # noqa: PLC0415

    (found,) = Schema.from_arrow(pa.schema([field])).fields
    return str(found.type)


def _names(columns: list[list[str]]) -> list[str]:
    return [name for name, _ in columns]


def _add_action(file: DataFile) -> Any:
    from deltalake.transaction import AddAction  # noqa: PLC0415

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


_ICEBERG_PROGRESS: Final = "kraft.progress"
_RETRIES: Final = "commit.retry.num-retries"


class _IcebergTable:
    def __init__(self, out: str, catalog: dict[str, str], compression: str) -> None:
        self._name = out
        self._catalog = catalog.pop("name", "default")
        self._properties = catalog
        self._compression = compression
        self._by: tuple[str, ...] = ()
        self._table: Any = None
        self._progress: Progress = {}

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        yield

    def begin(self, schema: pa.Schema, partition_by: Sequence[str]) -> None:
        from pyiceberg.catalog import load_catalog  # noqa: PLC0415
        from pyiceberg.exceptions import (  # noqa: PLC0415
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
                        self._name, wanted, properties=_metrics(wanted)
                    ) as change,
                    change.update_spec() as spec,
                ):
                    for name in self._by:
                        _add_partition(spec, name)
            except TableAlreadyExistsError as error:
                raise ExportConflictError(str(error)) from error
            self._table = catalog.load_table(self._name)
        table = self._table
        _same(self._name, "columns", [one.name for one in table.schema().fields], wanted.names)
        parts = [one.name for one in table.spec().fields]
        _same(self._name, "partitioning", parts, list(self._by))
        # a commit that is repeated on top of another export's would add the same records again
        table.metadata.properties[_RETRIES] = "0"
        self._progress = _snapshot_progress(table)

    def repair(self) -> None:
        """Nothing: the removal of orphan files is a job of the table's owner."""

    def target(self, job: str) -> Target:
        folder = f"{self._table.location()}/data"
        return Target(folder, job, self._by, self._compression, keeps_values=True)

    def progress_of(self, key: str) -> int | None:
        return self._progress.get(key)

    def commit(self, files: Sequence[DataFile], progress: Progress) -> int:
        from pyiceberg.exceptions import CommitFailedException  # noqa: PLC0415

        folder = self.target("").folder
        note = json.dumps({**self._progress, **progress}, separators=(",", ":"))
        try:
            self._table.add_files(
                [f"{folder}/{quote(one.path, safe='/=%')}" for one in files],
                snapshot_properties={_ICEBERG_PROGRESS: note},
                check_duplicate_files=False,
            )
        except CommitFailedException as error:
            raise ExportConflictError(f"{self._name}: {error}") from error
        return int(self._table.current_snapshot().snapshot_id)


def _metrics(schema: pa.Schema) -> dict[str, str]:
    """Which statistics manifests have: nobody looks for a key or a header by its least one."""
    plain = [
        one.name
        for one in schema
        if not pa.types.is_nested(one.type) and one.name not in ("key", "value")
    ]
    found = {f"write.metadata.metrics.column.{name}": "truncate(16)" for name in plain}
    return {"write.metadata.metrics.default": "none", **found}


def _add_partition(spec: Any, name: str) -> None:
    from pyiceberg.transforms import DayTransform  # noqa: PLC0415

    if name == DAY:
        spec.add_field("timestamp", DayTransform(), DAY)
    else:
        spec.add_identity(name)


def _snapshot_progress(table: Any) -> Progress:
    """The progress of the newest snapshot that has any: other writers make snapshots too."""
    snapshot = table.current_snapshot()
    while snapshot is not None:
        note = None if snapshot.summary is None else snapshot.summary.get(_ICEBERG_PROGRESS)
        if note is not None:
            found: Progress = json.loads(note)
            return found
        parent = snapshot.parent_snapshot_id
        snapshot = None if parent is None else table.snapshot_by_id(parent)
    return {}


def _same(table: str, what: str, before: Any, now: Any) -> None:
    if before != now:
        raise ExportTableError(f"{table} has the {what} {before}, this export has {now}")
