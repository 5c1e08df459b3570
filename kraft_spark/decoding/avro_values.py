"""Values of Avro, read by fastavro.

Values are hostile input. fastavro's compiled reader overflows the C stack in a value that nests a
recursive schema some thousand times, so recursive schemas go to its Python reader, which raises
RecursionError. An array whose elements take no bytes can have any length in no bytes: such a schema
is refused. This module is imported when the first schema of Avro is read: fastavro is an extra.
"""

from __future__ import annotations

import io
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

import fastavro
import pyarrow as pa
from fastavro import _read_py

from kraft_spark.columns import BOOLEAN, BYTES, INT32, INT64, TEXT, TIMESTAMP, list_of
from kraft_spark.decoding.json_values import (
    NESTED_MAX,
    ColumnsError,
    compact,
    finite,
    in_range,
    loaded,
    or_null,
    plain_text,
    same,
    sentence_of,
    struct_of,
)
from kraft_spark.decoding.schema_registry import UndecodableValueError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_spark.decoding.json_values import Row, TypedColumns
    from kraft_spark.decoding.schema_registry import Schema

_DECIMAL_BYTES_MAX: Final = 64
_DECIMAL_DIGITS_MAX: Final = 38

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
            for name, form in _definitions(loaded(one), ""):
                self._imported.setdefault(name, form)
        self._defined: dict[str, Any] = {}
        self._open: list[str] = []
        self.is_recursive = False
        self.form = self._read(loaded(schema), "", 0)

    def _read(self, form: Any, space: str, depth: int) -> Any:
        if depth > NESTED_MAX:
            raise UndecodableValueError(f"schema {self._id} is nested too deeply")
        if isinstance(form, list):
            return [self._read(one, space, depth + 1) for one in form]
        if isinstance(form, str):
            return self._named(form, space, depth)
        if not isinstance(form, dict):
            raise UndecodableValueError(f"schema {self._id} is not a valid Avro schema")
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
        """Return True if every value of a type has at least one byte."""
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
    if depth > NESTED_MAX:
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


for _readers in (fastavro.read.LOGICAL_READERS, _read_py.LOGICAL_READERS):
    for _kind in ("bytes", "fixed"):
        _readers[f"{_kind}-{_DECIMAL}"] = _decimal_of


class AvroReader:
    """Reads the values of a schema of Avro."""

    def __init__(self, schema: Schema, imported: Mapping[str, Schema]) -> None:
        self._id = schema.id
        self._schema = _AvroSchema(schema, imported)
        try:
            self.parsed = fastavro.parse_schema(self._schema.form)
        except Exception as error:  # noqa: BLE001  # a schema can cause any error
            raise UndecodableValueError(f"schema {self._id}: {sentence_of(error)}") from None
        self._read = (_read_py if self._schema.is_recursive else fastavro).schemaless_reader
        self._careful = _read_py.schemaless_reader
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
            raise UndecodableValueError(sentence_of(error)) from None
        return row

    def _value(self, body: bytes, target: AvroReader | None) -> Any:
        source = io.BytesIO(body)
        is_recursive = self.is_recursive or (target is not None and target.is_recursive)
        read = self._careful if is_recursive else self._read
        try:
            found = read(source, self.parsed, None if target is None else target.parsed)
        except Exception as error:  # noqa: BLE001  # hostile bytes can cause any error
            raise UndecodableValueError(
                f"the value does not fit schema {self._id}: {sentence_of(error)}"
            ) from None
        if source.tell() != len(body):
            left = len(body) - source.tell()
            raise UndecodableValueError(f"{left} bytes follow the value of schema {self._id}")
        return finite(found) if target is None else found

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
            return TIMESTAMP, or_null(lambda value: in_range(scale(value)))
        if logical == "date":
            return pa.date32(), same
        if logical == "uuid":
            return TEXT, or_null(str)
        if logical == _DECIMAL:
            return _decimal_column(form["precision"], form["scale"])
        if kind in _AVRO_TYPES:
            return _AVRO_TYPES[kind], same
        if kind == "enum":
            return TEXT, same
        if kind == "fixed":
            return BYTES, same
        if kind == "array":
            element, convert = self._column(form["items"])
            return list_of(element), or_null(lambda value: [convert(one) for one in value])
        if kind == "map":
            inner, convert = self._column(form["values"])
            return pa.map_(TEXT, inner), or_null(
                lambda value: [(key, convert(one)) for key, one in value.items()]
            )
        fields = {one["name"]: self._column(one["type"]) for one in form["fields"]}
        return struct_of(fields)

    def _union(self, branches: list[Any]) -> tuple[pa.DataType, Any]:
        real = [one for one in branches if one != "null"]
        if len(real) == 1:
            return self._column(real[0])
        if set(map(str, real)) == {"int", "long"}:
            return INT64, same
        if set(map(str, real)) == {"float", "double"}:
            return pa.float64(), same
        return TEXT, or_null(lambda value: compact(finite(value)))


def _decimal_column(precision: int, scale: int) -> tuple[pa.DataType, Any]:
    if precision > _DECIMAL_DIGITS_MAX:
        return TEXT, or_null(plain_text)
    return pa.decimal128(precision, scale), or_null(
        lambda value: value if abs(value) < Decimal(10) ** (precision - scale) else None
    )
