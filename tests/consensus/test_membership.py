"""AddRaftVoter, RemoveRaftVoter, UpdateRaftVoter, the upgrade of kraft.version, auto join."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.roles import Follower, Leader, Resigned
from kraft_core.raft.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    ApiVersions,
    ApiVersionsResponse,
    BeginQuorumEpoch,
    BeginQuorumEpochResponse,
    Fetch,
    FetchResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    UpdateRaftVoter,
    UpdateRaftVoterResponse,
    Vote,
)
from kraft_core.raft.consensus.values import (
    Election,
    Endpoint,
    FailureReason,
    KRaftVersion,
    LeaderAndEpoch,
    Node,
    OffsetAndEpoch,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet, VoterSetHistory
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
    start_of_epoch,
    static_set,
    voter,
    voter_set,
)

# -- addRaftVoter and RemoveRaftVoter at the leader: every check, in order -------------------------


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


def test_voter_is_added_after_version_check_and_commit():
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


def test_add_voter_without_ack_when_committed_is_answered_after_the_append():
    lone = leader()
    asked = added(lone, AddRaftVoter(None, key(4), (endpoint(4),), ack_when_committed=False))
    assert lone.late_reply(asked, AddRaftVoterResponse).error is ErrorCode.NONE
    assert lone.core.role.change is not None
    assert error_of(lone, RemoveRaftVoter(None, key(2))) is ErrorCode.REQUEST_TIMED_OUT


def test_voter_is_removed_after_commit():
    lone = leader()
    assert lone.ask(RemoveRaftVoter(None, key(3))) is None
    asked = lone.last_asked
    assert lone.appended[-1].records == (Voters(voter_set(1, 2)),)
    lone.fetch_as(2)
    assert lone.late_reply(asked, RemoveRaftVoterResponse) == RemoveRaftVoterResponse()


REMOVE = RemoveRaftVoter(None, key(3))


@pytest.mark.parametrize("change", ["add", "remove", "remove the leader"])
def test_change_at_the_high_watermark_is_not_committed_yet(change):
    """The high watermark is exclusive: a record at that very offset is on no majority yet."""
    lone = leader()
    lone.append()
    if change == "add":
        asked, kind = added(lone), AddRaftVoterResponse
    else:
        lone.ask(REMOVE if change == "remove" else RemoveRaftVoter(None, key(1)))
        asked, kind = lone.last_asked, RemoveRaftVoterResponse
    written_at = lone.core.log.end_offset - 1
    for node_id in (2, 3):
        lone.fetch_as(node_id, written_at)
    assert lone.core.high_watermark == written_at
    assert asked not in lone.replies
    assert lone.core.role.change is not None
    assert not lone.core.role.resigns
    for node_id in (2, 3):
        lone.fetch_as(node_id, written_at + 1)
    assert lone.late_reply(asked, kind).error is ErrorCode.NONE


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
def test_change_that_is_refused_appends_nothing(request_, error):
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
def test_voter_change_is_refused_before_a_commit_in_the_epoch(request_):
    lone = LoneCore()
    lone.lead(commit=False)
    assert error_of(lone, request_) is ErrorCode.REQUEST_TIMED_OUT


@pytest.mark.parametrize("request_", [ADD, REMOVE])
def test_change_of_static_voters_is_unsupported(request_):
    lone = LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)))
    lone.lead()
    assert error_of(lone, request_) is ErrorCode.UNSUPPORTED_VERSION


def test_second_change_of_voters_times_out():
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


@pytest.mark.parametrize(
    ("fetches", "reason"),
    [
        ([], "does not fetch from this leader: it has another directory id or cluster id"),
        ([(4, None, 9)], "does not fetch from this leader"),
        ([(4, 0, None)], "lags behind: its log ends at 0, that of the leader at "),
    ],
)
def test_a_new_voter_must_have_caught_up_under_its_own_key(fetches, reason):
    lone = LoneCore()
    lone.lead()
    for node_id, offset, number in fetches:
        lone.fetch_as(node_id, offset, number=number)
    response = lone.late_reply(added(lone), AddRaftVoterResponse)
    assert response.error is ErrorCode.REQUEST_TIMED_OUT
    assert reason in response.message
    assert lone.core.voters.ids == (1, 2, 3)


def test_endpoints_and_range_go_into_the_set():
    lone = leader()
    endpoints = (Endpoint("controller", "a", 1), Endpoint("other", "b", 2))
    assert lone.ask(AddRaftVoter(None, key(4), endpoints)) is None
    probed(lone, kraft_range=VersionRange(1, 2))
    upper = (Endpoint("CONTROLLER", "a", 1), Endpoint("OTHER", "b", 2))
    assert lone.core.voters.get(4) == Voter(key(4), upper, VersionRange(1, 2))


def test_voter_may_have_the_maximum_of_listeners():
    lone = leader()
    endpoints = (endpoint(4), *(Endpoint(f"L{n}", "h", n) for n in range(1, 64)))
    assert len(endpoints) == lone.core.config.endpoints_max
    assert lone.ask(AddRaftVoter(None, key(4), endpoints)) is None
    assert lone.noted(NoteKind.VOTER_ADD_STARTED) == 1


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
    lone.advance(100)  # the removal commits later than the leadership began
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


# -- updateRaftVoter at the leader (as Kafka 4.3.1 does it) ----------------------------------------


MOVED_LISTENERS = (Endpoint("controller", "moved", 7),)


UPDATE = UpdateRaftVoter("cluster", 1, key(2), MOVED_LISTENERS, VersionRange(0, 1))


UPPER = (Endpoint("CONTROLLER", "moved", 7),)


def updating_leader(*, level=1, commit=True):
    lone = LoneCore() if level else LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)))
    lone.lead(commit=commit)
    return lone


def answer(lone, **changes):
    return lone.response(replace(UPDATE, **changes), UpdateRaftVoterResponse)


def test_at_level_1_the_new_set_is_written_and_answered_at_once():
    lone = updating_leader()
    assert answer(lone) == UpdateRaftVoterResponse(
        leader=LeaderAndEpoch(1, 1), leader_endpoint=endpoint(1)
    )
    expected = voter_set(1, 2, 3).with_voter(Voter(key(2), UPPER, VersionRange(0, 1)))
    assert lone.appended[-1].records == (Voters(expected),)
    assert lone.core.voters == expected
    assert answer(lone).error is ErrorCode.REQUEST_TIMED_OUT
    lone.fetch_as(2)
    assert answer(lone).error is ErrorCode.NONE


def test_updated_voter_is_kept_in_memory_at_level_0():
    lone = updating_leader(level=0)
    appended = len(lone.appended)
    assert answer(lone).error is ErrorCode.NONE
    assert answer(lone, voter=key(2, 9)).error is ErrorCode.NONE
    assert len(lone.appended) == appended
    assert lone.core.role.voters_at_level_0.get(2).key == key(2, 9)
    assert lone.core.voters == static_set(1, 2, 3)


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"cluster_id": "x"}, ErrorCode.INCONSISTENT_CLUSTER_ID),
        ({"epoch": 0}, ErrorCode.FENCED_LEADER_EPOCH),
        ({"epoch": 2}, ErrorCode.UNKNOWN_LEADER_EPOCH),
        ({"voter": ReplicaKey(2)}, ErrorCode.INVALID_REQUEST),
        ({"voter": key(-2, 2)}, ErrorCode.INVALID_REQUEST),
        ({"kraft_range": VersionRange(1, 0)}, ErrorCode.INVALID_REQUEST),
        ({"kraft_range": VersionRange(-1, 1)}, ErrorCode.INVALID_REQUEST),
        ({"kraft_range": VersionRange(2, 3)}, ErrorCode.INVALID_REQUEST),
        ({"endpoints": ()}, ErrorCode.INVALID_REQUEST),
        ({"endpoints": (Endpoint("X", "h", 1),)}, ErrorCode.INVALID_REQUEST),
        ({"voter": key(9)}, ErrorCode.VOTER_NOT_FOUND),
    ],
)
def test_invalid_update_of_a_voter_is_refused(level, changes, error):
    lone = updating_leader(level=level)
    found = answer(lone, **changes)
    assert (found.error, found.leader) == (error, LeaderAndEpoch(1, 1))


@pytest.mark.parametrize(("more", "error"), [(63, ErrorCode.NONE), (64, ErrorCode.INVALID_REQUEST)])
def test_update_names_as_many_listeners_as_are_allowed(more, error):
    endpoints = (*MOVED_LISTENERS, *(Endpoint(f"L{n}", "h", n) for n in range(1, more + 1)))
    assert answer(updating_leader(), endpoints=endpoints).error is error


def test_at_level_1_another_directory_is_another_replica():
    assert answer(updating_leader(), voter=key(2, 9)).error is ErrorCode.VOTER_NOT_FOUND


def test_follower_refuses_an_update_before_it_checks_the_voter():
    lone = LoneCore()
    lone.follow(2, 1)
    found = answer(lone, voter=ReplicaKey(-1))
    assert (found.error, found.leader) == (
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        LeaderAndEpoch(2, 1),
    )
    found = answer(LoneCore(), epoch=0)
    assert found.leader == LeaderAndEpoch(None, 0)


def test_update_waits_for_a_commit_of_the_epoch_and_for_another_change():
    assert answer(updating_leader(commit=False)).error is ErrorCode.REQUEST_TIMED_OUT
    lone = updating_leader()
    lone.fetch_as(4)
    lone.ask(AddRaftVoter(None, key(4), (endpoint(4),)))
    assert answer(lone).error is ErrorCode.REQUEST_TIMED_OUT


def test_update_voter_request_counts_as_contact():
    lone = updating_leader()
    lone.advance(2500)
    answer(lone)
    lone.advance(2500)
    assert isinstance(lone.core.role, Leader)


@pytest.mark.parametrize("level", [0, 1])
def test_update_of_the_leader_itself_is_accepted_and_is_no_contact(level):
    lone = updating_leader(level=level)
    assert answer(lone, voter=key(1)).error is ErrorCode.NONE
    lone.advance(2999)
    assert isinstance(lone.core.role, Leader)
    assert lone.core.role.heard == {}


@pytest.mark.parametrize(
    "endpoints", [(), (Endpoint("OTHER", "h", 1),), (Endpoint("CONTROLLER", "", 1),)]
)
def test_the_listeners_are_looked_at_before_what_is_pending(endpoints):
    """4.3.1's order: without our listener the request is wrong, now and later."""
    lone = LoneCore()
    lone.lead()
    lone.ask(RemoveRaftVoter(None, key(3)))
    assert answer(lone, endpoints=endpoints).error is ErrorCode.INVALID_REQUEST
    assert answer(lone).error is ErrorCode.REQUEST_TIMED_OUT


