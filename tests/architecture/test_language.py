"""The worst wordings stay out of help texts, errors, log lines, docs, docstrings and comments."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = ("codegen", "kraft_wire", "kraft_core", "kraft_spark", "benchmarks", "examples")
SPACE = re.compile(r"\s")
NOT_OURS = ("generated", "error_codes.py")
"""Written from Kafka's schemas and classes, with Kafka's descriptions."""


class Rule(NamedTuple):
    """A wording that readers stumble over."""

    pattern: str
    instead: str
    reason: str
    example: str
    """A sentence that breaks the rule."""


RULES = [
    Rule(
        r"\btold\b",
        "reported, notified, passed",
        "a program tells nothing; what does it do?",
        "the core is told of each flush",
    ),
    Rule(
        r"\bTells?\b",
        "Show, Return, Report",
        "nobody is addressed: what is shown or returned?",
        "Tell the last event.",
    ),
    Rule(r"\bmend(?:s|ed|ing)?\b", "fix, repair", "archaic", "a retry does not mend that"),
    Rule(r"\btwins?\b", "counterpart, coverage condition", "a metaphor", "a twin of an invariant"),
    Rule(
        r"\bjudg(?:e|es|ed|ing)\b",
        "check",
        "invariants and tests check",
        "every step is judged by the invariants",
    ),
    Rule(
        r"\bwhat is (?:had|so)\b|\bcom(?:e|es) to be\b|\bcame to be\b",
        "name the state or the event",
        "archaic, and the subject is missing",
        "A snapshot did not come to be.",
    ),
    Rule(
        r"\b(?:stands?|stood) there\b",
        "is present, is repeated",
        "text in a file does not stand",
        "voter 3 stands there twice",
    ),
    Rule(r"\bin vain\b", "is refused, fails", "literary", "the broker asks in vain"),
    Rule(
        r"\bout of turn\b",
        "unexpected",
        "an idiom; the reader asks which turn",
        "n1:9093 answers out of turn",
    ),
    Rule(
        r"\bdid not happen that\b|\bcannot be listened on\b|\bleads to no\b",
        "Timed out waiting for, Cannot listen on, No such",
        "translated word by word",
        "Within 30 s it did not happen that a leader was elected.",
    ),
    Rule(
        r"(?<![Tt]here)\s(?:is|are) no (?:[A-Z]{2,}\b|whole\b|valid\b)",
        "is not a valid",
        "an error says what was expected",
        "'a:b' is no HOST:PORT",
    ),
    Rule(
        r"\b(?:abdicat\w+|suspicions?|strangers to)\b",
        "step-down, fast failover, do not import",
        "a second name for a term of the field",
        "the leader abdicates",
    ),
]


def texts_of_program(source: str) -> list[tuple[int, str]]:
    """Line and text of each docstring, message and comment."""
    if not broken([(1, source)]):
        return []  # most files; parsing them all would take long
    found = [
        (node.lineno, node.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and SPACE.search(node.value)
    ]
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return found + [(at.start[0], at.string) for at in tokens if at.type == tokenize.COMMENT]


def texts_of_document(source: str) -> list[tuple[int, str]]:
    """Line and text of each paragraph and table row; code keeps its lines."""
    prose = re.sub(r"`[^`\n]+`", "``", source)
    return [
        (source.count("\n", 0, part.start()) + 1, part[0])
        for part in re.finditer(r"(?:^(?!\|).+\n?)+|^\|.*$", prose, re.MULTILINE)
    ]


def broken(texts: list[tuple[int, str]]) -> list[str]:
    return [
        f"{line + text.count(chr(10), 0, match.start())}: {' '.join(match[0].split())!r}:"
        f" write {rule.instead} ({rule.reason})"
        for line, text in texts
        for rule in RULES
        for match in re.finditer(rule.pattern.replace(" ", r"\s+"), text)
    ]


def test_no_text_of_a_program_has_a_wording_that_the_rules_name():
    sources = {
        path
        for folder in PROGRAMS
        for path in (ROOT / folder).rglob("*.py")
        if not set(NOT_OURS) & set(path.parts)
    } | {ROOT / "hatch_build.py", ROOT / "docs" / "site" / "build.py"}
    assert len(sources) > 250
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path in sorted(sources)
        if (lines := broken(texts_of_program(path.read_text(encoding="utf-8"))))
    }
    assert found == {}


def test_no_document_has_a_wording_that_the_rules_name():
    documents = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")]
    assert len(documents) > 30
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for path in sorted(documents)
        if (lines := broken(texts_of_document(path.read_text(encoding="utf-8"))))
    }
    assert found == {}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.pattern)
def test_each_rule_finds_its_example_in_every_kind_of_text(rule):
    program = (
        f'"""{rule.example}"""\n'
        f"# {rule.example}\n"
        f'raise ValueError(f"{{x}} {rule.example}")\n'
        f'log.warning("%s {rule.example}", x)\n'
    )
    assert [int(line.split(":")[0]) for line in sorted(broken(texts_of_program(program)))] == [
        1,
        2,
        3,
        4,
    ]
    wrapped = rule.example.replace(" ", "\n")
    assert broken(texts_of_program(f'"""{wrapped}"""'))
    assert len(broken(texts_of_document(f"# Title\n\n{wrapped}\n\n| {rule.example} |\n"))) == 2


def test_code_in_documents_keeps_its_names():
    assert broken(texts_of_document("The option `told twins` and `a\nb`.\n")) == []
