"""Specs back to schema files: one canonical text for each spec, in Kafka's own language.

Reading the text gives an equal spec. Attributes that say nothing beyond the default of the
language are left out, so the text depends on facts alone.
"""

from __future__ import annotations

import base64
import json
import math
from typing import TYPE_CHECKING

from codegen.schema.types import parse_default

if TYPE_CHECKING:
    from pathlib import Path

    from codegen.schema.model import FieldSpec, MessageSpec, StructSpec


def schema_text(message: MessageSpec) -> str:
    """Return the schema file of a message."""
    return _Writer(message).text()


def inline_user(message: MessageSpec, struct: StructSpec) -> FieldSpec | None:
    """Return the only field of a structure where the schema can define the structure inside it."""
    users = [
        field
        for user in message.all_structs()
        for field in user.fields
        if field.type.is_struct and field.type.name == struct.name
    ]
    return users[0] if len(users) == 1 and users[0].versions == struct.versions else None


def default_literal(field: FieldSpec) -> str | None:
    """Return the default as written in the file; None where the language implies it."""
    default = field.default
    if isinstance(default, float):
        return _float_literal(default)
    if default == parse_default(field.type, "", always_nullable=False):
        return None
    match default:
        case None:
            return "null"
        case bool():
            return "true" if default else "false"
        case bytes():
            return base64.urlsafe_b64encode(default).decode().rstrip("=")
        case _:
            return str(default)


def _float_literal(default: float) -> str | None:
    if math.isnan(default):
        return "NaN"
    if math.isinf(default):
        return "Infinity" if default > 0 else "-Infinity"
    text = repr(default)
    return None if text == "0.0" else text


class _Writer:
    """Writes one message; structures used in only one place are written inline."""

    def __init__(self, message: MessageSpec) -> None:
        self._message = message
        self._common = [
            struct for struct in message.structs.values() if not self._is_inline(struct)
        ]

    def _is_inline(self, struct: StructSpec) -> bool:
        """Return True if the field states all: versions, and the structure's `about` as its own."""
        user = inline_user(self._message, struct)
        return user is not None and struct.about == user.about

    def text(self) -> str:
        message = self._message
        lines = [
            f"  {_quoted(name)}: {_quoted(value)}," for name, value in self._top_level().items()
        ]
        lines += self._fields("fields", message.root, "  ")
        if self._common:
            lines[-1] += ","
            lines.append('  "commonStructs": [')
            for struct in self._common:
                lines += self._common_struct(struct)
                lines[-1] += "," if struct is not self._common[-1] else ""
            lines.append("  ]")
        return "\n".join(["{", *lines, "}", ""])

    def _top_level(self) -> dict[str, object]:
        message = self._message
        headers = {str(versions): str(header) for versions, header in message.header_versions}
        every = {
            "apiKey": message.api_key,
            "type": str(message.kind),
            "listeners": list(message.listeners) or None,
            "name": message.name,
            "validVersions": str(message.valid_versions),
            "deprecatedVersions": str(message.deprecated_versions or "") or None,
            "flexibleVersions": str(message.flexible_versions),
            "headerVersions": headers or None,
            "latestVersionUnstable": message.latest_version_unstable or None,
            "about": message.root.about or None,
        }
        return {name: value for name, value in every.items() if value is not None}

    def _common_struct(self, struct: StructSpec) -> list[str]:
        about = f', "about": {_quoted(struct.about)}' if struct.about else ""
        versions = _quoted(str(struct.versions))
        head = f'    {{ "name": {_quoted(struct.name)}, "versions": {versions}{about},'
        lines = [head, *self._fields("fields", struct, "      ")]
        lines[-1] += "}"
        return lines

    def _fields(self, name: str, struct: StructSpec, indent: str) -> list[str]:
        if not struct.fields:
            return [f'{indent}"{name}": []']
        lines = [f'{indent}"{name}": [']
        for field in struct.fields:
            lines += self._field(field, f"{indent}  ")
            lines[-1] += "," if field is not struct.fields[-1] else ""
        return [*lines, f"{indent}]"]

    def _field(self, field: FieldSpec, indent: str) -> list[str]:
        facts = ", ".join(
            f"{_quoted(name)}: {_quoted(value)}" for name, value in _attributes(field).items()
        )
        lines = [f"{indent}{{ {facts}"]
        if field.about:
            lines[-1] += ","
            lines.append(f'{indent}  "about": {_quoted(field.about)}')
        struct = self._message.structs.get(field.type.name) if field.type.is_struct else None
        if struct is not None and struct not in self._common:
            lines[-1] += ","
            lines += self._fields("fields", struct, f"{indent}  ")
            lines[-1] += "}"
        else:
            lines[-1] += " }"
        return lines


def _attributes(field: FieldSpec) -> dict[str, object]:
    """Return the attributes of a field except `about` and `fields`, in canonical order."""
    flexible = field.flexible_versions
    every = {
        "name": field.name,
        "type": str(field.type),
        "versions": str(field.versions),
        "nullableVersions": str(field.nullable_versions) if field.nullable_versions else None,
        "taggedVersions": str(field.tagged_versions) if field.tagged_versions else None,
        "tag": field.tag,
        "default": default_literal(field),
        "flexibleVersions": None if flexible is None else str(flexible),
        "ignorable": field.ignorable or None,
        "mapKey": field.map_key or None,
        "entityType": field.entity_type,
        "zeroCopy": field.zero_copy or None,
    }
    return {name: value for name, value in every.items() if value is not None}


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_file(path: Path, text: str) -> None:
    """Write a file. An error of a full disk has no path of its own: it gets this one."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
