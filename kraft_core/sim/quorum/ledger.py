"""The content of each node's log, and the cluster's committed log, for observers.

A shadow log follows the effects of the core, so it is ahead of the disk; it is read again from the
disk at each start.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import attrgetter
from struct import Struct
from typing import TYPE_CHECKING, Final
from zlib import crc32

from kraft_core.raft.batches import batch_summary
from kraft_wire.records import RecordBatch, iter_batches

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.effects import AppendControlRecords, AppendRecords
    from kraft_core.raft.consensus.values import ControlRecord, Payload
    from kraft_core.sim.quorum.hooks import Hooks
    from kraft_core.sim.quorum.node import SimulatedNode


_CRC: Final = Struct(">I")
_CRC_POSITION: Final = 17
_base_offset = attrgetter("base_offset")
_end_offset = attrgetter("end_offset")


@dataclass(frozen=True, slots=True)
class Entry:
    """One batch. `digest` depends only on the content, not on its offset or writer."""

    base_offset: int
    last_offset: int
    epoch: int
    digest: int
    control_records: tuple[ControlRecord, ...] = ()

    @property
    def end_offset(self) -> int:
        """The offset after it."""
        return self.last_offset + 1

    def __str__(self) -> str:
        records = f" {self.control_records}" if self.control_records else ""
        return f"{self.base_offset}..{self.last_offset}@{self.epoch} {self.digest:08x}{records}"


def control_digest(records: tuple[ControlRecord, ...]) -> int:
    """Return the digest of a control batch without its timestamp."""
    return crc32(repr(records).encode())


def data_digest(payload: Payload, position: int) -> int:
    """Return the digest of the data batch at that position: its checksum, without its offset."""
    digest: int = _CRC.unpack_from(payload, position + _CRC_POSITION)[0]
    return digest


class ShadowLog:
    """Entries without a gap from `start_offset` to `end_offset`; the first can begin below."""

    def __init__(self, start_offset: int = 0) -> None:
        self.start_offset = start_offset
        self.end_offset = start_offset
        self.entries: list[Entry] = []

    @property
    def last(self) -> Entry | None:
        """The last entry, None of an empty log."""
        return self.entries[-1] if self.entries else None

    def between(self, start: int, end: int) -> list[Entry]:
        """Return the entries that begin at or after `start` and end at or before `end`."""
        low = bisect_left(self.entries, start, key=_base_offset)
        high = bisect_right(self.entries, end, lo=low, key=_end_offset)
        return self.entries[low:high]

    def entry_at(self, offset: int) -> Entry | None:
        """Return the entry that contains the record at that offset."""
        place = bisect_right(self.entries, offset, key=_base_offset) - 1
        if place < 0 or self.entries[place].last_offset < offset:
            return None
        return self.entries[place]

    def append(self, entry: Entry) -> None:
        self.entries.append(entry)
        self.end_offset = entry.last_offset + 1

    def append_records(self, effect: AppendRecords) -> None:
        """Add the batches that a follower fetched, or that the leader's user wants."""
        position, offset = 0, effect.base_offset
        for batch in effect.batches:
            controls = batch.control_records
            digest = control_digest(controls) if controls else data_digest(effect.payload, position)
            last = offset + batch.last_offset - batch.base_offset
            epoch = batch.epoch if effect.append_id is None else effect.epoch
            self.append(Entry(offset, last, epoch, digest, controls))
            position += batch.size_bytes
            offset = last + 1

    def append_control(self, effect: AppendControlRecords) -> None:
        """Add a batch of the leader's own."""
        last = effect.base_offset + len(effect.records) - 1
        digest = control_digest(effect.records)
        self.append(Entry(effect.base_offset, last, effect.epoch, digest, effect.records))

    def truncate(self, end_offset: int) -> None:
        while self.entries and self.entries[-1].last_offset >= end_offset:
            self.end_offset = self.entries.pop().base_offset

    def reset(self, start_offset: int) -> None:
        self.entries.clear()
        self.start_offset = self.end_offset = start_offset

    def delete_prefix(self, start_offset: int) -> None:
        self.start_offset = max(start_offset, self.start_offset)
        high = bisect_right(self.entries, start_offset, key=_end_offset)
        del self.entries[:high]


def read_shadow_log(
    read: Callable[[int], Payload], start_offset: int, end_offset: int
) -> ShadowLog:
    """Read what recovery found. `read` returns at least one whole batch from an offset on.

    Raises ValueError where it gives none: the log has a gap.
    """
    log = ShadowLog(start_offset)
    while log.end_offset < end_offset:
        content, position = read(log.end_offset), 0
        if not content:
            raise ValueError(f"no batch at {log.end_offset} in a log up to {end_offset}")
        for batch in (each for each in iter_batches(content) if isinstance(each, RecordBatch)):
            summary = batch_summary(batch)
            controls = summary.control_records
            digest = control_digest(controls) if controls else data_digest(content, position)
            log.append(
                Entry(summary.base_offset, summary.last_offset, summary.epoch, digest, controls)
            )
            position += summary.size_bytes
    return log


@dataclass(frozen=True, slots=True)
class CommittedEntry:
    """A batch, the first node that knew it as committed, and its epoch then."""

    entry: Entry
    node_id: int
    epoch: int


class Ledger:
    """All committed batches in order, without a gap from offset 0 on.

    `state_digests` has, by end offset, the digest of the state that the first state machine had
    which came so far.
    """

    def __init__(self, hooks: Hooks) -> None:
        self._hooks = hooks
        self.committed: list[CommittedEntry] = []
        self._base_offsets: list[int] = []
        self.end_offset = 0
        self.state_digests: dict[int, int] = {}

    def find(self, offset: int) -> CommittedEntry:
        """Return the batch with the record at that offset, which is below `end_offset`."""
        place = bisect_right(self._base_offsets, offset)
        return self.committed[place - 1]

    def state_digest_at(self, end_offset: int) -> int | None:
        """Return the digest of the state below that offset, None if no machine stopped there."""
        return self.state_digests.get(end_offset)

    def advance(self, node: SimulatedNode, high_watermark: int) -> None:
        """Record that a node has learned that everything below is committed."""
        if high_watermark <= self.end_offset:
            return
        for entry in node.log.between(self.end_offset, high_watermark):
            committed = CommittedEntry(entry, node.node_id, node.core.role.epoch)
            self.committed.append(committed)
            self._base_offsets.append(entry.base_offset)
            self.end_offset = entry.end_offset
            for callback in self._hooks.commits:
                callback(node, committed)

    def applied(self, node: SimulatedNode, end_offset: int, digest: int) -> None:
        """Record that a state machine has applied everything below that offset."""
        self.state_digests.setdefault(end_offset, digest)
        for callback in self._hooks.applied:
            callback(node, end_offset, digest)
