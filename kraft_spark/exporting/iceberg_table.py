"""Iceberg tables that an export adds to; the only module that imports the package pyiceberg.

Progress is properties `kraft.progress.TOPIC` of the snapshot's summary and of the table, in one
commit. A snapshot committed meanwhile makes the commit fail.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import pyarrow as pa
from pyiceberg.catalog import load_catalog
from pyiceberg.exceptions import (
    CommitFailedException,
    NamespaceAlreadyExistsError,
    NoSuchTableError,
    TableAlreadyExistsError,
)
from pyiceberg.serializers import FromInputFile
from pyiceberg.transforms import DayTransform

from kraft_spark.columns import INT16, INT32, TIMESTAMP
from kraft_spark.exporting.progress import (
    BEGUN,
    IcebergProgress,
    Snapshot,
    abandoned,
    iceberg_notes,
    iceberg_summary,
    read_iceberg,
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

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_spark.exporting.progress import Epochs, Progress
    from kraft_spark.exporting.tables import DataFile, ExportTable
    from kraft_spark.log.position import LogPosition

LOGGER: Final = logging.getLogger("kraft_spark.export")
_ICEBERG_FILE_SIZE: Final = "write.target-file-size-bytes"


_METRICS_DEFAULT: Final = "write.metadata.metrics.default"
_RETRIES: Final = "commit.retry.num-retries"


def open_iceberg(
    out: str, catalog: dict[str, str], compression: str, file_bytes: int | None
) -> ExportTable:
    """Return the table of this name in a catalog with these properties."""
    return _IcebergTable(out, catalog, compression, file_bytes)


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
        self._known_file_bytes = file_bytes_of(self._name, _ICEBERG_FILE_SIZE, table.properties)
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
        check_same(self._name, "partitioning", parts, list(self._by))
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
        return table_position(self._name, key, known.offsets.get(key), known.epochs.get(key))

    def commit(self, files: Sequence[DataFile], progress: Progress, epochs: Epochs) -> int:
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
    if name == DAY:
        spec.add_field("timestamp", DayTransform(), DAY)
    else:
        spec.add_identity(name)
