"""The smallest schedule that still fails in the same way (delta debugging).

First everything after the failure is dropped, then halves, quarters and so on of the rest, until no
single step can be omitted; last the idle time between steps. Steps draw from separate generators,
so the remaining ones do the same as before, as far as the cluster allows it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.sim.quorum.result import Failure, SeedResult
    from kraft_core.sim.quorum.scenarios import Schedule

_CRASH = "crash"
"""The name of failures by an exception of production code; the detail is its traceback."""


class NothingToShrinkError(Exception):
    """The seed does not fail."""


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The remaining steps, their failure, and the number of runs that the search took."""

    schedule: Schedule
    result: SeedResult
    runs: int


def shrink(
    attempt: Callable[[Schedule | None], SeedResult],
    on_progress: Callable[[int, int], None] = lambda _steps, _runs: None,
) -> Shrunk:
    """Shrink the schedule of a seed.

    `attempt` runs the seed with a schedule, or with its own; `on_progress` gets the number of steps
    are left and how many runs there were.
    """
    return _Shrinker(attempt, on_progress).shrunk()


class _Shrinker:
    def __init__(
        self,
        attempt: Callable[[Schedule | None], SeedResult],
        on_progress: Callable[[int, int], None],
    ) -> None:
        self._attempt = attempt
        self._on_progress = on_progress
        self._runs = 1
        self._best = attempt(None)
        if self._best.failure is None:
            raise NothingToShrinkError(f"seed {self._best.seed} does not fail")
        self._kind = _kind(self._best.failure)
        self._tried: set[Schedule] = set()

    def shrunk(self) -> Shrunk:
        self._try(_up_to_failure(self._best))
        parts = 2
        while parts <= 2 * len(self._steps):
            parts = 2 if self._drop_one_of(parts) else 2 * parts
        # chunks of one step may have been tried while others were still there
        while self._drop_one_of(len(self._steps)):
            pass
        self._close_gaps()
        return Shrunk(self._steps, self._best, self._runs)

    @property
    def _steps(self) -> Schedule:
        return self._best.schedule

    def _try(self, schedule: Schedule) -> bool:
        """Return True if that schedule fails in the same way; then it is the best so far."""
        if schedule == self._steps or schedule in self._tried:
            return False
        self._tried.add(schedule)
        self._runs += 1
        result = self._attempt(schedule)
        if result.failure is None or _kind(result.failure) != self._kind:
            self._on_progress(len(self._steps), self._runs)
            return False
        self._best = replace(result, schedule=schedule)
        self._on_progress(len(schedule), self._runs)
        return True

    def _drop_one_of(self, parts: int) -> bool:
        """Split the schedule into that many parts and omit each in turn; True if one was omitted.

        Continues with the next part after one was omitted, so one round can drop many.
        """
        size = -(-len(self._steps) // parts) if parts else 0
        place, is_smaller = 0, False
        while size and place < len(self._steps):
            if self._try(self._steps[:place] + self._steps[place + size :]):
                is_smaller = True
            else:
                place += size
        return is_smaller

    def _close_gaps(self) -> None:
        """Move each step as close as possible to the one before it, so that the run is shorter."""
        for place in range(len(self._steps)):
            before = self._steps[place - 1].at_ms if place else 0
            gap = self._steps[place].at_ms - before
            for kept in (0, gap // 4, gap // 2):
                if kept < gap and self._try(_earlier(self._steps, place, gap - kept)):
                    break


def _up_to_failure(result: SeedResult) -> Schedule:
    assert result.failure is not None  # noqa: S101 - only failures are shrunk
    end_ms = result.failure.at_ms
    return tuple(step for step in result.schedule if step.at_ms <= end_ms)


def _earlier(steps: Schedule, place: int, by_ms: int) -> Schedule:
    moved = (replace(step, at_ms=step.at_ms - by_ms) for step in steps[place:])
    return (*steps[:place], *moved)


def _kind(failure: Failure) -> str:
    """Return the identity of a failure: the invariant, or the type of an exception."""
    if failure.invariant != _CRASH:
        return failure.invariant
    last_line = failure.detail.rstrip().rpartition("\n")[2]
    return f"{_CRASH} {last_line.partition(':')[0]}"
