"""The only place that changes roles and persists it, and the table of transitions.

Every `become_*`, the first role after a start, a vote and a known leader are set here and nowhere
else (Kafka's QuorumState); `RaftCore` stores what changed before any other effect. The table is the
source of the diagram in docs/roles.md. A change that is not in it, that lowers the epoch, or that
within an epoch forgets a vote or exchanges a leader, raises.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.commit import advance_commit, append_control, decide_change
from kraft_core.raft.consensus.effects import DiscardSnapshot, NoteKind, RejectAppend
from kraft_core.raft.consensus.invariants import ensure
from kraft_core.raft.consensus.progress import Progress
from kraft_core.raft.consensus.roles import (
    Candidacy,
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Role,
    Unattached,
    Votes,
)
from kraft_core.raft.consensus.rpc import FetchResponse
from kraft_core.raft.consensus.values import (
    Election,
    KRaftVersion,
    LeaderAndEpoch,
    LeaderChange,
    Voters,
    endpoint_for,
)
from kraft_core.raft.consensus.voters import own_voter, update_of_own_entry
from kraft_core.raft.consensus.witness import give_way_to_elected, may_campaign, successors
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import ControlRecord, Endpoints, ReplicaKey


class Epoch(Enum):
    """The effect of a transition on the epoch."""

    SAME = "same"
    HIGHER = "higher"
    EITHER = "same or higher"


@dataclass(frozen=True, slots=True)
class Transition:
    """A valid change of role and its cause."""

    epoch: Epoch
    trigger: str


_NEWS = "a peer reports a higher epoch without a leader"


_LEADER = "the leader of this or a higher epoch is known"


_HIGHER_LEADER = "the leader of a higher epoch is known"


TRANSITIONS: Final[dict[tuple[type[Role], type[Role]], Transition]] = {
    (Unattached, Unattached): Transition(Epoch.HIGHER, _NEWS),
    (Unattached, Prospective): Transition(Epoch.SAME, "election timeout of a voter"),
    (Unattached, Follower): Transition(Epoch.EITHER, _LEADER),
    (Prospective, Unattached): Transition(
        Epoch.EITHER, f"the pre-vote failed and no address of a leader is known; {_NEWS}"
    ),
    (Prospective, Follower): Transition(
        Epoch.EITHER, f"the pre-vote failed and the old leader's address is known; {_LEADER}"
    ),
    (Prospective, Candidate): Transition(
        Epoch.HIGHER, "a majority granted the pre-vote, or a voter does not support it"
    ),
    (Candidate, Unattached): Transition(
        Epoch.HIGHER, f"election timeout of a replica that can no longer campaign; {_NEWS}"
    ),
    (Candidate, Prospective): Transition(Epoch.SAME, "election timeout"),
    (Candidate, Leader): Transition(Epoch.SAME, "a majority granted the vote"),
    (Candidate, Follower): Transition(Epoch.EITHER, _LEADER),
    (Leader, Unattached): Transition(Epoch.HIGHER, _NEWS),
    (Leader, Follower): Transition(Epoch.HIGHER, _HIGHER_LEADER),
    (Leader, Resigned): Transition(
        Epoch.SAME,
        "shutdown, resign request, no fetches from a majority, a disk that hangs while others "
        "commit, removal from the voters, or a witness that hands over",
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
    """Change the role. Everything that belonged to the old one ends."""
    check_transition(core.role, role)
    old, core.role = core.role, role
    core.in_flight.forget_all()
    if isinstance(old, Leader):
        step_down(core, old)
    if isinstance(old, Follower) and old.download is not None:
        core.emit(DiscardSnapshot(old.download.number, old.download.snapshot_id))
    core.note(_NOTES[type(role)], epoch=role.epoch, leader=core.leader_and_epoch.leader_id)


def check_transition(old: Role, new: Role) -> None:
    """Raise `InvariantBroken` unless the change is valid."""
    names = f"{type(old).__name__} {old.epoch} to {type(new).__name__} {new.epoch}"
    entry = TRANSITIONS.get((type(old), type(new)))
    ensure(entry is not None, "no-illegal-state", names)
    ensure(new.epoch >= old.epoch, "monotonic-epoch", names)
    if entry is not None and entry.epoch is not Epoch.EITHER:
        ensure((new.epoch > old.epoch) is (entry.epoch is Epoch.HIGHER), "no-illegal-state", names)
    if new.epoch == old.epoch:
        before, after = old.election, new.election
        # SingleLeader and one vote in an epoch: each role change passes here, so a rule broken
        # elsewhere ends the replica instead of electing two leaders
        ensure(before.leader_id in {None, after.leader_id}, "one-leader-an-epoch", names)
        is_elected = isinstance(new, Leader)
        ensure(is_elected or before.voted in {None, after.voted}, "one-vote-an-epoch", names)


def step_down(core: CoreState, leader: Leader) -> None:
    """Fail the pending change, upgrades that wait and parked fetches: NOT_LEADER_OR_FOLLOWER.

    Before the EndQuorumEpoch requests of a resignation: a fetch answer that came after them would
    make a Java follower wait its whole fetch timeout again.
    """
    if leader.change is not None:
        text = "this replica stopped leading before the change was committed"
        decide_change(core, leader, ErrorCode.NOT_LEADER_OR_FOLLOWER, text)
    # the record is in the log of a replica that no longer leads: it can still be truncated
    for append_id, _ in leader.upgrades_in_force:
        core.emit(RejectAppend(append_id, ErrorCode.NOT_LEADER_OR_FOLLOWER))
    leader.upgrades_in_force.clear()
    for fetch in core.parked.take_all():
        core.reply(
            fetch.reply_to,
            FetchResponse(
                error=ErrorCode.NOT_LEADER_OR_FOLLOWER,
                leader=core.leader_and_epoch,
                leader_endpoint=core.leader_endpoint(fetch.listener),
                log_start_offset=core.log.start_offset,
            ),
        )


# -- the role after a start: from quorum-state, as far as it is still valid ------------------------


def begin_first_role(core: CoreState, election: Election) -> None:
    """Take the role that follows from quorum-state; a sole voter does not wait."""
    core.role = role = _first_role(core, election)
    # never a follower: no leader but a voter has an address
    if core.is_sole_voter and isinstance(role, Unattached):
        role.election_deadline_ms = core.now_ms


def _first_role(core: CoreState, election: Election) -> Role:
    """Return the first role: a former leader never leads in its old epoch (KAFKA-10527).

    Of a replica that voted for itself and later followed a leader in the same epoch, Java makes a
    candidate; here it is the follower that it was.
    """
    key, deadline = core.key, core.random_election_deadline_ms()
    waits_until = deadline if core.is_voter else None
    # quorum-state is older than its log (a disk was restored): the epoch of the log is one that
    # somebody led, so no vote may be given in an earlier one
    if election.epoch < core.log.last_epoch:
        return Unattached(core.log.last_epoch, None, None, waits_until)
    # it may have appended records that no other replica has and that its disk lost: leading the
    # same epoch again, it could write other records at the same offset and epoch
    if key is not None and election.leader_id == key.id:
        others = [voter_id for voter_id in core.voters.ids if voter_id != key.id]
        return Resigned(election.epoch, key.id, others, (), deadline, is_restarted=True)
    if election.leader_id is not None:
        return _known_leader(core, election, election.leader_id, waits_until)
    if key is not None and _goes_on_campaigning(core, election, key):
        basis = Candidacy(core.voters, core.log.end)
        return Candidate(election.epoch, key, basis, Votes(core.voters, key.id), deadline)
    return Unattached(election.epoch, None, election.voted, waits_until)


def _goes_on_campaigning(core: CoreState, election: Election, key: ReplicaKey) -> bool:
    """Return True if this voter voted for itself and can still win; a witness cannot."""
    voted_for_itself = election.voted is not None and election.voted.matches(key)
    is_open = election.epoch > core.log.last_epoch
    return voted_for_itself and is_open and core.is_voter and may_campaign(core)


def _known_leader(
    core: CoreState, election: Election, leader_id: int, election_deadline_ms: int | None
) -> Role:
    endpoints = core.voters.endpoints_of(leader_id)
    if endpoint_for(endpoints, core.config.listener) is None:
        return Unattached(election.epoch, leader_id, election.voted, election_deadline_ms)
    return _new_follower(core, election.epoch, leader_id, endpoints, election.voted)


# -- the changes, each with the timers and the memory that it keeps --------------------------------


def become_unattached(core: CoreState, epoch: int, leader_id: int | None = None) -> None:
    """Become unattached in that epoch.

    A stream of higher epochs does not postpone our own election: a running timer continues.
    """
    role = core.role
    deadline = core.random_election_deadline_ms() if core.has_candidacy else None
    if deadline is not None and (waiting_until := _election_deadline_ms(role)) is not None:
        deadline = waiting_until
    # the vote of this epoch stays spent; a higher epoch has a vote of its own
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


def become_prospective(core: CoreState, basis: Candidacy, *, is_silent: bool = False) -> None:
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


def become_candidate(core: CoreState, own_key: ReplicaKey, basis: Candidacy) -> None:
    """Raise the epoch, vote for this replica and ask the others."""
    votes, epoch = Votes(basis.voters, own_key.id), core.epoch + 1
    become(core, Candidate(epoch, own_key, basis, votes, core.random_election_deadline_ms()))


def become_leader(core: CoreState, candidate: Candidate) -> None:
    """Lead the epoch that was won; its first batch records that and lets earlier records commit."""
    # a record of this epoch in the log means that the epoch has had a leader
    ensure(candidate.epoch > core.log.last_epoch, "no-two-leaders-in-an-epoch", core.log.end)
    progress = Progress(candidate.own_key)
    progress.use_voter_set(core.voters)
    leader = Leader(
        candidate.epoch,
        candidate.own_key.id,
        core.log.end_offset,
        candidate.votes.granting,
        progress,
        check_quorum_deadline_ms=core.now_ms + core.config.check_quorum_timeout_ms,
        begin_epoch_at_ms=core.now_ms,
        voters_at_level_0=core.voters.with_voter(own_voter(core, candidate.own_key)),
        appends_in_flight=deque(),
        unflushed=deque(),
        voters_settled_at_ms=core.now_ms,
    )
    become(core, leader)
    # KIP-595: records of earlier epochs count as committed only with one of this epoch after them
    # (Raft 5.4.2): even on a majority they could still be replaced by the leader of an epoch in
    # between
    append_control(core, leader, _start_of_epoch(core, leader, candidate.own_key))
    advance_commit(core, leader)


def _start_of_epoch(core: CoreState, leader: Leader, key: ReplicaKey) -> tuple[ControlRecord, ...]:
    """Return LeaderChange, with a copy of the voter set if the log has none or it is outdated."""
    change = LeaderChange(leader.own_id, core.voters.ids, leader.granting)
    level, written_at = core.history.level, core.history.latest_offset
    if level < 1:
        return (change,)
    ensure(written_at is not None, "voter-set-at-level-1", core.history)
    ours = update_of_own_entry(core, key)
    if written_at != -1 and ours is None:
        return (change,)
    voters = core.voters if ours is None else core.voters.with_voter(ours)
    return (change, KRaftVersion(level), Voters(voters))


def become_resigned(core: CoreState, leader: Leader) -> None:
    """Give up the epoch and name the successors to the voters."""
    unacked = [voter_id for voter_id in core.voters.ids if voter_id != leader.own_id]
    preferred = successors(core, leader)
    deadline = core.random_election_deadline_ms()
    become(core, Resigned(leader.epoch, leader.own_id, unacked, preferred, deadline))


def become_follower(core: CoreState, epoch: int, leader_id: int, endpoints: Endpoints) -> None:
    """Follow that leader; pending requests to the same leader continue."""
    role, config = core.role, core.config
    voted = role.election.voted if epoch == role.epoch else None
    follower = _new_follower(core, epoch, leader_id, endpoints, voted)
    if isinstance(role, Prospective) and role.fails_over and epoch == role.epoch:
        ask_again_at_ms = core.now_ms + max(config.retry_backoff_ms, 1)
        follower.continue_failover(role.fetch_deadline_ms, ask_again_at_ms)
    if isinstance(role, Follower) and role.leader_resigned and epoch == role.epoch:
        follower.continue_resignation(role)
    core.leader_high_watermark = -1
    if core.leader_and_epoch != LeaderAndEpoch(leader_id, epoch):
        give_way_to_elected(core)
    become(core, follower)


def _new_follower(
    core: CoreState, epoch: int, leader_id: int, endpoints: Endpoints, voted: ReplicaKey | None
) -> Follower:
    """Return a follower with all its timers.

    The fetch timeout is a little longer on some than on others, so that the followers of a leader
    that died at one reply do not all campaign at once.
    """
    config = core.config
    timeout_ms = config.fetch_timeout_ms + core.random_below(config.fetch_timeout_ms // 8)
    return Follower(
        epoch,
        leader_id,
        endpoints,
        fetch_timeout_ms=timeout_ms,
        fetch_deadline_ms=core.now_ms + timeout_ms,
        update_voter_at_ms=core.now_ms + config.update_voter_period_ms,
        since_ms=core.now_ms,
        voted=voted,
    )


def grant_vote(core: CoreState, role: Unattached | Prospective, candidate: ReplicaKey) -> None:
    """Grant the one vote of the epoch, stored before the answer is sent; postpone our election."""
    role.voted = candidate
    role.election_deadline_ms = core.random_election_deadline_ms() if core.is_voter else None


def learn_leader(core: CoreState, epoch: int, leader_id: int, endpoints: Endpoints) -> None:
    """Follow the leader of this or a higher epoch if it can be reached.

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
    """End a pre-vote without success: fetch from the old leader again, or look for one."""
    listener = core.config.listener
    if role.leader_id == core.own_id:
        become_unattached(core, role.epoch + 1)
    elif role.leader_id is not None and endpoint_for(role.leader_endpoints, listener) is not None:
        become_follower(core, role.epoch, role.leader_id, role.leader_endpoints)
    else:
        become_unattached(core, role.epoch, role.leader_id)


def diagram() -> str:
    """Format the table as a Mermaid state diagram."""
    lines = ["stateDiagram-v2", "    [*] --> Unattached", "    [*] --> Resigned: was the leader"]
    lines += ["    [*] --> Candidate: had voted for itself", "    [*] --> Follower: knew a leader"]
    for (old, new), entry in TRANSITIONS.items():
        lines.append(f"    {old.__name__} --> {new.__name__}: epoch {entry.epoch.value}")
    return "\n".join(lines) + "\n"


def table() -> str:
    """Format the table in Markdown."""
    lines = ["| From | To | Epoch | When |", "|---|---|---|---|"]
    for (old, new), entry in TRANSITIONS.items():
        row = (old.__name__, new.__name__, entry.epoch.value, entry.trigger)
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"
