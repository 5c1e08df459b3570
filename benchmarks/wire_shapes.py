"""The messages that are timed: as large and as filled as clusters send them.

A FetchRequest of a consumer (10 topics of 15 partitions) and of a KRaft follower (one partition,
tagged fields set), the MetadataResponse of a cluster (75 topics of 10 partitions), a VoteRequest, a
DescribeQuorumResponse (5 voters, 6 observers), a FetchResponse (10 topics of 15 partitions with a
KiB each), the small requests of every client, two records of the metadata log, and the tables of
`table_shapes`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.table_shapes import TABLES, table_message
from kraft_wire.messages import (
    ApiVersionsRequest,
    CreateTopicsRequest,
    DescribeQuorumResponse,
    FetchRequest,
    FetchResponse,
    HeartbeatRequest,
    MetadataResponse,
    PartitionRecord,
    ProduceRequest,
    RegisterBrokerRecord,
    VoteRequest,
)
from kraft_wire.primitives import Uuid

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_wire.message import Message

TOPICS, PARTITIONS = 10, 15
METADATA_TOPICS = 75
CLUSTER = "4L6g3nShT-eMCtK--X86sw"


def wire_cases() -> list[dict[str, Any]]:
    """Return name, message, version and bytes of each case; the same in every run."""
    random = Random(853)
    shapes: list[tuple[str, Callable[[Random], Message], int]] = [
        ("FetchRequest 17", fetch_request, 17),
        ("FetchRequest 17, follower", follower_fetch_request, 17),
        ("MetadataResponse 12", metadata_response, 12),
        ("VoteRequest 1", vote_request, 1),
        ("DescribeQuorumResponse 2", describe_quorum_response, 2),
        ("FetchResponse 17", fetch_response, 17),
        ("HeartbeatRequest 4", heartbeat_request, 4),
        ("ApiVersionsRequest 4", api_versions_request, 4),
        ("ProduceRequest 11", produce_request, 11),
        ("CreateTopicsRequest 7", create_topics_request, 7),
        ("PartitionRecord 1", partition_record, 1),
        ("RegisterBrokerRecord 3", register_broker_record, 3),
    ]
    cases = []
    for name, make, version in shapes:
        cases.append(_case(name, make(random), version))
    for name, version, counts in TABLES:
        message = table_message(name, version, counts, random)
        cases.append(_case(f"{name} {version}", message, version))
    return cases


def _case(name: str, message: Message, version: int) -> dict[str, Any]:
    octets = message.encode(version).hex()
    return {"name": name, "message": type(message).__name__, "version": version, "hex": octets}


def _uuid(random: Random) -> Uuid:
    return Uuid(random.randbytes(16))


def fetch_request(random: Random) -> FetchRequest:
    """Build the request of a consumer without a fetch session."""
    topics = [
        FetchRequest.FetchTopic(
            topic_id=_uuid(random),
            partitions=[
                FetchRequest.FetchPartition(
                    partition=partition,
                    current_leader_epoch=7,
                    fetch_offset=random.randrange(1 << 40),
                    last_fetched_epoch=6,
                    log_start_offset=-1,
                    partition_max_bytes=1 << 20,
                )
                for partition in range(PARTITIONS)
            ],
        )
        for _ in range(TOPICS)
    ]
    return FetchRequest(
        max_wait_ms=500, min_bytes=1, max_bytes=50 << 20, topics=topics, rack_id="rack-1"
    )


def follower_fetch_request(random: Random) -> FetchRequest:
    """Build a KRaft follower's request: cluster, replica, directory, high watermark are tagged."""
    partition = FetchRequest.FetchPartition(
        partition=0,
        current_leader_epoch=8,
        fetch_offset=123_456,
        last_fetched_epoch=7,
        log_start_offset=0,
        replica_directory_id=_uuid(random),
    )
    topic = FetchRequest.FetchTopic(topic_id=_uuid(random), partitions=[partition])
    state = FetchRequest.ReplicaState(replica_id=2, replica_epoch=-1)
    return FetchRequest(
        cluster_id=CLUSTER, replica_state=state, max_wait_ms=500, max_bytes=8 << 20, topics=[topic]
    )


def metadata_response(random: Random) -> MetadataResponse:
    """Build the response with all topics of a cluster of six brokers."""
    brokers = [
        MetadataResponse.MetadataResponseBroker(
            node_id=node, host=f"broker-{node}.example.com", port=9092, rack=f"rack-{node % 3}"
        )
        for node in range(6)
    ]
    return MetadataResponse(
        brokers=brokers,
        cluster_id=CLUSTER,
        controller_id=1,
        topics=[_metadata_topic(number, random) for number in range(METADATA_TOPICS)],
    )


def _metadata_topic(number: int, random: Random) -> MetadataResponse.MetadataResponseTopic:
    partitions = []
    for partition in range(10):
        replicas = random.sample(range(6), 3)
        partitions.append(
            MetadataResponse.MetadataResponsePartition(
                partition_index=partition,
                leader_id=replicas[0],
                leader_epoch=random.randrange(50),
                replica_nodes=replicas,
                isr_nodes=replicas,
            )
        )
    return MetadataResponse.MetadataResponseTopic(
        name=f"orders-of-region-{number}", topic_id=_uuid(random), partitions=partitions
    )


