"""The checked content of one schema file: the model that everything after the reader works on.

Ranges of versions come first: everything in a schema is written in them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from codegen.schema.types import FieldType

MAX_VERSION = 32767
"""Versions are int16 on the wire; an open range ("3+") ends here."""

_RANGE = re.compile(r"(?P<lowest>\d+)(?:-(?P<highest>\d+)|(?P<open>\+))?")


@dataclass(frozen=True, slots=True)
class Versions:
    """An inclusive range of versions; empty where `lowest > highest`."""

    lowest: int
    highest: int

    @classmethod
    def parse(cls, text: str) -> Versions:
        """Read "4", "0-3", "3+" or "none" as Kafka's schema language writes them.

        Raises ValueError for anything else and for a range that runs backwards.
        """
        if text.strip() == "none":
            return NONE
        match = _RANGE.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"{text!r} is not a valid range of versions")
        lowest = int(match["lowest"])
        highest = MAX_VERSION if match["open"] else int(match["highest"] or lowest)
        if lowest > highest or highest > MAX_VERSION:
            raise ValueError(f"{text!r} is not a valid range of versions")
        return cls(lowest, highest)

    def __str__(self) -> str:
        if not self:
            return "none"
        if self.highest == MAX_VERSION:
            return f"{self.lowest}+"
        if self.lowest == self.highest:
            return str(self.lowest)
        return f"{self.lowest}-{self.highest}"

    def __bool__(self) -> bool:
        return self.lowest <= self.highest

    def __contains__(self, version: object) -> bool:
        return isinstance(version, int) and self.lowest <= version <= self.highest

    def __and__(self, other: Versions) -> Versions:
        found = Versions(max(self.lowest, other.lowest), min(self.highest, other.highest))
        return found or NONE

    def covers(self, other: Versions) -> bool:
        """Return True if each version of `other` is one of these."""
        return not other or (self.lowest <= other.lowest and other.highest <= self.highest)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.lowest, self.highest + 1))


NONE = Versions(0, -1)
ALL = Versions(0, MAX_VERSION)


class Kind(StrEnum):
    """The `type` of a schema file; "coordinator-key" becomes COORDINATOR_KEY and so on."""

    REQUEST = "request"
    RESPONSE = "response"
    HEADER = "header"
    METADATA = "metadata"
    DATA = "data"
    COORDINATOR_KEY = "coordinator-key"
    COORDINATOR_VALUE = "coordinator-value"


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """One field as the schema declares it.

    `versions` is not limited to the valid versions of the message: check both. `default` is the
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
    states_flexibility: bool = field(default=True, compare=False)
    """True if the schema has `flexibleVersions`; without it, no version is flexible."""
    source: str = ""
    """The file that it was read from, for error texts and banners."""

    def all_structs(self) -> Iterator[StructSpec]:
        """Return every structure, contained ones first, the message itself last."""
        yield from self.structs.values()
        yield self.root
