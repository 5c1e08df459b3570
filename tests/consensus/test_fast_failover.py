"""Pre-votes as soon as the leader is unreachable. Divergence C39."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.roles import Candidate, Follower, Prospective
from kraft_core.raft.consensus.rpc import BeginQuorumEpoch, Fetch, Vote, VoteResponse
from kraft_core.raft.consensus.state import Peer
from kraft_core.raft.consensus.values import (
    FailureReason,
    LeaderAndEpoch,
    PeerVersions,
    VersionRange,
)
from tests.support.lone_core import LoneCore, directory, endpoint, history, key, voter_set

# -- fast failover: early pre-votes when the leader is unreachable ---------------------------------


def follower(*, peers=(2, 3), vote=2, leader_id=2, **values):
    lone = LoneCore(**values)
    if peers:
        lone.know_peers(*peers, vote=vote)
    lone.follow(leader_id, 5)
    lone.fetched()
    return lone


def unreachable(lone, leader_id=2, epoch=5):
    """As the network has it: the fetch fails, connecting again is refused."""
    for sent in list(lone.sent):
        if sent.to.id == leader_id:
            lone.fail(sent, FailureReason.REFUSED)
    lone.feed(ev.LeaderUnreachable(leader_id, epoch))


def asked(lone):
    return [each for each in lone.sent if isinstance(each.request, Vote)]


def refuse(lone, node_id=3):
    sent = lone.awaiting(Vote, node_id)
    lone.answer(sent, VoteResponse(leader=LeaderAndEpoch(2, 5)))


def pre_vote_of(lone, node_id):
    vote = Vote("cluster", 1, directory(1), key(node_id), 5, 0, 0, pre_vote=True)
    return lone.response(vote, VoteResponse).vote_granted


def test_first_voter_sends_pre_votes_at_once_but_not_to_the_leader():
    lone = follower()
    unreachable(lone)
    assert isinstance(lone.core.role, Prospective)
    assert [each.to.id for each in asked(lone)] == [3]
    assert lone.noted(NoteKind.LEADER_SUSPECTED) == 1
    assert lone.noted(NoteKind.WITNESS_CAMPAIGNS) == 0
    lone.grant(3)
    assert isinstance(lone.core.role, Candidate)
    assert lone.core.role.epoch == 6


def test_the_others_wait_their_turn():
    lone = follower(node_id=1, leader_id=3)
    lone_later = LoneCore(node_id=3, voters=history(1, 2, 3))
    lone_later.know_peers(1, 2)
    lone_later.ask(_begin(2, 5, 3))
    lone_later.fetched()
    for each, leader_id in ((lone, 3), (lone_later, 2)):
        unreachable(each, leader_id)
    assert isinstance(lone.core.role, Prospective)
    assert isinstance(lone_later.core.role, Follower)
    lone_later.advance(20)
    assert isinstance(lone_later.core.role, Prospective)


def _begin(leader_id, epoch, receiver):
    return BeginQuorumEpoch("cluster", receiver, None, leader_id, epoch, (endpoint(leader_id),))


def test_refused_follower_fetches_and_sends_pre_votes_each_backoff():
    lone = follower()
    deadline = lone.core.role.fetch_deadline_ms
    unreachable(lone)
    refuse(lone)
    role = lone.core.role
    assert isinstance(role, Follower)
    assert role.fetch_deadline_ms == deadline
    assert [each.to.id for each in lone.sent if isinstance(each.request, Fetch)] == [2]
    unreachable(lone)
    lone.effects.clear()
    lone.advance(20)
    assert isinstance(lone.core.role, Prospective)
    assert [each.to.id for each in lone.effects if isinstance(each, fx.SendRequest)] == [3]
    refuse(lone)
    assert isinstance(lone.core.role, Follower)
    assert lone.core.role.epoch == 5


def test_answer_of_the_leader_ends_fast_failover():
    lone = follower()
    unreachable(lone)
    refuse(lone)
    lone.fetched()
    assert lone.core.role.ask_again_at_ms is None
    assert lone.core.role.has_fetched
    lone.advance(200)
    assert isinstance(lone.core.role, Follower)


def test_while_the_leader_may_still_answer_nothing_is_asked():
    lone = follower()
    unreachable(lone)
    refuse(lone)
    lone.advance(300)
    assert isinstance(lone.core.role, Follower)
    assert asked(lone) == []


def test_fetch_timeout_stays_after_refused_pre_votes():
    lone = follower()
    deadline = lone.core.role.fetch_deadline_ms
    unreachable(lone)
    refuse(lone)
    while lone.now_ms < deadline:
        unreachable(lone)
        if asked(lone):
            refuse(lone)
        lone.advance(10)
    lone.until(Prospective)
    assert not lone.core.role.fails_over
    assert lone.noted(NoteKind.FETCH_TIMED_OUT) == 1


def test_pre_votes_without_an_answer_end_with_the_fetch_timeout():
    lone = follower()
    lone.advance(1_500)
    deadline = lone.core.role.fetch_deadline_ms
    unreachable(lone)
    role = lone.core.role
    assert isinstance(role, Prospective)
    assert lone.now_ms < deadline < role.election_deadline_ms
    lone.advance(deadline - lone.now_ms - 1)
    assert lone.core.role is role
    lone.advance(1)
    assert isinstance(lone.core.role, Prospective)
    assert not lone.core.role.fails_over
    assert lone.noted(NoteKind.FETCH_TIMED_OUT) == 1


def test_pre_votes_without_an_answer_end_with_the_election_timeout():
    lone = follower(changes={"fetch_timeout_ms": 10_000})
    deadline = lone.core.role.fetch_deadline_ms
    unreachable(lone)
    role = lone.core.role
    assert lone.now_ms < role.election_deadline_ms < deadline
    lone.advance(role.election_deadline_ms - lone.now_ms - 1)
    assert lone.core.role is role
    lone.advance(1)
    assert isinstance(lone.core.role, Follower)
    assert lone.core.role.fetch_deadline_ms == deadline
    assert lone.noted(NoteKind.FETCH_TIMED_OUT) == 0


def test_replica_that_suspects_its_leader_grants_pre_votes():
    lone = follower()
    assert not pre_vote_of(lone, 3)
    lone.feed(ev.LeaderUnreachable(2, 5))
    assert pre_vote_of(lone, 3)


@pytest.mark.parametrize(
    "lone",
    [
        follower(peers=(2,)),
        follower(peers=()),
        follower(vote=1),
        follower(changes={"fast_failover": False}),
        follower(changes={"is_witness": True}),
    ],
)
def test_ineligible_follower_sends_no_early_pre_vote(lone):
    unreachable(lone)
    lone.advance(400)
    assert lone.noted(NoteKind.LEADER_SUSPECTED) == 0
    assert asked(lone) == []
    gives_way = lone.core.config.is_witness
    assert lone.core.role.has_fetched is not gives_way


def test_an_observer_forgets_too_so_that_others_have_its_pre_vote():
    lone = LoneCore(node_id=9)
    lone.know_peers(1, 2, 3)
    lone.follow_any(2, 5)
    lone.fetched()
    unreachable(lone)
    assert not lone.core.role.has_fetched
    assert lone.core.role.ask_again_at_ms is None


def test_voter_of_two_sends_no_early_pre_vote():
    lone = follower(voters=history(1, 2), peers=(2,))
    unreachable(lone)
    assert isinstance(lone.core.role, Follower)
    assert lone.core.role.ask_again_at_ms is None
    assert not lone.core.role.has_fetched


def test_a_voter_that_came_meanwhile_must_know_pre_votes_too():
    lone = LoneCore(node_id=3, voters=history(1, 2, 3, 4))
    lone.know_peers(1, 2, 4)
    lone.ask(_begin(2, 5, 3))
    lone.fetched()
    unreachable(lone)
    assert lone.core.role.ask_again_at_ms is not None
    lone.feed(ev.PeerDescribed(4, PeerVersions(1, 17)))
    lone.advance(400)
    assert asked(lone) == []
    assert lone.core.role.ask_again_at_ms is None


def test_pre_votes_are_repeated_without_a_backoff():
    lone = follower(changes={"retry_backoff_ms": 0})
    asked_again = 0
    for _ in range(10):
        unreachable(lone)
        if isinstance(lone.core.role, Prospective):
            refuse(lone)
            asked_again += 1
        lone.advance(1)
    assert asked_again >= 3


@pytest.mark.parametrize(("leader_id", "epoch"), [(3, 5), (2, 4)])
def test_stale_leader_unreachable_event_is_ignored(leader_id, epoch):
    lone = follower()
    lone.feed(ev.LeaderUnreachable(leader_id, epoch))
    assert lone.core.role.has_fetched


def test_a_peer_that_lost_its_pre_vote_counts_as_refusing():
    lone = follower()
    unreachable(lone)
    lone.fail(lone.awaiting(Vote, 3), FailureReason.UNSUPPORTED)
    assert isinstance(lone.core.role, Follower)
    assert lone.core.role.epoch == 5


def test_follower_that_granted_a_pre_vote_delays_its_own():
    lone = follower(voters=history(1, 2, 3, 4), peers=(2, 3, 4))
    lone.feed(ev.LeaderUnreachable(2, 5))
    refused = follower()
    unreachable(refused)
    refuse(refused)
    assert pre_vote_of(refused, 3)
    assert refused.core.role.ask_again_at_ms == refused.now_ms + 100


def test_higher_id_grants_the_pre_vote_of_a_lower_one():
    lone = LoneCore(node_id=3)
    lone.know_peers(1, 2)
    lone.ask(_begin(2, 5, 3))
    lone.fetched()
    unreachable(lone)
    lone.advance(20)
    assert isinstance(lone.core.role, Prospective)
    vote = Vote("cluster", 3, None, key(1), 5, 0, 0, pre_vote=True)
    assert lone.response(vote, VoteResponse).vote_granted
    assert isinstance(lone.core.role, Follower)
    first = follower(leader_id=2)
    unreachable(first)
    assert pre_vote_of(first, 3)
    assert isinstance(first.core.role, Prospective)


# -- what other replicas reported ------------------------------------------------------------------


def test_peers_are_described_bit_by_bit():
    lone = LoneCore()
    lone.feed(ev.PeerDescribed(2, PeerVersions(2, 18)))
    lone.feed(ev.PeerDescribed(2, kraft_range=VersionRange(0, 1)))
    lone.feed(ev.PeerDescribed(2, may_lead=True))
    peer = lone.state.peers[2]
    assert (peer.versions, peer.kraft_range, peer.may_lead) == (
        PeerVersions(2, 18),
        VersionRange(0, 1),
        True,
    )


def test_beyond_the_limit_only_voters_are_new_in_the_place_of_others():
    lone = LoneCore(changes={"observers_max": 2})
    for peer in (7, 8, 9, 2):
        lone.feed(ev.PeerDescribed(peer, may_lead=False))
    lone.feed(ev.PeerDescribed(8, may_lead=True))
    assert lone.state.peers == {8: Peer(may_lead=True), 2: Peer(may_lead=False)}
    lone.feed(ev.PeerDescribed(3, may_lead=False))
    assert set(lone.state.peers) == {2, 3}


def test_peers_do_not_grow_with_the_voters_that_there_have_been():
    lone = LoneCore(changes={"observers_max": 10}, voters=history(1, 2, 3))
    for former in range(100, 200):
        lone.state.history.sets[-1] = (lone.state.history.sets[-1][0], voter_set(1, 2, former))
        lone.feed(ev.PeerDescribed(former, may_lead=True))
        assert former in lone.state.peers
        assert len(lone.state.peers) <= 10