def vote_request(random: Random) -> VoteRequest:
    """Build the request of a candidate."""
    partition = VoteRequest.PartitionData(
        replica_epoch=8,
        replica_id=1,
        replica_directory_id=_uuid(random),
        voter_directory_id=_uuid(random),
        last_offset_epoch=7,
        last_offset=123_456,
    )
    topic = VoteRequest.TopicData(topic_name="__cluster_metadata", partitions=[partition])
    return VoteRequest(cluster_id=CLUSTER, voter_id=2, topics=[topic])


def describe_quorum_response(random: Random) -> DescribeQuorumResponse:
    """Build the response of a quorum of five with six observers."""

    def state(node: int) -> DescribeQuorumResponse.ReplicaState:
        return DescribeQuorumResponse.ReplicaState(
            replica_id=node,
            replica_directory_id=_uuid(random),
            log_end_offset=123_456 - node,
            last_fetch_timestamp=1_760_000_000_000 + node,
            last_caught_up_timestamp=1_760_000_000_000 + node,
        )

    partition = DescribeQuorumResponse.PartitionData(
        partition_index=0,
        error_message=None,
        leader_id=1,
        leader_epoch=8,
        high_watermark=123_456,
        current_voters=[state(node) for node in range(5)],
        observers=[state(node) for node in range(5, 11)],
    )
    topic = DescribeQuorumResponse.TopicData(
        topic_name="__cluster_metadata", partitions=[partition]
    )
    nodes = [
        DescribeQuorumResponse.Node(
            node_id=node,
            listeners=[
                DescribeQuorumResponse.Listener(
                    name="CONTROLLER", host=f"controller-{node}.example.com", port=9093
                )
            ],
        )
        for node in range(5)
    ]
    return DescribeQuorumResponse(error_message=None, topics=[topic], nodes=nodes)


def fetch_response(random: Random) -> FetchResponse:
    """Build the response to a consumer: a KiB of records from each partition."""
    responses = [
        FetchResponse.FetchableTopicResponse(
            topic_id=_uuid(random),
            partitions=[
                FetchResponse.PartitionData(
                    partition_index=partition,
                    high_watermark=random.randrange(1 << 40),
                    last_stable_offset=random.randrange(1 << 40),
                    log_start_offset=0,
                    aborted_transactions=None,
                    records=random.randbytes(1024),
                )
                for partition in range(PARTITIONS)
            ],
        )
        for _ in range(TOPICS)
    ]
    return FetchResponse(session_id=1, responses=responses)


def heartbeat_request(_: Random) -> HeartbeatRequest:
    """Build the request that a consumer of a classic group sends every few seconds."""
    return HeartbeatRequest(
        group_id="payments",
        generation_id=7,
        member_id="consumer-payments-1-3a1f0c52-7b0e-4b8e-9a53-2f1c5c7a9d10",
    )


def api_versions_request(_: Random) -> ApiVersionsRequest:
    """Build the first request of a connection."""
    return ApiVersionsRequest(
        client_software_name="apache-kafka-java", client_software_version="4.4.0"
    )


def produce_request(random: Random) -> ProduceRequest:
    """Build a request with a batch of a KiB for each of four partitions of a topic."""
    partitions = [
        ProduceRequest.PartitionProduceData(index=index, records=random.randbytes(1024))
        for index in range(4)
    ]
    topic = ProduceRequest.TopicProduceData(name="orders", partition_data=partitions)
    return ProduceRequest(acks=-1, timeout_ms=30_000, topic_data=[topic])


def create_topics_request(_: Random) -> CreateTopicsRequest:
    """Create three topics with two configs each."""
    configs = [
        CreateTopicsRequest.CreatableTopicConfig(name="cleanup.policy", value="compact"),
        CreateTopicsRequest.CreatableTopicConfig(name="retention.ms", value="604800000"),
    ]
    topics = [
        CreateTopicsRequest.CreatableTopic(
            name=f"orders-{number}", num_partitions=12, replication_factor=3, configs=configs
        )
        for number in range(3)
    ]
    return CreateTopicsRequest(topics=topics, timeout_ms=30_000)


def partition_record(random: Random) -> PartitionRecord:
    """Build the most frequent record of a large cluster's metadata log."""
    return PartitionRecord(
        partition_id=3,
        topic_id=_uuid(random),
        replicas=[1, 2, 3],
        isr=[1, 2, 3],
        leader=1,
        leader_epoch=4,
        partition_epoch=9,
        directories=[_uuid(random) for _ in range(3)],
    )


def register_broker_record(random: Random) -> RegisterBrokerRecord:
    """Build the record of a broker with two listeners and four features."""
    points = [
        RegisterBrokerRecord.BrokerEndpoint(
            name=name, host="broker-1.example.com", port=port, security_protocol=protocol
        )
        for name, port, protocol in (("PLAINTEXT", 9092, 0), ("SSL", 9093, 1))
    ]
    features = [
        RegisterBrokerRecord.BrokerFeature(name=name, max_supported_version=level)
        for name, level in (
            ("group.version", 1),
            ("kraft.version", 1),
            ("metadata.version", 27),
            ("transaction.version", 2),
        )
    ]
    return RegisterBrokerRecord(
        broker_id=1,
        incarnation_id=_uuid(random),
        broker_epoch=123_456,
        end_points=points,
        features=features,
        rack="rack-1",
        fenced=False,
        log_dirs=[_uuid(random), _uuid(random)],
    )
