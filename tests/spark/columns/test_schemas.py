from __future__ import annotations

import subprocess
import sys

import pyarrow as pa
import pytest

from kraft_spark.columns.ddl import PRIMITIVES, Column, parse_columns, parse_type
from kraft_spark.columns.schemas import (
    VIEWS,
    Picked,
    SchemaError,
    arrow_schema,
    arrow_type,
    pick,
    spark_schema,
    view_columns,
    wanted_columns,
)


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
def test_every_type_is_known_to_arrow(view):
    for column in view_columns(view, include_headers=True, corrupt_column="_c").all:
        assert arrow_type(column.type) is not None
        assert not isinstance(column.type, str) or column.type in PRIMITIVES
    every = names(view_columns(view).all)
    assert len(every) == len(set(every))


def test_headers_move_to_the_default_columns():
    columns = view_columns("records", include_headers=True)
    assert columns.default[-1].name == "headers"
    assert "headers" not in names(columns.more)
    assert "headers" in names(view_columns("records").more)


def test_text_in_place_of_bytes():
    columns = view_columns("records", key_type="string").default
    assert [column.type for column in columns[:2]] == ["string", "binary"]


def test_columns_for_damage_come_last():
    default = view_columns("control", corrupt_column="bad").default
    assert names(default)[-4:] == ["bad", "errorReason", "errorPosition", "errorLength"]
    assert "errorReason" not in names(view_columns("batches", corrupt_column="bad").all)


def test_typed_columns_stand_in_place_of_the_text():
    typed = (Column("partitionId", "int"), Column("key", "string"))
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
    picked = pick(view_columns("records"), parse_columns("PATH STRING, Offset BIGINT"), "records")
    assert picked == (Picked("PATH", "path", "string"), Picked("Offset", "offset", "bigint"))
    assert arrow_schema(picked).names == ["PATH", "Offset"]


def test_a_value_may_be_asked_for_as_text():
    picked = pick(view_columns("records"), parse_columns("value STRING"), "records")
    assert picked[0].type == "string"


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ("nope STRING", "no column nope"),
        ("offset INT", "offset of view records is BIGINT, the schema asks for INT"),
        ("topic BINARY", "topic"),
        ("headers ARRAY<STRUCT<key: STRING, value: STRING>>", "headers"),
        ("headers ARRAY<STRUCT<KEY: STRING, value: BINARY>>", "headers"),
    ],
)
def test_what_a_view_does_not_have_is_refused(schema, words):
    with pytest.raises(SchemaError, match=words):
        pick(view_columns("records"), parse_columns(schema), "records")


def test_schemas_and_options_load_no_arrow_and_no_spark():
    code = (
        "import sys, kraft_spark.columns.schemas, kraft_spark.log.options;"
        "print([n for n in ('pyarrow', 'numpy', 'pyspark') if n in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


@pytest.mark.spark
@pytest.mark.parametrize("view", VIEWS)
def test_spark_and_arrow_agree(view):
    from pyspark.sql.pandas.types import to_arrow_schema  # noqa: PLC0415

    columns = view_columns(view, include_headers=True, corrupt_column="_c").all
    spark = spark_schema(columns)
    assert wanted_columns(spark) == columns
    picked = pick(view_columns(view, include_headers=True, corrupt_column="_c"), columns, view)
    assert to_arrow_schema(spark, timezone="UTC") == arrow_schema(picked)


def test_timestamps_are_in_utc():
    assert arrow_type("timestamp") == pa.timestamp("us", tz="UTC")
    assert arrow_type(parse_type("map<string,int>")) == pa.map_(pa.string(), pa.int32())
