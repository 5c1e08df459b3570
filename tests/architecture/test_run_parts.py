"""`make quick`, `make test` and `make test-rest`: what they run, and what they skip."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import quick, run_parts
from tests.support import tools

ROOT = Path(__file__).parents[2]


def test_budgets_in_contributing_are_those_that_are_printed_and_stay_under_78_minutes():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z-]+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    budgets = {part: int(budget) // 60 for part, _, budget in rows}
    assert budgets == run_parts.BUDGETS
    assert sum(budgets.values()) < 78
    assert [part for part, seconds, budget in rows if int(seconds) > int(budget)] == []


@pytest.fixture
def without_java(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(run_parts.subprocess, "run", pytest.fail)


def test_a_part_without_its_tools_is_skipped_and_counted(without_java, monkeypatch, capsys):
    monkeypatch.setenv("KRAFT_REQUIRE", "compiler")
    assert run_parts.main(["against-kafka", "spark-test"]) == 0
    shown = capsys.readouterr().out
    assert "against-kafka  skipped: java and maven not found" in shown
    assert "2 of 2 parts were skipped: against-kafka, spark-test" in shown


def test_a_required_tool_that_is_missing_fails(without_java, monkeypatch, capsys):
    monkeypatch.setenv("KRAFT_REQUIRE", "java,maven")
    assert run_parts.main(["conformance"]) == 1
    assert "conformance cannot run: java and maven not found" in capsys.readouterr().out


def test_an_unknown_tool_is_refused(monkeypatch):
    monkeypatch.setenv("KRAFT_REQUIRE", "java,jaava")
    with pytest.raises(ValueError, match="KRAFT_REQUIRE: unknown jaava"):
        tools.is_required("java")


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (["kraft_core/raft/consensus/core.py"], ["tests/architecture", "tests/consensus"]),
        (["kraft_wire/records/batch.py"], ["tests/architecture", "tests/wire/records"]),
        (["kraft_wire/generated/fetch_request.py"], ["tests/architecture", "tests/wire"]),
        (["kraft_spark/log/stream.py"], ["tests/architecture", "tests/spark/log"]),
        (["kraft_core/cli/dump/dump.py"], ["tests/architecture", "tests/dump"]),
        (["kraft_core/cli/status.py"], ["tests/architecture", "tests/cli"]),
        (["docs/node.md", "Makefile"], ["tests/architecture"]),
        (["tests/wire/test_message.py"], ["tests/architecture", "tests/wire/test_message.py"]),
        (
            ["tests/wire/test_message.py", "kraft_wire/message.py"],
            ["tests/architecture", "tests/wire"],
        ),
    ],
)
def test_quick_runs_the_tests_of_what_changed(files, expected):
    assert quick.tests_of(files) == expected


def test_quick_without_git_names_git(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="git is not installed; run make test instead"):
        quick.changed("HEAD")


def test_quick_outside_a_repository_says_so(monkeypatch, tmp_path):
    tools.git()
    monkeypatch.setattr(quick, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="git cannot list what changed"):
        quick.changed("HEAD")


def test_every_package_has_tests_that_quick_finds():
    sources = [
        path.relative_to(ROOT).as_posix()
        for package in ("codegen", "kraft_wire", "kraft_core", "kraft_spark")
        for path in (ROOT / package).rglob("*.py")
        if "generated" not in path.parts and path.parent != ROOT / "kraft_core"
    ]
    alone = [name for name in sources if len(quick.tests_of([name])) < 2]
    assert alone == []
