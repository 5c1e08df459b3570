"""Values of records with a schema of a registry, as JSON text and as typed columns.

Avro is read by fastavro, Protobuf by Google's compiler and runtime. Text keeps what the format
says: Avro's timestamps, dates and times are numbers as stored, decimals are text, bytes are base64,
what is not a finite number is text; Protobuf's text is its own JSON mapping, with the names of the
schema. A JSON value is passed on as it is written.

Values are hostile input. fastavro's compiled reader overflows the C stack in a value that nests a
recursive schema some thousand times, so recursive schemas go to its Python reader, which raises
RecursionError. An array whose elements take no bytes may have any length in no bytes: such a schema
is refused.
"""

from __future__ import annotations

import io
import json
import math
import re
import tempfile
from base64 import b64encode
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, Final, Protocol
from uuid import UUID

import pyarrow as pa

from kraft_spark.columns import BOOLEAN, BYTES, INT32, INT64, TEXT, TIMESTAMP, list_of
from kraft_spark.decoding.schema_registry import (
    AVRO,
    JSON_SCHEMA,
    PROTOBUF,
    Schema,
    SchemaRegistryError,
    UndecodableValueError,
    split_value,
    with_references,
)
from kraft_wire.extras import require

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_spark.decoding.schema_registry import SchemaRegistry

KINDS: Final = {"avro": AVRO, "json-schema": JSON_SCHEMA, "protobuf": PROTOBUF}
"""What option `valueDecoder` can be, and the type that registries have for it."""

_PACKAGES: Final = {AVRO: ("fastavro",), PROTOBUF: ("google.protobuf", "grpc_tools")}
_READERS_MAX: Final = 10_000
"""Values that have no schema id begin with any number."""

_NESTED_MAX: Final = 64
_DECIMAL_BYTES_MAX: Final = 64
_DECIMAL_DIGITS_MAX: Final = 38
_MICROSECONDS_MAX: Final = (1 << 63) - 1

Row = dict[str, Any]


class ColumnsError(ValueError):
    """A schema that cannot be columns."""


@dataclass(frozen=True, slots=True)
class DecodedValue:
    """A value: the id of its schema, and its text, its columns or why it does not decode."""

    schema_id: int | None = None
    text: str | None = None
    row: Row | None = None
    error: str | None = None


class Reader(Protocol):
    """Reads the values of one schema."""

    def text(self, body: bytes) -> str:
        """Return a value as JSON; raises UndecodableValueError."""

    def row(self, body: bytes, target: TypedColumns) -> Row:
        """Return a value as the columns of another schema; raises UndecodableValueError."""


class TypedColumns:
    """The fields of a schema as columns; raises UndecodableValueError and ColumnsError."""

    def __init__(self, schema: Schema, registry: SchemaRegistry) -> None:
        self.schema = schema
        self.reader = _reader(schema, registry)
        self.fields, self.convert = self.reader.columns()


class ValueDecoder:
    """Decodes values of one kind with the schemas of a registry; `target` gives typed columns.

    Raises ModuleNotFoundError where the package of the kind is missing.
    """

    def __init__(
        self, kind: str, registry: SchemaRegistry, target: TypedColumns | None = None
    ) -> None:
        require_packages(kind)
        self._kind = kind
        self._registry = registry
        self._target = target
        self._readers: dict[int, Any] = {}

    def decode(self, value: bytes | None) -> DecodedValue:
        """One value. Raises SchemaRegistryError where schemas are not available."""
        if value is None:
            return DecodedValue()
        number = None
        try:
            number, begin = split_value(value)
            reader = self._reader_of(number)
            if self._target is not None:
                return DecodedValue(number, row=reader.row(value[begin:], self._target))
            return DecodedValue(number, reader.text(value[begin:]))
        except UndecodableValueError as error:
            return DecodedValue(number, error=str(error))

    def typed_names(self) -> frozenset[str]:
        """Return the names of the typed columns."""
        return frozenset(one.name for one in self._target.fields) if self._target else frozenset()

    def _reader_of(self, number: int) -> Any:
        found = self._readers.get(number)
        if found is None:
            try:
                found = self._made(number)
            except UndecodableValueError as error:
                found = error
            if len(self._readers) >= _READERS_MAX:
                self._readers.clear()
            self._readers[number] = found
        if isinstance(found, UndecodableValueError):
            raise found
        return found

    def _made(self, number: int) -> Any:
        schema = self._registry.by_id(number)
        if schema is None:
            raise UndecodableValueError(f"schema {number} is not known")
        if schema.kind != self._kind:
            raise UndecodableValueError(
                f"schema {number} is of the type {schema.kind}, not {self._kind}"
            )
        return _reader(schema, self._registry)


