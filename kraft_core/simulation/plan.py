"""What a cluster is made of, drawn before its life begins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from kraft_core.replica.config import ReplicaConfig
from kraft_core.storage.settings import StorageSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

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
