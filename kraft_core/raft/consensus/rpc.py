"""The requests and responses of KRaft, flat: one partition, no versions, no topics.

Requests are named as the protocol's verbs, responses end in `Response`. `replica/rpc_mapping`
is the one place that knows their form on the wire. Numbers are kept as they came (a hostile -5
stays -5, the core checks it); a zero uuid is None, an absent string is None.

`top_error` is the top-level error of a response, `error` that of its partition; a response without
both levels on the wire has `error` only.

Requests and responses about the voter set and the state of the quorum; see `rpc`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.values import (
    UNKNOWN_ID,
    Endpoint,
    Endpoints,
    LeaderAndEpoch,
    OffsetAndEpoch,
    ReplicaKey,
    SnapshotId,
    VersionRange,
)
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.contested import ContestedVoter
    from kraft_core.raft.consensus.progress import Regression
    from kraft_core.raft.consensus.values import BatchSummary, Payload
    from kraft_core.raft.consensus.voters import VoterSet


HIGH_WATERMARK_NOT_SENT: Final = 2**63 - 1
"""The high watermark of a Fetch below v18, which has no such field: never below the leader's."""


NOBODY: Final = LeaderAndEpoch(None, 0)
"""No known leader, the default of a response."""


_NONE: Final = ErrorCode.NONE


@dataclass(frozen=True, slots=True)
class Vote:
    """Ask for a vote (KIP-595), or whether one would be granted (KIP-996).

    `voter_id` below 0 means that the sender does not state the receiver's id.
    `last_offset` is the candidate's log end offset, exclusive.
    """

    cluster_id: str | None
    voter_id: int
    voter_directory_id: bytes | None
    replica: ReplicaKey
    epoch: int
    last_offset_epoch: int
    last_offset: int
    pre_vote: bool = False


@dataclass(frozen=True, slots=True)
class VoteResponse:
    """The receiver's leader and epoch after handling, and whether it grants."""

    top_error: ErrorCode = _NONE
    error: ErrorCode = _NONE
    leader: LeaderAndEpoch = NOBODY
    leader_endpoint: Endpoint | None = None
    vote_granted: bool = False


@dataclass(frozen=True, slots=True)
class BeginQuorumEpoch:
    """A leader announces itself to a voter. v0 has neither voter key nor endpoints."""

    cluster_id: str | None
    voter_id: int
    voter_directory_id: bytes | None
    leader_id: int
    epoch: int
    leader_endpoints: Endpoints = ()


@dataclass(frozen=True, slots=True)
class BeginQuorumEpochResponse:
    """The receiver's leader and epoch after handling."""

    top_error: ErrorCode = _NONE
    error: ErrorCode = _NONE
    leader: LeaderAndEpoch = NOBODY
    leader_endpoint: Endpoint | None = None


@dataclass(frozen=True, slots=True)
class EndQuorumEpoch:
    """A leader resigns. `preferred` are its successors, best first; v0 sends ids alone."""

    cluster_id: str | None
    leader_id: int
    epoch: int
    preferred: tuple[ReplicaKey, ...] = ()
    leader_endpoints: Endpoints = ()


@dataclass(frozen=True, slots=True)
class EndQuorumEpochResponse:
    """The receiver's leader and epoch after handling."""

    top_error: ErrorCode = _NONE
    error: ErrorCode = _NONE
    leader: LeaderAndEpoch = NOBODY
    leader_endpoint: Endpoint | None = None


@dataclass(frozen=True, slots=True)
class Fetch:
    """Replicate from an offset. The offset acknowledges everything below it.

    `replica.id` below 0: the reader is not a replica. `high_watermark` is the sender's, -1 if it
    knows none, `HIGH_WATERMARK_NOT_SENT` below v18.
    """

    cluster_id: str | None
    replica: ReplicaKey
    epoch: int
    fetch_offset: int
    last_fetched_epoch: int
    max_wait_ms: int = 0
    max_bytes: int = 2**31 - 1
    high_watermark: int = HIGH_WATERMARK_NOT_SENT


@dataclass(frozen=True, slots=True)
class FetchResponse:
    """Records, or the offset to truncate to, or the id of a snapshot to download.

    As an own answer it has no records: `SendRecords` says which bytes to add. As an answer to
    us `batches` describes `payload`, whose bytes are in the same order. `high_watermark` is -1
    while it is unknown. A diverging epoch or snapshot id of which one half is negative stays as it
    came.
    """

    top_error: ErrorCode = _NONE
    error: ErrorCode = _NONE
    leader: LeaderAndEpoch = NOBODY
    leader_endpoint: Endpoint | None = None
    high_watermark: int = -1
    log_start_offset: int = 0
    diverging: OffsetAndEpoch | None = None
    snapshot_id: SnapshotId | None = None
    batches: tuple[BatchSummary, ...] = ()
    payload: Payload = b""


@dataclass(frozen=True, slots=True)
class FetchSnapshot:
    """A piece of a snapshot file, from a byte position."""

    cluster_id: str | None
    replica: ReplicaKey
    epoch: int
    snapshot_id: SnapshotId
    position: int
    max_bytes: int = 2**31 - 1


