"""Template data of the readers and writers: one view for each function."""

from __future__ import annotations

from dataclasses import dataclass
from struct import calcsize
from typing import TYPE_CHECKING

from codegen.naming import attribute_name
from codegen.python.classes import default_expression, is_set_expression, new_name
from codegen.python.layout import Segment, StructLayout, field_segment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from codegen.python.layout import MessageLayout
    from codegen.python.uses import Uses
    from codegen.schema.model import FieldSpec, MessageSpec
    from codegen.schema.wire import WireField

ARRAY_ELEMENTS_MAX = 1_000_000
"""As in `kraft_wire.limits`: generated readers have the number in their text."""

_LENGTHS = {"text": "text_length"}
_UVARINTS = {"text": "text_uvarint", "blob": "uvarint", "struct": "uvarint"}


@dataclass(frozen=True, slots=True)
class TailView:
    """A field that does not have a fixed size; `kind` as `FieldType.form`.

    `long_length` and `long_uvarint` name the functions for compact lengths of several bytes,
    `reader` and `writer` those of the structure. `letter`, `width` and `numbers` (the name of the
    tables for short arrays) are those of the elements of an array of numbers.
    """

    kind: str
    attr: str
    is_array: bool
    is_nullable: bool
    is_compact: bool
    long_length: str
    long_uvarint: str
    reader: str = ""
    writer: str = ""
    letter: str = ""
    width: int = 0
    numbers: str = ""
    count_max: int = ARRAY_ELEMENTS_MAX


