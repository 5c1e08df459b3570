from __future__ import annotations

import json
import struct
import threading
from datetime import UTC, datetime
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from uuid import UUID

import pytest

from kraft_spark.decoding.json_values import ColumnsError
from kraft_spark.decoding.schema_registry import SchemaRegistryError
from kraft_spark.log.message_views import UndecodableRecordError
from kraft_spark.options import OptionError
from tests.spark.log_rows import options_of, rows
from tests.spark.registered_values import (
    MONEY_TYPE,
    MS,
    ORDER,
    TEXT,
    VALUE,
    avro,
    framed,
    log,
    registered,
)

pytest.importorskip("fastavro")
pytestmark = [pytest.mark.spark, pytest.mark.timeout(120)]  # packages of make spark-setup

NOOP = (b'{"keytype":"NOOP","magic":0}', None)
CONFIG = (b'{"keytype":"CONFIG","subject":null,"magic":0}', b'{"compatibilityLevel":"FULL"}')


@pytest.fixture
def logs(tmp_path):
    """Writes values and schemas; gives rows."""

    def make(
        values, schemas, columns="schemaId INT, decoded STRING, decodeError STRING", **options
    ):
        log(tmp_path / "orders-0", *((None, value) for value in values))
        log(tmp_path / "_schemas-0", NOOP, CONFIG, *schemas)
        options = {"valueDecoder": "avro", "subscribe": "orders", **options}
        return rows(tmp_path, columns, **options)

    return make


def test_avro_becomes_json_text_with_the_id_of_its_schema(logs):
    (row,) = logs([avro(ORDER, VALUE)], [registered("orders-value", 1, 1, ORDER)])
    assert row == {"schemaId": 1, "decoded": TEXT, "decodeError": None}


def test_the_default_columns_are_those_of_records_and_three_more(logs):
    (row,) = logs([avro("long", 5)], [registered("orders-value", 1, 1, '"long"')], None)
    assert list(row) == [
        *("key", "value", "topic", "partition", "offset", "timestamp", "timestampType"),
        *("schemaId", "decoded", "decodeError"),
    ]
    assert row["decoded"] == "5"


KEY_COLUMNS = "keySchemaId INT, decodedKey STRING, keyDecodeError STRING"


def test_keys_are_decoded_with_their_own_format(tmp_path):
    key = framed(2, b'{"id":7}')
    log(tmp_path / "orders-0", (key, avro(ORDER, VALUE)), (b"plain", None), (None, b"plain"))
    schemas = registered("orders-key", 1, 2, "{}", "JSON"), registered("orders-value", 1, 1, ORDER)
    log(tmp_path / "_schemas-0", *schemas)
    options = {"keyDecoder": "json-schema", "subscribe": "orders"}
    first, second, third = rows(tmp_path, KEY_COLUMNS, **options)
    assert first == {"keySchemaId": 2, "decodedKey": '{"id":7}', "keyDecodeError": None}
    assert "does not begin with a schema id" in second["keyDecodeError"]
    assert third == {"keySchemaId": None, "decodedKey": None, "keyDecodeError": None}
    (row, *_) = rows(tmp_path, None, valueDecoder="avro", **options)
    assert list(row)[7:] == [
        *("keySchemaId", "decodedKey", "keyDecodeError"),
        *("schemaId", "decoded", "decodeError"),
    ]
    assert (row["decodedKey"], row["decoded"]) == ('{"id":7}', TEXT)
    typed = {"valueDecoder": "avro", "valueSchema": "orders-value:1", **options}
    (row, *_) = rows(tmp_path, "id BIGINT, decodedKey STRING", **typed)
    assert row == {"id": 7, "decodedKey": '{"id":7}'}
    with pytest.raises(UndecodableRecordError, match=r"offset 1: key: .* schema id"):
        rows(tmp_path, KEY_COLUMNS, strict="true", **options)


@pytest.mark.parametrize(
    "value",
    [
        struct.pack(">bq", 0, 1) + b"\x0a",
        b"\x0a",
        b"\x03\0" + UUID(int=1).bytes + b"\x0a",
    ],
    ids=["8-byte id", "id in headers", "Glue"],
)
def test_other_forms_of_registries_are_decode_errors(logs, value):
    (row,) = logs([value], [registered("s", 1, 1, '"long"')])
    assert row["decoded"] is None
    assert row["decodeError"] is not None


