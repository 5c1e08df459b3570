"""What happens to a cluster and when: drawn whole from the seed, so that it can be cut down.

A step draws everything it needs when its time comes (which node, how long) from a generator of its
own. Taking a step out therefore changes no other step, and a failing schedule can be shrunk.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from random import Random

    from kraft_core.simulation.scenarios import Scenario

_FIRST_MS: Final = 300
_TOGETHER_CHANCE: Final = 350
_TOGETHER_MS: Final = 250
_AT_ONCE: Final = frozenset({"late-start"})
"""Kinds that make sense at the very beginning alone."""


@dataclass(frozen=True, slots=True)
class Step:
    """One fault or one act of an operator or client, by the name of its kind in `steps`.

    `draw` seeds the generator that the step is given.
    """

    at_ms: int
    kind: str
    draw: int

    def __str__(self) -> str:
        return f"{self.at_ms} {self.kind} {self.draw}"


Schedule = tuple[Step, ...]
"""Steps in the order of their times."""


def draw_schedule(scenario: Scenario, rng: Random) -> Schedule:
    """What happens in one life: the steps that each life has, then others by their weights.

    A good part of them comes right behind another one, since the worst moments are those in which
    something is under way already.
    """
    count = rng.randint(*scenario.steps)
    kinds = list(scenario.first)
    if count and scenario.weights:
        kinds += rng.choices(tuple(scenario.weights), tuple(scenario.weights.values()), k=count)
    steps: list[Step] = []
    for place, kind in enumerate(kinds):
        at_ms = _draw_time(scenario, rng, steps, is_first=place < len(scenario.first))
        steps.append(Step(0 if kind in _AT_ONCE else at_ms, kind, rng.getrandbits(32)))
    return tuple(sorted(steps, key=lambda step: step.at_ms))


def _draw_time(scenario: Scenario, rng: Random, steps: list[Step], *, is_first: bool) -> int:
    """Those that each life has come when there is a leader, and early enough to have effects."""
    if is_first:
        return rng.randrange(scenario.span_ms // 5, scenario.span_ms * 2 // 3)
    if steps and rng.randrange(1000) < _TOGETHER_CHANCE:
        return min(rng.choice(steps).at_ms + rng.randrange(_TOGETHER_MS), scenario.span_ms - 1)
    return rng.randrange(_FIRST_MS, scenario.span_ms)