def require_packages(kind: str) -> None:
    """Raise ModuleNotFoundError with a sentence where the packages of a kind are missing."""
    names = [package.partition(".")[0] for package in _PACKAGES.get(kind, ())]
    require(f"valueDecoder for {kind}", *names)


def _reader(schema: Schema, registry: SchemaRegistry) -> Any:
    makers = {AVRO: AvroReader, JSON_SCHEMA: JsonReader, PROTOBUF: ProtobufReader}
    maker = makers.get(schema.kind)
    if maker is None:
        raise UndecodableValueError(f"schema {schema.id} is of the unknown type {schema.kind}")
    return maker(schema, with_references(schema, registry))


def compact(form: Any) -> str:
    """JSON text without spaces."""
    return json.dumps(form, ensure_ascii=False, separators=(",", ":"), default=_plain_text)


def _plain_text(value: Any) -> str:
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(type(value).__name__)


def _finite(form: Any) -> Any:
    """Replace numbers that are not finite by text, because JSON has no number for them."""
    if isinstance(form, float) and not math.isfinite(form):
        return "NaN" if form != form else "Infinity" if form > 0 else "-Infinity"  # noqa: PLR0124
    if isinstance(form, dict):
        return {name: _finite(one) for name, one in form.items()}
    return [_finite(one) for one in form] if isinstance(form, list) else form


def _loaded(schema: Schema) -> Any:
    try:
        return json.loads(schema.text)
    except (ValueError, RecursionError):
        # Avro's shortest form is the name of a type
        if schema.kind == AVRO and re.fullmatch(r"[A-Za-z_.]+", schema.text.strip()):
            return schema.text.strip()
        raise UndecodableValueError(f"schema {schema.id} is not valid JSON") from None


# ---- Avro ------------------------------------------------------------------------------------

_AVRO_TYPES: Final = {
    "null": pa.null(),
    "boolean": BOOLEAN,
    "int": INT32,
    "long": INT64,
    "float": pa.float32(),
    "double": pa.float64(),
    "bytes": BYTES,
    "string": TEXT,
}
_NAMED: Final = ("record", "error", "enum", "fixed")
_DECIMAL: Final = "kraft-decimal"
_TO_MICROSECONDS: Final[dict[str, Any]] = {
    "timestamp-millis": lambda value: value * 1_000,
    "timestamp-micros": lambda value: value,
    "timestamp-nanos": lambda value: value // 1_000,
}