def test_a_version_gives_typed_columns(logs):
    (row,) = logs(
        [avro(ORDER, VALUE)],
        [registered("orders-value", 1, 1, ORDER)],
        None,
        valueSchema="orders-value:1",
    )
    assert list(row) == [
        *("key", *(one["name"] for one in ORDER["fields"])),
        *("topic", "partition", "offset", "timestamp", "timestampType", "schemaId", "decodeError"),
    ]
    assert {name: row[name] for name in VALUE} == {**VALUE, "sizes": [("a", 1)], "either": '"word"'}


def test_a_value_of_an_older_version_is_read_as_the_version_that_is_asked_for(logs):
    old = {"type": "record", "name": "R", "fields": [{"name": "a", "type": "int"}]}
    added = {"name": "b", "type": "int", "default": 9}
    new = {**old, "fields": [added, {"name": "a", "type": "long"}]}
    found = logs(
        [avro(old, {"a": 3}), avro(new, {"a": 4, "b": 5}, 2), None],
        [registered("s", 1, 1, old), registered("s", 2, 2, new)],
        "a BIGINT, b INT, schemaId INT, decodeError STRING",
        valueSchema="s:2",
    )
    assert [tuple(row.values()) for row in found] == [
        (3, 9, 1, None),
        (4, 5, 2, None),
        (None, None, None, None),
    ]


@pytest.mark.parametrize(
    ("value", "number", "word"),
    [
        (framed(9, b""), 9, "schema 9 is not known"),
        (b"\x01abcde", None, "does not begin with a schema id"),
        (b"\0\0", None, "does not begin with a schema id"),
        (framed(1, b""), 1, "does not fit schema 1"),
        (framed(1, b"\x02\x02"), 1, "1 bytes follow"),
        (framed(2, b"{}"), 2, "is of the type JSON, not AVRO"),
        (framed(3, b""), 3, "imports version 7 of nobody"),
        (framed(4, b""), 4, "is not valid JSON"),
        (framed(5, b"\x02"), 5, "an array of elements without bytes"),
        (framed(6, b""), 6, "is not defined"),
    ],
)
def test_undecodable_value_has_a_reason_and_others_stay(logs, value, number, word):
    nobody = [{"name": "X", "subject": "nobody", "version": 7}]
    schemas = [
        registered("s", 1, 1, '"long"'),
        registered("j", 1, 2, "{}", "JSON"),
        registered("r", 1, 3, '"long"', references=nobody),
        registered("b", 1, 4, "{"),
        registered("n", 1, 5, {"type": "array", "items": "null"}),
        registered("u", 1, 6, '"Unknown"'),
    ]
    bad, good = logs([value, avro("long", 5)], schemas)
    assert bad["schemaId"] == number
    assert bad["decoded"] is None
    assert word in bad["decodeError"]
    assert good == {"schemaId": 1, "decoded": "5", "decodeError": None}
    with pytest.raises(UndecodableRecordError, match="offset 0"):
        logs([value], schemas, strict=True)


def test_a_deeply_nested_value_is_an_error_and_not_the_end_of_the_process(logs):
    node = {"type": "record", "name": "N", "fields": [{"name": "next", "type": ["null", "N"]}]}
    deep, flat = logs(
        [framed(1, b"\x02" * 100_000 + b"\0"), framed(1, b"\x02\0")],
        [registered("s", 1, 1, node)],
    )
    assert "does not fit schema 1" in deep["decodeError"]
    assert flat["decoded"] == '{"next":{"next":null}}'


def test_a_long_decimal_is_refused(logs):
    row, *_ = logs([avro("bytes", b"\x7f" * 1_000)], [registered("s", 1, 1, MONEY_TYPE)])
    assert "a decimal of 1000 bytes" in row["decodeError"]


