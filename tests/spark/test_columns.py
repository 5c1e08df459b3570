from __future__ import annotations

import subprocess
import sys

import pyarrow as pa
import pytest

from kraft_spark.columns import (
    SIMULATION,
    Picked,
    SchemaError,
    ViewColumns,
    arrow_schema,
    pick,
    row_batch,
    spark_schema,
    view_columns,
    wanted_columns,
)
from kraft_spark.log.options import VIEWS
from kraft_spark.seeds.simulation import SeedWork
from tests.spark.ddl import schema_of


def names(columns):
    return [column.name for column in columns]


def test_records_begin_like_the_kafka_source_of_spark():
    assert names(view_columns("records").default) == [
        "key",
        "value",
        "topic",
        "partition",
        "offset",
        "timestamp",
        "timestampType",
    ]


@pytest.mark.parametrize("view", VIEWS)
def test_no_name_is_used_twice(view):
    every = names(view_columns(view, include_headers=True, corrupt_column="_c").all)
    assert len(every) == len({name.lower() for name in every})


def test_headers_move_to_the_default_columns():
    columns = view_columns("records", include_headers=True)
    assert columns.default[-1].name == "headers"
    assert "headers" not in names(columns.more)
    assert "headers" in names(view_columns("records").more)


def test_text_in_place_of_bytes():
    columns = view_columns("records", key_type="string").default
    assert columns.types[:2] == [pa.string(), pa.binary()]


def test_columns_for_damage_come_last():
    default = view_columns("control", corrupt_column="bad").default
    assert names(default)[-4:] == ["bad", "errorReason", "errorPosition", "errorLength"]
    assert "errorReason" not in names(view_columns("batches", corrupt_column="bad").all)


def test_typed_columns_replace_the_text():
    typed = schema_of("partitionId INT, key STRING")
    columns = view_columns("metadata", typed=typed)
    assert names(columns.default) == [
        "offset",
        "epoch",
        "timestamp",
        "partitionId",
        "key",
        "isControl",
        "source",
        "snapshotEndOffset",
        "snapshotEpoch",
        "path",
    ]
    assert "key" not in names(columns.more)


def test_a_schema_picks_in_its_own_order_and_spelling():
    picked = pick(view_columns("records"), schema_of("PATH STRING, Offset BIGINT"), "records")
    assert picked == (
        Picked("PATH", "path", pa.string()),
        Picked("Offset", "offset", pa.int64()),
    )
    assert arrow_schema(picked).names == ["PATH", "Offset"]


def test_a_value_may_be_asked_for_as_text():
    picked = pick(view_columns("records"), schema_of("value STRING"), "records")
    assert picked[0].type == pa.string()


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("nope STRING", "no column nope"),
        (
            "offset INT",
            r"offset of view records is (BIGINT|int64), the schema declares (INT|int32)$",
        ),
        ("topic BINARY", "topic"),
        ("headers ARRAY<STRUCT<key: STRING, value: STRING>>", "headers"),
        ("headers ARRAY<STRUCT<KEY: STRING, value: BINARY>>", "headers"),
    ],
)
def test_schema_that_does_not_fit_the_view_is_refused(schema, words):
    with pytest.raises(SchemaError, match=words):
        pick(view_columns("records"), schema_of(schema), "records")


@pytest.mark.parametrize("view", VIEWS)
def test_schema_without_columns_is_refused(view):
    with pytest.raises(SchemaError, match=f"the schema has no columns; name one of view {view}: "):
        pick(view_columns(view), pa.schema([]), view)


def test_options_load_no_arrow_and_no_spark():
    code = (
        "import sys, kraft_spark.log.options, kraft_spark.seeds.simulation;"
        "print([n for n in ('pyarrow', 'numpy', 'pyspark') if n in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


COLUMNS = ViewColumns(schema_of("a INT, m MAP<STRING, BIGINT>, l ARRAY<BIGINT>, b BINARY"))


def test_missing_row_values_are_null():
    picked = pick(COLUMNS, schema_of("M MAP<STRING, BIGINT>, a INT, l ARRAY<BIGINT>"), "it")
    rows = [{"a": 1, "m": {"x": 2}, "l": [3]}, {"b": b"not asked for"}]
    found = row_batch(rows, picked)
    found.validate(full=True)
    assert found.to_pylist() == [
        {"M": [("x", 2)], "a": 1, "l": [3]},
        {"M": None, "a": None, "l": None},
    ]
    assert row_batch([], picked).num_rows == 0


def test_every_value_of_a_simulated_run_has_a_column():
    row = SeedWork(max_steps=1)(0)
    assert set(SIMULATION.names) - set(row) == {"trace"}
    assert set(row) <= set(SIMULATION.names)


@pytest.mark.spark
@pytest.mark.parametrize("view", VIEWS)
def test_spark_and_arrow_agree(view):
    from pyspark.sql.pandas.types import to_arrow_schema

    found = view_columns(view, include_headers=True, corrupt_column="_c")
    spark = spark_schema(found.all)
    assert wanted_columns(spark) == found.all
    assert to_arrow_schema(spark, timezone="UTC") == arrow_schema(pick(found, found.all, view))


@pytest.mark.spark
def test_types_of_spark_that_no_view_has_are_refused_by_name():
    from pyspark.sql import types

    field = types.StructField("offset", types.CalendarIntervalType())
    with pytest.raises(SchemaError, match="column offset: no view has the type INTERVAL"):
        wanted_columns(types.StructType([field]))


@pytest.mark.spark
def test_not_null_inside_a_user_schema_is_ignored():
    from pyspark.sql import types

    pair = types.StructType(
        [
            types.StructField("key", types.StringType(), nullable=False),
            types.StructField("value", types.BinaryType()),
        ]
    )
    headers = types.ArrayType(pair, containsNull=False)
    wanted = wanted_columns(types.StructType([types.StructField("headers", headers, False)]))
    found = view_columns("records")
    assert pick(found, wanted, "records")[0].type == found.all.field("headers").type


def test_timestamps_are_in_utc():
    assert view_columns("records").default.field("timestamp").type == pa.timestamp("us", tz="UTC")
