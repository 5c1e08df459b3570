"""The columns of every view, as Arrow schemas, and those that a user's schema picks.

PySpark's own conversions make Spark's schema of these and Arrow's of a user's; it is imported when
they are called. `row_batch` makes rows of Python a batch.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BYTES: Final = pa.binary()
BOOLEAN: Final = pa.bool_()
INT16: Final = pa.int16()
INT32: Final = pa.int32()
INT64: Final = pa.int64()
TEXT: Final = pa.string()
TIMESTAMP: Final = pa.timestamp("us", tz="UTC")


def list_of(element: pa.DataType) -> pa.DataType:
    """Return a list whose elements have the name that Spark gives them."""
    return pa.list_(pa.field("element", element))


HEADERS: Final = list_of(pa.struct({"key": TEXT, "value": BYTES}))


_DEFAULT: Final = {
    "records": pa.schema(
        {
            "key": BYTES,
            "value": BYTES,
            "topic": TEXT,
            "partition": INT32,
            "offset": INT64,
            "timestamp": TIMESTAMP,
            "timestampType": INT32,
        }
    ),
    "batches": pa.schema(
        {
            "topic": TEXT,
            "partition": INT32,
            "baseOffset": INT64,
            "lastOffset": INT64,
            "count": INT32,
            "baseSequence": INT32,
            "lastSequence": INT32,
            "producerId": INT64,
            "producerEpoch": INT16,
            "partitionLeaderEpoch": INT32,
            "isTransactional": BOOLEAN,
            "isControl": BOOLEAN,
            "deleteHorizonMs": INT64,
            "position": INT64,
            "timestampType": INT32,
            "baseTimestamp": TIMESTAMP,
            "maxTimestamp": TIMESTAMP,
            "sizeInBytes": INT32,
            "magic": INT32,
            "compressionType": TEXT,
            "crc": INT64,
            "isValid": BOOLEAN,
            "source": TEXT,
            "path": TEXT,
        }
    ),
    "metadata": pa.schema(
        {
            "offset": INT64,
            "epoch": INT32,
            "timestamp": TIMESTAMP,
            "recordType": TEXT,
            "recordVersion": INT16,
            "decoded": TEXT,
            "decodeError": TEXT,
            "value": BYTES,
            "isControl": BOOLEAN,
            "source": TEXT,
            "snapshotEndOffset": INT64,
            "snapshotEpoch": INT32,
            "path": TEXT,
        }
    ),
    "control": pa.schema(
        {
            "topic": TEXT,
            "partition": INT32,
            "offset": INT64,
            "epoch": INT32,
            "timestamp": TIMESTAMP,
            "recordType": TEXT,
            "recordVersion": INT16,
            "decoded": TEXT,
            "decodeError": TEXT,
            "value": BYTES,
            "producerId": INT64,
            "producerEpoch": INT16,
            "source": TEXT,
            "snapshotEndOffset": INT64,
            "snapshotEpoch": INT32,
            "path": TEXT,
        }
    ),
    "offsets": pa.schema(
        {
            "groupId": TEXT,
            "topic": TEXT,
            "partition": INT32,
            "topicId": TEXT,
            "committedOffset": INT64,
            "leaderEpoch": INT32,
            "metadata": TEXT,
            "commitTimestamp": TIMESTAMP,
            "expireTimestamp": TIMESTAMP,
            "isTombstone": BOOLEAN,
            "recordType": TEXT,
            "recordVersion": INT16,
            "decodedKey": TEXT,
            "decoded": TEXT,
            "decodeError": TEXT,
            "logTopic": TEXT,
            "logPartition": INT32,
            "recordOffset": INT64,
            "timestamp": TIMESTAMP,
            "producerId": INT64,
            "isTransactional": BOOLEAN,
            "path": TEXT,
        }
    ),
    "transactions": pa.schema(
        {
            "transactionalId": TEXT,
            "producerId": INT64,
            "previousProducerId": INT64,
            "nextProducerId": INT64,
            "producerEpoch": INT16,
            "timeoutMs": INT32,
            "state": TEXT,
            "partitions": list_of(pa.struct({"topic": TEXT, "partition": INT32})),
            "startTimestamp": TIMESTAMP,
            "lastUpdateTimestamp": TIMESTAMP,
            "clientTransactionVersion": INT16,
            "isTombstone": BOOLEAN,
            "recordType": TEXT,
            "recordVersion": INT16,
            "decodedKey": TEXT,
            "decoded": TEXT,
            "decodeError": TEXT,
            "logTopic": TEXT,
            "logPartition": INT32,
            "recordOffset": INT64,
            "timestamp": TIMESTAMP,
            "path": TEXT,
        }
    ),
    "files": pa.schema(
        {
            "path": TEXT,
            "kind": TEXT,
            "topic": TEXT,
            "partition": INT32,
            "topicId": TEXT,
            "sizeInBytes": INT64,
            "modificationTime": TIMESTAMP,
            "baseOffset": INT64,
            "firstOffset": INT64,
            "lastOffset": INT64,
            "endOffset": INT64,
            "minTimestamp": TIMESTAMP,
            "maxTimestamp": TIMESTAMP,
            "batches": INT64,
            "records": INT64,
            "snapshotEndOffset": INT64,
            "snapshotEpoch": INT32,
            "isLastSegment": BOOLEAN,
            "validBytes": INT64,
            "trailingBytes": INT64,
            "trailingKind": TEXT,
            "badRegions": INT64,
            "badBytes": INT64,
            "crcFailures": INT64,
            "offsetGaps": INT64,
            "outOfOrderBatches": INT64,
            "indexMismatches": INT64,
            "timeIndexMismatches": INT64,
            "error": TEXT,
        }
    ),
    "tiers": pa.schema(
        {
            "topic": TEXT,
            "topicId": TEXT,
            "partition": INT32,
            "tier": TEXT,
            "startOffset": INT64,
            "endOffset": INT64,
            "readFrom": INT64,
            "readTo": INT64,
            "state": TEXT,
            "segmentId": TEXT,
            "brokerId": INT32,
            "leaderEpochs": list_of(pa.struct({"epoch": INT32, "startOffset": INT64})),
            "maxTimestamp": TIMESTAMP,
            "eventTimestamp": TIMESTAMP,
            "sizeInBytes": INT64,
            "path": TEXT,
        }
    ),
}
_ON_REQUEST: Final = {
    "records": pa.schema(
        {
            "headers": HEADERS,
            "leaderEpoch": INT32,
            "producerId": INT64,
            "producerEpoch": INT16,
            "sequence": INT32,
            "isTransactional": BOOLEAN,
            "isControl": BOOLEAN,
            "compressionType": TEXT,
            "batchBaseOffset": INT64,
            "position": INT64,
            "path": TEXT,
            "topicId": TEXT,
            "magic": INT32,
            "sizeInBytes": INT32,
            "segment": INT64,
            "logStartOffset": INT64,
            "lastStableOffset": INT64,
            "timestampMs": INT64,
        }
    ),
    "batches": pa.schema(
        {
            "topicId": TEXT,
            "snapshotEndOffset": INT64,
            "snapshotEpoch": INT32,
            "segment": INT64,
            "logStartOffset": INT64,
            "lastStableOffset": INT64,
        }
    ),
    "files": pa.schema(
        {
            "logStartOffset": INT64,
            "lastStableOffset": INT64,
            "openTransactions": list_of(pa.struct({"producerId": INT64, "firstOffset": INT64})),
        }
    ),
    "metadata": pa.schema(
        {
            "key": BYTES,
            "topic": TEXT,
            "partition": INT32,
            "batchBaseOffset": INT64,
            "position": INT64,
        }
    ),
}
DECODED_VALUE: Final = pa.schema({"schemaId": INT32, "decoded": TEXT, "decodeError": TEXT})
"""The columns of option `valueDecoder`."""

DECODED_KEY: Final = pa.schema({"keySchemaId": INT32, "decodedKey": TEXT, "keyDecodeError": TEXT})
"""The columns of option `keyDecoder`."""

STATE_COLUMNS: Final = ("logStartOffset", "lastStableOffset", "openTransactions")
"""Columns with one value for a whole partition, computed only if one is selected."""

_DAMAGE: Final = pa.schema({"errorReason": TEXT, "errorPosition": INT64, "errorLength": INT64})
VIEWS_WITH_DAMAGE: Final = ("records", "metadata", "control", "offsets", "transactions")
"""The views whose rows can be those of damage, in mode PERMISSIVE."""

STATUS: Final = pa.schema(
    {
        "clusterId": TEXT,
        "leaderId": INT32,
        "leaderEpoch": INT32,
        "highWatermark": INT64,
        "nodeId": INT32,
        "directoryId": TEXT,
        "status": TEXT,
        "logEndOffset": INT64,
        "lag": INT64,
        "lastFetchTimestamp": TIMESTAMP,
        "lastCaughtUpTimestamp": TIMESTAMP,
        "endpoints": list_of(pa.struct({"name": TEXT, "host": TEXT, "port": INT32})),
        "observedAt": TIMESTAMP,
    }
)
"""View `status` of `kraft_quorum`."""

SIMULATION: Final = pa.schema(
    {
        "campaign": TEXT,
        "scenario": TEXT,
        "seed": INT64,
        "status": TEXT,
        "invariant": TEXT,
        "step": INT64,
        "virtualTimeMs": INT64,
        "events": INT64,
        "elections": INT64,
        "electionTimesMs": list_of(INT64),
        "commits": INT64,
        "reconfigurations": INT64,
        "digest": TEXT,
        "coverage": pa.map_(TEXT, INT64),
        "wallMs": INT64,
        "codeVersion": TEXT,
        "pythonVersion": TEXT,
        "options": TEXT,
        "error": TEXT,
        "trace": BYTES,
    }
)
"""`kraft_simulation`: a row for each seed; all of it is in the table of a campaign."""

_NONE: Final = pa.schema([])


class SchemaError(ValueError):
    """A schema that requests a column or type that a view lacks."""


@dataclass(frozen=True, slots=True)
class ViewColumns:
    """The columns of a view: `default` without a user's schema, `more` only with one."""

    default: pa.Schema
    more: pa.Schema = _NONE

    @property
    def all(self) -> pa.Schema:
        """Both."""
        return pa.schema([*self.default, *self.more])


