"""Which role a restarted replica has, and when a shutdown is complete."""

from __future__ import annotations

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus.invariants import InvariantBroken
from kraft_core.consensus.log_view import LogView
from kraft_core.consensus.roles import Candidate, Follower, Leader, Resigned, Unattached
from kraft_core.consensus.rpc import BeginQuorumEpoch
from kraft_core.consensus.snapshots import StoredSnapshot
from kraft_core.consensus.values import Election, OffsetAndEpoch, ReplicaKey
from kraft_core.consensus.voters import VoterSetHistory
from tests.support.lone_core import LoneCore, directory, endpoint, history, key, log


@pytest.mark.parametrize(
    ("stored", "role", "election"),
    [
        (None, Unattached, Election(3)),
        (Election(2, None, key(2)), Unattached, Election(3)),
        (Election(3, 1), Resigned, Election(3, 1)),
        (Election(7, None, key(1)), Candidate, Election(7, None, key(1))),
        (Election(7, None, ReplicaKey(1)), Candidate, Election(7, None, key(1))),
        (Election(7, None, key(1, 9)), Unattached, Election(7, None, key(1, 9))),
        (Election(7, 2, key(3)), Follower, Election(7, 2, key(3))),
        (Election(7, 2, key(1)), Follower, Election(7, 2, key(1))),
        (Election(7, 8, key(3)), Unattached, Election(7, 8, key(3))),
        (Election(7, None, key(3)), Unattached, Election(7, None, key(3))),
        (Election(7), Unattached, Election(7)),
    ],
)
def test_the_first_role(stored, role, election):
    lone = LoneCore(election=stored, log=log(10, 3))
    assert isinstance(lone.core.role, role)
    assert lone.core.role.election == election
    assert lone.started[0] == fx.StoreElection(election, 1, (1, 2, 3))


def test_an_observer_that_voted_for_itself_keeps_the_vote_and_waits():
    lone = LoneCore(election=Election(7, None, key(1)), voters=history(2, 3))
    assert isinstance(lone.core.role, Unattached)
    assert lone.core.role.voted == key(1)


def test_the_election_is_always_stored_at_the_start():
    lone = LoneCore(election=Election(7))
    assert isinstance(lone.started[0], fx.StoreElection)
    assert isinstance(LoneCore(voters=VoterSetHistory()).started[0], fx.StoreElection)


def test_a_vote_without_an_id_of_our_own_is_fatal():
    with pytest.raises(InvariantBroken, match="voter-has-an-id"):
        LoneCore(node_id=None, election=Election(3, None, key(2)))


def test_recovery_must_have_synced_everything():
    with pytest.raises(InvariantBroken, match="recovery-syncs-all"):
        LoneCore(log=LogView(0, 10, [(1, 0)], flushed_end=5))


def test_started_comes_first_and_once():
    lone = LoneCore()
    with pytest.raises(InvariantBroken, match="started-first-and-once"):
        lone.feed(ev.Started(None, LogView(), VoterSetHistory()))


def test_what_was_given_is_copied():
    given, voters = log(10, 3), history(1, 2, 3)
    lone = LoneCore(log=given, voters=voters)
    lone.follow(2, 4)
    lone.fetched(diverging=OffsetAndEpoch(5, 3))
    assert given == log(10, 3)
    assert voters == history(1, 2, 3)


def test_the_epoch_below_the_log_is_that_of_the_snapshot():
    stored = StoredSnapshot(OffsetAndEpoch(50, 4), 10)
    lone = LoneCore(log=LogView(50, 50), snapshots=(stored,))
    assert lone.core.log.end == OffsetAndEpoch(50, 4)
    assert lone.core.role.epoch == 4


# -- shutdown --------------------------------------------------------------------------------------


def completed(lone):
    return fx.ShutdownCompleted() in lone.effects


@pytest.mark.parametrize(
    "lone", [LoneCore(node_id=9), LoneCore(node_id=None), LoneCore(voters=history(1))]
)
def test_observers_and_sole_voters_end_at_once(lone):
    lone.feed(ev.ShutdownRequested())
    assert completed(lone)
    assert lone.core.is_shut_down
    assert lone.feed(ev.DeadlineReached()) == []
    assert lone.core.deadline_ms is None


def test_a_follower_ends_at_once():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.feed(ev.ShutdownRequested())
    assert completed(lone)


def test_a_leader_hands_over_first():
    lone = LoneCore()
    lone.lead()
    lone.feed(ev.ShutdownRequested())
    assert isinstance(lone.core.role, Resigned)
    lone.advance(3000)
    assert isinstance(lone.core.role, Resigned)
    assert not completed(lone)
    lone.ask(_begin(3, 2))
    assert completed(lone)


def _begin(leader_id, epoch):
    return BeginQuorumEpoch("cluster", 1, directory(1), leader_id, epoch, (endpoint(leader_id),))


def test_nobody_waits_longer_than_the_grace_time():
    lone = LoneCore()
    lone.lead()
    lone.feed(ev.ShutdownRequested())
    lone.feed(ev.ShutdownRequested())
    lone.advance(4999)
    assert not completed(lone)
    lone.advance(1)
    assert completed(lone)


def test_a_candidate_goes_on_and_resigns_when_it_is_elected():
    lone = LoneCore()
    lone.stand()
    lone.feed(ev.ShutdownRequested())
    assert isinstance(lone.core.role, Candidate)
    lone.grant(2)
    assert isinstance(lone.core.role, Resigned)


def test_an_unattached_voter_begins_nothing():
    lone = LoneCore()
    lone.feed(ev.ShutdownRequested())
    lone.advance(4999)
    assert isinstance(lone.core.role, Unattached)
    lone.advance(1)
    assert completed(lone)


def test_a_sole_leader_answers_who_waits():
    lone = LoneCore(voters=history(1))
    assert isinstance(lone.core.role, Leader)
    assert lone.fetch_as(9) is None
    waiting = lone.last_asked
    lone.feed(ev.ShutdownRequested())
    assert waiting in lone.replies


def test_an_epoch_that_already_has_records_is_not_campaigned_in():
    """Somebody led it: the vote for ourselves was not enough."""
    lone = LoneCore(log=log(5, 4), election=Election(4, None, key(1)))
    assert isinstance(lone.core.role, Unattached)
    assert lone.core.role.voted == key(1)
