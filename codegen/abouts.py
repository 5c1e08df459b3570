"""The `about` lines of schemas, apart from the facts: taken off, kept by place, put back.

Kafka's own lines are dropped when a source is read; lines of ours stand in files that an import
wrote, which `BANNER` marks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from codegen.writer import inline_user

if TYPE_CHECKING:
    from codegen.spec import MessageSpec, StructSpec

BANNER = (
    '// Imported from Apache Kafka by "python -m codegen import": only "about" is edited here.\n'
)
"""How every file begins that an import wrote, and may remove again; its `about` lines are ours."""

Place = tuple[str, str, str]
"""Message, structure and field; the field is "" for the structure (or message) itself."""


def without_abouts(message: MessageSpec) -> MessageSpec:
    """Return the facts alone."""
    return with_abouts(message, {})


def abouts_of(message: MessageSpec) -> dict[Place, str]:
    """Return every `about` of a message by its place."""
    found: dict[Place, str] = {}
    for struct in message.all_structs():
        for field in struct.fields:
            if field.about:
                found[message.name, struct.name, field.name] = field.about
        if struct.about and inline_user(message, struct) is None:
            found[message.name, struct.name, ""] = struct.about
    return found


def with_abouts(message: MessageSpec, abouts: dict[Place, str]) -> MessageSpec:
    """Return the message with these lines and no other; an inline structure has its field's."""

    def about_of_struct(struct: StructSpec) -> str:
        user = inline_user(message, struct)
        if user is None:
            return abouts.get((message.name, struct.name, ""), "")
        owner = next(other for other in message.all_structs() if user in other.fields)
        return abouts.get((message.name, owner.name, user.name), "")

    def dress(struct: StructSpec) -> StructSpec:
        fields = tuple(
            replace(field, about=abouts.get((message.name, struct.name, field.name), ""))
            for field in struct.fields
        )
        return replace(struct, fields=fields, about=about_of_struct(struct))

    structs = {name: dress(struct) for name, struct in message.structs.items()}
    return replace(message, root=dress(message.root), structs=structs)
