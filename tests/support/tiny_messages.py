"""A message that has every feature of the schema language, for tests that need no bytes.

Versions 0 to 3, flexible from 2. It has no readers and writers: what works by the schema alone is
tested with it.
"""

from __future__ import annotations

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import ZERO_UUID
from kraft_wire.schema import ABSENT, FieldSchema, MessageSchema, StructSchema

PART = StructSchema(
    "Part",
    (1, 3),
    (
        FieldSchema("number", "number", "int32", (1, 3), default=0),
        FieldSchema(
            "words", "words", "string", (2, 3), is_array=True, nullable_versions=(3, 3), default=()
        ),
    ),
)

TINY = StructSchema(
    "Tiny",
    (0, 3),
    (
        FieldSchema("flag", "flag", "bool", (0, 3), default=False),
        FieldSchema("small", "small", "int8", (0, 3), default=0),
        FieldSchema("short", "short", "int16", (0, 3), default=0),
        FieldSchema("port", "port", "uint16", (0, 3), default=0),
        FieldSchema("count", "count", "uint32", (0, 3), default=0),
        FieldSchema("offset", "offset", "int64", (0, 3), default=0),
        FieldSchema("ratio", "ratio", "float64", (0, 3), default=0.0),
        FieldSchema("id", "id", "uuid", (0, 3), default=bytes(16)),
        FieldSchema("text", "text", "string", (0, 3), nullable_versions=(1, 2), default=""),
        FieldSchema("blob", "blob", "bytes", (0, 3), default=b""),
        FieldSchema("records", "records", "records", (0, 3), nullable_versions=(0, 3)),
        FieldSchema("numbers", "numbers", "int32", (0, 3), is_array=True, default=()),
        FieldSchema("part", "part", "struct", (1, 3), nullable_versions=(1, 3), struct=PART),
        FieldSchema("parts", "parts", "struct", (1, 3), is_array=True, default=(), struct=PART),
        FieldSchema("strict", "strict", "int32", (2, 3), default=7),
        FieldSchema("loose", "loose", "int32", (2, 3), ignorable=True, default=7),
        FieldSchema(
            "tagged", "tagged", "string", (2, 3), tag=0, tagged_versions=(2, 3), default="none"
        ),
        FieldSchema(
            "tagged_part",
            "taggedPart",
            "struct",
            (3, 3),
            tag=1,
            tagged_versions=(3, 3),
            nullable_versions=(3, 3),
            default=ABSENT,
            struct=PART,
        ),
    ),
)

SCHEMA = MessageSchema("Tiny", "data", None, (0, 3), (2, 3), TINY)


class Part(Struct):
    __slots__ = ("number", "unknown_tagged_fields", "words")

    def __init__(self, *, number=0, words=(), unknown_tagged_fields=()):
        self.number = number
        self.words = words
        self.unknown_tagged_fields = unknown_tagged_fields


_DEFAULTS = {field.name: field.default for field in TINY.fields} | {
    "id": ZERO_UUID,
    "unknown_tagged_fields": (),
}


class Tiny(Message):
    __slots__ = tuple(_DEFAULTS)
    KIND = "data"
    API_KEY = None
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    Part = Part

    def __init__(self, **values):
        for name, default in _DEFAULTS.items():
            setattr(self, name, values.pop(name, Part() if default is ABSENT else default))
        if values:
            raise TypeError(f"Tiny has no {', '.join(values)}")

    @classmethod
    def schema(cls):
        return SCHEMA
