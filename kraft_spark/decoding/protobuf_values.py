"""Values of Protobuf, compiled and read by Google's compiler and runtime.

This module is imported when the first schema of Protobuf is read: the two packages are an extra.
"""

from __future__ import annotations

import tempfile
from decimal import Decimal
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final

import grpc_tools
import pyarrow as pa
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory
from google.protobuf.message import DecodeError
from grpc_tools import protoc

from kraft_spark.columns import BOOLEAN, BYTES, INT32, INT64, TEXT, TIMESTAMP, list_of
from kraft_spark.decoding.json_values import ColumnsError, compact, in_range, same, sentence_of
from kraft_spark.decoding.schema_registry import UndecodableValueError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_spark.decoding.json_values import Row, TypedColumns
    from kraft_spark.decoding.schema_registry import Schema

_MESSAGES_MAX: Final = 100


class ProtobufReader:
    """Reads the values of a schema of Protobuf, compiled by Google's compiler."""

    def __init__(self, schema: Schema, imported: Mapping[str, Schema]) -> None:
        self._id = schema.id
        self.pool, self._proto = _compiled(schema, imported)

    def text(self, body: bytes) -> str:
        """Return a value as Protobuf's JSON; raises UndecodableValueError."""
        name, begin = self._message(body)
        message = self.parsed(name, body[begin:])
        try:
            form = json_format.MessageToDict(
                message,
                preserving_proto_field_name=True,
                always_print_fields_with_no_presence=True,
            )
            return compact(form)
        except (ValueError, TypeError, RecursionError, json_format.Error) as error:
            raise UndecodableValueError(sentence_of(error)) from None

    def row(self, body: bytes, target: TypedColumns) -> Row:
        """Return a value as the columns of another schema; raises UndecodableValueError."""
        name, begin = self._message(body)
        reader: ProtobufReader = target.reader
        wanted = reader.first().full_name
        if name != wanted:
            raise UndecodableValueError(f"the value is a {name}, not a {wanted}")
        row: Row = target.convert(reader.parsed(name, body[begin:]))
        return row

    def first(self) -> Any:
        """Return the first message of the file; raises ColumnsError."""
        if not self._proto.message_type:
            raise ColumnsError(f"schema {self._id} has no message")
        name = self._proto.message_type[0].name
        package = self._proto.package
        return self.pool.FindMessageTypeByName(f"{package}.{name}" if package else name)

    def parsed(self, name: str, body: bytes) -> Any:
        """Return a message out of its bytes; raises UndecodableValueError."""
        message = message_factory.GetMessageClass(self.pool.FindMessageTypeByName(name))()
        try:
            message.ParseFromString(body)
        except DecodeError as error:
            raise UndecodableValueError(
                f"the value does not fit schema {self._id}: {sentence_of(error)}"
            ) from None
        return message

    def _message(self, body: bytes) -> tuple[str, int]:
        """Return the full name of the message of a value, and where it begins."""
        path, begin = _message_path(body)
        inner = self._proto.message_type
        names = [self._proto.package] if self._proto.package else []
        for index in path:
            if not 0 <= index < len(inner):
                raise UndecodableValueError(f"schema {self._id} has no message {path}")
            names.append(inner[index].name)
            inner = inner[index].nested_type
        return ".".join(names), begin

    def columns(self) -> tuple[list[pa.Field], Any]:
        """Return the fields of the first message as columns; raises ColumnsError."""
        kind, convert = self._struct(self.first(), ())
        return list(kind), convert

    def _struct(self, message: Any, above: tuple[str, ...]) -> tuple[pa.DataType, Any]:
        if message.full_name in above:
            raise ColumnsError(
                f"schema {self._id} is recursive in {message.full_name}: it has no columns, use "
                "decoded"
            )
        inner = (*above, message.full_name)
        getters = {}
        fields = []
        for field in message.fields:
            kind, convert = self._field(field, inner)
            fields.append((field.name, kind))
            getters[field.name] = _getter(field, convert)
        return pa.struct(fields), lambda value: {name: get(value) for name, get in getters.items()}

    def _field(self, field: Any, above: tuple[str, ...]) -> tuple[pa.DataType, Any]:
        entry = field.message_type
        if entry is not None and entry.GetOptions().map_entry:
            key, of_key = self._single(entry.fields_by_name["key"], above)
            value, of_value = self._single(entry.fields_by_name["value"], above)
            return pa.map_(key, value), lambda found: [
                (of_key(name), of_value(found[name])) for name in found
            ]
        kind, convert = self._single(field, above)
        if field.is_repeated:
            return list_of(kind), lambda found: [convert(one) for one in found]
        return kind, convert

    def _single(self, field: Any, above: tuple[str, ...]) -> tuple[pa.DataType, Any]:
        kinds = {
            field.CPPTYPE_INT32: (INT32, same),
            field.CPPTYPE_UINT32: (INT64, same),
            field.CPPTYPE_INT64: (INT64, same),
            field.CPPTYPE_UINT64: (pa.decimal128(20, 0), Decimal),
            field.CPPTYPE_FLOAT: (pa.float32(), same),
            field.CPPTYPE_DOUBLE: (pa.float64(), same),
            field.CPPTYPE_BOOL: (BOOLEAN, same),
        }
        if field.cpp_type in kinds:
            return kinds[field.cpp_type]
        if field.cpp_type == field.CPPTYPE_STRING:
            return (BYTES if field.type == field.TYPE_BYTES else TEXT), same
        if field.cpp_type == field.CPPTYPE_ENUM:
            names = {one.number: one.name for one in field.enum_type.values}
            return TEXT, lambda number: names.get(number, str(number))
        return self._message_column(field.message_type, above)

    def _message_column(self, message: Any, above: tuple[str, ...]) -> tuple[pa.DataType, Any]:
        if message.full_name == "google.protobuf.Timestamp":
            return TIMESTAMP, lambda value: in_range(
                value.seconds * 1_000_000 + value.nanos // 1_000
            )
        is_known = message.full_name.startswith("google.protobuf.")
        is_wrapper = is_known and message.full_name.endswith("Value")
        if is_wrapper and list(message.fields_by_name) == ["value"]:  # a single number or text
            kind, convert = self._single(message.fields_by_name["value"], above)
            return kind, lambda value: convert(value.value)
        if is_known:
            return TEXT, _protobuf_text
        return self._struct(message, above)


