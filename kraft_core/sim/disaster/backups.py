"""Backups that an operator makes while the quorum runs, with the code of `kraft backup`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.operations.backup import BackupError
from kraft_core.operations.backup_copy import DirectorySource, back_up
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.sim.disaster.left import log_at
from kraft_core.sim.quorum.steps.targets import chance

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random

    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.ledger import ShadowLog

_CHANCE: Final = 500
_TIME_MS: Final = (1_000, 9_000)


@dataclass(frozen=True, slots=True)
class TakenBackup:
    """A backup: its folder, its end, and its content for a naive reader."""

    path: str
    end_offset: int
    log: ShadowLog


class BackupOperator:
    """Copies a directory of some node once, at a drawn time, in some seeds."""

    def __init__(
        self, cluster: Cluster, rng: Random, folder: Path, tell: Callable[[str], None]
    ) -> None:
        self._cluster = cluster
        self._rng = rng
        self._folder = folder
        self._tell = tell
        self.taken: TakenBackup | None = None

    def begin(self) -> None:
        """Draw when a backup is made, if at all."""
        if chance(self._rng, _CHANCE):
            self._cluster.timeline.at(self._rng.randrange(*_TIME_MS), self._back_up)

    def _back_up(self) -> None:
        nodes = [each for each in self._cluster.nodes.values() if each.is_up]
        known = [each for each in nodes if each.high_watermark]
        if not known or self._cluster.are_faults_over:
            return
        node = self._rng.choice(known)
        place = DiskFolder(str(self._folder)).folder("copied")
        node.disk.copy(place)
        source = DirectorySource(place.path, node.high_watermark)
        target = str(self._folder / "backup")
        try:
            note = back_up(source, target)
        except BackupError as error:  # the node has not written these records yet
            self._tell(f"no backup of node {node.node_id}: {error}")
            return
        finally:
            source.close()
        self.taken = TakenBackup(target, note["end_offset"], log_at(target))
        self._tell(f"backup of node {node.node_id} up to {note['end_offset']}")
