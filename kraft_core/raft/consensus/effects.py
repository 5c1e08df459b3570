"""The closed set of outputs of `RaftCore.handle`: all actions of a replica.

The order rule, which is the whole contract of a driver:

* Perform effects in the order of the list. `StoreElection` returns only when it is durable; nothing
  after it may begin before.
* Log effects (`AppendRecords`, `AppendControlRecords`, `TruncateLog`, `ResetLog`,
  `DeleteLogPrefix`) go through one first-in-first-out queue. Each carries the generation that it
  belongs to; completions say it back.
* A read (`SendRecords`) sees the log effects that are before it in the list and none that come
  after; if the log's generation is another one when it is performed, it is answered with
  NOT_LEADER_OR_FOLLOWER.

A `Note` is a line for a log: one kind for each event that a trace or a simulation looks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import ReplyTo
    from kraft_core.raft.consensus.rpc import (
        FetchResponse,
        FetchSnapshotResponse,
        OutgoingRequest,
        Response,
    )
    from kraft_core.raft.consensus.values import (
        BatchSummary,
        ControlRecord,
        Election,
        LeaderAndEpoch,
        Node,
        Payload,
        SnapshotId,
    )
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_wire.errors import ErrorCode


# -- notes -----------------------------------------------------------------------------------------


class NoteKind(StrEnum):
    """Every kind of note. The simulation demands that each was reached."""

    BECAME_UNATTACHED = "became-unattached"
    BECAME_PROSPECTIVE = "became-prospective"
    BECAME_CANDIDATE = "became-candidate"
    BECAME_LEADER = "became-leader"
    BECAME_FOLLOWER = "became-follower"
    BECAME_RESIGNED = "became-resigned"
    VOTE_GRANTED = "vote-granted"
    VOTE_REFUSED = "vote-refused"
    PRE_VOTE_GRANTED = "pre-vote-granted"
    PRE_VOTE_REFUSED = "pre-vote-refused"
    REMOVED_REPLICA_COMPARES_SHORTER = "removed-replica-compares-shorter"
    REMOVED_REPLICA_NEEDED = "removed-replica-needed"
    CAMPAIGN_RESTARTED = "campaign-restarted"
    ELECTION_LOST = "election-lost"
    PRE_VOTE_UNSUPPORTED = "pre-vote-unsupported"
    CLAIM_WAITS_FOR_FLUSH = "claim-waits-for-flush"
    FETCH_TIMED_OUT = "fetch-timed-out"
    LEADER_SUSPECTED = "leader-suspected"
    CHECK_QUORUM_FAILED = "check-quorum-failed"
    LEADER_DISK_HANGS = "leader-disk-hangs"
    LEADER_REMOVED = "leader-removed"
    LEADER_CONTRADICTED = "leader-contradicted"
    LEADER_MOVED = "leader-moved"
    LEADER_UNREACHABLE_ADDRESS = "leader-unreachable-address"
    WITNESS_SILENT = "witness-silent"
    WITNESS_CAMPAIGNS = "witness-campaigns"
    WITNESS_HANDS_OVER = "witness-hands-over"
    FETCH_PARKED = "fetch-parked"
    FETCH_DIVERGED = "fetch-diverged"
    FETCH_SENT_TO_SNAPSHOT = "fetch-sent-to-snapshot"
    FETCH_FROM_FOREIGN_DIRECTORY = "fetch-from-foreign-directory"
    LOG_TRUNCATED = "log-truncated"
    TRUNCATION_REFUSED = "truncation-refused"
    RECORDS_REFUSED = "records-refused"
    HIGH_WATERMARK_FELL = "high-watermark-fell"
    VOTERS_CHANGED = "voters-changed"
    VOTERS_REVERTED = "voters-reverted"
    KRAFT_VERSION_CHANGED = "kraft-version-changed"
    VOTER_ADD_STARTED = "voter-add-started"
    VOTER_ADD_DECIDED = "voter-add-decided"
    VOTER_REMOVE_STARTED = "voter-remove-started"
    VOTER_REMOVE_DECIDED = "voter-remove-decided"
    VOTER_UPDATED = "voter-updated"
    VOTER_CONTESTED = "voter-contested"
    VOTER_REGRESSED = "voter-regressed"
    VOTER_UPDATE_SENT = "voter-update-sent"
    AUTO_JOIN_SENT = "auto-join-sent"
    AUTO_JOIN_STOPPED = "auto-join-stopped"
    SNAPSHOT_WRITTEN = "snapshot-written"
    SNAPSHOT_REFUSED = "snapshot-refused"
    SNAPSHOT_FETCH_STARTED = "snapshot-fetch-started"
    SNAPSHOT_FETCH_DROPPED = "snapshot-fetch-dropped"
    SNAPSHOT_INSTALLED = "snapshot-installed"
    PREFIX_DELETED = "prefix-deleted"
    APPEND_REJECTED = "append-rejected"
    PEER_ERROR = "peer-error"
    STALE_COMPLETION = "stale-completion"
    SHUTDOWN_STARTED = "shutdown-started"


@dataclass(frozen=True, slots=True)
class Note:
    """A fact worth a line in a log or a trace, with details as `name=value` words."""

    kind: NoteKind
    detail: str = ""


# -- effects ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StoreElection:
    """Write quorum-state, durably, before anything that follows in the list.

    The level of kraft.version chooses the version of the file; version 0 names the voter ids and
    drops the directory id of the vote.
    """

    election: Election
    kraft_version: int
    voter_ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SendRequest:
    """Send a request; its answer or failure comes back under this id.

    At most one request to a node is awaited. A new one to the same node means that the earlier one
    was given up: its answer is of no interest any more.
    """

    request_id: int
    to: Node
    request: OutgoingRequest


@dataclass(frozen=True, slots=True)
class SendResponse:
    """Send the response to a request."""

    reply_to: ReplyTo
    response: Response


@dataclass(frozen=True, slots=True)
class SendRecords:
    """Answer a Fetch with whole batches, from the one that contains `start_offset` to `end_offset`.

    At least one batch and otherwise at most `max_bytes`.
    """

    reply_to: ReplyTo
    response: FetchResponse
    generation: int
    start_offset: int
    end_offset: int
    max_bytes: int


@dataclass(frozen=True, slots=True)
class SendSnapshotChunk:
    """Answer a FetchSnapshot with at most `max_bytes` from that position of the file.

    If the file is gone by now the answer is SNAPSHOT_NOT_FOUND.
    """

    reply_to: ReplyTo
    response: FetchSnapshotResponse
    snapshot_id: SnapshotId
    position: int
    max_bytes: int


@dataclass(frozen=True, slots=True)
class AppendRecords:
    """Append batches. The first begins at `base_offset`, the others follow without a gap.

    Their bytes are the front of `payload`, as many as the sizes of `batches` add up to. With an
    `append_id` this is the leader's own append of one batch, which the performer stamps with
    `base_offset` and `epoch`; without, the batches are appended as they came from the leader.
    """

    generation: int
    base_offset: int
    epoch: int
    batches: tuple[BatchSummary, ...]
    payload: Payload
    append_id: int | None = None


@dataclass(frozen=True, slots=True)
class AppendControlRecords:
    """Append one control batch of these records, made by the performer.

    `timestamp_ms` is wall time. The `append_id` is that of an UpgradeRequested, else None.
    """

    generation: int
    base_offset: int
    epoch: int
    records: tuple[ControlRecord, ...]
    timestamp_ms: int
    append_id: int | None = None


@dataclass(frozen=True, slots=True)
class TruncateLog:
    """Remove everything at that offset and after it; whole batches go."""

    generation: int
    end_offset: int


@dataclass(frozen=True, slots=True)
class ResetLog:
    """Drop the whole log; it restarts at the end of that stored snapshot."""

    generation: int
    snapshot_id: SnapshotId


@dataclass(frozen=True, slots=True)
class DeleteLogPrefix:
    """Delete the log below that offset, as far as whole segments reach."""

    start_offset: int


@dataclass(frozen=True, slots=True)
class WriteSnapshot:
    """Ask the state machine for a snapshot, with these records in its header batch.

    Below kraft.version 1 the header has no voters.
    """

    snapshot_id: SnapshotId
    kraft_version: int
    voters: VoterSet | None


@dataclass(frozen=True, slots=True)
class StoreSnapshotChunk:
    """Append bytes to the part file of that download at that position; position 0 creates it."""

    download: int
    snapshot_id: SnapshotId
    position: int
    payload: Payload


@dataclass(frozen=True, slots=True)
class FinishSnapshot:
    """Check, sync and rename the part file of that download. This cannot be undone."""

    download: int
    snapshot_id: SnapshotId


@dataclass(frozen=True, slots=True)
class DiscardSnapshot:
    """Remove the part file of that download."""

    download: int
    snapshot_id: SnapshotId


@dataclass(frozen=True, slots=True)
class DeleteSnapshots:
    """Remove the stored snapshots that end below this one."""

    before: SnapshotId


@dataclass(frozen=True, slots=True)
class AdvanceHighWatermark:
    """Apply everything below that offset, which is committed, as far as it is flushed here."""

    offset: int


@dataclass(frozen=True, slots=True)
class RejectAppend:
    """The append is in no log and will be in none.

    NONE means that nothing had to be written: an upgrade that is done already, or only validated.
    """

    append_id: int
    error: ErrorCode


@dataclass(frozen=True, slots=True)
class AnnounceLeader:
    """The leader or epoch changed. A leader that resigns announces that there is none."""

    leader_and_epoch: LeaderAndEpoch


@dataclass(frozen=True, slots=True)
class ShutdownCompleted:
    """Close the log and end: no more effects follow."""


Effect = (
    StoreElection
    | SendRequest
    | SendResponse
    | SendRecords
    | SendSnapshotChunk
    | AppendRecords
    | AppendControlRecords
    | TruncateLog
    | ResetLog
    | DeleteLogPrefix
    | WriteSnapshot
    | StoreSnapshotChunk
    | FinishSnapshot
    | DiscardSnapshot
    | DeleteSnapshots
    | AdvanceHighWatermark
    | RejectAppend
    | AnnounceLeader
    | ShutdownCompleted
    | Note
)
