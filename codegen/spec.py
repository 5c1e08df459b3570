"""What one schema file says, checked: the model that everything after the reader works on."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from codegen.versions import NONE, Versions

if TYPE_CHECKING:
    from collections.abc import Iterator


class Kind(StrEnum):
    """The `type` of a schema file; "coordinator-key" becomes COORDINATOR_KEY and so on."""

    REQUEST = "request"
    RESPONSE = "response"
    HEADER = "header"
    METADATA = "metadata"
    DATA = "data"
    COORDINATOR_KEY = "coordinator-key"
    COORDINATOR_VALUE = "coordinator-value"


PRIMITIVES = (
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
)
"""The type names of the schema language; anything else names a structure."""

ABSENT = object()
"""The default of a structure that the schema gives none: a structure of defaults."""


@dataclass(frozen=True, slots=True)
class FieldType:
    """`name` is one of PRIMITIVES or the name of a structure; arrays hold elements of it."""

    name: str
    is_array: bool = False

    @property
    def is_struct(self) -> bool:
        """Whether the elements are structures."""
        return self.name not in PRIMITIVES

    def __str__(self) -> str:
        return f"[]{self.name}" if self.is_array else self.name


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field as the schema declares it.

    `versions` is cut to the message's valid versions by nobody: ask with both. `default` is the
    value in Python: bool, int, float, str, b"" for bytes, 16 bytes for a uuid, () for an array,
    None for null, ABSENT for a structure of defaults. An absent nullable array without a default
    of its own is empty, not null; `records` default to None.
    """

    name: str
    type: FieldType
    versions: Versions
    nullable_versions: Versions = NONE
    tagged_versions: Versions = NONE
    tag: int | None = None
    default: object = None
    ignorable: bool = False
    map_key: bool = False
    entity_type: str | None = None
    zero_copy: bool = False
    flexible_versions: Versions | None = None
    """Only "none", on strings and bytes: the length keeps its fixed form in flexible versions."""
    about: str = ""


@dataclass(frozen=True, slots=True)
class StructSpec:
    """A structure; `fields` in the order of the schema, which is the order of the wire."""

    name: str
    versions: Versions
    fields: tuple[FieldSpec, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class MessageSpec:
    """One message of one release (or of several, merged).

    `root` has the message's own name; `structs` holds every other structure, inline ones too, by
    name, each after those that it contains. A message without valid versions (`validVersions`
    "none") never becomes a MessageSpec.
    """

    name: str
    kind: Kind
    api_key: int | None
    valid_versions: Versions
    flexible_versions: Versions
    root: StructSpec
    structs: dict[str, StructSpec] = field(default_factory=dict)
    deprecated_versions: Versions = NONE
    latest_version_unstable: bool = False
    listeners: tuple[str, ...] = ()
    header_versions: tuple[tuple[Versions, int], ...] = ()
    """Ranges of message versions and the header version each has; empty where the schema is
    silent and the header follows from flexibility."""
    source: str = ""
    """The file that it was read from, for error texts and banners."""

    def all_structs(self) -> Iterator[StructSpec]:
        """Every structure, contained ones first, the message itself last."""
        yield from self.structs.values()
        yield self.root
