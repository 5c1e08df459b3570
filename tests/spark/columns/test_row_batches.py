from __future__ import annotations

from kraft_spark.columns.ddl import parse_columns
from kraft_spark.columns.row_batches import row_batch
from kraft_spark.columns.schemas import ViewColumns, pick

COLUMNS = ViewColumns(parse_columns("a INT, m MAP<STRING, BIGINT>, l ARRAY<BIGINT>, b BINARY"))


def test_what_a_row_lacks_is_null():
    picked = pick(COLUMNS, parse_columns("M MAP<STRING, BIGINT>, a INT, l ARRAY<BIGINT>"), "it")
    rows = [{"a": 1, "m": {"x": 2}, "l": [3]}, {"b": b"not asked for"}]
    found = row_batch(rows, picked)
    found.validate(full=True)
    assert found.to_pylist() == [
        {"M": [("x", 2)], "a": 1, "l": [3]},
        {"M": None, "a": None, "l": None},
    ]
    assert row_batch([], picked).num_rows == 0
