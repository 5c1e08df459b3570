from __future__ import annotations

import pytest

from kraft_core.client.errors import CorruptAnswerError
from kraft_core.client.metadata_log import (
    SnapshotId,
    describe_quorum_request,
    fetch_answer,
    fetch_request,
    fetch_snapshot_request,
    parse_snapshot,
    snapshot_piece,
)
from kraft_core.client.settings import Endpoint, Settings
from kraft_wire.messages import FetchRequest, FetchResponse, FetchSnapshotResponse
from kraft_wire.primitives import Uuid
from kraft_wire.records import RecordBatchBuilder

TOPIC_ID = Uuid.parse("AAAAAAAAAAAAAAAAAAAAAQ")
SETTINGS = Settings(cluster_id="me")


def test_a_fetch_is_that_of_a_consumer():
    request = fetch_request(
        SETTINGS,
        leader_epoch=3,
        offset=10,
        last_fetched_epoch=2,
        high_watermark=9,
        max_wait_ms=500,
        max_bytes=1000,
    )
    assert (request.replica_id, request.replica_state.replica_id) == (-1, -1)
    assert (request.session_id, request.session_epoch) == (0, -1)
    assert (request.cluster_id, request.max_wait_ms, request.max_bytes) == ("me", 500, 1000)
    (topic,) = request.topics
    assert topic.topic_id == TOPIC_ID
    (partition,) = topic.partitions
    assert (partition.fetch_offset, partition.last_fetched_epoch) == (10, 2)
    assert (partition.current_leader_epoch, partition.high_watermark) == (3, 9)
    assert partition.replica_directory_id == Uuid(bytes(16))


@pytest.mark.parametrize("version", range(13, 19))
def test_every_version_with_topic_ids_can_carry_it(version):
    request = fetch_request(SETTINGS, leader_epoch=3, offset=1, last_fetched_epoch=2)
    back = FetchRequest.decode(request.encode(version), version)
    assert back.replica_id == back.replica_state.replica_id == -1
    partition = back.topics[0].partitions[0]
    assert partition.high_watermark == (-1 if version >= 18 else 2**63 - 1)


def fetched(endpoints=(), **fields):
    partition = FetchResponse.PartitionData(**fields)
    topic = FetchResponse.FetchableTopicResponse(topic_id=TOPIC_ID, partitions=(partition,))
    return FetchResponse(responses=(topic,), node_endpoints=endpoints)


def test_an_answer_is_flattened():
    leader = FetchResponse.LeaderIdAndEpoch(leader_id=2, leader_epoch=7)
    endpoints = (
        FetchResponse.NodeEndpoint(node_id=1, host="a", port=1),
        FetchResponse.NodeEndpoint(node_id=2, host="b", port=2),
    )
    answer = fetch_answer(
        fetched(
            endpoints,
            error_code=74,
            current_leader=leader,
            high_watermark=9,
            log_start_offset=4,
            records=None,
        )
    )
    assert (answer.error, answer.leader_id, answer.leader_epoch) == (74, 2, 7)
    assert answer.leader_endpoint == Endpoint("b", 2)
    assert (answer.high_watermark, answer.log_start_offset, answer.records) == (9, 4, b"")
    assert answer.diverging is answer.snapshot_id is None


def test_divergence_and_snapshot_are_distinguished():
    diverging = FetchResponse.EpochEndOffset(epoch=0, end_offset=0)
    assert fetch_answer(fetched(diverging_epoch=diverging)).diverging == (0, 0)
    snapshot = FetchResponse.SnapshotId(end_offset=12, epoch=3)
    found = fetch_answer(fetched(snapshot_id=snapshot)).snapshot_id
    assert found == SnapshotId(12, 3)
    assert str(found) == "00000000000000000012-0000000003"


@pytest.mark.parametrize(("host", "port"), [("", 1), ("b", 0), ("b", -1), ("b", 65536)])
def test_an_address_that_is_none_is_left_out(host, port):
    leader = FetchResponse.LeaderIdAndEpoch(leader_id=2, leader_epoch=7)
    endpoints = (FetchResponse.NodeEndpoint(node_id=2, host=host, port=port),)
    assert fetch_answer(fetched(endpoints, current_leader=leader)).leader_endpoint is None


@pytest.mark.parametrize(
    "response",
    [
        FetchResponse(),
        FetchResponse(responses=(FetchResponse.FetchableTopicResponse(topic_id=TOPIC_ID),)),
        fetched(partition_index=1),
        FetchResponse(responses=fetched().responses * 2),
        FetchResponse(
            responses=(
                FetchResponse.FetchableTopicResponse(
                    topic_id=Uuid(bytes(16)), partitions=(FetchResponse.PartitionData(),)
                ),
            )
        ),
    ],
)
def test_an_answer_about_something_else_is_refused(response):
    with pytest.raises(CorruptAnswerError):
        fetch_answer(response)


def test_a_snapshot_request_is_that_of_a_consumer():
    request = fetch_snapshot_request(SETTINGS, SnapshotId(12, 3), leader_epoch=7, position=99)
    assert (request.replica_id, request.cluster_id) == (-1, "me")
    assert request.max_bytes == 1_048_576
    (partition,) = request.topics[0].partitions
    assert request.topics[0].name == "__cluster_metadata"
    assert (partition.snapshot_id.end_offset, partition.snapshot_id.epoch) == (12, 3)
    assert (partition.current_leader_epoch, partition.position) == (7, 99)


def test_a_piece_is_flattened():
    partition = FetchSnapshotResponse.PartitionSnapshot(
        snapshot_id=FetchSnapshotResponse.SnapshotId(end_offset=12, epoch=3),
        size=100,
        position=50,
        unaligned_records=b"abc",
        error_code=98,
    )
    topic = FetchSnapshotResponse.TopicSnapshot(name="__cluster_metadata", partitions=(partition,))
    piece = snapshot_piece(FetchSnapshotResponse(topics=(topic,)))
    assert piece == (0, 98, SnapshotId(12, 3), 100, 50, b"abc")
    assert snapshot_piece(FetchSnapshotResponse(error_code=-1)).top_error == -1


@pytest.mark.parametrize("topics", [(), (FetchSnapshotResponse.TopicSnapshot(name="other"),)])
def test_a_piece_about_something_else_is_refused(topics):
    with pytest.raises(CorruptAnswerError):
        snapshot_piece(FetchSnapshotResponse(topics=topics))


def test_the_quorum_is_described_by_name():
    request = describe_quorum_request()
    assert request.topics[0].topic_name == "__cluster_metadata"
    assert request.topics[0].partitions[0].partition_index == 0


@pytest.mark.parametrize(("control_type", "is_header"), [(3, True), (4, False), (0x0103, False)])
def test_a_snapshot_begins_with_a_header(control_type, is_header):
    builder = RecordBatchBuilder(is_control=True)
    builder.append(0, b"\0\0" + control_type.to_bytes(2, "big"), b"\0\0" + bytes(8))
    data = builder.build()
    if is_header:
        assert [batch.base_offset for batch in parse_snapshot(data)] == [0]
    else:
        with pytest.raises(CorruptAnswerError, match="does not begin with a header"):
            parse_snapshot(data)
