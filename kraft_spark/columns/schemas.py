"""The columns of every view: by default, on request, and those that a user's schema picks.

No pyarrow and no JVM here: a schema is a row of `Column`. `spark_schema` makes the objects of
PySpark, which it imports when it is called; `arrow_types` makes those of Arrow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.columns.ddl import (
    ArrayType,
    Column,
    ColumnType,
    MapType,
    StructType,
    parse_columns,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

VIEWS: Final = (
    "records",
    "batches",
    "metadata",
    "control",
    "offsets",
    "transactions",
    "files",
)
"""What a log can be looked at as."""

HEADERS_TYPE: Final = "ARRAY<STRUCT<key: STRING, value: BINARY>>"

_DEFAULT: Final = {
    "records": """
        key BINARY, value BINARY, topic STRING, partition INT, offset BIGINT, timestamp TIMESTAMP,
        timestampType INT
    """,
    "batches": """
        topic STRING, partition INT, baseOffset BIGINT, lastOffset BIGINT, count INT,
        baseSequence INT, lastSequence INT, producerId BIGINT, producerEpoch SMALLINT,
        partitionLeaderEpoch INT, isTransactional BOOLEAN, isControl BOOLEAN,
        deleteHorizonMs BIGINT, position BIGINT, timestampType INT, baseTimestamp TIMESTAMP,
        maxTimestamp TIMESTAMP, sizeInBytes INT, magic INT, compressionType STRING, crc BIGINT,
        isValid BOOLEAN, source STRING, path STRING
    """,
    "metadata": """
        offset BIGINT, epoch INT, timestamp TIMESTAMP, recordType STRING, recordVersion SMALLINT,
        decoded STRING, decodeError STRING, value BINARY, isControl BOOLEAN, source STRING,
        snapshotEndOffset BIGINT, snapshotEpoch INT, path STRING
    """,
    "control": """
        topic STRING, partition INT, offset BIGINT, epoch INT, timestamp TIMESTAMP,
        recordType STRING, recordVersion SMALLINT, decoded STRING, decodeError STRING,
        value BINARY, producerId BIGINT, producerEpoch SMALLINT, source STRING,
        snapshotEndOffset BIGINT, snapshotEpoch INT, path STRING
    """,
    "offsets": """
        groupId STRING, topic STRING, partition INT, topicId STRING, committedOffset BIGINT,
        leaderEpoch INT, metadata STRING, commitTimestamp TIMESTAMP, expireTimestamp TIMESTAMP,
        isTombstone BOOLEAN, recordType STRING, recordVersion SMALLINT, decodedKey STRING,
        decoded STRING, decodeError STRING, logTopic STRING, logPartition INT,
        recordOffset BIGINT, timestamp TIMESTAMP, producerId BIGINT, isTransactional BOOLEAN,
        path STRING
    """,
    "transactions": """
        transactionalId STRING, producerId BIGINT, previousProducerId BIGINT,
        nextProducerId BIGINT, producerEpoch SMALLINT, timeoutMs INT, state STRING,
        partitions ARRAY<STRUCT<topic: STRING, partition: INT>>, startTimestamp TIMESTAMP,
        lastUpdateTimestamp TIMESTAMP, clientTransactionVersion SMALLINT, isTombstone BOOLEAN,
        recordType STRING, recordVersion SMALLINT, decodedKey STRING, decoded STRING,
        decodeError STRING, logTopic STRING, logPartition INT, recordOffset BIGINT,
        timestamp TIMESTAMP, path STRING
    """,
    "files": """
        path STRING, kind STRING, topic STRING, partition INT, topicId STRING,
        sizeInBytes BIGINT, modificationTime TIMESTAMP, baseOffset BIGINT, firstOffset BIGINT,
        lastOffset BIGINT, endOffset BIGINT, minTimestamp TIMESTAMP, maxTimestamp TIMESTAMP,
        batches BIGINT, records BIGINT, snapshotEndOffset BIGINT, snapshotEpoch INT,
        isLastSegment BOOLEAN, validBytes BIGINT, trailingBytes BIGINT, trailingKind STRING,
        badRegions BIGINT, badBytes BIGINT, crcFailures BIGINT, offsetGaps BIGINT,
        outOfOrderBatches BIGINT, indexMismatches BIGINT, timeIndexMismatches BIGINT,
        error STRING
    """,
}

_ON_REQUEST: Final = {
    "records": f"""
        headers {HEADERS_TYPE}, leaderEpoch INT, producerId BIGINT, producerEpoch SMALLINT,
        sequence INT, isTransactional BOOLEAN, isControl BOOLEAN, compressionType STRING,
        batchBaseOffset BIGINT, position BIGINT, path STRING, topicId STRING, magic INT
    """,
    "batches": "topicId STRING, snapshotEndOffset BIGINT, snapshotEpoch INT",
    "metadata": """
        key BINARY, topic STRING, partition INT, batchBaseOffset BIGINT, position BIGINT
    """,
}

_DAMAGE: Final = "errorReason STRING, errorPosition BIGINT, errorLength BIGINT"
VIEWS_WITH_DAMAGE: Final = ("records", "metadata", "control", "offsets", "transactions")
"""The views whose rows can be those of damage, in mode PERMISSIVE."""


class SchemaError(ValueError):
    """A schema that asks for what a view does not have."""


@dataclass(frozen=True, slots=True)
class ViewColumns:
    """What a view has: `default` without a user's schema, `more` only with one."""

    default: tuple[Column, ...]
    more: tuple[Column, ...] = ()

    @property
    def all(self) -> tuple[Column, ...]:
        """Both."""
        return (*self.default, *self.more)


