"""Kafka's retention rules for snapshots and the log (KafkaRaftLog.maybeClean).

Only with two snapshots or more, and never the newest: from the oldest on, a snapshot goes while log
and snapshots together are larger than `metadata.max.retention.bytes`, then while its last record is
older than `metadata.max.retention.ms`. With it go the segments that lie wholly below the next one.
The bootstrap snapshot (0-0) counts as one, and is the first to go.

The list of snapshots is that of consensus, which decides what is deleted. A list of storage's own
that differed from it by one would stop cleaning permanently: the log start is at the second
snapshot by then, so the first one could never go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.raft.consensus.log import StoredSnapshot
    from kraft_core.raft.consensus.values import SnapshotId
    from kraft_core.raft.storage.settings import StorageSettings
    from kraft_core.raft.storage.snapshot_files import SnapshotHeader


class KeptLog(Protocol):
    """The facts about the log that retention needs."""

    @property
    def start_offset(self) -> int:
        """The lowest offset that is kept."""

    @property
    def segment_sizes(self) -> list[tuple[int, int]]:
        """Base offset and size of each segment."""


class KeptSnapshots(Protocol):
    """The facts about the snapshots that retention needs."""

    def header(self, snapshot_id: SnapshotId) -> SnapshotHeader:
        """Return the header of a snapshot."""


class LogRetention:
    """Decides what of a log and its snapshots can be deleted (the port `Retention`)."""

    def __init__(self, log: KeptLog, snapshots: KeptSnapshots, settings: StorageSettings) -> None:
        self._log = log
        self._snapshots = snapshots
        self._settings = settings

    def expired(self, stored: Sequence[StoredSnapshot], wall_ms: int) -> SnapshotId | None:
        """Return the newest snapshot below which the log can be deleted, None if there is none.

        `stored` is what the core lists (`RaftCore.snapshots`). The result and all later ones stay.
        """
        place = self._past_old(stored, self._past_large(stored), wall_ms)
        return stored[place].snapshot_id if place else None

    def _past_large(self, stored: Sequence[StoredSnapshot]) -> int:
        """Return the number of snapshots to delete because the total size is too large."""
        limit = self._settings.retention_bytes
        if limit < 0:
            return 0
        snapshot_bytes = sum(each.size_bytes for each in stored)
        for place, oldest in enumerate(stored[:-1]):
            log_bytes = self._log_bytes_from(oldest.snapshot_id.offset if place else 0)
            if log_bytes + snapshot_bytes <= limit or not self._can_go(stored, place):
                return place
            snapshot_bytes -= oldest.size_bytes
        return max(len(stored) - 1, 0)

    def _past_old(self, stored: Sequence[StoredSnapshot], place: int, wall_ms: int) -> int:
        """Return the total number of snapshots to delete, including those that are too old."""
        limit = self._settings.retention_ms
        if limit < 0:
            return place
        while place < len(stored) - 1 and self._can_go(stored, place):
            header = self._snapshots.header(stored[place].snapshot_id)
            if wall_ms - header.timestamp_ms <= limit:
                break
            place += 1
        return place

    def _can_go(self, stored: Sequence[StoredSnapshot], place: int) -> bool:
        """Return True if the log start can move up to the snapshot after that one."""
        return self._log.start_offset < stored[place + 1].snapshot_id.offset

    def _log_bytes_from(self, start_offset: int) -> int:
        """Return the size of the log without the segments that are wholly below that offset."""
        segments = self._log.segment_sizes
        ends = [base_offset for base_offset, _ in segments[1:]]
        kept = [size for (_, size), end in zip(segments, ends, strict=False) if end > start_offset]
        return sum(kept) + (segments[-1][1] if segments else 0)
