"""The DDL of a schema as one of Arrow, without Spark's parser, which needs a JVM."""

from __future__ import annotations

import re

import pyarrow as pa

from kraft_spark.columns import TIMESTAMP, list_of

TYPES = {
    "BINARY": pa.binary(),
    "BOOLEAN": pa.bool_(),
    "SMALLINT": pa.int16(),
    "INT": pa.int32(),
    "BIGINT": pa.int64(),
    "STRING": pa.string(),
    "TIMESTAMP": TIMESTAMP,
}
FIELD = re.compile(r"\s*(\w+):?\s+(\w+(?:<.*>)?)\s*")


def type_of(text):
    name, _, inside = text.partition("<")
    if not inside:
        return TYPES[name]
    if name == "ARRAY":
        return list_of(type_of(inside[:-1]))
    if name == "STRUCT":
        return pa.struct(list(schema_of(inside[:-1])))
    return pa.map_(*(type_of(one.strip()) for one in inside[:-1].split(",")))


def schema_of(text):
    """The schema of `name TYPE, ...`, with the types that the tests use."""
    parts, depth = [""], 0
    for char in text:
        depth += (char == "<") - (char == ">")
        if char == "," and not depth:
            parts.append("")
        else:
            parts[-1] += char
    fields = [FIELD.fullmatch(part).groups() for part in parts]
    return pa.schema([(name, type_of(kind)) for name, kind in fields])
