"""All injected bugs by name, with the invariants that detect them, seeds and scenarios."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.sim.quorum.injected_bugs import elections, membership, replication
from kraft_core.sim.quorum.injected_bugs.patch import patching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_core.sim.quorum.injected_bugs.patch import Patch


@dataclass(frozen=True, slots=True)
class InjectedBug:
    """A deliberately wrong replica, storage, driver or operator.

    `invariants` are the names under which it can be found; it is injected for the first of them.
    The seeds of `scenario` from 0 on, `seeds` of them, are enough to find it under the first name.
    """

    name: str
    about: str
    invariants: tuple[str, ...]
    seeds: int
    break_it: Callable[[Patch], None]
    scenario: str = "default"


def _bug(
    break_it: Callable[[Patch], None], seeds: int, *invariants: str, scenario: str = "default"
) -> InjectedBug:
    """Build a bug; its name is the function's, its description the first line of the docstring."""
    about = (break_it.__doc__ or "").strip().splitlines()[0]
    name = break_it.__name__.replace("_", "-")
    return InjectedBug(name, about, invariants, seeds, break_it, scenario)


_DIVERGED: Final = ("StableLeadership", "reconfiguration-decided", "one-leader", "equal-logs")
"""Invariants that fail after a log diverges permanently from the others."""