def test_references_are_found_by_subject_and_version(logs):
    inner = {"type": "record", "name": "a.Inner", "fields": [{"name": "x", "type": "int"}]}
    fields = [{"name": "one", "type": "a.Inner"}, {"name": "two", "type": ["null", "a.Inner"]}]
    outer = {"type": "record", "name": "b.Outer", "fields": fields}
    imports = [{"name": "a.Inner", "subject": "inner", "version": 3}]
    body = b"\x02" + b"\x02\x04"
    found = logs(
        [framed(5, body), framed(6, b"\x00\x02")],
        [
            registered("inner", 3, 4, inner),
            registered("outer", 1, 5, outer, references=imports),
            registered("union", 1, 6, ["a.Inner"], references=imports),
        ],
    )
    assert [row["decoded"] for row in found] == ['{"one":{"x":1},"two":{"x":2}}', '{"x":1}']


def test_schemas_that_import_each_other_are_an_error(logs):
    one = [{"name": "Y", "subject": "b", "version": 1}]
    two = [{"name": "X", "subject": "a", "version": 1}]
    (row,) = logs(
        [framed(1, b"")],
        [
            registered("a", 1, 1, '"Y"', references=one),
            registered("b", 1, 2, '"X"', references=two),
        ],
    )
    assert "in a cycle" in row["decodeError"]


def test_a_tombstone_removes_a_version_and_another_context_has_its_own_ids(logs):
    key, value = registered("s", 1, 1, '"int"')
    other = registered(":.other:s", 1, 2, '"string"')
    deleted = json.loads(value) | {"deleted": True}
    found = logs(
        [framed(1, b"\x02"), framed(2, b"\x02"), framed(3, b"\x02")],
        [
            (key, json.dumps(deleted).encode()),
            registered("t", 1, 2, '"long"'),
            other,
            registered("u", 1, 3, '"int"'),
            (registered("u", 1, 3, '"int"')[0], None),
        ],
    )
    assert [row["decoded"] for row in found] == ["1", "1", None]


@pytest.mark.parametrize(
    ("body", "text", "error"),
    [
        (b'{"a": 1.10, "b": [true]}', '{"a": 1.10, "b": [true]}', None),
        (b'{"a": NaN}', None, "NaN is not JSON"),
        (b"[" * 100_000, None, "not valid JSON"),
        (b"\xff", None, "not valid JSON"),
    ],
)
def test_json_is_passed_on_as_it_is_written(logs, body, text, error):
    (row,) = logs(
        [framed(1, body)], [registered("s", 1, 1, "{}", "JSON")], valueDecoder="json-schema"
    )
    assert row["decoded"] == text
    assert (row["decodeError"] is None) if error is None else error in row["decodeError"]


def test_the_properties_of_a_json_schema_are_columns(logs):
    schema = {
        "type": "object",
        "properties": {
            "id": {"type": "integer"},
            "name": {"oneOf": [{"type": "null"}, {"type": "string"}]},
            "price": {"type": ["number", "null"]},
            "tags": {"type": "array", "items": {"type": "string"}},
            "at": {"$ref": "#/$defs/place"},
            "any": True,
        },
        "$defs": {"place": {"type": "object", "properties": {"x": {"type": "integer"}}}},
    }
    body = {"id": 1, "name": "n", "price": 2, "tags": ["a", 1], "at": {"x": 5}, "any": [1]}
    found = logs(
        [framed(1, json.dumps(body).encode()), framed(1, b'{"id": "text"}'), framed(1, b"[]")],
        [registered("s", 1, 1, schema, "JSON")],
        None,
        valueDecoder="json-schema",
        valueSchema="s:1",
    )
    names = tuple(schema["properties"])
    assert [[row[name] for name in names] for row in found] == [
        [1, "n", 2.0, ["a", None], {"x": 5}, "[1]"],
        [None] * 6,
        [None] * 6,
    ]
    assert "not a JSON object" in found[2]["decodeError"]


PROTO = """
syntax = "proto3";
package shop;
import "money.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
message Order {
  enum Kind { NONE = 0; BIG = 1; }
  message Line { string item = 1; }
  int64 id = 1;
  optional string note = 2;
  repeated Line lines = 3;
  map<string, int32> sizes = 4;
  Kind kind = 5;
  Money price = 6;
  google.protobuf.Timestamp at = 7;
  uint64 big = 8;
  bytes raw = 9;
  google.protobuf.Int32Value wrapped = 10;
}
message Other { int32 x = 1; }
"""
MONEY = 'syntax = "proto3"; package shop; message Money { int64 units = 1; }'
IMPORTS = [{"name": "money.proto", "subject": "money", "version": 1}]


