"""Campaigns, pre-votes and votes, at both sides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.effects import Note, NoteKind, SendRequest
from kraft_core.raft.consensus.roles import Candidate, Follower, Leader, Prospective, Unattached
from kraft_core.raft.consensus.rpc import (
    EndQuorumEpoch,
    Fetch,
    FetchSnapshot,
    FetchSnapshotResponse,
    Vote,
    VoteResponse,
)
from kraft_core.raft.consensus.values import (
    Election,
    FailureReason,
    KRaftVersion,
    LeaderAndEpoch,
    OffsetAndEpoch,
    ReplicaKey,
    Voters,
)
from kraft_core.raft.consensus.voters import VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import (
    LoneCore,
    batch,
    control_batch,
    directory,
    endpoint,
    history,
    key,
    log,
    static_set,
    voter_set,
)

# -- the side of an election that asks -------------------------------------------------------------


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


def test_pre_votes_without_an_answer_end_at_the_election_timeout():
    lone = LoneCore()
    role = lone.campaign()
    lone.advance(role.election_deadline_ms - lone.now_ms - 1)
    assert lone.core.role is role
    lone.advance(1)
    assert lone.core.role is not role
    assert lone.noted(NoteKind.ELECTION_LOST) == 1


def test_prospective_replica_that_only_suspects_keeps_the_refusal_of_its_leader():
    voters = history(1, 2, 3)
    voters.apply(6, Voters(voter_set(1, 2, 3, 4)))
    lone = LoneCore(log=log(10, 1), election=Election(2), voters=voters, slow=True)
    lone.know_peers(2, 3, 4)
    lone.follow(2, 2)
    lone.fetched(diverging=OffsetAndEpoch(8, 1))
    lone.feed(ev.LeaderUnreachable(2, 2))
    role = lone.until(Prospective)
    assert role.fails_over
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
        {"error": ErrorCode.UNKNOWN_SERVER_ERROR, "vote_granted": True},
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


def test_node_of_another_cluster_is_asked_less_and_less():
    """Divergence N68: 50 requests a second become one."""
    lone = LoneCore()
    asked = []
    while lone.now_ms < 20_000:
        for effect in lone.advance(5):
            if isinstance(effect, SendRequest) and effect.to.id == 2:
                asked.append(lone.now_ms)
                answer = VoteResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID)
                lone.answer(effect, answer)
    assert asked[1] - asked[0] <= 100
    late = [at for at in asked if at > 5_000]
    assert 5 < len(late) <= 25  # a new attempt of an election asks all voters


def test_a_lost_election_is_waited_out():
    lone = LoneCore()
    lone.stand()
    began = lone.now_ms
    refuse(lone, 2)
    refuse(lone, 3)
    assert isinstance(lone.core.role, Candidate)
    lone.advance(900)
    assert (type(lone.core.role), lone.requests(Vote)) == (Candidate, [])
    lone.notes.clear()
    lone.until(Prospective)
    lost = [each.detail for each in lone.notes if each.kind is NoteKind.ELECTION_LOST]
    assert lost == ["epoch=1 pre_vote=False"]
    assert lone.now_ms >= began + 1000
    assert lone.core.role.election == Election(1, None, key(1))


def test_votes_are_asked_for_again_until_they_come():
    lone = LoneCore()
    lone.stand()
    lone.fail(lone.awaiting(Vote, 2), FailureReason.TIMED_OUT)
    lone.fail(lone.awaiting(Vote, 3), FailureReason.REFUSED)
    lone.advance(20)
    assert len(lone.requests(Vote)) == 2


def test_vote_response_with_an_error_is_noted_and_counts_for_nothing():
    lone = LoneCore()
    lone.stand()
    refuse(lone, 3, top_error=ErrorCode.CLUSTER_AUTHORIZATION_FAILED)
    assert lone.notes[-1] == Note(NoteKind.PEER_ERROR, "node=3 error=CLUSTER_AUTHORIZATION_FAILED")
    assert not lone.core.role.votes.is_lost
    assert isinstance(lone.core.role, Candidate)


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


def test_sole_voter_becomes_no_candidate_while_its_log_is_not_durable():
    """Its own vote is a majority, but of a log that its disk may lose."""
    lone = LoneCore(voters=history(1, 2), log=log(10, 1), election=Election(1), slow=True)
    lone.follow(2, 1)
    lone.fetched(control_batch(10, 1, Voters(voter_set(1))))
    lone.ask(EndQuorumEpoch("cluster", 2, 1, (key(1),)))
    role = lone.until(Prospective)
    assert role.votes.is_won
    lone.advance(500)
    assert lone.core.role is role
    lone.flush()
    assert isinstance(lone.core.role, Leader)


def test_unattached_replicas_look_for_a_leader_among_the_bootstrap_servers():
    lone = LoneCore(node_id=9)
    sent = lone.awaiting(Fetch)
    assert sent.to.id <= -2 or sent.to.id in {1, 2, 3}


def test_static_voters_are_asked_without_directory():
    lone = LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)))
    lone.until(Prospective)
    assert [each.voter_directory_id for each in lone.requests(Vote)] == [None, None]
    assert lone.requests(Vote)[0].replica == key(1)


# -- the receiver of Vote --------------------------------------------------------------------------


ALL_WELL = Vote("cluster", 1, directory(1), key(2), 5, 4, 100)


def asked(lone, **changes):
    return lone.response(replace(ALL_WELL, **changes), VoteResponse)


def at_end(lone=None, end=50, epoch=3):
    return lone or LoneCore(log=log(end, epoch))


def test_a_vote_is_stored_before_the_answer():
    lone = LoneCore()
    lone.effects.clear()
    assert asked(lone).vote_granted
    stored, answered = (
        next(n for n, each in enumerate(lone.effects) if isinstance(each, kind))
        for kind in (fx.StoreElection, fx.SendResponse)
    )
    assert stored < answered
    assert lone.effects[stored].election == Election(5, None, key(2))


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"last_offset": -1}, ErrorCode.INVALID_REQUEST),
        ({"last_offset_epoch": -1}, ErrorCode.INVALID_REQUEST),
        ({"last_offset_epoch": 5}, ErrorCode.INVALID_REQUEST),
        ({"last_offset_epoch": 6, "pre_vote": True}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 2, "last_offset_epoch": 1}, ErrorCode.FENCED_LEADER_EPOCH),
        ({"replica": ReplicaKey(-1)}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 2_000_000_001}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 2, "last_offset_epoch": 3}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 2, "last_offset_epoch": 1, "replica": ReplicaKey(-1)}, 74),
    ],
)
def test_refusals_that_change_nothing(changes, error):
    lone = at_end()
    answer = asked(lone, **changes)
    assert (answer.error, answer.vote_granted) == (error, False)
    assert answer.leader == LeaderAndEpoch(None, 3)
    assert lone.core.role.election == Election(3)


def test_the_epoch_of_the_last_record_may_be_the_epoch_of_a_pre_vote_only():
    assert asked(at_end(), last_offset_epoch=5, pre_vote=True).vote_granted


def test_vote_request_with_another_cluster_id_is_refused():
    assert asked(LoneCore(), cluster_id="").top_error is ErrorCode.INCONSISTENT_CLUSTER_ID
    assert asked(LoneCore(), cluster_id="x").top_error is ErrorCode.INCONSISTENT_CLUSTER_ID
    assert asked(LoneCore(), cluster_id=None).vote_granted


@pytest.mark.parametrize(
    ("voter_id", "number", "error"),
    [
        (1, 1, ErrorCode.NONE),
        (1, None, ErrorCode.NONE),
        (-1, 9, ErrorCode.NONE),
        (2, 1, ErrorCode.INVALID_VOTER_KEY),
        (1, 9, ErrorCode.INVALID_VOTER_KEY),
    ],
)
def test_vote_request_for_another_replica_raises_the_epoch_and_yields_no_vote(
    voter_id, number, error
):
    lone = LoneCore()
    directory_id = None if number is None else directory(number)
    answer = asked(lone, voter_id=voter_id, voter_directory_id=directory_id)
    assert (answer.error, answer.vote_granted) == (error, error is ErrorCode.NONE)
    assert answer.leader.epoch == 5
    assert (lone.core.role.election.voted is None) is (error is not ErrorCode.NONE)


def test_a_pre_vote_of_a_higher_epoch_raises_the_epoch_and_leaves_no_vote():
    lone = LoneCore()
    assert asked(lone, pre_vote=True, voter_id=7).error is ErrorCode.INVALID_VOTER_KEY
    assert lone.core.role.election == Election(5)
    assert asked(lone, pre_vote=True).vote_granted
    assert lone.core.role.election == Election(5)


@pytest.mark.parametrize(
    ("offset", "epoch", "granted"),
    [(50, 3, True), (49, 3, False), (51, 3, True), (10, 4, True), (900, 2, False)],
)
@pytest.mark.parametrize("pre_vote", [False, True])
def test_logs_are_compared_by_epoch_then_end(offset, epoch, granted, pre_vote):
    answer = asked(at_end(), last_offset=offset, last_offset_epoch=epoch, pre_vote=pre_vote)
    assert answer.vote_granted is granted


def test_an_unflushed_end_counts_for_the_comparison():
    lone = LoneCore(log=log(50, 3), slow=True)
    lone.state.log.append(60, 3)
    assert not asked(lone, last_offset=55, last_offset_epoch=3).vote_granted


def test_a_vote_is_repeated_without_looking_at_the_log_again():
    lone = at_end()
    assert asked(lone, last_offset=60, last_offset_epoch=3).vote_granted
    assert asked(lone, last_offset=0, last_offset_epoch=0).vote_granted
    assert not asked(lone, replica=key(3)).vote_granted
    assert not asked(lone, replica=key(2, 9)).vote_granted
    assert not asked(lone, replica=ReplicaKey(2)).vote_granted


def test_a_stored_vote_without_directory_is_given_to_any_directory_of_the_id():
    lone = LoneCore(election=Election(5, None, ReplicaKey(2)))
    assert asked(lone, replica=key(2, 9)).vote_granted


def test_a_vote_puts_off_our_own_election():
    lone = LoneCore()
    lone.advance(900)
    assert asked(lone).vote_granted
    assert lone.core.role.election_deadline_ms >= lone.now_ms + 1000


def test_candidates_and_receivers_outside_the_voter_set_are_no_obstacle():
    assert asked(LoneCore(), replica=key(77)).vote_granted
    assert asked(LoneCore(node_id=9), voter_id=9, voter_directory_id=None).vote_granted


def test_vote_is_refused_for_the_own_id_and_without_a_node_id():
    assert not asked(LoneCore(), replica=key(1, 9)).vote_granted
    assert not asked(LoneCore(node_id=None), voter_id=-1).vote_granted


def test_a_follower_grants_nothing_once_it_has_fetched():
    lone = LoneCore()
    lone.follow(2, 5)
    assert asked(lone, replica=key(3), pre_vote=True).vote_granted
    assert not asked(lone, replica=key(3)).vote_granted
    lone.fetched()
    assert not asked(lone, replica=key(3), pre_vote=True).vote_granted


def test_a_leader_grants_nothing_in_its_epoch():
    lone = LoneCore()
    epoch = lone.lead().epoch
    for pre_vote in (True, False):
        answer = asked(lone, epoch=epoch, last_offset_epoch=0, pre_vote=pre_vote)
        assert (answer.vote_granted, answer.leader) == (False, LeaderAndEpoch(1, epoch))
        assert answer.leader_endpoint == endpoint(1)


def test_candidate_grants_pre_votes_and_refuses_votes_of_its_epoch():
    lone = LoneCore()
    lone.campaign()
    assert asked(lone, epoch=0, last_offset_epoch=0, pre_vote=True).vote_granted
    lone.stand()
    assert isinstance(lone.core.role, Candidate)
    assert asked(lone, epoch=1, last_offset_epoch=0, pre_vote=True).vote_granted
    assert not asked(lone, epoch=1, last_offset_epoch=0).vote_granted
    assert asked(lone, epoch=2, last_offset_epoch=0).vote_granted
    assert isinstance(lone.core.role, Unattached)


def test_a_prospective_replica_may_still_vote():
    lone = LoneCore()
    lone.until(Prospective)
    assert asked(lone, epoch=0, last_offset_epoch=0).error is ErrorCode.INVALID_REQUEST
    lone = LoneCore(election=Election(4))
    lone.until(Prospective)
    assert asked(lone, epoch=4, last_offset_epoch=0, replica=key(3)).vote_granted
    assert isinstance(lone.core.role, Prospective)
    assert lone.core.role.voted == key(3)
