"""What a message looks like, as data: for the JSON form, `explain` and the exact place of a fault.

The generated codecs do not use it; each generated package has one module of it for each message,
loaded when somebody asks (`Message.schema()`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

VersionRange = tuple[int, int]
"""Lowest and highest version, both included; an open range ends at 32767."""

NEVER: VersionRange = (0, -1)

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


@dataclass(frozen=True, slots=True)
class FieldSchema:
    """One field.

    `name` is the attribute of the Python class, `json_name` the schema's name with a small first
    letter. With `is_array`, `type` and `struct` are those of the elements. `compact` is False for
    the one field that keeps its fixed length form in flexible versions (RequestHeader.ClientId).
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

    def is_present(self, version: int) -> bool:
        """Whether this version has the field at all, tagged or not."""
        return self.versions[0] <= version <= self.versions[1]

    def is_nullable(self, version: int) -> bool:
        """Whether null may stand there in this version."""
        return self.nullable_versions[0] <= version <= self.nullable_versions[1]

    def is_tagged(self, version: int) -> bool:
        """Whether this version carries the field in the tag section."""
        return self.tagged_versions[0] <= version <= self.tagged_versions[1]


@dataclass(frozen=True, slots=True)
class StructSchema:
    """A structure: `name` is the class (`Message.Name` for those inside a message)."""

    name: str
    versions: VersionRange
    fields: tuple[FieldSchema, ...]


@dataclass(frozen=True, slots=True)
class MessageSchema:
    """A message; `flexible_versions` is NEVER where no version is flexible."""

    name: str
    kind: str
    api_key: int | None
    versions: VersionRange
    flexible_versions: VersionRange
    root: StructSchema

    def is_flexible(self, version: int) -> bool:
        """Whether lengths are compact and every structure ends with a tag section."""
        return self.flexible_versions[0] <= version <= self.flexible_versions[1]
