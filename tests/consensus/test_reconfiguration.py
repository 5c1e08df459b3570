"""AddRaftVoter and RemoveRaftVoter at the leader: every check, in order."""

from __future__ import annotations

import pytest

from kraft_core.consensus import events as ev
from kraft_core.consensus.batches import Voters
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Leader, Resigned
from kraft_core.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    ApiVersions,
    ApiVersionsResponse,
    BeginQuorumEpoch,
    BeginQuorumEpochResponse,
    FetchResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
)
from kraft_core.consensus.values import (
    Election,
    Endpoint,
    FailureReason,
    Node,
    ReplicaKey,
    VersionRange,
)
from kraft_core.consensus.voters import Voter, VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import (
    LoneCore,
    endpoint,
    history,
    key,
    log,
    static_set,
    voter,
    voter_set,
)

ADD = AddRaftVoter(None, key(4), (endpoint(4),))


def leader(**changes):
    lone = LoneCore(**changes)
    lone.lead()
    lone.fetch_as(4)
    return lone


def error_of(lone, request):
    kind = AddRaftVoterResponse if isinstance(request, AddRaftVoter) else RemoveRaftVoterResponse
    return lone.response(request, kind).error


def probed(lone, **changes):
    values = {"kraft_range": VersionRange(0, 1)}
    lone.answer(lone.awaiting(ApiVersions), ApiVersionsResponse(**{**values, **changes}))


def added(lone, request=ADD):
    """Begin an addition and let the probe succeed."""
    assert lone.ask(request) is None
    asked = lone.last_asked
    probed(lone)
    return asked


def test_the_whole_way_of_an_addition():
    lone = leader()
    assert lone.ask(ADD) is None
    asked = lone.last_asked
    assert lone.awaiting(ApiVersions).to == Node(4, "node4", 9004)
    assert lone.core.voters.ids == (1, 2, 3)
    probed(lone)
    assert lone.appended[-1].records == (Voters(voter_set(1, 2, 3, 4)),)
    assert lone.core.voters.ids == (1, 2, 3, 4)
    assert asked not in lone.replies
    lone.fetch_as(2)
    assert asked not in lone.replies
    lone.fetch_as(3)
    assert lone.late_reply(asked, AddRaftVoterResponse) == AddRaftVoterResponse()
    assert lone.core.role.change is None


def test_who_does_not_wait_is_answered_when_it_is_appended():
    lone = leader()
    asked = added(lone, AddRaftVoter(None, key(4), (endpoint(4),), ack_when_committed=False))
    assert lone.late_reply(asked, AddRaftVoterResponse).error is ErrorCode.NONE
    assert lone.core.role.change is not None
    assert error_of(lone, RemoveRaftVoter(None, key(2))) is ErrorCode.REQUEST_TIMED_OUT


def test_the_whole_way_of_a_removal():
    lone = leader()
    assert lone.ask(RemoveRaftVoter(None, key(3))) is None
    asked = lone.last_asked
    assert lone.appended[-1].records == (Voters(voter_set(1, 2)),)
    lone.fetch_as(2)
    assert lone.late_reply(asked, RemoveRaftVoterResponse) == RemoveRaftVoterResponse()


REMOVE = RemoveRaftVoter(None, key(3))


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (AddRaftVoter("x", key(4), (endpoint(4),)), ErrorCode.INCONSISTENT_CLUSTER_ID),
        (RemoveRaftVoter("", key(3)), ErrorCode.INCONSISTENT_CLUSTER_ID),
        (AddRaftVoter(None, ReplicaKey(4), (endpoint(4),)), ErrorCode.INVALID_REQUEST),
        (AddRaftVoter(None, key(-1, 4), (endpoint(4),)), ErrorCode.INVALID_REQUEST),
        (AddRaftVoter(None, key(4), ()), ErrorCode.INVALID_REQUEST),
        (AddRaftVoter(None, key(4), (Endpoint("X", "h", 1),)), ErrorCode.INVALID_REQUEST),
        (AddRaftVoter(None, key(4), (Endpoint("CONTROLLER", "", 1),)), ErrorCode.INVALID_REQUEST),
        (AddRaftVoter(None, key(4), (endpoint(4),) * 65), ErrorCode.INVALID_REQUEST),
        (AddRaftVoter(None, key(2), (endpoint(2),)), ErrorCode.DUPLICATE_VOTER),
        (AddRaftVoter(None, key(2, 9), (endpoint(2),)), ErrorCode.DUPLICATE_VOTER),
        (RemoveRaftVoter(None, ReplicaKey(3)), ErrorCode.INVALID_REQUEST),
        (RemoveRaftVoter(None, key(-3, 3)), ErrorCode.INVALID_REQUEST),
        (RemoveRaftVoter(None, key(3, 9)), ErrorCode.VOTER_NOT_FOUND),
        (RemoveRaftVoter(None, key(9)), ErrorCode.VOTER_NOT_FOUND),
    ],
)
def test_refusals(request_, error):
    lone = leader()
    appended = len(lone.appended)
    assert error_of(lone, request_) is error
    assert len(lone.appended) == appended
    assert lone.core.role.change is None


