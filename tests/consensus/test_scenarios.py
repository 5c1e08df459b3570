"""Stories in files: each command with what follows. `--update-golden` rewrites them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.scenario import blocks, check

FILES = sorted((Path(__file__).parent / "scenarios").glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path, request):
    check(path, update=request.config.getoption("--update-golden"))


def test_every_story_says_what_it_is():
    assert FILES
    for path in FILES:
        comments, command, _ = next(blocks(path.read_text(encoding="utf-8")))
        assert comments, path.name
        assert command.startswith("cluster"), path.name
