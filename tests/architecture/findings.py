"""The tables of findings in docs/troubleshooting.md: `python -m tests.architecture.findings`."""

from __future__ import annotations

import re
from typing import Final

from kraft_core.operations.findings import FINDINGS, NO_ADDRESS, Finding, Section
from tests.architecture.rooms import ROOT

PAGE: Final = ROOT / "docs" / "troubleshooting.md"
_TABLES: Final = re.compile(r"(<!-- findings: begin -->\n).*?(<!-- findings: end -->\n)", re.DOTALL)
_PLURAL: Final = re.compile(r"\{\w+:[^|{}]+\|([^{}]+)\}")
_VALUE: Final = re.compile(r"\{\w+[^{}]*\}")
_HEAD: Final = "| Finding | Cause | What to do |\n|---|---|---|\n"


def tables() -> str:
    """All findings, a table for each section."""
    return "\n".join(
        f"### {section}\n\n{_HEAD}{''.join(map(_row, rows))}"
        for section in Section
        if (rows := [each for each in FINDINGS.values() if each.section is section])
    )


def in_page(text: str) -> str:
    """The page with the tables of the code."""
    return _TABLES.sub(lambda m: f"{m[1]}\n{tables()}\n{m[2]}", text)


def _row(finding: type[Finding]) -> str:
    command = finding.command_template.replace("{bootstrap}", NO_ADDRESS)
    remedy = f"{_shown(finding.remedy_template)} `{_shown(command)}`".removesuffix(" ``").strip()
    cause = " ".join((finding.__doc__ or "").split())
    text = _shown(finding.sentence)
    name = f"`{finding.id}` ({finding.severity})"
    return f"| {name}: {text} | {cause} | {remedy or 'Nothing.'} |\n"


def _shown(template: str) -> str:
    """A template with `…` for each value."""
    return _VALUE.sub("…", _PLURAL.sub(r"… \1", template)).replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(in_page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