# -- kraft.version 0 to 1 --------------------------------------------------------------------------


def upgradable_leader(
    *ids,
    told=(2, 3),
    commit=True,
    kraft_range=VersionRange(0, 1),  # noqa: B008
    **more,
):
    ids = ids or (1, 2, 3)
    lone = LoneCore(voters=VoterSetHistory(static_set(*ids)), **more)
    if len(ids) > 1:
        lone.lead(commit=commit)
        for node_id in told:
            update = UpdateRaftVoter(None, 1, key(node_id), (endpoint(node_id),), kraft_range)
            lone.ask(update)
    return lone


def upgrade(lone, level=1, *, validate_only=False, epoch=1):
    return lone.feed(ev.UpgradeRequested(7, epoch, level, validate_only))


def rejected(effects):
    return [each.error for each in effects if isinstance(each, fx.RejectAppend)]


def test_the_level_and_the_voters_are_written_in_one_batch():
    lone = upgradable_leader()
    upgrade(lone)
    batch = lone.appended[-1]
    assert batch.records == (KRaftVersion(1), Voters(voter_set(1, 2, 3)))
    assert batch.append_id == 7
    assert lone.core.kraft_version == 1
    assert lone.core.voters == voter_set(1, 2, 3)
    lone.fetch_as(2)
    assert lone.core.role.high_watermark == lone.core.log.end_offset


