"""Commits a second and latencies: the same load on two quorums that stand side by side, in turn.

Both quorums run all the time, so what is warm stays warm; the one that is not asked is idle. What
comes back is when how many records were delivered to the application; all arithmetic is here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from benchmarks.quorum_voters import JAVA, OURS, PATIENCE_S
from benchmarks.race import Spread
from benchmarks.report import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.quorum_voters import Leading, Quorum

CLOSED_SIZES: Final = (64, 256, 1024)
OPEN_RATES: Final = (100, 1000, 5000)
OPEN_SIZE: Final = 256
WINDOW_BYTES: Final = 16 << 20
WINDOW_MAX: Final = 200_000
_TRIES: Final = 5
_NS: Final = 1_000_000_000

Commits = "Sequence[tuple[int, int]]"


class Cell(NamedTuple):
    """One load. `rate` is records a second, or 0 for as many as can be: `window` at a time."""

    rate: int
    size: int

    @property
    def window(self) -> int:
        """Limit of undecided records: 16 MiB of them, within bounds."""
        return min(WINDOW_BYTES // self.size, WINDOW_MAX)

    def order(self, seconds: float) -> str:
        """Return the command for the leader."""
        return f"load {self.rate} {self.size} {self.window} {seconds:g}"


CLOSED: Final = tuple(Cell(0, size) for size in CLOSED_SIZES)
OPEN: Final = tuple(Cell(rate, OPEN_SIZE) for rate in OPEN_RATES)


class Latency(NamedTuple):
    """Milliseconds from when a record was due until it was delivered."""

    p50: float
    p99: float


class Times(NamedTuple):
    """The duration of a load in seconds, and of the warm-up, which does not count."""

    warm_up: float
    counted: float

    @property
    def seconds(self) -> float:
        return self.warm_up + self.counted


def committed_per_s(start_ns: int, commits: Commits, times: Times) -> float:
    """Return the records per second that were delivered in the measured time."""
    first = start_ns + times.warm_up * _NS
    last = start_ns + times.seconds * _NS
    return sum(count for at_ns, count in commits if first <= at_ns < last) / times.counted


def latency(start_ns: int, commits: Commits, rate: int, times: Times) -> Latency:
    """Return the latency of records due in the measured time; record n is due at n / rate."""
    found: list[float] = []
    number = 0
    first = times.warm_up * rate
    last = times.seconds * rate
    for at_ns, count in commits:
        passed_ms = (at_ns - start_ns) / 1e6
        counted = (each for each in range(number, number + count) if first <= each < last)
        found.extend(passed_ms - each * 1e3 / rate for each in counted)
        number += count
    found.sort()
    return Latency(percentile(found, 50), percentile(found, 99))


def percentile(ordered: Sequence[float], percent: float) -> float:
    """Return the smallest value that at least this percentage of the values does not exceed."""
    if not ordered:
        raise ValueError("no values")
    place = -(-len(ordered) * percent // 100)
    return ordered[max(int(place) - 1, 0)]


@dataclass(slots=True)
class Rounds:
    """The results of one cell: a value for each round and side. `more_is_better` for rates."""

    more_is_better: bool
    values: dict[str, list[float]] = field(default_factory=lambda: {OURS: [], JAVA: []})

    def ratio(self) -> Spread | None:
        """Return kraft's result as a multiple, by round: at least 1 if it is no worse."""
        if not (self.values[OURS] and self.values[JAVA]):
            return None
        pairs = zip(self.values[OURS], self.values[JAVA], strict=False)
        ratios = [our / their if self.more_is_better else their / our for our, their in pairs]
        return Spread(median(ratios), min(ratios), max(ratios))

    def median(self, side: str) -> float | None:
        """Return the median of a side, or None if it was not measured."""
        return median(self.values[side]) if self.values[side] else None


class Loaded:
    """A quorum with the node that leads it; a leader that changes spoils a measurement."""

    def __init__(self, side: str, quorum: Quorum, leading: Leading) -> None:
        self.side = side
        self._quorum = quorum
        self._leading = leading

    def run(self, cell: Cell, seconds: float) -> tuple[int, list[tuple[int, int]]]:
        """Make one load; when it began, and the deliveries. Where the leader changes, again."""
        for _ in range(_TRIES):
            self._quorum.check()
            self._leading = self._quorum.newest(self._leading)
            leader = self._quorum.voters[self._leading.node_id]
            leader.say(cell.order(seconds))
            said: dict[str, Any] = leader.loads.get(timeout=seconds + PATIENCE_S)
            if "start" in said:
                return said["start"], said["commits"]
            say(f"quorum: {self.side} has lost its leader")
            self._leading = self._quorum.leader()
        raise RuntimeError(f"the leader of {self.side} changes again and again")


def measure(
    sides: Sequence[Loaded], cells: Sequence[Cell], times: Times, rounds: int, what: str
) -> dict[tuple[Cell, str], Rounds]:
    """Measure all cells on all sides in turn; the first side changes from round to round."""
    found: dict[tuple[Cell, str], Rounds] = {}
    for number in range(rounds):
        order = sides if number % 2 == 0 else sides[::-1]
        for cell in cells:
            for side in order:
                values = _values(cell, side.run(cell, times.seconds), times)
                told = ", ".join(f"{name} {value:.4g}" for name, value in values.items())
                say(f"quorum: {what}, round {number + 1} of {rounds}, {cell}, {side.side}: {told}")
                for name, value in values.items():
                    kept = found.setdefault((cell, name), Rounds(more_is_better=not cell.rate))
                    kept.values[side.side].append(value)
    return found


def _values(cell: Cell, said: tuple[int, list[tuple[int, int]]], times: Times) -> dict[str, float]:
    if cell.rate:
        return latency(*said, cell.rate, times)._asdict()
    return {"per_s": committed_per_s(*said, times)}
