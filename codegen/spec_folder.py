"""A folder of imported schemas: facts from Kafka, one file for each message, `about` lines ours.

Writing the same facts twice changes nothing; what an earlier import wrote and this one does not
is removed; files that no import wrote are left alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from codegen.abouts import BANNER, abouts_of, with_abouts
from codegen.errors import SchemaError
from codegen.reader import read_message, read_text
from codegen.writer import schema_text

if TYPE_CHECKING:
    from pathlib import Path

    from codegen.abouts import Place
    from codegen.merge import Merged


@dataclass(frozen=True, slots=True)
class FolderChange:
    """What an import did to a folder: names of files, sorted, relative to it."""

    written: tuple[str, ...]
    removed: tuple[str, ...]


def write_folder(merged: Merged, folder: Path) -> FolderChange:
    """Make the folder say what the merged releases say; `about` lines that it has are kept.

    They win over lines that a source brings.

    Raises SchemaError, before anything is touched, for a file in it that is no schema and for one
    that an import would have to overwrite although no import wrote it.
    """
    existing = {
        path.relative_to(folder).as_posix(): read_text(path.read_bytes(), str(path))
        for path in sorted(folder.rglob("*.json"))
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
        path.write_text(text, encoding="utf-8", newline="\n")
    for name in stale:
        path = folder / name
        path.unlink()
        if path.parent != folder and not any(path.parent.iterdir()):
            path.parent.rmdir()
