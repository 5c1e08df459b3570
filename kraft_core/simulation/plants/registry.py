"""All plants, by name: who finds them, and in how many seeds of which scenario."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from kraft_core.simulation.plants import commits, disks, elections, membership
from kraft_core.simulation.plants.patch import patching
from kraft_core.simulation.plants.plant import Plant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_core.simulation.plants.patch import Patch


def _plant(
    break_it: Callable[[Patch], None], seeds: int, *invariants: str, scenario: str = "default"
) -> Plant:
    """Its name is the function's, and what it is about the docstring's first line."""
    about = (break_it.__doc__ or "").strip().splitlines()[0]
    name = break_it.__name__.replace("_", "-")
    return Plant(name, about, invariants, seeds, break_it, scenario)


_DIVERGED: Final = ("StableLeadership", "reconfiguration-decided", "one-leader", "equal-logs")
"""What a log that parted from the others and stays so may bring about."""

_ELECTIONS: Final = (
    _plant(elections.votes_twice, 3, "VoteDurable"),
    _plant(elections.answers_before_it_stores, 5, "VoteDurable", "MonotonicEpoch"),
    _plant(elections.answers_before_durable, 5, "VoteDurable", "MonotonicEpoch"),
    _plant(elections.grants_any_log, 15, "LeaderCompleteness", scenario="partitions"),
    _plant(elections.wins_with_one_vote, 3, "NeverTwoLeadersInSameEpoch"),
    _plant(elections.forgets_the_epoch, 5, "MonotonicEpoch"),
    _plant(elections.leads_again, 15, "NoIllegalState"),
    _plant(elections.observers_stand, 10, "ValidRolesAndStates"),
    _plant(elections.pre_vote_raises_epoch, 3, "PreVoteKeepsEpoch"),
    _plant(elections.stores_pre_votes, 3, "PreVoteKeepsEpoch"),
    _plant(elections.ignores_its_leader, 5, "RemovedCannotDisrupt"),
    _plant(elections.obeys_any_address, 15, "AddresseeOnly", scenario="disks"),
    _plant(elections.knows_voters_only, 15, "CandidateOutsideSetElectable", scenario="membership"),
    _plant(elections.compares_what_removed_it, 80, "ChangeCannotWedge", scenario="membership"),
    _plant(elections.never_forgets_its_leader, 20, "ChangeCannotWedge", "one-leader"),
    _plant(elections.leads_its_old_epoch_again, 10, "LogMatching", scenario="power"),
    _plant(elections.asks_for_ever, 20, "NotStuckInProspective"),
    _plant(elections.nobody_asks, 2, "one-leader"),
    _plant(elections.hears_nobody, 5, "StableLeadership", scenario="calm"),
    _plant(elections.leads_without_its_disk, 15, "LeaderResignsInTime", scenario="hanging-disks"),
    _plant(elections.leads_without_a_majority, 15, "LeaderResignsInTime", scenario="leader-cut"),
    _plant(elections.overstates_its_log, 3, "ClaimOnlyDurable"),
)
_COMMITS: Final = (
    _plant(commits.claims_what_is_not_flushed, 3, "FlushBeforeFetch", "ClaimOnlyDurable"),
    _plant(commits.counts_its_own_unflushed_end, 10, "RightMajority"),
    _plant(commits.commits_with_a_minority, 3, "RightMajority"),
    _plant(commits.commits_earlier_epochs_by_counting, 10, "CommitInOwnEpoch"),
    _plant(
        commits.lets_the_high_watermark_fall, 25, "MonotonicHighWatermark", scenario="membership"
    ),
    _plant(commits.removed_leader_counts_itself, 20, "LeaderOutsideSet", scenario="membership"),
    _plant(commits.removed_leader_stays, 10, "LeaderOutsideSet", scenario="membership"),
    _plant(commits.counts_a_foreign_directory, 5, "ForeignDirectoryNotCounted", scenario="disks"),
    _plant(commits.keeps_what_diverged, 25, "equal-logs", *_DIVERGED[:3], scenario="partitions"),
    _plant(
        commits.sends_whatever_follows,
        15,
        "LogMatching",
        "NoLogDivergence",
        *_DIVERGED,
        scenario="partitions",
    ),
    _plant(
        commits.believes_commits_of_another_log,
        15,
        "NoLogDivergence",
        "ConsistentCommittedData",
        *_DIVERGED,
        scenario="partitions",
    ),
    _plant(commits.never_learns_of_commits, 2, "equal-logs"),
    _plant(commits.serves_the_bootstrap_snapshot, 5, "BootstrapNeverServed"),
    _plant(
        commits.installs_what_is_behind,
        5,
        "LeaderNeverLoadSnapshot",
        "AckedValueNotLost",
        scenario="snapshots",
    ),
    _plant(commits.skips_a_batch, 3, "ConsistentCommittedData", scenario="snapshots"),
    _plant(commits.answers_when_appended, 3, "linearizable", "acked-appends-present"),
    _plant(commits.answers_before_it_applies, 3, "linearizable"),
    _plant(commits.never_answers, 2, "new-appends-commit", "ValidRolesAndStates"),
)
_MEMBERSHIP: Final = (
    _plant(membership.piles_up_changes, 5, "OneChangeInFlight"),
    _plant(membership.changes_at_once, 3, "ChangeAfterEpochCommit"),
    _plant(membership.removes_two, 5, "MajorityOverlap"),
    _plant(membership.keeps_the_old_entry, 40, "VoterIdUnique", scenario="membership"),
    _plant(membership.keeps_the_set_that_was_cut, 15, "LatestSetInForce", scenario="membership"),
    _plant(membership.reads_committed_sets_only, 5, "LatestSetInForce"),
    _plant(membership.lowers_kraft_version, 3, "KraftVersionMonotonic"),
    _plant(membership.joins_again, 20, "AutoJoinObeysRemoval", scenario="membership"),
    _plant(membership.tells_more_than_it_knows, 20, "DescribeTruthful", scenario="membership"),
    _plant(membership.never_decides, 25, "reconfiguration-decided"),
    _plant(membership.writes_no_voters, 5, "SnapshotCarriesSet"),
    _plant(membership.lets_go_of_too_much, 5, "SnapshotAtLogStart", scenario="snapshots"),
)
_DISKS: Final = (
    _plant(disks.acknowledges_before_it_syncs, 25, "RestartEquivalence", "crash"),
    _plant(disks.does_not_sync_votes, 10, "RestartEquivalence", "crash", scenario="power"),
    _plant(disks.writes_votes_without_sync, 10, "crash", "RestartEquivalence"),
    _plant(disks.believes_torn_batches, 60, "crash", "RestartEquivalence", scenario="power"),
    _plant(disks.forgets_its_vote, 5, "RestartEquivalence"),
    _plant(disks.loses_too_many_disks, 60, "AckedValueNotLost", "one-leader", scenario="disks"),
    _plant(disks.acknowledges_what_it_lost, 30, "acked-appends-present", "linearizable"),
)

PLANTS: Final = {plant.name: plant for plant in (*_ELECTIONS, *_COMMITS, *_MEMBERSHIP, *_DISKS)}


@contextmanager
def planted(name: str) -> Iterator[Plant]:
    """Have the plant of that name in place for a while. KeyError if there is none."""
    plant = PLANTS[name]
    with patching() as patch:
        plant.break_it(patch)
        yield plant
