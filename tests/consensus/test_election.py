"""The side of an election that asks."""

from __future__ import annotations

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus.batches import KRaftVersion, Voters
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Candidate, Follower, Leader, Prospective, Unattached
from kraft_core.consensus.rpc import (
    EndQuorumEpoch,
    Fetch,
    FetchSnapshot,
    FetchSnapshotResponse,
    Vote,
    VoteResponse,
)
from kraft_core.consensus.values import (
    Election,
    FailureReason,
    LeaderAndEpoch,
    OffsetAndEpoch,
)
from kraft_core.consensus.voters import VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import (
    LoneCore,
    batch,
    directory,
    endpoint,
    history,
    key,
    log,
    static_set,
    voter_set,
)


def refuse(lone, voter_id, **changes):
    sent = lone.awaiting(Vote, voter_id)
    leader = LeaderAndEpoch(None, sent.request.epoch)
    return lone.answer(sent, VoteResponse(**{"leader": leader, **changes}))


def asked_voters(lone):
    return sorted(each.to.id for each in lone.sent if isinstance(each.request, Vote))


def test_a_voter_asks_for_pre_votes_after_its_election_timeout():
    lone = LoneCore(log=log(7, 2), election=Election(4))
    began = lone.now_ms
    lone.until(Prospective)
    assert began + 1000 <= lone.now_ms < began + 2010
    assert lone.core.role.election == Election(4)
    expected = Vote("cluster", 2, directory(2), key(1), 4, 2, 7, pre_vote=True)
    assert lone.requests(Vote)[0] == expected
    assert asked_voters(lone) == [2, 3]
    assert not any(isinstance(each, fx.StoreElection) for each in lone.effects[1:])


def test_an_observer_never_campaigns():
    for lone in (LoneCore(node_id=9), LoneCore(node_id=None)):
        lone.advance(60_000)
        assert isinstance(lone.core.role, Unattached)
        assert lone.requests(Vote) == []


def prospective_with_a_truncation_under_way():
    """Voter 1 of {1, 2, 3}; its log ends at 10, the record at 6 added voter 4."""
    voters = history(1, 2, 3)
    voters.apply(6, Voters(voter_set(1, 2, 3, 4)))
    lone = LoneCore(log=log(10, 1), election=Election(2), voters=voters, slow=True)
    lone.follow(2, 2)
    lone.fetched(diverging=OffsetAndEpoch(8, 1))
    end(lone)
    role = lone.until(Prospective)
    assert lone.requests(Vote) == []
    return lone, role


def end(lone):
    lone.ask(EndQuorumEpoch("cluster", 2, 2, (key(1),)))


def test_prospective_replica_whose_log_end_falls_asks_again_with_the_lower_end():
    lone, role = prospective_with_a_truncation_under_way()
    role.votes.record(3, granted=True)
    lone.feed(ev.LogTruncated(1, 7))
    assert lone.core.role is role
    assert {(each.last_offset_epoch, each.last_offset) for each in lone.requests(Vote)} == {(1, 7)}
    assert asked_voters(lone) == [2, 3, 4]
    assert role.votes.granting == (1,)


def test_prospective_replica_asks_the_voters_in_force_when_they_change():
    lone, _ = prospective_with_a_truncation_under_way()
    lone.feed(ev.LogTruncated(1, 5))
    assert lone.core.voters == voter_set(1, 2, 3)
    assert asked_voters(lone) == [2, 3]
    lone.grant(2)
    assert isinstance(lone.core.role, Candidate)


def test_prospective_replica_that_only_suspects_keeps_the_refusal_of_its_leader():
    voters = history(1, 2, 3)
    voters.apply(6, Voters(voter_set(1, 2, 3, 4)))
    lone = LoneCore(log=log(10, 1), election=Election(2), voters=voters, slow=True)
    lone.know_peers(2, 3, 4)
    lone.follow(2, 2)
    lone.fetched(diverging=OffsetAndEpoch(8, 1))
    lone.feed(ev.LeaderUnreachable(2, 2))
    role = lone.until(Prospective)
    assert role.suspects
    lone.feed(ev.LogTruncated(1, 5))
    assert asked_voters(lone) == [3]


