"""Changes of the voter set (KIP-853), at the leader and at the replica that requests them.

At the leader: AddRaftVoter and RemoveRaftVoter with Kafka's checks in Kafka's order
(AddVoterHandler, RemoveVoterHandler), UpdateRaftVoter (UpdateVoterHandler), and the upgrade of
kraft.version from 0 to 1. One change at a time: none while one is under way, none before the epoch
has committed something, none above a voter set that is not committed.

At a follower: a voter reports where it listens; an observer with auto join (`auto.join.enable`)
adds itself, after removing an entry of its id with another directory id. From each answer a period
passes until the next request, and a Fetch leaves between the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus.check_quorum import hear_voter
from kraft_core.raft.consensus.commit import (
    advance_commit,
    answer_change,
    append_control,
    decide_change,
    reject_append,
)
from kraft_core.raft.consensus.contested import is_update_held
from kraft_core.raft.consensus.effects import NoteKind, RejectAppend
from kraft_core.raft.consensus.invariants import check_one_change_in_flight
from kraft_core.raft.consensus.leader_discovery import (
    Common,
    handle_common_response,
    leader_answered,
)
from kraft_core.raft.consensus.requests import check_leader_request
from kraft_core.raft.consensus.roles import ChangeKind, Follower, Leader, PendingChange
from kraft_core.raft.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    ApiVersions,
    ApiVersionsResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    UpdateRaftVoter,
    UpdateRaftVoterResponse,
)
from kraft_core.raft.consensus.values import (
    ControlRecord,
    FailureReason,
    KRaftVersion,
    LeaderAndEpoch,
    Node,
    Voters,
    WitnessReason,
    endpoint_for,
    normalized,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet, update_of_own_entry
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import ReplyTo, UpgradeRequested
    from kraft_core.raft.consensus.requests import RequestInFlight
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import ReplicaKey


Refusal = tuple[ErrorCode, str]


# -- AddRaftVoter and RemoveRaftVoter at the leader ------------------------------------------------


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
    # one entry per id, also with different directories: remove the old entry to replace a disk
    if core.voters.get(request.voter.id) is not None:
        return (ErrorCode.DUPLICATE_VOTER, f"voter id {request.voter.id} is in the voter set")
    if not core.in_flight.is_ready(request.voter.id, core.now_ms):
        return _later("the new voter cannot be asked for its versions now")
    if _may_be_older_than_the_removal(core, request):
        return _later("the replica was removed a moment ago")
    return None


def _may_be_older_than_the_removal(core: CoreState, request: AddRaftVoter) -> bool:
    """Return True if that replica was just removed (a request timeout) and rejoins by itself.

    Then it may have asked before it saw the removal, which an operator wanted. Only auto join does
    not wait for the commit.
    """
    leader = core.role
    if request.ack_when_committed or not isinstance(leader, Leader):
        return False
    pending_until_ms = leader.voters_settled_at_ms + core.config.request_timeout_ms
    return core.now_ms < pending_until_ms and core.history.removed_at(request.voter) is not None


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
    """Return the reason why no change of voters is possible now, if there is one."""
    leader = core.role
    # KIP-853, AddVoterHandler and RemoveVoterHandler, in their order
    if not isinstance(leader, Leader):
        return (ErrorCode.NOT_LEADER_OR_FOLLOWER, "")
    # two changes at once can differ by two voters from a set whose majority still commits: then the
    # majorities need not overlap
    if leader.change is not None:
        return _later("another change of voters is under way")
    # the flaw of Raft's single-server changes (Ongaro, 2015): a leader that has committed nothing
    # in its epoch does not know whether the set that it holds is the latest one, and can build on a
    # set that a former leader has replaced
    if leader.high_watermark is None:
        return _later("the leader has not committed anything in its epoch yet")
    if core.history.level < 1:
        level = core.history.level
        return (ErrorCode.UNSUPPORTED_VERSION, f"kraft.version is {level}, voters are static")
    return refuse_above_uncommitted(core, leader.high_watermark)


def refuse_above_uncommitted(core: CoreState, high_watermark: int) -> Refusal | None:
    """Refuse a change above a voter set that might still be undone."""
    written_at = core.history.latest_offset
    # the set in force can be truncated; another set after it would then differ from the remaining
    # set by two voters
    if written_at is None or written_at >= high_watermark:
        return _later("the latest voter set is not committed yet")
    return None


def _later(text: str) -> Refusal:
    return (ErrorCode.REQUEST_TIMED_OUT, text)


def _invalid(text: str) -> Refusal:
    return (ErrorCode.INVALID_REQUEST, text)


def take_probe(core: CoreState, sent: RequestInFlight, response: ApiVersionsResponse) -> bool:
    """Append the new voter set, or refuse: the new voter reported its supported levels."""
    leader = core.role
    change = _probed(core, sent)
    if change is None or not isinstance(leader, Leader):
        return True
    change.probe_id = None
    if response.error is not ErrorCode.NONE:
        text = f"the new voter answered ApiVersions with {response.error.name}"
        decide_change(core, leader, ErrorCode.REQUEST_TIMED_OUT, text)
        return False
    # a voter that cannot read VotersRecord would continue with the old set
    if core.history.level not in response.kraft_range:
        text = f"the new voter does not support kraft.version {core.history.level}"
        decide_change(core, leader, ErrorCode.INVALID_REQUEST, text)
        return True
    # LeaderState.isReplicaCaughtUp: a voter with an empty log counts for the majority at once, and
    # nothing commits until it has caught up
    if not leader.progress.is_caught_up(change.voter, core.now_ms):
        text = _why_not_caught_up(core, leader, change.voter)
        decide_change(core, leader, ErrorCode.REQUEST_TIMED_OUT, text)
        return True
    voter = Voter(change.voter, change.endpoints, response.kraft_range)
    append_change(core, leader, core.voters.with_voter(voter), change)
    if not change.ack_when_committed and not change.is_answered:
        answer_change(core, change, ErrorCode.NONE, None)
    return True


def _why_not_caught_up(core: CoreState, leader: Leader, voter: ReplicaKey) -> str:
    """Return why a voter lags. A node of another cluster answers ApiVersions but cannot fetch."""
    known = leader.progress.observers.get(voter)
    if known is None or known.end_offset is None:
        return (
            f"the new voter {voter.id} does not fetch from this leader: it has another directory id"
            " or cluster id (meta.properties), or it does not run"
        )
    return (
        f"the new voter lags behind: its log ends at {known.end_offset}, that of the leader at"
        f" {core.log.end_offset}"
    )


def take_probe_failure(core: CoreState, sent: RequestInFlight, reason: FailureReason) -> bool:
    """Refuse the change: the new voter cannot be reached."""
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
    # the directory id must match too: the operator can mean a disk that was replaced already
    if entry is None or entry.key != request.voter:
        return (ErrorCode.VOTER_NOT_FOUND, f"voter {request.voter} is not in the voter set")
    # a quorum without voters can never commit anything again
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


# -- UpdateRaftVoter at the leader (as Kafka 4.3.1 does it) ----------------------------------------


def on_update_voter(
    core: CoreState, reply_to: ReplyTo, listener: str, request: UpdateRaftVoter
) -> None:
    """Store the endpoints that a voter reports; answered when appended, not when committed."""
    error = _check_update(core, request) or _apply_update(core, request)
    core.reply(
        reply_to,
        UpdateRaftVoterResponse(
            error=error or ErrorCode.NONE,
            leader=core.leader_and_epoch,
            leader_endpoint=core.leader_endpoint(listener),
        ),
    )


def _check_update(core: CoreState, request: UpdateRaftVoter) -> ErrorCode | None:
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


def _apply_update(core: CoreState, request: UpdateRaftVoter) -> ErrorCode | None:
    """Apply an update: at level 1 by a record in the log, at level 0 in the leader's memory."""
    leader = core.role
    if not isinstance(leader, Leader):
        return ErrorCode.NOT_LEADER_OR_FOLLOWER
    if leader.change is not None or leader.high_watermark is None:
        return ErrorCode.REQUEST_TIMED_OUT
    level = core.history.level
    # UpdateVoterHandler writes a VotersRecord as the others do, so the same rule holds
    if level >= 1 and refuse_above_uncommitted(core, leader.high_watermark) is not None:
        return ErrorCode.REQUEST_TIMED_OUT
    if level not in request.kraft_range:
        return ErrorCode.INVALID_REQUEST
    voters = core.voters if level >= 1 else leader.voters_at_level_0
    entry = voters.get(request.voter.id)
    if entry is None or (level >= 1 and not entry.key.matches(request.voter)):
        return ErrorCode.VOTER_NOT_FOUND
    updated = Voter(request.voter, normalized(request.endpoints), request.kraft_range)
    if level >= 1 and is_update_held(core, leader, entry, updated):
        return ErrorCode.REQUEST_TIMED_OUT
    core.note(NoteKind.VOTER_UPDATED, voter=request.voter, level=level)
    if level >= 1:
        append_change(core, leader, voters.with_voter(updated), None)
    elif request.voter.id != leader.own_id:
        leader.voters_at_level_0 = voters.with_voter(updated)
    hear_voter(core, leader, request.voter)
    return None


