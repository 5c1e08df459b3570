"""What the demo replicates: numbered records, and which numbers there have been.

A record's bytes follow from its number, so that a record that is damaged is noticed. Numbers come
in ascending order, so that a record that comes twice, or out of order, is noticed too; one that is
missing leaves a gap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.replica import StateMachine

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kraft_core.consensus.values import LeaderAndEpoch, SnapshotId
    from kraft_wire.records import RecordBatch

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
        """Tell whoever shows it."""
        del leader
        self._on_leader()