def test_a_sole_static_voter_can_upgrade_at_once():
    lone = upgradable_leader(1)
    upgrade(lone)
    assert lone.core.voters == voter_set(1)


def test_upgrade_to_a_committed_level_succeeds_without_a_record():
    lone = upgradable_leader()
    upgrade(lone)
    lone.fetch_as(2)
    before = len(lone.appended)
    assert rejected(upgrade(lone)) == [ErrorCode.NONE]
    assert len(lone.appended) == before


def test_upgrade_to_a_level_only_in_force_waits_for_its_commit():
    lone = upgradable_leader()
    upgrade(lone)
    before = len(lone.appended)
    assert rejected(upgrade(lone)) == []
    assert rejected(lone.effects) == []
    lone.fetch_as(2)
    assert rejected(lone.effects) == [ErrorCode.NONE]
    assert len(lone.appended) == before


def test_upgrade_to_a_level_at_the_high_watermark_is_not_committed_yet():
    lone = upgradable_leader()
    lone.append()
    written_at = lone.core.log.end_offset
    upgrade(lone)
    assert rejected(upgrade(lone)) == []
    lone.fetch_as(2, written_at)
    assert lone.core.high_watermark == written_at
    assert rejected(lone.effects) == []
    lone.fetch_as(2)
    assert rejected(lone.effects) == [ErrorCode.NONE]


