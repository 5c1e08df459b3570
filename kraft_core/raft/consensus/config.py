"""The configuration of a replica, and every limit. Defaults are Kafka's where Kafka has one.

Durations are milliseconds. The names follow `controller.quorum.*`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kraft_core.raft.consensus.values import (
    BOOTSTRAP_NODE_ID,
    Endpoints,
    Node,
    ReplicaKey,
    VersionRange,
)

OBSERVER_SESSION_MS: Final = 300_000
"""Observers silent for longer vanish from DescribeQuorum."""


CAUGHT_UP_WINDOW_MS: Final = 3_600_000
"""A future voter must have fetched within this time (KIP-853)."""


CONTEST_MS_MIN: Final = 60_000
"""The least time between two changes of a voter entry that two processes claim."""


KRAFT_VERSIONS: Final = VersionRange(0, 1)
"""The levels of kraft.version that this core implements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RaftConfig:
    """One replica's configuration.

    `node_id` is None for a replica without an id, which is always an observer. `listener` is the
    default listener, the first of controller.listener.names: own requests go to the endpoint
    of that name. `endpoints` are all own advertised controller listeners. `is_controller` is
    False for a broker, which never joins the voters.
    """

    node_id: int | None
    directory_id: bytes
    cluster_id: str
    listener: str = "CONTROLLER"
    endpoints: Endpoints = ()
    bootstrap_servers: tuple[tuple[str, int], ...] = ()
    kraft_range: VersionRange = KRAFT_VERSIONS
    is_controller: bool = True
    auto_join: bool = False
    is_witness: bool = False
    fast_failover: bool = True

    election_timeout_ms: int = 1000
    fetch_timeout_ms: int = 2000
    election_backoff_max_ms: int = 1000
    request_timeout_ms: int = 2000
    retry_backoff_ms: int = 20
    snapshot_retry_ms: int = 60_000
    """Wait after a download that could not be stored; each further failure doubles it."""
    snapshot_retry_max_ms: int = 3_600_000
    fetch_max_wait_ms: int = 500
    fetch_max_bytes: int = 1 << 20
    fetch_snapshot_max_bytes: int = 1 << 20
    shutdown_grace_ms: int = 5000

    response_max_bytes: int = 8 << 20
    parked_fetches_max: int = 10_000
    answers_per_turn_max: int = 500
    """Fetches answered in one turn; with thousands of observers a commit takes several turns."""
    observers_max: int = 10_000
    endpoints_max: int = 64
    unflushed_bytes_max: int = 256 << 20
    appends_in_flight_max: int = 1_000_000
    upgrades_waiting_max: int = 1_000
    """Requests for a level of kraft.version that wait for the commit of its record."""

    def __post_init__(self) -> None:
        if len(self.directory_id) != 16 or not any(self.directory_id):
            raise ValueError("a directory id must have 16 bytes and not be zero")
        if self.node_id is not None and self.node_id < 0:
            raise ValueError(f"node id {self.node_id} is negative")

    @property
    def key(self) -> ReplicaKey | None:
        """This replica's key, None without a node id."""
        return None if self.node_id is None else ReplicaKey(self.node_id, self.directory_id)

    @property
    def bootstrap_nodes(self) -> tuple[Node, ...]:
        """The bootstrap servers under their node ids -2, -3, ..."""
        return tuple(
            Node(BOOTSTRAP_NODE_ID - place, host, port)
            for place, (host, port) in enumerate(self.bootstrap_servers)
        )

    @property
    def check_quorum_timeout_ms(self) -> int:
        """The time without fetches of a majority after which a leader resigns."""
        return self.fetch_timeout_ms * 3 // 2

    @property
    def begin_quorum_epoch_period_ms(self) -> int:
        """The period of BeginQuorumEpoch to voters that do not fetch."""
        return self.fetch_timeout_ms // 2

    @property
    def update_voter_period_ms(self) -> int:
        """The period, in ms, in which a voter checks whether its leader needs its endpoints."""
        return self.fetch_timeout_ms

    @property
    def contest_ms(self) -> int:
        """The time for which a contested voter entry keeps its endpoints; see `contested`.

        Longer than a voter takes to repeat a refused UpdateRaftVoter, so that a contest lasts as
        long as both processes run.
        """
        return max(CONTEST_MS_MIN, 4 * self.update_voter_period_ms)
