"""The columns of a view as options name them, without what a schema or a record type adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_spark.columns import ViewColumns, view_columns

if TYPE_CHECKING:
    import pyarrow as pa

    from kraft_spark.log.options import LogOptions


def plain_columns(options: LogOptions, typed: pa.Schema | None = None) -> ViewColumns:
    """Return the columns of a read; `typed` are the fields of a schema or a record type."""
    return view_columns(
        options.view,
        include_headers=options.include_headers,
        key_type=options.key_format,
        value_type=options.value_format,
        corrupt_column=options.corrupt_column,
        decoded_values=options.value_decoder is not None,
        decoded_keys=options.key_decoder is not None,
        typed=typed,
    )
