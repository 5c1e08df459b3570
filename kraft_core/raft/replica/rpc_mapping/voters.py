"""Messages about the voter set: changes of it, its description, and the probe of a new voter.

AddRaftVoter, RemoveRaftVoter and UpdateRaftVoter are keys 80, 81 and 82 (KIP-853). DescribeQuorum
is key 55: version 1 added instants, version 2 directory ids, nodes and texts. The leader asks a
voter to be for its ApiVersions: which kraft.version does it support.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.raft.batches import directory_from_wire, directory_to_wire
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import STATIC_RANGE, Endpoint, ReplicaKey, VersionRange
from kraft_core.raft.quorum_state import ContestedEntry, QuorumState, RegressedEntry, encode_state
from kraft_core.raft.replica.rpc_mapping.partition import (
    leader_from_wire,
    leader_id_to_wire,
    listeners_from_wire,
    listeners_to_wire,
    reachable,
    sole_partition,
)
from kraft_core.raft.topic import PARTITION
from kraft_wire.connection.client import SOFTWARE
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    AddRaftVoterRequest,
    AddRaftVoterResponse,
    ApiVersionsRequest,
    ApiVersionsResponse,
    DescribeQuorumRequest,
    DescribeQuorumResponse,
    RemoveRaftVoterRequest,
    RemoveRaftVoterResponse,
    UpdateRaftVoterRequest,
    UpdateRaftVoterResponse,
)
from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.raft.consensus.contested import ContestedVoter
    from kraft_core.raft.consensus.progress import Regression
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.topic import QuorumTopic


def add_raft_voter_from_wire(message: AddRaftVoterRequest) -> rpc.AddRaftVoter:
    """Read an AddRaftVoter; version 0 is answered when the change is committed."""
    return rpc.AddRaftVoter(
        message.cluster_id,
        ReplicaKey(message.voter_id, directory_from_wire(message.voter_directory_id)),
        listeners_from_wire(message.listeners),
        message.ack_when_committed,
        message.timeout_ms,
    )


def add_raft_voter_to_wire(request: rpc.AddRaftVoter) -> AddRaftVoterRequest:
    """Write an AddRaftVoter; version 1 is needed unless the answer is to wait for the commit."""
    cls = AddRaftVoterRequest
    return cls(
        cluster_id=request.cluster_id,
        timeout_ms=request.timeout_ms,
        voter_id=request.voter.id,
        voter_directory_id=directory_to_wire(request.voter.directory_id),
        listeners=listeners_to_wire(request.endpoints, cls.Listener),
        ack_when_committed=request.ack_when_committed,
    )


def add_raft_voter_response_from_wire(message: AddRaftVoterResponse) -> rpc.AddRaftVoterResponse:
    """Read the answer to an AddRaftVoter."""
    return rpc.AddRaftVoterResponse(ErrorCode(message.error_code), message.error_message)


def add_raft_voter_response_to_wire(response: rpc.AddRaftVoterResponse) -> AddRaftVoterResponse:
    """Write the answer to an AddRaftVoter."""
    return AddRaftVoterResponse(error_code=response.error, error_message=response.message)


def remove_raft_voter_from_wire(message: RemoveRaftVoterRequest) -> rpc.RemoveRaftVoter:
    """Read a RemoveRaftVoter."""
    key = ReplicaKey(message.voter_id, directory_from_wire(message.voter_directory_id))
    return rpc.RemoveRaftVoter(message.cluster_id, key)


def remove_raft_voter_to_wire(request: rpc.RemoveRaftVoter) -> RemoveRaftVoterRequest:
    """Write a RemoveRaftVoter."""
    return RemoveRaftVoterRequest(
        cluster_id=request.cluster_id,
        voter_id=request.voter.id,
        voter_directory_id=directory_to_wire(request.voter.directory_id),
    )


def remove_raft_voter_response_from_wire(
    message: RemoveRaftVoterResponse,
) -> rpc.RemoveRaftVoterResponse:
    """Read the answer to a RemoveRaftVoter."""
    return rpc.RemoveRaftVoterResponse(ErrorCode(message.error_code), message.error_message)


def remove_raft_voter_response_to_wire(
    response: rpc.RemoveRaftVoterResponse,
) -> RemoveRaftVoterResponse:
    """Write the answer to a RemoveRaftVoter."""
    return RemoveRaftVoterResponse(error_code=response.error, error_message=response.message)


def update_raft_voter_from_wire(message: UpdateRaftVoterRequest) -> rpc.UpdateRaftVoter:
    """Read an UpdateRaftVoter."""
    feature = message.kraft_version_feature
    return rpc.UpdateRaftVoter(
        message.cluster_id,
        message.current_leader_epoch,
        ReplicaKey(message.voter_id, directory_from_wire(message.voter_directory_id)),
        listeners_from_wire(message.listeners),
        VersionRange(feature.min_supported_version, feature.max_supported_version),
    )


def update_raft_voter_to_wire(request: rpc.UpdateRaftVoter) -> UpdateRaftVoterRequest:
    """Write an UpdateRaftVoter."""
    cls = UpdateRaftVoterRequest
    return cls(
        cluster_id=request.cluster_id,
        current_leader_epoch=request.epoch,
        voter_id=request.voter.id,
        voter_directory_id=directory_to_wire(request.voter.directory_id),
        listeners=listeners_to_wire(request.endpoints, cls.Listener),
        kraft_version_feature=cls.KRaftVersionFeature(
            min_supported_version=request.kraft_range.lowest,
            max_supported_version=request.kraft_range.highest,
        ),
    )


def update_raft_voter_response_from_wire(
    message: UpdateRaftVoterResponse, listener: str
) -> rpc.UpdateRaftVoterResponse:
    """Read the answer to an UpdateRaftVoter; an empty host means that no endpoint is known."""
    current = message.current_leader
    leader = leader_from_wire(current.leader_id, current.leader_epoch)
    endpoint = reachable(Endpoint(listener, current.host, current.port))
    return rpc.UpdateRaftVoterResponse(
        ErrorCode(message.error_code), leader, None if leader.leader_id is None else endpoint
    )


def update_raft_voter_response_to_wire(
    response: rpc.UpdateRaftVoterResponse,
) -> UpdateRaftVoterResponse:
    """Write the answer to an UpdateRaftVoter; it names the leader whatever the outcome."""
    cls = UpdateRaftVoterResponse
    endpoint = response.leader_endpoint
    return cls(
        error_code=response.error,
        current_leader=cls.CurrentLeader(
            leader_id=leader_id_to_wire(response.leader),
            leader_epoch=response.leader.epoch,
            host="" if endpoint is None else endpoint.host,
            port=0 if endpoint is None else endpoint.port,
        ),
    )


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
    """Write the answer to a DescribeQuorum; texts are empty, never null.

    Contested and regressed voters have no field: they go into the state document (divergence N54).
    """
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
        unknown_tagged_fields=encode_state(
            QuorumState(
                tuple(map(_contested_entry, response.contested)),
                tuple(map(_regressed_entry, response.regressions)),
            )
        ),
    )


def _regressed_entry(regression: Regression) -> RegressedEntry:
    directory_id = directory_to_wire(regression.key.directory_id)
    return RegressedEntry(
        regression.key.id,
        str(directory_id),
        regression.acknowledged,
        regression.fetched,
        regression.wall_ms,
    )


def _contested_entry(voter: ContestedVoter) -> ContestedEntry:
    """Return the entry; the first endpoint of each claim is that of the default listener."""
    addresses = tuple(f"{claim[0].host}:{claim[0].port}" for claim in voter.claims if claim)
    directory_id = directory_to_wire(voter.key.directory_id)
    return ContestedEntry(voter.key.id, str(directory_id), addresses)


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
            listeners=listeners_to_wire(voter.endpoints, cls.Listener),
        )
        for voter in voters
    )


KRAFT_VERSION: Final = "kraft.version"


def probe_to_wire() -> ApiVersionsRequest:
    """Write the probe. Below version 4 a feature whose lowest level is 0 is not answered."""
    name, version = SOFTWARE
    return ApiVersionsRequest(client_software_name=name, client_software_version=version)


def probe_response_from_wire(message: ApiVersionsResponse) -> rpc.ApiVersionsResponse:
    """Return the levels of kraft.version in an ApiVersions answer."""
    return rpc.ApiVersionsResponse(ErrorCode(message.error_code), kraft_range(message))


def kraft_range(message: ApiVersionsResponse) -> VersionRange:
    """Return the levels of kraft.version in an ApiVersions answer."""
    for feature in message.supported_features:
        if feature.name == KRAFT_VERSION:
            return VersionRange(feature.min_version, feature.max_version)
    return STATIC_RANGE
