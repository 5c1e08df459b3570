"""What the template of the classes prints: fields, annotations, defaults, doc strings."""

from __future__ import annotations

import re
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any

from codegen.naming import USED_CLASSES, attribute_name, source_text
from codegen.schema.types import ABSENT

if TYPE_CHECKING:
    from codegen.schema.model import FieldSpec, MessageSpec, StructSpec

View = dict[str, Any]


def class_name(struct: str) -> str:
    """The module's name for a structure."""
    return f"{struct}_" if struct in USED_CLASSES else struct


# Structures keep their capitals in private names: `Entry` and `ENTRY`, or the array form of `Entry`
# and a structure `EntryMany`, would share a name in snake case.


def new_name(struct: str) -> str:
    """The function that makes an instance without fields, for readers to fill."""
    return f"_new_{struct}"


def default_constant(struct: str) -> str:
    """The shared instance of defaults of a structure."""
    return f"_DEFAULT_{struct}"


def class_views(message: MessageSpec) -> list[View]:
    """One view for each class, inner structures first."""
    defaults = {
        spec.type.name
        for struct in message.all_structs()
        for spec in struct.fields
        if spec.type.is_struct and not spec.type.is_array and spec.default is ABSENT
    }
    views = [_class(message, struct, defaults) for struct in message.structs.values()]
    root = _class(message, message.root, defaults)
    root["doc"] = sentence(message.root.about) or f"{message.name}: no description yet."
    root["base"] = "Message"
    root["qualname"] = ""
    root["alias"] = ""
    root["nested"] = list(message.structs)
    root["class_vars"] = _class_vars(message)
    return [*views, root]


def _class(message: MessageSpec, struct: StructSpec, defaults: set[str]) -> View:
    return {
        "class_name": class_name(struct.name),
        "new": new_name(struct.name),
        "base": "Struct",
        "qualname": f"{message.name}.{struct.name}",
        "alias": f"_{struct.name}",
        "doc": sentence(struct.about) or f"Part of {message.name}.",
        "fields": [_field(message, spec) for spec in struct.fields],
        "nested": [],
        "class_vars": [],
        "default_constant": default_constant(struct.name) if struct.name in defaults else "",
    }


def _class_vars(message: MessageSpec) -> list[tuple[str, str]]:
    valid = message.valid_versions
    flexible = message.flexible_versions & valid
    return [
        ("KIND", f'"{message.kind}"'),
        ("API_KEY", repr(message.api_key)),
        ("VERSIONS", f"({valid.lowest}, {valid.highest})"),
        ("FLEXIBLE_VERSIONS", f"({flexible.lowest}, {flexible.highest})"),
    ]


def _field(message: MessageSpec, spec: FieldSpec) -> View:
    attr = attribute_name(spec.name)
    row = spec.type.primitive
    element = class_name(spec.type.name) if row is None else row.annotation
    annotation, parameter, stored = element, element, attr
    if spec.type.is_array:
        annotation, parameter = f"tuple[{element}, ...]", f"Iterable[{element}]"
        # a str is an iterable of str too, and never meant as an array of its characters
        stored = f"_text_tuple({attr})" if element == "str" else f"tuple({attr})"
    if spec.nullable_versions & message.valid_versions or spec.default is None:
        if spec.type.is_array:
            stored = f"None if {attr} is None else {stored}"
        annotation, parameter = f"{annotation} | None", f"{parameter} | None"
    return {
        "attr": attr,
        "annotation": annotation,
        "parameter_annotation": parameter,
        "default": default_expression(spec),
        "stored": stored,
        "doc": f"{sentence(spec.about)} ({_facts(message, spec)})".strip(),
    }


def sentence(about: str) -> str:
    """An about line as a sentence inside a doc string; "" stays empty."""
    text = source_text(" ".join(about.split())).replace('"""', r"\"\"\"")
    return text if not text or text.endswith((".", "!", "?", ")")) else f"{text}."


def _facts(message: MessageSpec, spec: FieldSpec) -> str:
    """Type and versions of a field, where they are not those of the message."""
    facts = [str(spec.type)]
    versions = spec.versions & message.valid_versions
    if versions != message.valid_versions:
        facts.append(f"version{'' if versions.lowest == versions.highest else 's'} {versions}")
    if spec.tagged_versions & message.valid_versions:
        facts.append(f"tag {spec.tag}")
    nullable = spec.nullable_versions & versions
    if nullable and nullable != versions:
        facts.append(f"null in {nullable}")
    if spec.ignorable and versions != message.valid_versions:
        facts.append("ignorable")
    return ", ".join(facts)


def default_expression(spec: FieldSpec) -> str:
    """The default as Python prints it."""
    if spec.default is ABSENT:
        return default_constant(spec.type.name)
    if spec.type.form == "uuid":
        raw = spec.default
        assert isinstance(raw, bytes)  # noqa: S101  # the reader made it
        return "ZERO_UUID" if raw == bytes(16) else f"Uuid({bytes(raw)!r})"
    return literal(spec.default)


def literal(value: object) -> str:
    """A value as Python source: text in double quotes, floats that have no literal by name."""
    if isinstance(value, float) and not isfinite(value):
        return f'float("{value}")'
    if not isinstance(value, str):
        return repr(value)
    return '"' + source_text(value).replace('"', r"\"") + '"'


def is_set_expression(message: MessageSpec, spec: FieldSpec) -> str:
    """An expression that is true where the field of `o` has another value than its default.

    Defaults are compared by value: a structure field by field, nothing by identity.
    """
    return " or ".join(_differences(message, spec, f"o.{attribute_name(spec.name)}", 0))


def _differences(message: MessageSpec, spec: FieldSpec, value: str, depth: int) -> list[str]:
    """Expressions of which one is true where `value` is not the default of the field."""
    if spec.default is None:
        return [f"{value} is not None"]
    if spec.default is ABSENT:
        return _struct_differences(message, spec, value, depth)
    if isinstance(spec.default, bool):
        return [f"{value} is not {spec.default}"]
    if isinstance(spec.default, float) and isnan(spec.default):
        return [f"(type({value}) is not float or {value} == {value})"]
    return [f"{value} != {default_expression(spec)}"]


def _struct_differences(message: MessageSpec, spec: FieldSpec, value: str, depth: int) -> list[str]:
    """The same for a structure of defaults, which is held in a local name while it is compared."""
    struct = message.structs[spec.type.name]
    local = f"s{depth}"
    found = [
        part
        for inner in struct.fields
        for part in _differences(message, inner, f"{local}.{attribute_name(inner.name)}", depth + 1)
    ]
    found.append(f"{local}.unknown_tagged_fields")
    if spec.nullable_versions & message.valid_versions:
        return [f"({local} := {value}) is None", *found]
    first = re.sub(rf"\b{local}\b", f"({local} := {value})", found[0], count=1)
    return [first, *found[1:]]
