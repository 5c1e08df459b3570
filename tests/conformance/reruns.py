"""Runs a test again if Kafka's one known fault was in the way, and nothing else.

`pytest -p tests.conformance.reruns` counts these reruns, names them at the end, and fails the run
if there are more than RERUNS_MAX: then they are no longer a rare fault of somebody else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

FAULT = "KafkaFaultError"
"""tests.conformance.quorum raises it where a controller of Kafka's died of the fault."""

RERUNS_MAX = 3

_rerun: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """One more attempt, for this error alone: a test that runs out of time has failed."""
    config.option.reruns = 1
    config.option.only_rerun = [rf"\b{FAULT}\b"]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count."""
    if report.outcome == "rerun":
        _rerun.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Fail a run with too many."""
    if exitstatus == 0 and len(_rerun) > RERUNS_MAX:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name them, whether few or many."""
    verdict = "" if len(_rerun) <= RERUNS_MAX else f", and {RERUNS_MAX} are allowed: failed"
    terminalreporter.write_line(f"reruns because of {FAULT}: {len(_rerun)}{verdict}")
    for name in _rerun:
        terminalreporter.write_line(f"  {name}")
