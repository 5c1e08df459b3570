"""What the templates of the schema modules and of the package itself print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from codegen.naming import attribute_name, json_name, module_name, source_text
from codegen.python.classes import literal
from codegen.schema.model import NONE, FieldSpec, MessageSpec, StructSpec, Versions
from codegen.schema.types import ABSENT

if TYPE_CHECKING:
    from collections.abc import Iterable

View = dict[str, Any]


def schema_view(message: MessageSpec) -> View:
    """A message as data."""
    structs = list(message.all_structs())
    return {
        "name": message.name,
        "source": source_text(Path(message.source).name),
        "kind": message.kind,
        "api_key": message.api_key,
        "versions": _range(message.valid_versions),
        "flexible_versions": _range(message.flexible_versions & message.valid_versions),
        "root": _constant(message.root.name),
        "structs": [_struct(message, struct) for struct in structs],
        "uses_absent": any(spec.default is ABSENT for s in structs for spec in s.fields),
    }


def registry_entries(messages: Iterable[MessageSpec]) -> list[View]:
    """What the registry says of each message."""
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
        entries.append(
            {"name": message.name, "module": module_name(message.name), "arguments": arguments}
        )
    return entries


def _constant(struct: str) -> str:
    return f"_{struct}"


def _range(versions: Versions) -> tuple[int, int]:
    return (versions.lowest, versions.highest) if versions else (0, -1)


def _struct(message: MessageSpec, struct: StructSpec) -> View:
    return {
        "constant": _constant(struct.name),
        "name": struct.name,
        "versions": _range(struct.versions & message.valid_versions),
        "fields": [_field(message, spec) for spec in struct.fields],
    }


def _field(message: MessageSpec, spec: FieldSpec) -> list[str]:
    """The arguments of a FieldSchema; those at their default are left out."""
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
    return arguments
