"""What one seed gave."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.simulation.schedule import Schedule


class InvariantFailed(Exception):  # noqa: N818 - it names what happened
    """What must hold does not."""

    def __init__(self, invariant: str, detail: str) -> None:
        super().__init__(f"{invariant}: {detail}")
        self.invariant = invariant
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Failure:
    """What did not hold, at which event of the run (`step`, counted from 1) and when."""

    invariant: str
    step: int
    at_ms: int
    detail: str


@dataclass(frozen=True, slots=True)
class SeedResult:
    """One life of a cluster. Equal for the same seed, scenario and schedule in every process.

    `evaluations` counts how often each invariant was judged, `reached` how often the case was met
    that it is about; `notes` counts the core's notes by kind, `messages` what was delivered.
    `election_ms` has for each leader how long the cluster had been without one that was elected.
    """

    seed: int
    scenario: str
    digest: str
    steps: int
    messages: int
    virtual_ms: int
    schedule: Schedule
    failure: Failure | None = None
    evaluations: Mapping[str, int] = field(default_factory=dict)
    reached: Mapping[str, int] = field(default_factory=dict)
    notes: Mapping[str, int] = field(default_factory=dict)
    elections: int = 0
    voter_changes: int = 0
    """Changes of the voter set that an operator asked for, whatever became of them."""
    appends: int = 0
    election_ms: tuple[int, ...] = ()