@dataclass(frozen=True, slots=True)
class Picked:
    """A column of the result: the column of the view, and the requested name and type."""

    name: str
    column: str
    type: pa.DataType


def view_columns(
    view: str,
    *,
    include_headers: bool = False,
    key_type: str = "binary",
    value_type: str = "binary",
    corrupt_column: str | None = None,
    decoded_values: bool = False,
    decoded_keys: bool = False,
    typed: Sequence[pa.Field] | None = None,
) -> ViewColumns:
    """Return the columns of a view of a log.

    `corrupt_column` is the name of the column for damaged bytes, None in modes without one;
    `typed` are the columns that replace a metadata record's text, or the bytes of a value.
    """
    default, more = list(_DEFAULT[view]), list(_ON_REQUEST.get(view, _NONE))
    if view == "records":
        texts = {"key": key_type == "string", "value": value_type == "string"}
        default = [one.with_type(TEXT) if texts.get(one.name) else one for one in default]
        if include_headers:
            default.append(more.pop(0))
        if decoded_keys:
            default += DECODED_KEY
        if decoded_values:
            default += [one for one in DECODED_VALUE if typed is None or one.name != "decoded"]
    if typed is not None:
        names = [one.name for one in default]
        first, last = names.index("value" if decoded_values else "recordType"), names.index("value")
        taken = {one.name.lower() for one in typed}
        rest = [one for one in default[last + 1 :] if one.name.lower() not in taken]
        before = [one for one in default[:first] if one.name.lower() not in taken]
        default = [*before, *typed, *rest]
        more = [one for one in more if one.name.lower() not in taken]
    if corrupt_column is not None and view in VIEWS_WITH_DAMAGE:
        default += [pa.field(corrupt_column, BYTES), *_DAMAGE]
    return ViewColumns(pa.schema(default), pa.schema(more))


