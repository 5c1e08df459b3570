"""JSON values as columns, and what all kinds of values share: JSON text, columns and their rows.

Numbers that are not finite, bytes and decimals are text in JSON.
"""

from __future__ import annotations

import json
import math
import re
from base64 import b64encode
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import pyarrow as pa

from kraft_spark.columns import BOOLEAN, INT64, TEXT, list_of
from kraft_spark.decoding.schema_registry import AVRO, UndecodableValueError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kraft_spark.decoding.schema_registry import Schema

NESTED_MAX: Final = 64
_MICROSECONDS_MAX: Final = (1 << 63) - 1

Row = dict[str, Any]


class ColumnsError(ValueError):
    """A schema that cannot be columns."""


@dataclass(frozen=True, slots=True)
class TypedColumns:
    """The fields of a schema as columns, and the function that makes a row of a value."""

    reader: Any
    fields: list[pa.Field]
    convert: Callable[[Any], Any]


def compact(form: Any) -> str:
    """Return JSON text without spaces."""
    return json.dumps(form, ensure_ascii=False, separators=(",", ":"), default=plain_text)


def plain_text(value: Any) -> str:
    """Return a value without a JSON form as text; raises TypeError."""
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode()
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(type(value).__name__)


def finite(form: Any) -> Any:
    """Replace numbers that are not finite by text, because JSON has no number for them."""
    if isinstance(form, float) and not math.isfinite(form):
        return "NaN" if form != form else "Infinity" if form > 0 else "-Infinity"  # noqa: PLR0124
    if isinstance(form, dict):
        return {name: finite(one) for name, one in form.items()}
    return [finite(one) for one in form] if isinstance(form, list) else form


def loaded(schema: Schema) -> Any:
    """Return a schema that is written in JSON; raises UndecodableValueError."""
    try:
        return json.loads(schema.text)
    except (ValueError, RecursionError):
        # Avro's shortest form is the name of a type
        if schema.kind == AVRO and re.fullmatch(r"[A-Za-z_.]+", schema.text.strip()):
            return schema.text.strip()
        raise UndecodableValueError(f"schema {schema.id} is not valid JSON") from None


def struct_of(fields: dict[str, tuple[pa.DataType, Any]]) -> tuple[pa.DataType, Any]:
    """Return the column of these columns by name."""
    converts = {name: convert for name, (_, convert) in fields.items()}
    kind = pa.struct([(name, one) for name, (one, _) in fields.items()])
    return kind, or_null(
        lambda value: {name: convert(value.get(name)) for name, convert in converts.items()}
    )


def same(value: Any) -> Any:
    """Return the value, which is that of its column."""
    return value


def or_null(convert: Any) -> Any:
    """Return a conversion that keeps null."""
    return lambda value: None if value is None else convert(value)


def in_range(microseconds: int) -> int | None:
    """Return a time that a column can have; null otherwise."""
    return microseconds if abs(microseconds) <= _MICROSECONDS_MAX else None


def sentence_of(error: Exception) -> str:
    """Return the start of an error's text."""
    return (str(error) or type(error).__name__)[:300]


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
        self._schema = loaded(schema)

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
        if depth > NESTED_MAX or not isinstance(schema, dict):
            return TEXT, or_null(compact)
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
            struct, convert = struct_of(fields)
            return struct, lambda value: convert(value) if isinstance(value, dict) else None
        return TEXT, or_null(compact)

    def _resolved(self, schema: Any) -> Any:
        """Return a schema without references into the document and without the choice of null."""
        for _ in range(NESTED_MAX):
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
