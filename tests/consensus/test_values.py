"""Keys, endpoints, offsets with epochs, batches."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.values import (
    Endpoint,
    OffsetAndEpoch,
    PeerVersions,
    ReplicaKey,
    VersionRange,
    are_same_endpoints,
    endpoint_for,
    normalized,
)
from tests.support.lone_core import batch

# -- keys, endpoints, offsets with epochs, ranges --------------------------------------------------


@pytest.mark.parametrize(
    ("known", "other", "same"),
    [
        (ReplicaKey(1), ReplicaKey(1), True),
        (ReplicaKey(1), ReplicaKey(1, b"a" * 16), True),
        (ReplicaKey(1, b"a" * 16), ReplicaKey(1), False),
        (ReplicaKey(1, b"a" * 16), ReplicaKey(1, b"a" * 16), True),
        (ReplicaKey(1, b"a" * 16), ReplicaKey(1, b"b" * 16), False),
        (ReplicaKey(1), ReplicaKey(2), False),
    ],
)
def test_a_key_without_directory_matches_any(known, other, same):
    assert known.matches(other) is same


@pytest.mark.parametrize(
    ("ours", "theirs", "enough"),
    [
        (OffsetAndEpoch(10, 3), OffsetAndEpoch(10, 3), True),
        (OffsetAndEpoch(9, 3), OffsetAndEpoch(10, 3), False),
        (OffsetAndEpoch(1, 4), OffsetAndEpoch(10, 3), True),
        (OffsetAndEpoch(99, 2), OffsetAndEpoch(10, 3), False),
    ],
)
def test_logs_are_compared_by_epoch_first(ours, theirs, enough):
    assert ours.is_up_to_date_with(theirs) is enough


def test_listener_names_are_compared_without_case():
    endpoints = (Endpoint("Controller", "a", 1), Endpoint("OTHER", "b", 2))
    assert endpoint_for(endpoints, "CONTROLLER") == endpoints[0]
    assert endpoint_for(endpoints, "other") == endpoints[1]
    assert endpoint_for(endpoints, "none") is None


def test_normalized_endpoints_are_in_upper_case_and_name_each_listener_once():
    endpoints = (Endpoint("c", "a", 1), Endpoint("d", "b", 2), Endpoint("C", "z", 3))
    assert normalized(endpoints) == (Endpoint("C", "z", 3), Endpoint("D", "b", 2))


def test_version_range_has_its_ends_and_may_be_invalid():
    assert 0 in VersionRange(0, 1)
    assert 2 not in VersionRange(0, 1)
    assert VersionRange(0, 0).is_valid
    assert not VersionRange(1, 0).is_valid
    assert not VersionRange(-1, 0).is_valid


def test_pre_votes_came_with_vote_2():
    assert PeerVersions(2, 17).has_pre_vote
    assert not PeerVersions(1, 17).has_pre_vote


def test_keys_and_log_ends_read_well():
    assert str(ReplicaKey(3)) == "3"
    assert str(ReplicaKey(3, b"\x01" * 16)) == f"3-{'01' * 16}"
    assert str(OffsetAndEpoch(12, 3)) == "12@3"


def test_endpoints_are_compared_as_maps():
    one, two = Endpoint("A", "h", 1), Endpoint("B", "h", 2)
    assert are_same_endpoints((one, two), (two, Endpoint("a", "h", 1)))
    assert not are_same_endpoints((one,), (one, two))
    assert not are_same_endpoints((one,), (Endpoint("A", "h", 2),))


# -- summaries of batches --------------------------------------------------------------------------


def test_a_summary_moves_with_all_its_records():
    moved = batch(0, 0, count=4, size=70).moved_to(100, 7)
    assert (moved.base_offset, moved.last_offset, moved.end_offset) == (100, 103, 104)
    assert (moved.epoch, moved.size_bytes) == (7, 70)
