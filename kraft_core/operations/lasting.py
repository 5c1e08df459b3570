"""States that last, and which of them are due to be logged. Pure: times are passed in.

A state is a finding under a key. A state that ends within five seconds is not logged. A longer one
is logged after five seconds and again after 10, 20, 40 and so on, at most 15 minutes apart, each
time with its age, and once when it ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.operations.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from kraft_core.operations.findings import Finding

FIRST_AFTER_S: Final = 5.0
APART_MAX_S: Final = 900.0
STATES_MAX: Final = 200
"""Further states are counted but not kept: peers control their number."""


@dataclass(frozen=True, slots=True)
class StateLine:
    """A log line: the severity of the state, or info when the state has ended."""

    severity: Severity
    text: str


@dataclass(slots=True)
class _State:
    finding: Finding
    since_s: float
    due_s: float
    """Duration at which its next line is logged."""
    was_logged: bool = False


class LastingStates:
    """The states of one node. Call `look` about once a second with all current states."""

    def __init__(self) -> None:
        self._states: dict[Hashable, _State] = {}
        self._uncounted = 0

    def __len__(self) -> int:
        return len(self._states)

    def look(self, current: Mapping[Hashable, Finding], now_s: float) -> list[StateLine]:
        """Return the lines that are due. A state keeps its age when its arguments change."""
        lines = []
        for key in [key for key in self._states if key not in current]:
            ended = self._states.pop(key)
            if ended.was_logged:
                lasted = in_time(now_s - ended.since_s)
                lines.append(StateLine(Severity.INFO, f"Over after {lasted}: {ended.finding.text}"))
        left_out = 0
        for key, finding in current.items():
            state = self._states.get(key)
            if state is None:
                if len(self._states) >= STATES_MAX:
                    left_out += 1
                    continue
                state = self._states[key] = _State(finding, now_s, FIRST_AFTER_S)
            state.finding = finding
            if now_s - state.since_s >= state.due_s:
                lines.append(_line(state, now_s))
        if left_out > self._uncounted:
            text = f"{left_out} more states are not logged: {STATES_MAX} are kept."
            lines.append(StateLine(Severity.WARNING, text))
        self._uncounted = left_out
        return lines


def _line(state: _State, now_s: float) -> StateLine:
    lasted_s, finding = now_s - state.since_s, state.finding
    pieces = [finding.text]
    if state.was_logged:
        pieces.append(f"This has lasted {in_time(lasted_s)}.")
    pieces += filter(None, (finding.remedy, finding.command_for()))
    state.was_logged = True
    while state.due_s <= lasted_s:  # a process that was paused reports it once
        state.due_s += min(state.due_s, APART_MAX_S)
    return StateLine(finding.severity, " ".join(pieces))


def in_time(seconds: float) -> str:
    """Return a duration in words: 7 s, 3 min, 5 h."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.0f} h"
