from __future__ import annotations

import pytest

from kraft_wire.messages import kafka_messages
from tests.support import vectors

COUNTS = {
    "defaults": 739,
    "small": 739,
    "edge": 739,
    "null": 739,
    "mix": 739,
    "ignored": 58,
    "float": 15,
    "unknown_tags": 460,
    "malformed": 3196,
    "cuts": 762,
    "refused": 798,
}


def test_the_vectors_hold_every_kind():
    assert tuple(COUNTS) == vectors.KINDS
    assert sum(COUNTS.values()) == 8984


@pytest.mark.parametrize("kind", vectors.KINDS)
def test_messages_of_the_newest_release_agree_with_kafka(kind):
    messages = kafka_messages()
    count = vectors.check_all(
        vectors.read_vectors("4.4.0", kind), lambda vector: vectors.check(vector, messages)
    )
    assert count == COUNTS[kind]


def test_requests_and_responses_of_an_older_release_pass_through_json():
    messages = kafka_messages()
    other_bytes = [("ReadShareGroupStateSummaryResponse", 0)]  # 4.4.0's layout stands
    lines = [
        vector
        for vector in vectors.read_vectors("3.9.2", *vectors.GOOD)
        if vector["message"].endswith(("Request", "Response"))
        and (vector["message"], vector["version"]) not in other_bytes
    ]
    count = vectors.check_all(lines, lambda vector: vectors.check_through_json(vector, messages))
    assert count == 3225
