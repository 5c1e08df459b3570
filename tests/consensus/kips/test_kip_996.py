"""KIP-996, pre-vote: one test a claim."""

from __future__ import annotations

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus.roles import Candidate, Follower, Prospective, Unattached
from kraft_core.raft.consensus.rpc import Vote, VoteResponse
from kraft_core.raft.consensus.values import Election, FailureReason, LeaderAndEpoch
from tests.support.cluster import Cluster
from tests.support.lone_core import LoneCore, directory, key


def pre_vote_of(lone, candidate=3, epoch=5, offset=0):
    vote = Vote("cluster", 1, directory(1), key(candidate), epoch, 0, offset, pre_vote=True)
    return lone.response(vote, VoteResponse)


def test_a_prospective_candidate_does_not_raise_its_epoch():
    lone = LoneCore(election=Election(5))
    lone.advance(120_000)
    assert lone.core.role.epoch == 5


def test_becoming_prospective_is_not_stored():
    lone = LoneCore()
    lone.effects.clear()
    lone.until(Prospective)
    assert not any(isinstance(each, fx.StoreElection) for each in lone.effects)


def test_granted_pre_vote_is_not_stored_and_does_not_bind():
    lone = LoneCore(election=Election(5))
    lone.effects.clear()
    assert pre_vote_of(lone, 3).vote_granted
    assert pre_vote_of(lone, 2).vote_granted
    assert lone.core.role.election == Election(5)
    assert not any(isinstance(each, fx.StoreElection) for each in lone.effects)


def test_follower_that_fetched_refuses_a_pre_vote():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched()
    assert not pre_vote_of(lone).vote_granted


def test_follower_that_has_not_fetched_grants_a_pre_vote():
    lone = LoneCore()
    lone.follow(2, 5)
    assert pre_vote_of(lone).vote_granted


def test_a_pre_vote_is_refused_to_a_shorter_log():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.state.log.append(3, 5)
    assert not pre_vote_of(lone).vote_granted


def test_a_majority_of_refusals_sends_it_back_at_once():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.until(Prospective)
    for voter_id in (2, 3):
        sent = lone.awaiting(Vote, voter_id)
        lone.answer(sent, VoteResponse(leader=LeaderAndEpoch(2, 5)))
    assert isinstance(lone.core.role, Follower)


def test_a_peer_without_pre_vote_turns_it_into_a_candidate():
    lone = LoneCore()
    lone.until(Prospective)
    lone.fail(lone.awaiting(Vote, 2), FailureReason.UNSUPPORTED)
    assert isinstance(lone.core.role, Candidate)


def test_losing_the_vote_goes_back_to_pre_votes():
    lone = LoneCore()
    lone.stand()
    lone.until(Prospective)
    assert lone.core.role.epoch == 1


def test_partitioned_voter_does_not_depose_the_leader_when_it_returns():
    cluster = Cluster([1, 2, 3], seed=2)
    leader = cluster.elect()
    outsider = next(each for each in (1, 2, 3) if each != leader.node_id)
    cluster.network.cut |= {(outsider, each) for each in (1, 2, 3)}
    cluster.network.cut |= {(each, outsider) for each in (1, 2, 3)}
    cluster.run(60_000)
    assert isinstance(cluster.replicas[outsider].core.role, Prospective | Follower | Unattached)
    epoch = leader.core.role.epoch
    cluster.network.cut.clear()
    cluster.run(5_000)
    assert cluster.leader is leader
    assert cluster.replicas[outsider].core.role.epoch == epoch


def test_unattached_majority_elects_a_leader():
    """NotStuckInProspective: with a majority of unattached voters somebody is elected."""
    for seed in range(10):
        Cluster([1, 2, 3], seed=seed).elect(limit_ms=20_000)