def protobuf(path, text=PROTO):
    """The classes that Google's compiler makes of the schema."""
    pytest.importorskip("grpc_tools")
    from google.protobuf import message_factory

    from kraft_spark.decoding.protobuf_values import ProtobufReader
    from kraft_spark.decoding.schema_registry import Schema

    reader = ProtobufReader(
        Schema(1, "PROTOBUF", text), {"money.proto": Schema(2, "PROTOBUF", MONEY)}
    )
    return message_factory.GetMessageClass(reader.pool.FindMessageTypeByName(path))


def order():
    message = protobuf("shop.Order")(id=7, note="hi", kind=1, big=1 << 63, raw=b"\0")
    message.lines.add(item="x")
    message.sizes["a"] = 2
    message.price.units = 12
    message.at.FromMilliseconds(MS + 1)
    message.wrapped.value = 0
    return message.SerializeToString()


PROTO_SCHEMAS = [
    registered("money", 1, 2, MONEY, "PROTOBUF"),
    registered("orders-value", 1, 1, PROTO, "PROTOBUF", references=IMPORTS),
]


def test_protobuf_becomes_its_json_with_the_names_of_the_schema(logs):
    line = protobuf("shop.Order.Line")(item="y").SerializeToString()
    found = logs(
        [
            framed(1, b"\0" + order()),
            framed(1, b"\x02\x02\x08\x05"),  # message index 1
            framed(1, b"\x04\x00\x02" + line),  # message indexes 0, 1
            framed(1, b"\x02\x08"),
            framed(1, b""),
            framed(1, b"\0\xff"),
        ],
        PROTO_SCHEMAS,
        valueDecoder="protobuf",
    )
    assert json.loads(found[0]["decoded"]) == {
        "id": "7",
        "note": "hi",
        "lines": [{"item": "x"}],
        "sizes": {"a": 2},
        "kind": "BIG",
        "price": {"units": "12"},
        "at": "2026-11-25T00:00:00.001Z",
        "big": str(1 << 63),
        "raw": "AA==",
        "wrapped": 0,
    }
    assert found[1]["decoded"] == '{"x":5}'
    assert [row["decoded"] for row in found[3:]] == [None, None, None]
    assert "no message" in found[3]["decodeError"]
    assert "indexes" in found[4]["decodeError"]
    assert "does not fit" in found[5]["decodeError"]


def test_the_first_message_of_a_protobuf_schema_is_columns(logs):
    found = logs(
        [framed(1, b"\0" + order()), framed(1, b"\0"), framed(1, b"\x02\x02")],
        PROTO_SCHEMAS,
        None,
        valueDecoder="protobuf",
        valueSchema="orders-value:1",
    )
    names = ("id", "note", "lines", "sizes", "kind", "price", "at", "big", "raw", "wrapped")
    at = datetime(2026, 11, 25, 0, 0, 0, 1000, UTC)
    assert [[row[name] for name in names] for row in found] == [
        [
            7,
            "hi",
            [{"item": "x"}],
            [("a", 2)],
            "BIG",
            {"units": 12},
            at,
            Decimal(1 << 63),
            b"\0",
            0,
        ],
        [0, None, [], [], "NONE", None, None, Decimal(0), b"", None],
        [None] * 10,
    ]
    assert "is a shop.Other, not a shop.Order" in found[2]["decodeError"]


def test_a_protobuf_schema_cannot_write_outside_of_its_folder(logs):
    evil = [{"name": "../../evil.proto", "subject": "money", "version": 1}]
    (row,) = logs(
        [framed(1, b"\0")],
        [PROTO_SCHEMAS[0], registered("s", 1, 1, PROTO, "PROTOBUF", references=evil)],
        valueDecoder="protobuf",
    )
    assert "imports '../../evil.proto'" in row["decodeError"]


