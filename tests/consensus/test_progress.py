"""What a leader knows of its replicas."""

from __future__ import annotations

from kraft_core.consensus.config import CAUGHT_UP_WINDOW_MS, OBSERVER_SESSION_MS
from kraft_core.consensus.progress import Clocks, Progress
from kraft_core.consensus.values import ReplicaKey
from kraft_core.consensus.voters import VoterSet
from tests.support.lone_core import directory, key, static_set, voter, voter_set


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


def test_another_directory_of_the_same_id_begins_anew():
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


def test_silent_observers_vanish():
    found = progress(1)
    found.observer_for(key(5), 10).fetched(key(5), 0, 0, clocks(0))
    found.observer_for(key(6), 10).fetched(key(6), 0, 0, clocks(10))
    found.drop_silent_observers(OBSERVER_SESSION_MS)
    assert list(found.observers) == [key(6)]


def test_caught_up_for_an_addition():
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
