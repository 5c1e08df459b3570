"""On what a replica may campaign: which voters it asks, which log end it states, the tally.

A voter asks the voters in force and states its log end. A replica that is outside the set in force
may be needed all the same: if nobody else has what a majority of the set before it stored, and the
record that removed it is not committed. Then it campaigns on its log before that record, with the
voters before that record, and truncates the rest when it is elected.

Safe, because its copy of that record and of what follows was never counted: the set that could
commit it lacks this replica, and one that has it again can only be written once the removal is
committed; but then a majority has the removal, and no majority of the voters before would elect it.
It does so only after it had to refuse a voter of that set for nothing but a shorter log. kraft's
addition, not Kafka's: see ChangeCannotWedge, divergence C23.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.consensus.effects import NoteKind

if TYPE_CHECKING:
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import OffsetAndEpoch, ReplicaKey
    from kraft_core.consensus.voters import VoterSet


@dataclass(frozen=True, slots=True)
class Candidacy:
    """Whom to ask, and the log end to state."""

    voters: VoterSet
    end: OffsetAndEpoch


def candidacy(core: CoreState) -> Candidacy | None:
    """What this replica stands on; None if it may not stand."""
    if core.is_voter:
        return Candidacy(core.voters, core.log.end)
    removed_at = uncommitted_removal(core) if core.is_needed else None
    if removed_at is None:
        return None
    return Candidacy(_voters_before(core, removed_at), core.log.point_before(removed_at))


def has_candidacy(core: CoreState) -> bool:
    """Whether there is anything to stand on."""
    return core.is_voter or (core.is_needed and uncommitted_removal(core) is not None)


def uncommitted_removal(core: CoreState) -> int | None:
    """Where this replica was removed, if that is in its log and not known to be committed."""
    removed_at = None if core.key is None else core.history.removed_at(core.key)
    # once the removal is committed a majority without this replica commits: it must stay out for
    # good
    is_open = removed_at is not None and removed_at >= max(
        core.committed_end, core.log.start_offset
    )
    return removed_at if is_open else None


def voter_had_shorter_log(core: CoreState, candidate: ReplicaKey) -> None:
    """A vote was refused for nothing but a shorter log: if a voter asked, we may be needed."""
    removed_at = uncommitted_removal(core)
    if removed_at is None or core.is_needed:
        return
    if _voters_before(core, removed_at).has(candidate):
        core.is_needed = True
        core.note(NoteKind.REMOVED_REPLICA_NEEDED, by=candidate.id, removed_at=removed_at)


def _voters_before(core: CoreState, offset: int) -> VoterSet:
    voters = core.history.set_at(offset - 1)
    return core.history.static if voters is None else voters


class Votes:
    """Who granted and who refused. The replica itself grants."""

    def __init__(self, voters: VoterSet, own_id: int) -> None:
        self._answers: dict[int, bool | None] = dict.fromkeys(voters.ids)
        self._majority = voters.majority
        self.own_id = own_id
        self.record(own_id, granted=True)

    def record(self, voter_id: int, *, granted: bool) -> None:
        """Take an answer; one from a node outside the set of this election does not count."""
        # an answer of a node that left the set, or was never in it, must not make up a majority
        if voter_id in self._answers:
            self._answers[voter_id] = granted

    def ask_again(self, voter_id: int) -> None:
        """Count that voter as one that has not answered yet."""
        if voter_id in self._answers and voter_id != self.own_id:
            self._answers[voter_id] = None

    @property
    def granting(self) -> tuple[int, ...]:
        """Who granted, in the order of ids."""
        return tuple(voter for voter, answer in self._answers.items() if answer)

    @property
    def unrecorded(self) -> tuple[int, ...]:
        """Who has not answered, in the order of ids."""
        return tuple(voter for voter, answer in self._answers.items() if answer is None)

    @property
    def is_won(self) -> bool:
        """Whether a majority granted."""
        return len(self.granting) >= self._majority

    @property
    def is_lost(self) -> bool:
        """Whether those who granted and those who may still do so are no majority."""
        return len(self.granting) + len(self.unrecorded) < self._majority
