"""Delta tables that an export adds to; the only module that imports the package deltalake.

Progress is two `txn` actions for each partition, of the offset reached and its epoch. A commit of
another export that has moved one of them meanwhile makes this one fail, and so does a RESTORE.
"""

from __future__ import annotations

import json
import logging
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import pyarrow as pa
from deltalake import CommitProperties, DeltaTable, Schema, Transaction
from deltalake.exceptions import DeltaError
from deltalake.transaction import AddAction, create_table_with_add_actions

from kraft_spark.exporting.progress import (
    UNKNOWN,
    ExportTableError,
    Progress,
    app_id,
    check_delta,
    delta_progress,
    epoch_id,
    epoch_version,
    read_commit,
    read_epoch,
)
from kraft_spark.exporting.tables import (
    DAY,
    FILE_BYTES,
    ExportConflictError,
    TableColumn,
    Target,
    check_same,
    file_bytes_of,
    new_columns,
    table_position,
)
from kraft_spark.files.store import locate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_spark.exporting.progress import Epochs
    from kraft_spark.exporting.tables import DataFile, ExportTable
    from kraft_spark.log.position import LogPosition

LOGGER: Final = logging.getLogger("kraft_spark.export")
_DELTA_FILE_SIZE: Final = "delta.targetFileSize"


_TXN_RETENTION: Final = "delta.setTransactionRetentionDuration"
_ATTEMPTS: Final = 10
"""Commits of others between two attempts of an export to commit."""


def open_delta(out: str, compression: str, file_bytes: int | None) -> ExportTable:
    """Return the table at a path or URI."""
    return _DeltaTable(out, compression, file_bytes)


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
        self._by = tuple(partition_by)
        days = [pa.field(DAY, pa.date32())] if DAY in self._by else []
        self._schema = pa.schema([*schema, *days])
        if not DeltaTable.is_deltatable(self._uri):
            return
        self._table = DeltaTable(self._uri)
        configuration = self._table.metadata().configuration
        self._known_file_bytes = file_bytes_of(self._out, _DELTA_FILE_SIZE, configuration)
        if _TXN_RETENTION in configuration:
            raise ExportTableError(
                f"{self._out} has the property {_TXN_RETENTION}, which lets Delta delete the "
                "progress of exports; unset it: ALTER TABLE ... UNSET TBLPROPERTIES"
            )
        have = {
            one.name: TableColumn(str(one.type), is_required=not one.nullable)
            for one in self._table.schema().fields
        }
        wanted = {one.name: _delta_type(one) for one in self._schema}
        self._added = new_columns(self._out, have, wanted)
        check_same(
            self._out, "partitioning", self._table.metadata().partition_columns, list(self._by)
        )
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
        return table_position(self._out, key, offset, read_epoch(offset or 0, version))

    def commit(self, files: Sequence[DataFile], progress: Progress, epochs: Epochs) -> int:
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
        if self._added:
            fields = [one for one in schema.fields if one.name in self._added]
            LOGGER.info("%s: adds the columns %s", self._out, ", ".join(self._added))
            alone = CommitProperties(max_commit_retries=0)
            self._table.alter.add_columns(fields, commit_properties=alone)
            self._table, self._added = DeltaTable(self._uri), []

    def _check_overtaken(self, progress: Progress, error: Exception) -> None:
        """Go on from the newest version, if what was committed meanwhile allows it."""
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
    (found,) = Schema.from_arrow(pa.schema([field])).fields
    return str(found.type)


def _add_action(file: DataFile) -> Any:
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
