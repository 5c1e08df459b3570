"""What a follower asks of its leader about its own membership: update its entry, join, make room.

A voter tells where it listens; an observer with auto join adds itself, after removing an entry of
its id with another directory id (KIP-853). From each answer a period passes until the next request,
and a Fetch leaves between the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.leader_news import News, take_answer
from kraft_core.consensus.leading import update_of_own_entry
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Follower
from kraft_core.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    UpdateRaftVoter,
    UpdateRaftVoterResponse,
)
from kraft_core.consensus.values import FailureReason, LeaderAndEpoch
from kraft_core.consensus.witness import leader_answered
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.inflight import RequestInFlight
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import Node, ReplicaKey


MembershipRequest = UpdateRaftVoter | AddRaftVoter | RemoveRaftVoter


def ask_for_membership(core: CoreState, role: Follower, leader: Node) -> bool:
    """Send what is due, if the leader may be asked now; tell whether anything was sent.

    No Fetch leaves before it is answered or given up, so it is awaited for half the fetch timeout
    at most: a voter whose leader is silent about its membership still hears of the log in time.
    """
    if core.now_ms < role.update_voter_at_ms or core.key is None:
        return False
    request = _request(core, role, core.key)
    if request is None:
        if core.is_voter:
            _begin_period(core, role)
        return False
    is_update = isinstance(request, UpdateRaftVoter)
    kind = NoteKind.VOTER_UPDATE_SENT if is_update else NoteKind.AUTO_JOIN_SENT
    core.note(kind, request=type(request).__name__, to=leader.id)
    timeout_ms = min(core.config.request_timeout_ms, core.config.fetch_timeout_ms // 2)
    core.send(leader, request, timeout_ms)
    role.update_voter_at_ms = core.now_ms + timeout_ms + core.config.update_voter_period_ms
    return True


def end_membership_request(core: CoreState, reason: FailureReason | None = None) -> None:
    """It was answered, whatever the answer, or failed: the next one is due a period from now.

    The leader is not left alone for a refusal, which says nothing about fetches; but it is where no
    connection could be made.
    """
    role = core.role
    if isinstance(role, Follower):
        _begin_period(core, role)
        if reason is FailureReason.REFUSED:
            core.in_flight.back_off(role.leader_id, core.now_ms)


def _begin_period(core: CoreState, role: Follower) -> None:
    role.update_voter_at_ms = core.now_ms + core.config.update_voter_period_ms


def _request(core: CoreState, role: Follower, key: ReplicaKey) -> MembershipRequest | None:
    if core.is_voter:
        return _update(core, role, key)
    if not (core.config.auto_join and core.config.is_controller) or core.has_left:
        return None
    if core.history.level < 1:
        return None
    other = core.voters.get(key.id)
    if other is not None:
        return RemoveRaftVoter(core.config.cluster_id, other.key)
    return AddRaftVoter(
        core.config.cluster_id,
        key,
        core.config.endpoints,
        ack_when_committed=False,
        timeout_ms=core.config.request_timeout_ms,
    )


def _update(core: CoreState, role: Follower, key: ReplicaKey) -> UpdateRaftVoter | None:
    """At level 1 if our entry is out of date, at level 0 once for each leader."""
    ours = update_of_own_entry(core, key)
    if ours is None or (core.history.level < 1 and role.has_updated_leader):
        return None
    return UpdateRaftVoter(
        core.config.cluster_id, role.epoch, key, ours.endpoints, ours.kraft_range
    )


def take_update_response(
    core: CoreState, sent: RequestInFlight, response: UpdateRaftVoterResponse
) -> bool:
    """Done (0), or the leader cannot (35, Kafka before 4.1): both mean that it is alive."""
    if response.leader == LeaderAndEpoch(None, -1):
        # an answer without CurrentLeader, as a top-level failure gives it
        return _updated(core, response.error)
    if take_answer(core, response) is News.DONE:
        return False
    if not _updated(core, response.error):
        core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.error.name)
        return False
    return True


def _updated(core: CoreState, error: ErrorCode) -> bool:
    role = core.role
    if error not in {ErrorCode.NONE, ErrorCode.UNSUPPORTED_VERSION}:
        return False
    if not isinstance(role, Follower):
        return False
    role.has_updated_leader = True
    leader_answered(core, role)
    return True


def take_update_failure(core: CoreState, reason: FailureReason) -> bool:
    """A leader that has no UpdateRaftVoter at all will not have it in the next period either."""
    role = core.role
    if reason is FailureReason.UNSUPPORTED and isinstance(role, Follower):
        role.has_updated_leader = True
        return True
    return False


def take_join_response(
    core: CoreState,
    sent: RequestInFlight,
    response: AddRaftVoterResponse | RemoveRaftVoterResponse,
) -> bool:
    """Done, or not possible now: try again in the next period."""
    settled = {
        ErrorCode.NONE,
        ErrorCode.REQUEST_TIMED_OUT,
        ErrorCode.DUPLICATE_VOTER
        if isinstance(response, AddRaftVoterResponse)
        else ErrorCode.VOTER_NOT_FOUND,
    }
    if response.error in settled:
        return True
    core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.error.name)
    return False
