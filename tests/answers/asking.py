"""Requests of peers and clients: right in everything that a case does not say otherwise."""

from __future__ import annotations

from typing import Any

from kraft_wire.messages import (
    AddRaftVoterRequest,
    ApiVersionsRequest,
    BeginQuorumEpochRequest,
    DescribeQuorumRequest,
    EndQuorumEpochRequest,
    FetchRequest,
    FetchSnapshotRequest,
    RemoveRaftVoterRequest,
    UpdateFeaturesRequest,
    UpdateRaftVoterRequest,
    VoteRequest,
)
from kraft_wire.primitives import ZERO_UUID, Uuid
from tests.answers.target import CLUSTER_ID, OWN_ID

TOPIC = "__cluster_metadata"
TOPIC_ID = Uuid(bytes(15) + b"\x01")
OTHER_ID = Uuid(bytes([0x44] * 16))
LISTENER = "CONTROLLER"
NAMED = ApiVersionsRequest(client_software_name="test-client", client_software_version="1.0")


def vote(
    replica: int,
    epoch: int,
    *,
    directory: Uuid = ZERO_UUID,
    voter: int = OWN_ID,
    voter_directory: Uuid = ZERO_UUID,
    log: tuple[int, int] = (0, 0),
    pre: bool = False,
    cluster: str | None = CLUSTER_ID,
    topic: str = TOPIC,
    index: int = 0,
    partitions: int = 1,
    topics: int = 1,
) -> VoteRequest:
    """A Vote; `log` is the epoch of its last record and its end offset."""
    partition = VoteRequest.PartitionData(
        partition_index=index,
        replica_epoch=epoch,
        replica_id=replica,
        replica_directory_id=directory,
        voter_directory_id=voter_directory,
        last_offset_epoch=log[0],
        last_offset=log[1],
        pre_vote=pre,
    )
    found = VoteRequest.TopicData(topic_name=topic, partitions=(partition,) * partitions)
    return VoteRequest(cluster_id=cluster, voter_id=voter, topics=(found,) * topics)


def begin(
    leader: int,
    epoch: int,
    endpoints: Any = (),
    *,
    voter: int = OWN_ID,
    voter_directory: Uuid = ZERO_UUID,
    cluster: str | None = CLUSTER_ID,
    topic: str = TOPIC,
    index: int = 0,
    partitions: int = 1,
    topics: int = 1,
) -> BeginQuorumEpochRequest:
    """A BeginQuorumEpoch; `endpoints` are names, hosts and ports."""
    cls = BeginQuorumEpochRequest
    partition = cls.PartitionData(
        partition_index=index,
        voter_directory_id=voter_directory,
        leader_id=leader,
        leader_epoch=epoch,
    )
    found = cls.TopicData(topic_name=topic, partitions=(partition,) * partitions)
    told = tuple(
        cls.LeaderEndpoint(name=name, host=host, port=port) for name, host, port in endpoints
    )
    return cls(cluster_id=cluster, voter_id=voter, topics=(found,) * topics, leader_endpoints=told)


def end(
    leader: int,
    epoch: int,
    preferred: Any = (),
    *,
    successors: tuple[int, ...] = (),
    cluster: str | None = CLUSTER_ID,
    topic: str = TOPIC,
    index: int = 0,
    partitions: int = 1,
    topics: int = 1,
) -> EndQuorumEpochRequest:
    """An EndQuorumEpoch; `preferred` are ids and directory ids, `successors` those of version 0."""
    cls = EndQuorumEpochRequest
    partition = cls.PartitionData(
        partition_index=index,
        leader_id=leader,
        leader_epoch=epoch,
        preferred_successors=successors,
        preferred_candidates=tuple(
            cls.ReplicaInfo(candidate_id=each, candidate_directory_id=directory)
            for each, directory in preferred
        ),
    )
    found = cls.TopicData(topic_name=topic, partitions=(partition,) * partitions)
    return cls(cluster_id=cluster, topics=(found,) * topics)


