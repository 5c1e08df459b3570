"""What the templates of the readers and writers print: one view for each function."""

from __future__ import annotations

from struct import calcsize
from typing import TYPE_CHECKING, Any

from codegen.naming import attribute_name
from codegen.python.classes import default_expression, is_set_expression, new_name
from codegen.python.layout import Segment, StructLayout, field_segment

if TYPE_CHECKING:
    from codegen.python.layout import MessageLayout
    from codegen.schema.model import FieldSpec, MessageSpec
    from codegen.schema.wire import WireField

View = dict[str, Any]

ARRAY_ELEMENTS_MAX = 1_000_000
"""As in `kraft_wire.limits`: generated readers have the number in their text."""

_LENGTHS = {"text": "text_length"}
_UVARINTS = {"text": "text_uvarint", "blob": "uvarint", "struct": "uvarint"}


def function_views(layout: MessageLayout) -> list[View]:
    """Readers and writers of every layout, those of inner structures first."""
    views = []
    for struct in layout.message.all_structs():
        for found in layout.structs[struct.name]:
            forms = []
            if (struct.name, found.suffix) in layout.single:
                forms.append("one")
            if (struct.name, found.suffix) in layout.many:
                forms.append("many")
            if found.form.tagged or found.form.undefined_tags:
                views.append(_function("read_tags", found, layout.message))
            views.extend(_function(f"read_{form}", found, layout.message) for form in forms)
            if found.form.tagged:
                views.append(_function("write_tags", found, layout.message))
            views.extend(_function(f"write_{form}", found, layout.message) for form in forms)
    return views


def function_name(kind: str, layout: StructLayout) -> str:
    """`_read_TopicData_2`, `_read_TopicData_many_2`, `_read_TopicData_tags_2`."""
    verb, form = kind.split("_")
    middle = "" if form == "one" else f"_{form}"
    return f"_{verb}_{layout.name}{middle}_{layout.suffix}"


def _function(kind: str, layout: StructLayout, message: MessageSpec) -> View:
    verb = kind.split("_", maxsplit=1)[0]
    form = layout.form
    tagged = list(form.tagged.values())
    defined = sum(spec.tag is not None for spec in form.spec.fields)
    has_tags = tagged or (verb == "read" and form.undefined_tags)
    return {
        "kind": kind,
        "name": function_name(kind, layout),
        "new": new_name(layout.name),
        "is_flexible": form.is_flexible,
        "absent_defaults": _defaults(form.absent),
        "absent_check": " or ".join(
            is_set_expression(message, spec) for spec in form.absent if not spec.ignorable
        ),
        "segments": [_segment(segment, layout) for segment in layout.segments],
        "tag_defaults": _defaults([wire.spec for wire in tagged]),
        "has_tags_check": " or ".join(
            [
                "o.unknown_tagged_fields",
                *(is_set_expression(message, w.spec) for w in tagged),
            ]
        ),
        "tags_name": function_name(f"{verb}_tags", layout) if has_tags else "",
        "tags": [_tag(wire, layout, message) for wire in tagged],
        "undefined_tags": form.undefined_tags,
        "defined_tags": f", {defined}" if defined else "",
    }


def _defaults(specs: tuple[FieldSpec, ...] | list[FieldSpec]) -> list[str]:
    return [f"o.{attribute_name(spec.name)} = {default_expression(spec)}" for spec in specs]


def _tag(wire: WireField, layout: StructLayout, message: MessageSpec) -> View:
    never_null = not wire.is_nullable or wire.spec.default is None
    return {
        "tag": wire.spec.tag,
        "is_set": is_set_expression(message, wire.spec),
        "is_plain": wire.tail in ("text", "blob") and wire.is_compact and never_null,
        "segment": _segment(field_segment(wire), layout),
    }


def _segment(segment: Segment, layout: StructLayout) -> View:
    """The one `struct` call of a segment, and its tail."""
    fixed = segment.fixed_format
    length = segment.length_format
    tail = segment.tail
    targets: list[str] = []
    uuid_locals: list[tuple[str, str]] = []
    arguments: list[str] = []
    for wire in segment.fixed:
        attr = attribute_name(wire.spec.name)
        if wire.spec.type.form == "uuid":
            uuid_locals.append((attr, f"u{len(uuid_locals)}"))
            targets.append(uuid_locals[-1][1])
        else:
            targets.append(f"o.{attr}")
        arguments.append(f"o.{attr}")
    if length:
        targets.append("n")
    joined = ", ".join(arguments)
    return {
        "read_format": fixed + length,
        "read_advance": _advance(segment, fixed, length),
        "targets": f"({targets[0]},)" if len(targets) == 1 else ", ".join(targets),
        "unpack": f"_UNPACK_{_letters(fixed + length)}",
        "uuid_locals": uuid_locals,
        "uuid_attrs": [attr for attr, _ in uuid_locals],
        "bool_attrs": [
            attribute_name(wire.spec.name)
            for wire in segment.fixed
            if wire.spec.type.form == "bool"
        ],
        "fixed_format": fixed,
        "pack_fixed": f"_PACK_{_letters(fixed)}",
        "pack_no_tags": f"_PACK_{_letters(fixed + 'x')}",
        "pack": f"_PACK_{_letters(fixed + length)}",
        "fixed_args": joined,
        "args_before": f"{joined}, " if joined else "",
        "args_and_n": f"{joined}, n" if joined else "n",
        "has_tags": segment.has_tags,
        "tail": _tail(tail, layout) if tail is not None else None,
    }


def _advance(segment: Segment, fixed: str, length: str) -> int:
    """How far a reader goes on: up to the length byte of a compact tail, else behind it all."""
    tail = segment.tail
    stays = tail is not None and tail.is_compact
    return calcsize(f">{fixed}" if stays else f">{fixed}{length}")


def _letters(form: str) -> str:
    """A `struct` format as part of a name: Z for `?`, u for a uuid's sixteen bytes."""
    return form.replace("?", "Z").replace("16s", "u")


def _tail(wire: WireField, layout: StructLayout) -> View:
    kind = wire.tail
    child = layout.children.get(wire.spec.name)
    row = wire.spec.type.primitive
    form = "many" if wire.spec.type.is_array else "one"
    view: View = {
        "kind": kind,
        "is_array": wire.spec.type.is_array,
        "count_max": ARRAY_ELEMENTS_MAX,
        "attr": attribute_name(wire.spec.name),
        "is_nullable": wire.is_nullable,
        "is_compact": wire.is_compact,
        "long_length": _LENGTHS.get(kind, "count_length"),
        "long_uvarint": _UVARINTS.get(kind, "count_uvarint"),
        "reader": function_name(f"read_{form}", child) if child else "",
        "writer": function_name(f"write_{form}", child) if child else "",
    }
    if kind == "numbers" and row is not None:
        view["code"] = row.letter
        view["width"] = row.width
        view["numbers"] = f"{row.name.upper()}S"
    return view
