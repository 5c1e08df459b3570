"""docs/reading-guide.md: every function, class or file that answers a question exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reading-guide.md"
PACKAGES = ("kraft_core.", "kraft_wire.", "kraft_spark.", "codegen.")


def answers():
    """Question and answer of each row."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "?" in line]
    return [row for row in rows if len(row) == 2]


def defined(name):
    """Whether the module itself defines what is named, so that the guess is right."""
    parts = name.split(".")
    for end in range(len(parts) - 1, 0, -1):
        try:
            module = import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        found = module
        for part in parts[end:]:
            found = getattr(found, part, None)
        return getattr(found, "__module__", None) == module.__name__
    return False


def test_every_question_is_answered_by_a_name_that_its_module_defines():
    rows = answers()
    assert len(rows) >= 30
    wrong = []
    for question, answer in rows:
        names = [name for name in re.findall(r"`([^`]+)`", answer) if name.startswith(PACKAGES)]
        wrong += [question] if not names else []
        wrong += [name for name in names if not defined(name)]
    assert wrong == []


def test_every_guess_is_a_file_and_the_counts_are_those_of_the_table():
    text = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+\?) \| `([\w/.]+)` \| (yes|no.*) \|$", text, re.MULTILINE)
    right = sum(verdict == "yes" for *_, verdict in rows)
    assert len(rows) >= 30
    assert f"{right} guesses were right, {len(rows) - right} were wrong" in text
    files = {
        name
        for _, guess, verdict in rows
        for name in (guess, *re.findall(r"`(kraft[\w/.]+)`", verdict))
    }
    assert [name for name in files if not (PAGE.parents[1] / name).is_file()] == []
