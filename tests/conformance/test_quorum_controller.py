"""Kafka's QuorumController and kraft's decisions: the same answers, records and snapshots.

`KRAFT_SEQUENCES=100000` is a campaign. `make conformance` asks 1,000 sequences and `make nightly`
5,000. 2,000 were recorded and are replayed without Java (`test_recorded_decisions.py`).
"""

from __future__ import annotations

import json
import os
from collections import Counter

import pytest

from kraft_core.sim.quorum.campaign import in_order
from tests.conformance import oracle
from tests.conformance.quorum_controller import (
    BEFORE,
    EARLIER,
    FEATURES,
    ORACLE,
    RELEASE,
    Sequences,
)

pytestmark = [pytest.mark.kafka, pytest.mark.core, pytest.mark.timeout(0)]

SEQUENCES = int(os.environ.get("KRAFT_SEQUENCES", "300"))


def asked_of(release, count):
    """Ask drawn sequences; return what came up, and how many there were."""
    oracle.command(release, ORACLE)  # compiles it, once for all
    seen, done = Counter(), 0
    workers = max(2, len(os.sched_getaffinity(0)))
    for found in in_order(Sequences(release), range(count), workers):
        seen += found
        done += 1
    print(f"{release}: {done} sequences: {json.dumps(seen, indent=1)}")
    return seen, done


def test_requests_are_decided_as_by_the_newest_controller_at_every_level():
    """A worker and its JVM wait for each other in turns, so there is a pair for each core."""
    seen, done = asked_of(RELEASE, SEQUENCES)
    assert seen["BrokerRegistrationRequest"] > 0.9 * done
    assert seen["appended and lost"] > done / 4
    assert seen["PartitionChangeRecord"] > done
    assert seen["snapshots"] > done / 2
    levels = {name for name in seen if name.startswith("level ")}
    lowest, highest = FEATURES[RELEASE]["metadata.version"]
    assert done < 10 * (highest - lowest) or len(levels) == highest - lowest + 1
    assert not any(name.startswith("before 4.4") for name in seen)


def test_requests_are_decided_as_by_the_controller_before_but_for_a_list():
    """Each entry of the list has to come up; anything else that differs fails the sequence.

    One of 330 sequences ends at the rarest entry, first the one of seed 588.
    """
    seen, _ = asked_of(BEFORE, max(SEQUENCES // 10, 1000))
    assert {name for name in seen if name.startswith("before 4.4")} == {
        f"before 4.4: {why}" for why in EARLIER
    }
