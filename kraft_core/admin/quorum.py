"""DescribeQuorum, AddRaftVoter, RemoveRaftVoter: replication progress and the voter set."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kraft_core.admin.errors import check
from kraft_core.admin.routes import WORK_S, ask
from kraft_core.client.errors import ClientError, CorruptAnswerError
from kraft_core.client.metadata_log import TOPIC, describe_quorum_request
from kraft_wire import messages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.admin.routes import Route
    from kraft_core.client.steps import Operation
    from kraft_wire.primitives import Uuid


class VoterEndpoint(NamedTuple):
    """Address of a controller under the name of a listener (RaftVoterEndpoint)."""

    name: str
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.name}://{host}:{self.port}"


class QuorumDescription(NamedTuple):
    """The leader's description of its quorum, and the addresses of the voters."""

    partition: messages.DescribeQuorumResponse.PartitionData
    response: messages.DescribeQuorumResponse

    @property
    def leader(self) -> messages.DescribeQuorumResponse.ReplicaState:
        """The leader among the voters; raises ClientError while it is removing itself."""
        partition = self.partition
        for voter in partition.current_voters:
            if voter.replica_id == partition.leader_id:
                return voter
        raise ClientError(
            f"the leader, node {partition.leader_id}, is not among the voters: it is being removed"
        )

    def endpoints_of(self, node_id: int) -> tuple[VoterEndpoint, ...]:
        """Return the addresses of a node; empty if the leader does not know them."""
        return tuple(
            VoterEndpoint(each.name, each.host, each.port)
            for node in self.response.nodes
            if node.node_id == node_id
            for each in node.listeners
        )


def describe_quorum(route: Route) -> Operation[QuorumDescription]:
    """Ask the leader for the state of its quorum; raises ClientError."""
    request = describe_quorum_request()
    response = yield from ask(route, request, messages.DescribeQuorumResponse, is_repeatable=True)
    check(response.error_code, response.error_message)
    topics = response.topics
    if len(topics) != 1 or topics[0].topic_name != TOPIC or len(topics[0].partitions) != 1:
        raise CorruptAnswerError("the DescribeQuorum response does not contain the metadata log")
    partition = topics[0].partitions[0]
    if partition.partition_index != 0:
        raise CorruptAnswerError("the DescribeQuorum response is for another partition")
    check(partition.error_code, partition.error_message)
    return QuorumDescription(partition, response)


def add_voter(
    route: Route,
    voter_id: int,
    directory_id: Uuid,
    endpoints: Iterable[VoterEndpoint],
    cluster_id: str | None = None,
) -> Operation[messages.AddRaftVoterResponse]:
    """Make an observer a voter; it is one on return. Raises ClientError."""
    request = messages.AddRaftVoterRequest(
        cluster_id=cluster_id,
        timeout_ms=int(WORK_S * 1000),
        voter_id=voter_id,
        voter_directory_id=directory_id,
        listeners=[
            messages.AddRaftVoterRequest.Listener(name=each.name, host=each.host, port=each.port)
            for each in endpoints
        ],
    )
    response = yield from ask(route, request, messages.AddRaftVoterResponse, is_repeatable=False)
    check(response.error_code, response.error_message)
    return response


def remove_voter(
    route: Route, voter_id: int, directory_id: Uuid
) -> Operation[messages.RemoveRaftVoterResponse]:
    """Make a voter an observer; it is one on return. Raises ClientError."""
    request = messages.RemoveRaftVoterRequest(
        cluster_id=None, voter_id=voter_id, voter_directory_id=directory_id
    )
    response = yield from ask(route, request, messages.RemoveRaftVoterResponse, is_repeatable=False)
    check(response.error_code, response.error_message)
    return response
