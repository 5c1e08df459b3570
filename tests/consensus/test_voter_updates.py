"""UpdateRaftVoter at the leader (as Kafka 4.3.1 does it)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kraft_core.consensus.batches import Voters
from kraft_core.consensus.roles import Leader
from kraft_core.consensus.rpc import (
    AddRaftVoter,
    RemoveRaftVoter,
    UpdateRaftVoter,
    UpdateRaftVoterResponse,
)
from kraft_core.consensus.values import Endpoint, LeaderAndEpoch, ReplicaKey, VersionRange
from kraft_core.consensus.voters import Voter, VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, endpoint, key, static_set, voter_set

MOVED = (Endpoint("controller", "moved", 7),)
UPDATE = UpdateRaftVoter("cluster", 1, key(2), MOVED, VersionRange(0, 1))
UPPER = (Endpoint("CONTROLLER", "moved", 7),)


def leader(*, level=1, commit=True):
    lone = LoneCore() if level else LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)))
    lone.lead(commit=commit)
    return lone


def answer(lone, **changes):
    return lone.response(replace(UPDATE, **changes), UpdateRaftVoterResponse)


def test_at_level_1_the_new_set_is_written_and_answered_at_once():
    lone = leader()
    assert answer(lone) == UpdateRaftVoterResponse(
        leader=LeaderAndEpoch(1, 1), leader_endpoint=endpoint(1)
    )
    expected = voter_set(1, 2, 3).with_voter(Voter(key(2), UPPER, VersionRange(0, 1)))
    assert lone.appended[-1].records == (Voters(expected),)
    assert lone.core.voters == expected
    assert answer(lone).error is ErrorCode.REQUEST_TIMED_OUT
    lone.fetch_as(2)
    assert answer(lone).error is ErrorCode.NONE


def test_at_level_0_the_leader_keeps_it_in_memory():
    lone = leader(level=0)
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
def test_refusals(level, changes, error):
    lone = leader(level=level)
    found = answer(lone, **changes)
    assert (found.error, found.leader) == (error, LeaderAndEpoch(1, 1))


def test_at_level_1_another_directory_is_another_replica():
    assert answer(leader(), voter=key(2, 9)).error is ErrorCode.VOTER_NOT_FOUND


def test_others_refuse_before_they_look():
    lone = LoneCore()
    lone.follow(2, 1)
    found = answer(lone, voter=ReplicaKey(-1))
    assert (found.error, found.leader) == (
        ErrorCode.NOT_LEADER_OR_FOLLOWER,
        LeaderAndEpoch(2, 1),
    )
    found = answer(LoneCore(), epoch=0)
    assert found.leader == LeaderAndEpoch(None, 0)


def test_not_before_the_epoch_has_committed_nor_beside_another_change():
    assert answer(leader(commit=False)).error is ErrorCode.REQUEST_TIMED_OUT
    lone = leader()
    lone.fetch_as(4)
    lone.ask(AddRaftVoter(None, key(4), (endpoint(4),)))
    assert answer(lone).error is ErrorCode.REQUEST_TIMED_OUT


def test_it_is_a_sign_of_life():
    lone = leader()
    lone.advance(2500)
    answer(lone)
    lone.advance(2500)
    assert isinstance(lone.core.role, Leader)


@pytest.mark.parametrize("level", [0, 1])
def test_an_update_of_the_leader_itself_kills_nobody(level):
    lone = leader(level=level)
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