# -- the upgrade of kraft.version from 0 to 1 ------------------------------------------------------


def on_upgrade(core: CoreState, event: UpgradeRequested) -> None:
    """Append one control batch with the level and the voters as they described themselves."""
    leader = core.role
    if not isinstance(leader, Leader) or event.epoch != leader.epoch or leader.resigns:
        reject_append(core, event.append_id, ErrorCode.NOT_CONTROLLER)
        return
    error = _refuse_upgrade(core, leader, event)
    if error is not None:
        reject_append(core, event.append_id, error)
    elif event.validate_only:
        core.emit(RejectAppend(event.append_id, ErrorCode.NONE))
    elif event.level == core.history.level:
        _answer_when_committed(core, leader, event.append_id)
    else:
        records: list[ControlRecord] = [KRaftVersion(event.level)]
        if leader.voters_at_level_0 != core.voters:
            records.append(Voters(leader.voters_at_level_0))
        append_control(core, leader, tuple(records), event.append_id)
        leader.appends_in_flight.append(core.log.end_offset)
        advance_commit(core, leader)


def _answer_when_committed(core: CoreState, leader: Leader, append_id: int) -> None:
    """Answer when everything before it is committed: the level is in force and nothing is written.

    Java answers such a request when the NoOp that its controller appends after it is committed.
    """
    written_at = core.history.level_offset
    if written_at is None or written_at < core.committed_end:
        core.emit(RejectAppend(append_id, ErrorCode.NONE))
    elif len(leader.upgrades_in_force) >= core.config.upgrades_waiting_max:
        # without a majority none of them is answered before check-quorum ends the epoch
        reject_append(core, append_id, ErrorCode.THROTTLING_QUOTA_EXCEEDED)
    else:
        leader.upgrades_in_force.append((append_id, written_at))


