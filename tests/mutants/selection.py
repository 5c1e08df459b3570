"""A pytest plugin that runs the tests named in a file, in its order, and names what failed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

_failed: list[str] = []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanted = Path(os.environ["KRAFT_TESTS"]).read_text(encoding="utf-8").split("\0")
    places = {name: place for place, name in enumerate(wanted)}
    # a name without parameters stands for all cases of that function
    names = {item: item.nodeid for item in items}
    names |= {item: name.split("[")[0] for item, name in names.items() if name not in places}
    kept = [item for item in items if names[item] in places]
    config.hook.pytest_deselected(items=[item for item in items if names[item] not in places])
    items[:] = sorted(kept, key=lambda item: places[names[item]])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _failed.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        _failed.append(report.nodeid)


def pytest_sessionfinish() -> None:
    Path(os.environ["KRAFT_FAILED"]).write_text("\n".join(_failed), encoding="utf-8")
