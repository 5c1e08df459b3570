"""What the disks of the demo hold in the end, read without the node: snapshot first, then the log.

That is the promise: every acknowledged record is on every disk, in order, once. Records that nobody
acknowledged may be there or not, but on all disks alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.demo.ledger import Numbers
from kraft_core.storage.file_names import LOG, base_offset_of, parse_snapshot
from kraft_wire.records import BatchReader, RecordBatch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path


def newest_snapshot(folder: Path) -> Path | None:
    """The snapshot that a node would begin with; None without any but the bootstrap's."""
    found = [
        (name.snapshot_id.order, path)
        for path in folder.iterdir()
        if (name := parse_snapshot(path.name)) and name.is_final and name.snapshot_id.offset
    ]
    return max(found)[1] if found else None


def read_disk(folder: Path) -> Numbers:
    """The records of one node, out of its newest snapshot and what stands behind it in the log."""
    numbers, begin = Numbers(), 0
    snapshot = newest_snapshot(folder)
    if snapshot is not None:
        name = parse_snapshot(snapshot.name)
        begin = name.snapshot_id.offset if name else 0
        for batch in _batches(snapshot):
            for record in batch.records():
                numbers.restore(bytes(record.value or b""))
    segments = [path for path in folder.iterdir() if base_offset_of(path.name, LOG) is not None]
    for segment in sorted(segments):
        for batch in _batches(segment):
            for record in batch.records():
                if record.offset >= begin:
                    numbers.take(bytes(record.value or b""))
    return numbers


def _batches(path: Path) -> Iterator[RecordBatch]:
    """Batches of data; raises ValueError for what is no batch of ours."""
    reader = BatchReader(path.read_bytes(), file_rules=True, check_crc=True)
    for batch in reader:
        if not isinstance(batch, RecordBatch):
            raise ValueError(f"{path.name} has a batch of an old format")  # noqa: TRY004 - no type
        if not batch.is_control:
            yield batch
    if reader.stop is not None and reader.stop.kind != "end":
        raise ValueError(f"{path.name} cannot be read: {reader.stop.reason}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of the acknowledged records. `faults` are sentences, none if all is well."""

    acknowledged: int
    nodes: int
    others: int
    faults: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        """Whether nothing was lost."""
        return not self.faults

    @property
    def sentence(self) -> str:
        """The last line of the demo."""
        if self.faults:
            return f"The promise was broken: {'; '.join(self.faults)}."
        return (
            f"Nothing acknowledged was lost: all {self.acknowledged:,} records are on all"
            f" {self.nodes} nodes, in order, once."
        )


def judge(
    acknowledged: Collection[int],
    disks: Mapping[int, Numbers],
    applied: Mapping[int, Sequence[tuple[int, int]]],
) -> Verdict:
    """Compare what was promised with what each node has on disk and has applied; by node id."""
    wanted = set(acknowledged)
    faults = []
    first_id = min(disks)
    for node_id, numbers in sorted(disks.items()):
        found = set(numbers)
        missing = wanted - found
        if missing:
            faults.append(f"node {node_id} lacks {len(missing):,}, the first is {min(missing)}")
        if numbers.faults:
            faults.append(f"node {node_id} has {numbers.faults:,} twice, out of order or damaged")
        if numbers.ranges != disks[first_id].ranges:
            faults.append(f"nodes {first_id} and {node_id} have other records")
        if numbers.ranges != list(applied[node_id]):
            faults.append(f"node {node_id} has applied other records than its disk has")
    if not wanted:
        faults.append("no record was acknowledged at all")
    others = len(set(disks[first_id]) - wanted)
    return Verdict(len(wanted), len(disks), others, tuple(faults))
