from __future__ import annotations

import pytest

from kraft_spark.columns.ddl import (
    ArrayType,
    Column,
    MapType,
    StructType,
    parse_columns,
    parse_type,
)


def test_columns_are_read_in_order():
    assert parse_columns("a INT, b ARRAY<STRING>,c MAP<STRING, BIGINT>") == (
        Column("a", "int"),
        Column("b", ArrayType("string")),
        Column("c", MapType("string", "bigint")),
    )


@pytest.mark.parametrize(
    "text",
    [
        "binary",
        "array<struct<key:string,value:binary>>",
        "struct<a:int,b:struct<c:array<smallint>>>",
        "map<string,struct<min:smallint,max:smallint>>",
    ],
)
def test_a_type_prints_as_spark_spells_it(text):
    assert str(parse_type(text)) == text


def test_names_of_fields_keep_their_case():
    assert parse_type("STRUCT<leaderId: INT>") == StructType((Column("leaderId", "int"),))


def test_what_is_no_type_of_ours_stays_text():
    assert parse_type("decimal(10,2)") == "decimal(10,2)"
    assert parse_type("array<") == "array<"
