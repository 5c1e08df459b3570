"""One type of metadata record as typed columns, made from its schema.

The columns are the union over all versions; what a record's version lacks is null. Arrays and
structures are nested, a uuid is Kafka's base64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_spark.columns.ddl import ArrayType, Column, ColumnType, StructType
from kraft_wire.messages import kafka_messages, message_class
from kraft_wire.records.control import ControlRecordType
from kraft_wire.records.type_names import type_name
from kraft_wire.secrets import REDACTED

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_wire.message import Message
    from kraft_wire.schema import FieldSchema, StructSchema

_TYPES: Final = {
    "bool": "boolean",
    "int8": "tinyint",
    "int16": "smallint",
    "uint16": "int",
    "int32": "int",
    "uint32": "bigint",
    "int64": "bigint",
    "float64": "double",
    "uuid": "string",
    "string": "string",
    "bytes": "binary",
    "records": "binary",
}
_CONTROL_MESSAGES: Final = {
    ControlRecordType.LEADER_CHANGE.name: "LeaderChangeMessage",
    ControlRecordType.SNAPSHOT_HEADER.name: "SnapshotHeaderRecord",
    ControlRecordType.SNAPSHOT_FOOTER.name: "SnapshotFooterRecord",
    ControlRecordType.KRAFT_VERSION.name: "KRaftVersionRecord",
    ControlRecordType.KRAFT_VOTERS.name: "VotersRecord",
}


class UnknownRecordTypeError(ValueError):
    """A record type that the metadata log does not have."""


class TypedRecord:
    """A type of record of the metadata log and the columns that its fields make.

    `asked` is its name as Kafka's enum or its class spells it, in any case. Raises
    UnknownRecordTypeError.
    """

    def __init__(self, asked: str) -> None:
        self.name, cls_name = _named(asked)
        self._root = message_class(cls_name).schema().root
        self.columns = tuple(
            Column(field.json_name, _column_type(field)) for field in self._root.fields
        )
        self._getters = [(field, _getter(field)) for field in self._root.fields]

    def values(self, message: Message, version: int, secrets: tuple[str, ...]) -> dict[str, Any]:
        """The values of the columns; those named in `secrets` are hidden."""
        found = {}
        for field, get in self._getters:
            name = field.json_name
            if name in secrets:
                found[name] = REDACTED if field.type == "string" else None
            elif field.is_present(version):
                found[name] = get(getattr(message, field.name), version)
            else:
                found[name] = None
        return found


def record_type_name(asked: str) -> str:
    """The name of a record type as Kafka's enum spells it, for any spelling of it.

    Raises UnknownRecordTypeError.
    """
    return _named(asked)[0]


def _named(asked: str) -> tuple[str, str]:
    """The enum's name and the class of a record type."""
    names = _names()
    key = asked.replace("_", "").lower()
    if key not in names:
        listed = ", ".join(sorted({name for name, _ in names.values()}))
        raise UnknownRecordTypeError(f"option recordType cannot be {asked!r}; allowed: {listed}")
    return names[key]


def _names() -> dict[str, tuple[str, str]]:
    """Record types by their names without case: the enum's name and the class."""
    names = {}
    entries = kafka_messages().entries
    for cls_name, entry in entries.items():
        if entry.kind == "metadata":
            names[cls_name.lower()] = (type_name(cls_name), cls_name)
    for name, cls_name in _CONTROL_MESSAGES.items():
        names[name.replace("_", "").lower()] = (name, cls_name)
        names[cls_name.lower()] = (name, cls_name)
    return names


def _column_type(field: FieldSchema) -> ColumnType:
    one = _struct_type(field.struct) if field.struct is not None else _TYPES[field.type]
    return ArrayType(one) if field.is_array else one


def _struct_type(struct: StructSchema) -> StructType:
    return StructType(tuple(Column(one.json_name, _column_type(one)) for one in struct.fields))


def _getter(field: FieldSchema) -> Callable[[Any, int], Any]:
    """The function that makes of a field's value what its column holds."""
    one = _single(field)
    if not field.is_array:
        return lambda value, version: None if value is None else one(value, version)

    def every(values: Any, version: int) -> Any:
        return None if values is None else [one(value, version) for value in values]

    return every


def _single(field: FieldSchema) -> Callable[[Any, int], Any]:
    if field.struct is None:
        return _text if field.type == "uuid" else _same
    inner = [(one, _getter(one)) for one in field.struct.fields]

    def structure(value: Any, version: int) -> dict[str, Any]:
        return {
            one.json_name: (
                get(getattr(value, one.name), version) if one.is_present(version) else None
            )
            for one, get in inner
        }

    return structure


def _text(value: Any, version: int) -> str:
    del version
    return str(value)


def _same(value: Any, version: int) -> Any:
    del version
    return value
