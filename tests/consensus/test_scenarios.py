"""Scenario files: each command with what follows. `--update-golden` rewrites them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.scenario import ROUTINE, blocks, check, has_milestones, play

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))
WHOLE = {
    *("election", "append_and_commit", "unflushed_candidate"),
    *("add_voter", "divergence", "snapshot"),
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_file_gives_the_same_trace(path, request):
    check(path, update=request.config.getoption("--update-golden"))


def test_every_scenario_begins_with_a_description_and_a_cluster():
    assert FILES
    for path in FILES:
        comments, command, _ = next(blocks(path.read_text(encoding="utf-8")))
        assert comments, path.name
        assert command.startswith("cluster"), path.name


def test_six_scenarios_are_whole_and_the_others_have_milestones():
    assert {path.stem for path in FILES if not has_milestones(path.read_text("utf-8"))} == WHOLE
    for path in FILES:
        lines = [
            line.split() for _, _, expected in blocks(path.read_text("utf-8")) for line in expected
        ]
        assert any(words[1] in ROUTINE for words in lines) == (path.stem in WHOLE), path.name
        assert any("commits" in words or "leader" in words for words in lines), path.name


def test_another_outcome_changes_the_milestones():
    path = next(path for path in FILES if path.stem == "crash_failover")
    text = path.read_text("utf-8")
    assert play(text.replace("cluster voters=1,2,3", "cluster voters=1,2,3,4,5")) != text