def pick(columns: ViewColumns, wanted: Iterable[pa.Field], view: str) -> tuple[Picked, ...]:
    """Match a user's schema with a view; raises SchemaError for what the view does not have."""
    known = {column.name.lower(): column for column in columns.all}
    picked = []
    for column in wanted:
        found = known.get(column.name.lower())
        if found is None:
            names = ", ".join(columns.all.names)
            raise SchemaError(f"view {view} has no column {column.name}; it has {names}")
        asked = found.type
        if view == "records" and found.name in ("key", "value") and column.type in (TEXT, BYTES):
            asked = column.type
        elif not is_same_type(found.type, column.type):
            raise SchemaError(
                f"column {column.name} of view {view} is {ddl(found.type)}, "
                f"the schema declares {ddl(column.type)}"
            )
        picked.append(Picked(column.name, found.name, asked))
    if not picked:
        # a batch of Arrow made of no columns has no rows: a count would be 0
        names = ", ".join(columns.all.names)
        raise SchemaError(f"the schema has no columns; name one of view {view}: {names}")
    return tuple(picked)


def is_same_type(one: pa.DataType, other: pa.DataType) -> bool:
    """Return True if two types are equal; a user's `NOT NULL` inside of one makes no difference."""
    return str(one).replace(" not null", "") == str(other).replace(" not null", "")


