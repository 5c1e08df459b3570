"""The receiver of Vote, BeginQuorumEpoch and EndQuorumEpoch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus.batches import KRaftVersion, Voters
from kraft_core.consensus.events import SnapshotStored
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Candidate, Follower, Leader, Prospective, Unattached
from kraft_core.consensus.rpc import (
    BeginQuorumEpoch,
    BeginQuorumEpochResponse,
    EndQuorumEpoch,
    EndQuorumEpochResponse,
    Fetch,
    FetchSnapshot,
    FetchSnapshotResponse,
    Vote,
    VoteResponse,
)
from kraft_core.consensus.values import (
    Election,
    Endpoint,
    FailureReason,
    LeaderAndEpoch,
    Node,
    OffsetAndEpoch,
    ReplicaKey,
)
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, directory, endpoint, key, log, voter_set

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


def test_cluster_ids():
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
def test_addressed_to_somebody_else_raises_the_epoch_and_yields_no_vote(voter_id, number, error):
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


def test_nobody_votes_for_its_own_id_or_without_one():
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


def test_candidate_and_prospective():
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


# -- BeginQuorumEpoch ------------------------------------------------------------------------------


def begin(lone, leader_id=2, epoch=5, **changes):
    request = BeginQuorumEpoch("cluster", 1, directory(1), leader_id, epoch, (endpoint(leader_id),))
    return lone.response(replace(request, **changes), BeginQuorumEpochResponse)


def test_a_leader_is_followed():
    lone = LoneCore()
    answer = begin(lone)
    assert (answer.error, answer.leader) == (ErrorCode.NONE, LeaderAndEpoch(2, 5))
    assert answer.leader_endpoint == endpoint(2)
    assert isinstance(lone.core.role, Follower)


def test_a_leader_outside_the_set_is_followed():
    lone = LoneCore()
    assert begin(lone, leader_id=8).error is ErrorCode.NONE
    assert isinstance(lone.core.role, Follower)


def test_the_voter_key_is_looked_at_after_the_leader_is_followed():
    lone = LoneCore()
    assert begin(lone, voter_id=3).error is ErrorCode.INVALID_VOTER_KEY
    assert lone.core.leader_and_epoch == LeaderAndEpoch(2, 5)


def test_without_endpoints_the_voter_set_is_asked():
    lone = LoneCore()
    begin(lone, leader_endpoints=())
    assert lone.core.role.endpoints == (endpoint(2),)


def test_useless_endpoints_are_answered_well_and_not_followed():
    lone = LoneCore()
    answer = begin(lone, leader_id=8, leader_endpoints=(Endpoint("OTHER", "x", 1),))
    assert (answer.error, answer.leader_endpoint) == (ErrorCode.NONE, None)
    assert isinstance(lone.core.role, Unattached)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"epoch": 2}, ErrorCode.FENCED_LEADER_EPOCH),
        ({"leader_id": -1, "leader_endpoints": ()}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 2_000_000_001}, ErrorCode.INVALID_REQUEST),
    ],
)
def test_begin_refusals(changes, error):
    lone = at_end()
    assert begin(lone, **changes).error is error
    assert lone.core.leader_and_epoch == LeaderAndEpoch(None, 3)


def test_begin_of_another_cluster():
    answer = begin(LoneCore(), cluster_id="other")
    assert answer.top_error is ErrorCode.INCONSISTENT_CLUSTER_ID


def test_a_second_leader_of_an_epoch_is_refused():
    lone = LoneCore()
    begin(lone)
    answer = begin(lone, leader_id=3)
    assert (answer.error, answer.leader) == (ErrorCode.INVALID_REQUEST, LeaderAndEpoch(2, 5))
    assert lone.noted(NoteKind.LEADER_CONTRADICTED) == 1


def test_being_named_leader_is_true_or_refused():
    lone = LoneCore()
    epoch = lone.lead().epoch
    assert begin(lone, 1, epoch).error is ErrorCode.NONE
    assert begin(lone, 1, epoch + 1).error is ErrorCode.INVALID_REQUEST
    assert lone.core.leader_and_epoch == LeaderAndEpoch(None, epoch + 1)
    assert begin(lone, 1, epoch + 1).error is ErrorCode.INVALID_REQUEST


def test_only_more_endpoints_of_the_same_leader_are_news():
    lone = LoneCore()
    begin(lone)
    lone.fetched()
    begin(lone, leader_endpoints=(Endpoint("CONTROLLER", "moved", 7),))
    assert lone.core.role.endpoints == (endpoint(2),)
    more = (Endpoint("controller", "moved", 7), Endpoint("OTHER", "x", 8))
    begin(lone, leader_endpoints=more)
    assert lone.core.role.endpoints == more
    useless = (Endpoint("A", "x", 7), Endpoint("B", "x", 8), Endpoint("C", "x", 9))
    begin(lone, leader_endpoints=useless)
    assert lone.core.role.endpoints == more


def test_a_leader_that_was_not_heard_is_asked_at_its_new_address():
    lone = LoneCore()
    begin(lone)
    deadline_ms = lone.core.role.fetch_deadline_ms
    moved = (Endpoint("CONTROLLER", "moved", 7),)
    lone.advance(100)
    begin(lone, leader_endpoints=moved)
    assert lone.core.role.endpoints == (endpoint(2),)  # it may yet answer
    lone.fail(lone.awaiting(Fetch), FailureReason.REFUSED)
    begin(lone, leader_endpoints=moved)
    assert lone.core.role.endpoints == moved
    assert lone.awaiting(Fetch).to == Node(2, "moved", 7)
    assert lone.core.role.fetch_deadline_ms == deadline_ms
    assert lone.noted(NoteKind.LEADER_MOVED) == 1
    begin(lone, leader_endpoints=moved)
    assert lone.noted(NoteKind.LEADER_MOVED) == 1


def test_a_prospective_replica_goes_back_to_the_new_address():
    lone = LoneCore()
    begin(lone)
    role = lone.until(Prospective)
    moved = (Endpoint("CONTROLLER", "moved", 7),)
    begin(lone, leader_endpoints=moved)
    assert role.leader_endpoints == moved
    assert lone.core.role is role


# -- EndQuorumEpoch --------------------------------------------------------------------------------


def end(lone, *preferred, leader_id=2, epoch=5, **changes):
    request = EndQuorumEpoch("cluster", leader_id, epoch, tuple(preferred))
    return lone.response(replace(request, **changes), EndQuorumEpochResponse)


@pytest.mark.parametrize(
    ("preferred", "backoff_ms"),
    [
        ((), 0),
        ((key(1),), 0),
        ((key(1), key(3)), 0),
        ((key(3), key(1)), 500),
        ((key(3), key(1), key(4)), 250),
        ((key(3), key(4), key(1)), 500),
        ((key(3), key(4)), 1000),
        ((key(3), key(1, 9)), 1000),
        ((ReplicaKey(3), ReplicaKey(1)), 500),
    ],
)
def test_successors_stand_one_after_the_other(preferred, backoff_ms):
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched()
    asked_at = lone.now_ms
    assert end(lone, *preferred).error is ErrorCode.NONE
    lone.until(Prospective)
    assert asked_at + backoff_ms <= lone.now_ms <= asked_at + backoff_ms + 10


def test_after_a_resignation_pre_votes_are_granted_at_once():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched()
    end(lone, key(3), key(1))
    assert asked(lone, replica=key(3), pre_vote=True).vote_granted


def test_answer_under_way_does_not_undo_the_deadline_of_a_resignation():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched()
    resigned_at_ms = lone.now_ms
    end(lone, key(3), key(1))
    lone.fetched(high_watermark=0)
    assert asked(lone, replica=key(3), pre_vote=True).vote_granted
    lone.until(Prospective)
    assert resigned_at_ms + 500 <= lone.now_ms <= resigned_at_ms + 510


def test_installation_under_way_does_not_undo_the_deadline_of_a_resignation():
    snapshot_id = OffsetAndEpoch(100, 2)
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched(snapshot_id=snapshot_id)
    chunk = FetchSnapshotResponse(
        leader=LeaderAndEpoch(2, 5), snapshot_id=snapshot_id, size=3, payload=b"abc"
    )
    lone.answer(lone.awaiting(FetchSnapshot), chunk)
    resigned_at_ms = lone.now_ms
    end(lone, key(3), key(1))
    lone.feed(SnapshotStored(snapshot_id, 1, 3, (KRaftVersion(1), Voters(voter_set(1, 2, 3)))))
    assert lone.core.log.end == snapshot_id
    lone.until(Prospective)
    assert resigned_at_ms + 500 <= lone.now_ms <= resigned_at_ms + 510


def test_repeated_resignation_does_not_put_the_campaign_off():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched()
    resigned_at_ms = lone.now_ms
    for _ in range(3):
        end(lone, key(3), key(1))
        lone.advance(200)
    assert isinstance(lone.core.role, Prospective)
    assert lone.now_ms == resigned_at_ms + 600


def test_more_endpoints_of_a_leader_that_resigned_do_not_put_the_campaign_off():
    lone = LoneCore()
    lone.follow(2, 5)
    resigned_at_ms = lone.now_ms
    end(lone, key(3), key(1))
    begin(lone, leader_endpoints=(endpoint(2), Endpoint("OTHER", "node2", 1)))
    assert len(lone.core.role.endpoints) == 2
    lone.until(Prospective)
    assert resigned_at_ms + 500 <= lone.now_ms <= resigned_at_ms + 510


def test_a_resignation_also_tells_of_the_leader():
    lone = LoneCore()
    assert end(lone, key(3)).leader == LeaderAndEpoch(2, 5)
    assert isinstance(lone.core.role, Follower)


def test_end_refusals():
    lone = at_end()
    assert end(lone, epoch=2).error is ErrorCode.FENCED_LEADER_EPOCH
    assert end(lone, leader_id=-1).error is ErrorCode.INVALID_REQUEST
    assert end(lone, cluster_id="x").top_error is ErrorCode.INCONSISTENT_CLUSTER_ID


def test_a_leader_is_not_moved_by_a_resignation_of_its_epoch():
    lone = LoneCore()
    epoch = lone.lead().epoch
    assert end(lone, leader_id=1, epoch=epoch).error is ErrorCode.NONE
    assert end(lone, leader_id=2, epoch=epoch).error is ErrorCode.INVALID_REQUEST
    assert isinstance(lone.core.role, Leader)