class _AvroSchema:
    """A schema of Avro without references, with the logical types that are read as such.

    `form` is what fastavro reads; `logical` keeps the types of time, which stay numbers.
    """

    def __init__(self, schema: Schema, imported: Mapping[str, Schema]) -> None:
        self._id = schema.id
        self._imported: dict[str, Any] = {}
        for one in imported.values():
            for name, form in _definitions(_loaded(one), ""):
                self._imported.setdefault(name, form)
        self._defined: dict[str, Any] = {}
        self._open: list[str] = []
        self.is_recursive = False
        self.form = self._read(_loaded(schema), "", 0)

    def _read(self, form: Any, space: str, depth: int) -> Any:
        if depth > _NESTED_MAX:
            raise UndecodableValueError(f"schema {self._id} is nested too deeply")
        if isinstance(form, list):
            return [self._read(one, space, depth + 1) for one in form]
        if isinstance(form, str):
            return self._named(form, space, depth)
        if not isinstance(form, dict):
            raise UndecodableValueError(f"schema {self._id} is not a schema of Avro")
        kind = form.get("type")
        if isinstance(kind, dict | list):
            return self._read(kind, space, depth + 1)
        if kind in _NAMED:
            return self._definition(form, space, depth)
        if kind == "array":
            items = self._read(form.get("items"), space, depth + 1)
            if not self._takes_bytes(items, frozenset()):
                raise UndecodableValueError(
                    f"schema {self._id} has an array of elements without bytes"
                )
            return {"type": "array", "items": items}
        if kind == "map":
            return {"type": "map", "values": self._read(form.get("values"), space, depth + 1)}
        if not isinstance(kind, str):
            raise UndecodableValueError(f"schema {self._id} has a type that is not a name")
        return _with_logical(form, self._named(kind, space, depth))

    def _named(self, name: str, space: str, depth: int) -> Any:
        if name in _AVRO_TYPES:
            return name
        full = name if "." in name or not space else f"{space}.{name}"
        for one in (full, name):
            if one in self._defined:
                self.is_recursive |= one in self._open
                return one
            if one in self._imported:
                return self._read(self._imported[one], one.rpartition(".")[0], depth + 1)
        raise UndecodableValueError(f"schema {self._id} names {name[:200]}, which is not defined")

    def _definition(self, form: dict[str, Any], space: str, depth: int) -> dict[str, Any]:
        full, space = _full_name(form, space)
        if not full:
            raise UndecodableValueError(f"schema {self._id} has a type without a name")
        kept: dict[str, Any] = {
            name: form[name] for name in ("symbols", "size", "default", "aliases") if name in form
        }
        kept |= {"type": form["type"], "name": full}
        if form["type"] in ("enum", "fixed"):
            self._defined[full] = kept
            found: dict[str, Any] = _with_logical(form, kept)
            return found
        self._defined[full] = kept
        self._open.append(full)
        fields = form.get("fields")
        if not isinstance(fields, list) or not all(isinstance(one, dict) for one in fields):
            raise UndecodableValueError(f"schema {self._id}: {full[:200]} has no list of fields")
        kept["fields"] = [
            {
                **{name: one[name] for name in ("name", "default", "aliases") if name in one},
                "type": self._read(one.get("type"), space, depth + 1),
            }
            for one in fields
        ]
        self._open.pop()
        return kept

    def _takes_bytes(self, form: Any, seen: frozenset[str]) -> bool:
        """Whether every value of a type has at least one byte."""
        if isinstance(form, str):
            if form in seen:
                return True
            known = self._defined.get(form)
            if known is None:
                return form != "null"
            form = known
        if isinstance(form, list):
            return True
        kind = form["type"]
        if kind == "fixed":
            return bool(form.get("size"))
        if kind in ("record", "error"):
            inner = seen | {form["name"]}
            return any(self._takes_bytes(one["type"], inner) for one in form.get("fields", []))
        return bool(kind != "null")

    def definition(self, name: str) -> Any:
        """Return the definition of a name."""
        return self._defined[name]


def _full_name(form: dict[str, Any], space: str) -> tuple[str, str]:
    """Return the full name of a definition, and the namespace of what is inside."""
    name = str(form.get("name") or "")
    if "." in name:
        return name, name.rpartition(".")[0]
    space = str(form.get("namespace", space) or "")
    return (f"{space}.{name}" if space and name else name), space


def _definitions(form: Any, space: str, depth: int = 0) -> list[tuple[str, Any]]:
    """Return the named types of a schema by their full names, with the outermost first."""
    if depth > _NESTED_MAX:
        return []
    if isinstance(form, list):
        return [pair for one in form for pair in _definitions(one, space, depth + 1)]
    if not isinstance(form, dict):
        return []
    found: list[tuple[str, Any]] = []
    if form.get("type") in _NAMED:
        full, space = _full_name(form, space)
        found.append((full, {**form, "name": full}))
    inner = [form.get("items"), form.get("values"), form.get("type")]
    fields = form.get("fields")
    if isinstance(fields, list):
        inner += [one.get("type") for one in fields if isinstance(one, dict)]
    for one in inner:
        found += _definitions(one, space, depth + 1)
    return found


def _with_logical(form: dict[str, Any], read: Any) -> Any:
    """Return a type with its logical type, if fastavro or a column needs it."""
    logical = form.get("logicalType")
    base = read if isinstance(read, dict) else {"type": read}
    kind = base["type"]
    if logical == "decimal" and kind in ("bytes", "fixed"):
        precision, scale = form.get("precision"), form.get("scale", 0)
        if type(precision) is int and type(scale) is int and 0 <= scale <= precision <= 1_000:
            return {**base, "logicalType": _DECIMAL, "precision": precision, "scale": scale}
    if logical == "uuid" and kind == "string":
        return {**base, "logicalType": "uuid"}
    if (kind == "long" and logical in _TO_MICROSECONDS) or (kind == "int" and logical == "date"):
        return {**base, "kraftTime": logical}
    return read


def _decimal_of(data: bytes, writer: Any = None, reader: Any = None) -> Decimal:  # noqa: ARG001
    """Return a decimal of Avro; raises ValueError for one that is longer than any real one."""
    if len(data) > _DECIMAL_BYTES_MAX:
        raise ValueError(f"a decimal of {len(data)} bytes")
    return Decimal(int.from_bytes(data, signed=True)).scaleb(-writer["scale"])


