"""Numbers and nouns in the output of commands."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import kraft_core.cli
from kraft_core.cli.output import counted

SOURCES = sorted(Path(kraft_core.cli.__file__).parent.glob("*.py"))
PLURAL = re.compile(r" (?:[a-z]{3,} )?[a-z]{3,}s\b")


@pytest.mark.parametrize(
    ("count", "words", "text"),
    [
        (0, ("broker",), "0 brokers"),
        (1, ("broker",), "1 broker"),
        (2, ("broker",), "2 brokers"),
        (1_512, ("record",), "1,512 records"),
        (1, ("directory", "directories"), "1 directory"),
        (3, ("directory", "directories"), "3 directories"),
    ],
)
def test_number_with_its_noun(count, words, text):
    assert counted(count, *words) == text


def fixed_plurals(tree):
    """Find counts in f-strings that are followed by a plural: lengths, and numbers in thousands."""
    for text in (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)):
        for value, after in zip(text.values, text.values[1:], strict=False):
            if isinstance(value, ast.FormattedValue) and isinstance(after, ast.Constant):
                spec = "" if value.format_spec is None else ast.unparse(value.format_spec)
                is_count = ast.unparse(value.value).startswith("len(") or "," in spec
                if is_count and PLURAL.match(after.value):
                    yield ast.unparse(text)


def test_a_fixed_plural_is_found():
    assert list(fixed_plurals(ast.parse('f"{count:,} voter changes"')))
    assert list(fixed_plurals(ast.parse('f"of {len(ids)} voters"')))
    assert not list(fixed_plurals(ast.parse('f"of {len(ids)} at most"')))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_command_writes_a_fixed_plural(path):
    assert list(fixed_plurals(ast.parse(path.read_text()))) == []
