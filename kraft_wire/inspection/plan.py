"""The plan for a walk over one message in one version: the order of parts, and the tags.

Made once from the schema, then used for every walk.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from kraft_wire.errors import InvalidLengthError, InvalidTagError, LimitError, WireError, within
from kraft_wire.inspection.walk import Array, Blob, Fixed, Node, Run, Text, Walk, child_path
from kraft_wire.limits import TAG_MAX, TAGGED_FIELDS_MAX, UNKNOWN_TAG_BYTES_MAX

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_wire.inspection.walk import Part
    from kraft_wire.schema import FieldSchema, MessageSchema, StructSchema

__all__ = [
    "SECTION",
    "NullableStructure",
    "Structure",
    "TagSection",
    "TaggedNullableStructure",
    "least_element_size",
    "plan",
]

SECTION = "taggedFields"
"""The name under which a tag section stands in paths: `topics[0].taggedFields[7]` is tag 7."""


class Structure:
    """Fields in order, then, in flexible versions, the tag section."""

    __slots__ = ("_quick", "_steps", "_tags", "type")

    def __init__(self, name: str, steps: list[tuple[str, Part]], tags: TagSection | None) -> None:
        self.type = name
        self._steps = steps
        self._quick = list(_merged(steps))
        self._tags = tags

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Read the fields and the tags."""
        if walk.nodes is None:
            return self.read_fields(walk, at, path)
        return walk.inside(Node(path, self.type, at, 0, 0), at, self.read_fields)

    def read_fields(self, walk: Walk, at: int, path: str) -> int:
        """Read the content; with a tree, into the open node."""
        name = ""
        try:
            for name, part in self._quick if walk.nodes is None else self._steps:
                at = part.read(walk, at, child_path(walk, path, name))
        except WireError as error:
            raise within(error, name) from None
        return at if self._tags is None else self._tags.read(walk, at, path)


def _merged(steps: list[tuple[str, Part]]) -> Iterable[tuple[str, Part]]:
    for is_fixed, group in groupby(steps, lambda step: isinstance(step[1], Fixed)):
        if is_fixed:
            yield "", Run([(name, part) for name, part in group if isinstance(part, Fixed)])
        else:
            yield from group


class NullableStructure:
    """A structure after a byte: negative for null."""

    __slots__ = ("_structure", "type")

    def __init__(self, structure: Structure) -> None:
        self.type = f"nullable {structure.type}"
        self._structure = structure

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Read the byte and the structure after it."""
        start = walk.need(at, 1, "the mark of a nullable structure")
        if walk.data[at] > 127:
            walk.leaf(path, self.type, at, start, None)
            return start
        node = Node(path, self.type, at, 1, 1, "present")
        return walk.inside(node, start, self._structure.read_fields)


class TaggedNullableStructure:
    """A nullable structure in a tagged field: behind a varint, 0 for null.

    Java holds the varint in a signed int: values above 2^31 - 1 are null too.
    """

    __slots__ = ("_structure", "type")

    def __init__(self, structure: Structure) -> None:
        self.type = f"nullable {structure.type}"
        self._structure = structure

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Read the varint and the structure after it."""
        mark, start = walk.uvarint(at)
        if not 0 < mark <= 0x7FFF_FFFF:
            walk.leaf(path, self.type, at, start, None)
            return start
        node = Node(path, self.type, at, start - at, start - at, "present")
        return walk.inside(node, start, self._structure.read_fields)


class TagSection:
    """The tagged fields at the end of a structure: those of the schema, and unknown ones.

    `lacking` are tags that other versions of the structure have: they are refused here.
    """

    __slots__ = ("_known", "_lacking")

    def __init__(self, known: dict[int, tuple[str, Part]], lacking: frozenset[int]) -> None:
        self._known = known
        self._lacking = lacking

    def read(self, walk: Walk, at: int, path: str) -> int:
        """Read the count and all fields."""
        if walk.nodes is None and at < walk.end and walk.data[at] == 0:
            return at + 1
        count, start = self._count(walk, at)
        own = start - at
        node = Node(child_path(walk, path, SECTION), "tags", at, own, own, count)
        return walk.inside(node, start, lambda _, first, __: self._all(walk, first, path, count))

    def _count(self, walk: Walk, at: int) -> tuple[int, int]:
        try:
            count, start = walk.uvarint(at)
            left = walk.end - start
            if count > left:
                detail = f"{count} tagged fields, but {left} bytes left"
                raise InvalidLengthError(detail, offset=at)
            if count > TAGGED_FIELDS_MAX:
                raise LimitError(f"{count} tagged fields in one structure", offset=at)
        except WireError as error:
            raise within(error, SECTION) from None
        return count, start

    def _all(self, walk: Walk, at: int, path: str, count: int) -> int:
        seen: set[int] = set()
        kept = 0
        for _ in range(count):
            tag, size, start = self._head(walk, at, seen)
            if tag in self._known:
                at = self._known_field(walk, (at, start, size), path, tag)
                continue
            kept += size
            if kept > UNKNOWN_TAG_BYTES_MAX:
                raise LimitError(f"{kept} bytes in unknown tagged fields", offset=at, path=SECTION)
            value = walk.data[start : start + size] if walk.nodes is not None else b""
            where = child_path(walk, path, f"{SECTION}[{tag}]")
            walk.leaf(where, "unknown tag", at, start + size, value)
            at = start + size
        return at

    def _head(self, walk: Walk, at: int, seen: set[int]) -> tuple[int, int, int]:
        """Read tag and size; return them and where the field begins."""
        path = SECTION
        try:
            tag, start = walk.uvarint(at)
            path = f"{SECTION}[{tag}]"
            size, start = walk.uvarint(start)
        except WireError as error:
            raise within(error, path) from None
        if tag in seen:
            raise InvalidTagError(f"tag {tag} comes twice", offset=at, path=path)
        if tag in self._lacking:
            raise InvalidTagError(f"this version has no tag {tag}", offset=at, path=path)
        if tag > TAG_MAX:
            raise InvalidTagError(f"tag {tag} is above {TAG_MAX}", offset=at, path=path)
        if size > walk.end - start:
            left = walk.end - start
            detail = f"tag {tag} of {size} bytes, but {left} are left"
            raise InvalidTagError(detail, offset=at, path=path)
        seen.add(tag)
        return tag, size, start

    def _known_field(self, walk: Walk, place: tuple[int, int, int], path: str, tag: int) -> int:
        at, start, size = place
        name, part = self._known[tag]
        where = child_path(walk, path, name)
        node = Node(child_path(walk, path, f"{SECTION}[{tag}]"), "tag", at, 0, start - at, tag)
        try:
            end = walk.inside(node, start, lambda _, first, __: part.read(walk, first, where))
        except WireError as error:
            raise within(error, name) from None
        if end != start + size:
            detail = f"tag {tag} says {size} bytes, its value has {end - start}"
            raise InvalidTagError(detail, offset=at, path=name)
        return end


