"""Whatever peers send, a replica goes on: nothing that comes in over a connection may raise.

The broken invariants that `RaftCore` looks for after each event are the oracle.
"""

from __future__ import annotations

import pytest

from tests.support.hostile_peers import Hostile


def live(seed: int, steps: int) -> Hostile:
    hostile = Hostile(seed)
    for _ in range(steps):
        hostile.step()
    return hostile


@pytest.mark.parametrize("seed", range(40))
def test_hostile_peers_do_not_stop_the_core(seed):
    live(seed, 120)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40, 140))
def test_hostile_peers_do_not_stop_the_core_in_long_runs(seed):
    live(seed, 300)


def test_runs_with_hostile_peers_reach_every_role_and_most_notes():
    """Or the tests above would show little."""
    seen = {note.kind for seed in range(40) for note in live(seed, 120).lone.notes}
    assert len(seen) >= 40