@cache
def _fastavro() -> Any:
    import fastavro  # an extra
    from fastavro import _read_py

    for readers in (fastavro.read.LOGICAL_READERS, _read_py.LOGICAL_READERS):
        for kind in ("bytes", "fixed"):
            readers[f"{kind}-{_DECIMAL}"] = _decimal_of
    return fastavro, _read_py


class AvroReader:
    """Reads the values of a schema of Avro."""

    def __init__(self, schema: Schema, imported: Mapping[str, Schema]) -> None:
        self._id = schema.id
        self._schema = _AvroSchema(schema, imported)
        fastavro, careful = _fastavro()
        try:
            self.parsed = fastavro.parse_schema(self._schema.form)
        except Exception as error:  # noqa: BLE001  # whatever a schema of any shape brings about
            raise UndecodableValueError(f"schema {self._id}: {_sentence(error)}") from None
        self._read = (careful if self._schema.is_recursive else fastavro).schemaless_reader
        self._careful = careful.schemaless_reader
        self.is_recursive = self._schema.is_recursive

    def text(self, body: bytes) -> str:
        """Return a value as JSON; raises UndecodableValueError."""
        form = self._value(body, None)
        try:
            return compact(form)
        except (ValueError, RecursionError):
            raise UndecodableValueError("the value is nested too deeply") from None

    def row(self, body: bytes, target: TypedColumns) -> Row:
        """Return a value as the columns of another schema; raises UndecodableValueError."""
        found = self._value(body, target.reader)
        try:
            row: Row = target.convert(found)
        except (ArithmeticError, ValueError, TypeError) as error:
            raise UndecodableValueError(_sentence(error)) from None
        return row

    def _value(self, body: bytes, target: AvroReader | None) -> Any:
        source = io.BytesIO(body)
        is_recursive = self.is_recursive or (target is not None and target.is_recursive)
        read = self._careful if is_recursive else self._read
        try:
            found = read(source, self.parsed, None if target is None else target.parsed)
        except Exception as error:  # noqa: BLE001  # whatever hostile bytes bring about
            raise UndecodableValueError(
                f"the value does not fit schema {self._id}: {_sentence(error)}"
            ) from None
        if source.tell() != len(body):
            left = len(body) - source.tell()
            raise UndecodableValueError(f"{left} bytes follow the value of schema {self._id}")
        return _finite(found) if target is None else found

    def columns(self) -> tuple[list[pa.Field], Any]:
        """Return the fields as columns, and the function that makes a row; raises ColumnsError."""
        if self.is_recursive:
            raise ColumnsError(f"schema {self._id} is recursive: it has no columns, use decoded")
        form = self._schema.form
        kind, convert = self._column(form)
        if not pa.types.is_struct(kind):
            return [pa.field("decodedValue", kind)], lambda value: {"decodedValue": convert(value)}
        return list(kind), convert

    def _column(self, form: Any) -> tuple[pa.DataType, Any]:
        if isinstance(form, str) and form not in _AVRO_TYPES:
            form = self._schema.definition(form)
        if isinstance(form, list):
            return self._union(form)
        kind = form if isinstance(form, str) else form["type"]
        logical = None if isinstance(form, str) else form.get("logicalType", form.get("kraftTime"))
        if logical in _TO_MICROSECONDS:
            scale = _TO_MICROSECONDS[logical]
            return TIMESTAMP, _or_null(lambda value: _in_range(scale(value)))
        if logical == "date":
            return pa.date32(), _same
        if logical == "uuid":
            return TEXT, _or_null(str)
        if logical == _DECIMAL:
            return _decimal_column(form["precision"], form["scale"])
        if kind in _AVRO_TYPES:
            return _AVRO_TYPES[kind], _same
        if kind == "enum":
            return TEXT, _same
        if kind == "fixed":
            return BYTES, _same
        if kind == "array":
            element, convert = self._column(form["items"])
            return list_of(element), _or_null(lambda value: [convert(one) for one in value])
        if kind == "map":
            inner, convert = self._column(form["values"])
            return pa.map_(TEXT, inner), _or_null(
                lambda value: [(key, convert(one)) for key, one in value.items()]
            )
        fields = {one["name"]: self._column(one["type"]) for one in form["fields"]}
        return _struct(fields)

    def _union(self, branches: list[Any]) -> tuple[pa.DataType, Any]:
        real = [one for one in branches if one != "null"]
        if len(real) == 1:
            return self._column(real[0])
        if set(map(str, real)) == {"int", "long"}:
            return INT64, _same
        if set(map(str, real)) == {"float", "double"}:
            return pa.float64(), _same
        return TEXT, _or_null(lambda value: compact(_finite(value)))


