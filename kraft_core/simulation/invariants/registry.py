"""All invariants, in the order in which they judge what they have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.simulation.invariants import (
    claims,
    commits,
    elections,
    liveness,
    logs,
    membership,
    pre_votes,
    resignations,
    restarts,
    snapshots,
    votes,
)

if TYPE_CHECKING:
    from kraft_core.simulation.invariants.invariant import Invariant

INVARIANTS: Final[tuple[type[Invariant], ...]] = (
    elections.NeverTwoLeadersInSameEpoch,
    elections.MonotonicEpoch,
    elections.NoIllegalState,
    elections.ValidRolesAndStates,
    pre_votes.PreVoteKeepsEpoch,
    pre_votes.RemovedCannotDisrupt,
    votes.VoteDurable,
    votes.AddresseeOnly,
    votes.CandidateOutsideSetElectable,
    votes.ChangeCannotWedge,
    claims.FlushBeforeFetch,
    claims.ClaimOnlyDurable,
    membership.OneChangeInFlight,
    membership.ChangeAfterEpochCommit,
    membership.VoterIdUnique,
    membership.KraftVersionMonotonic,
    membership.LatestSetInForce,
    membership.AutoJoinObeysRemoval,
    membership.DescribeTruthful,
    membership.MajorityOverlap,
    commits.MonotonicHighWatermark,
    commits.CommitInOwnEpoch,
    commits.ForeignDirectoryNotCounted,
    commits.LeaderOutsideSet,
    commits.RightMajority,
    logs.LogMatching,
    logs.NoLogDivergence,
    logs.LeaderCompleteness,
    logs.ConsistentCommittedData,
    commits.AckedValueNotLost,
    snapshots.SnapshotAtLogStart,
    snapshots.LeaderNeverLoadSnapshot,
    snapshots.SnapshotCarriesSet,
    snapshots.BootstrapNeverServed,
    restarts.RestartEquivalence,
    restarts.Crash,
    liveness.NotStuckInProspective,
    resignations.LeaderResignsInTime,
    liveness.StableLeadership,
    liveness.OneLeader,
    liveness.ReconfigurationDecided,
    liveness.EqualLogs,
    liveness.NewAppendsCommit,
    liveness.AckedAppendsPresent,
    liveness.Linearizable,
)
"""The more precise one first where several could tell of the same fault."""
