"""Messages in words, by their schemas: the doc strings that `help()` shows.

Imported when the first doc string of a generated class is asked for.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kraft_wire.schema import OPEN, FieldSchema, MessageSchema, StructSchema, VersionRange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_wire.message import Message, Struct

__all__ = ["class_doc", "field_facts", "schema_of", "versions_text"]


def schema_of(cls: type[Struct]) -> tuple[MessageSchema, StructSchema]:
    """Return the schema of a generated class, with that of the message that it belongs to.

    Raises LookupError for a class that is not generated.
    """
    try:
        generated = cls._GENERATED
        owner: type[Message] = getattr(
            sys.modules[generated.__module__], generated.__qualname__.partition(".")[0]
        )
        message = owner.schema()
    except (AttributeError, ImportError, KeyError) as error:
        raise LookupError(f"{cls.__qualname__} is not a generated class") from error
    name = generated.__qualname__.rpartition(".")[2]
    for struct in message.structs():
        if struct.name == name:
            return message, struct
    raise LookupError(f"{message.name} has no structure {name}")


def class_doc(cls: type[Struct], first: str) -> str:
    """Write the doc string of a class: its first sentence, versions, and every field."""
    try:
        message, struct = schema_of(cls)
    except LookupError:
        return first
    return "\n".join((first, "", _facts(message, struct), "", *_field_lines(message, struct)))


def versions_text(versions: VersionRange) -> str:
    """Write a range of versions: `3`, `0-2`, `4+`, `none`."""
    lowest, highest = versions
    if lowest > highest:
        return "none"
    if highest == OPEN:
        return f"{lowest}+"
    return str(lowest) if lowest == highest else f"{lowest}-{highest}"


def _versions(versions: VersionRange) -> str:
    noun = "version" if versions[0] == versions[1] else "versions"
    return f"{noun} {versions_text(versions)}"


def _facts(message: MessageSchema, struct: StructSchema) -> str:
    facts = [_versions(struct.versions).capitalize()]
    if struct is message.root:
        facts[0] += f" of a {message.kind}"
        if message.api_key is not None:
            facts[0] += f" with key {message.api_key}"
        flexible = versions_text(message.flexible_versions)
        facts.append(f"flexible versions: {flexible}")
        if message.deprecated_versions[0] <= message.deprecated_versions[1]:
            facts.append(f"deprecated: {versions_text(message.deprecated_versions)}")
        if message.latest_version_unstable:
            facts.append(f"version {message.versions[1]} is unstable")
        if message.listeners:
            facts.append(f"listeners: {', '.join(message.listeners)}")
    return f"{'; '.join(facts)}."


def _field_lines(message: MessageSchema, struct: StructSchema) -> Iterator[str]:
    yield "Fields:" if struct.fields else "No fields."
    for field in struct.fields:
        yield f"    {field.name}: {field_facts(message, field)}"
        if field.about:
            yield f"        {field.about}"


def field_facts(message: MessageSchema, field: FieldSchema) -> str:
    """Write the type of a field, and where it differs from the message, its versions."""
    facts = [field.type_text]
    if field.versions != message.versions:
        facts.append(_versions(field.versions))
    if field.tagged_versions[0] <= field.tagged_versions[1]:
        facts.append(f"tag {field.tag}")
    if field.nullable_versions[0] <= field.nullable_versions[1]:
        everywhere = field.nullable_versions == field.versions
        shown = "" if everywhere else f" in {versions_text(field.nullable_versions)}"
        facts.append(f"nullable{shown}")
    if field.ignorable:
        facts.append("ignorable")
    if field.map_key:
        facts.append("map key")
    if field.entity_type:
        facts.append(f"entity {field.entity_type}")
    return ", ".join(facts)