@pytest.mark.parametrize("request_", [ADD, REMOVE])
def test_only_a_leader_changes_voters(request_):
    lone = LoneCore()
    lone.follow()
    kind = AddRaftVoterResponse if request_ is ADD else RemoveRaftVoterResponse
    answer = lone.response(request_, kind)
    assert (answer.error, answer.message) == (ErrorCode.NOT_LEADER_OR_FOLLOWER, "")


@pytest.mark.parametrize("request_", [ADD, REMOVE])
def test_nothing_changes_before_the_epoch_has_committed(request_):
    lone = LoneCore()
    lone.lead(commit=False)
    assert error_of(lone, request_) is ErrorCode.REQUEST_TIMED_OUT


@pytest.mark.parametrize("request_", [ADD, REMOVE])
def test_static_voters_stay(request_):
    lone = LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)))
    lone.lead()
    assert error_of(lone, request_) is ErrorCode.UNSUPPORTED_VERSION


def test_one_change_at_a_time():
    lone = leader()
    lone.ask(ADD)
    for other in (ADD, REMOVE, AddRaftVoter(None, key(2), (endpoint(2),))):
        assert error_of(lone, other) is ErrorCode.REQUEST_TIMED_OUT


def test_no_change_above_one_that_is_not_committed():
    lone = leader()
    asked = added(lone)
    lone.advance(2000)
    assert lone.late_reply(asked, AddRaftVoterResponse).error is ErrorCode.REQUEST_TIMED_OUT
    assert lone.core.role.change is None
    assert error_of(lone, REMOVE) is ErrorCode.REQUEST_TIMED_OUT
    for node_id in (2, 3):
        lone.fetch_as(node_id)
    assert lone.ask(REMOVE) is None


def test_the_last_voter_cannot_be_removed():
    lone = LoneCore(voters=history(1))
    assert error_of(lone, RemoveRaftVoter(None, key(1))) is ErrorCode.VOTER_NOT_FOUND


@pytest.mark.parametrize("reason", list(FailureReason))
def test_a_new_voter_that_cannot_be_probed_is_not_added(reason):
    lone = leader()
    lone.ask(ADD)
    asked = lone.last_asked
    lone.fail(lone.awaiting(ApiVersions), reason)
    assert lone.late_reply(asked, AddRaftVoterResponse).error is ErrorCode.REQUEST_TIMED_OUT
    assert lone.core.role.change is None
    assert error_of(lone, ADD) is ErrorCode.REQUEST_TIMED_OUT
    lone.advance(20)
    assert lone.ask(ADD) is None


def test_a_probe_without_answer_ends_with_the_request_timeout():
    lone = leader()
    lone.ask(ADD)
    asked = lone.last_asked
    lone.advance(1999)
    assert asked not in lone.replies
    lone.advance(1)
    assert lone.late_reply(asked, AddRaftVoterResponse).error is ErrorCode.REQUEST_TIMED_OUT


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ({"error": ErrorCode.UNSUPPORTED_VERSION}, ErrorCode.REQUEST_TIMED_OUT),
        ({"kraft_range": VersionRange(0, 0)}, ErrorCode.INVALID_REQUEST),
        ({"kraft_range": VersionRange(2, 3)}, ErrorCode.INVALID_REQUEST),
    ],
)
def test_a_new_voter_must_support_the_level(answer, error):
    lone = leader()
    lone.ask(ADD)
    asked = lone.last_asked
    probed(lone, **answer)
    assert lone.late_reply(asked, AddRaftVoterResponse).error is error
    assert lone.core.voters.ids == (1, 2, 3)


@pytest.mark.parametrize("fetches", [[], [(4, None, 9)], [(4, 0, None)]])
def test_a_new_voter_must_have_caught_up_under_its_own_key(fetches):
    lone = LoneCore()
    lone.lead()
    for node_id, offset, number in fetches:
        lone.fetch_as(node_id, offset, number=number)
    asked = added(lone)
    assert lone.late_reply(asked, AddRaftVoterResponse).error is ErrorCode.REQUEST_TIMED_OUT
    assert lone.core.voters.ids == (1, 2, 3)


