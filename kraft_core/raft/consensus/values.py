"""Values of consensus: replica keys, endpoints, offsets with epochs, elections, record batches.

Frozen, compared by value, no behavior beyond comparison. Directory ids are their 16 bytes; None
stands for what the wire writes as zero uuid or -1. Of record batches the core knows places, epochs,
sizes and decoded control records; the bytes travel as a payload that the core does not open.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kraft_core.raft.consensus.voters import VoterSet


UNKNOWN_ID: Final = -1
"""The id on the wire for none: no leader, a reader that is not a replica, no named voter."""


EPOCH_MAX: Final = 2_000_000_000
"""No quorum reaches this epoch. Epochs have 32 bits: a much higher one would end all elections."""


BOOTSTRAP_NODE_ID: Final = -2
"""Bootstrap servers are nodes -2, -3, ...: an address whose node id is not known."""


@dataclass(frozen=True, slots=True)
class ReplicaKey:
    """Node id and directory id: one copy of the log. A replaced disk is another replica."""

    id: int
    directory_id: bytes | None = None

    def matches(self, other: ReplicaKey) -> bool:
        """Compare id and directory; a key without a directory (kraft.version 0) matches any."""
        own = self.directory_id
        return self.id == other.id and (own is None or own == other.directory_id)

    def __str__(self) -> str:
        return str(self.id) if self.directory_id is None else f"{self.id}-{self.directory_id.hex()}"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A named listener of a replica. Names are compared without regard to case."""

    name: str
    host: str
    port: int


Endpoints = tuple[Endpoint, ...]


def endpoint_for(endpoints: Endpoints, listener: str) -> Endpoint | None:
    """Return the endpoint of that listener, or None."""
    for endpoint in endpoints:
        if endpoint.name == listener:
            return endpoint
    wanted = listener.upper()
    for endpoint in endpoints:
        if endpoint.name.upper() == wanted:
            return endpoint
    return None


def normalized(endpoints: Endpoints) -> Endpoints:
    """Return names in upper case, as Kafka stores them; the last of equal names wins."""
    by_name = {each.name.upper(): each for each in endpoints}
    return tuple(Endpoint(name, each.host, each.port) for name, each in by_name.items())


def are_same_endpoints(some: Endpoints, others: Endpoints) -> bool:
    """Return True if both are equal in any order and case: Java's leaders keep them as a map."""
    if some == others:
        return True
    ours, theirs = normalized(some), normalized(others)
    return len(ours) == len(theirs) and all(each in theirs for each in ours)


@dataclass(frozen=True, slots=True)
class Node:
    """Target of a request: a node id (below -1 for bootstrap servers) and its address."""

    id: int
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class OffsetAndEpoch:
    """An exclusive end offset and the epoch of the record before it.

    Snapshot ids, log ends and points of divergence are all of this kind.
    """

    offset: int
    epoch: int

    @property
    def order(self) -> tuple[int, int]:
        """The order of snapshots and log ends: epoch, then offset (OffsetAndEpoch.compareTo)."""
        return self.epoch, self.offset

    def is_up_to_date_with(self, other: OffsetAndEpoch) -> bool:
        """Return True if a log that ends here may lead one that ends at `other`."""
        return self.order >= other.order

    def __str__(self) -> str:
        return f"{self.offset}@{self.epoch}"


SnapshotId = OffsetAndEpoch
"""A snapshot holds everything below its offset; the epoch is that of its last record."""


BOOTSTRAP_SNAPSHOT_ID: Final = OffsetAndEpoch(0, 0)
"""The snapshot that `kafka-storage format` writes. Local: never served, never named to a peer."""


@dataclass(frozen=True, slots=True)
class LeaderAndEpoch:
    """The epoch and its leader, None if the leader is unknown."""

    leader_id: int | None
    epoch: int


@dataclass(frozen=True, slots=True)
class Election:
    """The content of the quorum-state file, which survives a restart: epoch, leader, vote."""

    epoch: int
    leader_id: int | None = None
    voted: ReplicaKey | None = None


@dataclass(frozen=True, slots=True)
class VersionRange:
    """Supported levels of a feature, both ends included."""

    lowest: int
    highest: int

    def __contains__(self, level: int) -> bool:
        return self.lowest <= level <= self.highest

    @property
    def is_valid(self) -> bool:
        """Return False for negative levels and reversed ranges, which Kafka refuses."""
        return 0 <= self.lowest <= self.highest


STATIC_RANGE: Final = VersionRange(0, 0)
"""The assumed range of a voter of a static configuration until it reports its own."""


@dataclass(frozen=True, slots=True)
class PeerVersions:
    """Highest API versions in the ApiVersions answer of a peer."""

    vote: int
    fetch: int

    @property
    def has_pre_vote(self) -> bool:
        """Return True if the peer supports Vote v2, which has PreVote (KIP-996)."""
        return self.vote >= 2


class FailureReason(IntEnum):
    """Reason why a request of this replica has no usable response."""

    UNSUPPORTED = 0
    """The peer lacks the version that the request needs (a pre-vote to a Vote v1 peer)."""
    TIMED_OUT = 1
    """No answer within the request timeout, or the connection broke under it."""
    REFUSED = 2
    """No connection: refused, unresolvable, authentication failed."""
    BUSY = 3
    """The connection still carries an earlier request."""
    CORRUPT = 4
    """The answer came but its records are damaged; nothing of it is used."""


class WitnessReason(Enum):
    """A reason for a voter to be a witness."""

    CONTROLLER = "controller"
    """It cannot serve the users of the quorum, or is configured as a witness."""
    DISK = "disk"
    """Its disk has less room than `kraft.log.reserve.bytes`."""


# -- record batches, as far as consensus knows them ------------------------------------------------


Payload = bytes | bytearray | memoryview
"""Bytes of batches or of a piece of a snapshot. Never looked into here."""


@dataclass(frozen=True, slots=True)
class LeaderChange:
    """The first record of an epoch: the leader, the voters, and the voters that granted it."""

    leader_id: int
    voters: tuple[int, ...]
    granting_voters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KRaftVersion:
    """The level of the feature kraft.version from this record on."""

    level: int


@dataclass(frozen=True, slots=True)
class Voters:
    """The whole voter set from this record on (KIP-853)."""

    voter_set: VoterSet


@dataclass(frozen=True, slots=True)
class OtherControl:
    """A control record that consensus does not use, kept so that offsets can be counted."""

    control_type: int


ControlRecord = LeaderChange | KRaftVersion | Voters | OtherControl


@dataclass(frozen=True, slots=True)
class BatchSummary:
    """One batch: absolute offsets of its first and last record, epoch, bytes on disk.

    `control_records` is empty for a data batch; for a control batch it has every record, in
    order, so that the n-th is at `base_offset + n`.
    """

    base_offset: int
    last_offset: int
    epoch: int
    size_bytes: int
    control_records: tuple[ControlRecord, ...] = ()

    @property
    def end_offset(self) -> int:
        """The offset after the last record."""
        return self.last_offset + 1

    def moved_to(self, base_offset: int, epoch: int) -> BatchSummary:
        """Return the same batch with the base offset and epoch that the leader stamps."""
        count = self.end_offset - self.base_offset
        return replace(
            self, base_offset=base_offset, last_offset=base_offset + count - 1, epoch=epoch
        )
