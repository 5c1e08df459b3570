"""GitHub's workflows run everything that `make test-all` and the documents promise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.run_parts import BUDGETS

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGETS = frozenset(
    re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
)
PART_OF_CONFORMANCE = "against-kafka"


def targets_of(text):
    return {
        word
        for line in re.findall(r"run: make (.*)", text)
        for word in line.partition("#")[0].split()
        if "=" not in word
    }


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_each_target_that_a_workflow_runs_is_in_the_makefile(path):
    assert targets_of(path.read_text(encoding="utf-8")) <= TARGETS


def test_each_change_runs_every_part_of_make_test_all_and_what_the_documents_show():
    (verify,) = [path for path in WORKFLOWS if path.stem == "verify"]
    ran = targets_of(verify.read_text(encoding="utf-8"))
    assert set(BUDGETS) - {PART_OF_CONFORMANCE} <= ran
    assert {"demo", "docs", "browser"} <= ran
