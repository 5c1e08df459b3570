"""Findings as lines for people, and as the exit code of a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_core.operations.findings import Finding


def exit_code(findings: Sequence[Finding]) -> int:
    """Return the exit code of the worst finding: 0 for information, 1 and 2 for worse."""
    return max((each.severity.exit_code for each in findings), default=0)


def finding_lines(findings: Sequence[Finding], bootstrap: str) -> list[str]:
    """Return the lines of all findings, the worst first."""
    from kraft_core.operations.findings import sorted_by_severity  # --help needs no table

    lines = lines_of(sorted_by_severity(findings), bootstrap)
    if not exit_code(findings):
        lines.append("Nothing is wrong.")
    return lines


def lines_of(findings: Sequence[Finding], bootstrap: str) -> list[str]:
    """Return the lines of these findings, in their order."""
    return [line for each in findings for line in _lines(each, bootstrap)]


def _lines(finding: Finding, bootstrap: str) -> Iterator[str]:
    yield f"{finding.severity.upper()} {finding.id}: {finding.text}"
    if finding.remedy:
        yield f"  {finding.remedy}"
    command = finding.command_for(bootstrap)
    if command:
        yield f"  $ {command}"
