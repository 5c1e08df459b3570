"""Group versions with the same wire form, and plan what generated code reads in one call.

A *layout* is the form of one structure in some versions; versions with the same form share it. A
layout is a sequence of *segments*: fields of fixed size one after the other, ended by one of
variable size (its *tail*). The length that begins a tail has a fixed size too (one byte, in compact
form, nearly always), so a segment is one `struct` call.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from codegen.errors import SchemaError
from codegen.schema.wire import wire_form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from codegen.schema.model import MessageSpec
    from codegen.schema.wire import WireField, WireStruct


@dataclass(frozen=True, slots=True)
class Segment:
    """Fields of fixed size, and the one field that ends them, if any.

    `has_tags` marks the segment that a tag section follows: it takes the count of tags as tail.
    """

    fixed: tuple[WireField, ...] = ()
    tail: WireField | None = None
    has_tags: bool = False

    @property
    def fixed_format(self) -> str:
        """The `struct` letters of the fixed fields alone."""
        return "".join(wire.format for wire in self.fixed)

    @property
    def length_format(self) -> str:
        """The `struct` letter that ends the call: a length, a null mark or the number of tags."""
        if self.tail is not None:
            return self.tail.format
        return "B" if self.has_tags else ""


@dataclass(frozen=True, slots=True)
class StructLayout:
    """One structure as some versions have it.

    `suffix` is the lowest of those versions, `form` what each has on the wire. `children` holds
    the layouts of the structures inside it, by the name of the field.
    """

    suffix: int
    form: WireStruct
    children: dict[str, StructLayout]
    segments: tuple[Segment, ...]

    @property
    def name(self) -> str:
        """The structure's."""
        return self.form.spec.name


@dataclass(slots=True)
class MessageLayout:
    """All layouts of a message; `structs` lists those of each structure in order of version.

    `single` and `many` show which form of a layout is needed: one, or elements of an array.
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
        form = wire_form(message, version)
        _check_elements(message, form, version)
        layout = _layout(form, version, known)
        found.roots[version] = layout
        found.single.add((layout.name, layout.suffix))
    for layout in known.values():
        found.structs[layout.name].append(layout)
        for wire in _fields(layout.form):
            child = layout.children.get(wire.spec.name)
            if child is not None:
                needed = found.many if wire.spec.type.is_array else found.single
                needed.add((child.name, child.suffix))
    return found


def _fields(form: WireStruct) -> Iterator[WireField]:
    yield from form.untagged
    yield from form.tagged.values()


def _check_elements(message: MessageSpec, form: WireStruct, version: int) -> None:
    """Refuse elements without bytes: the end of the message would not limit their number."""
    for wire in _fields(form):
        if wire.struct is None:
            continue
        _check_elements(message, wire.struct, version)
        if wire.spec.type.is_array and not wire.struct.least_size:
            detail = (
                f"elements of {wire.spec.type} take no bytes in version {version}: "
                "a count of four bytes could ask for any number of them"
            )
            raise SchemaError(message.source, f"{form.spec.name}.{wire.spec.name}.type", detail)


def _layout(
    form: WireStruct, version: int, known: dict[tuple[object, ...], StructLayout]
) -> StructLayout:
    """Find or make the layout of a structure in one version, those inside it first."""
    children = {
        wire.spec.name: _layout(wire.struct, version, known)
        for wire in _fields(form)
        if wire.struct is not None
    }

    def likeness(wire: WireField) -> tuple[object, ...]:
        child = children.get(wire.spec.name)
        suffix = None if child is None else child.suffix
        return wire.spec.name, wire.is_nullable, wire.is_compact, suffix

    key = (
        form.spec.name,
        form.is_flexible,
        tuple(map(likeness, form.untagged)),
        tuple(map(likeness, form.tagged.values())),
    )
    if key not in known:
        known[key] = StructLayout(version, form, children, tuple(_segments(form)))
    return known[key]


def _segments(form: WireStruct) -> Iterator[Segment]:
    """Split the fields after every tail; the tag section ends the last segment."""
    fixed: list[WireField] = []
    for wire in form.untagged:
        if wire.tail:
            yield Segment(tuple(fixed), wire)
            fixed = []
        else:
            fixed.append(wire)
    if fixed or form.is_flexible:
        yield Segment(tuple(fixed), None, form.is_flexible)


def field_segment(wire: WireField) -> Segment:
    """Return the segment of a tagged field, alone between its size and the next tag."""
    return Segment((), wire) if wire.tail else Segment((wire,), None)