def _refuse_upgrade(core: CoreState, leader: Leader, event: UpgradeRequested) -> ErrorCode | None:
    """Return 41 for a witness, 95 for an invalid level, 7 until the epoch has a commit.

    Every voter must have described itself to this leader, with a range that has the level.
    """
    # below its reserve a leader still writes control records
    is_witness = WitnessReason.CONTROLLER in core.witness_reasons
    if is_witness or core.is_shutting_down:
        return ErrorCode.NOT_CONTROLLER
    if event.level == core.history.level:
        return None
    supported = event.level in core.config.kraft_range
    if event.level < core.history.level or not supported:
        return ErrorCode.INVALID_UPDATE_VERSION
    if leader.change is not None or leader.high_watermark is None:
        return ErrorCode.REQUEST_TIMED_OUT
    return _refuse_upgrade_of(leader.voters_at_level_0, event.level)


def _refuse_upgrade_of(voters: VoterSet, level: int) -> ErrorCode | None:
    for voter in voters:
        # KRaftVersionUpgrade: from level 1 on a voter is its id and its directory; one without
        # would match any disk under its id
        if level not in voter.kraft_range or voter.key.directory_id is None:
            return ErrorCode.INVALID_UPDATE_VERSION
    return None


# -- UpdateRaftVoter by a voter, and auto join of an observer --------------------------------------


MembershipRequest = UpdateRaftVoter | AddRaftVoter | RemoveRaftVoter