def test_upgrades_that_wait_for_a_commit_are_limited():
    lone = upgradable_leader(changes={"upgrades_waiting_max": 2})
    upgrade(lone)
    refused = [rejected(upgrade(lone)) for _ in range(4)]
    assert refused == [[], [], *[[ErrorCode.THROTTLING_QUOTA_EXCEEDED]] * 2]
    lone.fetch_as(2)
    assert rejected(lone.effects).count(ErrorCode.NONE) == 2
    assert rejected(upgrade(lone)) == [ErrorCode.NONE]


def test_upgrade_to_a_level_only_in_force_is_rejected_when_leadership_ends():
    lone = upgradable_leader()
    upgrade(lone)
    upgrade(lone)
    lone.advance(lone.core.config.check_quorum_timeout_ms + 1)
    assert rejected(lone.effects) == [ErrorCode.NOT_LEADER_OR_FOLLOWER]


def test_validation_of_a_level_only_in_force_succeeds_at_once():
    lone = upgradable_leader()
    upgrade(lone)
    assert rejected(upgrade(lone, validate_only=True)) == [ErrorCode.NONE]


def test_validation_of_an_upgrade_appends_nothing():
    lone = upgradable_leader()
    before = len(lone.appended)
    assert rejected(upgrade(lone, validate_only=True)) == [ErrorCode.NONE]
    assert len(lone.appended) == before
    assert rejected(upgrade(upgradable_leader(told=(2,)), validate_only=True)) == [95]


@pytest.mark.parametrize(
    ("lone", "level", "error"),
    [
        (upgradable_leader(told=(2,)), 1, ErrorCode.INVALID_UPDATE_VERSION),
        (upgradable_leader(told=()), 1, ErrorCode.INVALID_UPDATE_VERSION),
        (upgradable_leader(kraft_range=VersionRange(0, 0)), 1, ErrorCode.INVALID_UPDATE_VERSION),
        (upgradable_leader(), 2, ErrorCode.INVALID_UPDATE_VERSION),
        (upgradable_leader(), -1, ErrorCode.INVALID_UPDATE_VERSION),
        (upgradable_leader(commit=False), 1, ErrorCode.REQUEST_TIMED_OUT),
        (LoneCore(), 1, ErrorCode.NOT_CONTROLLER),
    ],
)
def test_upgrade_that_is_refused_appends_nothing(lone, level, error):
    before = len(lone.appended)
    assert rejected(upgrade(lone, level)) == [error]
    assert len(lone.appended) == before


def test_other_epochs_and_witnesses_are_refused():
    assert rejected(upgrade(upgradable_leader(), epoch=2)) == [ErrorCode.NOT_CONTROLLER]
    lone = upgradable_leader()
    lone.feed(ev.WitnessChanged(on=True))
    assert rejected(upgrade(lone)) == [ErrorCode.NOT_CONTROLLER]


