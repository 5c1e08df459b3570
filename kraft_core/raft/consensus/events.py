"""The closed set of inputs of `RaftCore.handle`: all events of a replica.

A driver turns bytes, timers and completions into these. It may deliver them in any order that its
world produces, with three duties: `Started` first and once; completions of log effects in the order
of the effects; `TurnEnded` after the last of the events that came in together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.values import WitnessReason

if TYPE_CHECKING:
    from kraft_core.raft.consensus.log import LogView, StoredSnapshot
    from kraft_core.raft.consensus.rpc import IncomingResponse, Request
    from kraft_core.raft.consensus.values import (
        BatchSummary,
        ControlRecord,
        Election,
        FailureReason,
        OffsetAndEpoch,
        Payload,
        PeerVersions,
        SnapshotId,
        VersionRange,
    )
    from kraft_core.raft.consensus.voters import VoterSetHistory


ReplyTo = int
"""The driver's number for a request that waits for its answer. Never used twice."""


@dataclass(frozen=True, slots=True)
class Started:
    """Result of recovery, all of it durable by now (file and folder syncs done).

    `election` is None where quorum-state does not exist. `voter_history` has the configured static
    voters and every control record of the latest snapshot and of the log above it. `snapshots` are
    all that are on disk, the bootstrap snapshot (0-0) included: it is never served, but cleaning
    deletes it. The core keeps copies of its own of `log_view` and `voter_history`.
    """

    election: Election | None
    log_view: LogView
    voter_history: VoterSetHistory
    snapshots: tuple[StoredSnapshot, ...] = ()


@dataclass(frozen=True, slots=True)
class DeadlineReached:
    """The time `RaftCore.deadline_ms` has been reached."""


@dataclass(frozen=True, slots=True)
class RequestReceived:
    """A request of a peer or client. `listener` is the name of the listener that received it."""

    reply_to: ReplyTo
    listener: str
    request: Request


@dataclass(frozen=True, slots=True)
class ResponseReceived:
    """The answer to an own request. Answers to requests that were given up can still come."""

    request_id: int
    response: IncomingResponse


@dataclass(frozen=True, slots=True)
class RequestFailed:
    """An own request has no usable answer and will get none."""

    request_id: int
    reason: FailureReason


@dataclass(frozen=True, slots=True)
class PeerDescribed:
    """A peer's report about itself; None for facts that the event does not contain.

    `versions` and `kraft_range` come from its ApiVersions answer. `may_lead` is False for a kraft
    witness and for software that cannot serve the quorum's users as a leader, by the ApiVersions
    request of its Fetch connection.
    """

    replica_id: int
    versions: PeerVersions | None = None
    kraft_range: VersionRange | None = None
    may_lead: bool | None = None


@dataclass(frozen=True, slots=True)
class LeaderUnreachable:
    """The connection to that leader was reset and connecting again was refused."""

    leader_id: int
    epoch: int


@dataclass(frozen=True, slots=True)
class WitnessChanged:
    """A reason for this replica to be a witness begins or ends.

    It is a witness while it has any. The reasons are independent: a controller that cannot
    serve brokers stays a witness when its disk has room again.
    """

    on: bool
    reason: WitnessReason = WitnessReason.CONTROLLER


@dataclass(frozen=True, slots=True)
class AppendRequested:
    """The user's batch for the log of the given epoch.

    `batch` describes it as if it stood alone at offset 0; the core says where it goes.
    """

    append_id: int
    epoch: int
    batch: BatchSummary
    payload: Payload


@dataclass(frozen=True, slots=True)
class UpgradeRequested:
    """Raise kraft.version (UpdateFeatures), or only check whether it can be raised."""

    append_id: int
    epoch: int
    level: int
    validate_only: bool = False


@dataclass(frozen=True, slots=True)
class SnapshotRequested:
    """The state machine can write a snapshot of everything below that offset.

    `at` is the end of a batch that was applied (KAFKA-14619), with the epoch of that batch.
    """

    at: OffsetAndEpoch


@dataclass(frozen=True, slots=True)
class PrefixExpired:
    """Retention allows the log to be deleted below the given stored snapshot."""

    snapshot_id: SnapshotId


@dataclass(frozen=True, slots=True)
class ResignRequested:
    """Give up leadership of that epoch, if this replica leads it."""

    epoch: int


@dataclass(frozen=True, slots=True)
class ShutdownRequested:
    """Hand over what can be handed over, then emit `ShutdownCompleted`."""


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The end of a turn: replies that became due in it can be sent as one."""


@dataclass(frozen=True, slots=True)
class LogFlushed:
    """A completed flush: everything below that end is durable."""

    generation: int
    end_offset: int


@dataclass(frozen=True, slots=True)
class LogTruncated:
    """The truncation is durable; the log ends there, or lower if that is inside a batch."""

    generation: int
    end_offset: int


@dataclass(frozen=True, slots=True)
class LogReset:
    """The log is empty and begins at the snapshot's end; that is durable."""

    generation: int
    snapshot_id: SnapshotId


@dataclass(frozen=True, slots=True)
class LogWriteFailed:
    """A write or sync failed. It is not retried; the process must end."""

    reason: str


@dataclass(frozen=True, slots=True)
class SnapshotChunkStored:
    """The file of that download now has `position` bytes."""

    download: int
    snapshot_id: SnapshotId
    position: int


@dataclass(frozen=True, slots=True)
class SnapshotStored:
    """A snapshot is durable under its final name.

    `origin` is the number of the download that brought it; None if it was written here, or fetched
    by other means than this core. `control_records` are those of its header batch.
    """

    snapshot_id: SnapshotId
    origin: int | None
    size_bytes: int
    control_records: tuple[ControlRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class SnapshotFailed:
    """Writing or downloading a snapshot failed.

    A downloaded file is not a valid snapshot, or the state machine stopped writing one. With a
    `reason`, the error of the disk, the snapshot could not be written; it is tried again later.
    """

    snapshot_id: SnapshotId
    origin: int | None
    reason: str = ""


Event = (
    RequestReceived
    | ResponseReceived
    | LogFlushed
    | TurnEnded
    | DeadlineReached
    | AppendRequested
    | RequestFailed
    | PeerDescribed
    | LeaderUnreachable
    | LogTruncated
    | LogReset
    | LogWriteFailed
    | SnapshotRequested
    | SnapshotChunkStored
    | SnapshotStored
    | SnapshotFailed
    | PrefixExpired
    | UpgradeRequested
    | WitnessChanged
    | ResignRequested
    | ShutdownRequested
    | Started
)
