"""The parts of a cluster: nodes, their configuration, and the Kafka release of each node.

The plan is drawn from the seed before the simulated run starts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.values import PeerVersions
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.storage.settings import StorageSettings
from kraft_wire.messages import (
    AddRaftVoterRequest,
    ApiVersionsRequest,
    FetchRequest,
    VoteRequest,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Release:
    """A release by its name, with its highest versions of Fetch, Vote, AddRaftVoter, ApiVersions.

    All others are the same in every release, and the newest.
    """

    name: str
    fetch: int
    vote: int
    add_raft_voter: int
    api_versions: int

    @property
    def peer_versions(self) -> PeerVersions:
        """The versions in its ApiVersions response, for consensus."""
        return PeerVersions(vote=self.vote, fetch=self.fetch)

    def highest(self, api_key: int) -> int | None:
        """Return the highest version of that API, None if it does not depend on the release."""
        match api_key:
            case FetchRequest.API_KEY:
                return self.fetch
            case ApiVersionsRequest.API_KEY:
                return self.api_versions
            case VoteRequest.API_KEY:
                return self.vote
            case AddRaftVoterRequest.API_KEY:
                return self.add_raft_voter
        return None


RELEASES: Final = {
    release.name: release
    for release in (
        Release("3.9", 17, 1, 0, 4),
        Release("4.0", 17, 2, 0, 4),
        Release("4.1", 18, 2, 0, 4),
        Release("4.2", 18, 2, 1, 4),
        Release("4.3", 18, 2, 1, 4),
        Release("4.4", 18, 2, 1, 5),
    )
}
"""By name, oldest first."""


@lru_cache(maxsize=4096)
def shared_version(api_key: int, highest: int, one: Release, other: Release) -> int:
    """Return the highest version that both support, up to `highest`."""
    for release in (one, other):
        limit = release.highest(api_key)
        if limit is not None and limit < highest:
            highest = limit
    return highest


CLUSTER_ID: Final = "MkU3OEVBNTcwNTJENDM2Qg"
SNAPSHOT_RETRY_MS: Final = 500
"""How soon a snapshot that a disk did not take is tried again; a node waits longer than a run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterPlan:
    """The nodes and their configuration. Times in milliseconds.

    `voter_ids` are formatted as the first voters at `kraft_level`: 1 writes them into the bootstrap
    snapshot, 0 configures them statically. `observer_ids` begin with an empty disk. `releases` are
    by node id; the newest for those that it does not name.
    """

    voter_ids: tuple[int, ...] = (1, 2, 3)
    observer_ids: tuple[int, ...] = ()
    kraft_level: int = 1
    releases: Mapping[int, str] = field(default_factory=dict)
    witness_ids: tuple[int, ...] = ()
    auto_join: bool = False
    fast_failover: bool = True
    election_timeout_ms: int = 1000
    fetch_timeout_ms: int = 2000
    request_timeout_ms: int = 2000
    retry_backoff_ms: int = 20
    fetch_max_wait_ms: int = 500
    fetch_max_bytes: int = 1 << 20
    fetch_snapshot_max_bytes: int = 1 << 20
    storage: StorageSettings = field(default_factory=StorageSettings)
    replica: ReplicaConfig = field(default_factory=ReplicaConfig)
    delay_ms: tuple[int, int] = (1, 3)
    flush_delay_ms: tuple[int, int] = (0, 2)
    hanging_names: bool = False
    """In the minority phase look-ups of the names of broken voters hang."""