def test_kraft_version_cannot_be_lowered():
    lone = upgradable_leader()
    upgrade(lone)
    assert rejected(upgrade(lone, 0)) == [ErrorCode.INVALID_UPDATE_VERSION]


def test_after_the_upgrade_only_the_directory_that_fetched_counts():
    lone = upgradable_leader()
    lone.fetch_as(3, number=9)
    upgrade(lone)
    progress = lone.core.role.progress
    assert progress.voters[2].end_offset is not None
    assert progress.voters[3].end_offset is None


# -- what a follower asks of its leader about its own membership -----------------------------------


MOVED = (Endpoint("CONTROLLER", "moved", 7),)


LEADER = LeaderAndEpoch(2, 1)


def follower(node_id=1, **values):
    lone = LoneCore(node_id=node_id, **values)
    lone.ask(BeginQuorumEpoch("cluster", -1, None, 2, 1, (endpoint(2),)))
    lone.fetched()
    return lone


def keep_fetching(lone, duration_ms):
    """Let time pass with a leader that answers every fetch."""
    end = lone.now_ms + duration_ms
    while lone.now_ms < end:
        lone.advance(50)
        if lone.requests(Fetch):
            lone.fetched()


def test_a_voter_whose_entry_is_out_of_date_says_so_each_period():
    lone = follower(changes={"endpoints": MOVED})
    keep_fetching(lone, 1900)
    assert lone.requests(UpdateRaftVoter) == []
    keep_fetching(lone, 150)
    expected = UpdateRaftVoter("cluster", 1, key(1), MOVED, VersionRange(0, 1))
    assert lone.requests(UpdateRaftVoter) == [expected]
    assert lone.requests(Fetch) == []
    lone.answer(lone.awaiting(UpdateRaftVoter), UpdateRaftVoterResponse(leader=LEADER))
    assert lone.requests(Fetch)
    keep_fetching(lone, 2100)
    assert len(lone.requests(UpdateRaftVoter)) == 1


def test_a_voter_whose_entry_is_right_says_nothing():
    lone = follower()
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 0


@pytest.mark.parametrize("error", [ErrorCode.NONE, ErrorCode.UNSUPPORTED_VERSION])
def test_voter_at_level_0_updates_each_leader_once(error):
    lone = follower(voters=VoterSetHistory(static_set(1, 2, 3)))
    keep_fetching(lone, 2100)
    lone.answer(lone.awaiting(UpdateRaftVoter), UpdateRaftVoterResponse(error=error, leader=LEADER))
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 1


def test_leader_without_the_api_is_not_updated_again():
    lone = follower(voters=VoterSetHistory(static_set(1, 2, 3)))
    keep_fetching(lone, 2100)
    lone.fail(lone.awaiting(UpdateRaftVoter), FailureReason.UNSUPPORTED)
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 1


def test_other_errors_are_tried_again_in_the_next_period():
    lone = follower(voters=VoterSetHistory(static_set(1, 2, 3)))
    keep_fetching(lone, 2100)
    answer = UpdateRaftVoterResponse(ErrorCode.REQUEST_TIMED_OUT, LEADER)
    lone.answer(lone.awaiting(UpdateRaftVoter), answer)
    keep_fetching(lone, 2100)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 2


def test_update_answer_names_a_new_leader():
    lone = follower(changes={"endpoints": MOVED})
    keep_fetching(lone, 2100)
    answer = UpdateRaftVoterResponse(
        ErrorCode.NOT_LEADER_OR_FOLLOWER, LeaderAndEpoch(3, 4), endpoint(3)
    )
    lone.answer(lone.awaiting(UpdateRaftVoter), answer)
    assert lone.core.leader_and_epoch == LeaderAndEpoch(3, 4)


# -- auto join -------------------------------------------------------------------------------------


def joiner(node_id=4, **changes):
    return follower(node_id, changes={"auto_join": True, **changes})


def test_an_observer_joins_by_itself():
    lone = joiner()
    keep_fetching(lone, 2100)
    expected = AddRaftVoter(
        "cluster", key(4), (endpoint(4),), ack_when_committed=False, timeout_ms=2000
    )
    assert lone.requests(AddRaftVoter) == [expected]
    lone.answer(lone.awaiting(AddRaftVoter), AddRaftVoterResponse())
    keep_fetching(lone, 1900)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 1