@dataclass(frozen=True, slots=True)
class FetchSnapshotResponse:
    """Bytes at `position` of a file of `size` bytes. kraft sends them by SendSnapshotChunk."""

    top_error: ErrorCode = _NONE
    error: ErrorCode = _NONE
    leader: LeaderAndEpoch = NOBODY
    leader_endpoint: Endpoint | None = None
    snapshot_id: SnapshotId = field(default=OffsetAndEpoch(0, 0))
    size: int = 0
    position: int = 0
    payload: Payload = b""


@dataclass(frozen=True, slots=True)
class AddRaftVoter:
    """Make that replica a voter. Leaders, Java's too, ignore `timeout_ms`."""

    cluster_id: str | None
    voter: ReplicaKey
    endpoints: Endpoints
    ack_when_committed: bool = True
    timeout_ms: int = 0


@dataclass(frozen=True, slots=True)
class AddRaftVoterResponse:
    """Outcome; the text is for people."""

    error: ErrorCode = _NONE
    message: str | None = None


@dataclass(frozen=True, slots=True)
class RemoveRaftVoter:
    """Remove that replica from the voter set; both parts of its key must match."""

    cluster_id: str | None
    voter: ReplicaKey


@dataclass(frozen=True, slots=True)
class RemoveRaftVoterResponse:
    """Outcome; the text is for people."""

    error: ErrorCode = _NONE
    message: str | None = None


@dataclass(frozen=True, slots=True)
class UpdateRaftVoter:
    """A voter reports to its leader where it listens and which kraft.version it supports."""

    cluster_id: str | None
    epoch: int
    voter: ReplicaKey
    endpoints: Endpoints
    kraft_range: VersionRange


@dataclass(frozen=True, slots=True)
class UpdateRaftVoterResponse:
    """Outcome, with the leader and its endpoint on the listener of the request."""

    error: ErrorCode = _NONE
    leader: LeaderAndEpoch = NOBODY
    leader_endpoint: Endpoint | None = None


@dataclass(frozen=True, slots=True)
class DescribeQuorum:
    """Ask the leader for the state of every replica."""


@dataclass(frozen=True, slots=True)
class ReplicaStatus:
    """A replica as the leader sees it; instants are wall time in ms, -1 where unknown."""

    key: ReplicaKey
    log_end_offset: int = -1
    last_fetch_ms: int = -1
    last_caught_up_ms: int = -1


@dataclass(frozen=True, slots=True)
class DescribeQuorumResponse:
    """Voters and observers. An error leaves everything else at zero and empty, as Kafka does."""

    error: ErrorCode = _NONE
    message: str = ""
    leader_id: int = 0
    epoch: int = 0
    high_watermark: int = 0
    voters: tuple[ReplicaStatus, ...] = ()
    observers: tuple[ReplicaStatus, ...] = ()
    nodes: VoterSet | None = None
    contested: tuple[ContestedVoter, ...] = ()
    regressions: tuple[Regression, ...] = ()


@dataclass(frozen=True, slots=True)
class ApiVersions:
    """The leader's probe of a future voter: which kraft.version does it support? Only ever sent."""


@dataclass(frozen=True, slots=True)
class ApiVersionsResponse:
    """The supported range of kraft.version; 0..0 where the answer does not name the feature."""

    error: ErrorCode = _NONE
    kraft_range: VersionRange = field(default=VersionRange(0, 0))


Request = (
    Fetch
    | Vote
    | BeginQuorumEpoch
    | EndQuorumEpoch
    | FetchSnapshot
    | AddRaftVoter
    | RemoveRaftVoter
    | UpdateRaftVoter
    | DescribeQuorum
)
"""Requests that a replica answers."""


OutgoingRequest = (
    Fetch
    | Vote
    | BeginQuorumEpoch
    | EndQuorumEpoch
    | FetchSnapshot
    | AddRaftVoter
    | RemoveRaftVoter
    | UpdateRaftVoter
    | ApiVersions
)
"""Requests that a replica sends."""


IncomingResponse = (
    FetchResponse
    | VoteResponse
    | BeginQuorumEpochResponse
    | EndQuorumEpochResponse
    | FetchSnapshotResponse
    | AddRaftVoterResponse
    | RemoveRaftVoterResponse
    | UpdateRaftVoterResponse
    | ApiVersionsResponse
)
"""Responses to an `OutgoingRequest`."""


Response = (
    FetchResponse
    | VoteResponse
    | BeginQuorumEpochResponse
    | EndQuorumEpochResponse
    | FetchSnapshotResponse
    | AddRaftVoterResponse
    | RemoveRaftVoterResponse
    | UpdateRaftVoterResponse
    | DescribeQuorumResponse
)
"""Responses to a `Request`."""


NO_REPLICA: Final = ReplicaKey(UNKNOWN_ID)
"""The replica key of a reader that is not a replica."""