@dataclass(frozen=True, slots=True)
class SegmentView:
    """The one `struct` call of a segment, and its tail.

    `format` are the `struct` letters of the fixed fields and of the length, which is `n`;
    `targets` what a reader unpacks to, `fixed_args` what a writer packs. `advance` is how far a
    reader moves on: up to the length byte of a compact tail, else after it all.
    """

    format: str
    fixed_format: str
    advance: int
    targets: str
    fixed_args: str
    uuid_locals: tuple[tuple[str, str], ...]
    """Attributes that are uuids, each with the local name that holds its bytes."""
    bool_attrs: tuple[str, ...]
    has_tags: bool
    tail: TailView | None

    @property
    def args_before(self) -> str:
        """The arguments of the fixed fields, with a comma for the one that follows."""
        return f"{self.fixed_args}, " if self.fixed_args else ""


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of one structure ("read_one") or of the elements of an array ("read_many")."""

    kind: str
    name: str
    new: str
    is_flexible: bool
    absent_defaults: tuple[str, ...]
    segments: tuple[SegmentView, ...]
    tag_defaults: tuple[str, ...]
    tags_name: str
    """The reader of the tag section; empty where no tag is known."""


@dataclass(frozen=True, slots=True)
class Writer:
    """A writer of one structure ("write_one") or of the elements of an array ("write_many")."""

    kind: str
    name: str
    is_flexible: bool
    absent_check: str
    """True where a field that the version lacks, and that is not ignorable, is set; or empty."""
    segments: tuple[SegmentView, ...]
    has_tags_check: str
    tags_name: str
    """The writer of the tag section; empty where no tag is known."""
    defined_tags: int


@dataclass(frozen=True, slots=True)
class TagView:
    """A tagged field: `is_set` is true where it is not its default.

    `is_plain` says that it is a compact text or blob which is never null when it is written.
    """

    tag: int
    is_set: str
    is_plain: bool
    segment: SegmentView


@dataclass(frozen=True, slots=True)
class TagReader:
    """The reader of a tag section; `undefined_tags` belong to other versions."""

    name: str
    tags: tuple[TagView, ...]
    undefined_tags: tuple[int, ...]
    kind: str = "read_tags"


@dataclass(frozen=True, slots=True)
class TagWriter:
    """The writer of a tag section; unknown tags below `defined_tags` are refused."""

    name: str
    tags: tuple[TagView, ...]
    defined_tags: int
    kind: str = "write_tags"


FunctionView = Reader | Writer | TagReader | TagWriter


def function_views(layout: MessageLayout, uses: Uses) -> tuple[FunctionView, ...]:
    """Return readers and writers of every layout, those of inner structures first."""
    return tuple(
        view
        for struct in layout.message.all_structs()
        for found in layout.structs[struct.name]
        for view in _Functions(layout, found, uses).views()
    )


def function_name(kind: str, layout: StructLayout) -> str:
    """Return a name like `_read_TopicData_2` or `_read_TopicData_many_2`."""
    verb, form = kind.split("_")
    middle = "" if form == "one" else f"_{form}"
    return f"_{verb}_{layout.name}{middle}_{layout.suffix}"


class _Functions:
    def __init__(self, message: MessageLayout, layout: StructLayout, uses: Uses) -> None:
        here = (layout.name, layout.suffix)
        needed = (("one", message.single), ("many", message.many))
        self._forms = [form for form, layouts in needed if here in layouts]
        self._message: MessageSpec = message.message
        self._layout = layout
        self._uses = uses
        self._wire = layout.form
        self._tagged = tuple(layout.form.tagged.values())
        self._defined_tags = sum(spec.tag is not None for spec in layout.form.spec.fields)

    def views(self) -> Iterator[FunctionView]:
        knows_tags = bool(self._tagged or self._wire.undefined_tags)
        if knows_tags:
            name = function_name("read_tags", self._layout)
            yield TagReader(name, self._tags(), self._wire.undefined_tags)
        for form in self._forms:
            yield self._reader(f"read_{form}", knows_tags=knows_tags)
        if self._tagged:
            name = function_name("write_tags", self._layout)
            yield TagWriter(name, self._tags(), self._defined_tags)
        for form in self._forms:
            yield self._writer(f"write_{form}")

    def _reader(self, kind: str, *, knows_tags: bool) -> Reader:
        return Reader(
            kind,
            function_name(kind, self._layout),
            new_name(self._layout.name),
            self._wire.is_flexible,
            absent_defaults=self._defaults(self._wire.absent),
            segments=self._segments(),
            tag_defaults=self._defaults(wire.spec for wire in self._tagged),
            tags_name=function_name("read_tags", self._layout) if knows_tags else "",
        )

    def _writer(self, kind: str) -> Writer:
        refused = (spec for spec in self._wire.absent if not spec.ignorable)
        tagged = (wire.spec for wire in self._tagged)
        return Writer(
            kind,
            function_name(kind, self._layout),
            self._wire.is_flexible,
            absent_check=" or ".join(map(self._is_set, refused)),
            segments=self._segments(),
            has_tags_check=" or ".join(["o.unknown_tagged_fields", *map(self._is_set, tagged)]),
            tags_name=function_name("write_tags", self._layout) if self._tagged else "",
            defined_tags=self._defined_tags,
        )

    def _is_set(self, spec: FieldSpec) -> str:
        return is_set_expression(self._message, spec, self._uses)

    def _defaults(self, specs: Iterable[FieldSpec]) -> tuple[str, ...]:
        return tuple(
            f"o.{attribute_name(spec.name)} = {default_expression(spec, self._uses)}"
            for spec in specs
        )

    def _tags(self) -> tuple[TagView, ...]:
        return tuple(
            TagView(
                tag,
                self._is_set(wire.spec),
                is_plain=wire.tail in ("text", "blob")
                and wire.is_compact
                and (not wire.is_nullable or wire.spec.default is None),
                segment=_segment(field_segment(wire), self._layout),
            )
            for tag, wire in self._wire.tagged.items()
        )

    def _segments(self) -> tuple[SegmentView, ...]:
        return tuple(_segment(segment, self._layout) for segment in self._layout.segments)


def _segment(segment: Segment, layout: StructLayout) -> SegmentView:
    fixed, length, tail = segment.fixed_format, segment.length_format, segment.tail
    targets: list[str] = []
    uuid_locals: list[tuple[str, str]] = []
    for wire in segment.fixed:
        attr = attribute_name(wire.spec.name)
        if wire.spec.type.form == "uuid":
            uuid_locals.append((attr, f"u{len(uuid_locals)}"))
            targets.append(uuid_locals[-1][1])
        else:
            targets.append(f"o.{attr}")
    if length:
        targets.append("n")
    stays_at_length = tail is not None and tail.is_compact
    return SegmentView(
        format=fixed + length,
        fixed_format=fixed,
        advance=calcsize(f">{fixed}" if stays_at_length else f">{fixed}{length}"),
        targets=f"({targets[0]},)" if len(targets) == 1 else ", ".join(targets),
        fixed_args=", ".join(f"o.{attribute_name(wire.spec.name)}" for wire in segment.fixed),
        uuid_locals=tuple(uuid_locals),
        bool_attrs=tuple(
            attribute_name(wire.spec.name)
            for wire in segment.fixed
            if wire.spec.type.form == "bool"
        ),
        has_tags=segment.has_tags,
        tail=None if tail is None else _tail(tail, layout),
    )


def _tail(wire: WireField, layout: StructLayout) -> TailView:
    kind = wire.tail
    row = wire.spec.type.primitive
    numbers = row if kind == "numbers" else None
    child = layout.children.get(wire.spec.name)
    form = "many" if wire.spec.type.is_array else "one"
    return TailView(
        kind,
        attribute_name(wire.spec.name),
        wire.spec.type.is_array,
        wire.is_nullable,
        wire.is_compact,
        long_length=_LENGTHS.get(kind, "count_length"),
        long_uvarint=_UVARINTS.get(kind, "count_uvarint"),
        reader="" if child is None else function_name(f"read_{form}", child),
        writer="" if child is None else function_name(f"write_{form}", child),
        letter="" if numbers is None else numbers.letter,
        width=0 if numbers is None else numbers.width,
        numbers="" if numbers is None else f"{numbers.name.upper()}S",
    )