def ask_for_membership(core: CoreState, role: Follower, leader: Node) -> bool:
    """Send due requests, if the leader can be asked now; return True if anything was sent.

    No Fetch leaves before it is answered or given up, so it is awaited for half the fetch timeout
    at most: a voter whose leader is silent about its membership still fetches the log in time.
    """
    if core.now_ms < role.update_voter_at_ms or core.key is None:
        return False
    request = _membership_request(core, role, core.key)
    if request is None:
        if core.is_voter:
            _restart_membership_timer(core, role)
        return False
    is_update = isinstance(request, UpdateRaftVoter)
    kind = NoteKind.VOTER_UPDATE_SENT if is_update else NoteKind.AUTO_JOIN_SENT
    core.note(kind, request=type(request).__name__, to=leader.id)
    timeout_ms = min(core.config.request_timeout_ms, core.config.fetch_timeout_ms // 2)
    core.send(leader, request, timeout_ms)
    period_ms = core.config.update_voter_period_ms
    role.ask_for_membership_at(core.now_ms + timeout_ms + period_ms)
    return True


def end_membership_request(core: CoreState, reason: FailureReason | None = None) -> None:
    """End a membership request, answered or failed: the next one is due a period from now.

    A refusal causes no backoff from the leader, since it says nothing about fetches; a failed
    connection does.
    """
    role = core.role
    if isinstance(role, Follower):
        _restart_membership_timer(core, role)
        if reason is FailureReason.REFUSED:
            core.in_flight.back_off(role.leader_id, core.now_ms)


def _restart_membership_timer(core: CoreState, role: Follower) -> None:
    role.ask_for_membership_at(core.now_ms + core.config.update_voter_period_ms)


def _membership_request(
    core: CoreState, role: Follower, key: ReplicaKey
) -> MembershipRequest | None:
    """Return the update of a voter, or the join of an observer with auto join; None if not needed.

    Kafka's `KafkaRaftClient.shouldSendUpdateVoteRequest` and `shouldSendAddOrRemoveVoterRequest`.
    """
    if core.is_voter:
        return _update_request(core, role, key)
    # a voter that an operator removed while it ran does not come back before its next start
    if not (core.config.auto_join and core.config.is_controller) or core.has_left:
        return None
    # without kraft.version 1 voters are static
    if core.history.level < 1:
        return None
    other = core.voters.get(key.id)
    # the same id with another directory id: the disk was replaced, its old entry must go first
    if other is not None:
        return RemoveRaftVoter(core.config.cluster_id, other.key)
    return AddRaftVoter(
        core.config.cluster_id,
        key,
        core.config.endpoints,
        ack_when_committed=False,
        timeout_ms=core.config.request_timeout_ms,
    )


def _update_request(core: CoreState, role: Follower, key: ReplicaKey) -> UpdateRaftVoter | None:
    """Return the due request: at level 1 for an outdated entry, at level 0 once per leader."""
    ours = update_of_own_entry(core, key)
    if ours is None or (core.history.level < 1 and role.has_updated_leader):
        return None
    return UpdateRaftVoter(
        core.config.cluster_id, role.epoch, key, ours.endpoints, ours.kraft_range
    )


def take_update_response(
    core: CoreState, sent: RequestInFlight, response: UpdateRaftVoterResponse
) -> bool:
    """Handle success (0) or an unsupported request (35, Kafka before 4.1): the leader is alive."""
    if response.leader == LeaderAndEpoch(None, -1):
        # an answer without CurrentLeader, as a top-level failure gives it
        return _take_update(core, response.error)
    if handle_common_response(core, response) is Common.DONE:
        return False
    if not _take_update(core, response.error):
        core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.error.name)
        return False
    return True


def _take_update(core: CoreState, error: ErrorCode) -> bool:
    role = core.role
    if error not in {ErrorCode.NONE, ErrorCode.UNSUPPORTED_VERSION}:
        return False
    if not isinstance(role, Follower):
        return False
    role.has_updated_leader = True
    leader_answered(core, role)
    return True


def take_update_failure(core: CoreState, reason: FailureReason) -> bool:
    """Remember a leader without UpdateRaftVoter, and do not ask it again."""
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
    """Handle the response: success, or retry in the next period."""
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
