"""Figures say at which commit they were measured and what they depend on."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests import evidence, run_parts

ROOT = Path(__file__).parents[2]


def test_every_section_of_the_benchmarks_with_a_date_has_its_commit_and_paths_that_exist():
    text = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    dated = {
        section.partition("\n")[0]
        for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]
        if re.search(r"^2026-", section, re.MULTILINE)
    }
    found = evidence.tables()
    assert {each.heading for each in found if each.document == "docs/benchmarks.md"} >= dated
    assert [path for each in found for path in each.paths if not (ROOT / path).exists()] == []


def commit(folder, name, text):
    (folder / name).write_text(text)
    identity = ("-c", "user.name=tests", "-c", "user.email=tests@localhost")
    for command in (("add", "-A"), (*identity, "commit", "-q", "-m", f"{name}: {text[:20]}")):
        subprocess.run(["git", *command], cwd=folder, check=True)
    shown = ["git", "rev-parse", "--short=12", "HEAD"]
    return subprocess.run(
        shown, cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


def test_a_table_is_listed_when_a_file_it_depends_on_has_changed(tmp_path, capsys):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    measured = commit(tmp_path, "fast.py", "one")
    commit(tmp_path, "README.md", f"# Speed\n<!-- measured at {measured}: fast.py -->\n")
    assert evidence.main(["--release"], tmp_path) == 0
    assert capsys.readouterr().out == f"README.md: Speed ({measured}): up to date\n"
    commit(tmp_path, "fast.py", "two")
    assert evidence.main([], tmp_path) == 0
    assert "1 commits since, the last one" in capsys.readouterr().out
    assert evidence.main(["--release"], tmp_path) == 1


def test_a_commit_that_is_not_there_is_no_proof(tmp_path, capsys):
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    commit(tmp_path, "README.md", "# Speed\n<!-- measured at 1234567890ab: README.md -->\n")
    assert evidence.main(["--release"], tmp_path) == 1
    assert "unknown, this checkout lacks the commit" in capsys.readouterr().out


def test_the_budgets_of_the_ci_table_are_those_that_are_printed_and_stay_under_70_minutes():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z-]+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    budgets = {part: int(budget) // 60 for part, _, budget in rows}
    assert budgets == run_parts.BUDGETS
    assert sum(budgets.values()) < 70
    assert [part for part, seconds, budget in rows if int(seconds) > int(budget)] == []
