"""The description of a message as data, for the JSON form, `explain` and positions of faults.

The generated codecs do not use it; each generated package has one such module for each message,
loaded on request (`Message.schema()`). It has everything in Kafka's schema, including descriptions,
for programs that need it at run time.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "ABSENT",
    "FIXED_SIZE",
    "INTEGERS",
    "NEVER",
    "OPEN",
    "FieldSchema",
    "MessageSchema",
    "StructSchema",
    "TypeName",
    "VersionRange",
]

VersionRange = tuple[int, int]
"""Lowest and highest version, both included; an open range ends at 32767."""

NEVER: VersionRange = (0, -1)

OPEN = 32767
"""The highest version of a range without an end."""

ABSENT = object()
"""The default of a structure that is not null: a structure of defaults."""

TypeName = Literal[
    "bool",
    "int8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "float64",
    "uuid",
    "string",
    "bytes",
    "records",
    "struct",
]


FIXED_SIZE: Final[dict[str, Struct]] = {
    "bool": Struct(">?"),
    "int8": Struct(">b"),
    "int16": Struct(">h"),
    "uint16": Struct(">H"),
    "int32": Struct(">i"),
    "uint32": Struct(">I"),
    "int64": Struct(">q"),
    "float64": Struct(">d"),
    "uuid": Struct(">16s"),
}
"""The types whose values all have one size, with their layout: the one table of kraft_wire.

The generator has the same types in `codegen.schema.types.PRIMITIVES`, with what it needs to write
code; it depends on no other package of the project. A test compares the two.
"""

INTEGERS: Final[dict[str, tuple[int, int]]] = {
    name: (0, 2**bits - 1) if name.startswith("u") else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    for name, layout in FIXED_SIZE.items()
    if "int" in name and (bits := 8 * layout.size)
}
"""Lowest and highest value of each integer type."""


@dataclass(frozen=True, slots=True)
class FieldSchema:
    """One field.

    `name` is the attribute of the Python class, `json_name` the schema's name with a small first
    letter. With `is_array`, `type` and `struct` are those of the elements. `compact` is False for
    the one field that keeps its fixed length form in flexible versions (RequestHeader.ClientId).

    `about` describes the field. `map_key` says that Kafka keeps the structures of an array in a map
    by this field. `entity_type` is what a value names: "brokerId", "topicName", "groupId",
    "transactionalId", "producerId"; None for most fields.
    """

    name: str
    json_name: str
    type: TypeName
    versions: VersionRange
    is_array: bool = False
    nullable_versions: VersionRange = NEVER
    tag: int | None = None
    tagged_versions: VersionRange = NEVER
    ignorable: bool = False
    default: object = None
    struct: StructSchema | None = None
    compact: bool = True
    about: str = ""
    map_key: bool = False
    entity_type: str | None = None

    @property
    def type_text(self) -> str:
        """The type as schemas write it: `int32`, `[]string`, `[]TopicData`."""
        name = self.struct.name if self.struct is not None else self.type
        return f"[]{name}" if self.is_array else name

    def is_present(self, version: int) -> bool:
        """Return True if this version has the field, tagged or not."""
        return self.versions[0] <= version <= self.versions[1]

    def is_nullable(self, version: int) -> bool:
        """Return True if the value can be null in this version."""
        return self.nullable_versions[0] <= version <= self.nullable_versions[1]

    def is_tagged(self, version: int) -> bool:
        """Return True if this version carries the field in the tag section."""
        return self.tagged_versions[0] <= version <= self.tagged_versions[1]


@dataclass(frozen=True, slots=True)
class StructSchema:
    """A structure: `name` is the class (`Message.Name` for those inside a message)."""

    name: str
    versions: VersionRange
    fields: tuple[FieldSchema, ...]
    about: str = ""

    def field(self, name: str) -> FieldSchema:
        """Return the field of this attribute; raises KeyError."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class MessageSchema:
    """A message; `flexible_versions` is NEVER where no version is flexible.

    `deprecated_versions` are those that Kafka is going to drop. Where `latest_version_unstable`,
    the newest version can still change and Kafka does not offer it unless it is configured to.
    `listeners` are who serves a request: "broker", "controller".
    """

    name: str
    kind: str
    api_key: int | None
    versions: VersionRange
    flexible_versions: VersionRange
    root: StructSchema
    deprecated_versions: VersionRange = NEVER
    latest_version_unstable: bool = False
    listeners: tuple[str, ...] = ()

    @property
    def newest_stable_version(self) -> int:
        """The highest version that will not change; -1 if no version is stable."""
        lowest, highest = self.versions
        if not self.latest_version_unstable:
            return highest
        return highest - 1 if highest > lowest else -1

    def structs(self) -> Iterator[StructSchema]:
        """Return every structure once: nested ones before their container, the root last."""
        seen: set[str] = set()

        def inside(struct: StructSchema) -> Iterator[StructSchema]:
            for field in struct.fields:
                if field.struct is not None and field.struct.name not in seen:
                    yield from inside(field.struct)
            seen.add(struct.name)
            yield struct

        return inside(self.root)

    def is_flexible(self, version: int) -> bool:
        """Return True if lengths are compact and every structure ends with a tag section."""
        return self.flexible_versions[0] <= version <= self.flexible_versions[1]
