"""All invariants, the names others use for them, and the page that lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.sim.quorum.injected_bugs import INJECTED_BUGS
from kraft_core.sim.quorum.invariants import (
    elections,
    liveness,
    membership,
    replication,
    storage,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.sim.quorum.invariants.invariant import Invariant


INVARIANTS: Final[tuple[type[Invariant], ...]] = (
    elections.NeverTwoLeadersInSameEpoch,
    elections.MonotonicEpoch,
    elections.NoIllegalState,
    elections.ValidRolesAndStates,
    elections.PreVoteKeepsEpoch,
    elections.RemovedCannotDisrupt,
    elections.VoteDurable,
    elections.AddresseeOnly,
    elections.CandidateOutsideSetElectable,
    elections.ChangeCannotWedge,
    replication.FlushBeforeFetch,
    replication.ClaimOnlyDurable,
    membership.OneChangeInFlight,
    membership.ChangeAfterEpochCommit,
    membership.VoterIdUnique,
    membership.VoterCaughtUp,
    membership.VoterProbed,
    membership.KraftVersionMonotonic,
    membership.LatestSetInForce,
    membership.AutoJoinObeysRemoval,
    membership.AnsweredIsCommitted,
    membership.DescribeTruthful,
    membership.MajorityOverlap,
    replication.MonotonicHighWatermark,
    replication.CommitInOwnEpoch,
    replication.ForeignDirectoryNotCounted,
    replication.LeaderOutsideSet,
    replication.RightMajority,
    replication.LogMatching,
    replication.NoLogDivergence,
    replication.LeaderCompleteness,
    replication.ConsistentCommittedData,
    replication.AckedValueNotLost,
    storage.SnapshotAtLogStart,
    storage.LeaderNeverLoadSnapshot,
    storage.SnapshotCarriesSet,
    storage.BootstrapNeverServed,
    storage.RestartEquivalence,
    storage.TruncatedStaysGone,
    storage.LogShrinks,
    storage.NoFileForgotten,
    storage.Crash,
    liveness.NotStuckInProspective,
    liveness.LeaderResignsInTime,
    liveness.LeaderKeepsReserve,
    liveness.LeaderHasRoom,
    liveness.AppendDecidedInTime,
    liveness.OthersElect,
    liveness.OthersCommit,
    liveness.OthersServe,
    liveness.OthersDecide,
    liveness.StableLeadership,
    liveness.OneLeader,
    liveness.ReconfigurationDecided,
    liveness.EqualLogs,
    liveness.NewAppendsCommit,
    liveness.AckedAppendsPresent,
    liveness.Linearizable,
)
"""The more precise one first where several could detect the same fault."""


KAFKA: Final = "Kafka, RaftEventSimulationTest"
KIP_853: Final = "TLA+ of KIP-853 (kip_853)"
KIP_996: Final = "TLA+ of KIP-996 (kip_996)"
PULL_RAFT: Final = "TLA+ of pull-based Raft (PullRaft, KRaft, KRaftWithReconfig)"
GAPS: Final = "KIP-853 and what follows from it, checked nowhere else"

SOURCES: Final[dict[str, dict[str, str]]] = {
    KAFKA: {
        "MonotonicHighWatermark": "MonotonicHighWatermark",
        "MonotonicEpoch": "MonotonicEpoch",
        "MajorityReachedHighWatermark": "RightMajority",
        "SingleLeader": "NeverTwoLeadersInSameEpoch",
        "SnapshotAtLogStart": "SnapshotAtLogStart",
        "LeaderNeverLoadSnapshot": "LeaderNeverLoadSnapshot",
        "StableLeadership": "StableLeadership",
        "ConsistentCommittedData": "ConsistentCommittedData",
    },
    KIP_853: {
        "NoIllegalState": "NoIllegalState",
        "NoLogDivergence": "NoLogDivergence",
        "StatesMatchRoles": "ValidRolesAndStates",
        "NeverTwoLeadersInSameEpoch": "NeverTwoLeadersInSameEpoch",
        "LeaderHasAllAckedValues": "LeaderCompleteness",
        "AckedValueNotLost": "AckedValueNotLost",
        "ValidVotesRecv": "ValidRolesAndStates",
        "ValuesEventuallyAcked": "new-appends-commit",
        "ReconfigurationNotStuck": "reconfiguration-decided",
        "EventuallyLeaderElected": "one-leader",
    },
    KIP_996: {
        "LogMatching": "LogMatching",
        "ElectionSafety": "NeverTwoLeadersInSameEpoch",
        "LeaderCompleteness": "LeaderCompleteness",
        "Durability": "AckedValueNotLost",
        "NoIllegalState": "NoIllegalState",
        "ValidRolesAndStates": "ValidRolesAndStates",
        "ValuesEventuallyAcked": "new-appends-commit",
        "ReconfigurationNotStuck": "reconfiguration-decided",
        "EventuallyLeaderElected": "one-leader",
        "NotStuckInProspective": "NotStuckInProspective",
    },
    PULL_RAFT: {
        "NoIllegalState": "NoIllegalState",
        "NoLogDivergence": "NoLogDivergence",
        "NeverTwoLeadersInSameEpoch": "NeverTwoLeadersInSameEpoch",
        "LeaderHasAllAckedValues": "LeaderCompleteness",
        "StatesMatchRoles": "ValidRolesAndStates",
        "CommittedEntriesReachMajority": "RightMajority",
        "ValuesNotStuck": "new-appends-commit",
        "ReconfigurationCompletes": "reconfiguration-decided",
    },
    GAPS: {
        "OneChangeInFlight": "OneChangeInFlight",
        "ChangeAfterEpochCommit": "ChangeAfterEpochCommit",
        "MajorityOverlap": "MajorityOverlap",
        "VoterIdUnique": "VoterIdUnique",
        "LatestSetInForce": "LatestSetInForce",
        "RightMajority": "RightMajority",
        "LeaderOutsideSet": "LeaderOutsideSet",
        "AddresseeOnly": "AddresseeOnly",
        "CandidateOutsideSetElectable": "CandidateOutsideSetElectable",
        "ForeignDirectoryNotCounted": "ForeignDirectoryNotCounted",
        "VoteDurable": "VoteDurable",
        "FlushBeforeFetch": "FlushBeforeFetch",
        "PreVoteKeepsEpoch": "PreVoteKeepsEpoch",
        "RemovedCannotDisrupt": "RemovedCannotDisrupt",
        "AutoJoinObeysRemoval": "AutoJoinObeysRemoval",
        "ChangeCannotWedge": "ChangeCannotWedge",
        "ClaimOnlyDurable": "ClaimOnlyDurable",
        "KraftVersionMonotonic": "KraftVersionMonotonic",
        "SnapshotCarriesSet": "SnapshotCarriesSet",
        "BootstrapNeverServed": "BootstrapNeverServed",
        "DescribeTruthful": "DescribeTruthful",
        "RestartEquivalence": "RestartEquivalence",
    },
}


_HEAD: Final = """\
# What the simulation checks

