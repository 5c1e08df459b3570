"""Template data of the classes: fields, annotations, defaults, doc strings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite, isnan
from typing import TYPE_CHECKING

from codegen.naming import USED_CLASSES, attribute_name, module_name, source_text
from codegen.schema.model import Kind
from codegen.schema.types import ABSENT

if TYPE_CHECKING:
    from codegen.python.uses import Uses
    from codegen.schema.model import FieldSpec, MessageSpec, StructSpec


@dataclass(frozen=True, slots=True)
class FieldView:
    """A field of a class: `stored` is the value that its constructor stores for the argument."""

    attr: str
    annotation: str
    parameter_annotation: str
    default: str
    stored: str
    doc: str


@dataclass(frozen=True, slots=True)
class ClassView:
    """A class of a module, and its private names.

    The class of the message has `class_vars` (name and value) and `nested`, the structures inside
    it, with the name that annotations of the class can use; a structure has `qualname` and `alias`,
    its private name. `default_constant` is empty where the structure is the default of no field.
    """

    class_name: str
    new: str
    base: str
    doc: str
    fields: tuple[FieldView, ...]
    default_constant: str
    qualname: str = ""
    alias: str = ""
    nested: tuple[tuple[str, str], ...] = ()
    class_vars: tuple[tuple[str, str], ...] = ()


def class_name(struct: str) -> str:
    """Return the module's name for a structure."""
    return f"{struct}_" if struct in USED_CLASSES else struct


# Structures keep their capitals in private names: `Entry` and `ENTRY`, or the array form of `Entry`
# and a structure `EntryMany`, would share a name in snake case.


def new_name(struct: str) -> str:
    """Return the function that makes an instance without fields, for readers to fill."""
    return f"_new_{struct}"


def default_constant(struct: str) -> str:
    """Return the shared instance of defaults of a structure."""
    return f"_DEFAULT_{struct}"


def class_views(message: MessageSpec, uses: Uses, response: str = "") -> tuple[ClassView, ...]:
    """Return one view for each class, inner structures first.

    `response` is that of a request, if any.
    """
    defaults = {
        spec.type.name
        for struct in message.all_structs()
        for spec in struct.fields
        if spec.type.is_struct and not spec.type.is_array and spec.default is ABSENT
    }
    structs = (_struct(message, struct, defaults, uses) for struct in message.structs.values())
    return (*structs, _root(message, uses, response))


def _struct(message: MessageSpec, struct: StructSpec, defaults: set[str], uses: Uses) -> ClassView:
    return ClassView(
        class_name(struct.name),
        new_name(struct.name),
        base=uses.message("Struct"),
        doc=sentence(struct.about) or f"Part of {message.name}.",
        fields=tuple(_field(message, spec, uses) for spec in struct.fields),
        default_constant=default_constant(struct.name) if struct.name in defaults else "",
        qualname=f"{message.name}.{struct.name}",
        alias=f"_{struct.name}",
    )


def _root(message: MessageSpec, uses: Uses, response: str) -> ClassView:
    return ClassView(
        class_name(message.name),
        new_name(message.name),
        base=_base(message, uses, response),
        doc=sentence(message.root.about) or f"{message.name}: no description yet.",
        fields=tuple(_field(message, spec, uses) for spec in message.root.fields),
        default_constant="",
        nested=tuple((name, class_name(name)) for name in message.structs),
        class_vars=_class_vars(message, response),
    )


def _base(message: MessageSpec, uses: Uses, response: str) -> str:
    """Return the base class of a message; that of a request names the class of its response."""
    if message.kind is not Kind.REQUEST:
        return uses.message("Message")
    request = uses.message("Request")
    if not response or response in message.structs:  # a structure has the name in this module
        return f"{request}[{uses.message('Message')}]"
    return f'{request}["{uses.type_only(f".{module_name(response)}", response)}"]'


def _class_vars(message: MessageSpec, response: str) -> tuple[tuple[str, str], ...]:
    valid = message.valid_versions
    flexible = message.flexible_versions & valid
    return (
        ("KIND", f'"{message.kind}"'),
        ("API_KEY", repr(message.api_key)),
        ("VERSIONS", f"({valid.lowest}, {valid.highest})"),
        ("FLEXIBLE_VERSIONS", f"({flexible.lowest}, {flexible.highest})"),
        *([("_RESPONSE_NAME", f'"{response}"')] if response else ()),
        *(
            [("_IDENTITIES", repr(found).replace("'", '"'))]
            if (found := identities(message))
            else ()
        ),
    )


Identity = tuple[tuple[str, ...], tuple[tuple[str, int, int], ...]]
"""Attributes that lead from the message to a structure; its fields that name one thing, each with
its lowest and highest version."""


def identities(message: MessageSpec) -> tuple[Identity, ...]:
    """Find the structures whose name a version can drop: a name next to an id (KIP-516).

    Ignorable fields that a version lacks are left out, so a topic that is given by its name alone
    has no name at all in a version that has only ids. A text whose entity type is `topicName` is
    paired with the uuid `topicId` of its structure; an array of such texts with an array of
    structures that have one (DeleteTopics).
    """
    found: list[Identity] = []

    def visit(struct: StructSpec, path: tuple[str, ...]) -> None:
        for name in struct.fields:
            for other in struct.fields:
                if _is_pair(message, name, other):
                    ranges = (_range(message, struct, spec) for spec in (name, other))
                    found.append((path, tuple(ranges)))
        for spec in struct.fields:
            if spec.type.is_struct:
                visit(message.structs[spec.type.name], (*path, attribute_name(spec.name)))

    visit(message.root, ())
    return tuple(found)


