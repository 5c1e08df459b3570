"""From a spec to what goes over the wire: which versions look alike, and what is read in one go.

A *layout* is what one structure looks like in some versions; versions that look the same share
it. A layout is a sequence of *segments*: fields of fixed size one after the other, ended by one
that is not (its *tail*). The length that begins a tail has a fixed size too (one byte, in compact
form, nearly always), so a segment is one `struct` call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from struct import calcsize
from typing import TYPE_CHECKING

from codegen.errors import SchemaError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from codegen.schema.model import FieldSpec, MessageSpec, StructSpec


@dataclass(frozen=True, slots=True)
class WireField:
    """A field as one layout has it; `child` is the layout of its structure."""

    spec: FieldSpec
    is_nullable: bool
    is_compact: bool
    child: StructLayout | None = None

    @property
    def tail_kind(self) -> str:
        """What follows the length: "texts" for an array of strings and so on, "" if fixed."""
        return "" if self.spec.type.is_fixed else self.spec.type.form

    @property
    def least_size(self) -> int:
        """The fewest bytes that the field takes."""
        if self.tail_kind == "struct" and self.child is not None and not self.is_nullable:
            return self.child.least_size
        return calcsize(f">{self.format}")

    @property
    def format(self) -> str:
        """The `struct` letter of a field of fixed size, else of what begins it (a length, a flag).

        Empty for a structure that cannot be null.
        """
        row = self.spec.type.primitive
        if self.tail_kind == "struct":
            return "b" if self.is_nullable else ""
        if self.is_compact and not self.spec.type.is_fixed:
            return "B"
        return "i" if row is None or self.spec.type.is_array else row.letter


@dataclass(frozen=True, slots=True)
class Segment:
    """Fields of fixed size, and the one field that ends them, if any.

    `is_last` marks the segment that a tag section follows: it takes the count of tags as tail.
    """

    fixed: tuple[WireField, ...] = ()
    tail: WireField | None = None
    has_tags: bool = False

    @property
    def fixed_format(self) -> str:
        """The `struct` letters of the fixed fields alone."""
        return "".join(wire.format for wire in self.fixed)


@dataclass(frozen=True, slots=True)
class StructLayout:
    """One structure as some versions have it.

    `suffix` is the lowest of those versions. `absent` are the fields that they lack, `tagged`
    those in the tag section by tag, `undefined_tags` the tags that only other versions have.
    """

    struct: StructSpec
    suffix: int
    is_flexible: bool
    segments: tuple[Segment, ...]
    absent: tuple[FieldSpec, ...]
    tagged: tuple[WireField, ...]
    undefined_tags: tuple[int, ...]

    @property
    def least_size(self) -> int:
        """The fewest bytes that the structure takes."""
        size = int(self.is_flexible)
        for segment in self.segments:
            size += sum(wire.least_size for wire in segment.fixed)
            size += segment.tail.least_size if segment.tail is not None else 0
        return size


@dataclass(slots=True)
class MessageLayout:
    """All layouts of a message; `structs` lists those of each structure in order of version.

    `single` and `many` tell in which form a layout is needed: alone, or as element of an array.
    """

    message: MessageSpec
    structs: dict[str, list[StructLayout]] = field(default_factory=dict)
    roots: dict[int, StructLayout] = field(default_factory=dict)
    single: set[tuple[str, int]] = field(default_factory=set)
    many: set[tuple[str, int]] = field(default_factory=set)


def message_layout(message: MessageSpec) -> MessageLayout:
    """Work out the layouts of every valid version.

    Raises SchemaError for an array whose elements take no bytes in one of them.
    """
    found = MessageLayout(message, {struct.name: [] for struct in message.all_structs()})
    known: dict[tuple[object, ...], StructLayout] = {}
    for version in message.valid_versions:
        layout = _struct_layout(message, message.root, version, known)
        found.roots[version] = layout
        found.single.add((layout.struct.name, layout.suffix))
    for layout in known.values():
        found.structs[layout.struct.name].append(layout)
        for wire in _children(layout):
            if wire.child is not None:
                form = found.many if wire.spec.type.is_array else found.single
                form.add((wire.child.struct.name, wire.child.suffix))
    return found


def _children(layout: StructLayout) -> Iterator[WireField]:
    for segment in layout.segments:
        if segment.tail is not None:
            yield segment.tail
    yield from layout.tagged


def _struct_layout(
    message: MessageSpec,
    struct: StructSpec,
    version: int,
    known: dict[tuple[object, ...], StructLayout],
) -> StructLayout:
    """Find or make the layout of a structure in one version, those inside it first."""
    is_flexible = version in message.flexible_versions
    plain: list[WireField] = []
    tagged: list[WireField] = []
    absent: list[FieldSpec] = []
    for spec in struct.fields:
        if version not in spec.versions:
            absent.append(spec)
            continue
        child = None
        if spec.type.is_struct:
            child = _struct_layout(message, message.structs[spec.type.name], version, known)
            if spec.type.is_array and not child.least_size:
                detail = (
                    f"elements of {spec.type} take no bytes in version {version}: "
                    "a count of four bytes could ask for any number of them"
                )
                raise SchemaError(message.source, f"{struct.name}.{spec.name}.type", detail)
        is_compact = is_flexible and spec.flexible_versions is None
        wire = WireField(spec, version in spec.nullable_versions, is_compact, child)
        (tagged if version in spec.tagged_versions else plain).append(wire)
    key = (
        struct.name,
        is_flexible,
        tuple(_likeness(wire) for wire in plain),
        tuple(_likeness(wire) for wire in tagged),
    )
    if key not in known:
        tagged.sort(key=_tag)
        defined = {_tag(wire) for wire in tagged}
        every = {spec.tag for spec in struct.fields if spec.tag is not None}
        known[key] = StructLayout(
            struct,
            version,
            is_flexible,
            tuple(_segments(plain, is_flexible=is_flexible)),
            tuple(absent),
            tuple(tagged),
            tuple(sorted(every - defined)) if is_flexible else (),
        )
    return known[key]


def _tag(wire: WireField) -> int:
    assert wire.spec.tag is not None  # noqa: S101  # the reader refuses tagged versions without it
    return wire.spec.tag


def _likeness(wire: WireField) -> tuple[object, ...]:
    child = wire.child.suffix if wire.child is not None else None
    return wire.spec.name, wire.is_nullable, child


def _segments(fields: list[WireField], *, is_flexible: bool) -> Iterator[Segment]:
    """Cut the fields behind every tail; the tag section ends the last segment."""
    fixed: list[WireField] = []
    for wire in fields:
        if wire.tail_kind:
            yield Segment(tuple(fixed), wire)
            fixed = []
        else:
            fixed.append(wire)
    if fixed or is_flexible:
        yield Segment(tuple(fixed), None, is_flexible)


def field_segment(wire: WireField) -> Segment:
    """The segment of a tagged field, which stands alone between its size and the next tag."""
    return Segment((), wire) if wire.tail_kind else Segment((wire,), None)