def arrow_schema(picked: Iterable[Picked]) -> pa.Schema:
    """Return the schema of Arrow that every batch of the result has."""
    return pa.schema([(one.name, one.type) for one in picked])


def row_batch(rows: Sequence[dict[str, Any]], picked: tuple[Picked, ...]) -> pa.RecordBatch:
    """Return the selected columns; fields that a row lacks are null.

    Timestamps are microseconds.
    """
    columns = [
        pa.array([_value(row.get(one.column), one.type) for row in rows], one.type)
        for one in picked
    ]
    return pa.RecordBatch.from_arrays(columns, schema=arrow_schema(picked))


def _value(value: Any, arrow_type: pa.DataType) -> Any:
    # Arrow takes a map as a list of pairs
    return value if value is None or not pa.types.is_map(arrow_type) else list(value.items())


def spark_schema(columns: Iterable[pa.Field]) -> Any:
    """Return the columns as a `pyspark.sql.types.StructType`."""
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(pa.schema(list(columns)))


def wanted_columns(schema: Any) -> pa.Schema:
    """Return the columns of a `pyspark.sql.types.StructType`; raises SchemaError."""
    from pyspark.errors import PySparkTypeError
    from pyspark.sql.pandas.types import to_arrow_type

    fields = []
    for field in schema:
        try:
            fields.append((field.name, to_arrow_type(field.dataType, timezone="UTC")))
        except PySparkTypeError:
            type_name = field.dataType.simpleString().upper()
            raise SchemaError(f"column {field.name}: no view has the type {type_name}") from None
    return pa.schema(fields)


def ddl(arrow_type: pa.DataType) -> str:
    """Return a type as Spark's SQL spells it; without PySpark as Arrow does. For errors."""
    try:
        from pyspark.sql.pandas.types import from_arrow_type
    except ImportError:
        return str(arrow_type)
    return str(from_arrow_type(arrow_type).simpleString()).upper()
