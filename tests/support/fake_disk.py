"""A disk that can lose data: log, election and snapshots of one replica, cached and durable.

Effects change the cache at once. A sync that was begun makes durable what the cache held then. A
crash of the process keeps the cache, a loss of power brings back the platter.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace

from kraft_core.raft.consensus.log import LeaderEpochs, LogView, StoredSnapshot
from kraft_core.raft.consensus.values import (
    BOOTSTRAP_SNAPSHOT_ID,
    BatchSummary,
    ControlRecord,
    Election,
    KRaftVersion,
    OffsetAndEpoch,
    ReplicaKey,
    Voters,
)
from kraft_core.raft.consensus.voters import VoterSet, VoterSetHistory


@dataclass(frozen=True)
class StoredBatch:
    summary: BatchSummary
    data: bytes


@dataclass
class SnapshotFile:
    controls: tuple[ControlRecord, ...]
    content: bytes


@dataclass
class FakeLog:
    """Batches from `start`, with the epoch of what lies before."""

    start: OffsetAndEpoch = BOOTSTRAP_SNAPSHOT_ID
    batches: tuple[StoredBatch, ...] = ()

    @property
    def end_offset(self) -> int:
        return self.batches[-1].summary.end_offset if self.batches else self.start.offset

    def append(self, summary: BatchSummary, data: bytes) -> None:
        assert summary.base_offset == self.end_offset
        assert len(data) == summary.size_bytes
        self.batches = (*self.batches, StoredBatch(summary, data))

    def truncate(self, end_offset: int) -> None:
        self.batches = tuple(b for b in self.batches if b.summary.end_offset <= end_offset)

    def read(self, start: int, end: int, max_bytes: int) -> tuple[StoredBatch, ...]:
        """Return complete batches, at least one; the first begins exactly at `start`."""
        taken: list[StoredBatch] = []
        size = 0
        for batch in self.batches:
            if start <= batch.summary.base_offset < end:
                size += batch.summary.size_bytes
                if taken and size > max_bytes:
                    break
                taken.append(batch)
        assert taken
        assert taken[0].summary.base_offset == start
        return tuple(taken)

    def view(self) -> LogView:
        epochs: list[tuple[int, int]] = []
        for batch in self.batches:
            if not epochs or batch.summary.epoch > epochs[-1][0]:
                epochs.append((batch.summary.epoch, batch.summary.base_offset))
        return LogView(
            self.start.offset, self.end_offset, LeaderEpochs(tuple(epochs), self.start.epoch)
        )


@dataclass
class FakeDisk:
    static: VoterSet
    directory_id: bytes = b""
    election: Election | None = None
    cache: FakeLog = field(default_factory=FakeLog)
    platter: FakeLog = field(default_factory=FakeLog)
    snapshots: dict[OffsetAndEpoch, SnapshotFile] = field(default_factory=dict)
    parts: dict[int, bytearray] = field(default_factory=dict)

    bootstrap: tuple[ControlRecord, ...] = ()

    def format(self, voters: VoterSet) -> None:
        """Format as `kafka-storage format` with initial controllers does."""
        self.bootstrap = (KRaftVersion(1), Voters(voters))

    def store_election(self, election: Election, kraft_version: int) -> None:
        if kraft_version < 1 and election.voted is not None:
            election = replace(election, voted=ReplicaKey(election.voted.id))
        self.election = election

    def lose_power(self) -> None:
        self.cache = replace(self.platter)
        self.parts.clear()

    def recover(self) -> tuple[LogView, VoterSetHistory, tuple[StoredSnapshot, ...]]:
        """Return the recovered state; the cache is synced first."""
        self.parts.clear()
        latest = max(self.snapshots, key=lambda each: each.offset, default=None)
        if latest is not None and latest.offset > self.cache.end_offset:
            self.cache = FakeLog(latest)
        self.platter = replace(self.cache)
        history = VoterSetHistory(self.static)
        history.load_snapshot(0, self.bootstrap)
        if latest is not None:
            history.load_snapshot(latest.offset, self.snapshots[latest].controls)
        for batch in self.cache.batches:
            for place, record in enumerate(batch.summary.control_records):
                if latest is None or batch.summary.base_offset >= latest.offset:
                    history.apply(batch.summary.base_offset + place, record)
        stored = tuple(
            StoredSnapshot(each, len(self.snapshots[each].content)) for each in self.snapshots
        )
        return self.cache.view(), history, stored

    # -- the header batch of a snapshot, kept aside under a number that stands in the content -----

    def controls(self, kraft_version: int, voters: VoterSet | None) -> tuple[ControlRecord, ...]:
        if kraft_version < 1:
            return ()
        level = KRaftVersion(kraft_version)
        return (level,) if voters is None else (level, Voters(voters))

    def with_controls(self, controls: tuple[ControlRecord, ...], content: bytes) -> bytes:
        HEADERS.append(controls)
        return f"{len(HEADERS) - 1:08d}|".encode() + content

    def controls_of(self, content: bytes) -> tuple[ControlRecord, ...]:
        return HEADERS[int(content.split(b"|", 1)[0])]

    def without_controls(self, content: bytes) -> bytes:
        return content.split(b"|", 1)[1]


HEADERS: list[tuple[ControlRecord, ...]] = []
"""Of all tests in a process: the number has a fixed width, so that no size tells how many."""


def snapshot_content(applied: list[tuple[int, str]]) -> bytes:
    return json.dumps(applied).encode()


def applied_from(content: bytes) -> list[tuple[int, str]]:
    return [(offset, value) for offset, value in json.loads(content)]