def fetch(
    epoch: int,
    offset: int,
    last_epoch: int,
    *,
    replica: int = -1,
    directory: Uuid = ZERO_UUID,
    wait_ms: int = 0,
    max_bytes: int = 1 << 20,
    cluster: str | None = CLUSTER_ID,
    topic_id: Uuid = TOPIC_ID,
    topic: str = TOPIC,
    index: int = 0,
    partitions: int = 1,
    topics: int = 1,
    version: int = 18,
    watermark: int | None = None,
    **more: Any,
) -> FetchRequest:
    """A Fetch as a replica sends it."""
    cls = FetchRequest
    fields: dict[str, Any] = {"high_watermark": watermark} if watermark is not None else {}
    partition = cls.FetchPartition(
        partition=index,
        current_leader_epoch=epoch,
        fetch_offset=offset,
        last_fetched_epoch=last_epoch,
        log_start_offset=more.pop("log_start_offset", -1),
        partition_max_bytes=more.pop("partition_max_bytes", 0),
        replica_directory_id=directory,
        **fields,
    )
    named = {"topic_id": topic_id} if version >= 13 else {"topic": topic}
    found = cls.FetchTopic(partitions=(partition,) * partitions, **named)
    who: dict[str, Any] = {"replica_id": replica}
    if version >= 15:
        who = {"replica_state": cls.ReplicaState(replica_id=replica, replica_epoch=-1)}
    return cls(
        cluster_id=cluster,
        max_wait_ms=wait_ms,
        max_bytes=max_bytes,
        topics=(found,) * topics,
        **{"session_id": 0, "session_epoch": -1, **who, **more},
    )


def fetch_snapshot(
    epoch: int,
    snapshot: tuple[int, int],
    position: int = 0,
    *,
    replica: int = -1,
    directory: Uuid = ZERO_UUID,
    max_bytes: int = 1 << 20,
    cluster: str | None = CLUSTER_ID,
    topic: str = TOPIC,
    index: int = 0,
    partitions: int = 1,
    topics: int = 1,
) -> FetchSnapshotRequest:
    """A FetchSnapshot; `snapshot` is its end offset and epoch."""
    cls = FetchSnapshotRequest
    partition = cls.PartitionSnapshot(
        partition=index,
        current_leader_epoch=epoch,
        snapshot_id=cls.SnapshotId(end_offset=snapshot[0], epoch=snapshot[1]),
        position=position,
        replica_directory_id=directory,
    )
    found = cls.TopicSnapshot(name=topic, partitions=(partition,) * partitions)
    return cls(
        cluster_id=cluster, replica_id=replica, max_bytes=max_bytes, topics=(found,) * topics
    )


def describe_quorum(
    topic: str = TOPIC, index: int = 0, *, partitions: int = 1, topics: int = 1
) -> DescribeQuorumRequest:
    """A DescribeQuorum."""
    cls = DescribeQuorumRequest
    found = cls.TopicData(
        topic_name=topic, partitions=(cls.PartitionData(partition_index=index),) * partitions
    )
    return cls(topics=(found,) * topics)


def add_voter(
    voter: int,
    directory: Uuid,
    listeners: Any = ((LISTENER, "127.0.0.1", 9),),
    *,
    cluster: str | None = CLUSTER_ID,
    timeout_ms: int = 1000,
    ack: bool = True,
) -> AddRaftVoterRequest:
    """An AddRaftVoter."""
    cls = AddRaftVoterRequest
    told = tuple(cls.Listener(name=name, host=host, port=port) for name, host, port in listeners)
    return cls(
        cluster_id=cluster,
        timeout_ms=timeout_ms,
        voter_id=voter,
        voter_directory_id=directory,
        listeners=told,
        ack_when_committed=ack,
    )


def remove_voter(
    voter: int, directory: Uuid, *, cluster: str | None = CLUSTER_ID
) -> RemoveRaftVoterRequest:
    """A RemoveRaftVoter."""
    return RemoveRaftVoterRequest(cluster_id=cluster, voter_id=voter, voter_directory_id=directory)


def update_voter(
    voter: int,
    directory: Uuid,
    epoch: int,
    listeners: Any = ((LISTENER, "127.0.0.1", 9),),
    *,
    levels: tuple[int, int] = (0, 1),
    cluster: str | None = CLUSTER_ID,
) -> UpdateRaftVoterRequest:
    """An UpdateRaftVoter."""
    cls = UpdateRaftVoterRequest
    told = tuple(cls.Listener(name=name, host=host, port=port) for name, host, port in listeners)
    return cls(
        cluster_id=cluster,
        current_leader_epoch=epoch,
        voter_id=voter,
        voter_directory_id=directory,
        listeners=told,
        kraft_version_feature=cls.KRaftVersionFeature(
            min_supported_version=levels[0], max_supported_version=levels[1]
        ),
    )


def update_features(
    *updates: tuple[str, int, int], only: bool = False, downgrade: bool = False, version: int = 2
) -> UpdateFeaturesRequest:
    """An UpdateFeatures: names, levels and upgrade types."""
    cls = UpdateFeaturesRequest
    asked = tuple(
        cls.FeatureUpdateKey(
            feature=name,
            max_version_level=level,
            **({"upgrade_type": kind} if version else {"allow_downgrade": downgrade}),
        )
        for name, level, kind in updates
    )
    return cls(timeout_ms=5000, feature_updates=asked, validate_only=only)
