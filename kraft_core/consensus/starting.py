"""Start and end: which role a restarted replica has, and when a graceful shutdown is complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.abdication import give_up_leadership
from kraft_core.consensus.control_log import remember_membership
from kraft_core.consensus.effects import ShutdownCompleted
from kraft_core.consensus.invariants import ensure
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Candidate, Follower, Leader, Resigned, Unattached
from kraft_core.consensus.snapshots import SnapshotCatalog
from kraft_core.consensus.standing import Standing
from kraft_core.consensus.values import Election, endpoint_for
from kraft_core.consensus.votes import Votes
from kraft_core.consensus.witness import may_campaign

if TYPE_CHECKING:
    from kraft_core.consensus.events import Started
    from kraft_core.consensus.roles import Role
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import ReplicaKey


def on_started(core: CoreState, event: Started) -> None:
    """Take what recovery found and the role that follows from it."""
    core.log = event.log_view.copy()
    core.history = event.voter_history.copy()
    core.snapshots = SnapshotCatalog(event.snapshots)
    core.last_leader_answer_ms = core.now_ms
    _set_start_epoch(core)
    ensure(core.log.is_durable, "recovery-syncs-all", core.log)
    remember_membership(core)
    election = event.election or Election(0)
    ensure(election.voted is None or core.key is not None, "voter-has-an-id", election)
    core.role = _initial_role(core, election)
    if core.is_sole_voter:
        _hurry(core, core.role)


def _set_start_epoch(core: CoreState) -> None:
    for snapshot in (core.snapshots.earliest, core.snapshots.latest):
        if snapshot is not None and snapshot.snapshot_id.offset == core.log.start_offset:
            core.log.start_epoch = snapshot.snapshot_id.epoch


def _initial_role(core: CoreState, election: Election) -> Role:
    """A former leader never leads or votes in its old epoch again (KAFKA-10527).

    Of a replica that voted for itself and later followed a leader in the same epoch, Java makes a
    candidate; here it is the follower that it was.
    """
    key, deadline = core.key, core.random_election_deadline_ms()
    waits_until = deadline if core.is_voter else None
    if election.epoch < core.log.last_epoch:
        return Unattached(core.log.last_epoch, None, None, waits_until)
    if key is not None and election.leader_id == key.id:
        others = [voter_id for voter_id in core.voters.ids if voter_id != key.id]
        return Resigned(election.epoch, key.id, others, (), deadline, is_restarted=True)
    if election.leader_id is not None:
        return _known_leader(core, election, election.leader_id, waits_until)
    if key is not None and _goes_on_campaigning(core, election, key):
        basis = Standing(core.voters, core.log.end)
        return Candidate(election.epoch, key, basis, Votes(core.voters, key.id), deadline)
    return Unattached(election.epoch, None, election.voted, waits_until)


def _hurry(core: CoreState, role: Role) -> None:
    """A sole voter waits for nobody."""
    match role:
        case Unattached():
            role.election_deadline_ms = core.now_ms
        case Follower():
            role.fetch_deadline_ms = core.now_ms
        case _:
            pass


def _goes_on_campaigning(core: CoreState, election: Election, key: ReplicaKey) -> bool:
    """Whether it voted for itself and may still be elected; a witness gives way instead."""
    voted_for_itself = election.voted is not None and election.voted.matches(key)
    is_open = election.epoch > core.log.last_epoch
    return voted_for_itself and is_open and core.is_voter and may_campaign(core)


def _known_leader(
    core: CoreState, election: Election, leader_id: int, election_deadline_ms: int | None
) -> Role:
    endpoints = core.voters.endpoints_of(leader_id)
    if endpoint_for(endpoints, core.config.listener) is None:
        return Unattached(election.epoch, leader_id, election.voted, election_deadline_ms)
    timeout = core.config.fetch_timeout_ms + core.random_below(core.config.fetch_timeout_ms // 8)
    return Follower(
        election.epoch,
        leader_id,
        endpoints,
        fetch_timeout_ms=timeout,
        fetch_deadline_ms=core.now_ms + timeout,
        update_voter_at_ms=core.now_ms + core.config.update_voter_period_ms,
        since_ms=core.now_ms,
        voted=election.voted,
    )


def on_shutdown_requested(core: CoreState) -> None:
    """From now on hand over instead of beginning anything."""
    if core.shutdown_at_ms is None:
        core.shutdown_at_ms = core.now_ms + core.config.shutdown_grace_ms
        core.note(NoteKind.SHUTDOWN_STARTED, role=type(core.role).__name__)


def complete_shutdown(core: CoreState) -> bool:
    """Whether nothing is left to hand over: not a voter, the only one, or another one leads."""
    if core.shutdown_at_ms is None:
        return False
    leader_id = core.leader_and_epoch.leader_id
    others_lead = leader_id is not None and leader_id != core.own_id
    is_needed = core.is_voter and not core.is_sole_voter and not others_lead
    if is_needed and core.now_ms < core.shutdown_at_ms:
        return False
    if isinstance(core.role, Leader):
        give_up_leadership(core, core.role)
    core.is_shut_down = True
    core.emit(ShutdownCompleted())
    return True