def test_an_entry_of_another_directory_is_removed_first():
    lone = joiner(3, directory_id=directory(9))
    keep_fetching(lone, 2100)
    assert lone.requests(RemoveRaftVoter) == [RemoveRaftVoter("cluster", key(3))]
    lone.answer(lone.awaiting(RemoveRaftVoter), RemoveRaftVoterResponse())


@pytest.mark.parametrize(
    ("error", "answer"),
    [
        (ErrorCode.REQUEST_TIMED_OUT, AddRaftVoterResponse),
        (ErrorCode.DUPLICATE_VOTER, AddRaftVoterResponse),
        (ErrorCode.VOTER_NOT_FOUND, AddRaftVoterResponse),
    ],
)
def test_failed_add_voter_request_is_repeated_each_period(error, answer):
    lone = joiner()
    keep_fetching(lone, 2100)
    lone.answer(lone.awaiting(AddRaftVoter), answer(error))
    keep_fetching(lone, 2200)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 2


@pytest.mark.parametrize(
    "lone",
    [
        follower(4),
        joiner(is_controller=False),
        follower(4, voters=VoterSetHistory(static_set(1, 2, 3)), changes={"auto_join": True}),
        joiner(1),
        follower(None, changes={"auto_join": True}),
    ],
)
def test_ineligible_replica_does_not_auto_join(lone):
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 0


def test_a_removal_that_it_saw_commit_is_obeyed_until_the_next_start():
    lone = joiner(1)
    removal = control_batch(0, 1, Voters(voter_set(2, 3)))
    lone.fetched(removal)
    lone.fetched(high_watermark=1)
    assert lone.noted(NoteKind.AUTO_JOIN_STOPPED) == 1
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 0
    again = follower(1, voters=history(2, 3, at=0), changes={"auto_join": True})
    keep_fetching(again, 2100)
    assert again.noted(NoteKind.AUTO_JOIN_SENT) == 1


def test_a_removal_that_it_saw_is_obeyed_before_it_knows_that_it_committed():
    """The leader may know by now; asking again would undo what an operator did."""
    lone = joiner(1)
    lone.fetched(control_batch(0, 1, Voters(voter_set(2, 3))))
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.AUTO_JOIN_STOPPED) == 0
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 0


def test_an_addition_that_was_truncated_is_no_removal():
    """Its leader fell before the set with it was committed: nobody removed it."""
    lone = joiner()
    lone.fetched(start_of_epoch(0, 1, 2, 1, 2, 3), high_watermark=3)
    lone.fetched(control_batch(3, 1, Voters(voter_set(1, 2, 3, 4))))
    assert lone.core.is_voter
    lone.follow_any(3, 2)
    lone.fetched(diverging=OffsetAndEpoch(3, 1))
    lone.fetched(high_watermark=3)
    assert not lone.core.is_voter
    assert lone.noted(NoteKind.AUTO_JOIN_STOPPED) == 0
    keep_fetching(lone, 2200)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 1


def test_a_configured_set_makes_no_member_of_a_new_disk():
    """controller.quorum.voters is still in its file, but the quorum has long been dynamic."""
    lone = follower(
        1,
        voters=VoterSetHistory(static_set(1, 2, 3)),
        changes={"auto_join": True, "directory_id": directory(9)},
    )
    lone.fetched(start_of_epoch(0, 1, 2, 1, 2, 3), high_watermark=3)
    lone.fetched(high_watermark=3)
    assert not lone.core.is_voter
    keep_fetching(lone, 2200)
    assert lone.requests(RemoveRaftVoter) == [RemoveRaftVoter("cluster", key(1))]


def test_an_entry_in_another_order_and_case_is_no_reason_to_write():
    """Java's leaders keep endpoints in a map, whose order is any."""
    known = (Endpoint("EXTERNAL", "out", 2), endpoint(1))
    voters = VoterSet.of([Voter(key(1), known, VersionRange(0, 1)), voter(2), voter(3)])
    lone = follower(
        voters=VoterSetHistory(sets=[(-1, voters)], levels=[(-1, 1)]),
        changes={"endpoints": (endpoint(1), Endpoint("external", "out", 2))},
    )
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 0


