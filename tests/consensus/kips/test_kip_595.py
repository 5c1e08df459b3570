"""KIP-595, a Raft protocol for the metadata quorum: one test a claim, under the KIP's headings."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.roles import Candidate, Follower, Leader, Prospective, Resigned
from kraft_core.raft.consensus.rpc import (
    DescribeQuorum,
    DescribeQuorumResponse,
    Fetch,
    FetchResponse,
    Vote,
    VoteResponse,
)
from kraft_core.raft.consensus.values import Election, LeaderAndEpoch, OffsetAndEpoch
from kraft_wire.errors import ErrorCode
from tests.support.cluster import Cluster
from tests.support.lone_core import LoneCore, batch, directory, history, key, log


def vote_of(lone, candidate, epoch, offset=0, last_epoch=0):
    vote = Vote("cluster", 1, directory(1), key(candidate), epoch, last_epoch, offset)
    return lone.response(vote, VoteResponse)


def test_leader_election_a_voter_votes_for_itself_durably_and_then_asks_the_others():
    lone = LoneCore()
    lone.campaign()
    found = lone.grant(2)
    stored = found.index(fx.StoreElection(Election(1, None, key(1)), 1, (1, 2, 3)))
    asked = [n for n, each in enumerate(found) if isinstance(each, fx.SendRequest)]
    assert asked
    assert stored < min(asked)


def test_leader_election_a_vote_is_never_changed_within_an_epoch():
    lone = LoneCore()
    assert vote_of(lone, 2, 5).vote_granted
    assert not vote_of(lone, 3, 5).vote_granted
    restarted = LoneCore(election=lone.core.role.election)
    assert not vote_of(restarted, 3, 5).vote_granted
    assert vote_of(restarted, 2, 5).vote_granted
    assert vote_of(restarted, 3, 6).vote_granted


def test_leader_election_new_elections_are_delayed_by_a_random_time():
    waits = set()
    for seed in range(30):
        lone = LoneCore(seed=seed)
        lone.until(Prospective)
        waits.add(lone.now_ms)
    assert len(waits) > 15


def test_leader_progress_timeout_a_leader_without_a_majority_steps_down():
    lone = LoneCore()
    lone.lead()
    lone.until(Resigned)


def test_vote_request_handling_the_longer_log_refuses_the_shorter():
    lone = LoneCore(log=log(10, 3))
    assert not vote_of(lone, 2, 9, 9, 3).vote_granted
    assert not vote_of(lone, 2, 10, 99, 2).vote_granted
    assert vote_of(lone, 2, 11, 10, 3).vote_granted


def test_vote_request_handling_an_older_epoch_is_refused_with_the_newer_one():
    lone = LoneCore(election=Election(8))
    answer = vote_of(lone, 2, 7)
    assert (answer.error, answer.leader.epoch) == (ErrorCode.FENCED_LEADER_EPOCH, 8)


def test_vote_response_handling_answers_after_the_election_mean_nothing():
    lone = LoneCore()
    lone.stand()
    late = lone.awaiting(Vote, 3)
    lone.grant(2)
    assert isinstance(lone.core.role, Leader)
    lone.answer(late, VoteResponse(leader=LeaderAndEpoch(None, 1)))
    assert isinstance(lone.core.role, Leader)


def test_begin_quorum_epoch_a_voter_that_accepts_it_begins_to_fetch():
    lone = LoneCore()
    lone.follow(3, 4)
    assert lone.awaiting(Fetch).to.id == 3
    assert fx.StoreElection(Election(4, 3), 1, (1, 2, 3)) in lone.effects


def test_end_quorum_epoch_most_up_to_date_successor_campaigns_first():
    cluster = Cluster([1, 2, 3], seed=5)
    leader = cluster.elect()
    leader.append(1, "a")
    cluster.run(100)
    cluster.crash(next(each for each in (1, 2, 3) if each != leader.node_id))
    leader.append(2, "b")
    cluster.run(100)
    leader.feed(ev.ResignRequested(leader.core.role.epoch))
    began = cluster.now_ms
    successor = cluster.elect()
    assert successor is not leader
    assert cluster.now_ms - began < 200


def test_fetch_the_offset_acknowledges_what_is_below_it():
    lone = LoneCore()
    lone.lead()
    lone.append()
    lone.fetch_as(2)
    assert lone.core.role.high_watermark == lone.core.log.end_offset


def test_fetch_log_reconciliation_names_the_largest_epoch_in_common():
    view = log(5, 1)
    view.append(9, 2)
    view.flushed(0, 9)
    lone = LoneCore(voters=history(1, 2, 3, at=0), log=view, election=Election(6))
    lone.stand_and_win()
    answer = lone.fetch_as(2, 8, 1)
    assert answer.response.diverging == OffsetAndEpoch(5, 1)
    answer = lone.fetch_as(2, 12, 5)
    assert answer.response.diverging == OffsetAndEpoch(9, 2)


def test_fetch_follower_truncates_and_continues_from_there():
    lone = LoneCore(log=log(8, 1), election=Election(2))
    lone.follow(2, 3)
    lone.fetched(diverging=OffsetAndEpoch(5, 1))
    assert lone.requests(Fetch)[0].fetch_offset == 5
    assert lone.fetched(batch(5, 3))


def test_fetch_extra_condition_on_commitment():
    lone = LoneCore(voters=history(1, 2, 3, at=0), log=log(6, 1), election=Election(3))
    lone.stand_and_win()
    lone.fetch_as(2, 6)
    lone.fetch_as(3, 6)
    assert lone.core.role.high_watermark is None
    lone.fetch_as(2)
    assert lone.core.role.high_watermark == 7


def test_fetch_current_leader_discovery_by_asking_anybody():
    lone = LoneCore()
    lone.follow(3, 7)
    answer = lone.ask(Fetch("cluster", key(9), 0, 0, 0)).response
    assert answer.error is ErrorCode.FENCED_LEADER_EPOCH
    assert answer.leader == LeaderAndEpoch(3, 7)


def test_fetch_an_observer_replicates_and_never_counts():
    cluster = Cluster([1, 2, 3], seed=3)
    cluster.elect()
    observer = cluster.start(9)
    cluster.leader.append(1, "a")
    cluster.run(2000)
    assert isinstance(observer.core.role, Follower)
    assert observer.applied == cluster.leader.applied
    assert not observer.core.is_voter


def test_describe_quorum_shows_lag():
    lone = LoneCore()
    lone.lead()
    lone.append(1, count=5)
    found = lone.response(DescribeQuorum(), DescribeQuorumResponse)
    ends = {each.key.id: each.log_end_offset for each in found.voters}
    assert ends == {1: 8, 2: 3, 3: -1}


def test_lost_elections_are_repeated_until_a_leader_is_elected():
    """Whoever loses waits a random time; with equal chances somebody wins soon."""
    for seed in range(12):
        cluster = Cluster([1, 2, 3, 4, 5], seed=seed, fast_failover=False)
        cluster.elect(limit_ms=30_000)


def test_candidate_follows_a_leader_of_its_epoch():
    lone = LoneCore()
    role = lone.stand()
    assert isinstance(role, Candidate)
    lone.follow(3, role.epoch)
    assert lone.core.role.voted == key(1)


@pytest.mark.parametrize("victims", [1, 2])
def test_progress_is_made_while_a_majority_is_reachable(victims):
    cluster = Cluster([1, 2, 3, 4, 5], seed=4)
    cluster.elect()
    for node_id in list(cluster.replicas)[:victims]:
        cluster.crash(node_id)
    leader = cluster.elect()
    leader.append(1, "still here")
    cluster.run(1000)
    assert leader.committed_appends == [1]


def test_leadership_does_not_change_while_the_majority_is_well():
    cluster = Cluster([1, 2, 3], seed=8)
    leader = cluster.elect()
    outsider = next(each for each in (1, 2, 3) if each != leader.node_id)
    cluster.network.cut |= {(outsider, each) for each in (1, 2, 3)}
    cluster.network.cut |= {(each, outsider) for each in (1, 2, 3)}
    cluster.run(30_000)
    cluster.network.cut.clear()
    cluster.run(30_000)
    assert cluster.leader is leader
    assert len(cluster.ledger.leaders) == 1


def test_back_to_back_failures_lose_nothing():
    cluster = Cluster([1, 2, 3], seed=6)
    for round_ in range(6):
        leader = cluster.elect()
        leader.append(round_, f"round {round_}")
        assert cluster.run_until(lambda at=leader, n=round_: n in at.committed_appends)
        cluster.crash(leader.node_id)
        cluster.run(50)
        cluster.start(leader.node_id)
    leader = cluster.elect()
    cluster.run(3000)
    values = [value for _, value in cluster.leader.applied]
    assert values == [f"round {n}" for n in range(6)]
    assert isinstance(leader.core.role, Leader | Follower)


def test_an_error_of_the_fetch_api_is_not_a_response_without_records():
    lone = LoneCore()
    lone.lead()
    answer = lone.fetch_as(2, epoch=9).response
    assert isinstance(answer, FetchResponse)
    assert (answer.batches, answer.high_watermark) == ((), -1)
