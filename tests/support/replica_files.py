"""The storage of a replica on simulated files: the real log, its recovery, power loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.replica.ports import Ports
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.memory_files import MemoryDisk as Files
from kraft_core.raft.storage.meta_properties import MetaProperties
from kraft_core.raft.storage.settings import StorageSettings

if TYPE_CHECKING:
    import random

    from kraft_core.raft.consensus.events import Event, Started
    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.raft.replica.ports import Clock, Network

SETTINGS = StorageSettings(segment_bytes=1_000, retention_bytes=6_000, mark_interval_ms=100)


class FileDisk:
    """`MemoryDisk` of replica_ports, on Kafka's directory."""

    def __init__(
        self, node_id: int, directory_id: bytes, voters: VoterSet | None, static: VoterSet | None
    ) -> None:
        self.files = Files(f"disk{node_id}")
        self.static = static
        meta = MetaProperties(node_id, "cluster", directory_id)
        format_directory(self.files.root, meta, wall_ms=1_700_000_000_000, voters=voters)
        self.directory: LogDirectory | None = None

    def open(self) -> Started:
        self.directory = LogDirectory.open(self.files.root, settings=SETTINGS)
        return self.directory.started(self.static)

    def ports(self, clock: Clock, network: Network) -> Ports:
        directory = self.directory
        assert directory is not None
        return Ports(
            clock,
            network,
            directory.log,
            directory.snapshots,
            directory.election,
            directory.retention,
        )

    def flush(self) -> list[Event]:
        assert self.directory is not None
        return self.directory.flush()

    def lose_power(self, rng: random.Random | None = None) -> None:
        self.files.power_loss(rng)
        self.directory = None
