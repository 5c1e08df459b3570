"""Negative controls of the specification, and of what its exhaustive check leaves out."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.specification import tlc
from tests.specification.traces import record

if TYPE_CHECKING:
    from tests.specification.traces import Trace

_CONSTANTS: Final = """CONSTANTS
    {declared}
    Nobody = Nobody
    Server = {{{servers}}}
    InitVoters = {{{voters}}}
    MaxEpoch = {epochs}
    MaxValues = {values}
    MaxCrashes = {crashes}
    MaxChanges = {changes}
    Changes = {has_changes}
    Broken = "{broken}"
"""
_CHECK: Final = """SPECIFICATION Spec
SYMMETRY Symmetry
VIEW View
INVARIANTS OneLeaderAnEpoch OneVoteAnEpoch LogsMatch CommittedStays CommittedIsInTheLog
    AppliedAgrees AcknowledgedIsKept OneChangeAtATime
"""


@dataclass(frozen=True)
class Bounds:
    """How much of KRaft.tla is explored."""

    epochs: int = 2
    values: int = 0
    crashes: int = 0
    changes: int = 0
    servers: tuple[str, ...] = ("s1", "s2", "s3")
    voters: tuple[str, ...] = ("s1", "s2", "s3")

    def constants(self, broken: str) -> str:
        """The constants of a configuration, with the value of Broken."""
        return _CONSTANTS.format(
            declared="\n    ".join(f"{each} = {each}" for each in self.servers),
            servers=", ".join(self.servers),
            voters=", ".join(self.voters),
            epochs=self.epochs,
            values=self.values,
            crashes=self.crashes,
            changes=self.changes,
            has_changes="TRUE" if self.changes else "FALSE",
            broken=broken,
        )


RULES: Final = {
    "one vote": Bounds(),
    "up to date": Bounds(),
    "durable claims": Bounds(epochs=1, crashes=1, changes=1),
    "own durable end": Bounds(crashes=1),
    "one voter": Bounds(changes=1),
    "above a committed set": Bounds(changes=2),
}
"""Rules that are left out, by the value of Broken, each with bounds that are enough."""

_TWO: Final = ("s1", "s2")
SMALL: Final = (
    Bounds(values=1, crashes=1, servers=_TWO, voters=_TWO),
    Bounds(epochs=3, crashes=1, servers=_TWO, voters=_TWO),
    Bounds(crashes=1, changes=1, servers=_TWO, voters=_TWO),
    Bounds(crashes=1, changes=1, servers=_TWO, voters=("s1",)),
)
"""Bounds that are small enough to explore them with and without the reductions."""
REDUCTIONS: Final = ("sync before a crash", "forgets durable ends")
"""Values of Broken: a reduction that leaves out too much."""


@dataclass(frozen=True)
class Control:
    """An injected bug of the simulator; one of that many first seeds is rejected."""

    bug: str
    seeds: int


CONTROLS: Final = (
    Control("votes-twice", 1),
    Control("wins-with-one-vote", 1),
    Control("leads-again", 1),
    Control("leads-its-old-epoch-again", 1),
    Control("observers-stand", 3),
    Control("grants-any-log", 1),
    Control("pre-vote-raises-epoch", 1),
    Control("claims-what-is-not-flushed", 1),
    Control("counts-its-own-unflushed-end", 2),
    Control("commits-with-a-minority", 1),
    Control("commits-earlier-epochs-by-counting", 1),
    Control("piles-up-changes", 1),
    Control("changes-at-once", 1),
    Control("removes-two", 1),
    Control("removed-leader-counts-itself", 5),
)


def violated_rule(name: str) -> str | None:
    """The invariant that TLC finds violated without that rule."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "broken.cfg"
        config.write_text(RULES[name].constants(name) + _CHECK, encoding="utf-8")
        return tlc.check(config).violated


def missed_by_reduction(bounds: Bounds, broken: str = "none") -> tuple[int, int]:
    """How many outcomes, and how many views, the exhaustive check does not show."""
    constants = bounds.constants(broken)
    outcomes, views = "CONSTRAINT CountOutcomes\n", "CONSTRAINT CountViews\n"
    plain = tlc.count(constants + "SPECIFICATION PlainSpec\n" + outcomes)
    config = constants + "SPECIFICATION Spec\n"
    return (
        plain - tlc.count(config + outcomes),
        tlc.count(config + views) - tlc.count(config + "VIEW View\n" + views),
    )


def rejected_control(control: Control) -> Trace | None:
    """The first run with that bug that the specification rejects; None if it accepts all."""
    found = tlc.rejected([record(seed, control.bug) for seed in range(control.seeds)])
    return min(found, key=lambda trace: trace.seed, default=None)
