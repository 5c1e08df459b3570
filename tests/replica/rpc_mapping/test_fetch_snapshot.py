"""FetchSnapshot field by field."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import Endpoint, LeaderAndEpoch, OffsetAndEpoch, ReplicaKey
from kraft_core.raft.replica.rpc_mapping.fetch import (
    fetch_snapshot_response_from_wire,
    fetch_snapshot_response_to_wire,
    fetch_snapshot_to_wire,
)
from kraft_core.raft.topic import KAFKAS_TOPIC as OURS
from kraft_wire.errors import DecodeError, ErrorCode
from kraft_wire.messages import FetchSnapshotResponse
from kraft_wire.primitives import Uuid

ID = bytes(range(16))
AT = OffsetAndEpoch(100, 3)


def test_fetch_snapshot_request_is_written_field_by_field():
    request = rpc.FetchSnapshot("c", ReplicaKey(1, ID), 9, AT, 4096, 1048576)
    message = fetch_snapshot_to_wire(request, OURS)
    (partition,) = message.topics[0].partitions
    assert (message.cluster_id, message.replica_id, message.max_bytes) == ("c", 1, 1048576)
    assert (partition.snapshot_id.end_offset, partition.snapshot_id.epoch) == (100, 3)
    assert (partition.current_leader_epoch, partition.position) == (9, 4096)
    assert partition.replica_directory_id == Uuid(ID)


def test_fetch_snapshot_response_is_written_field_by_field():
    response = rpc.FetchSnapshotResponse(
        leader=LeaderAndEpoch(2, 9),
        leader_endpoint=Endpoint("C", "host2", 9093),
        snapshot_id=AT,
        size=10_000,
        position=4096,
        payload=memoryview(b"piece"),
    )
    message = fetch_snapshot_response_to_wire(response, 1, OURS)
    (partition,) = message.topics[0].partitions
    assert (partition.size, partition.position) == (10_000, 4096)
    assert partition.unaligned_records == b"piece"
    assert [each.node_id for each in message.node_endpoints] == [2]
    assert fetch_snapshot_response_to_wire(response, 0, OURS).node_endpoints == ()


def test_errors_have_empty_bytes_so_that_they_can_be_written():
    response = rpc.FetchSnapshotResponse(error=ErrorCode.SNAPSHOT_NOT_FOUND)
    message = fetch_snapshot_response_to_wire(response, 0, OURS)
    assert message.topics[0].partitions[0].unaligned_records == b""
    read = FetchSnapshotResponse.decode(message.encode(0), 0)
    assert fetch_snapshot_response_from_wire(read, "C", OURS) == response


@pytest.mark.parametrize(("name", "numbers"), [("x", [0]), (OURS.name, [1]), (OURS.name, [0, 0])])
def test_an_answer_about_another_partition_is_none(name, numbers):
    cls = FetchSnapshotResponse
    partitions = tuple(cls.PartitionSnapshot(index=each) for each in numbers)
    message = cls(topics=(cls.TopicSnapshot(name=name, partitions=partitions),))
    with pytest.raises(DecodeError):
        fetch_snapshot_response_from_wire(message, "C", OURS)
