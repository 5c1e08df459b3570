"""On what a replica may stand for election: which voters it asks and which log end it states.

A voter asks the voters in force and states its log end. A replica that is outside the set in force
may be needed all the same: if nobody else has what a majority of the set before it stored, and the
record that removed it is not committed. Then it stands on its log before that record, with the
voters before that record, and cuts the rest when it is elected.

Safe, because its copy of that record and of what follows was never counted: the set that could
commit it lacks this replica, and one that has it again can only be written once the removal is
committed; but then a majority has the removal, and no majority of the voters before would elect it.
It does so only after it had to refuse a voter of that set for nothing but a shorter log. Ours, not
Java's: see ChangeCannotWedge in docs/divergence.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.consensus.notes import NoteKind

if TYPE_CHECKING:
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import OffsetAndEpoch, ReplicaKey
    from kraft_core.consensus.voters import VoterSet


@dataclass(frozen=True, slots=True)
class Standing:
    """Whom to ask, and the log end to state."""

    voters: VoterSet
    end: OffsetAndEpoch


def standing(core: CoreState) -> Standing | None:
    """What this replica stands on; None if it may not stand."""
    if core.is_voter:
        return Standing(core.voters, core.log.end)
    removed_at = uncommitted_removal(core) if core.is_needed else None
    if removed_at is None:
        return None
    return Standing(_before(core, removed_at), core.log.point_before(removed_at))


def may_stand(core: CoreState) -> bool:
    """Whether there is anything to stand on."""
    return core.is_voter or (core.is_needed and uncommitted_removal(core) is not None)


def uncommitted_removal(core: CoreState) -> int | None:
    """Where this replica was removed, if that is in its log and not known to be committed."""
    removed_at = None if core.key is None else core.history.removed_at(core.key)
    is_open = removed_at is not None and removed_at >= max(
        core.committed_end, core.log.start_offset
    )
    return removed_at if is_open else None


def voter_had_shorter_log(core: CoreState, candidate: ReplicaKey) -> None:
    """A vote was refused for nothing but a shorter log: if a voter asked, we may be needed."""
    removed_at = uncommitted_removal(core)
    if removed_at is None or core.is_needed:
        return
    if _before(core, removed_at).has(candidate):
        core.is_needed = True
        core.note(NoteKind.REMOVED_REPLICA_NEEDED, by=candidate.id, removed_at=removed_at)


def _before(core: CoreState, offset: int) -> VoterSet:
    voters = core.history.set_at(offset - 1)
    return core.history.static if voters is None else voters
