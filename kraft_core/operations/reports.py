"""Facts collected about a quorum, before any conclusions.

`asking` fills a `NodeReport` for each address; `doctor` adds a `LocalNode` from the files of this
machine. All of it is plain data: a test or a recorded incident makes reports by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from kraft_wire.errors import FrameError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.operations.node_state import NodeState, ReplicaId
    from kraft_core.raft.quorum_state import ContestedEntry, RegressedEntry
    from kraft_wire.errors import WireError


class Reach(StrEnum):
    """Reasons for which a node does not answer another node, or a client."""

    UNRESOLVED = "unresolved"
    """The name has no address, or the name service does not answer."""
    UNREACHABLE = "unreachable"
    """Refused, timed out, or closed in place of an answer."""
    NOT_KAFKA = "not-kafka"
    """The first bytes are of another protocol."""
    SPEAKS_TLS = "speaks-tls"
    """A listener with TLS was asked in plain text."""
    SPEAKS_PLAINTEXT = "speaks-plaintext"
    """A listener without TLS was asked with TLS."""
    TLS_FAILED = "tls-failed"
    """One side does not accept the certificate or the protocol of the other."""
    LOGIN_REQUIRED = "login-required"
    """A listener with SASL was asked without."""
    LOGIN_NOT_OFFERED = "login-not-offered"
    """A listener without SASL was asked to log in."""
    NOT_AUTHENTICATED = "not-authenticated"
    """SASL failed."""
    NO_RIGHT = "no-right"
    """The authorizer denies the principal."""
    OTHER_CLUSTER = "other-cluster"
    """INCONSISTENT_CLUSTER_ID."""
    ERROR = "error"
    """Any other error code, or an answer that cannot be read."""


class Listener(StrEnum):
    """Evidence of a process at an address, from the attempt to connect to it."""

    UNKNOWN = "unknown"
    """No address of the name, no route, or no answer of the machine in time."""
    REFUSES = "refuses"
    """Each address of the host refused the connection: nothing listens there."""
    ACCEPTS = "accepts"
    """A connection was opened, whatever came of it: a process holds the port."""


def reach_of(error: WireError) -> Reach:
    """Classify an error in the bytes of a peer."""
    if isinstance(error, FrameError) and error.is_tls:
        return Reach.SPEAKS_TLS
    is_foreign = isinstance(error, FrameError) and error.is_foreign
    return Reach.NOT_KAFKA if is_foreign else Reach.ERROR


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why a node could not be asked, or only in part: its kind and the error text."""

    reach: Reach
    text: str

    @property
    def is_silence(self) -> bool:
        """Return True if no process answered: every other kind means that one runs."""
        return self.reach in {Reach.UNRESOLVED, Reach.UNREACHABLE}


@dataclass(frozen=True, slots=True)
class ReplicaReport:
    """A replica as a leader describes it; times are the leader's wall time in ms, -1 unknown."""

    key: ReplicaId
    log_end: int = -1
    last_fetch_ms: int = -1
    last_caught_up_ms: int = -1


@dataclass(frozen=True, kw_only=True, slots=True)
class Description:
    """The response of a leader to DescribeQuorum."""

    leader_id: int
    epoch: int
    high_watermark: int
    """-1 while nothing is committed in the epoch."""
    voters: tuple[ReplicaReport, ...]
    observers: tuple[ReplicaReport, ...] = ()
    addresses: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The endpoints of voters by node id, all listeners; empty below version 2."""
    listeners: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """The names of the listeners, in the order of `addresses`."""
    contested: tuple[ContestedEntry, ...] = ()
    regressed: tuple[RegressedEntry, ...] = ()
    """Of kraft's leaders alone; Kafka's do not say it."""

    @property
    def leader(self) -> ReplicaReport:
        """The entry of the leader, a voter or one that was just removed."""
        entries = [each for each in self.voters if each.key.node_id == self.leader_id]
        entries += [each for each in self.observers if each.key.node_id == self.leader_id]
        return entries[0]

    @property
    def keys(self) -> frozenset[ReplicaId]:
        """The voters in force."""
        return frozenset(each.key for each in self.voters)


@dataclass(frozen=True, slots=True)
class PendingChange:
    """Uncommitted changes of voters in the log of a leader; None where there are none."""

    offset: int | None = None
    unknown: str | None = None
    """Why it is not known."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NodeReport:
    """The answers of the node at one address; None where it gave none."""

    address: str
    at_ms: int
    """Wall time of whoever asked, when the answers had come."""
    answered_ms: int | None = None
    """Time that the answers took."""
    failure: Failure | None = None
    listener: Listener = Listener.UNKNOWN
    levels: Mapping[str, int] | None = None
    """Finalized features (ApiVersions); None before the node knows a high watermark (below 4.4
    Kafka reports metadata.version 7 then, KAFKA-19964)."""
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Supported features (ApiVersions)."""
    cluster_id: str | None = None
    """DescribeCluster, or the state document."""
    registered: Mapping[int, str] | None = None
    """Registered controllers with an address (DescribeCluster)."""
    committed_end: int | None = None
    """An offset below which the node knows everything to be committed: the high watermark of its
    state document, or the offset of the metadata that it published (ApiVersions) and one."""
    sees_leader: int | None = None
    """-1 if the node knows none (DescribeQuorum of a leader, else Fetch)."""
    sees_epoch: int | None = None
    leader_address: str | None = None
    """Where the leader listens (Fetch)."""
    log_start: int | None = None
    description: Description | None = None
    """Of a leader."""
    is_broker: bool = False
    """It serves brokers' requests and none of a quorum."""
    forwarded: Description | None = None
    """The leader's answer to DescribeQuorum, which a broker passed on."""
    state: NodeState | None = None
    """Of a kraft node."""
    state_error: str | None = None
    """Why its state document cannot be read."""
    is_active: bool | None = None
    """True if it answers as only an active controller of kraft does."""
    obstacle: str | None = None
    """Why it cannot become the active controller, in its own words."""
    is_ready: bool | None = None
    not_ready: str | None = None
    """`/ready`, if it was asked."""
    pending: PendingChange | None = None
    """Of a leader, if its log was read for a plan."""
    joins_alone: bool | None = None
    """controller.quorum.auto.join.enable, if it was asked for a plan."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LocalNode:
    """The node of this machine as its files describe it, whether or not it runs."""

    node_id: int
    directory_id: str | None = None
    cluster_id: str | None = None
    static_voters: Mapping[int, str] = field(default_factory=dict)
    """controller.quorum.voters: addresses by node id; empty without the key."""
