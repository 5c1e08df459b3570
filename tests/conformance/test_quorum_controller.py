"""Kafka's QuorumController and kraft's decisions: the same answers, records and snapshots.

`KRAFT_SEQUENCES=100000` is a campaign. `make conformance` asks 5,000 sequences, or as many as a
slow machine can ask in KRAFT_SEQUENCES_S seconds; `make nightly` asks 5,000 whatever the time.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter

import pytest

from kraft_core.sim.quorum.campaign import in_order
from tests.conformance import oracle
from tests.conformance.quorum_controller import ORACLE, RELEASE, Sequences

pytestmark = [pytest.mark.kafka, pytest.mark.core, pytest.mark.timeout(0)]

SEQUENCES = int(os.environ.get("KRAFT_SEQUENCES", "300"))
LEAST = 1_000
SECONDS = int(os.environ.get("KRAFT_SEQUENCES_S", "0")) or None
"""Stop after this time once `LEAST` sequences are done; None for no limit."""


def test_requests_are_decided_as_by_kafkas_controller():
    """A worker and its JVM wait for each other in turns, so there is a pair for each core."""
    oracle.command(RELEASE, ORACLE)  # compiles it, once for all
    seen, done, begin = Counter(), 0, time.monotonic()
    for found in in_order(Sequences(), range(SEQUENCES), max(2, len(os.sched_getaffinity(0)))):
        seen += found
        done += 1
        if SECONDS is not None and done >= LEAST and time.monotonic() - begin > SECONDS:
            break
    print(f"{done} sequences: {json.dumps(seen, indent=1)}")
    assert seen["BrokerRegistrationRequest"] > 0.9 * done
    assert seen["appended and lost"] > done / 4
    assert seen["PartitionChangeRecord"] > done
    assert seen["snapshots"] > done / 2
