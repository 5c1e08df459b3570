"""A folder of imported schemas: one file per message, facts from Kafka, kraft's `about` lines.

Writing the same facts twice changes nothing; files of an earlier import that this one does not
write are removed; files that no import wrote are kept.

Kafka's own `about` lines are dropped when a source is read; files that an import
wrote (marked by `BANNER`) contain kraft's own, which are kept separately from the facts, by place.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from codegen.errors import SchemaError
from codegen.schema.error_codes import schema_files
from codegen.schema.reader import read_message, read_text
from codegen.schema.writer import inline_user, schema_text, write_file

if TYPE_CHECKING:
    from pathlib import Path

    from codegen.releases.merge import Merged
    from codegen.schema.model import MessageSpec, StructSpec

BANNER = (
    '// Imported from Apache Kafka by "python -m codegen import": only "about" is edited here.\n'
)
"""First line of each file that an import wrote and can remove; kraft wrote its `about` lines."""

Place = tuple[str, str, str]
"""Message, structure and field; the field is "" for the structure (or message) itself."""


def without_abouts(message: MessageSpec) -> MessageSpec:
    """Return the schema without its `about` texts."""
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


@dataclass(frozen=True, slots=True)
class FolderChange:
    """Changes that an import made to a folder: names of files, sorted, relative to it."""

    written: tuple[str, ...]
    removed: tuple[str, ...]


def write_folder(merged: Merged, folder: Path) -> FolderChange:
    """Write the merged releases to a folder; its existing `about` lines are kept.

    They win over lines that a source brings.

    Raises SchemaError, before anything is touched, for a file that is not a schema, and for one
    that an import would overwrite although no import wrote it.
    """
    existing = {
        path.relative_to(folder).as_posix(): read_text(path.read_bytes(), str(path))
        for path in schema_files(folder)
    }
    abouts = _abouts(existing)
    wanted = {
        f"{merged.areas[name]}/{name}.json".lstrip("/"): BANNER
        + schema_text(with_abouts(message, {**abouts_of(message), **abouts}))
        for name, message in merged.messages.items()
    }
    for name in sorted(wanted.keys() & existing.keys()):
        if not existing[name].startswith(BANNER):
            detail = "was not written by an import, which would overwrite it"
            raise SchemaError(str(folder / name), "", detail)
    written = sorted(name for name, text in wanted.items() if existing.get(name) != text)
    stale = sorted(
        name for name, text in existing.items() if name not in wanted and text.startswith(BANNER)
    )
    _apply(folder, {name: wanted[name] for name in written}, stale)
    return FolderChange(tuple(written), tuple(stale))


def _abouts(existing: dict[str, str]) -> dict[Place, str]:
    abouts: dict[Place, str] = {}
    for name, text in existing.items():
        message = read_message(text, name)
        if message is not None:
            abouts.update(abouts_of(message))
    return abouts


def _apply(folder: Path, written: dict[str, str], stale: list[str]) -> None:
    for name, text in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text)
    for name in stale:
        path = folder / name
        path.unlink()
        if path.parent != folder and not any(path.parent.iterdir()):
            path.parent.rmdir()
