"""What one version of a message looks like on the wire, names aside: equal shapes, equal bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from codegen.schema.model import FieldSpec, MessageSpec, StructSpec


@dataclass(frozen=True, slots=True)
class FieldShape:
    """A field: `inside` is its primitive or its structure's shape; `is_compact` its length form."""

    is_array: bool
    inside: str | StructShape
    is_nullable: bool
    is_compact: bool


@dataclass(frozen=True, slots=True)
class StructShape:
    """A structure: fields in the order of the wire, then those of the tag section by tag."""

    is_flexible: bool
    untagged: tuple[FieldShape, ...]
    tagged: dict[int, FieldShape]

    def extends(self, older: StructShape) -> bool:
        """Whether this reads whatever `older` writes: only tagged fields may have been added."""
        return (
            self.is_flexible == older.is_flexible
            and len(self.untagged) == len(older.untagged)
            and all(map(_extends, self.untagged, older.untagged))
            and self.tagged.keys() >= older.tagged.keys()
            and all(_extends(self.tagged[tag], field) for tag, field in older.tagged.items())
        )


def message_shape(message: MessageSpec, version: int) -> StructShape:
    """Return the shape of a version of a message."""
    return _struct_shape(message, message.root, version)


def _struct_shape(message: MessageSpec, struct: StructSpec, version: int) -> StructShape:
    present = [field for field in struct.fields if version in field.versions]
    return StructShape(
        version in message.flexible_versions,
        tuple(
            _field_shape(message, field, version)
            for field in present
            if version not in field.tagged_versions
        ),
        {
            field.tag: _field_shape(message, field, version)
            for field in present
            if version in field.tagged_versions and field.tag is not None
        },
    )


def _field_shape(message: MessageSpec, field: FieldSpec, version: int) -> FieldShape:
    inside: str | StructShape = field.type.name
    if field.type.is_struct:
        inside = _struct_shape(message, message.structs[field.type.name], version)
    flexible = field.flexible_versions
    is_compact = version in (message.flexible_versions if flexible is None else flexible)
    is_nullable = version in field.nullable_versions
    return FieldShape(field.type.is_array, inside, is_nullable, is_compact)


def _extends(newer: FieldShape, older: FieldShape) -> bool:
    if isinstance(newer.inside, str) or isinstance(older.inside, str):
        return newer == older
    return (
        newer.is_array == older.is_array
        and newer.is_nullable == older.is_nullable
        and newer.inside.extends(older.inside)
    )
