"""A controller of Kafka 4.3.1 and a node of ours answer as is recorded (tests/answers).

Ours answers as 4.3.1 does, whoever asks: in what releases differ (features, messages, pre-votes) it
cannot be like another one too, so the cases are put to no other.
"""

from __future__ import annotations

import asyncio

import pytest

from tests.answers.record import RELEASE, changes, differences, recorded
from tests.answers.scenes import SCENES
from tests.answers.stage import answers_of

pytestmark = [
    pytest.mark.kafka,
    pytest.mark.timeout(900),
    pytest.mark.interop(
        "answers", only=RELEASE, elsewhere=f"kraft answers peers of every release as {RELEASE} does"
    ),
]


@pytest.mark.parametrize("name", SCENES)
def test_kafka_and_kraft_answer_as_recorded(tmp_path, name, release):
    for key, asked in (("kafka", release), ("ours", None)):
        folder = tmp_path / key
        folder.mkdir()
        found = asyncio.run(answers_of(SCENES[name], folder, asked))
        told = differences(recorded(name), found, key)
        assert [f"{case}{each}" for case, pair in told.items() for each in changes(*pair)] == []
