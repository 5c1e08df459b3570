"""The views of `kraft_quorum`: their columns and their rows.

View `metadata` is that of a log, with the cluster instead of the path. The driver sends committed
batches to a task as slices, and the task makes the rows. View `status` has a row for each replica,
as the leader describes its quorum; the driver makes them.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np
import pyarrow as pa

from kraft_core.client import ClientError
from kraft_core.client.metadata_log import TOPIC, describe_quorum_request
from kraft_spark.columns import STATUS, TEXT, Picked, ViewColumns, arrow_schema, pick, view_columns
from kraft_spark.decoding.arrow_decode import timestamp_of
from kraft_spark.decoding.decoded_batches import DecodedBatches, read_payloads
from kraft_spark.files.log_file import METADATA_TOPIC
from kraft_spark.files.segment_scan import block_of, follow
from kraft_spark.log.message_views import MetadataView
from kraft_spark.log.parts import Bounds
from kraft_spark.log.reading import DamagedLogError, in_pieces
from kraft_wire.errors import ErrorCode, UnsupportedVersionError
from kraft_wire.messages import (
    DescribeClusterRequest,
    DescribeClusterResponse,
    DescribeQuorumResponse,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kraft_spark.quorum.options import QuorumOptions
    from kraft_wire.message import Message, Request

BYTES_PER_TASK: Final = 4 << 20
"""A task gets no more than this, unless one batch has more."""

_ROWS_PER_BATCH: Final = 50_000
_DECOMPRESSED_BYTES_MAX: Final = 256 << 20


@dataclass(frozen=True, slots=True)
class QuorumSlice:
    """Whole batches of the log or of a snapshot.

    `bounds` says which offsets of the log count. `position` is where the bytes are in the
    snapshot; `end_offset` and `epoch` are the snapshot's, None in the log.
    """

    data: bytes
    cluster_id: str | None
    bounds: Bounds = field(default_factory=Bounds)
    position: int = 0
    end_offset: int | None = None
    epoch: int | None = None

    @property
    def source(self) -> str:
        """Log or snapshot."""
        return "log" if self.end_offset is None else "snapshot"

    @property
    def uri(self) -> str:
        """The source of the bytes, for errors."""
        return f"{self.source} of cluster {self.cluster_id}"

    def constants(self) -> dict[str, Any]:
        """Return the columns that all rows share."""
        found = {
            "topic": METADATA_TOPIC,
            "partition": 0,
            "source": self.source,
            "snapshotEndOffset": self.end_offset,
            "snapshotEpoch": self.epoch,
            "clusterId": self.cluster_id,
        }
        if self.end_offset is None:
            found["position"] = None  # a leader does not report positions
        return found


class SliceReader:
    """Makes rows of slices: decodes records and skips unwanted types."""

    def __init__(self, options: QuorumOptions, picked: tuple[Picked, ...]) -> None:
        self._picked = picked
        self._schema = arrow_schema(picked)
        self._view = MetadataView(options, options.typed(), options.exclude)

    def read(self, slices: Iterable[QuorumSlice]) -> Iterator[pa.RecordBatch]:
        """Yield the rows, in order. Raises DamagedLogError and UndecodableRecordError."""
        for one in slices:
            for found in _records(one):
                for piece in in_pieces(found, _ROWS_PER_BATCH):
                    table = self._view.table(piece, one.constants(), one)
                    if len(table):
                        columns = [
                            table.column(each, wanted.type)
                            for each, wanted in zip(self._picked, self._schema, strict=True)
                        ]
                        yield pa.RecordBatch.from_arrays(columns, schema=self._schema)


def _records(one: QuorumSlice) -> Iterator[DecodedBatches]:
    """Yield the wanted records; the client has checked checksums and lengths."""
    size = len(one.data)
    chain = follow(memoryview(one.data), 0, size)
    if chain.next != size:
        raise DamagedLogError(f"{one.uri}: no batch begins at byte {one.position + chain.next}")
    block = block_of(one.data, one.position, chain, check_crcs=False)
    for found in read_payloads(block, max_bytes=_DECOMPRESSED_BYTES_MAX):
        for index, reason in found.bad.items():
            offset = int(found.block.heads["baseOffset"][index])
            raise DamagedLogError(f"{one.uri}, batch of offset {offset}: {reason}")
        if one.bounds.is_open():
            yield found
            continue
        base = found.block.heads["baseOffset"].astype(np.int64)
        keep = one.bounds.offsets(base[found.spans.batch] + found.spans.delta)
        yield replace(found, spans=found.spans.chosen(keep))


CLUSTER_ID: Final = pa.field("clusterId", TEXT)


def quorum_columns(options: QuorumOptions) -> ViewColumns:
    """Return the columns that a read with these options has."""
    if options.view == "status":
        return ViewColumns(STATUS)
    typed = options.typed()
    found = view_columns("metadata", typed=None if typed is None else typed.columns)
    default = [CLUSTER_ID if one.name == "path" else one for one in found.default]
    return ViewColumns(pa.schema(default), found.more)


def picked_quorum_columns(
    options: QuorumOptions, wanted: Iterable[pa.Field] | None = None
) -> tuple[Picked, ...]:
    """Return the columns of the result: those of a user's schema, or the default ones.

    Raises SchemaError.
    """
    columns = quorum_columns(options)
    name = f"{options.view} of kraft_quorum"
    return pick(columns, columns.default if wanted is None else wanted, name)


_CONTROLLERS = 2
"""The endpoint type to request of a controller (KIP-919)."""

_ATTEMPTS = 20
_PAUSE_S = 0.25

Row = dict[str, Any]


class CallClient(Protocol):
    """A client that sends requests to the leader."""

    def call(self, request: Request[Any], *, is_repeatable: bool = False) -> Message:
        """Send a request and return its response."""


class StatusError(Exception):
    """The leader refused to describe its quorum."""


def cluster_id_of(client: CallClient) -> str | None:
    """Request the cluster's id; None where controllers do not report it (before Kafka 3.7).

    A controller that has just become active can refuse for a moment.
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
    """Return voters, then observers; raises StatusError and errors of the client."""
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
