"""Good messages of any schema, with the places in their bytes that decide about the rest.

The values come from the generator of the conformance tests, which fills Kafka's JSON form.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_wire import json_form
from kraft_wire.inspection import read_tree
from tests.conformance.content import MOODS, Filler
from tests.conformance.schemas import Field, Schema
from tests.fuzz.mutation import Place, Sample, read_uvarint

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from kraft_wire.inspection.walk import Node
    from kraft_wire.message import Message
    from kraft_wire.schema import FieldSchema, MessageSchema, VersionRange

_LENGTH_FORMS = {"string": "int16", "bytes": "int32", "records": "int32"}
_PLACES_MAX = 400
_SCHEMAS: dict[str, Schema] = {}


def filler_schema(schema: MessageSchema) -> Schema:
    """The schema in the form that the generator of the conformance tests reads."""
    if schema.name not in _SCHEMAS:
        _SCHEMAS[schema.name] = Schema(
            schema.name,
            schema.kind,
            _range(schema.versions),
            _range(schema.flexible_versions),
            tuple(map(_field, schema.root.fields)),
        )
    return _SCHEMAS[schema.name]


def _range(versions: VersionRange) -> range:
    return range(versions[0], versions[1] + 1)


def _field(field: FieldSchema) -> Field:
    return Field(
        name=field.json_name,
        type=field.struct.name if field.struct else field.type,
        is_array=field.is_array,
        versions=_range(field.versions),
        nullable=_range(field.nullable_versions),
        tagged=_range(field.tagged_versions),
        ignorable=field.ignorable,
        fields=tuple(map(_field, field.struct.fields)) if field.struct else (),
    )


def random_message(cls: type[Message], version: int, random: Random) -> Message:
    """A good message."""
    mood = random.choices(MOODS, (5, 2, 1, 4))[0]
    form = Filler(random, mood).message(filler_schema(cls.schema()), version)
    return json_form.from_json(cls, form, version)


def message_sample(cls: type[Message], version: int, random: Random) -> Sample:
    """Good bytes, their places, and other good bytes of the same message."""
    data = random_message(cls, version, random).encode(version)
    donor = random_message(cls, version, random).encode(version)
    return Sample(data, message_places(cls, data, version), donor)


def message_places(cls: type[Message], data: bytes, version: int) -> tuple[Place, ...]:
    """Where lengths, counts and tags stand in a message; not all of very many."""
    schema = cls.schema()
    reading = read_tree(schema, data, version)
    assert reading.fault is None, f"{schema.name} {version}: {reading.fault}"
    is_flexible = schema.is_flexible(version)
    places = list(_places(reading.root, data, is_flexible=is_flexible))
    return tuple(places[:: 1 + len(places) // _PLACES_MAX])


def _places(node: Node, data: bytes, *, is_flexible: bool) -> Iterator[Place]:
    end = node.offset + node.length
    kind = node.type
    if kind in ("tags", "tag", "unknown tag"):
        role = "tags" if kind == "tags" else "tag"
        yield Place("uvarint", role, node.offset, _width(data, node.offset), end)
    elif kind.startswith("compact ") or (kind.startswith("[]") and is_flexible):
        yield Place("uvarint", "length", node.offset, _width(data, node.offset), end)
    elif kind.startswith("[]"):
        yield Place("int32", "length", node.offset, 4, end)
    elif kind.startswith("nullable "):
        yield Place("int8", "length", node.offset, 1, end)
    elif kind in _LENGTH_FORMS:
        form = _LENGTH_FORMS[kind]
        yield Place(form, "length", node.offset, 2 if form == "int16" else 4, end)
    for child in node.children:
        yield from _places(child, data, is_flexible=is_flexible)


def _width(data: bytes, at: int) -> int:
    return read_uvarint(data, at)[1] - at
