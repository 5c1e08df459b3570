"""Template data of the schema modules and of the package itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from codegen.errors import SchemaError
from codegen.naming import api_key_name, attribute_name, json_name, module_name, source_text
from codegen.python.classes import literal
from codegen.schema.model import NONE, FieldSpec, Kind, MessageSpec, StructSpec, Versions
from codegen.schema.types import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True)
class StructView:
    """A structure as data; each of `fields` is the arguments of a FieldSchema.

    `about` is its literal, empty where there is none.
    """

    constant: str
    name: str
    versions: tuple[int, int]
    fields: tuple[str, ...]
    about: str


@dataclass(frozen=True, slots=True)
class SchemaView:
    """A message as data; `root` is the constant of its own structure, the last of `structs`.

    `more` are the arguments that are not at their defaults.
    """

    name: str
    source: str
    kind: Kind
    api_key: int | None
    versions: tuple[int, int]
    flexible_versions: tuple[int, int]
    root: str
    structs: tuple[StructView, ...]
    uses_absent: bool
    more: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryView:
    """A line of the registry; `arguments` are those of an Entry."""

    name: str
    module: str
    arguments: str


def schema_view(message: MessageSpec) -> SchemaView:
    """Return the description of a message as data."""
    structs = list(message.all_structs())
    return SchemaView(
        message.name,
        source_text(Path(message.source).name),
        message.kind,
        message.api_key,
        versions=_range(message.valid_versions),
        flexible_versions=_range(message.flexible_versions & message.valid_versions),
        root=_constant(message.root.name),
        structs=tuple(_struct(message, struct) for struct in structs),
        uses_absent=any(spec.default is ABSENT for s in structs for spec in s.fields),
        more=tuple(_more(message)),
    )


def _more(message: MessageSpec) -> Iterator[str]:
    deprecated = message.deprecated_versions & message.valid_versions
    if deprecated:
        yield f"deprecated_versions={_range(deprecated)}"
    if message.latest_version_unstable:
        yield "latest_version_unstable=True"
    if message.listeners:
        yield f"listeners=({', '.join(map(literal, message.listeners))},)"


def registry_entries(messages: Iterable[MessageSpec]) -> list[EntryView]:
    """Return the entries of the registry, one for each message."""
    entries = []
    for message in messages:
        flexible = message.flexible_versions & message.valid_versions
        arguments = [
            f'"{module_name(message.name)}"',
            f'"{message.kind}"',
            str(message.api_key),
            str(message.valid_versions.lowest),
            str(message.valid_versions.highest),
            str(flexible.lowest if flexible else None),
        ]
        if message.header_versions:
            arguments.append(
                str(tuple((v.lowest, v.highest, header) for v, header in message.header_versions))
            )
        if message.latest_version_unstable:
            arguments.append("is_unstable=True")
        entries.append(EntryView(message.name, module_name(message.name), ", ".join(arguments)))
    return entries


def api_keys(messages: Iterable[MessageSpec]) -> list[tuple[str, int]]:
    """Return names and numbers of the APIs.

    Of two with one key, the one with the higher versions first.

    An API whose name another one has keeps the whole name of its request. Raises SchemaError where
    that is taken, too.
    """
    requests = [spec for spec in messages if spec.kind is Kind.REQUEST]
    keys: dict[str, int] = {}
    owners: dict[str, str] = {}
    for spec in sorted(requests, key=lambda spec: (spec.api_key, -spec.valid_versions.highest)):
        assert spec.api_key is not None  # noqa: S101  # the reader refuses requests without
        name = api_key_name(spec.name)
        if name in keys:
            name = f"{name}_REQUEST"
        if name in keys:
            detail = f"makes the API key {name}, as {owners[name]} does"
            raise SchemaError(spec.source, "name", detail)
        keys[name], owners[name] = spec.api_key, spec.name
    return list(keys.items())


def responses(messages: Iterable[MessageSpec]) -> dict[str, str]:
    """Return the response of each request that has one: by API key, of several by its name."""
    names: dict[int | None, list[str]] = {}
    requests = []
    for spec in messages:
        if spec.kind is Kind.REQUEST:
            requests.append(spec)
        elif spec.kind is Kind.RESPONSE:
            names.setdefault(spec.api_key, []).append(spec.name)
    found = {}
    for spec in requests:
        same_key = names.get(spec.api_key, [])
        own = f"{spec.name.removesuffix('Request')}Response"
        if own in same_key:
            found[spec.name] = own
        elif len(same_key) == 1:
            found[spec.name] = same_key[0]
    return found


def _constant(struct: str) -> str:
    return f"_{struct}"


def _range(versions: Versions) -> tuple[int, int]:
    return (versions.lowest, versions.highest) if versions else (0, -1)


def _struct(message: MessageSpec, struct: StructSpec) -> StructView:
    return StructView(
        _constant(struct.name),
        struct.name,
        _range(struct.versions & message.valid_versions),
        tuple(_field(message, spec) for spec in struct.fields),
        _about(struct.about),
    )


def _about(about: str) -> str:
    """Return a description as a literal: one line, however the schema breaks it; "" for none."""
    text = " ".join(about.split())
    return literal(text) if text else ""


def _field(message: MessageSpec, spec: FieldSpec) -> str:
    """Return the arguments of a FieldSchema; those at their default are left out."""
    valid = message.valid_versions
    kind = "struct" if spec.type.is_struct else spec.type.name
    arguments = [
        f'"{attribute_name(spec.name)}"',
        f'"{json_name(spec.name)}"',
        f'"{kind}"',
        str(_range(spec.versions & valid)),
    ]
    if spec.type.is_array:
        arguments.append("is_array=True")
    for name, versions in (("nullable", spec.nullable_versions), ("tagged", spec.tagged_versions)):
        if versions & valid != NONE:
            arguments.append(f"{name}_versions={_range(versions & valid)}")
    if spec.tag is not None:
        arguments.append(f"tag={spec.tag}")
    if spec.ignorable:
        arguments.append("ignorable=True")
    default = "ABSENT" if spec.default is ABSENT else literal(spec.default)
    if default != "None":
        arguments.append(f"default={default}")
    if spec.type.is_struct:
        arguments.append(f"struct={_constant(spec.type.name)}")
    if spec.flexible_versions is not None:
        arguments.append("compact=False")
    if spec.map_key:
        arguments.append("map_key=True")
    if spec.entity_type is not None:
        arguments.append(f"entity_type={literal(spec.entity_type)}")
    if about := _about(spec.about):
        arguments.append(f"about={about}")
    return ", ".join(arguments)
