"""Sentences about safety in the documents of the pipeline name the tests that hold them.

A footnote `[^name]` is behind the sentence, and its text is "Held by" and names of tests.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("spark", "spark-export", "spark-restore", "spark-quorum", "spark-doctor")
DEFINED = re.compile(r"^\[\^([\w-]+)\]: (.+(?:\n    .+)*)$", re.MULTILINE)
USED = re.compile(r"\[\^([\w-]+)\]")
TEST = r"`(tests/\S+\.py)::(test_\w+)`"
HELD = re.compile(rf"Held by {TEST}(, {TEST})*\.")
SAFETY = re.compile(
    r"\b(each record(?: that Kafka committed)? once|records once|same rows|never|lose[sn]?|lost"
    r"|is an error|are errors?|crash|kill(?:s|ed)?|refused|truncated)\b"
)


@cache
def functions(path):
    """Return the names of the functions of a file, at any depth."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def body_of(page):
    """Return a page without code blocks, and without the footnotes."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return DEFINED.sub("", text), dict(DEFINED.findall(text))


def sentences(body):
    """Yield the sentences of paragraphs and the rows of tables, without the generated ones."""
    body = re.sub(r"<!-- options .*?-->\s*(?:^\|.*\n)+", "", body, flags=re.MULTILINE)
    for block in body.split("\n\n"):
        if block.lstrip().startswith("|"):
            yield from block.splitlines()[2:]
        elif not block.startswith("#"):
            flat = " ".join(block.split())
            yield from re.split(r"(?<=[.:\]]) (?=[A-Z`*])", flat)


@pytest.mark.parametrize("page", PAGES)
def test_footnote_names_tests_that_exist(page):
    body, notes = body_of(page)
    assert notes
    assert set(USED.findall(body)) == set(notes)
    for name, note in notes.items():
        held = " ".join(note.split())
        assert HELD.fullmatch(held), f"{page}, {name}: {held}"
        for path, test in re.findall(TEST, held):
            assert test in functions(path), f"{page}, {name}: {path} has no {test}"


@pytest.mark.parametrize("page", PAGES)
def test_sentence_about_safety_has_a_footnote(page):
    body, _ = body_of(page)
    without = [one for one in sentences(body) if SAFETY.search(one) and not USED.search(one)]
    assert without == []