def _struct(fields: dict[str, tuple[pa.DataType, Any]]) -> tuple[pa.DataType, Any]:
    converts = {name: convert for name, (_, convert) in fields.items()}
    kind = pa.struct([(name, one) for name, (one, _) in fields.items()])
    return kind, _or_null(
        lambda value: {name: convert(value.get(name)) for name, convert in converts.items()}
    )


def _same(value: Any) -> Any:
    return value


def _or_null(convert: Any) -> Any:
    return lambda value: None if value is None else convert(value)


def _in_range(microseconds: int) -> int | None:
    return microseconds if abs(microseconds) <= _MICROSECONDS_MAX else None


def _decimal_column(precision: int, scale: int) -> tuple[pa.DataType, Any]:
    if precision > _DECIMAL_DIGITS_MAX:
        return TEXT, _or_null(_plain_text)
    return pa.decimal128(precision, scale), _or_null(
        lambda value: value if abs(value) < Decimal(10) ** (precision - scale) else None
    )


def _sentence(error: Exception) -> str:
    return (str(error) or type(error).__name__)[:300]


# ---- JSON ------------------------------------------------------------------------------------

_JSON_TYPES: Final = {
    "string": (TEXT, str),
    "integer": (INT64, int),
    "number": (pa.float64(), (int, float)),
    "boolean": (BOOLEAN, bool),
}


