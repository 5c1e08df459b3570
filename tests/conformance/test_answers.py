"""A controller of Kafka 4.3.1 gives the answers by which ours are measured (tests/answers)."""

from __future__ import annotations

import asyncio

import pytest

from tests.answers.record import RELEASE, changes, differences, recorded
from tests.answers.scenes import SCENES
from tests.answers.stage import answers_of


@pytest.mark.kafka
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", SCENES)
def test_kafka_still_answers_as_was_recorded(tmp_path, name):
    found = asyncio.run(answers_of(SCENES[name], tmp_path, RELEASE))
    told = differences(recorded(name), found, "kafka")
    assert [f"{case}{each}" for case, pair in told.items() for each in changes(*pair)] == []
