"""The result of a seed, and the sums over a campaign."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from kraft_core.raft.consensus.effects import NoteKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from kraft_core.sim.quorum.scenarios import Schedule


class InvariantFailed(Exception):  # noqa: N818 - it names what happened
    def __init__(self, invariant: str, detail: str) -> None:
        super().__init__(f"{invariant}: {detail}")
        self.invariant = invariant
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Failure:
    """A broken invariant, the event at which it failed (`step`, counted from 1) and the time."""

    invariant: str
    step: int
    at_ms: int
    detail: str


@dataclass(frozen=True, slots=True)
class SeedResult:
    """One simulated run, equal for the same seed, scenario and schedule in every process.

    `evaluations` counts how often each invariant was checked, `reached` how often the case was met
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
    """Changes of the voter set that an operator requested, with any outcome."""
    appends: int = 0
    election_ms: tuple[int, ...] = ()
    broken: tuple[str, ...] = ()
    """How voters stayed broken in the minority phase; empty without such a phase."""
    excused: tuple[str, ...] = ()
    """Why the others did not make the progress that this phase requires."""


TOTALS: Final = ("steps", "virtual_ms", "elections", "voter_changes", "appends")
"""Fields of a result that are added up as they are."""


EXCUSED_MAX: Final = 0.05
"""The highest share of runs with a broken minority that may be excused."""
EXCUSED_SEEDS_MIN: Final = 100
"""Fewer runs with a broken minority say too little about the share that is excused."""


class Summary:
    """Results added up, one after the other in the order of the seeds.

    `invariants` are the names of all that were checked: those whose case never came up are
    `not_reached`.
    """

    def __init__(self, invariants: Iterable[str] = ()) -> None:
        self.seeds = 0
        self.failed: list[SeedResult] = []
        self.messages = 0
        self.evaluations: Counter[str] = Counter(dict.fromkeys(invariants, 0))
        self.reached: Counter[str] = Counter(dict.fromkeys(self.evaluations, 0))
        self.notes: Counter[str] = Counter()
        self.broken: Counter[str] = Counter()
        self.excused: Counter[str] = Counter()
        self.minority_seeds = 0
        self.excused_seeds = 0
        self._totals = dict.fromkeys(TOTALS, 0)
        self._messages: list[int] = []
        self._without_leader_ms: list[int] = []
        self._digest = sha256()

    def add(self, result: SeedResult) -> None:
        self.seeds += 1
        if result.failure is not None:
            self.failed.append(result)
        self.messages += result.messages
        _add(self.evaluations, result.evaluations)
        _add(self.reached, result.reached)
        _add(self.notes, result.notes)
        self.broken.update(result.broken)
        self.excused.update(result.excused)
        self.minority_seeds += bool(result.broken)
        self.excused_seeds += bool(result.excused)
        for name in TOTALS:
            self._totals[name] += getattr(result, name)
        self._messages.append(result.messages)
        self._without_leader_ms.extend(result.election_ms)
        self._digest.update(f"{result.seed} {result.digest}\n".encode())

    @property
    def not_reached(self) -> list[str]:
        """Names of the invariants whose case came up in no seed."""
        return sorted(name for name, count in self.reached.items() if not count)

    @property
    def is_excused_too_often(self) -> bool:
        """Return True if more than 5 % of the runs with a broken minority were excused."""
        if self.minority_seeds < EXCUSED_SEEDS_MIN:
            return False
        return self.excused_seeds > EXCUSED_MAX * self.minority_seeds

    @property
    def digest(self) -> str:
        """Of all seeds and their digests, in order."""
        return self._digest.hexdigest()

    def facts(self, seconds: float) -> dict[str, Any]:
        """Return the summary as a JSON object; `seconds` is the duration of the campaign."""
        return {
            "seeds": self.seeds,
            "failed": [failure_facts(result) for result in self.failed],
            "seconds": round(seconds, 3),
            "seeds_per_second": round(self.seeds / seconds, 2) if seconds else 0.0,
            "messages": self.messages,
            "messages_per_seed": round(median(self._messages)) if self._messages else 0,
            "digest": self.digest,
            "invariants": dict(sorted(self.evaluations.items())),
            "reached": dict(sorted(self.reached.items())),
            "not_reached": self.not_reached,
            "notes": dict(sorted(self.notes.items())),
            "notes_not_seen": sorted(kind.value for kind in NoteKind if not self.notes[kind]),
            "broken": dict(sorted(self.broken.items())),
            "excused": dict(sorted(self.excused.items())),
            "minority_seeds": self.minority_seeds,
            "excused_seeds": self.excused_seeds,
            **self._totals,
            "without_leader_ms": self._quantiles(),
        }

    def _quantiles(self) -> dict[str, int]:
        """Return quantiles of the times that clusters were without a leader, in virtual time."""
        times = sorted(self._without_leader_ms)
        if not times:
            return {}
        last = len(times) - 1
        return {
            "count": len(times),
            "median": times[last // 2],
            "p99": times[last * 99 // 100],
            "longest": times[last],
        }


def failure_facts(result: SeedResult) -> dict[str, Any]:
    """Return the seed, the invariant and the event of a failure."""
    assert result.failure is not None  # noqa: S101 - the caller's promise
    return {
        "seed": result.seed,
        "invariant": result.failure.invariant,
        "step": result.failure.step,
    }


def seed_facts(result: SeedResult) -> dict[str, Any]:
    """Return one seed as a JSON object."""
    facts: dict[str, Any] = {
        "seed": result.seed,
        "scenario": result.scenario,
        "digest": result.digest,
        "steps": result.steps,
        "messages": result.messages,
        "virtual_ms": result.virtual_ms,
        "elections": result.elections,
        "voter_changes": result.voter_changes,
        "appends": result.appends,
        "election_ms": list(result.election_ms),
        "broken": list(result.broken),
        "excused": list(result.excused),
        "failure": None,
    }
    failure = result.failure
    if failure is not None:
        facts["failure"] = {
            "invariant": failure.invariant,
            "step": failure.step,
            "at_ms": failure.at_ms,
            "detail": failure.detail,
        }
    return facts


def _add(total: Counter[str], counts: Mapping[str, int]) -> None:
    for name, count in counts.items():
        total[str(name)] += count
