"""The one gate for role changes, and the table of those that exist.

The table is the source of the diagram in docs/roles.md. A change that is not in it, that lowers the
epoch, or that within an epoch forgets a vote or exchanges a leader, raises.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from kraft_core.consensus.abdication import give_up_leadership
from kraft_core.consensus.effects import DiscardSnapshot
from kraft_core.consensus.invariants import ensure
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Role,
    Unattached,
)
from kraft_core.consensus.standing import may_stand
from kraft_core.consensus.values import LeaderAndEpoch, endpoint_for
from kraft_core.consensus.votes import Votes
from kraft_core.consensus.witness import leader_appeared

if TYPE_CHECKING:
    from kraft_core.consensus.standing import Standing
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import Endpoints, ReplicaKey


class Epoch(Enum):
    """What a change does to the epoch."""

    SAME = "same"
    HIGHER = "higher"
    EITHER = "same or higher"


@dataclass(frozen=True, slots=True)
class Transition:
    """A lawful change of role and what brings it about."""

    epoch: Epoch
    trigger: str


_NEWS = "a peer knows a higher epoch and no leader of it"
_LEADER = "the leader of this or a higher epoch is known"
_HIGHER_LEADER = "the leader of a higher epoch is known"

TRANSITIONS: Final[dict[tuple[type[Role], type[Role]], Transition]] = {
    (Unattached, Unattached): Transition(Epoch.HIGHER, _NEWS),
    (Unattached, Prospective): Transition(Epoch.SAME, "election timeout of a voter"),
    (Unattached, Follower): Transition(Epoch.EITHER, _LEADER),
    (Prospective, Unattached): Transition(
        Epoch.EITHER, f"would not be elected and no leader can be fetched from; {_NEWS}"
    ),
    (Prospective, Follower): Transition(
        Epoch.EITHER, f"would not be elected and the old leader is known; {_LEADER}"
    ),
    (Prospective, Candidate): Transition(
        Epoch.HIGHER, "a majority would grant, or a voter has no pre-vote"
    ),
    (Candidate, Unattached): Transition(
        Epoch.HIGHER, f"election timeout of one that may not stand any more; {_NEWS}"
    ),
    (Candidate, Prospective): Transition(Epoch.SAME, "election timeout"),
    (Candidate, Leader): Transition(Epoch.SAME, "a majority granted"),
    (Candidate, Follower): Transition(Epoch.EITHER, _LEADER),
    (Leader, Unattached): Transition(Epoch.HIGHER, _NEWS),
    (Leader, Follower): Transition(Epoch.HIGHER, _HIGHER_LEADER),
    (Leader, Resigned): Transition(
        Epoch.SAME,
        "shutdown, resign request, no majority heard, its disk hangs while others commit, removed, "
        "or a witness hands over",
    ),
    (Follower, Unattached): Transition(Epoch.HIGHER, _NEWS),
    (Follower, Prospective): Transition(
        Epoch.SAME, "fetch timeout of a voter, or its leader is unreachable"
    ),
    (Follower, Follower): Transition(
        Epoch.EITHER, f"more endpoints of the same leader; {_HIGHER_LEADER}"
    ),
    (Resigned, Unattached): Transition(Epoch.HIGHER, f"election timeout; {_NEWS}"),
    (Resigned, Prospective): Transition(Epoch.SAME, "the sole voter starts again"),
    (Resigned, Follower): Transition(Epoch.HIGHER, _HIGHER_LEADER),
}

_NOTES: Final[dict[type[Role], NoteKind]] = {
    Unattached: NoteKind.BECAME_UNATTACHED,
    Prospective: NoteKind.BECAME_PROSPECTIVE,
    Candidate: NoteKind.BECAME_CANDIDATE,
    Leader: NoteKind.BECAME_LEADER,
    Follower: NoteKind.BECAME_FOLLOWER,
    Resigned: NoteKind.BECAME_RESIGNED,
}


def become(core: CoreState, role: Role) -> None:
    """Change the role. Everything that belonged to the old one ends here."""
    check_transition(core.role, role)
    old, core.role = core.role, role
    core.in_flight.forget_all()
    if isinstance(old, Leader):
        give_up_leadership(core, old)
    if isinstance(old, Follower) and old.download is not None:
        core.emit(DiscardSnapshot(old.download.number, old.download.snapshot_id))
    core.note(_NOTES[type(role)], epoch=role.epoch, leader=core.leader_and_epoch.leader_id)


def check_transition(old: Role, new: Role) -> None:
    """Raise `InvariantBroken` unless the change is lawful."""
    names = f"{type(old).__name__} {old.epoch} to {type(new).__name__} {new.epoch}"
    entry = TRANSITIONS.get((type(old), type(new)))
    ensure(entry is not None, "no-illegal-state", names)
    ensure(new.epoch >= old.epoch, "monotonic-epoch", names)
    if entry is not None and entry.epoch is not Epoch.EITHER:
        ensure((new.epoch > old.epoch) is (entry.epoch is Epoch.HIGHER), "no-illegal-state", names)
    if new.epoch == old.epoch:
        before, after = old.election, new.election
        ensure(before.leader_id in {None, after.leader_id}, "one-leader-an-epoch", names)
        is_elected = isinstance(new, Leader)
        ensure(is_elected or before.voted in {None, after.voted}, "one-vote-an-epoch", names)


# -- the changes, each with the timers and the memory that it keeps --------------------------------


def become_unattached(core: CoreState, epoch: int, leader_id: int | None = None) -> None:
    """Unattached in that epoch.

    A stream of higher epochs does not put off our own election: who waited for one goes on waiting.
    """
    role = core.role
    deadline = core.random_election_deadline_ms() if may_stand(core) else None
    if deadline is not None and (waiting_until := _election_deadline_ms(role)) is not None:
        deadline = waiting_until
    voted = role.election.voted if epoch == role.epoch else None
    become(core, Unattached(epoch, leader_id, voted, deadline))


def _election_deadline_ms(role: Role) -> int | None:
    match role:
        case Unattached() | Candidate() | Resigned():
            return role.election_deadline_ms
        case Prospective() if not role.votes.is_lost:
            return role.election_deadline_ms
        case _:
            return None


def become_follower(core: CoreState, epoch: int, leader_id: int, endpoints: Endpoints) -> None:
    """Follow that leader.

    The fetch timeout is a little longer on some than on others, so that the followers of a leader
    that died at one reply do not all stand for election at once.
    """
    role, config = core.role, core.config
    timeout = config.fetch_timeout_ms + core.random_below(config.fetch_timeout_ms // 8)
    follower = Follower(
        epoch,
        leader_id,
        endpoints,
        fetch_timeout_ms=timeout,
        fetch_deadline_ms=core.now_ms + timeout,
        update_voter_at_ms=core.now_ms + config.update_voter_period_ms,
        since_ms=core.now_ms,
        voted=role.election.voted if epoch == role.epoch else None,
    )
    if isinstance(role, Prospective) and role.suspects and epoch == role.epoch:
        follower.fetch_deadline_ms = role.fetch_deadline_ms or follower.fetch_deadline_ms
        follower.ask_again_at_ms = core.now_ms + max(config.retry_backoff_ms, 1)
    if isinstance(role, Follower) and role.leader_resigned and epoch == role.epoch:
        follower.leader_resigned, follower.fetch_deadline_ms = True, role.fetch_deadline_ms
    core.leader_high_watermark = -1
    if core.leader_and_epoch != LeaderAndEpoch(leader_id, epoch):
        leader_appeared(core)
    become(core, follower)


def become_prospective(core: CoreState, basis: Standing, *, is_silent: bool = False) -> None:
    """Ask for pre-votes, in the same epoch."""
    old = core.role
    role = Prospective(
        old.epoch,
        basis,
        Votes(basis.voters, core.own_id),
        core.random_election_deadline_ms(),
        leader_id=core.leader_and_epoch.leader_id,
        leader_endpoints=core.leader_endpoints(),
        voted=old.election.voted,
        is_silent=is_silent,
    )
    if isinstance(old, Resigned):
        role.leader_endpoints = ()
    become(core, role)


def become_candidate(core: CoreState, own_key: ReplicaKey, basis: Standing) -> None:
    """Raise the epoch, vote for ourselves and ask the others."""
    votes, epoch = Votes(basis.voters, own_key.id), core.epoch + 1
    become(core, Candidate(epoch, own_key, basis, votes, core.random_election_deadline_ms()))


def learn_leader(core: CoreState, epoch: int, leader_id: int, endpoints: Endpoints) -> None:
    """The leader of this or a higher epoch: follow it, if it can be reached at all.

    Endpoints without our default listener are of no use; then the voter set is asked. If that does
    not help either, the leader is remembered and looked for through the bootstrap servers.
    """
    listener = core.config.listener
    if endpoint_for(endpoints, listener) is None:
        endpoints = core.voters.endpoints_of(leader_id)
    if endpoint_for(endpoints, listener) is not None:
        become_follower(core, epoch, leader_id, endpoints)
        return
    core.note(NoteKind.LEADER_UNREACHABLE_ADDRESS, leader=leader_id, epoch=epoch)
    if epoch > core.epoch:
        become_unattached(core, epoch, leader_id)
    elif isinstance(core.role, Unattached):
        core.role.leader_id = leader_id


def fall_back(core: CoreState, role: Prospective) -> None:
    """The pre-vote is lost or took too long: fetch from the old leader again, or look for one."""
    listener = core.config.listener
    if role.leader_id == core.own_id:
        become_unattached(core, role.epoch + 1)
    elif role.leader_id is not None and endpoint_for(role.leader_endpoints, listener) is not None:
        become_follower(core, role.epoch, role.leader_id, role.leader_endpoints)
    else:
        become_unattached(core, role.epoch, role.leader_id)


def diagram() -> str:
    """The table as a Mermaid state diagram."""
    lines = ["stateDiagram-v2", "    [*] --> Unattached", "    [*] --> Resigned: was the leader"]
    lines += ["    [*] --> Candidate: had voted for itself", "    [*] --> Follower: knew a leader"]
    for (old, new), entry in TRANSITIONS.items():
        lines.append(f"    {old.__name__} --> {new.__name__}: epoch {entry.epoch.value}")
    return "\n".join(lines) + "\n"


def table() -> str:
    """The table in Markdown."""
    lines = ["| From | To | Epoch | When |", "|---|---|---|---|"]
    for (old, new), entry in TRANSITIONS.items():
        row = (old.__name__, new.__name__, entry.epoch.value, entry.trigger)
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"
