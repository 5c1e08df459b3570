"""Requests and responses with one element in every array, for tests that walk all schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_wire.messages import kafka_messages
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.message import Message
    from kraft_wire.schema import FieldSchema, StructSchema

NUMBER = 7
ID = Uuid(bytes(range(16)))


def sample(cls: type[Message], version: int) -> Message:
    """A message whose arrays have one element each, and which sets no field that is not named."""
    return cls(**_fields(cls, cls.schema().root, version))


def every_version() -> Iterator[tuple[type[Message], type[Message], int]]:
    """Yield request class, response class and version, of all that have a request."""
    messages = kafka_messages()
    for key in messages.keys_of("response"):
        response = messages.class_of("response", key)
        lowest, highest = response.schema().versions
        for version in range(lowest, highest + 1):
            yield messages.class_of("request", key), response, version


def _fields(cls: type[Message], struct: StructSchema, version: int) -> dict[str, Any]:
    present = [each for each in struct.fields if each.is_present(version)]
    values = {each.name: _value(cls, each, version) for each in present}
    return {name: value for name, value in values.items() if value is not None}


def _value(cls: type[Message], each: FieldSchema, version: int) -> Any:
    if each.struct is not None:
        element = getattr(cls, each.struct.name)(**_fields(cls, each.struct, version))
        return [element] if each.is_array else element
    plain = {"string": f"a-{each.name}", "uuid": ID, "int32": NUMBER, "records": b""}.get(each.type)
    return [plain] if each.is_array and plain is not None else plain
