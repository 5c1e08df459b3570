"""Wrong voter sets: changes too early, too many, too large, and sets read in the wrong way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kraft_core.raft.consensus import commit, membership, progress, transitions, voters
from kraft_core.raft.consensus.config import KRAFT_VERSIONS
from kraft_core.raft.consensus.effects import DeleteLogPrefix, WriteSnapshot
from kraft_core.raft.consensus.progress import Progress
from kraft_core.raft.consensus.requests import RequestInFlight
from kraft_core.raft.consensus.roles import Leader
from kraft_core.raft.consensus.rpc import (
    AddRaftVoterResponse,
    ApiVersions,
    ApiVersionsResponse,
    RemoveRaftVoterResponse,
)
from kraft_core.raft.consensus.state import CoreState
from kraft_core.raft.consensus.values import KRaftVersion, Node
from kraft_core.raft.consensus.voters import VoterSet, VoterSetHistory

if TYPE_CHECKING:
    from kraft_core.raft.consensus.progress import ReplicaProgress
    from kraft_core.raft.consensus.roles import PendingChange
    from kraft_core.raft.consensus.rpc import ReplicaStatus
    from kraft_core.raft.consensus.values import ControlRecord, ReplicaKey
    from kraft_core.raft.consensus.voters import Voter
    from kraft_core.sim.quorum.injected_bugs.patch import Patch


def piles_up_changes(patch: Patch) -> None:
    """Write a change of voters before the previous one is committed."""
    right = membership.append_change

    def wrong(
        core: CoreState, leader: Leader, voters: VoterSet, change: PendingChange | None
    ) -> None:
        right(core, leader, core.voters, None)
        right(core, leader, voters, change)

    patch.silence("one-change-in-flight")
    patch.everywhere(right, wrong)


def answers_one_record_early(patch: Patch) -> None:
    """Answer a change of voters when the high watermark is at its record, not above it."""
    right = commit.advance_commit

    def wrong(core: CoreState, leader: Leader) -> None:
        change = leader.change
        if change is not None and change.record_offset is not None:
            change.record_offset -= 1
            right(core, leader)
            change.record_offset += 1
        else:
            right(core, leader)

    patch.everywhere(right, wrong)


def changes_at_once(patch: Patch) -> None:
    """Change the voter set as a new leader before anything is committed."""
    right = transitions.become_leader

    def wrong(core: CoreState, candidate: Any) -> None:
        right(core, candidate)
        leader = core.role
        if isinstance(leader, Leader) and core.history.level >= 1 and len(core.voters) > 1:
            membership.append_change(core, leader, VoterSet(core.voters.voters), None)

    patch.silence("one-change-in-flight")
    patch.everywhere(right, wrong)


def removes_two(patch: Patch) -> None:
    """Remove a second voter with the requested one."""

    def wrong(voters: VoterSet, voter_id: int) -> VoterSet:
        left = [voter for voter in voters.voters if voter.id != voter_id]
        return VoterSet(tuple(left[:-1] if len(left) > 1 else left))

    patch.set(VoterSet, "without", wrong)


def keeps_the_old_entry(patch: Patch) -> None:
    """Keep the old entry of a voter that is replaced by a new one."""

    def wrong(voters: VoterSet, voter: Voter) -> VoterSet:
        return VoterSet(tuple(sorted([*voters.voters, voter], key=lambda each: each.id)))

    patch.set(VoterSet, "with_voter", wrong)


def keeps_the_set_that_was_cut(patch: Patch) -> None:
    """Keep a voter set in force after its record was truncated."""
    patch.silence("voters-in-log")
    patch.set(VoterSetHistory, "truncate_new", lambda *_: None)


def lowers_kraft_version(patch: Patch) -> None:
    """Write a lower level of kraft.version than the one in force, as a new leader."""
    right = transitions._start_of_epoch

    def wrong(core: CoreState, leader: Leader, key: ReplicaKey) -> tuple[ControlRecord, ...]:
        return tuple(
            KRaftVersion(each.level - 1) if isinstance(each, KRaftVersion) else each
            for each in right(core, leader, key)
        )

    patch.everywhere(right, wrong)


def joins_again(patch: Patch) -> None:
    """Join again by auto join after a removal."""
    patch.set(CoreState, "has_left", property(lambda _core: False))


def tells_more_than_it_knows(patch: Patch) -> None:
    """Report too high log ends of replicas in DescribeQuorum."""
    right = progress._replica_status

    def wrong(known: ReplicaProgress) -> ReplicaStatus:
        status = right(known)
        return replace(status, log_end_offset=status.log_end_offset + 1000)

    patch.everywhere(right, wrong)


def never_decides(patch: Patch) -> None:
    """Never finish a change of voters."""
    right = commit.decide_change

    def wrong(core: CoreState, leader: Leader, error: Any, message: str | None) -> None:
        change: PendingChange | None = leader.change
        right(core, leader, error, message)
        if leader is core.role:
            leader.change = change

    patch.everywhere(right, wrong)


def adds_who_lags(patch: Patch) -> None:
    """Add a voter that never reached the leader's log end."""
    patch.set(Progress, "is_caught_up", lambda *_: True)


def adds_without_a_probe(patch: Patch) -> None:
    """Add a voter before it reported the kraft.version range that it supports."""
    right = membership.on_add_voter

    def wrong(core: CoreState, reply_to: Any, request: Any) -> None:
        right(core, reply_to, request)
        change = core.role.change if isinstance(core.role, Leader) else None
        if change is not None and change.probe_id is not None:
            probe = RequestInFlight(change.probe_id, Node(0, "", 0), ApiVersions(), 0)
            membership.take_probe(core, probe, ApiVersionsResponse(kraft_range=KRAFT_VERSIONS))

    patch.everywhere(right, wrong)


def answers_no_operator(patch: Patch) -> None:
    """Never answer a request to change the voters."""
    right = CoreState.reply

    def wrong(core: CoreState, reply_to: Any, response: Any) -> None:
        if not isinstance(response, AddRaftVoterResponse | RemoveRaftVoterResponse):
            right(core, reply_to, response)

    patch.set(CoreState, "reply", wrong)


def writes_no_voters(patch: Patch) -> None:
    """Write snapshots without the voter set."""
    right = CoreState.emit

    def wrong(core: CoreState, effect: Any) -> None:
        if isinstance(effect, WriteSnapshot):
            effect = replace(effect, voters=None)
        right(core, effect)

    patch.set(CoreState, "emit", wrong)


def lets_go_of_too_much(patch: Patch) -> None:
    """Delete more of the log than a snapshot contains."""
    right = CoreState.emit

    def wrong(core: CoreState, effect: Any) -> None:
        if isinstance(effect, DeleteLogPrefix):
            end = max(core.high_watermark or 0, effect.start_offset + 1)
            effect = DeleteLogPrefix(min(end, core.log.flushed_end))
        right(core, effect)

    patch.set(CoreState, "emit", wrong)


def reads_committed_sets_only(patch: Patch) -> None:
    """Apply a voter set only when it is committed."""
    right = voters.take_control

    def wrong(core: CoreState, base_offset: int, records: tuple[ControlRecord, ...]) -> None:
        if isinstance(core.role, Leader):
            right(core, base_offset, records)

    patch.everywhere(right, wrong)