def test_prospective_replica_whose_log_grows_keeps_its_votes_and_states_the_new_end():
    snapshot_id = OffsetAndEpoch(100, 2)
    lone = LoneCore(log=log(10, 1), election=Election(2), slow=True)
    lone.follow(2, 2)
    lone.fetched(snapshot_id=snapshot_id)
    leader = LeaderAndEpoch(2, 2)
    chunk = FetchSnapshotResponse(leader=leader, snapshot_id=snapshot_id, size=3, payload=b"abc")
    lone.answer(lone.awaiting(FetchSnapshot), chunk)
    lone.feed(ev.SnapshotChunkStored(1, snapshot_id, 3))
    end(lone)
    role = lone.until(Prospective)
    role.votes.record(3, granted=False)
    controls = (KRaftVersion(1), Voters(voter_set(1, 2, 3)))
    lone.feed(ev.SnapshotStored(snapshot_id, 1, 3, controls))
    lone.feed(ev.LogReset(lone.core.log.generation, snapshot_id))
    assert lone.core.role is role
    assert asked_voters(lone) == [2]
    (vote,) = lone.requests(Vote)
    assert (vote.last_offset_epoch, vote.last_offset) == (2, 100)


def test_a_pre_vote_majority_makes_a_candidate_that_votes_for_itself():
    lone = LoneCore()
    lone.until(Prospective)
    effects = lone.grant(2)
    assert isinstance(effects[0], fx.StoreElection)
    assert effects[0].election == Election(1, None, key(1))
    assert [each.pre_vote for each in lone.requests(Vote)] == [False, False]
    assert [each.epoch for each in lone.requests(Vote)] == [1, 1]


def test_a_vote_majority_makes_a_leader():
    lone = LoneCore()
    lone.stand()
    effects = lone.grant(3)
    assert isinstance(effects[0], fx.StoreElection)
    assert effects[0].election == Election(1, 1, None)
    assert isinstance(lone.core.role, Leader)


def test_a_refused_pre_vote_goes_back_to_looking_around():
    lone = LoneCore()
    lone.until(Prospective)
    refuse(lone, 2)
    assert isinstance(lone.core.role, Prospective)
    refuse(lone, 3)
    assert isinstance(lone.core.role, Unattached)
    assert lone.core.role.election_deadline_ms >= lone.now_ms + 1000
    assert lone.core.role.epoch == 0


def test_a_refused_pre_vote_goes_back_to_the_old_leader():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.until(Prospective)
    refuse(lone, 2)
    refuse(lone, 3)
    role = lone.core.role
    assert isinstance(role, Follower)
    assert (role.leader_id, role.epoch, role.has_fetched) == (2, 5, False)


def test_unanswered_pre_votes_never_raise_the_epoch():
    lone = LoneCore()
    lone.advance(60_000)
    assert lone.core.role.epoch == 0
    assert lone.noted(NoteKind.ELECTION_LOST) > 10


@pytest.mark.parametrize(
    "answer",
    [
        {"top_error": ErrorCode.INCONSISTENT_CLUSTER_ID},
        {"error": ErrorCode.INVALID_VOTER_KEY},
        {"error": ErrorCode.INVALID_REQUEST},
        {"top_error": ErrorCode.CLUSTER_AUTHORIZATION_FAILED},
        {"error": ErrorCode.BROKER_NOT_AVAILABLE},
        {"error": ErrorCode.UNKNOWN_LEADER_EPOCH, "vote_granted": True},
    ],
)
def test_errors_are_no_answers_and_are_asked_again_after_a_backoff(answer):
    lone = LoneCore()
    lone.until(Prospective)
    refuse(lone, 2, **answer)
    assert isinstance(lone.core.role, Prospective)
    assert asked_voters(lone) == [3]
    lone.advance(20)
    assert asked_voters(lone) == [2, 3]


