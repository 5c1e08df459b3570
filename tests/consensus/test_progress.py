"""What a leader knows of replicas, and DescribeQuorum."""

from __future__ import annotations

import random

from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.config import CAUGHT_UP_WINDOW_MS, OBSERVER_SESSION_MS
from kraft_core.raft.consensus.progress import Clocks, Progress
from kraft_core.raft.consensus.rpc import (
    DescribeQuorum,
    DescribeQuorumResponse,
    RemoveRaftVoter,
    ReplicaStatus,
)
from kraft_core.raft.consensus.values import ReplicaKey
from kraft_core.raft.consensus.voters import VoterSet, VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import WALL_MS, LoneCore, directory, key, static_set, voter, voter_set

# -- what a leader knows of its replicas -----------------------------------------------------------


def clocks(now_ms):
    return Clocks(now_ms, 1_000_000 + now_ms)


def progress(*ids):
    found = Progress(key(1))
    found.use_voter_set(voter_set(*ids))
    return found


def test_a_voter_is_matched_by_directory():
    found = progress(1, 2)
    assert found.voter_for(key(2)) is found.voters[2]
    assert found.voter_for(key(2, 9)) is None
    assert found.voter_for(ReplicaKey(2)) is None


def test_caught_up_means_at_the_end_now_or_at_the_end_of_the_fetch_before():
    entry = progress(1, 2).voters[2]
    entry.fetched(key(2), 5, 10, clocks(100))
    assert entry.last_caught_up_wall_ms == -1
    entry.fetched(key(2), 10, 20, clocks(200))
    assert entry.last_caught_up_wall_ms == 1_000_100
    entry.fetched(key(2), 30, 30, clocks(300))
    assert entry.last_caught_up_wall_ms == 1_000_300
    entry.fetched(key(2), 31, 40, clocks(400))
    assert entry.last_caught_up_wall_ms == 1_000_300


def test_an_observer_that_becomes_a_voter_keeps_its_place_and_the_reverse():
    found = progress(1, 2)
    found.observer_for(key(3), 10).fetched(key(3), 7, 7, clocks(1))
    found.use_voter_set(voter_set(1, 2, 3))
    assert found.voters[3].end_offset == 7
    assert found.observers == {}
    found.use_voter_set(voter_set(1, 2))
    assert found.observers[key(3)].end_offset == 7


def test_another_directory_of_the_same_id_starts_again():
    found = progress(1, 2)
    found.voters[2].fetched(key(2), 7, 7, clocks(1))
    found.use_voter_set(VoterSet.of([voter(1), voter(2, 8)]))
    assert found.voters[2].end_offset is None
    assert found.observers[key(2)].end_offset == 7


def test_the_upgrade_keeps_a_place_only_for_the_directory_that_fetched():
    found = Progress(key(1))
    found.use_voter_set(static_set(1, 2, 3))
    found.voters[2].fetched(key(2), 7, 7, clocks(1))
    found.voters[3].fetched(key(3, 9), 6, 7, clocks(1))
    found.use_voter_set(voter_set(1, 2, 3))
    assert found.voters[2].end_offset == 7
    assert found.voters[3].end_offset is None
    assert found.observers[ReplicaKey(3, directory(9))].end_offset == 6


def test_a_leader_outside_the_set_has_no_entry():
    assert progress(1, 2).own is not None
    assert progress(2, 3).own is None


def test_the_stalest_observer_goes_when_there_are_too_many():
    found = progress(1)
    for number, now_ms in ((5, 30), (6, 10), (7, 20)):
        found.observer_for(key(number), 3).fetched(key(number), 0, 0, clocks(now_ms))
    found.observer_for(key(8), 3)
    assert list(found.observers) == [key(5), key(7), key(8)]


def test_observers_are_dropped_when_their_session_ends():
    found = progress(1)
    found.observer_for(key(5), 10).fetched(key(5), 0, 0, clocks(0))
    found.observer_for(key(6), 10).fetched(key(6), 0, 0, clocks(10))
    found.drop_silent_observers(OBSERVER_SESSION_MS)
    assert list(found.observers) == [key(6)]


def test_observer_is_caught_up_before_its_addition():
    found = progress(1)
    assert not found.is_caught_up(key(5), 0)
    observer = found.observer_for(key(5), 10)
    observer.fetched(key(5), 3, 9, clocks(0))
    assert not found.is_caught_up(key(5), 0)
    observer.fetched(key(5), 9, 9, clocks(5))
    assert found.is_caught_up(key(5), 5)
    assert not found.is_caught_up(key(5, 9), 5)
    assert not found.is_caught_up(key(5), 5 + CAUGHT_UP_WINDOW_MS)


def test_successors_are_those_with_the_longest_logs():
    found = progress(1, 2, 3, 4, 5)
    for node_id, offset in ((1, 99), (2, 5), (4, 9), (5, 9)):
        found.voters[node_id].end_offset = offset
    assert [each.id for each in found.successors()] == [4, 5, 2, 3]


# -- the majority offset against the definition of a majority, written naively ---------------------


def naive(offsets):
    """The highest offset that more than half of the voters have."""
    known = [offset for offset in offsets if offset is not None]
    held = [offset for offset in known if sum(each >= offset for each in known) * 2 > len(offsets)]
    return max(held, default=None)


def test_majority_offset_is_what_more_than_half_have():
    rng = random.Random(7)
    for _ in range(3000):
        offsets = [rng.choice((None, *range(6))) for _ in range(rng.randint(1, 7))]
        progress = Progress(key(1))
        progress.use_voter_set(voter_set(*range(1, len(offsets) + 1)))
        for entry, offset in zip(progress.voters.values(), offsets, strict=True):
            entry.end_offset = offset
        assert progress.majority_offset() == naive(offsets)


# -- describeQuorum --------------------------------------------------------------------------------


def described(lone):
    return lone.response(DescribeQuorum(), DescribeQuorumResponse)


def test_describe_answer_of_a_follower_names_no_replica():
    lone = LoneCore()
    lone.follow(2, 5)
    found = described(lone)
    assert found.error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert (found.leader_id, found.epoch, found.high_watermark) == (0, 0, 0)
    assert (found.voters, found.observers, found.nodes) == ((), (), None)


def test_describe_quorum_shows_voters_and_observers():
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
