"""Rounds of faults drawn from a seed, for two of Kafka's controllers and a node of ours.

KRAFT_ROUNDS=0:100 pytest tests/conformance/test_mixed_rounds.py
"""

from __future__ import annotations

import pytest

from tests.faults.mixed_quorum import MixedQuorum
from tests.faults.round import FAULTS, Round
from tests.faults.seeds import chosen

pytestmark = [pytest.mark.kafka, pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.mark.parametrize("seed", chosen())
def test_a_mixed_quorum_holds(tmp_path, seed):
    with MixedQuorum.drawn(tmp_path, seed) as quorum:
        tally = Round(quorum, seed, print).run()
    print(tally)
    assert tally.bitten.total() >= FAULTS
    assert tally.judged > tally.acknowledged > 0
    assert tally.batches > 0
