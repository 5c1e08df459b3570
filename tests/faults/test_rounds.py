"""Rounds of faults drawn from a seed, for three nodes of ours.

KRAFT_ROUNDS=0:100 pytest tests/faults/test_rounds.py
"""

from __future__ import annotations

import pytest

from tests.faults.list_quorum import ListQuorum
from tests.faults.round import FAULTS, Round
from tests.faults.seeds import chosen

pytestmark = [pytest.mark.node, pytest.mark.slow, pytest.mark.timeout(600)]


SECURE = {100: "ssl", 101: "sasl_ssl"}
"""Seeds of rounds over TLS, one of each kind."""


def test_names_that_hang_stop_no_other_voter(tmp_path):
    """The rows of copied directories take up to a minute a round and are run at night."""
    with ListQuorum.drawn(tmp_path, 0) as quorum:
        tally = Round(quorum, 0, print, "names").run()
    assert tally.bitten["hanging names"] > 0


@pytest.mark.parametrize("seed", [*chosen(), *SECURE])
def test_quorum_of_kraft_nodes_survives_random_faults(tmp_path, seed):
    with ListQuorum.drawn(tmp_path, seed, SECURE.get(seed, "plaintext")) as quorum:
        tally = Round(quorum, seed, print).run()
    print(tally)
    assert tally.bitten.total() >= FAULTS
    assert tally.judged > tally.acknowledged > 0
    assert tally.batches > 0
