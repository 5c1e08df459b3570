"""Schedules as lines of text: one step a line, comments begin with #."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.simulation.schedule import Schedule, Step

if TYPE_CHECKING:
    from collections.abc import Container


def schedule_text(schedule: Schedule) -> str:
    """Time in milliseconds, kind and draw of each step."""
    return "".join(f"{step}\n" for step in schedule)


def parse_schedule(text: str, kinds: Container[str]) -> Schedule:
    """Read such lines; ValueError names the first one that is none, or of an unknown kind."""
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 3 or not (_is_number(words[0]) and _is_number(words[2])):
            raise ValueError(f"line {number} is not a time, a kind of step and a draw: {line!r}")
        if words[1] not in kinds:
            raise ValueError(f"line {number}: there is no step {words[1]!r}")
        steps.append(Step(int(words[0]), words[1], int(words[2])))
    return tuple(steps)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()
