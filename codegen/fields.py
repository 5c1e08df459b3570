"""One field of a schema file, and Kafka's rules for its attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codegen.defaults import default_text, parse_default
from codegen.naming import RESERVED_CLASSES
from codegen.spec import PRIMITIVES, FieldSpec, FieldType
from codegen.versions import MAX_VERSION, NONE, Versions

if TYPE_CHECKING:
    from codegen.attributes import Attributes

ENTITY_TYPES = {
    "transactionalId": "string",
    "groupId": "string",
    "topicName": "string",
    "brokerId": "int32",
    "producerId": "int64",
}
"""What an entityType says about the type of its field."""

HIGHEST_TAG = 2**31 - 2


def read_field(attributes: Attributes, message_flexible: Versions) -> FieldSpec:
    """Read one field; the structure that it may define inline is somebody else's.

    Raises SchemaError.
    """
    tagged = attributes.versions("taggedVersions", NONE)
    field_type = _read_type(attributes)
    versions = attributes.versions("versions", tagged or None)
    nullable = attributes.versions("nullableVersions", NONE)
    field = FieldSpec(
        name=attributes.word("name"),
        type=field_type,
        versions=versions,
        nullable_versions=nullable,
        tagged_versions=tagged,
        tag=attributes.number("tag", HIGHEST_TAG),
        default=_read_default(attributes, field_type, always_nullable=nullable.covers(versions)),
        ignorable=attributes.flag("ignorable"),
        map_key=attributes.flag("mapKey"),
        entity_type=_read_entity_type(attributes, field_type),
        zero_copy=attributes.flag("zeroCopy"),
        flexible_versions=_read_flexible_versions(attributes, field_type, message_flexible),
        about=attributes.text("about", ""),
    )
    attributes.finish(also=("fields",))
    _check_kinds(attributes, field)
    _check_tag(attributes, field, message_flexible)
    return field


def _read_type(attributes: Attributes) -> FieldType:
    text = attributes.text("type")
    name = text.removeprefix("[]")
    if name.startswith("[]"):
        attributes.refuse("type", f"{text!r}: an array cannot hold arrays, only structures can")
    is_struct = name[:1].isupper() and name.isalnum() and name.isascii()
    if name in RESERVED_CLASSES:
        attributes.refuse("type", f"{name!r} cannot name a message or structure")
    if name not in PRIMITIVES and not is_struct:
        attributes.refuse("type", f"{text!r} is no type: primitive, Structure or [] of them")
    if text == "[]records":
        attributes.refuse("type", "records cannot be elements of an array")
    return FieldType(name, is_array=text.startswith("[]"))


def _read_default(
    attributes: Attributes, field_type: FieldType, *, always_nullable: bool
) -> object:
    value = attributes.raw("default")
    try:
        text = default_text(value)
        return parse_default(field_type, text, always_nullable=always_nullable)
    except ValueError as error:
        attributes.refuse("default", str(error))


def _read_entity_type(attributes: Attributes, field_type: FieldType) -> str | None:
    name = attributes.text("entityType", "unknown")
    if name == "unknown":
        return None
    wanted = ENTITY_TYPES.get(name)
    if wanted is None:
        attributes.refuse("entityType", f"{name!r} is none of {', '.join(ENTITY_TYPES)}")
    if field_type.name != wanted:
        attributes.refuse("entityType", f"{name} is of type {wanted}, the field of {field_type}")
    return name


def _read_flexible_versions(
    attributes: Attributes, field_type: FieldType, message_flexible: Versions
) -> Versions | None:
    """Read the versions in which the length of a field is compact; None for those of the message.

    Kafka's generator takes any part of the message's flexible versions. Kafka's schemas have but
    one such field, with none; generated code knows all of them or none.
    """
    if not attributes.text("flexibleVersions", ""):
        return None
    versions = attributes.versions("flexibleVersions")
    if field_type.is_array or field_type.name not in ("string", "bytes"):
        attributes.refuse("flexibleVersions", "only string and bytes fields have their own")
    if not message_flexible.covers(versions):
        detail = f"{versions} is not within the message's {message_flexible}"
        attributes.refuse("flexibleVersions", detail)
    if versions and versions != message_flexible:
        detail = f"{versions} is a part of the message's {message_flexible}: must be all or none"
        attributes.refuse("flexibleVersions", detail)
    return None if versions else NONE


def _check_kinds(attributes: Attributes, field: FieldSpec) -> None:
    kind = field.type
    can_be_null = kind.is_array or kind.is_struct or kind.name in ("string", "bytes", "records")
    if field.nullable_versions and not can_be_null:
        attributes.refuse("nullableVersions", f"a field of type {kind} cannot be null")
    if field.zero_copy and (kind.is_array or kind.name != "bytes"):
        attributes.refuse("zeroCopy", f"only bytes can have it, not {kind}")
    if attributes.has("fields") and not kind.is_struct:
        attributes.refuse("fields", f"a field of type {kind} has no fields of its own")


def _check_tag(attributes: Attributes, field: FieldSpec, message_flexible: Versions) -> None:
    tagged = field.tagged_versions
    if field.tag is None:
        if tagged:
            attributes.refuse("taggedVersions", "is given, but no tag")
        return
    if field.map_key:
        attributes.refuse("tag", "a key field cannot be tagged")
    if field.type.name == "records":
        attributes.refuse("tag", "records cannot be tagged")
    if not tagged:
        attributes.refuse("tag", "is given, but no taggedVersions")
    if tagged.highest != MAX_VERSION:
        attributes.refuse("taggedVersions", f"{tagged} must be open ({tagged.lowest}+)")
    if not field.versions.covers(tagged):
        attributes.refuse("taggedVersions", f"{tagged} is not within versions {field.versions}")
    if field.nullable_versions & tagged not in (NONE, tagged):
        detail = "either all tagged versions are nullable or none"
        attributes.refuse("nullableVersions", detail)
    flexible = message_flexible if field.flexible_versions is None else field.flexible_versions
    if not flexible.covers(tagged):
        attributes.refuse("taggedVersions", f"{tagged} is not within flexible {flexible}")
