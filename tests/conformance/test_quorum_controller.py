"""Kafka's QuorumController and kraft's decisions: the same answers, records and snapshots.

`KRAFT_SEQUENCES=100000` is a campaign; CI asks 2,000 sequences, `make nightly` 5,000.
"""

from __future__ import annotations

import json
import os
from collections import Counter

import pytest

from kraft_core.simulation.campaign import in_order
from tests.conformance import oracle
from tests.conformance.quorum_controller import ORACLE, RELEASE, Sequences

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(0)]

SEQUENCES = int(os.environ.get("KRAFT_SEQUENCES", "2000" if os.environ.get("CI") else "300"))


def test_requests_are_decided_as_by_kafkas_controller():
    """A worker and its JVM wait for each other in turns, so there is a pair for each core."""
    oracle.command(RELEASE, ORACLE)  # compiles it, once for all
    seen = Counter()
    for found in in_order(Sequences(), range(SEQUENCES), max(2, len(os.sched_getaffinity(0)))):
        seen += found
    print(json.dumps(seen, indent=1))
    assert seen["BrokerRegistrationRequest"] > SEQUENCES
    assert seen["appended and lost"] > SEQUENCES / 4
    assert seen["PartitionChangeRecord"] > SEQUENCES
    assert seen["snapshots"] > SEQUENCES / 2
