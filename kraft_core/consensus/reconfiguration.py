"""AddRaftVoter and RemoveRaftVoter at the leader (KIP-853), with Kafka's checks in Kafka's order.

One change at a time: none while one is under way, none before the epoch has committed something,
none above a voter set that is not committed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.abdication import answer_change, decide_change
from kraft_core.consensus.batches import Voters
from kraft_core.consensus.change import ChangeKind, PendingChange
from kraft_core.consensus.commit import advance_commit
from kraft_core.consensus.control_log import append_control
from kraft_core.consensus.invariants import check_one_change_in_flight
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.replication import check_leader_request
from kraft_core.consensus.roles import Leader
from kraft_core.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    ApiVersions,
    ApiVersionsResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
)
from kraft_core.consensus.values import Node, endpoint_for, normalized
from kraft_core.consensus.voters import Voter, VoterSet
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.events import ReplyTo
    from kraft_core.consensus.inflight import RequestInFlight
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import FailureReason

Refusal = tuple[ErrorCode, str]


def on_add_voter(core: CoreState, reply_to: ReplyTo, request: AddRaftVoter) -> None:
    """Check, then probe the new voter with ApiVersions; the rest follows from its answer."""
    refusal = _refuse_add(core, request)
    if refusal is not None:
        core.reply(reply_to, AddRaftVoterResponse(*refusal))
        return
    leader = core.role
    endpoint = endpoint_for(request.endpoints, core.config.listener)
    if not isinstance(leader, Leader) or endpoint is None:
        return
    node = Node(request.voter.id, endpoint.host, endpoint.port)
    leader.change = PendingChange(
        ChangeKind.ADD,
        request.voter,
        reply_to,
        core.now_ms + core.config.request_timeout_ms,
        endpoints=normalized(request.endpoints),
        ack_when_committed=request.ack_when_committed,
        probe_id=core.send(node, ApiVersions()),
    )
    core.note(NoteKind.VOTER_ADD_STARTED, voter=request.voter)


def _refuse_add(core: CoreState, request: AddRaftVoter) -> Refusal | None:
    refusal = _refuse_request(core, request)
    if refusal is not None:
        return refusal
    endpoint = endpoint_for(request.endpoints, core.config.listener)
    too_many = len(request.endpoints) > core.config.endpoints_max
    if endpoint is None or not endpoint.host or too_many:
        return _invalid(f"the listeners have no usable {core.config.listener}")
    refusal = refuse_change(core)
    if refusal is not None:
        return refusal
    if core.voters.get(request.voter.id) is not None:
        return (ErrorCode.DUPLICATE_VOTER, f"voter id {request.voter.id} is in the voter set")
    if not core.in_flight.is_ready(request.voter.id, core.now_ms):
        return _later("the new voter cannot be asked for its versions now")
    if _may_be_older_than_the_removal(core, request):
        return _later("the replica was removed a moment ago")
    return None


def _may_be_older_than_the_removal(core: CoreState, request: AddRaftVoter) -> bool:
    """Whether that replica was removed less than a request timeout ago and asks to join by itself.

    Then it may have asked before it saw the removal, which an operator wanted. Only auto join does
    not wait for the commit.
    """
    leader = core.role
    if request.ack_when_committed or not isinstance(leader, Leader):
        return False
    patience_ends_ms = leader.voters_settled_at_ms + core.config.request_timeout_ms
    return core.now_ms < patience_ends_ms and core.history.removed_at(request.voter) is not None


def _refuse_request(core: CoreState, request: AddRaftVoter | RemoveRaftVoter) -> Refusal | None:
    if request.cluster_id not in {None, core.config.cluster_id}:
        theirs, ours = request.cluster_id, core.config.cluster_id
        return (ErrorCode.INCONSISTENT_CLUSTER_ID, f"this is cluster {ours}, not {theirs}")
    error = check_leader_request(core, core.epoch)
    if error is not None:
        return (error, "")
    if request.voter.id < 0 or request.voter.directory_id is None:
        return _invalid("the request names no voter: it takes an id and a directory id")
    return None


def refuse_change(core: CoreState) -> Refusal | None:
    """What every change of the voter set must wait for or cannot have."""
    leader = core.role
    if not isinstance(leader, Leader):
        return (ErrorCode.NOT_LEADER_OR_FOLLOWER, "")
    if leader.change is not None:
        return _later("another change of voters is under way")
    if leader.high_watermark is None:
        return _later("the leader has not committed anything in its epoch yet")
    if core.history.level < 1:
        level = core.history.level
        return (ErrorCode.UNSUPPORTED_VERSION, f"kraft.version is {level}, voters are static")
    return refuse_above_uncommitted(core, leader.high_watermark)


def refuse_above_uncommitted(core: CoreState, high_watermark: int) -> Refusal | None:
    """No change may be written above a voter set that might still be undone."""
    written_at = core.history.latest_offset
    if written_at is None or written_at >= high_watermark:
        return _later("the latest voter set is not committed yet")
    return None


def _later(text: str) -> Refusal:
    return (ErrorCode.REQUEST_TIMED_OUT, text)


def _invalid(text: str) -> Refusal:
    return (ErrorCode.INVALID_REQUEST, text)


def take_probe(core: CoreState, sent: RequestInFlight, response: ApiVersionsResponse) -> bool:
    """The new voter told what it supports: append the new set, or refuse."""
    leader = core.role
    change = _probed(core, sent)
    if change is None or not isinstance(leader, Leader):
        return True
    change.probe_id = None
    if response.error is not ErrorCode.NONE:
        text = f"the new voter answered ApiVersions with {response.error.name}"
        decide_change(core, leader, ErrorCode.REQUEST_TIMED_OUT, text)
        return False
    if core.history.level not in response.kraft_range:
        text = f"the new voter does not support kraft.version {core.history.level}"
        decide_change(core, leader, ErrorCode.INVALID_REQUEST, text)
        return True
    if not leader.progress.is_caught_up(change.voter, core.now_ms):
        text = "the new voter lags behind"
        decide_change(core, leader, ErrorCode.REQUEST_TIMED_OUT, text)
        return True
    voter = Voter(change.voter, change.endpoints, response.kraft_range)
    append_change(core, leader, core.voters.with_voter(voter), change)
    if not change.ack_when_committed and not change.is_answered:
        answer_change(core, change, ErrorCode.NONE, None)
    return True


def take_probe_failure(core: CoreState, sent: RequestInFlight, reason: FailureReason) -> bool:
    """The new voter cannot be reached."""
    leader = core.role
    if _probed(core, sent) is not None and isinstance(leader, Leader):
        text = f"the new voter did not answer ApiVersions: {reason.name.lower()}"
        decide_change(core, leader, ErrorCode.REQUEST_TIMED_OUT, text)
    return False


def _probed(core: CoreState, sent: RequestInFlight) -> PendingChange | None:
    leader = core.role
    change = leader.change if isinstance(leader, Leader) else None
    return change if change is not None and change.probe_id == sent.request_id else None


def on_remove_voter(core: CoreState, reply_to: ReplyTo, request: RemoveRaftVoter) -> None:
    """Check and append the smaller set. A leader that removes itself resigns when that commits."""
    refusal = _refuse_request(core, request) or refuse_change(core) or _refuse_remove(core, request)
    if refusal is not None:
        core.reply(reply_to, RemoveRaftVoterResponse(*refusal))
        return
    leader = core.role
    if not isinstance(leader, Leader):
        return
    deadline_ms = core.now_ms + core.config.request_timeout_ms
    leader.change = PendingChange(ChangeKind.REMOVE, request.voter, reply_to, deadline_ms)
    core.note(NoteKind.VOTER_REMOVE_STARTED, voter=request.voter)
    append_change(core, leader, core.voters.without(request.voter.id), leader.change)


def _refuse_remove(core: CoreState, request: RemoveRaftVoter) -> Refusal | None:
    entry = core.voters.get(request.voter.id)
    if entry is None or entry.key != request.voter:
        return (ErrorCode.VOTER_NOT_FOUND, f"voter {request.voter} is not in the voter set")
    if len(core.voters) == 1:
        return (ErrorCode.VOTER_NOT_FOUND, "the last voter cannot be removed")
    return None


def append_change(
    core: CoreState, leader: Leader, voters: VoterSet, change: PendingChange | None
) -> None:
    """Write the new set; from now on its majority commits. It differs by one voter at most."""
    check_one_change_in_flight(core, -1 if leader.high_watermark is None else leader.high_watermark)
    offset = append_control(core, leader, (Voters(voters),))
    if change is not None:
        change.record_offset = offset
    advance_commit(core, leader)