def test_endpoints_and_range_go_into_the_set():
    lone = leader()
    endpoints = (Endpoint("controller", "a", 1), Endpoint("other", "b", 2))
    assert lone.ask(AddRaftVoter(None, key(4), endpoints)) is None
    probed(lone, kraft_range=VersionRange(1, 2))
    upper = (Endpoint("CONTROLLER", "a", 1), Endpoint("OTHER", "b", 2))
    assert lone.core.voters.get(4) == Voter(key(4), upper, VersionRange(1, 2))


def test_losing_leadership_answers_the_change():
    lone = leader()
    asked = added(lone)
    lone.feed(ev.ResignRequested(lone.core.role.epoch))
    answer = lone.late_reply(asked, AddRaftVoterResponse)
    assert answer.error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert answer.message is not None
    assert "stopped leading" in answer.message


def test_the_new_majority_commits():
    """Of {1, 2}, 1 removes 2: from the append on its own disk is the majority."""
    lone = LoneCore(voters=history(1, 2))
    lone.lead()
    lone.ask(RemoveRaftVoter(None, key(2)))
    assert lone.late_reply(lone.last_asked, RemoveRaftVoterResponse).error is ErrorCode.NONE
    assert isinstance(lone.core.role, Leader)


def test_a_leader_that_removes_itself_resigns_when_that_is_committed():
    lone = leader()
    lone.ask(RemoveRaftVoter(None, key(1)))
    asked = lone.last_asked
    lone.fetch_as(2)
    assert isinstance(lone.core.role, Leader)
    before = lone.core.high_watermark
    lone.fetch_as(3, high_watermark=before)
    assert lone.late_reply(asked, RemoveRaftVoterResponse).error is ErrorCode.NONE
    told = lone.late_reply(lone.last_asked, FetchResponse)
    assert told.error is ErrorCode.NONE, "whoever committed it hears so"
    assert told.high_watermark > before
    assert isinstance(lone.core.role, Resigned)
    assert [each.id for each in lone.core.role.preferred] == [2, 3]
    assert lone.noted(NoteKind.LEADER_REMOVED) == 1


def test_a_probe_answer_without_a_change_is_ignored():
    lone = leader()
    lone.ask(ADD)
    sent = lone.awaiting(ApiVersions)
    lone.state.role.change = None
    lone.answer(sent, ApiVersionsResponse(kraft_range=VersionRange(0, 1)))
    assert lone.core.voters == voter_set(1, 2, 3)
    assert voter(4) not in lone.core.voters


def removed_by_operator():
    lone = leader()
    begin = lone.awaiting(BeginQuorumEpoch, 3)
    lone.answer(begin, BeginQuorumEpochResponse(leader=lone.core.leader_and_epoch))
    lone.ask(REMOVE)
    for node_id in (2, 3):
        lone.fetch_as(node_id)
    assert lone.core.role.change is None
    return lone


def test_an_auto_join_from_before_the_removal_does_not_undo_it():
    """It was sent by the replica in an earlier life, or before it saw what the operator did."""
    by_itself = AddRaftVoter(None, key(3), (endpoint(3),), ack_when_committed=False)
    lone = removed_by_operator()
    lone.advance(1500)
    lone.fetch_as(2)
    assert error_of(lone, by_itself) is ErrorCode.REQUEST_TIMED_OUT
    lone.advance(499)
    assert error_of(lone, by_itself) is ErrorCode.REQUEST_TIMED_OUT
    lone.advance(1)
    assert lone.ask(by_itself) is None


def test_an_operator_may_undo_a_removal_at_once():
    lone = removed_by_operator()
    assert lone.ask(AddRaftVoter(None, key(3), (endpoint(3),))) is None


def test_a_new_leader_cannot_know_how_old_the_removal_is():
    voters = history(1, 2, 3, at=1)
    voters.apply(4, Voters(voter_set(1, 2)))
    lone = LoneCore(voters=voters, log=log(5, 1), election=Election(2))
    lone.stand_and_win()
    lone.fetch_as(2)
    lone.fetch_as(3)
    by_itself = AddRaftVoter(None, key(3), (endpoint(3),), ack_when_committed=False)
    assert error_of(lone, by_itself) is ErrorCode.REQUEST_TIMED_OUT
    lone.advance(2000)
    assert lone.ask(by_itself) is None
