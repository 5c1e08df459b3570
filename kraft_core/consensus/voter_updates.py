"""UpdateRaftVoter at the leader (as Kafka 4.3.1 does it)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.leading import hear_voter
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.reconfiguration import append_change, refuse_above_uncommitted
from kraft_core.consensus.replication import check_leader_request
from kraft_core.consensus.roles import Leader
from kraft_core.consensus.rpc import UpdateRaftVoter, UpdateRaftVoterResponse
from kraft_core.consensus.values import endpoint_for, normalized
from kraft_core.consensus.voters import Voter
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.events import ReplyTo
    from kraft_core.consensus.state import CoreState


def on_update_voter(
    core: CoreState, reply_to: ReplyTo, listener: str, request: UpdateRaftVoter
) -> None:
    """Take a voter's own word for where it listens; answered when appended, not when committed."""
    error = _check(core, request) or _update(core, request)
    core.reply(
        reply_to,
        UpdateRaftVoterResponse(
            error=error or ErrorCode.NONE,
            leader=core.leader_and_epoch,
            leader_endpoint=core.leader_endpoint(listener),
        ),
    )


def _check(core: CoreState, request: UpdateRaftVoter) -> ErrorCode | None:
    if request.cluster_id not in {None, core.config.cluster_id}:
        return ErrorCode.INCONSISTENT_CLUSTER_ID
    error = check_leader_request(core, request.epoch)
    if error is not None:
        return error
    if request.voter.id < 0 or request.voter.directory_id is None:
        return ErrorCode.INVALID_REQUEST
    is_sound = request.kraft_range.is_valid and _is_reachable(core, request)
    return None if is_sound else ErrorCode.INVALID_REQUEST


def _is_reachable(core: CoreState, request: UpdateRaftVoter) -> bool:
    endpoint = endpoint_for(request.endpoints, core.config.listener)
    is_named = endpoint is not None and endpoint.host != ""
    return is_named and len(request.endpoints) <= core.config.endpoints_max


def _update(core: CoreState, request: UpdateRaftVoter) -> ErrorCode | None:
    """At level 1 the new set goes into the log, at level 0 into the leader's memory."""
    leader = core.role
    if not isinstance(leader, Leader):
        return ErrorCode.NOT_LEADER_OR_FOLLOWER
    if leader.change is not None or leader.high_watermark is None:
        return ErrorCode.REQUEST_TIMED_OUT
    level = core.history.level
    if level >= 1 and refuse_above_uncommitted(core, leader.high_watermark) is not None:
        return ErrorCode.REQUEST_TIMED_OUT
    if level not in request.kraft_range:
        return ErrorCode.INVALID_REQUEST
    voters = core.voters if level >= 1 else leader.voters_at_level_0
    entry = voters.get(request.voter.id)
    if entry is None or (level >= 1 and not entry.key.matches(request.voter)):
        return ErrorCode.VOTER_NOT_FOUND
    updated = Voter(request.voter, normalized(request.endpoints), request.kraft_range)
    core.note(NoteKind.VOTER_UPDATED, voter=request.voter, level=level)
    if level >= 1:
        append_change(core, leader, voters.with_voter(updated), None)
    elif request.voter.id != leader.own_id:
        leader.voters_at_level_0 = voters.with_voter(updated)
    hear_voter(core, leader, request.voter)
    return None
