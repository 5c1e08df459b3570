"""Defaults of the requests about the voter set."""

from __future__ import annotations

from kraft_core.consensus.membership_rpc import (
    AddRaftVoter,
    ApiVersionsResponse,
    DescribeQuorumResponse,
    ReplicaStatus,
    UpdateRaftVoterResponse,
)
from kraft_core.consensus.values import LeaderAndEpoch, VersionRange
from tests.support.lone_core import endpoint, key


def test_a_voter_is_waited_for_unless_told_otherwise():
    assert AddRaftVoter(None, key(4), (endpoint(4),)).ack_when_committed


def test_a_feature_that_is_not_named_has_level_0_only():
    assert ApiVersionsResponse().kraft_range == VersionRange(0, 0)


def test_an_error_description_is_all_zero():
    found = DescribeQuorumResponse()
    assert (found.leader_id, found.epoch, found.high_watermark, found.message) == (0, 0, 0, "")


def test_what_is_unknown_is_minus_one():
    assert ReplicaStatus(key(1)) == ReplicaStatus(key(1), -1, -1, -1)
    assert UpdateRaftVoterResponse().leader == LeaderAndEpoch(None, 0)