def test_a_recursive_schema_has_no_columns(logs):
    node = {"type": "record", "name": "N", "fields": [{"name": "next", "type": ["null", "N"]}]}
    with pytest.raises(ColumnsError, match="recursive"):
        logs([None], [registered("s", 1, 1, node)], None, valueSchema="s:1")


def test_a_missing_version_and_a_missing_topic_are_errors(logs, tmp_path):
    with pytest.raises(SchemaRegistryError, match="no version 2 of subject s"):
        logs([None], [registered("s", 1, 1, '"int"')], None, valueSchema="s:2")
    (tmp_path / "_schemas-0" / f"{0:020}.log").unlink()
    with pytest.raises(SchemaRegistryError, match="nowhere under the path"):
        rows(tmp_path, valueDecoder="avro")


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"valueSchema": "s:1"}, "needs valueDecoder"),
        ({"keyDecoder": "avro", "valueSchema": "s:1"}, "valueSchema needs valueDecoder"),
        ({"valueDecoder": "avro", "view": "batches"}, "does not apply to view=batches"),
        ({"valueDecoder": "avro", "valueSchema": "s"}, "SUBJECT:VERSION"),
        ({"valueDecoder": "avro", "schemaRegistry": "ftp://x"}, "http"),
        ({"valueDecoder": "avro", "schemaRegistry": "http://a:b@x"}, "schemaRegistryPassword"),
        ({"valueDecoder": "avro", "schemaRegistryUser": "a"}, "needs schemaRegistry"),
        (
            {"valueDecoder": "avro", "schemaRegistry": "http://x", "schemaRegistryUser": "a"},
            "must be set together",
        ),
    ],
)
def test_options_that_mean_nothing_are_refused(options, word):
    with pytest.raises(OptionError, match=word):
        options_of("/p", **options)


class Registry(BaseHTTPRequestHandler):
    schemas: dict[str, dict]
    asked: list[tuple[str, str | None]]

    def do_GET(self):
        self.asked.append((self.path, self.headers.get("Authorization")))
        if self.path == "/schemas/ids/500":
            self.send_error(500)
            return
        form = self.schemas.get(self.path)
        content = json.dumps(form or {"error_code": 40403}).encode()
        self.send_response(404 if form is None else 200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


@pytest.fixture
def registry(monkeypatch):
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    Registry.schemas, Registry.asked = {}, []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_registry_is_asked_once_for_each_schema(tmp_path, registry):
    Registry.schemas["/schemas/ids/1"] = {"schema": '"long"'}
    Registry.schemas["/subjects/a%2Fb/versions/1?deleted=true"] = {
        "subject": "a/b",
        "version": 1,
        "id": 1,
        "schema": '"long"',
    }
    values = [framed(1, b"\x02"), framed(1, b"\x04"), framed(8, b""), framed(8, b"")]
    log(tmp_path / "orders-0", *((None, value) for value in values))
    options = {
        "valueDecoder": "avro",
        "schemaRegistry": registry,
        "schemaRegistryUser": "me",
        "schemaRegistryPassword": "hunter2",
    }
    found = rows(tmp_path, "decoded STRING, decodeError STRING", **options)
    assert [row["decoded"] for row in found] == ["1", "2", None, None]
    assert "schema 8 is not known" in found[3]["decodeError"]
    assert Registry.asked == [
        ("/schemas/ids/1", "Basic bWU6aHVudGVyMg=="),
        ("/schemas/ids/8", "Basic bWU6aHVudGVyMg=="),
    ]
    (first, *_) = rows(tmp_path, "decodedValue BIGINT", valueSchema="a/b:1", **options)
    assert first == {"decodedValue": 1}
    assert "hunter2" not in repr(options_of(tmp_path, **options))


def test_a_registry_that_fails_is_an_error_and_no_row(tmp_path, registry):
    log(tmp_path / "orders-0", (None, framed(500, b"")))
    options = {"valueDecoder": "avro", "schemaRegistry": registry}
    with pytest.raises(SchemaRegistryError, match="answered 500"):
        rows(tmp_path, "decoded STRING", **options)
    with pytest.raises(SchemaRegistryError, match="no answer from http://127"):
        rows(tmp_path, "decoded STRING", **{**options, "schemaRegistry": "http://127.0.0.1:9"})
