"""The views of `kraft_quorum`: their columns, and the rows of `status`.

View `metadata` is that of a log, with the cluster instead of the path; its rows are made by tasks
(`slices`). View `status` has a row for each replica, as the leader describes its quorum.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final, Protocol

import pyarrow as pa

from kraft_core.client import ClientError
from kraft_core.client.metadata_log import TOPIC, describe_quorum_request
from kraft_spark.columns import STATUS, TEXT, Picked, ViewColumns, pick, view_columns
from kraft_spark.decoding.arrow_decode import timestamp_of
from kraft_wire.errors import ErrorCode, UnsupportedVersionError
from kraft_wire.messages import (
    DescribeClusterRequest,
    DescribeClusterResponse,
    DescribeQuorumResponse,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_spark.quorum.options import QuorumOptions
    from kraft_wire.message import Message, Request

CLUSTER_ID: Final = pa.field("clusterId", TEXT)


def quorum_columns(options: QuorumOptions) -> ViewColumns:
    """The columns that a read with these options has."""
    if options.view == "status":
        return ViewColumns(STATUS)
    typed = options.typed()
    found = view_columns("metadata", typed=None if typed is None else typed.columns)
    default = [CLUSTER_ID if one.name == "path" else one for one in found.default]
    return ViewColumns(pa.schema(default), found.more)


def picked_quorum_columns(
    options: QuorumOptions, wanted: Iterable[pa.Field] | None = None
) -> tuple[Picked, ...]:
    """The columns of the result: those of a user's schema, or the default ones.

    Raises SchemaError.
    """
    columns = quorum_columns(options)
    name = f"{options.view} of kraft_quorum"
    return pick(columns, columns.default if wanted is None else wanted, name)


_CONTROLLERS = 2
"""The endpoint type that a controller is asked for (KIP-919)."""

_ATTEMPTS = 20
_PAUSE_S = 0.25

Row = dict[str, Any]


class CallClient(Protocol):
    """What makes requests to the leader."""

    def call(self, request: Request[Any], *, is_repeatable: bool = False) -> Message:
        """Make one."""


class StatusError(Exception):
    """The leader does not tell of its quorum."""


def cluster_id_of(client: CallClient) -> str | None:
    """Ask for the cluster's id; None where controllers do not tell it (before Kafka 3.7).

    A controller that has just become active may refuse for a moment.
    """
    request = DescribeClusterRequest(endpoint_type=_CONTROLLERS)
    for attempt in range(_ATTEMPTS):
        if attempt:
            time.sleep(_PAUSE_S)
        try:
            response = client.call(request, is_repeatable=True)
        except UnsupportedVersionError:
            return None
        if isinstance(response, DescribeClusterResponse) and not response.error_code:
            return response.cluster_id or None
    return None


def status_rows(client: CallClient, cluster_id: str | None) -> list[Row]:
    """Voters, then observers; raises StatusError and errors of the client."""
    response = client.call(describe_quorum_request(), is_repeatable=True)
    observed_us = time.time_ns() // 1000
    partition = _partition(response)
    common = {
        "clusterId": cluster_id,
        "leaderId": partition.leader_id,
        "leaderEpoch": partition.leader_epoch,
        "highWatermark": partition.high_watermark,
        "observedAt": observed_us,
    }
    ends = {voter.replica_id: voter.log_end_offset for voter in partition.current_voters}
    leader_end = ends.get(partition.leader_id)
    endpoints = _endpoints(response)
    found = []
    for replicas, is_voter in ((partition.current_voters, True), (partition.observers, False)):
        for replica in replicas:
            status = "Follower" if is_voter else "Observer"
            if is_voter and replica.replica_id == partition.leader_id:
                status = "Leader"
            listed = endpoints.get(replica.replica_id)
            found.append(
                {**common, **_replica(replica, leader_end), "status": status, "endpoints": listed}
            )
    return found


def _partition(response: Message) -> DescribeQuorumResponse.PartitionData:
    if not isinstance(response, DescribeQuorumResponse):
        raise ClientError("the leader sent an unexpected response")
    partitions = [
        partition
        for topic in response.topics
        if topic.topic_name == TOPIC
        for partition in topic.partitions
    ]
    error = response.error_code or (partitions[0].error_code if partitions else 0)
    if error or len(partitions) != 1:
        code = ErrorCode(error)
        raise StatusError(f"DescribeQuorum was refused with error {code} ({code.name})")
    return partitions[0]


def _replica(replica: DescribeQuorumResponse.ReplicaState, leader_end: int | None) -> Row:
    end = replica.log_end_offset
    return {
        "nodeId": replica.replica_id,
        "directoryId": str(replica.replica_directory_id),
        "logEndOffset": end,
        "lag": None if leader_end is None else leader_end - end,
        "lastFetchTimestamp": timestamp_of(replica.last_fetch_timestamp),
        "lastCaughtUpTimestamp": timestamp_of(replica.last_caught_up_timestamp),
    }


def _endpoints(response: Message) -> dict[int, list[Row]]:
    nodes = response.nodes if isinstance(response, DescribeQuorumResponse) else ()
    return {
        node.node_id: [
            {"name": each.name, "host": each.host, "port": each.port} for each in node.listeners
        ]
        for node in nodes
    }