def _getter(field: Any, convert: Any) -> Any:
    """Return the getter of a field; null where a field with presence is not set."""
    name = field.name
    if field.has_presence:
        return lambda value: convert(getattr(value, name)) if value.HasField(name) else None
    return lambda value: convert(getattr(value, name))


def _protobuf_text(message: Any) -> str | None:
    try:
        return compact(json_format.MessageToDict(message))
    except (ValueError, TypeError, json_format.Error):
        return None


def _message_path(body: bytes) -> tuple[list[int], int]:
    """Return the path of a value's message type: its index in the file or in the outer message.

    One zero byte means the first.
    """
    count, begin = _varint(body, 0)
    if not count:
        return [0], begin
    if not 0 < count <= _MESSAGES_MAX:
        raise UndecodableValueError(f"the value has {count} message indexes")
    path = []
    for _ in range(count):
        index, begin = _varint(body, begin)
        path.append(index)
    return path, begin


def _varint(body: bytes, begin: int) -> tuple[int, int]:
    """Read a zigzag number of 32 bits; return it and where it ends."""
    raw = 0
    for shift in range(0, 35, 7):
        if begin >= len(body):
            break
        byte = body[begin]
        begin += 1
        raw |= (byte & 127) << shift
        if byte < 128:
            return (raw >> 1) ^ -(raw & 1), begin
    raise UndecodableValueError("the message indexes of the value are not valid")


def _compiled(schema: Schema, imported: Mapping[str, Schema]) -> tuple[Any, Any]:
    """Return the messages of a schema, in a separate pool, and the description of its file."""
    own = "kraft_value.proto"
    for name in imported:
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts or name == own or "\0" in name:
            raise UndecodableValueError(f"schema {schema.id} imports {name[:200]!r}")
    with tempfile.TemporaryDirectory(prefix="kraft-proto-") as folder:
        for name, one in {**imported, own: schema}.items():
            file = Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(one.text, encoding="utf-8")
        known = Path(grpc_tools.__file__).parent / "_proto"
        made = Path(folder, "descriptors")
        code = protoc.main(
            [
                "protoc",
                f"-I{folder}",
                f"-I{known}",
                f"--descriptor_set_out={made}",
                "--include_imports",
                own,
            ]
        )
        if code:
            raise UndecodableValueError(f"schema {schema.id} does not compile")
        files = descriptor_pb2.FileDescriptorSet.FromString(made.read_bytes())
    pool = descriptor_pool.DescriptorPool()
    try:
        for file in files.file:
            pool.Add(file)
        return pool, next(file for file in files.file if file.name == own)
    except (TypeError, KeyError) as error:
        raise UndecodableValueError(f"schema {schema.id}: {sentence_of(error)}") from None
