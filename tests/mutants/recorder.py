"""A pytest plugin that records which test runs which line, and how long each test takes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from coverage import Coverage

if TYPE_CHECKING:
    from collections.abc import Iterator

_PACKAGES = ("kraft_core", "kraft_wire", "kraft_spark", "codegen")

_coverage = Coverage(
    data_file=os.environ["KRAFT_COVERAGE"],
    source=[str(Path.cwd() / package) for package in _PACKAGES],
    concurrency=["thread"],
    messages=False,
    config_file=False,
)
_coverage.start()
_seconds: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """What runs from here on belongs to this test, its fixtures included."""
    _coverage.switch_context(item.nodeid)
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Only tests that pass can find a change."""
    if report.when == "call" and report.passed:
        _seconds[report.nodeid] = round(report.duration, 4)


def pytest_sessionfinish() -> None:
    _coverage.stop()
    _coverage.save()
    Path(os.environ["KRAFT_SECONDS"]).write_text(json.dumps(_seconds), encoding="utf-8")