@dataclass(frozen=True, slots=True)
class Picked:
    """A column of the result: what it is in the view, and the name and type that were asked for."""

    name: str
    column: str
    type: ColumnType


def view_columns(
    view: str,
    *,
    include_headers: bool = False,
    key_type: str = "binary",
    value_type: str = "binary",
    corrupt_column: str | None = None,
    typed: tuple[Column, ...] | None = None,
) -> ViewColumns:
    """Give the columns of a view.

    `corrupt_column` is the name of the column for damaged bytes, None in modes without one;
    `typed` are the columns that stand in place of a metadata record's text.
    """
    default = list(parse_columns(_DEFAULT[view]))
    more = list(parse_columns(_ON_REQUEST.get(view, "")))
    if view == "records":
        types = {"key": key_type, "value": value_type}
        default = [Column(one.name, types.get(one.name, one.type)) for one in default]
        if include_headers:
            default.append(more.pop(0))
    if typed is not None:
        names = [one.name for one in default]
        first, last = names.index("recordType"), names.index("value")
        taken = {one.name.lower() for one in typed}
        rest = [one for one in default[last + 1 :] if one.name.lower() not in taken]
        before = [one for one in default[:first] if one.name.lower() not in taken]
        default = [*before, *typed, *rest]
        more = [one for one in more if one.name.lower() not in taken]
    if corrupt_column is not None and view in VIEWS_WITH_DAMAGE:
        default += [Column(corrupt_column, "binary"), *parse_columns(_DAMAGE)]
    return ViewColumns(tuple(default), tuple(more))


def pick(columns: ViewColumns, wanted: Iterable[Column], view: str) -> tuple[Picked, ...]:
    """Match a user's schema with a view; raises SchemaError for what the view does not have."""
    known = {column.name.lower(): column for column in columns.all}
    picked = []
    for column in wanted:
        found = known.get(column.name.lower())
        if found is None:
            names = ", ".join(one.name for one in columns.all)
            raise SchemaError(f"view {view} has no column {column.name}; it has {names}")
        if not _same_type(found, column.type, view):
            raise SchemaError(
                f"column {column.name} of view {view} is {str(found.type).upper()}, "
                f"the schema asks for {str(column.type).upper()}"
            )
        picked.append(Picked(column.name, found.name, column.type))
    return tuple(picked)


def _same_type(column: Column, wanted: ColumnType, view: str) -> bool:
    if view == "records" and column.name in ("key", "value") and wanted in ("string", "binary"):
        return True
    return str(column.type) == str(wanted)


def wanted_columns(schema: Any) -> tuple[Column, ...]:
    """The columns of a `pyspark.sql.types.StructType`."""
    from kraft_spark.columns.ddl import parse_type  # noqa: PLC0415

    return tuple(Column(field.name, parse_type(field.dataType.simpleString())) for field in schema)


def spark_schema(columns: Iterable[Column]) -> Any:
    """The columns as a `pyspark.sql.types.StructType`."""
    from pyspark.sql import types  # noqa: PLC0415

    primitives = {
        "binary": types.BinaryType,
        "boolean": types.BooleanType,
        "tinyint": types.ByteType,
        "smallint": types.ShortType,
        "int": types.IntegerType,
        "bigint": types.LongType,
        "double": types.DoubleType,
        "string": types.StringType,
        "timestamp": types.TimestampType,
    }

    def converted(one: ColumnType) -> Any:
        if isinstance(one, ArrayType):
            return types.ArrayType(converted(one.element))
        if isinstance(one, MapType):
            return types.MapType(converted(one.key), converted(one.value))
        if isinstance(one, StructType):
            return structure(one.fields)
        return primitives[one]()

    def structure(fields: Iterable[Column]) -> Any:
        return types.StructType(
            [types.StructField(field.name, converted(field.type)) for field in fields]
        )

    return structure(columns)


def arrow_type(column_type: ColumnType) -> Any:
    """The type of Arrow that Spark wants for a column of this type."""
    import pyarrow as pa  # noqa: PLC0415

    if isinstance(column_type, ArrayType):
        return pa.list_(pa.field("element", arrow_type(column_type.element)))
    if isinstance(column_type, MapType):
        return pa.map_(arrow_type(column_type.key), arrow_type(column_type.value))
    if isinstance(column_type, StructType):
        return pa.struct([pa.field(one.name, arrow_type(one.type)) for one in column_type.fields])
    return {
        "binary": pa.binary(),
        "boolean": pa.bool_(),
        "tinyint": pa.int8(),
        "smallint": pa.int16(),
        "int": pa.int32(),
        "bigint": pa.int64(),
        "double": pa.float64(),
        "string": pa.string(),
        "timestamp": pa.timestamp("us", tz="UTC"),
    }[column_type]


def arrow_schema(picked: Iterable[Picked]) -> Any:
    """The schema of Arrow that every batch of the result has."""
    import pyarrow as pa  # noqa: PLC0415

    return pa.schema([pa.field(one.name, arrow_type(one.type)) for one in picked])
