"""What clients of replicated lists did and saw, and whether one list after another explains it.

Every value is appended once, by one client, to one list; a read sees a whole list. The longest list
that was read then gives the one order of its appends, and what each read saw is a place in that
order. So the question whether the history is linearizable, hard in general, is answered exactly:
it is, if every read saw a prefix of the longest one, and if the places contradict no clock, that is
if nothing stands before something that had ended when it began. Lists do not know of each other,
so each is judged alone (linearizability is local: Herlihy and Wing, 1990).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Kind(Enum):
    """What a client wanted."""

    APPEND = "append"
    READ = "read"


class Outcome(Enum):
    """What the client knows of it. What was REJECTED has not happened and never will."""

    UNKNOWN = "unknown"
    DONE = "done"
    REJECTED = "rejected"


class NotLinearizableError(AssertionError):
    """No order of the operations explains what was seen."""


@dataclass(slots=True, eq=False)
class Operation:
    """One attempt of a client. `began` and `ended` are places in the order of things.

    `value` is what was appended, `seen` the list that was read.
    """

    client: int
    kind: Kind
    key: str
    value: int = -1
    began: int = 0
    ended: int | None = None
    outcome: Outcome = Outcome.UNKNOWN
    seen: tuple[int, ...] = ()

    def __str__(self) -> str:
        what = self.value if self.kind is Kind.APPEND else list(self.seen)
        return (
            f"{self.outcome.value} {self.kind.value} {self.key}={what} of client {self.client},"
            f" {self.began}..{self.ended}"
        )


class ListHistory:
    """All operations, in the order in which they began."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self._moment = 0

    def begin(self, operation: Operation) -> Operation:
        """A client is about to ask."""
        self._moment += 1
        operation.began = self._moment
        self.operations.append(operation)
        return operation

    def end(self, operation: Operation, outcome: Outcome) -> None:
        """The client has its answer."""
        self._moment += 1
        operation.ended, operation.outcome = self._moment, outcome

    def see(self, key: str, values: Sequence[int]) -> None:
        """Note a list as it was found when everything was over."""
        found = self.begin(Operation(-1, Kind.READ, key, seen=tuple(values)))
        self.end(found, Outcome.DONE)

    def done(self, kind: Kind) -> list[Operation]:
        """The operations of a kind that were acknowledged."""
        return [
            each for each in self.operations if each.kind is kind and each.outcome is Outcome.DONE
        ]

    @property
    def keys(self) -> list[str]:
        """The names of all lists, in the order in which they were first thought of."""
        return list(dict.fromkeys(each.key for each in self.operations))

    def check(self) -> int:
        """Judge it; how many operations had to fit. Raises NotLinearizableError."""
        by_key: dict[str, list[Operation]] = defaultdict(list)
        for operation in self.operations:
            by_key[operation.key].append(operation)
        return sum(_check_list(operations) for operations in by_key.values())


def _ensure(holds: bool, fault: str, *operations: Operation) -> None:
    if not holds:
        told = "; ".join(map(str, operations))
        raise NotLinearizableError(f"{fault}: {told}")


def _check_list(operations: Sequence[Operation]) -> int:
    """Judge one list."""
    reads = [each for each in operations if each.kind is Kind.READ and each.outcome is Outcome.DONE]
    longest = max(reads, key=lambda each: len(each.seen), default=None)
    final = longest.seen if longest else ()
    places = {value: place for place, value in enumerate(final)}
    if longest is not None:
        _ensure(len(places) == len(final), "a value stands in the list twice", longest)
        for read in reads:
            is_prefix = read.seen == final[: len(read.seen)]
            _ensure(is_prefix, "two reads contradict each other", read, longest)
    appends = [each for each in operations if each.kind is Kind.APPEND]
    appended = {each.value for each in appends if each.outcome is not Outcome.REJECTED}
    foreign = places.keys() - appended
    _ensure(not foreign, f"nobody appended {sorted(foreign)}", *(reads[:1] if foreign else ()))
    points = [(2 * len(each.seen), each) for each in reads]
    points += list(_points_of_appends(appends, places))
    _check_clock(points)
    return len(points)


def _points_of_appends(
    appends: Iterable[Operation], places: dict[int, int]
) -> Iterable[tuple[int, Operation]]:
    """Where appends stand: between two reads that see one value more.

    One that nobody saw stands behind all that was seen, if it was acknowledged; else it may stand
    nowhere.
    """
    for append in appends:
        if append.value in places:
            yield 2 * places[append.value] + 1, append
        elif append.outcome is Outcome.DONE:
            yield 2 * len(places) + 1, append


def _check_clock(points: Sequence[tuple[int, Operation]]) -> None:
    """What had ended when something began does not stand behind it."""
    moments = [(each.began, False, point, each) for point, each in points]
    moments += [
        (each.ended, True, point, each)
        for point, each in points
        if each.ended is not None and each.outcome is Outcome.DONE
    ]
    moments.sort(key=lambda moment: moment[0])
    floor, latest = -1, None
    for _, is_end, point, operation in moments:
        if is_end:
            if point > floor:
                floor, latest = point, operation
        elif latest is not None:
            _ensure(point >= floor, "the clock is contradicted by", operation, latest)
