"""Values of records with a schema of a registry, as JSON text and as typed columns.

Text keeps the values of the format: Avro's timestamps, dates and times are numbers as stored,
decimals are text, bytes are base64, numbers that are not finite are text; Protobuf's text is its
own JSON mapping, with the names of the schema. A JSON value is passed on unchanged.

The readers of a kind are in `avro_values`, `json_values` and `protobuf_values`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from kraft_spark.decoding.json_values import ColumnsError, JsonReader, TypedColumns
from kraft_spark.decoding.schema_registry import (
    AVRO,
    JSON_SCHEMA,
    PROTOBUF,
    SchemaRegistryError,
    UndecodableValueError,
    split_value,
    with_references,
)
from kraft_wire.extras import require

if TYPE_CHECKING:
    from kraft_spark.decoding.json_values import Row
    from kraft_spark.decoding.schema_registry import Schema, SchemaRegistry

KINDS: Final = {"avro": AVRO, "json-schema": JSON_SCHEMA, "protobuf": PROTOBUF}
"""Values of option `valueDecoder`, and the type that registries have for it."""

_PACKAGES: Final = {AVRO: ("fastavro",), PROTOBUF: ("google.protobuf", "grpc_tools")}
_READERS_MAX: Final = 10_000
"""Values that have no schema id begin with any number."""


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
        """Decode one value. Raises SchemaRegistryError if schemas are not available."""
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
    """Return the reader of a schema; those of Avro and Protobuf import packages that are extras."""
    if schema.kind == JSON_SCHEMA:
        return JsonReader(schema, with_references(schema, registry))
    if schema.kind == AVRO:
        from kraft_spark.decoding.avro_values import AvroReader

        return AvroReader(schema, with_references(schema, registry))
    if schema.kind == PROTOBUF:
        from kraft_spark.decoding.protobuf_values import ProtobufReader

        return ProtobufReader(schema, with_references(schema, registry))
    raise UndecodableValueError(f"schema {schema.id} is of the unknown type {schema.kind}")


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
        reader = _reader(schema, registry)
        return TypedColumns(reader, *reader.columns())
    except UndecodableValueError as error:
        raise ColumnsError(str(error)) from None
