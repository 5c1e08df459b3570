"""Rows of Python as a batch of Arrow, for formats whose rows are few or dear."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from kraft_spark.columns.ddl import MapType
from kraft_spark.columns.schemas import Picked, arrow_schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_spark.columns.ddl import ColumnType


def row_batch(rows: Sequence[dict[str, Any]], picked: tuple[Picked, ...]) -> pa.RecordBatch:
    """The columns that were picked; what a row lacks is null. Timestamps are microseconds."""
    schema = arrow_schema(picked)
    columns = [
        pa.array([_value(row.get(one.column), one.type) for row in rows], field.type)
        for one, field in zip(picked, schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _value(value: Any, column_type: ColumnType) -> Any:
    if value is None or not isinstance(column_type, MapType):
        return value
    return list(value.items())
