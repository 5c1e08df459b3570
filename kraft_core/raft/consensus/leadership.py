"""The duties of a leader, BeginQuorumEpoch, resignation and EndQuorumEpoch.

BeginQuorumEpoch and EndQuorumEpoch are here whole, sender, receiver and response (KIP-595). How an
epoch begins is `become_leader` in `transitions`; `check_quorum` says when a leader is not heard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus.check_quorum import (
    is_majority_silent,
    own_disk_hangs,
    postpone_own_disk,
)
from kraft_core.raft.consensus.commit import decide_change
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.elections import begin_campaign
from kraft_core.raft.consensus.leader_discovery import Common, handle_common_response, take_leader
from kraft_core.raft.consensus.progress import must_keep_leading
from kraft_core.raft.consensus.requests import check_sender, is_addressed_to
from kraft_core.raft.consensus.roles import Follower, Leader, Resigned
from kraft_core.raft.consensus.rpc import (
    BeginQuorumEpoch,
    BeginQuorumEpochResponse,
    EndQuorumEpoch,
    EndQuorumEpochResponse,
)
from kraft_core.raft.consensus.transitions import become_resigned, become_unattached
from kraft_core.raft.consensus.values import LeaderAndEpoch
from kraft_core.raft.consensus.witness import should_hand_over
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.requests import RequestInFlight
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import ReplicaKey


def poll_leader(core: CoreState, leader: Leader) -> None:
    """Resign if necessary, let a change of voters time out, and send BeginQuorumEpoch."""
    if _must_resign(core, leader):
        become_resigned(core, leader)
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
    # a leader that removed itself must resign, as must one without a majority; a shutdown has a
    # time limit
    is_removed = leader.resigns and not core.is_voter
    if core.is_shutting_down or is_removed or is_majority_silent(core, leader):
        return True
    if must_keep_leading(leader):
        postpone_own_disk(core, leader)
        return False
    if leader.resigns or own_disk_hangs(core, leader):
        return True
    if should_hand_over(core, leader):
        core.hand_overs += 1
        core.note(NoteKind.WITNESS_HANDS_OVER, epoch=leader.epoch, count=core.hand_overs)
        return True
    return False


# -- BeginQuorumEpoch (KIP-595): a leader makes itself known ---------------------------------------


def _send_begin(core: CoreState, leader: Leader) -> None:
    """Send BeginQuorumEpoch to every voter that has not fetched for a period.

    Kafka's `KafkaRaftClient.maybeSendBeginQuorumEpochRequests` and
    `LeaderState.needToSendBeginQuorumRequests`: a voter that did not vote for this leader may not
    know that it was elected. The period is half a fetch timeout.
    """
    period = core.config.begin_quorum_epoch_period_ms
    for voter in core.voters:
        seen = leader.progress.voters[voter.id].last_fetch_at_ms
        node = voter.node(core.config.listener)
        is_silent = seen is None or core.now_ms - seen >= period
        # a voter that fetches already knows its leader
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


def answer_begin(
    core: CoreState, listener: str, begin: BeginQuorumEpoch
) -> BeginQuorumEpochResponse:
    """Follow the leader that names itself; only then reject a request meant for another replica.

    Kafka's `KafkaRaftClient.handleBeginQuorumEpochRequest`, in its order of checks.
    """
    if begin.cluster_id not in {None, core.config.cluster_id}:
        return BeginQuorumEpochResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID)
    error = check_sender(core, begin.epoch, begin.leader_id)
    if error is None:
        # below v1 the request has no endpoints (KIP-853)
        endpoints = begin.leader_endpoints or core.voters.endpoints_of(begin.leader_id)
        if not take_leader(core, LeaderAndEpoch(begin.leader_id, begin.epoch), endpoints):
            error = ErrorCode.INVALID_REQUEST
        elif not is_addressed_to(core, begin.voter_id, begin.voter_directory_id):
            error = ErrorCode.INVALID_VOTER_KEY
    return BeginQuorumEpochResponse(
        error=error or ErrorCode.NONE,
        leader=core.leader_and_epoch,
        leader_endpoint=core.leader_endpoint(listener),
    )


def take_begin_response(
    core: CoreState, sent: RequestInFlight, response: BeginQuorumEpochResponse
) -> bool:
    """Note that a voter knows of the leadership. Its fetches show whether it follows."""
    return _is_acknowledged(core, sent, response)


# -- EndQuorumEpoch (KIP-595): a leader resigns, its voters elect another one ----------------------


def poll_resigned(core: CoreState, role: Resigned) -> None:
    """Send EndQuorumEpoch until each voter has answered it or the election timeout ends.

    Then the epoch is raised, so that this replica cannot lead the old one again. During a shutdown
    it stays resigned until others have elected a leader. A sole voter that restarts campaigns at
    once.
    """
    if role.is_restarted and core.is_sole_voter and not core.is_shutting_down:
        begin_campaign(core)
        return
    if core.now_ms >= role.election_deadline_ms and not core.is_shutting_down:
        become_unattached(core, role.epoch + 1)
        return
    for voter_id in role.unacked:
        voter = core.voters.get(voter_id)
        node = None if voter is None else voter.node(core.config.listener)
        if node is not None and core.in_flight.is_ready(voter_id, core.now_ms):
            core.send(
                node,
                EndQuorumEpoch(core.config.cluster_id, role.own_id, role.epoch, role.preferred),
            )


def answer_end(core: CoreState, listener: str, end: EndQuorumEpoch) -> EndQuorumEpochResponse:
    """Handle a leader's resignation: campaign in its preferred order.

    It will not lead this epoch again, so the follower also forgets that it has fetched and grants
    pre-votes at once (Java continues to refuse them: KAFKA-20895).
    """
    if end.cluster_id not in {None, core.config.cluster_id}:
        return EndQuorumEpochResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID)
    error = check_sender(core, end.epoch, end.leader_id)
    if error is None:
        # below v1 the request has no endpoints (KIP-853)
        endpoints = end.leader_endpoints or core.voters.endpoints_of(end.leader_id)
        if not take_leader(core, LeaderAndEpoch(end.leader_id, end.epoch), endpoints):
            error = ErrorCode.INVALID_REQUEST
        elif isinstance(core.role, Follower) and core.role.leader_id == end.leader_id:
            core.role.leader_gave_up(core.now_ms + _election_backoff_ms(core, end.preferred))
    return EndQuorumEpochResponse(
        error=error or ErrorCode.NONE,
        leader=core.leader_and_epoch,
        leader_endpoint=core.leader_endpoint(listener),
    )


def _election_backoff_ms(core: CoreState, preferred: tuple[ReplicaKey, ...]) -> int:
    """Return the delay: none for the first successor, growing for others, longest for unknown ones.

    KIP-595, EndQuorumEpoch; Kafka's `KafkaRaftClient.endEpochElectionBackoff`.
    """
    places = [
        place
        for place, key in enumerate(preferred)
        if key.id == core.own_id and key.directory_id in {None, core.config.directory_id}
    ]
    longest = core.config.election_backoff_max_ms
    if not preferred or (places and places[0] == 0):
        return 0
    if not places:
        return longest
    # a shift beyond the bits of the backoff gives 0, as in Java
    return min(longest, (longest >> (len(preferred) - 1)) << (places[0] - 1))


def take_end_response(
    core: CoreState, sent: RequestInFlight, response: EndQuorumEpochResponse
) -> bool:
    """Note that a voter knows of the resignation."""
    if not _is_acknowledged(core, sent, response):
        return False
    role = core.role
    if isinstance(role, Resigned) and sent.to.id in role.unacked:
        role.unacked.remove(sent.to.id)
    return True


def _is_acknowledged(
    core: CoreState,
    sent: RequestInFlight,
    response: EndQuorumEpochResponse | BeginQuorumEpochResponse,
) -> bool:
    if response.top_error is not ErrorCode.NONE:
        core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.top_error.name)
        return False
    return (
        handle_common_response(core, response) is Common.GO_ON and response.error is ErrorCode.NONE
    )
