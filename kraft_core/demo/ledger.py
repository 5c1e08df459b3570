"""What the demo replicates, and the check of the disks at the end.

Records are numbered. The bytes of a record follow from its number, so that a damaged record is
detected. Numbers ascend, so that a record that is repeated or out of order is detected too, and a
missing one leaves a gap.

The check reads the disks without the node, first the snapshot, then the log. It holds the promise:
every acknowledged record is on every disk, in order, once. Records that nobody acknowledged may be
there or not, but on all disks alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.raft.directory import parse_snapshot, segments
from kraft_core.raft.replica import StateMachine
from kraft_wire.records import BatchReader, RecordBatch

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from kraft_core.raft.consensus.values import LeaderAndEpoch, SnapshotId


# -- what is replicated ----------------------------------------------------------------------------

VALUE_BYTES: Final = 100
_RANGE: Final = b"range"
_FAULTS: Final = b"faults"


def value_of(number: int) -> bytes:
    """The content of that record: its number, over and over."""
    word = b"record %d " % number
    return (word * (VALUE_BYTES // len(word) + 1))[:VALUE_BYTES]


class Numbers:
    """The numbers of all records, as ranges without gaps, both ends included.

    `faults` counts records that came twice, out of order or damaged.
    """

    def __init__(self) -> None:
        self.ranges: list[tuple[int, int]] = []
        self.faults = 0

    def __len__(self) -> int:
        return sum(last - first + 1 for first, last in self.ranges)

    def __iter__(self) -> Iterator[int]:
        for first, last in self.ranges:
            yield from range(first, last + 1)

    def take(self, value: bytes) -> None:
        """The next record in the order of the log."""
        number = _number(value)
        last = self.ranges[-1][1] if self.ranges else -1
        if number is None or number <= last:
            self.faults += 1
        elif self.ranges and number == last + 1:
            self.ranges[-1] = (self.ranges[-1][0], number)
        else:
            self.ranges.append((number, number))

    def state(self) -> list[bytes]:
        """Record values that bring these numbers about again."""
        ranges = [b"%s %d %d" % (_RANGE, first, last) for first, last in self.ranges]
        return [*ranges, b"%s %d" % (_FAULTS, self.faults)]

    def restore(self, value: bytes) -> None:
        """The next value of what `state` gave."""
        kind, *numbers = value.split()
        if kind == _RANGE:
            first, last = map(int, numbers)
            self.ranges.append((first, last))
        else:
            self.faults = int(numbers[0])


def _number(value: bytes) -> int | None:
    _, _, rest = value.partition(b" ")
    digits = rest.partition(b" ")[0]
    number = int(digits) if digits.isdigit() else None
    return number if number is not None and value == value_of(number) else None


class Ledger(StateMachine):
    """The numbers that one replica has applied. `on_leader` hears of other leaders and epochs."""

    def __init__(self, on_leader: Callable[[], None] = lambda: None) -> None:
        self.numbers = Numbers()
        self._on_leader = on_leader

    def apply(self, batch: RecordBatch) -> None:
        """Count the records of the next committed batch."""
        for record in batch.records():
            self.numbers.take(bytes(record.value or b""))

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        """Begin anew."""
        del snapshot_id
        self.numbers = Numbers()

    def load(self, batch: RecordBatch) -> None:
        """Take a part of a snapshot."""
        for record in batch.records():
            self.numbers.restore(bytes(record.value or b""))

    def snapshot_values(self) -> Iterable[bytes]:
        """What there is, in a few records however many there were."""
        return self.numbers.state()

    def leader_changed(self, leader: LeaderAndEpoch) -> None:
        """Notify the process that shows it."""
        del leader
        self._on_leader()


# -- what the disks hold ---------------------------------------------------------------------------


def newest_snapshot(folder: Path) -> Path | None:
    """The snapshot that a node would begin with; None without any but the bootstrap's."""
    found = [
        (name.snapshot_id.order, path)
        for path in folder.iterdir()
        if (name := parse_snapshot(path.name)) and name.is_final and name.snapshot_id.offset
    ]
    return max(found)[1] if found else None


def read_disk(folder: Path) -> Numbers:
    """The records of one node, out of its newest snapshot and what stands after it in the log."""
    numbers, begin = Numbers(), 0
    snapshot = newest_snapshot(folder)
    if snapshot is not None:
        name = parse_snapshot(snapshot.name)
        begin = name.snapshot_id.offset if name else 0
        for batch in _batches(snapshot):
            for record in batch.records():
                numbers.restore(bytes(record.value or b""))
    for _, segment in segments(path.name for path in folder.iterdir()):
        for batch in _batches(folder / segment):
            for record in batch.records():
                if record.offset >= begin:
                    numbers.take(bytes(record.value or b""))
    return numbers


def _batches(path: Path) -> Iterator[RecordBatch]:
    """Batches of data; raises ValueError for what is not a batch of ours."""
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
