"""The models of `MockCluster` and a broker of Kafka 4.3.1 answer drawn requests alike, over TCP.

What is not compared is in `mock_sequences.NORMALISED`, what the models lack in docs/testing.md.
"""

from __future__ import annotations

import json
import os
from collections import Counter

import pytest

from tests.conformance.mock_sequences import MockSequence, both_sides, kafka_broker

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(600)]

SEQUENCES = int(os.environ.get("KRAFT_MOCK_SEQUENCES", "200"))


def test_sequences_are_answered_alike(tmp_path):
    seen, found = Counter(), []
    with kafka_broker(tmp_path) as address, both_sides(address) as (mock, kafka, versions):
        for seed in range(SEQUENCES):
            sequence = MockSequence(mock, kafka, seed, versions)
            sequence.run()
            found += [f"sequence {seed}: {each}" for each in sequence.found]
            seen += sequence.seen
            mock.close()
            kafka.close()
    print(json.dumps(dict(sorted(seen.items())), indent=1))
    assert not found, "\n".join(found)
    for case in (
        "Produce 45",
        "Fetch 1",
        "Fetch 70",
        "Fetch 71",
        "Heartbeat 22",
        "OffsetCommit 22",
    ):
        assert seen[case], case
