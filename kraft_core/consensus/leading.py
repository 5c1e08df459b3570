"""A leader's own duties: the start of its epoch, its log, its timers, and how it ends."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from kraft_core.consensus.abdication import decide_change
from kraft_core.consensus.batches import KRaftVersion, LeaderChange, Voters
from kraft_core.consensus.commit import advance_commit
from kraft_core.consensus.control_log import append_control
from kraft_core.consensus.invariants import ensure
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.progress import Progress
from kraft_core.consensus.roles import Candidate, Leader, Resigned
from kraft_core.consensus.rpc import BeginQuorumEpoch
from kraft_core.consensus.transitions import become
from kraft_core.consensus.values import endpoint_for, normalized
from kraft_core.consensus.voters import Voter
from kraft_core.consensus.witness import should_hand_over, successors
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.batches import ControlRecord
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import ReplicaKey


def become_leader(core: CoreState, candidate: Candidate) -> None:
    """Lead the epoch that was won; its first batch says so and lets earlier records commit."""
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
    append_control(core, leader, _start_of_epoch(core, leader, candidate.own_key))
    advance_commit(core, leader)


def own_voter(core: CoreState, key: ReplicaKey) -> Voter:
    """Our entry of the voter set as it should be."""
    return Voter(key, normalized(core.config.endpoints), core.config.kraft_range)


def update_of_own_entry(core: CoreState, key: ReplicaKey) -> Voter | None:
    """What should stand in the place of our entry; None if it is right, or we cannot be reached."""
    ours, entry = own_voter(core, key), core.voters.get(key.id)
    is_right = entry is not None and entry.says_the_same_as(ours)
    is_reachable = endpoint_for(ours.endpoints, core.config.listener) is not None
    return ours if is_reachable and not is_right else None


def _start_of_epoch(core: CoreState, leader: Leader, key: ReplicaKey) -> tuple[ControlRecord, ...]:
    """LeaderChange, and a copy of the voter set if the log has none or our entry is out of date."""
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


def poll_leader(core: CoreState, leader: Leader) -> None:
    """Resign if it must be, let a change of voters time out, make itself known."""
    if _must_resign(core, leader):
        resign(core, leader)
        return
    change = leader.change
    if change is not None and core.now_ms >= change.deadline_ms:
        decide_change(
            core, leader, ErrorCode.REQUEST_TIMED_OUT, "the change did not commit in time"
        )
    core.parked.wake_expired(core.now_ms)
    if core.now_ms >= leader.begin_epoch_at_ms:
        leader.begin_epoch_at_ms = core.now_ms + core.config.begin_quorum_epoch_period_ms
        _send_begin(core, leader)


def _must_resign(core: CoreState, leader: Leader) -> bool:
    if core.is_shutting_down or leader.resigns:
        return True
    if not core.is_sole_voter and core.now_ms >= leader.check_quorum_deadline_ms:
        core.note(NoteKind.CHECK_QUORUM_FAILED, heard=tuple(leader.heard), epoch=leader.epoch)
        return True
    disk_deadline_ms = leader.disk_deadline_ms
    # a completion that has arrived is handled before the turn ends, one that has not is late
    if core.is_turn_end and disk_deadline_ms is not None and core.now_ms >= disk_deadline_ms:
        core.note(
            NoteKind.LEADER_DISK_HANGS,
            flushed=core.log.flushed_end,
            high_watermark=leader.high_watermark,
            epoch=leader.epoch,
        )
        return True
    if should_hand_over(core, leader):
        core.hand_overs += 1
        core.note(NoteKind.WITNESS_HANDS_OVER, epoch=leader.epoch, count=core.hand_overs)
        return True
    return False


def resign(core: CoreState, leader: Leader) -> None:
    """Give up the epoch and tell the voters who should stand."""
    unacked = [voter_id for voter_id in core.voters.ids if voter_id != leader.own_id]
    preferred = successors(core, leader)
    deadline = core.random_election_deadline_ms()
    become(core, Resigned(leader.epoch, leader.own_id, unacked, preferred, deadline))


def _send_begin(core: CoreState, leader: Leader) -> None:
    """BeginQuorumEpoch to every voter that has not fetched for a period."""
    period = core.config.begin_quorum_epoch_period_ms
    for voter in core.voters:
        seen = leader.progress.voters[voter.id].last_fetch_at_ms
        node = voter.node(core.config.listener)
        is_silent = seen is None or core.now_ms - seen >= period
        if voter.id == leader.own_id or node is None or not is_silent:
            continue
        if core.in_flight.is_ready(voter.id, core.now_ms):
            request = BeginQuorumEpoch(
                core.config.cluster_id,
                voter.id,
                voter.key.directory_id,
                leader.own_id,
                leader.epoch,
                core.config.endpoints,
            )
            core.send(node, request)


def hear_voter(core: CoreState, leader: Leader, key: ReplicaKey) -> None:
    """A voter is alive; once a majority was heard the check-quorum timer begins anew."""
    entry = leader.progress.voter_for(key)
    own = leader.progress.own
    if entry is None or entry is own:
        return
    leader.heard[key.id] = True
    if len(leader.heard) >= core.voters.majority - (own is not None):
        leader.heard.clear()
        leader.check_quorum_deadline_ms = core.now_ms + core.config.check_quorum_timeout_ms
