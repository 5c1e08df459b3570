"""Requests of ours come back from the wire as they were, less what their version cannot say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import OffsetAndEpoch, ReplicaKey, VersionRange
from kraft_core.raft.replica.rpc_mapping import (
    ANSWERED_API_KEYS,
    request_from_wire,
    request_to_wire,
    wire_request,
)
from kraft_core.raft.topic import KAFKAS_TOPIC as OURS
from kraft_wire.errors import ErrorCode, UnknownMessageError, UnsupportedVersionError
from kraft_wire.messages import (
    AddRaftVoterRequest,
    BeginQuorumEpochRequest,
    DescribeQuorumRequest,
    EndQuorumEpochRequest,
    FetchRequest,
    FetchSnapshotRequest,
    HeartbeatRequest,
    RemoveRaftVoterRequest,
    UpdateRaftVoterRequest,
    VoteRequest,
    request_class,
    response_class,
)
from tests.support.rpc_strategies import requests

CLUSTER = "the cluster"
ID = b"\x07" * 16
KEY = ReplicaKey(2, ID)


def what_arrives(request, version):
    """The losses by version, as the schemas have them."""
    match request:
        case rpc.Vote() if version == 0:
            key = ReplicaKey(request.replica.id)
            return replace(request, voter_id=-1, voter_directory_id=None, replica=key)
        case rpc.BeginQuorumEpoch() if version == 0:
            return replace(request, voter_id=-1, voter_directory_id=None, leader_endpoints=())
        case rpc.EndQuorumEpoch() if version == 0:
            ids = tuple(ReplicaKey(each.id) for each in request.preferred)
            return replace(request, preferred=ids, leader_endpoints=())
        case rpc.FetchSnapshot() if version == 0:
            return replace(request, replica=ReplicaKey(request.replica.id))
        case rpc.Fetch():
            if version < 17:
                request = replace(request, replica=ReplicaKey(request.replica.id))
            return request if version >= 18 else replace(request, high_watermark=2**63 - 1)
    return request


def over_the_wire(request, version):
    data = request_to_wire(request, version).encode(version)
    message = request_class(wire_request(request).api_key).decode(data, version)
    return request_from_wire(message, version, CLUSTER)


@given(requests, st.data())
def test_round_trip_in_every_version(request, data):
    versions = wire_request(request).versions
    version = data.draw(st.integers(versions.lowest, versions.highest), label="version")
    assert over_the_wire(request, version) == what_arrives(request, version)


@pytest.mark.parametrize(
    ("request_", "versions"),
    [
        (rpc.Fetch(None, KEY, 1, 0, 0), (13, 18)),
        (rpc.Vote(None, 1, ID, KEY, 1, 0, 0), (0, 2)),
        (rpc.Vote(None, 1, ID, KEY, 1, 0, 0, pre_vote=True), (2, 2)),
        (rpc.BeginQuorumEpoch(None, 1, ID, 1, 1), (0, 1)),
        (rpc.EndQuorumEpoch(None, 1, 1), (0, 1)),
        (rpc.FetchSnapshot(None, KEY, 1, OffsetAndEpoch(1, 1), 0), (0, 1)),
        (rpc.AddRaftVoter(None, KEY, ()), (0, 1)),
        (rpc.AddRaftVoter(None, KEY, (), ack_when_committed=False), (1, 1)),
        (rpc.RemoveRaftVoter(None, KEY), (0, 0)),
        (rpc.UpdateRaftVoter(None, 1, KEY, (), VersionRange(0, 1)), (0, 0)),
        (rpc.ApiVersions(), (0, 5)),
    ],
    ids=repr,
)
def test_versions_that_can_carry_a_request(request_, versions):
    found = wire_request(request_).versions
    assert (found.lowest, found.highest) == versions
    for version in range(versions[0], versions[1] + 1):
        encoded = wire_request(request_).message(version).encode(version)
        assert isinstance(encoded, bytes)


def test_a_pre_vote_is_never_sent_as_a_vote():
    pre_vote = rpc.Vote(None, 1, ID, KEY, 1, 0, 0, pre_vote=True)
    with pytest.raises(UnsupportedVersionError):
        request_to_wire(pre_vote, 1).encode(1)


def test_an_early_answer_is_never_asked_for_where_it_cannot_be():
    request = rpc.AddRaftVoter(None, KEY, (), ack_when_committed=False)
    with pytest.raises(UnsupportedVersionError):
        request_to_wire(request, 0).encode(0)


def named(cls, topics, **facts):
    """A request with these topics: (name, partition numbers)."""
    made = tuple(
        cls.TopicData(
            topic_name=name,
            partitions=tuple(cls.PartitionData(partition_index=each) for each in numbers),
        )
        for name, numbers in topics
    )
    return cls(topics=made, **facts)


ELSEWHERE = [
    [],
    [(OURS.name, [])],
    [(OURS.name, [1])],
    [(OURS.name, [0, 0])],
    [(OURS.name, [0, 1])],
    [("__cluster_metadat", [0])],
    [("", [0])],
    [(OURS.name, [0]), (OURS.name, [0])],
    [(OURS.name, [0]), ("other", [0])],
]


@pytest.mark.parametrize("topics", ELSEWHERE, ids=repr)
@pytest.mark.parametrize("cls", [VoteRequest, BeginQuorumEpochRequest, EndQuorumEpochRequest])
def test_other_partitions_are_refused_with_42(cls, topics):
    for version in range(cls.VERSIONS[1] + 1):
        answer = request_from_wire(named(cls, topics, cluster_id=CLUSTER), version, CLUSTER)
        assert type(answer) is response_class(cls.API_KEY)
        assert answer == type(answer)(error_code=ErrorCode.INVALID_REQUEST)
        assert answer.encode(version)


@pytest.mark.parametrize("cls", [VoteRequest, BeginQuorumEpochRequest, EndQuorumEpochRequest])
def test_a_foreign_cluster_is_refused_before_a_wrong_topic(cls):
    for cluster_id, code in [("other", 104), ("", 104), (None, 42), (CLUSTER, 42)]:
        answer = request_from_wire(named(cls, [], cluster_id=cluster_id), 0, CLUSTER)
        assert answer.error_code == code


def fetch_of(topics, version, cluster_id=None):
    """A Fetch of these topics: (id, partition numbers)."""
    made = tuple(
        FetchRequest.FetchTopic(
            topic=OURS.name,
            topic_id=topic_id,
            partitions=tuple(FetchRequest.FetchPartition(partition=each) for each in numbers),
        )
        for topic_id, numbers in topics
    )
    message = FetchRequest(topics=made, cluster_id=cluster_id)
    return FetchRequest.decode(message.encode(version), version)


OTHER_ID = type(OURS.topic_id)(b"\x01" * 16)


@pytest.mark.parametrize(
    "topics",
    [
        [],
        [(OURS.topic_id, [])],
        [(OURS.topic_id, [1])],
        [(OURS.topic_id, [0, 1])],
        [(OTHER_ID, [0])],
        [(OURS.topic_id, [0]), (OURS.topic_id, [0])],
    ],
    ids=repr,
)
def test_fetches_of_other_partitions_are_refused_with_42(topics):
    for version in range(13, 19):
        answer = request_from_wire(fetch_of(topics, version), version, CLUSTER)
        assert answer.error_code == ErrorCode.INVALID_REQUEST
        assert answer.responses == ()
        foreign = fetch_of(topics, version, "other")
        assert request_from_wire(foreign, version, CLUSTER).error_code == 104


def test_fetches_by_name_are_refused_in_what_form_their_version_has():
    for version in range(4, 13):
        answer = request_from_wire(fetch_of([(OURS.topic_id, [0])], version), version, CLUSTER)
        data = answer.encode(version)
        told = type(answer).decode(data, version)
        assert told.error_code == (42 if version >= 7 else 0)
        assert told.responses == ()


def snapshot_request(topics, cluster_id=None):
    cls = FetchSnapshotRequest
    made = tuple(
        cls.TopicSnapshot(
            name=name,
            partitions=tuple(cls.PartitionSnapshot(partition=each) for each in numbers),
        )
        for name, numbers in topics
    )
    return cls(topics=made, cluster_id=cluster_id)


@pytest.mark.parametrize("topics", [[], [(OURS.name, [])], [(OURS.name, [0, 1])], [("a", [0])] * 2])
def test_a_fetch_snapshot_of_not_one_partition_is_refused_with_42(topics):
    answer = request_from_wire(snapshot_request(topics), 1, CLUSTER)
    assert (answer.error_code, answer.topics) == (42, ())
    assert request_from_wire(snapshot_request(topics, "x"), 1, CLUSTER).error_code == 104


@pytest.mark.parametrize(("topic", "number"), [(OURS.name, 1), ("other", 0), ("", 7)])
def test_a_fetch_snapshot_of_another_partition_is_refused_with_3(topic, number):
    answer = request_from_wire(snapshot_request([(topic, [number])]), 1, CLUSTER)
    assert answer.error_code == 0
    (told,) = answer.topics
    (partition,) = told.partitions
    assert (told.name, partition.index, partition.error_code) == (topic, number, 3)
    assert partition.unaligned_records == b""
    for version in (0, 1):
        assert answer.encode(version)
    foreign = request_from_wire(snapshot_request([(topic, [number])], "x"), 1, CLUSTER)
    assert (foreign.error_code, foreign.topics) == (104, ())


def test_hostile_numbers_arrive_as_they_came():
    fetch = rpc.Fetch("", ReplicaKey(-5), -6, -7, -8, -9, -10, -2)
    assert over_the_wire(fetch, 18) == fetch


def test_defaults_of_what_a_version_lacks():
    assert AddRaftVoterRequest.decode(AddRaftVoterRequest().encode(0), 0).ack_when_committed
    read = request_from_wire(UpdateRaftVoterRequest(cluster_id=None), 0, CLUSTER)
    assert read == rpc.UpdateRaftVoter(None, 0, ReplicaKey(0), (), VersionRange(0, 0))


def test_messages_that_are_not_for_a_replica():
    with pytest.raises(UnknownMessageError):
        request_from_wire(HeartbeatRequest(), 0, CLUSTER)
    assert 12 not in ANSWERED_API_KEYS


def test_replica_answers_the_requests_of_kraft():
    """Those of KIP-595, KIP-630 and KIP-853; ApiVersions is the node's."""
    wanted = (
        FetchRequest,
        VoteRequest,
        BeginQuorumEpochRequest,
        EndQuorumEpochRequest,
        DescribeQuorumRequest,
        FetchSnapshotRequest,
        AddRaftVoterRequest,
        RemoveRaftVoterRequest,
        UpdateRaftVoterRequest,
    )
    assert tuple(each.API_KEY for each in wanted) == ANSWERED_API_KEYS
