"""The replicated data, and the check of the disks when all processes have ended.

An entry is a record that the codec of `Entry.json` wrote. Entries are numbered in the order in
which they are sent, and the text of an entry follows from its number. A missing entry is therefore
a gap, and a repeated, reordered or damaged entry is detected by its number or text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core import SnapshotId, StateMachine
from kraft_wire import RecordBatch, WireError
from kraft_wire.records import BatchReader

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from kraft_wire import Message

TEXT_BYTES = 100


def text_of(number: int) -> str:
    """Return the content of an entry."""
    word = f"entry {number} "
    return (word * (TEXT_BYTES // len(word) + 1))[:TEXT_BYTES]


class Ledger(StateMachine):
    """All entries that a replica has applied, as ranges of numbers without gaps.

    `end` is the offset after the last applied batch, `faults` counts entries that were repeated,
    reordered or damaged.
    """

    def __init__(self, codec: type[Message]) -> None:
        self._codec = codec
        self.ranges: list[tuple[int, int]] = []
        self.faults = 0
        self.end = 0

    def apply(self, batch: RecordBatch) -> None:
        """Apply the next committed batch."""
        for record in batch.records():
            self._add(bytes(record.value or b""))
        self.end = batch.last_offset + 1

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        """Replace the state by a snapshot."""
        self.ranges, self.faults, self.end = [], 0, snapshot_id.offset

    def load(self, batch: RecordBatch) -> None:
        """Add a part of the snapshot."""
        for record in batch.records():
            self._add(bytes(record.value or b""))

    def snapshot_values(self) -> Iterator[bytes]:
        """Write a range of numbers as one record."""
        return iter([self._record(first, last) for first, last in self.ranges])

    def numbers(self) -> set[int]:
        """Return the numbers of all entries."""
        return {number for first, last in self.ranges for number in range(first, last + 1)}

    def _record(self, first: int, last: int) -> bytes:
        return self._codec(first=first, last=last, text=text_of(first)).encode(0)

    def _add(self, value: bytes) -> None:
        try:
            entry = self._codec.decode(value, 0)
        except WireError:
            self.faults += 1
            return
        first, last = entry.first, entry.last  # type: ignore[attr-defined]
        end = self.ranges[-1][1] if self.ranges else -1
        if value != self._record(first, last) or not end < first <= last:
            self.faults += 1
        elif first == end + 1 and self.ranges:
            self.ranges[-1] = self.ranges[-1][0], last
        else:
            self.ranges.append((first, last))


def read_disk(folder: Path, codec: type[Message]) -> Ledger:
    """Read the newest snapshot of a node and the log after it; raises ValueError for damage."""
    ledger, begin = Ledger(codec), 0
    snapshots = sorted(folder.glob("*.checkpoint"))
    if snapshots:
        begin = int(snapshots[-1].name.split("-")[0])
        for batch in _batches(snapshots[-1]):
            ledger.load(batch)
    for segment in sorted(folder.glob("*.log")):
        for batch in _batches(segment):
            if batch.base_offset >= begin:
                ledger.apply(batch)
            elif batch.last_offset >= begin:
                raise ValueError(f"{snapshots[-1].name} ends within a batch of {segment.name}")
    return ledger


def _batches(path: Path) -> Iterator[RecordBatch]:
    reader = BatchReader(path.read_bytes(), file_rules=True, check_crc=True)
    for batch in reader:
        if not isinstance(batch, RecordBatch):
            raise TypeError(f"{path.name} contains a batch of an old format")
        if not batch.is_control:
            yield batch
    if reader.stop is not None and reader.stop.kind != "end":
        raise ValueError(f"{path.name} is damaged: {reader.stop.reason}")


def losses(acknowledged: Collection[int], disks: Mapping[int, Ledger]) -> list[str]:
    """Return a sentence for each difference between the acknowledgements and the disks."""
    expected, found = set(acknowledged), []
    first_id = min(disks)
    for node_id, ledger in sorted(disks.items()):
        if missing := expected - ledger.numbers():
            found.append(f"node {node_id} lacks {len(missing):,} entries, first {min(missing)}")
        if ledger.faults:
            found.append(f"node {node_id} has {ledger.faults:,} entries twice, late or damaged")
        if ledger.ranges != disks[first_id].ranges:
            found.append(f"nodes {first_id} and {node_id} differ")
    return found if expected else [*found, "no entry was acknowledged"]
