"""View `metadata` written: one snapshot of the metadata log, by one task.

The header and the footer are the writer's own; KRAFT_VERSION and KRAFT_VOTERS of the rows go into
the header's batch, as Kafka's RecordsSnapshotWriter has them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from kraft_spark.columns import (
    BOOLEAN,
    BYTES,
    INT16,
    INT32,
    INT64,
    TEXT,
    TIMESTAMP,
    SchemaError,
    ddl,
)
from kraft_spark.decoding.internal_records import SECRET_TYPES
from kraft_spark.writing.job_folder import JobFolder
from kraft_spark.writing.log_writer import CommitError
from kraft_wire.errors import WireError
from kraft_wire.json_form import from_json
from kraft_wire.messages import (
    SnapshotFooterRecord,
    SnapshotHeaderRecord,
    kafka_messages,
    message_class,
)
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.control import (
    ControlRecordType,
    decode_control_record,
    encode_control_record,
)
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    decode_or_keep_metadata_record,
    encode_metadata_record,
)
from kraft_wire.registry import type_name
from kraft_wire.secrets import REDACTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_spark.log.options import WriteOptions
    from kraft_wire.message import Message

Row = dict[str, Any]

_TYPES: Final = {
    "value": (BYTES,),
    "recordType": (TEXT,),
    "recordVersion": (INT16, INT32),
    "decoded": (TEXT,),
    "isControl": (BOOLEAN,),
    "offset": (INT64,),
    "timestamp": (TIMESTAMP,),
}
_BATCH_BYTES_MAX: Final = 8 << 20
_CONTROL_NAMES: Final = frozenset(one.name for one in ControlRecordType)
_KEPT: Final = {"KRAFT_VERSION": "KRaftVersionRecord", "KRAFT_VOTERS": "VotersRecord"}


class UnwritableRowError(ValueError):
    """A row that cannot become a record."""


@dataclass(frozen=True, slots=True)
class WrittenSnapshot:
    """The rows and the file that one task prepared."""

    rows: int
    path: str | None = None


def check_columns(columns: pa.Schema) -> None:
    """Raise SchemaError if the records have neither a column of bytes nor one of text."""
    names = {column.name: column.type for column in columns}
    for name, allowed in _TYPES.items():
        if name in names and names[name] not in allowed:
            raise SchemaError(f"column {name} must be {' or '.join(map(ddl, allowed))}")
    if "value" not in names and not {"recordType", "recordVersion", "decoded"} <= set(names):
        raise SchemaError("column value is missing, or recordType, recordVersion and decoded are")


class SnapshotWriter:
    """Prepares a snapshot in a directory of the job's own, and moves it when it is written."""

    def __init__(self, options: WriteOptions, job: str, *, overwrite: bool) -> None:
        self._options = options
        self._overwrite = overwrite
        self._folder = JobFolder(options.path, job)
        self._store, self._root = self._folder.store, self._folder.root
        end, epoch = options.snapshot_end_offset or 0, options.snapshot_epoch or 0
        self._epoch = epoch
        self._name = f"{end:020}-{epoch:010}.checkpoint"

    def write(self, batches: Iterable[pa.RecordBatch], attempt: str) -> WrittenSnapshot:
        """Write the rows of one task; raises UnwritableRowError."""
        rows = [row for batch in batches for row in _rows(batch)]
        if not rows:
            return WrittenSnapshot(0)
        _check_order(rows)
        control = [message for row in rows if (message := _control(row)) is not None]
        values = [_value(row) for row in rows if not _is_control(row)]
        path = f"{self._folder.path}/{attempt}/{self._name}"
        with self._store.create(path) as stream:
            for batch in snapshot_batches(control, values, self._epoch, _newest(rows)):
                stream.write(batch)
        return WrittenSnapshot(len(rows), path)

    def commit(self, written: list[WrittenSnapshot]) -> None:
        """Put the snapshot in its place; raises CommitError where not exactly one task wrote."""
        made = [one.path for one in written if one.path is not None]
        if len(made) != 1:
            raise CommitError(
                f"{len(made)} tasks had rows, a snapshot is written by one; "
                "use kraft_spark.write_snapshot(df, path, end_offset, epoch)"
            )
        to = f"{self._root}/{self._name}"
        if self._store.entry(to) is not None and not self._overwrite:
            raise CommitError(f"{self._store.uri(to)} already exists")
        self._store.move(made[0], to)
        self.abort()

    def abort(self) -> None:
        """Remove what tasks prepared."""
        self._folder.remove()


