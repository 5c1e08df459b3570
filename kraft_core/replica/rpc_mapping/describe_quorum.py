"""DescribeQuorum: key 55. Version 1 added instants, version 2 directory ids, nodes and texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.consensus import rpc
from kraft_core.log_batches import directory_to_wire
from kraft_core.quorum_topic import PARTITION
from kraft_core.replica.rpc_mapping.partition import sole_partition
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import DescribeQuorumRequest, DescribeQuorumResponse
from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.consensus.voters import VoterSet
    from kraft_core.quorum_topic import QuorumTopic

_FIRST_WITH_DIRECTORY_IDS: Final = 2


def describe_quorum_from_wire(
    message: DescribeQuorumRequest, topic: QuorumTopic
) -> rpc.DescribeQuorum | DescribeQuorumResponse:
    """Read a DescribeQuorum; if it is not about the quorum's partition alone, the answer itself.

    That has an error for each partition that was named, the right one included, and no error where
    none was named.
    """
    if sole_partition(message.topics, topic) is not None:
        return rpc.DescribeQuorum()
    cls = DescribeQuorumResponse
    text = f"only partition {PARTITION} of {topic.name} is described here"
    topics = tuple(
        cls.TopicData(
            topic_name=asked.topic_name,
            partitions=tuple(_unknown(each.partition_index, text) for each in asked.partitions),
        )
        for asked in message.topics
    )
    return cls(error_message="", topics=topics)


def _unknown(index: int, text: str) -> DescribeQuorumResponse.PartitionData:
    return DescribeQuorumResponse.PartitionData(
        partition_index=index,
        error_code=ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
        error_message=text,
    )


def describe_quorum_response_to_wire(
    response: rpc.DescribeQuorumResponse, api_version: int, topic: QuorumTopic
) -> DescribeQuorumResponse:
    """Write the answer to a DescribeQuorum; texts are empty, never null."""
    cls = DescribeQuorumResponse
    has_ids = api_version >= _FIRST_WITH_DIRECTORY_IDS
    partition = cls.PartitionData(
        partition_index=PARTITION,
        error_code=response.error,
        error_message=response.message,
        leader_id=response.leader_id,
        leader_epoch=response.epoch,
        high_watermark=response.high_watermark,
        current_voters=_replica_states(response.voters, has_ids=has_ids),
        observers=_replica_states(response.observers, has_ids=has_ids),
    )
    return cls(
        error_message="",
        topics=(cls.TopicData(topic_name=topic.name, partitions=(partition,)),),
        nodes=_nodes(response.nodes) if has_ids and response.nodes is not None else (),
    )


def _replica_states(
    replicas: Iterable[rpc.ReplicaStatus], *, has_ids: bool
) -> tuple[DescribeQuorumResponse.ReplicaState, ...]:
    return tuple(
        DescribeQuorumResponse.ReplicaState(
            replica_id=each.key.id,
            replica_directory_id=(
                directory_to_wire(each.key.directory_id) if has_ids else ZERO_UUID
            ),
            log_end_offset=each.log_end_offset,
            last_fetch_timestamp=each.last_fetch_ms,
            last_caught_up_timestamp=each.last_caught_up_ms,
        )
        for each in replicas
    )


def _nodes(voters: VoterSet) -> tuple[DescribeQuorumResponse.Node, ...]:
    cls = DescribeQuorumResponse
    return tuple(
        cls.Node(
            node_id=voter.id,
            listeners=tuple(
                cls.Listener(name=each.name, host=each.host, port=each.port)
                for each in voter.endpoints
            ),
        )
        for voter in voters
    )