class JsonReader:
    """Reads JSON values; a schema makes their columns. They are not held against it."""

    def __init__(self, schema: Schema, imported: Mapping[str, Schema]) -> None:
        del imported
        self._id = schema.id
        self._schema = _loaded(schema)

    def text(self, body: bytes) -> str:
        """Return the text as it is written; raises UndecodableValueError."""
        self._form(body)
        return body.decode()

    def row(self, body: bytes, target: TypedColumns) -> Row:
        """Return a value as the columns of another schema; raises UndecodableValueError."""
        form = self._form(body)
        if not isinstance(form, dict):
            raise UndecodableValueError("the value is not a JSON object")
        row: Row = target.convert(form)
        return row

    def _form(self, body: bytes) -> Any:
        try:
            return json.loads(body.decode(), parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise UndecodableValueError(f"the value is not valid JSON: {error}") from None

    def columns(self) -> tuple[list[pa.Field], Any]:
        """Return the properties as columns, and the maker of a row; raises ColumnsError."""
        kind, convert = self._column(self._schema, 0)
        if not pa.types.is_struct(kind):
            raise ColumnsError(f"schema {self._id} has no properties: it has no columns")
        return list(kind), convert

    def _column(self, schema: Any, depth: int) -> tuple[pa.DataType, Any]:
        schema = self._resolved(schema)
        if depth > _NESTED_MAX or not isinstance(schema, dict):
            return TEXT, _or_null(compact)
        kind = schema.get("type")
        if isinstance(kind, list):
            kinds = [one for one in kind if one != "null"]
            kind = kinds[0] if len(kinds) == 1 else None
        if isinstance(kind, str) and kind in _JSON_TYPES:
            column, classes = _JSON_TYPES[kind]
            return column, _of_class(classes, column)
        if kind == "array":
            element, convert = self._column(schema.get("items"), depth + 1)
            return list_of(
                element
            ), lambda value: [convert(one) for one in value] if isinstance(value, list) else None
        properties = schema.get("properties")
        if kind in ("object", None) and isinstance(properties, dict) and properties:
            fields = {name: self._column(one, depth + 1) for name, one in properties.items()}
            struct, convert = _struct(fields)
            return struct, lambda value: convert(value) if isinstance(value, dict) else None
        return TEXT, _or_null(compact)

    def _resolved(self, schema: Any) -> Any:
        """Return a schema without references into the document and without the choice of null."""
        for _ in range(_NESTED_MAX):
            if not isinstance(schema, dict):
                return schema
            reference = schema.get("$ref")
            choice = schema.get("oneOf") or schema.get("anyOf")
            if isinstance(reference, str) and reference.startswith("#"):
                schema = self._at(reference)
            elif isinstance(choice, list):
                real = [one for one in choice if one != {"type": "null"}]
                if len(real) != 1:
                    return None
                schema = real[0]
            else:
                return schema
        return None

    def _at(self, reference: str) -> Any:
        found = self._schema
        for part in reference.removeprefix("#").strip("/").split("/"):
            name = part.replace("~1", "/").replace("~0", "~")
            if part:
                found = found.get(name) if isinstance(found, dict) else None
        return found


def _of_class(classes: Any, column: pa.DataType) -> Any:
    """Return a value of these classes; null for one that an unchecked schema lets through."""

    def convert(value: Any) -> Any:
        if not isinstance(value, classes) or (isinstance(value, bool) and classes is not bool):
            return None
        if column == INT64:
            return value if -(1 << 63) <= value < 1 << 63 else None
        try:
            return float(value) if column == pa.float64() else value
        except OverflowError:
            return None

    return convert


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


# ---- Protobuf --------------------------------------------------------------------------------

_MESSAGES_MAX: Final = 100


class ProtobufReader:
    """Reads the values of a schema of Protobuf, compiled by Google's compiler."""

    def __init__(self, schema: Schema, imported: Mapping[str, Schema]) -> None:
        self._id = schema.id
        self.pool, self._proto = _compiled(schema, imported)

    def text(self, body: bytes) -> str:
        """Return a value as Protobuf's JSON; raises UndecodableValueError."""
        from google.protobuf import json_format  # an extra

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
            raise UndecodableValueError(_sentence(error)) from None

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
        from google.protobuf import message_factory  # an extra
        from google.protobuf.message import DecodeError

        message = message_factory.GetMessageClass(self.pool.FindMessageTypeByName(name))()
        try:
            message.ParseFromString(body)
        except DecodeError as error:
            raise UndecodableValueError(
                f"the value does not fit schema {self._id}: {_sentence(error)}"
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
            field.CPPTYPE_INT32: (INT32, _same),
            field.CPPTYPE_UINT32: (INT64, _same),
            field.CPPTYPE_INT64: (INT64, _same),
            field.CPPTYPE_UINT64: (pa.decimal128(20, 0), Decimal),
            field.CPPTYPE_FLOAT: (pa.float32(), _same),
            field.CPPTYPE_DOUBLE: (pa.float64(), _same),
            field.CPPTYPE_BOOL: (BOOLEAN, _same),
        }
        if field.cpp_type in kinds:
            return kinds[field.cpp_type]
        if field.cpp_type == field.CPPTYPE_STRING:
            return (BYTES if field.type == field.TYPE_BYTES else TEXT), _same
        if field.cpp_type == field.CPPTYPE_ENUM:
            names = {one.number: one.name for one in field.enum_type.values}
            return TEXT, lambda number: names.get(number, str(number))
        return self._message_column(field.message_type, above)

    def _message_column(self, message: Any, above: tuple[str, ...]) -> tuple[pa.DataType, Any]:
        if message.full_name == "google.protobuf.Timestamp":
            return TIMESTAMP, lambda value: _in_range(
                value.seconds * 1_000_000 + value.nanos // 1_000
            )
        is_known = message.full_name.startswith("google.protobuf.")
        is_wrapper = is_known and message.full_name.endswith("Value")
        if is_wrapper and list(message.fields_by_name) == ["value"]:  # of one number or text
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
    from google.protobuf import json_format  # an extra

    try:
        return compact(json_format.MessageToDict(message))
    except (ValueError, TypeError, json_format.Error):
        return None


def _message_path(body: bytes) -> tuple[list[int], int]:
    """Which message of a file a value is, as its places in the file and in messages around it.

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
    import grpc_tools  # an extra
    from google.protobuf import descriptor_pb2, descriptor_pool
    from grpc_tools import protoc

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
        raise UndecodableValueError(f"schema {schema.id}: {_sentence(error)}") from None


def typed_columns(kind: str, text: str, registry: SchemaRegistry) -> TypedColumns:
    """Return the columns of `subject:version`.

    Raises SchemaRegistryError for an unknown one, ColumnsError for one that cannot be columns.
    """
    require_packages(kind)
    subject, _, version = text.rpartition(":")
    schema = registry.by_version(subject, int(version))
    if schema is None:
        raise SchemaRegistryError(f"there is no version {version} of subject {subject}")
    if schema.kind != kind:
        raise SchemaRegistryError(f"{text} is of the type {schema.kind}, not {kind}")
    try:
        return TypedColumns(schema, registry)
    except UndecodableValueError as error:
        raise ColumnsError(str(error)) from None
