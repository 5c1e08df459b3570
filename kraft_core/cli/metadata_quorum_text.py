"""What `kraft metadata-quorum describe` prints: the texts of kafka-metadata-quorum 4.3."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.client.errors import ClientError
from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.admin.quorum import QuorumDescription
    from kraft_wire.messages import DescribeQuorumResponse

HEADERS: Final = (
    "NodeId",
    "DirectoryId",
    "LogEndOffset",
    "Lag",
    "LastFetchTimestamp",
    "LastCaughtUpTimestamp",
    "Status",
)
LABEL_WIDTH: Final = 24
UNKNOWN: Final = -1


def status_lines(description: QuorumDescription, cluster_id: str) -> list[str]:
    """The summary: who leads, how far the slowest voter is behind, who takes part."""
    partition, leader = description.partition, description.leader
    slowest = min(partition.current_voters, key=lambda voter: voter.log_end_offset)
    values = {
        "ClusterId": cluster_id,
        "LeaderId": partition.leader_id,
        "LeaderEpoch": partition.leader_epoch,
        "HighWatermark": partition.high_watermark,
        "MaxFollowerLag": leader.log_end_offset - slowest.log_end_offset,
        "MaxFollowerLagTimeMs": _lag_ms(leader, slowest),
        "CurrentVoters": _replicas(description, partition.current_voters),
        "CurrentObservers": _replicas(description, partition.observers),
    }
    return [f"{label + ':':<{LABEL_WIDTH}}{value}" for label, value in values.items()]


def replication_lines(description: QuorumDescription, now_ms: int | None = None) -> list[str]:
    """The table of all replicas; with `now_ms` times are told as how long ago they were."""
    partition, leader = description.partition, description.leader
    rows = [_row(leader, leader, "Leader", now_ms)]
    followers = [each for each in partition.current_voters if each.replica_id != leader.replica_id]
    rows += [_row(follower, leader, "Follower", now_ms) for follower in followers]
    rows += [_row(observer, leader, "Observer", now_ms) for observer in partition.observers]
    widths = [max(map(len, column)) for column in zip(HEADERS, *rows, strict=True)]
    return [
        "".join(f"{cell:<{width}}\t" for cell, width in zip(row, widths, strict=True))
        for row in (HEADERS, *rows)
    ]


def _lag_ms(
    leader: DescribeQuorumResponse.ReplicaState, slowest: DescribeQuorumResponse.ReplicaState
) -> int:
    if leader is slowest:
        return 0
    times = (leader.last_caught_up_timestamp, slowest.last_caught_up_timestamp)
    return UNKNOWN if UNKNOWN in times else times[0] - times[1]


def _replicas(
    description: QuorumDescription, replicas: Iterable[DescribeQuorumResponse.ReplicaState]
) -> str:
    found = []
    for replica in replicas:
        text = f'"id": {replica.replica_id}'
        if replica.replica_directory_id != ZERO_UUID:
            text += f', "directoryId": "{replica.replica_directory_id}"'
        endpoints = description.endpoints_of(replica.replica_id)
        if endpoints:
            told = ", ".join(f'"{endpoint}"' for endpoint in endpoints)
            text += f', "endpoints": [{told}]'
        found.append(f"{{{text}}}")
    return f"[{', '.join(found)}]"


def _row(
    replica: DescribeQuorumResponse.ReplicaState,
    leader: DescribeQuorumResponse.ReplicaState,
    status: str,
    now_ms: int | None,
) -> tuple[str, ...]:
    return (
        str(replica.replica_id),
        str(replica.replica_directory_id),
        str(replica.log_end_offset),
        str(leader.log_end_offset - replica.log_end_offset),
        _time(replica.last_fetch_timestamp, now_ms),
        _time(replica.last_caught_up_timestamp, now_ms),
        status,
    )


def _time(timestamp_ms: int, now_ms: int | None) -> str:
    if timestamp_ms == UNKNOWN or now_ms is None:
        return str(timestamp_ms)
    if not 0 < timestamp_ms <= now_ms:
        raise ClientError(
            f"the clocks do not agree: it is {now_ms}, and a replica was heard of at {timestamp_ms}"
        )
    return f"{now_ms - timestamp_ms} ms ago"
