"""Negative controls of the specification, and of what its exhaustive check leaves out."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.specification import tlc
from tests.specification.traces import record

if TYPE_CHECKING:
    from tests.specification.traces import Trace

_CONFIG: Final = """CONSTANTS
    s1 = s1
    s2 = s2
    s3 = s3
    Nobody = Nobody
    Server = {{s1, s2, s3}}
    InitVoters = {{{voters}}}
    MaxEpoch = {epochs}
    MaxValues = {values}
    MaxCrashes = {crashes}
    MaxChanges = {changes}
    Changes = {has_changes}
    Broken = "{name}"
SPECIFICATION Spec
SYMMETRY Symmetry
VIEW View
INVARIANTS OneLeaderAnEpoch OneVoteAnEpoch LogsMatch CommittedStays CommittedIsInTheLog
    AppliedAgrees AcknowledgedIsKept OneChangeAtATime
"""


_REDUCTION_CONFIG: Final = """CONSTANTS
    s1 = s1
    s2 = s2
    Nobody = Nobody
    Server = {{s1, s2}}
    InitVoters = {{{voters}}}
    MaxEpoch = {epochs}
    MaxValues = {values}
    MaxCrashes = 1
    MaxChanges = {changes}
    Changes = {has_changes}
    Broken = "{broken}"
"""


@dataclass(frozen=True)
class Rule:
    """A rule that is left out of KRaft.tla, by the value of Broken, and the bounds of the check."""

    name: str
    epochs: int = 2
    values: int = 0
    crashes: int = 0
    changes: int = 0
    voters: str = "s1, s2, s3"


RULES: Final = (
    Rule("one vote"),
    Rule("up to date"),
    Rule("durable claims", epochs=1, crashes=1, changes=1),
    Rule("own durable end", crashes=1),
    Rule("one voter", changes=1),
    Rule("above a committed set", changes=2),
)


@dataclass(frozen=True)
class Small:
    """Bounds that are small enough to explore two replicas with and without the reductions."""

    epochs: int
    values: int = 0
    changes: int = 0
    voters: str = "s1, s2"


SMALL: Final = (
    Small(epochs=2, values=1),
    Small(epochs=3),
    Small(epochs=2, changes=1),
    Small(epochs=2, changes=1, voters="s1"),
)
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


def violated_rule(rule: Rule) -> str | None:
    """The invariant that TLC finds violated without that rule."""
    text = _CONFIG.format(
        name=rule.name,
        epochs=rule.epochs,
        values=rule.values,
        crashes=rule.crashes,
        changes=rule.changes,
        has_changes="TRUE" if rule.changes else "FALSE",
        voters=rule.voters,
    )
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "broken.cfg"
        config.write_text(text, encoding="utf-8")
        return tlc.check(config).violated


def missed_by_reduction(small: Small, broken: str = "none") -> tuple[int, int]:
    """How many outcomes, and how many views, the exhaustive check does not show."""
    config = _REDUCTION_CONFIG.format(
        voters=small.voters,
        epochs=small.epochs,
        values=small.values,
        changes=small.changes,
        has_changes="TRUE" if small.changes else "FALSE",
        broken=broken,
    )
    outcomes, views = "CONSTRAINT CountOutcomes\n", "CONSTRAINT CountViews\n"
    plain = tlc.count(config + "SPECIFICATION PlainSpec\n" + outcomes)
    config += "SPECIFICATION Spec\n"
    return (
        plain - tlc.count(config + outcomes),
        tlc.count(config + views) - tlc.count(config + "VIEW View\n" + views),
    )


def rejected_control(control: Control) -> int | None:
    """The first seed with that bug that the specification rejects; None if it accepts all."""
    by_voters: dict[tuple[int, ...], list[Trace]] = defaultdict(list)
    for seed in range(control.seeds):
        trace = record(seed, control.bug)
        by_voters[trace.voters].append(trace)
    rejected = [
        trace.seed
        for traces in by_voters.values()
        for trace, is_accepted in zip(traces, tlc.accepted(traces), strict=True)
        if not is_accepted
    ]
    return min(rejected, default=None)