_ELECTIONS: Final = (
    _bug(elections.votes_twice, 3, "VoteDurable"),
    _bug(elections.answers_before_it_stores, 5, "VoteDurable", "MonotonicEpoch"),
    _bug(elections.answers_before_durable, 5, "VoteDurable", "MonotonicEpoch"),
    _bug(elections.grants_any_log, 15, "LeaderCompleteness", scenario="partitions"),
    _bug(elections.wins_with_one_vote, 3, "NeverTwoLeadersInSameEpoch"),
    _bug(elections.needs_every_voter, 10, "others-elect", "one-leader"),
    _bug(elections.forgets_the_epoch, 5, "MonotonicEpoch"),
    _bug(elections.leads_again, 15, "NoIllegalState"),
    _bug(elections.observers_stand, 10, "ValidRolesAndStates"),
    _bug(elections.pre_vote_raises_epoch, 3, "PreVoteKeepsEpoch"),
    _bug(elections.stores_pre_votes, 3, "PreVoteKeepsEpoch"),
    _bug(elections.ignores_its_leader, 5, "RemovedCannotDisrupt"),
    _bug(elections.obeys_any_address, 15, "AddresseeOnly", scenario="disks"),
    _bug(elections.knows_voters_only, 15, "CandidateOutsideSetElectable", scenario="membership"),
    _bug(elections.compares_what_removed_it, 80, "ChangeCannotWedge", scenario="membership"),
    _bug(elections.never_forgets_its_leader, 20, "ChangeCannotWedge", "one-leader"),
    _bug(elections.leads_its_old_epoch_again, 10, "LogMatching", scenario="power"),
    _bug(elections.asks_for_ever, 20, "NotStuckInProspective"),
    _bug(elections.nobody_asks, 2, "one-leader"),
    _bug(elections.hears_nobody, 5, "StableLeadership", scenario="calm"),
    _bug(elections.leads_without_its_disk, 15, "LeaderResignsInTime", scenario="hanging-disks"),
    _bug(elections.leads_without_a_majority, 15, "LeaderResignsInTime", scenario="leader-cut"),
    _bug(elections.overstates_its_log, 3, "ClaimOnlyDurable"),
    _bug(
        elections.waits_for_names_that_hang,
        20,
        "others-elect",
        "others-commit",
        "others-serve",
        scenario="names",
    ),
)
_COMMITS: Final = (
    _bug(replication.claims_what_is_not_flushed, 3, "FlushBeforeFetch", "ClaimOnlyDurable"),
    _bug(replication.counts_its_own_unflushed_end, 10, "RightMajority"),
    _bug(replication.commits_with_a_minority, 3, "RightMajority"),
    _bug(replication.needs_every_voter_to_append, 10, "others-commit"),
    _bug(
        replication.serves_voters_only,
        10,
        "others-serve",
        "one-leader",
        "equal-logs",
        "reconfiguration-decided",
        scenario="calm",
    ),
    _bug(replication.commits_earlier_epochs_by_counting, 10, "CommitInOwnEpoch"),
    _bug(
        replication.lets_the_high_watermark_fall,
        40,
        "MonotonicHighWatermark",
        scenario="membership",
    ),
    _bug(replication.removed_leader_counts_itself, 20, "LeaderOutsideSet", scenario="membership"),
    _bug(replication.removed_leader_stays, 10, "LeaderOutsideSet", scenario="membership"),
    _bug(replication.counts_a_foreign_directory, 5, "ForeignDirectoryNotCounted", scenario="disks"),
    _bug(replication.keeps_what_diverged, 25, "equal-logs", *_DIVERGED[:3], scenario="partitions"),
    _bug(
        replication.sends_whatever_follows,
        15,
        "LogMatching",
        "NoLogDivergence",
        *_DIVERGED,
        scenario="partitions",
    ),
    _bug(
        replication.believes_commits_of_another_log,
        15,
        "NoLogDivergence",
        "ConsistentCommittedData",
        *_DIVERGED,
        scenario="partitions",
    ),
    _bug(replication.never_learns_of_commits, 2, "equal-logs"),
    _bug(replication.serves_the_bootstrap_snapshot, 5, "BootstrapNeverServed"),
    _bug(
        replication.installs_what_is_behind,
        5,
        "LeaderNeverLoadSnapshot",
        "AckedValueNotLost",
        scenario="snapshots",
    ),
    _bug(replication.skips_a_batch, 3, "ConsistentCommittedData", scenario="snapshots"),
    _bug(replication.answers_when_appended, 3, "linearizable", "acked-appends-present"),
    _bug(replication.answers_before_it_applies, 3, "linearizable"),
    _bug(replication.never_answers, 3, "AppendDecidedInTime", "ValidRolesAndStates"),
    _bug(replication.takes_no_more_appends, 10, "new-appends-commit", "others-commit"),
)
_MEMBERSHIP: Final = (
    _bug(membership.answers_one_record_early, 60, "AnsweredIsCommitted", scenario="membership"),
    _bug(membership.piles_up_changes, 5, "OneChangeInFlight"),
    _bug(membership.changes_at_once, 3, "ChangeAfterEpochCommit"),
    _bug(membership.removes_two, 5, "MajorityOverlap"),
    _bug(membership.keeps_the_old_entry, 40, "VoterIdUnique", scenario="membership"),
    _bug(membership.keeps_the_set_that_was_cut, 40, "LatestSetInForce", scenario="membership"),
    _bug(membership.reads_committed_sets_only, 5, "LatestSetInForce"),
    _bug(membership.lowers_kraft_version, 3, "KraftVersionMonotonic"),
    _bug(membership.joins_again, 20, "AutoJoinObeysRemoval", scenario="membership"),
    _bug(membership.tells_more_than_it_knows, 20, "DescribeTruthful", scenario="membership"),
    _bug(membership.never_decides, 25, "reconfiguration-decided"),
    _bug(membership.adds_who_lags, 60, "VoterCaughtUp", scenario="membership"),
    _bug(membership.adds_without_a_probe, 30, "VoterProbed", scenario="membership"),
    _bug(membership.answers_no_operator, 15, "others-decide", scenario="calm"),
    _bug(membership.writes_no_voters, 5, "SnapshotCarriesSet"),
    _bug(membership.lets_go_of_too_much, 5, "SnapshotAtLogStart", scenario="snapshots"),
)
_DISKS: Final = (
    _bug(replication.ignores_its_reserve, 15, "LeaderKeepsReserve", scenario="disks"),
    _bug(replication.leads_without_room, 10, "LeaderHasRoom", scenario="reserve"),
    _bug(
        replication.lists_snapshots_twice, 10, "LogShrinks", "NoFileForgotten", scenario="cleaning"
    ),
    _bug(replication.forgets_what_it_marked, 5, "NoFileForgotten", scenario="cleaning"),
    _bug(replication.acknowledges_before_it_syncs, 25, "RestartEquivalence", "crash"),
    _bug(replication.does_not_sync_votes, 10, "RestartEquivalence", "crash", scenario="power"),
    _bug(replication.writes_votes_without_sync, 10, "crash", "RestartEquivalence"),
    _bug(replication.believes_torn_batches, 60, "crash", "RestartEquivalence", scenario="power"),
    _bug(replication.forgets_its_vote, 5, "RestartEquivalence"),
    _bug(
        replication.loses_too_many_disks, 120, "AckedValueNotLost", "one-leader", scenario="disks"
    ),
    _bug(
        replication.truncates_without_sync,
        60,
        "TruncatedStaysGone",
        "RestartEquivalence",
        "crash",
        "RightMajority",
        scenario="leader-cut",
    ),
    _bug(replication.forgets_some_appends, 30, "AppendDecidedInTime", "new-appends-commit"),
    _bug(replication.acknowledges_what_it_lost, 30, "acked-appends-present", "linearizable"),
)

INJECTED_BUGS: Final = {bug.name: bug for bug in (*_ELECTIONS, *_COMMITS, *_MEMBERSHIP, *_DISKS)}


@contextmanager
def injected(name: str) -> Iterator[InjectedBug]:
    """Inject the bug of that name temporarily. KeyError for an unknown name."""
    bug = INJECTED_BUGS[name]
    with patching() as patch:
        bug.break_it(patch)
        yield bug
