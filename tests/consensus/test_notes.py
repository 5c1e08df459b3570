"""Notes: every kind is put out somewhere."""

from __future__ import annotations

from pathlib import Path

import kraft_core.consensus
from kraft_core.consensus.notes import Note, NoteKind

SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in sorted(Path(kraft_core.consensus.__file__).parent.glob("*.py"))
    if path.name != "notes.py"
)


def test_every_kind_is_used():
    assert [kind.name for kind in NoteKind if f"NoteKind.{kind.name}" not in SOURCES] == []


def test_values_follow_names():
    assert all(kind.value == kind.name.lower().replace("_", "-") for kind in NoteKind)
    assert Note(NoteKind.VOTE_GRANTED).detail == ""
