"""Apply a plan for voters: look, check, change, and look again, one step at a time.

The quorum itself shows how far a plan was applied: the voters are those before a step or after it.
So `apply` can be interrupted anywhere and run again, and any other voter set stops it. It has
neither sockets nor a clock: an `Operator` performs the actions.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from kraft_core.client.errors import ClientError
from kraft_core.operations import findings as f
from kraft_core.operations.plans.membership import (
    PASSING,
    UNSAFE,
    WAITING,
    Keys,
    Plan,
    Step,
    errors,
    is_level,
    of_quorum,
    of_step,
)

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from kraft_core.operations.findings import Finding
    from kraft_core.operations.view import QuorumView

SETTLE_S: Final = 20.0
"""Seconds to wait, also without `--wait`, for a state that is normal after a change to end."""
REPEAT_S: Final = 5.0
"""Minimum seconds between two reports of what the plan waits for."""


class Operator(Protocol):
    """Access to the quorum for applying a plan: view, changes and clock."""

    def look(self) -> QuorumView:
        """Ask all nodes, with `for_plan`."""
        ...

    def change(self, plan: Plan, step: Step) -> None:
        """Add or remove a voter; raises ClientError."""
        ...

    def now_s(self) -> float:
        """Return seconds of a clock that never goes back."""
        ...

    def pause(self) -> None:
        """Wait a moment before the next look."""
        ...


class Event(StrEnum):
    """Kinds of progress that `apply` reports; the values are those of JSON."""

    WAITING = "waiting"
    CHANGING = "changing"
    CHANGED = "changed"
    STOPPED = "stopped"
    """The plan is not done; nothing more is changed."""
    FINISHED = "finished"


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """One line of progress. `step` counts from 1 and is None for the quorum as a whole."""

    event: Event
    step: int | None = None
    change: str | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def is_unsafe(self) -> bool:
        """Return True if the next change loses the majority, or two processes would share an id."""
        return any(isinstance(each, UNSAFE) for each in self.findings)


def apply(plan: Plan, operator: Operator, *, wait_s: float | None = None) -> Iterator[Progress]:
    """Apply a plan; the last progress is STOPPED or FINISHED.

    With `wait_s` each step waits so long for a candidate that lags, and the end for all voters to
    be level. Without it only what passes by itself after a change is waited for.
    """
    return _Application(plan, operator, wait_s).run()


class _Application:
    def __init__(self, plan: Plan, operator: Operator, wait_s: float | None) -> None:
        self._plan = plan
        self._operator = operator
        self._wait_s = wait_s
        self._states = plan.states
        self._reached = 0
        """The steps that were seen to be done."""
        self._asked: tuple[int, ClientError | None] | None = None
        """The step that was asked for, and why the request failed."""
        self._began_s: float | None = None
        self._reported: tuple[float, tuple[Finding, ...]] | None = None

    def run(self) -> Iterator[Progress]:
        while True:
            view = self._operator.look()
            foreign = self._foreign(view)
            if foreign:
                yield Progress(event=Event.STOPPED, findings=foreign)
                return
            found = errors(of_quorum(view))
            place = None
            if not found:
                place, found = self._place(view)
                yield from self._done(place)
            if place is not None and not found:
                found = self._obstacles(view, place)
            if found:
                if (yield from self._is_over(found, place)):
                    return
                continue
            assert place is not None  # noqa: S101 - _place found a state or a finding
            if place == len(self._plan.steps):
                yield Progress(event=Event.FINISHED)
                return
            yield from self._change(place)

    def _foreign(self, view: QuorumView) -> tuple[Finding, ...]:
        if view.cluster_id is None or view.cluster_id.value == self._plan.cluster_id:
            return ()
        return (f.PlanOfAnotherCluster(planned=self._plan.cluster_id, found=view.cluster_id.value),)

    def _place(self, view: QuorumView) -> tuple[int | None, tuple[Finding, ...]]:
        """Return the number of steps done; a finding if the voters match no state of the plan."""
        voters = frozenset(each.key for each in view.voters if each.key is not None)
        expected = self._states[self._reached :]
        if voters not in expected:
            return None, (_changed(voters, expected),)
        place = self._reached + expected.index(voters)
        if self._asked is not None and self._asked[0] == place:
            step, error = self._plan.steps[place], self._asked[1]
            if error is not None:
                return place, (f.StepFailed(step=str(step.change), error=str(error).rstrip(".")),)
            # the leader reported success: another operator undid it
            return place, (_changed(voters, self._states[place + 1 :]),)
        return place, ()

    def _done(self, place: int | None) -> Iterator[Progress]:
        """Report the steps that were done since the last look."""
        if place is None:
            return
        for done in range(self._reached, place):
            yield Progress(
                event=Event.CHANGED, step=done + 1, change=str(self._plan.steps[done].change)
            )
            self._began_s = self._asked = None
        self._reached = place

    def _obstacles(self, view: QuorumView, place: int) -> tuple[Finding, ...]:
        if place < len(self._plan.steps):
            return errors(of_step(view, self._plan.steps[place], self._states[place]))
        return () if self._wait_s is None else tuple(_not_level(view))

    def _is_over(
        self, found: tuple[Finding, ...], place: int | None
    ) -> Generator[Progress, None, bool]:
        """Wait a moment for what can end by itself; True if it took too long or cannot end."""
        now_s = self._operator.now_s()
        if self._began_s is None:
            self._began_s = now_s
        step = None if place is None or place == len(self._plan.steps) else place + 1
        change = None if step is None else str(self._plan.steps[step - 1].change)
        if now_s - self._began_s >= self._limit_s(found):
            yield Progress(event=Event.STOPPED, step=step, change=change, findings=found)
            return True
        if self._is_news(found, now_s):
            yield Progress(event=Event.WAITING, step=step, change=change, findings=found)
        self._operator.pause()
        return False

    def _limit_s(self, found: tuple[Finding, ...]) -> float:
        if not all(isinstance(each, WAITING) for each in found):
            return 0
        if self._wait_s is not None:
            return self._wait_s
        return SETTLE_S if all(isinstance(each, PASSING) for each in found) else 0

    def _is_news(self, found: tuple[Finding, ...], now_s: float) -> bool:
        if self._reported is not None:
            at_s, before = self._reported
            if before == found or now_s - at_s < REPEAT_S:
                return False
        self._reported = now_s, found
        return True

    def _change(self, place: int) -> Iterator[Progress]:
        step = self._plan.steps[place]
        yield Progress(event=Event.CHANGING, step=place + 1, change=str(step.change))
        try:
            self._operator.change(self._plan, step)
        except ClientError as error:  # the change can be made nevertheless: look
            self._asked = place, error
        else:
            self._asked = place, None


def _changed(voters: Keys, expected: Sequence[Keys]) -> Finding:
    return f.VotersChanged(found=_named(voters), expected=tuple(map(_in_words, expected)))


def _named(voters: Keys) -> tuple[str, ...]:
    return tuple(str(each) for each in sorted(voters, key=lambda each: each.node_id))


def _in_words(voters: Keys) -> str:
    return f.in_words(sorted(each.node_id for each in voters))


def _not_level(view: QuorumView) -> Iterator[Finding]:
    """Report the voters that do not fetch or lag: the plan is finished when there are none."""
    for row in view.voters:
        if row.is_silent:
            yield f.CandidateSilent(node=row.node_id or 0, directory=row.directory_id or "?")
        elif not is_level(row):
            yield f.CandidateBehind(node=row.node_id or 0, lag=row.lag or 0)
