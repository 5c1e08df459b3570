"""Our running node answers as Kafka 4.3.1 did, and where not, as docs/divergence.md says."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from tests.answers.record import RECORDED, changes, differences, recorded
from tests.answers.scenes import SCENES
from tests.answers.stage import answers_of

DIVERGENCE = Path(__file__).parents[2] / "docs" / "divergence.md"
ROW = re.compile("[A-Z]+[0-9]+")


@pytest.mark.node
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", SCENES)
def test_our_node_answers_as_was_recorded(tmp_path, name):
    found = asyncio.run(answers_of(SCENES[name], tmp_path, None))
    told = differences(recorded(name), found, "ours")
    assert [f"{case}{each}" for case, pair in told.items() for each in changes(*pair)] == []


@pytest.mark.parametrize("name", SCENES)
def test_every_difference_has_a_reason_in_the_documents(name):
    lines = DIVERGENCE.read_text().splitlines()
    reasons = {line.split("|")[1].strip() for line in lines if line.startswith("| ")}
    sentences = " ".join(" ".join(lines).split())
    for case, found in recorded(name).items():
        assert found.keys() in ({"kafka"}, {"kafka", "ours", "why"}), case
        assert found.get("ours") != found["kafka"], case
        why = found.get("why", "")
        assert why in reasons if ROW.fullmatch(why) else why in sentences, case


def test_recordings_match_the_scenes():
    assert {path.stem for path in RECORDED.iterdir()} == SCENES.keys()
