"""The views by name: their columns with the fields of schemas, and the reader of their rows.

All readers are imported here but that of values with schemas, which needs the extra `values` and
a registry over HTTP.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from kraft_spark.columns import Picked, ViewColumns, pick, view_columns
from kraft_spark.decoding.arrow_decode import RecordTable
from kraft_spark.decoding.internal_records import TypedRecord
from kraft_spark.log.header_views import BatchReader, FilesReader
from kraft_spark.log.message_views import CoordinatorView, MetadataView
from kraft_spark.log.reading import LogReader
from kraft_spark.log.tiers import TiersReader

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pyarrow as pa

    from kraft_spark.log.options import LogOptions
    from kraft_spark.log.parts import LogPart


class PartsReader(Protocol):
    """Reads parts of files as rows."""

    def read(self, parts: list[LogPart]) -> Iterator[pa.RecordBatch]:
        """Yield the rows of all parts, in order."""


def typed_record(options: LogOptions) -> TypedRecord | None:
    """Return the record type whose fields are columns; raises UnknownRecordTypeError."""
    if options.view != "metadata" or options.record_type is None:
        return None
    return TypedRecord(options.record_type)


def columns_of(options: LogOptions) -> ViewColumns:
    """Return the columns that a read with these options has."""
    typed: Sequence[pa.Field] | None
    if options.value_schema is None:
        record = typed_record(options)
        typed = None if record is None else record.columns
    else:
        from kraft_spark.log.values import typed_values

        values = typed_values(options)
        typed = None if values is None else values.fields
    return view_columns(options.view, typed=typed, **options.column_choices)


def picked_columns(
    options: LogOptions, wanted: Iterable[pa.Field] | None = None
) -> tuple[Picked, ...]:
    """Return the columns of the result: those of a user's schema, or the default ones.

    Raises SchemaError.
    """
    columns = columns_of(options)
    return pick(columns, columns.default if wanted is None else wanted, options.view)


def reader_of(options: LogOptions, picked: tuple[Picked, ...]) -> PartsReader:
    """Return the reader of the view."""
    if options.view == "batches":
        return BatchReader(options, picked)
    if options.view == "files":
        return FilesReader(options, picked)
    if options.uses_schemas:
        from kraft_spark.log.values import decoded_reader

        return decoded_reader(options, picked)
    if options.view == "records":

        def record_table(found: Any, constants: dict[str, Any], _: Any) -> RecordTable:
            return RecordTable(found, constants)

        return LogReader(options, picked, record_table, wants_control=options.include_control)
    if options.view == "tiers":
        return TiersReader(picked)
    if options.view in ("metadata", "control"):
        metadata = MetadataView(options, typed_record(options))
        wants_data = options.view == "metadata"
        return LogReader(options, picked, metadata.table, wants_data=wants_data)
    coordinator = CoordinatorView(options)
    return LogReader(options, picked, coordinator.table, wants_control=False)