Written by `kraft_core/sim/quorum/invariants/registry.py`; a test fails when it is out of date.
Names in lower case are demands: `others-...` of the phase with a broken minority, the rest of the
phase after everything was repaired.

An invariant counts how often its coverage condition was met, so that a campaign that never reached
the case differs from one that found nothing. An injected bug is a deliberately wrong replica,
storage, driver or operator (`--plant NAME`); each invariant detects at least one.
"""


def document() -> str:
    parts = [_HEAD, "## Invariants\n", *_invariants(), "## Injected bugs\n", _bugs(), "## Names\n"]
    return "\n".join([*parts, *_names()])


def _invariants() -> Iterable[str]:
    for each in INVARIANTS:
        bugs = ", ".join(f"`{p.name}`" for p in INJECTED_BUGS.values() if each.name in p.invariants)
        yield f"### {each.name}\n"
        yield f"{each.meaning}\n"
        yield f"* Counted: {each.coverage[0].lower()}{each.coverage[1:]}"
        yield f"* Known as: {each.source}."
        yield f"* Found in: {bugs}.\n"


def _bugs() -> str:
    lines = [
        "| Injected bug | What is wrong | Scenario | Seeds | Found by |",
        "|---|---|---|---|---|",
    ]
    for bug in INJECTED_BUGS.values():
        found_by = ", ".join(bug.invariants)
        row = (f"`{bug.name}`", bug.about, bug.scenario, str(bug.seeds), found_by)
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def _names() -> Iterable[str]:
    for source, names in SOURCES.items():
        lines = [f"### {source}\n", "| Their name | Name here |", "|---|---|"]
        lines += [f"| {theirs} | {ours} |" for theirs, ours in names.items()]
        yield "\n".join(lines) + "\n"
