"""Values of Avro and the schemas of a registry, as tests write them into logs."""

from __future__ import annotations

import io
import json
import struct
from datetime import UTC, date, datetime
from decimal import Decimal

from kraft_wire.records import RecordBatchBuilder
from tests.spark.log_rows import write_log

MONEY_TYPE = {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}
ORDER = {
    "type": "record",
    "name": "Order",
    "namespace": "shop",
    "fields": [
        {"name": "id", "type": "long"},
        {"name": "price", "type": MONEY_TYPE},
        {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
        {"name": "note", "type": ["null", "string"], "default": None},
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {"name": "sizes", "type": {"type": "map", "values": "int"}},
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B"]}},
        {"name": "raw", "type": {"type": "fixed", "name": "Raw", "size": 2}},
        {"name": "ratio", "type": ["float", "double"]},
        {"name": "either", "type": ["int", "string"]},
    ],
}
VALUE = {
    "id": 7,
    "price": Decimal("12.50"),
    "at": datetime(2026, 11, 25, tzinfo=UTC),
    "day": date(2026, 11, 25),
    "note": "ä",
    "tags": ["x", "y"],
    "sizes": {"a": 1},
    "kind": "B",
    "raw": b"\x00\xff",
    "ratio": float("inf"),
    "either": "word",
}
MS = 1_795_564_800_000
TEXT = (
    f'{{"id":7,"price":"12.50","at":{MS},"day":20782,"note":"ä","tags":["x","y"],"sizes":{{"a":1}},'
    '"kind":"B","raw":"AP8=","ratio":"Infinity","either":"word"}'
)


def framed(number, body):
    return struct.pack(">bi", 0, number) + body


def avro(schema, value, number=1):
    import fastavro  # a package of make spark-setup

    out = io.BytesIO()
    fastavro.schemaless_writer(out, fastavro.parse_schema(schema), value)
    return framed(number, out.getvalue())


def log(folder, *pairs):
    """A segment of keys and values."""
    builder = RecordBatchBuilder(base_offset=0, partition_leader_epoch=1)
    for number, (key, value) in enumerate(pairs):
        builder.append(1_000 + number, key, value, ())
    return write_log(folder, builder.build())


def registered(subject, version, number, schema, kind=None, *, references=None):
    """A record of the topic as Confluent's SchemaKey and SchemaValue have it."""
    key = {"keytype": "SCHEMA", "subject": subject, "version": version, "magic": 1}
    text = schema if isinstance(schema, str) else json.dumps(schema)
    value = {"subject": subject, "version": version, "id": number, "schema": text}
    if kind is not None:
        value["schemaType"] = kind
    if references is not None:
        value["references"] = references
    return json.dumps(key).encode(), json.dumps({**value, "deleted": False}).encode()
