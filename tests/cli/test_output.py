"""Numbers and nouns in the output of commands, and files that they cannot write."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import kraft_core.cli
from kraft_core.cli.main import run
from kraft_core.cli.output import check_output, counted

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


UNWRITABLE = {
    "a folder": (lambda root: root, "Is a directory"),
    "no folder": (lambda root: root / "none" / "out", "No such file or directory"),
    "below a file": (lambda root: root / "file" / "out", "Not a directory"),
}


@pytest.mark.parametrize("place", UNWRITABLE)
@pytest.mark.parametrize(
    ("command", "work"),
    [
        (("simulate", "--seed", "1", "--html"), "kraft_core.cli.simulate.OneSeed._life"),
        (("story", "--html"), "kraft_core.cli.story_events.timeline"),
        (("quorum", "plan", "--voters", "1", "--output"), "kraft_core.cli.quorum.Target.look"),
        (
            ("recover", "plan", "{root}", "--voters", "1@h:1:AAAAAAAAAAAAAAAAAAAAAQ", "--output"),
            "kraft_core.operations.recovery.directories.make_plan",
        ),
    ],
    ids=["simulate", "story", "quorum plan", "recover plan"],
)
def test_output_that_cannot_be_written_is_refused_before_the_work(
    command, work, place, *, tmp_path, capsys, monkeypatch
):
    make, reason = UNWRITABLE[place]
    path = make(tmp_path)
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(work, lambda *_, **__: pytest.fail("the work began"))
    assert run([each.format(root=tmp_path) for each in command] + [str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    if command[0] == "recover" and place == "a folder":
        reason = "already exists: specify a new file."
        assert err == f"kraft: {path} {reason}\n"
    else:
        assert err == f"kraft: {path}: {reason}\n"


def test_existing_file_and_a_new_one_can_be_written(tmp_path):
    old = tmp_path / "old"
    old.write_text("kept")
    check_output(old)
    check_output(tmp_path / "new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("old", "kept")]