def snapshot_batches(
    control: list[Message], values: list[bytes], epoch: int, timestamp: int
) -> Iterator[bytes]:
    """Yield the batches of a snapshot: header and control records, metadata records, footer."""
    header = SnapshotHeaderRecord(version=0, last_contained_log_timestamp=timestamp)
    builder = _builder(0, epoch, is_control=True)
    for message in (header, *control):
        builder.append(timestamp, *encode_control_record(message))
    offset = 1 + len(control)
    yield builder.build()
    builder = _builder(offset, epoch)
    for value in values:
        if builder.count and builder.size + len(value) > _BATCH_BYTES_MAX:
            yield builder.build()
            builder = _builder(offset, epoch)
        builder.append(timestamp, None, value)
        offset += 1
    if builder.count:
        yield builder.build()
    builder = _builder(offset, epoch, is_control=True)
    footer = SnapshotFooterRecord(version=0)
    builder.append(timestamp, *encode_control_record(footer))
    yield builder.build()


def _builder(offset: int, epoch: int, *, is_control: bool = False) -> RecordBatchBuilder:
    return RecordBatchBuilder(
        base_offset=offset, partition_leader_epoch=epoch, is_control=is_control
    )


def _rows(batch: pa.RecordBatch) -> list[Row]:
    found = {}
    for name in _TYPES:
        index = batch.schema.get_field_index(name)
        if index >= 0:
            column = batch.column(index)
            found[name] = (column.cast(pa.int64()) if name == "timestamp" else column).to_pylist()
    return [dict(zip(found, values, strict=True)) for values in zip(*found.values(), strict=True)]


def _check_order(rows: list[Row]) -> None:
    last = -1
    for row in rows:
        offset = row.get("offset")
        if offset is None:
            continue
        if offset <= last:
            raise UnwritableRowError(
                f"offset {offset} after {last}: sort by offset, and take the rows of one snapshot"
            )
        last = offset


def _newest(rows: list[Row]) -> int:
    """Return the newest timestamp of the rows in milliseconds, 0 where there is none."""
    return max(
        (one // 1000 for row in rows if (one := row.get("timestamp")) is not None), default=0
    )


def _is_control(row: Row) -> bool:
    marked = row.get("isControl")
    return row.get("recordType") in _CONTROL_NAMES if marked is None else bool(marked)


def _control(row: Row) -> Message | None:
    """Return the message of a control record that is kept, None for other rows."""
    kept = _KEPT.get(row.get("recordType") or "")
    if not _is_control(row) or kept is None:
        return None
    if row.get("value") is not None:
        key = ControlRecordType[row["recordType"]].to_bytes(4)
        try:
            return decode_control_record(_Bytes(key, row["value"])).message
        except WireError as error:
            raise UnwritableRowError(
                f"a {row['recordType']} that does not decode: {error}"
            ) from None
    return _from_text(row, kept, 0)


@dataclass(frozen=True, slots=True)
class _Bytes:
    key: bytes
    value: bytes


def _value(row: Row) -> bytes:
    """Return the bytes of a metadata record."""
    value: bytes | None = row.get("value")
    try:
        if value is not None:
            decode_or_keep_metadata_record(value)
            return value
        version = row.get("recordVersion")
        name = _class_name(row.get("recordType"))
        if name is None or version is None or row.get("decoded") is None:
            raise UnwritableRowError(
                f"a row without value and without text: {row.get('recordType')}"
            )
        return encode_metadata_record(MetadataRecord(_from_text(row, name, version), version))
    except WireError as error:
        raise UnwritableRowError(f"{row.get('recordType')}: {error}") from None


def _from_text(row: Row, name: str, version: int) -> Message:
    text = row.get("decoded")
    try:
        form = json.loads(text or "")
        if row.get("recordType") in SECRET_TYPES and REDACTED in form.values():
            raise UnwritableRowError(
                f"a {row['recordType']} without its secret: read with includeSecrets=true"
            )
        return from_json(message_class(name), form, version)
    except (WireError, ValueError, AttributeError) as error:
        if isinstance(error, UnwritableRowError):
            raise
        raise UnwritableRowError(f"{row.get('recordType')}: {error}") from None


def _class_name(record_type: str | None) -> str | None:
    """Return the class of a metadata record by the name in its row."""
    for name, entry in kafka_messages().entries.items():
        if entry.kind == "metadata" and record_type in (type_name(name), name):
            return name
    return None
