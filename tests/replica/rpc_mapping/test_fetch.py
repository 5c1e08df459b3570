"""Fetch field by field: what Java sends and answers, and what is left out by version."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import Endpoint, LeaderAndEpoch, OffsetAndEpoch, ReplicaKey
from kraft_core.raft.replica.batches import data_batch
from kraft_core.raft.replica.rpc_mapping import response_from_wire
from kraft_core.raft.replica.rpc_mapping.fetch import (
    fetch_from_wire,
    fetch_response_from_wire,
    fetch_response_to_wire,
    fetch_to_wire,
)
from kraft_core.raft.topic import KAFKAS_TOPIC as OURS
from kraft_wire.errors import CorruptRecordError, DecodeError, ErrorCode
from kraft_wire.messages import FetchRequest, FetchResponse
from kraft_wire.primitives import Uuid

ID = bytes(range(16))
LEADER = LeaderAndEpoch(2, 9)
ENDPOINT = Endpoint("CONTROLLER", "host2", 9093)
BATCH = data_batch([b"a", b"b"], timestamp_ms=1, base_offset=10, epoch=9)


def test_fetch_request_maps_to_kafkas_message():
    request = rpc.Fetch("c", ReplicaKey(1, ID), 9, 77, 8, 500, 1048576, -1)
    message = fetch_to_wire(request, 18, OURS)
    assert (message.replica_id, message.replica_state.replica_id) == (-1, 1)
    assert (message.session_id, message.session_epoch, message.min_bytes) == (0, -1, 0)
    assert (message.max_wait_ms, message.max_bytes, message.rack_id) == (500, 1048576, "")
    (topic,) = message.topics
    assert topic.topic_id == OURS.topic_id
    assert topic.partitions == (
        FetchRequest.FetchPartition(
            partition=0,
            current_leader_epoch=9,
            fetch_offset=77,
            last_fetched_epoch=8,
            log_start_offset=-1,
            partition_max_bytes=0,
            replica_directory_id=Uuid(ID),
            high_watermark=-1,
        ),
    )


def test_the_replica_id_has_two_places():
    for version in range(13, 19):
        message = fetch_to_wire(rpc.Fetch("c", ReplicaKey(7), 1, 0, 0), version, OURS)
        read = FetchRequest.decode(message.encode(version), version)
        assert fetch_from_wire(read, version, OURS).replica.id == 7


def test_fetch_response_maps_to_kafkas_message():
    response = rpc.FetchResponse(
        leader=LEADER, leader_endpoint=ENDPOINT, high_watermark=11, payload=BATCH
    )
    message = fetch_response_to_wire(response, 17, OURS)
    (partition,) = message.responses[0].partitions
    assert partition.records == BATCH
    assert partition.aborted_transactions == ()
    assert (partition.last_stable_offset, partition.log_start_offset) == (-1, 0)
    assert partition.preferred_read_replica == -1
    assert (message.session_id, message.throttle_time_ms, message.error_code) == (0, 0, 0)
    (node,) = message.node_endpoints
    assert (node.node_id, node.host, node.port, node.rack) == (2, "host2", 9093, None)


@pytest.mark.parametrize("version", [13, 14, 15, 16])
def test_no_endpoints_before_version_17(version):
    response = rpc.FetchResponse(leader=LEADER, leader_endpoint=ENDPOINT)
    assert fetch_response_to_wire(response, version, OURS).node_endpoints == ()


def test_an_error_has_empty_records_and_the_leader():
    response = rpc.FetchResponse(error=ErrorCode.FENCED_LEADER_EPOCH, leader=LEADER)
    (partition,) = fetch_response_to_wire(response, 17, OURS).responses[0].partitions
    assert (partition.error_code, partition.records, partition.high_watermark) == (74, b"", -1)
    assert partition.current_leader.leader_id == 2
    assert partition.diverging_epoch == FetchResponse.EpochEndOffset(epoch=-1, end_offset=-1)
    assert partition.snapshot_id == FetchResponse.SnapshotId(end_offset=-1, epoch=-1)


def answer(**facts):
    partition = FetchResponse.PartitionData(
        current_leader=FetchResponse.LeaderIdAndEpoch(leader_id=2, leader_epoch=9), **facts
    )
    topic = FetchResponse.FetchableTopicResponse(topic_id=OURS.topic_id, partitions=(partition,))
    return FetchResponse(responses=(topic,))


def test_records_are_described_and_null_is_none():
    told = fetch_response_from_wire(answer(records=BATCH, high_watermark=10), "X", OURS)
    assert told.payload == BATCH
    (batch,) = told.batches
    assert (batch.base_offset, batch.last_offset, batch.epoch) == (10, 11, 9)
    assert batch.size_bytes == len(BATCH)
    empty = fetch_response_from_wire(answer(records=None), "X", OURS)
    assert (empty.batches, empty.payload) == ((), b"")


def test_one_damaged_batch_spoils_the_answer():
    damaged = BATCH[:-1] + bytes([BATCH[-1] ^ 1])
    with pytest.raises(CorruptRecordError):
        response_from_wire(answer(records=BATCH + damaged), "X")


@pytest.mark.parametrize(
    "facts",
    [
        {"error_code": 74},
        {"diverging_epoch": FetchResponse.EpochEndOffset(epoch=3, end_offset=4)},
        {"snapshot_id": FetchResponse.SnapshotId(end_offset=4, epoch=3)},
    ],
    ids=lambda each: next(iter(each)),
)
def test_records_next_to_an_error_divergence_or_snapshot_are_ignored(facts):
    told = fetch_response_from_wire(answer(records=b"garbage", **facts), "X", OURS)
    assert (told.batches, told.payload) == ((), b"")


def test_half_an_id_stays_as_it_came():
    told = fetch_response_from_wire(
        answer(
            snapshot_id=FetchResponse.SnapshotId(end_offset=4, epoch=-1),
            diverging_epoch=FetchResponse.EpochEndOffset(epoch=-1, end_offset=5),
        ),
        "X",
        OURS,
    )
    assert told.snapshot_id == OffsetAndEpoch(4, -1)
    assert told.diverging == OffsetAndEpoch(5, -1)
    front = FetchResponse.SnapshotId(end_offset=-1, epoch=0)
    told = fetch_response_from_wire(answer(snapshot_id=front), "X", OURS)
    assert told.snapshot_id == OffsetAndEpoch(-1, 0)
    neither = fetch_response_from_wire(answer(), "X", OURS)
    assert (neither.snapshot_id, neither.diverging) == (None, None)


@pytest.mark.parametrize(
    ("topic_id", "numbers"),
    [
        (Uuid(bytes(16)), [0]),
        (OURS.topic_id, [1]),
        (OURS.topic_id, []),
        (OURS.topic_id, [0, 0]),
    ],
    ids=repr,
)
def test_an_answer_about_another_partition_is_none(topic_id, numbers):
    partitions = tuple(FetchResponse.PartitionData(partition_index=each) for each in numbers)
    topic = FetchResponse.FetchableTopicResponse(topic_id=topic_id, partitions=partitions)
    for topics in ((topic,), (), (topic, topic)):
        with pytest.raises(DecodeError):
            fetch_response_from_wire(FetchResponse(responses=topics), "X", OURS)


def test_a_top_level_error_needs_no_topics():
    told = fetch_response_from_wire(FetchResponse(error_code=-1), "X", OURS)
    assert told == rpc.FetchResponse(top_error=ErrorCode.UNKNOWN_SERVER_ERROR)