def plan(schema: MessageSchema, version: int) -> Structure:
    """Make the plan of a message in a version that it has."""
    return _structure(schema.root, version, is_flexible=schema.is_flexible(version))


def _structure(struct: StructSchema, version: int, *, is_flexible: bool) -> Structure:
    steps: list[tuple[str, Part]] = []
    known: dict[int, tuple[str, Part]] = {}
    lacking: set[int] = set()
    for field in struct.fields:
        is_tagged = field.is_tagged(version)
        if field.tag is not None and not (field.is_present(version) and is_tagged):
            lacking.add(field.tag)
        if not field.is_present(version):
            continue
        step = (field.json_name, _part(field, version, is_flexible=is_flexible))
        if field.tag is not None and is_tagged:
            known[field.tag] = step
        else:
            steps.append(step)
    tags = TagSection(known, frozenset(lacking - set(known))) if is_flexible else None
    return Structure(struct.name, steps, tags)


def _part(field: FieldSchema, version: int, *, is_flexible: bool) -> Part:
    is_compact = is_flexible and field.compact
    is_nullable = field.is_nullable(version)
    if field.is_array:
        element = _single(field, version, is_flexible=is_flexible, is_nullable=False)
        return Array(element, is_compact=is_compact, is_nullable=is_nullable)
    return _single(field, version, is_flexible=is_flexible, is_nullable=is_nullable)


def _single(field: FieldSchema, version: int, *, is_flexible: bool, is_nullable: bool) -> Part:
    is_compact = is_flexible and field.compact
    if field.struct is not None:
        structure = _structure(field.struct, version, is_flexible=is_flexible)
        if not is_nullable:
            return structure
        is_tagged = field.is_tagged(version)
        return TaggedNullableStructure(structure) if is_tagged else NullableStructure(structure)
    if field.type == "string":
        return Text(field.type, is_compact=is_compact, is_nullable=is_nullable)
    if field.type in ("bytes", "records"):
        return Blob(field.type, is_compact=is_compact, is_nullable=is_nullable)
    return Fixed(field.type)


def least_element_size(schema: MessageSchema, version: int) -> int | None:
    """Return the size of the smallest element of any array; None without arrays.

    A message of n bytes holds at most n divided by this many elements, all arrays together: what
    an element takes with its own arrays empty, no other element takes.
    """
    is_flexible = schema.is_flexible(version)
    return min(_element_sizes(schema.root, version, is_flexible=is_flexible), default=None)


def _element_sizes(struct: StructSchema, version: int, *, is_flexible: bool) -> Iterator[int]:
    for field in struct.fields:
        if not field.is_present(version):
            continue
        if field.is_array:
            yield _least_single(field, version, is_flexible=is_flexible)
        if field.struct is not None:
            yield from _element_sizes(field.struct, version, is_flexible=is_flexible)


def _least_single(field: FieldSchema, version: int, *, is_flexible: bool) -> int:
    if field.struct is not None:
        return _least_structure(field.struct, version, is_flexible=is_flexible)
    if field.type in ("string", "bytes", "records"):
        return 1 if is_flexible and field.compact else 2 if field.type == "string" else 4
    return Fixed(field.type).size


def _least_structure(struct: StructSchema, version: int, *, is_flexible: bool) -> int:
    size = int(is_flexible)
    for field in struct.fields:
        if not field.is_present(version) or field.is_tagged(version):
            continue
        if field.is_array:
            size += 1 if is_flexible else 4
        elif field.struct is not None and field.is_nullable(version):
            size += 1
        else:
            size += _least_single(field, version, is_flexible=is_flexible)
    return size