def test_a_lost_election_is_waited_out():
    lone = LoneCore()
    lone.stand()
    began = lone.now_ms
    refuse(lone, 2)
    refuse(lone, 3)
    assert isinstance(lone.core.role, Candidate)
    lone.advance(900)
    assert (type(lone.core.role), lone.requests(Vote)) == (Candidate, [])
    lone.until(Prospective)
    assert lone.now_ms >= began + 1000
    assert lone.core.role.election == Election(1, None, key(1))


def test_votes_are_asked_for_again_until_they_come():
    lone = LoneCore()
    lone.stand()
    lone.fail(lone.awaiting(Vote, 2), FailureReason.TIMED_OUT)
    lone.fail(lone.awaiting(Vote, 3), FailureReason.REFUSED)
    lone.advance(20)
    assert len(lone.requests(Vote)) == 2


@pytest.mark.parametrize("how", ["failure", "answer"])
def test_a_peer_without_pre_vote_must_be_asked_for_a_vote(how):
    lone = LoneCore()
    lone.until(Prospective)
    if how == "failure":
        lone.fail(lone.awaiting(Vote, 3), FailureReason.UNSUPPORTED)
    else:
        refuse(lone, 3, top_error=ErrorCode.UNSUPPORTED_VERSION)
    assert isinstance(lone.core.role, Candidate)
    assert lone.core.role.epoch == 1
    assert lone.noted(NoteKind.PRE_VOTE_UNSUPPORTED) == 1


def test_unsupported_is_no_reason_for_a_candidate():
    lone = LoneCore()
    lone.stand()
    lone.fail(lone.awaiting(Vote, 3), FailureReason.UNSUPPORTED)
    assert lone.core.role.epoch == 1


def test_a_sole_voter_leads_at_once():
    lone = LoneCore(voters=history(1))
    assert isinstance(lone.core.role, Leader)
    assert lone.core.role.high_watermark == 3
    assert lone.requests(Vote) == []


def test_late_answers_of_another_epoch_or_kind_count_for_nothing():
    lone = LoneCore()
    lone.until(Prospective)
    stale = lone.awaiting(Vote, 3)
    lone.grant(2)
    assert isinstance(lone.core.role, Candidate)
    lone.answer(stale, VoteResponse(leader=LeaderAndEpoch(None, 1), vote_granted=True))
    assert isinstance(lone.core.role, Candidate)


def test_an_answer_of_a_higher_epoch_ends_the_campaign():
    lone = LoneCore()
    lone.stand()
    refuse(lone, 2, leader=LeaderAndEpoch(None, 9))
    assert lone.core.role.election == Election(9)
    lone = LoneCore()
    lone.stand()
    refuse(lone, 2, leader=LeaderAndEpoch(3, 9), leader_endpoint=endpoint(3))
    assert lone.core.leader_and_epoch == LeaderAndEpoch(3, 9)


def test_no_vote_request_leaves_while_the_log_end_is_not_durable():
    """Else a candidate at 12 with 10 flushed wins, crashes, comes back with 10 and wins again."""
    lone = LoneCore(log=log(10, 1), election=Election(1), slow=True)
    lone.follow(2, 1)
    lone.fetched(batch(10, 1, 2))
    lone.ask(EndQuorumEpoch("cluster", 2, 1, (key(1),)))
    lone.until(Prospective)
    assert lone.core.log.end == OffsetAndEpoch(12, 1)
    assert lone.requests(Vote) == []
    assert lone.noted(NoteKind.CLAIM_WAITS_FOR_FLUSH) >= 1
    lone.flush()
    assert [each.last_offset for each in lone.requests(Vote)] == [12, 12]


def test_unattached_replicas_look_for_a_leader_among_the_bootstrap_servers():
    lone = LoneCore(node_id=9)
    sent = lone.awaiting(Fetch)
    assert sent.to.id <= -2 or sent.to.id in {1, 2, 3}


def test_static_voters_are_asked_without_directory():
    lone = LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)))
    lone.until(Prospective)
    assert [each.voter_directory_id for each in lone.requests(Vote)] == [None, None]
    assert lone.requests(Vote)[0].replica == key(1)