def test_voter_without_an_address_requests_no_update():
    lone = follower(changes={"endpoints": (Endpoint("OTHER", "h", 1),)})
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 0


# -- beside fetches --------------------------------------------------------------------------------


@dataclass
class AnsweringLeader:
    """Node 2 answers each Fetch in 5 ms with a record, and a request for membership with `answer`.

    None answers nothing. Bootstrap servers are dead: they never answer. `asked` are the kinds of
    requests to the leader, in order.
    """

    lone: LoneCore
    answer: object
    asked: list[type] = field(default_factory=list)
    last: object = None

    def run(self, duration_ms):
        lone = self.lone
        for _ in range(duration_ms // 5):
            lone.advance(5)
            assert isinstance(lone.core.role, Follower), lone.core.role
            sent = next((each for each in lone.sent if each.to.id == 2), None)
            if sent is not None and sent is not self.last:
                self.last = sent
                self.take(sent)

    def take(self, sent):
        lone, kind = self.lone, type(sent.request)
        self.asked.append(kind)
        if kind is Fetch:
            assert sent.request.fetch_offset == lone.core.log.end_offset
            lone.answer(sent, self.records(sent.request.fetch_offset))
        elif isinstance(self.answer, FailureReason):
            lone.fail(sent, self.answer)
        elif self.answer is not None:
            lone.answer(sent, self.answer)

    def records(self, offset):
        return FetchResponse(
            leader=LEADER, high_watermark=offset, batches=(batch(offset, 1),), payload=b"x" * 10
        )


JOINS = [
    None,
    FailureReason.TIMED_OUT,
    FailureReason.REFUSED,
    FailureReason.UNSUPPORTED,
    AddRaftVoterResponse(ErrorCode.UNSUPPORTED_VERSION),
    AddRaftVoterResponse(ErrorCode.INVALID_REQUEST),
    AddRaftVoterResponse(ErrorCode.REQUEST_TIMED_OUT),
]


UPDATES = [
    None,
    FailureReason.TIMED_OUT,
    FailureReason.REFUSED,
    UpdateRaftVoterResponse(ErrorCode.REQUEST_TIMED_OUT, LEADER),
    UpdateRaftVoterResponse(ErrorCode.INVALID_REQUEST, LEADER),
    UpdateRaftVoterResponse(ErrorCode.VOTER_NOT_FOUND, LEADER),
]


@pytest.mark.parametrize(
    ("values", "kind", "answer"),
    [({"node_id": 4, "changes": {"auto_join": True}}, AddRaftVoter, each) for each in JOINS]
    + [
        ({"node_id": 1, "changes": {"endpoints": MOVED}}, UpdateRaftVoter, each) for each in UPDATES
    ],
)
def test_fetches_and_refused_requests_for_membership_both_make_progress(values, kind, answer):
    leader = AnsweringLeader(follower(**values), answer)
    leader.lone.advance(0)
    leader.run(40_000)
    waits_ms = 1000 if answer is None else 0
    asked = leader.asked.count(kind)
    assert 40_000 // (2000 + waits_ms) - 3 <= asked <= 40_000 // (2000 + waits_ms)
    free_ms = 40_000 - asked * (waits_ms + 50)
    assert leader.asked.count(Fetch) >= free_ms // 10
    assert leader.lone.noted(NoteKind.FETCH_TIMED_OUT) == 0
    assert leader.lone.requests(Vote) == []


@pytest.mark.parametrize("answer", [None, AddRaftVoterResponse(ErrorCode.INVALID_REQUEST)])
def test_requests_for_membership_that_are_always_due_take_turns_with_fetches(answer):
    """The Fetch goes first; of two for membership there is always a Fetch between."""
    lone = LoneCore(node_id=4, changes={"auto_join": True})
    lone.ask(BeginQuorumEpoch("cluster", -1, None, 2, 1, (endpoint(2),)))
    leader = AnsweringLeader(lone, answer)
    for _ in range(2_000):
        if isinstance(lone.core.role, Follower):
            lone.core.role.update_voter_at_ms = lone.now_ms
        leader.run(5)
    assert leader.asked[0] is Fetch
    joins = [place for place, each in enumerate(leader.asked) if each is AddRaftVoter]
    assert len(joins) >= 3
    assert all(leader.asked[place - 1] is Fetch for place in joins)


def test_period_begins_with_the_answer():
    lone = joiner()
    keep_fetching(lone, 2100)
    sent = lone.awaiting(AddRaftVoter)
    lone.advance(900)
    lone.answer(sent, AddRaftVoterResponse(ErrorCode.REQUEST_TIMED_OUT))
    keep_fetching(lone, 1950)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 1
    keep_fetching(lone, 100)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 2


def test_connection_refused_to_a_request_for_membership_backs_off_the_leader():
    lone = joiner()
    keep_fetching(lone, 2100)
    lone.fail(lone.awaiting(AddRaftVoter), FailureReason.REFUSED)
    assert [each.to.id for each in lone.sent] in ([-2], [-3])
    lone.advance(lone.core.config.retry_backoff_ms)
    assert 2 in [each.to.id for each in lone.sent]


@pytest.mark.parametrize("error", [ErrorCode.REQUEST_TIMED_OUT, ErrorCode.INVALID_REQUEST])
def test_refused_request_for_membership_does_not_back_off_the_leader(error):
    lone = joiner()
    keep_fetching(lone, 2100)
    lone.answer(lone.awaiting(AddRaftVoter), AddRaftVoterResponse(error))
    assert [(each.to.id, type(each.request)) for each in lone.sent] == [(2, Fetch)]


def test_unanswered_request_for_membership_does_not_back_off_the_leader():
    lone = joiner()
    keep_fetching(lone, 2100)
    lone.fail(lone.awaiting(AddRaftVoter), FailureReason.TIMED_OUT)
    assert [(each.to.id, type(each.request)) for each in lone.sent] == [(2, Fetch)]


def test_request_for_membership_without_any_answer_is_followed_by_a_fetch_to_the_leader_alone():
    lone = joiner()
    keep_fetching(lone, 2100)
    lone.awaiting(AddRaftVoter)
    lone.advance(lone.core.config.fetch_timeout_ms // 2)
    assert [(each.to.id, type(each.request)) for each in lone.sent] == [(2, Fetch)]
    assert not lone.core.role.has_missed


def test_fetch_to_a_dead_bootstrap_server_does_not_block_one_to_the_leader():
    lone = follower()
    lone.fail(lone.awaiting(Fetch), FailureReason.TIMED_OUT)
    (bootstrap,) = lone.sent
    assert bootstrap.to.id < 0
    lone.advance(lone.core.config.retry_backoff_ms)
    assert {each.to.id for each in lone.sent} == {2, bootstrap.to.id}


@pytest.mark.parametrize("late", ["records", "divergence", "snapshot"])
def test_second_answer_to_the_same_fetch_changes_nothing(late):
    """The bootstrap server is the leader under another node id."""
    lone = follower()
    lone.fail(lone.awaiting(Fetch), FailureReason.TIMED_OUT)
    lone.advance(lone.core.config.retry_backoff_ms)
    (bootstrap,) = (each for each in lone.sent if each.to.id < 0)
    answer = FetchResponse(
        leader=LEADER, high_watermark=0, batches=(batch(0, 1),), payload=b"x" * 10
    )
    lone.answer(lone.awaiting(Fetch, 2), answer)
    again = {
        "records": answer,
        "divergence": replace(answer, diverging=OffsetAndEpoch(0, 0), batches=(), payload=b""),
        "snapshot": replace(answer, snapshot_id=OffsetAndEpoch(9, 1), batches=(), payload=b""),
    }
    lone.answer(bootstrap, again[late])
    assert lone.core.log.end == OffsetAndEpoch(1, 1)
    assert lone.core.role.download is None
    assert lone.noted(NoteKind.RECORDS_REFUSED) == 0
    assert [each.to.id for each in lone.sent] == [2]
