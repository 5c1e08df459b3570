"""A running kraft controller answers drawn requests over TCP as Kafka did when it was asked."""

from __future__ import annotations

import asyncio
import json

import pytest

from tests.answers.differential import LAYOUTS
from tests.conformance import recorded_files
from tests.conformance.recorded_wire import (
    SEQUENCES,
    STEPS,
    RecordedSequence,
    drawn_answers,
    with_sides,
)

pytestmark = [pytest.mark.node, pytest.mark.timeout(300)]


def test_recorded_sequences_are_answered_as_by_kafka(tmp_path):
    first, lines = recorded_files.read("wire")
    assert first["seeds"] == [0, SEQUENCES]

    async def run(sides):
        for seed, line in enumerate(lines):
            answers = json.loads(line)
            assert len(answers) == STEPS
            try:
                await RecordedSequence(sides, seed, answers).run(STEPS)
            except AssertionError as error:
                raise AssertionError(f"sequence {seed}: {error}") from None

    asyncio.run(with_sides(tmp_path, {"kraft": None}, run))


@pytest.mark.parametrize("state", LAYOUTS)
def test_recorded_requests_are_answered_as_by_kafka(tmp_path, state):
    first, lines = recorded_files.read("drawn")
    recorded = json.loads(lines[first["states"].index(state)])
    found = json.loads(json.dumps(asyncio.run(drawn_answers(state, tmp_path, None))))
    assert len(found) == len(recorded)
    for number, (kafka, kraft) in enumerate(zip(recorded, found, strict=True)):
        *request, expected, may_differ = kafka
        assert kraft[:2] == request, "the requests are drawn in another way: record them again"
        assert may_differ or kraft[2] == expected, (number, request)
