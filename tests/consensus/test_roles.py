"""What each role says to a request for its vote."""

from __future__ import annotations

from collections import deque

import pytest

from kraft_core.consensus.log_view import LogView
from kraft_core.consensus.progress import Progress
from kraft_core.consensus.roles import (
    Candidate,
    Consent,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.consensus.standing import Standing
from kraft_core.consensus.values import Election, ReplicaKey
from kraft_core.consensus.voters import VoterSet
from kraft_core.consensus.votes import Votes
from tests.support.lone_core import endpoint, key, voter_set

BASIS = Standing(voter_set(1, 2, 3), LogView().end)


def votes():
    return Votes(voter_set(1, 2, 3), 1)


def leader():
    return Leader(5, 1, 0, (1, 2), Progress(key(1)), 0, 0, VoterSet(), deque(), deque())


def follower(**values):
    return Follower(5, 2, (endpoint(2),), 2000, 2000, 2000, 0, **values)


NEVER, IF, AGAIN = Consent.NEVER, Consent.IF_UP_TO_DATE, Consent.AGAIN


@pytest.mark.parametrize(
    ("role", "real", "pre"),
    [
        (Unattached(5), IF, IF),
        (Unattached(5, leader_id=2), NEVER, IF),
        (Unattached(5, voted=key(3)), AGAIN, IF),
        (Unattached(5, leader_id=2, voted=key(3)), AGAIN, IF),
        (Unattached(5, voted=ReplicaKey(3)), AGAIN, IF),
        (Unattached(5, voted=key(3, 9)), NEVER, IF),
        (Unattached(5, voted=key(2)), NEVER, IF),
        (Prospective(5, BASIS, votes(), 0), IF, IF),
        (Prospective(5, BASIS, votes(), 0, leader_id=2), NEVER, IF),
        (Prospective(5, BASIS, votes(), 0, voted=key(3)), AGAIN, IF),
        (Candidate(5, key(1), BASIS, votes(), 0), NEVER, IF),
        (Resigned(5, 1, [], (), 0), NEVER, IF),
        (follower(), NEVER, IF),
        (follower(has_fetched=True), NEVER, NEVER),
        (follower(voted=key(3)), NEVER, IF),
        (leader(), NEVER, NEVER),
    ],
)
def test_consent(role, real, pre):
    assert role.consent(key(3), pre_vote=False) is real
    assert role.consent(key(3), pre_vote=True) is pre


@pytest.mark.parametrize(
    ("role", "election"),
    [
        (Unattached(5, 2, key(3)), Election(5, 2, key(3))),
        (Prospective(5, BASIS, votes(), 0, leader_id=2, voted=key(3)), Election(5, 2, key(3))),
        (Candidate(5, key(1), BASIS, votes(), 0), Election(5, None, key(1))),
        (leader(), Election(5, 1, None)),
        (follower(voted=key(3)), Election(5, 2, key(3))),
        (Resigned(5, 1, [], (), 0), Election(5, 1, None)),
    ],
)
def test_what_is_stored(role, election):
    assert role.election == election