def _is_pair(message: MessageSpec, name: FieldSpec, other: FieldSpec) -> bool:
    entity = name.entity_type or ""
    if name.type.name != "string" or not entity.endswith("Name"):
        return False
    if name.type.is_array:
        inner = message.structs[other.type.name].fields if other.type.form == "structs" else ()
        is_pair = any(f.entity_type == entity and f.type.form == "text" for f in inner)
    else:
        stem = f"{entity.removesuffix('Name')}_id".lower()
        is_pair = other.type.form == "uuid" and attribute_name(other.name) == stem
    valid = message.valid_versions
    is_dropped = any(f.ignorable and not f.versions.covers(valid) for f in (name, other))
    return is_pair and is_dropped


def _range(message: MessageSpec, struct: StructSpec, spec: FieldSpec) -> tuple[str, int, int]:
    versions = spec.versions & struct.versions & message.valid_versions
    return attribute_name(spec.name), versions.lowest, versions.highest


def _field(message: MessageSpec, spec: FieldSpec, uses: Uses) -> FieldView:
    attr = attribute_name(spec.name)
    row = spec.type.primitive
    element = class_name(spec.type.name) if row is None else row.annotation
    if row is not None and row.form == "uuid":
        uses.primitives(element)
    annotation, parameter, stored = element, element, attr
    if spec.type.is_array:
        iterable = uses.name("collections.abc", "Iterable")
        annotation, parameter = f"tuple[{element}, ...]", f"{iterable}[{element}]"
        # a str is an iterable of str too, and never meant as an array of its characters
        is_text = spec.type.form == "texts"
        stored = f"{uses.arrays('_text_tuple')}({attr})" if is_text else f"tuple({attr})"
    if spec.nullable_versions & message.valid_versions or spec.default is None:
        if spec.type.is_array:
            stored = f"None if {attr} is None else {stored}"
        annotation, parameter = f"{annotation} | None", f"{parameter} | None"
    return FieldView(
        attr,
        annotation,
        parameter,
        default_expression(spec, uses),
        stored,
        f"{sentence(spec.about)} ({_facts(message, spec)})".strip(),
    )


def sentence(about: str) -> str:
    """Format an about line as a sentence in a docstring; "" stays empty."""
    text = source_text(" ".join(about.split())).replace('"""', r"\"\"\"")
    return text if not text or text.endswith((".", "!", "?", ")")) else f"{text}."


def _facts(message: MessageSpec, spec: FieldSpec) -> str:
    """Return the type of a field, and its versions where they differ from the message's."""
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


def default_expression(spec: FieldSpec, uses: Uses) -> str:
    """Return the default as Python source."""
    if spec.default is ABSENT:
        return default_constant(spec.type.name)
    if spec.type.form == "uuid":
        raw = spec.default
        assert isinstance(raw, bytes)  # noqa: S101  # the reader made it
        if raw == bytes(16):
            return uses.primitives("ZERO_UUID")
        return f"{uses.primitives('Uuid')}({bytes(raw)!r})"
    return literal(spec.default)


def literal(value: object) -> str:
    """Return a value as Python source: text in double quotes, special floats by name."""
    if isinstance(value, float) and not isfinite(value):
        return f'float("{value}")'
    if not isinstance(value, str):
        return repr(value)
    return '"' + source_text(value).replace('"', r"\"") + '"'


def is_set_expression(message: MessageSpec, spec: FieldSpec, uses: Uses) -> str:
    """Return an expression that is true where the field of `o` has another value than its default.

    Defaults are compared by value: a structure field by field, nothing by identity.
    """
    value = f"o.{attribute_name(spec.name)}"
    return " or ".join(_Differences(message, uses).of(spec, value, 0))


class _Differences:
    """Expressions, one of which is true if a value is not the default of its field."""

    def __init__(self, message: MessageSpec, uses: Uses) -> None:
        self._message = message
        self._uses = uses

    def of(self, spec: FieldSpec, value: str, depth: int) -> list[str]:
        if spec.default is None:
            return [f"{value} is not None"]
        if spec.default is ABSENT:
            return self._of_struct(spec, value, depth)
        if isinstance(spec.default, bool):
            return [f"{value} is not {spec.default}"]
        if isinstance(spec.default, float) and isnan(spec.default):
            return [f"(type({value}) is not float or {value} == {value})"]
        return [f"{value} != {default_expression(spec, self._uses)}"]

    def _of_struct(self, spec: FieldSpec, value: str, depth: int) -> list[str]:
        """Compare with the defaults of a structure, which a local name holds."""
        struct = self._message.structs[spec.type.name]
        local = f"s{depth}"
        found = [
            part
            for inner in struct.fields
            for part in self.of(inner, f"{local}.{attribute_name(inner.name)}", depth + 1)
        ]
        found.append(f"{local}.unknown_tagged_fields")
        if spec.nullable_versions & self._message.valid_versions:
            return [f"({local} := {value}) is None", *found]
        first = re.sub(rf"\b{local}\b", f"({local} := {value})", found[0], count=1)
        return [first, *found[1:]]
