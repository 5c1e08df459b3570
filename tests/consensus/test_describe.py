"""DescribeQuorum."""

from __future__ import annotations

from kraft_core.consensus import events as ev
from kraft_core.consensus.rpc import (
    DescribeQuorum,
    DescribeQuorumResponse,
    RemoveRaftVoter,
    ReplicaStatus,
)
from kraft_core.consensus.values import ReplicaKey
from kraft_core.consensus.voters import VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import WALL_MS, LoneCore, key, static_set, voter_set


def described(lone):
    return lone.response(DescribeQuorum(), DescribeQuorumResponse)


def test_the_answer_of_another_names_nobody():
    lone = LoneCore()
    lone.follow(2, 5)
    found = described(lone)
    assert found.error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert (found.leader_id, found.epoch, found.high_watermark) == (0, 0, 0)
    assert (found.voters, found.observers, found.nodes) == ((), (), None)


def test_voters_and_observers():
    lone = LoneCore()
    lone.lead(commit=False)
    assert described(lone).high_watermark == -1
    lone.fetch_as(2)
    seen = WALL_MS + lone.now_ms
    lone.advance(100)
    lone.fetch_as(9, 0)
    found = described(lone)
    now = WALL_MS + lone.now_ms
    assert (found.leader_id, found.epoch, found.high_watermark) == (1, 1, 3)
    assert found.voters == (
        ReplicaStatus(key(1), 3, now, now),
        ReplicaStatus(key(2), 3, seen, seen),
        ReplicaStatus(key(3), -1, -1, -1),
    )
    assert found.observers == (ReplicaStatus(key(9), 0, now, -1),)
    assert found.nodes == voter_set(1, 2, 3)


def test_at_level_0_voters_have_no_directories():
    lone = LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)))
    lone.lead()
    assert [each.key for each in described(lone).voters] == [ReplicaKey(n) for n in (1, 2, 3)]


def test_a_leader_outside_the_set_is_an_observer():
    lone = LoneCore()
    lone.lead()
    lone.ask(RemoveRaftVoter(None, key(1)))
    found = described(lone)
    assert [each.key.id for each in found.voters] == [2, 3]
    assert [each.key for each in found.observers] == [key(1)]


def test_observers_that_are_silent_for_five_minutes_vanish():
    lone = LoneCore()
    lone.lead()
    lone.fetch_as(9, max_wait_ms=0)
    for _ in range(150):
        lone.advance(2000)
        lone.fetch_as(2, max_wait_ms=0)
    assert described(lone).observers == ()
    lone.feed(ev.TurnEnded())
