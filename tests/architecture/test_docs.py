"""What the documents show is true: code runs, links lead somewhere, commands are named."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kraft_core.cli.main import COMMANDS

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in DOCUMENTS)
SHOWN = re.compile(
    r"""^\$\ (?:echo\ '(?P<input>.*)'\ \|\ )?kraft\ (?P<arguments>wire\ .*)\n
    (?P<output>(?:(?!```|\$\ ).*\n)+)""",
    re.MULTILINE | re.VERBOSE,
)
"""A `kraft wire` command in a document, what it reads, and what it prints."""


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_python_in_documents_runs(path):
    failed, _ = doctest.testfile(str(path), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert failed == 0


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(path):
    links = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_transcripts_in_the_readme_are_what_the_commands_print():
    transcripts = list(SHOWN.finditer((ROOT / "README.md").read_text(encoding="utf-8")))
    assert len(transcripts) >= 2
    for shown in transcripts:
        done = subprocess.run(
            [sys.executable, "-m", "kraft_core.cli", *shown["arguments"].split()],
            input=shown["input"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            cwd=ROOT,
        )
        assert done.stdout == shown["output"], shown["arguments"]


def options_of(*command: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-m", "kraft_core.cli", *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    assert "xample" in done.stdout, f"{command} shows no example"
    return re.findall(r"(?<![\w-])--[a-z][a-z-]+", done.stdout)


@pytest.mark.parametrize(
    "command",
    [(name,) for name in sorted(COMMANDS)]
    + [("wire", name) for name in ("list", "convert", "explain")],
    ids=" ".join,
)
def test_every_command_has_an_example_and_every_option_is_documented(command):
    assert f"kraft {' '.join(command)}" in TEXT
    missing = {option for option in options_of(*command) if option not in TEXT} - {"--help"}
    assert missing == set()
