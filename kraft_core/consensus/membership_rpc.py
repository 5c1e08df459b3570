"""Requests and responses about the voter set and the state of the quorum; see `rpc`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kraft_core.consensus.values import (
    Endpoint,
    Endpoints,
    LeaderAndEpoch,
    ReplicaKey,
    VersionRange,
)
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.voters import VoterSet

NOBODY: Final = LeaderAndEpoch(None, 0)
"""No leader known, as a response has it that was built without one."""

_NONE: Final = ErrorCode.NONE


@dataclass(frozen=True, slots=True)
class AddRaftVoter:
    """Make that replica a voter. Java's leaders and ours ignore `timeout_ms`."""

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
    """Take that replica out of the voter set; both parts of its key must match."""

    cluster_id: str | None
    voter: ReplicaKey


@dataclass(frozen=True, slots=True)
class RemoveRaftVoterResponse:
    """Outcome; the text is for people."""

    error: ErrorCode = _NONE
    message: str | None = None


@dataclass(frozen=True, slots=True)
class UpdateRaftVoter:
    """A voter tells its leader where it listens and which kraft.version it supports."""

    cluster_id: str | None
    epoch: int
    voter: ReplicaKey
    endpoints: Endpoints
    kraft_range: VersionRange


@dataclass(frozen=True, slots=True)
class UpdateRaftVoterResponse:
    """Outcome, with the leader and its endpoint on the listener that was asked."""

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


@dataclass(frozen=True, slots=True)
class ApiVersions:
    """The leader's probe of a voter to be: which kraft.version does it support? Only ever sent."""


@dataclass(frozen=True, slots=True)
class ApiVersionsResponse:
    """The range of kraft.version told; 0..0 where the feature was not named."""

    error: ErrorCode = _NONE
    kraft_range: VersionRange = field(default=VersionRange(0, 0))
