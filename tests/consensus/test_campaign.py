"""Random lives of small clusters: one leader an epoch, equal logs, nothing committed is ever lost.

The checks are in `tests/support/ledger.py` and in `Campaign.settle`. A seed that fails is repeated
by `pytest tests/consensus/test_campaign.py -k 'seed-17'`.
"""

from __future__ import annotations

import pytest

from tests.support.campaign import Campaign

QUICK = range(12)
MORE = range(12, 200)


def life(seed, **config):
    campaign = Campaign(seed, **config)
    campaign.run()
    campaign.settle()
    return campaign


@pytest.mark.parametrize("seed", QUICK, ids=lambda seed: f"seed-{seed}")
def test_simulated_campaign_commits_and_breaks_no_invariant(seed):
    assert life(seed).cluster.ledger.committed


@pytest.mark.slow
@pytest.mark.parametrize("seed", MORE, ids=lambda seed: f"seed-{seed}")
def test_more_simulated_campaigns_break_no_invariant(seed):
    life(seed)


@pytest.mark.slow
@pytest.mark.parametrize("fast_failover", [False, True])
def test_fast_failover_is_harmless_and_faster(fast_failover):
    """The same crashes with it on and off: no check fails, and it wins time."""
    for seed in range(20):
        life(seed, fast_failover=fast_failover)
