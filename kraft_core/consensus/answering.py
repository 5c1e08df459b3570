"""Requests to whoever answers them, and answers to whoever asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from kraft_core.consensus.describe import on_describe
from kraft_core.consensus.election import take_vote_failure, take_vote_response
from kraft_core.consensus.following import take_fetch_response
from kraft_core.consensus.installing import take_snapshot_response
from kraft_core.consensus.membership_requests import (
    MembershipRequest,
    end_membership_request,
    take_join_response,
    take_update_failure,
    take_update_response,
)
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.reconfiguration import (
    on_add_voter,
    on_remove_voter,
    take_probe,
    take_probe_failure,
)
from kraft_core.consensus.replication import on_fetch
from kraft_core.consensus.resigning import take_begin_response, take_end_response
from kraft_core.consensus.roles import Follower
from kraft_core.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    ApiVersions,
    ApiVersionsResponse,
    BeginQuorumEpoch,
    BeginQuorumEpochResponse,
    DescribeQuorum,
    EndQuorumEpoch,
    EndQuorumEpochResponse,
    Fetch,
    FetchResponse,
    FetchSnapshot,
    FetchSnapshotResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    UpdateRaftVoter,
    UpdateRaftVoterResponse,
    Vote,
    VoteResponse,
)
from kraft_core.consensus.snapshot_serving import on_fetch_snapshot
from kraft_core.consensus.values import FailureReason
from kraft_core.consensus.voter_updates import on_update_voter
from kraft_core.consensus.voting import answer_begin, answer_end, answer_vote

if TYPE_CHECKING:
    from kraft_core.consensus.events import RequestFailed, RequestReceived, ResponseReceived
    from kraft_core.consensus.inflight import RequestInFlight
    from kraft_core.consensus.rpc import IncomingResponse
    from kraft_core.consensus.state import CoreState


def on_request(core: CoreState, event: RequestReceived) -> None:
    """Answer a request, or see to it that it will be answered."""
    reply_to, listener, request = event.reply_to, event.listener, event.request
    match request:
        case Fetch():
            on_fetch(core, reply_to, listener, request)
        case Vote():
            core.reply(reply_to, answer_vote(core, listener, request))
        case BeginQuorumEpoch():
            core.reply(reply_to, answer_begin(core, listener, request))
        case EndQuorumEpoch():
            core.reply(reply_to, answer_end(core, listener, request))
        case FetchSnapshot():
            on_fetch_snapshot(core, reply_to, listener, request)
        case AddRaftVoter():
            on_add_voter(core, reply_to, request)
        case RemoveRaftVoter():
            on_remove_voter(core, reply_to, request)
        case UpdateRaftVoter():
            on_update_voter(core, reply_to, listener, request)
        case DescribeQuorum():
            on_describe(core, reply_to)
        case _:
            assert_never(request)


def on_response(core: CoreState, event: ResponseReceived) -> None:
    """Take the answer to a request that still waits for one."""
    sent = core.in_flight.take(event.request_id, core.now_ms)
    if sent is None:
        return
    role = core.role
    useful = _take(core, sent, event.response)
    if core.role is not role:
        return
    if isinstance(sent.request, MembershipRequest):
        end_membership_request(core)
    elif not useful:
        core.in_flight.back_off(sent.to.id, core.now_ms)


def _take(core: CoreState, sent: RequestInFlight, response: IncomingResponse) -> bool:
    """Hand an answer to the part that asked; one of another kind than the request is refused."""
    match sent.request, response:
        case Fetch(), FetchResponse():
            return take_fetch_response(core, sent, response)
        case Vote(), VoteResponse():
            return take_vote_response(core, sent, response)
        case BeginQuorumEpoch(), BeginQuorumEpochResponse():
            return take_begin_response(core, sent, response)
        case EndQuorumEpoch(), EndQuorumEpochResponse():
            return take_end_response(core, sent, response)
        case FetchSnapshot(), FetchSnapshotResponse():
            return take_snapshot_response(core, sent, response)
        case UpdateRaftVoter(), UpdateRaftVoterResponse():
            return take_update_response(core, sent, response)
        case AddRaftVoter(), AddRaftVoterResponse():
            return take_join_response(core, sent, response)
        case RemoveRaftVoter(), RemoveRaftVoterResponse():
            return take_join_response(core, sent, response)
        case ApiVersions(), ApiVersionsResponse():
            return take_probe(core, sent, response)
        case _:
            core.note(NoteKind.PEER_ERROR, node=sent.to.id, answer=type(response).__name__)
            return False


def on_failure(core: CoreState, event: RequestFailed) -> None:
    """A request has no usable answer: leave the node alone for a while, and draw consequences."""
    sent = core.in_flight.take(event.request_id, core.now_ms)
    if sent is None:
        return
    role = core.role
    if isinstance(role, Follower) and sent.to.id == role.leader_id:
        role.has_missed |= event.reason in {FailureReason.TIMED_OUT, FailureReason.REFUSED}
    match sent.request:
        case Vote():
            handled = take_vote_failure(core, sent, event.reason)
        case UpdateRaftVoter():
            handled = take_update_failure(core, event.reason)
        case ApiVersions():
            handled = take_probe_failure(core, sent, event.reason)
        case _:
            handled = False
    if core.role is not role:
        return
    if isinstance(sent.request, MembershipRequest):
        end_membership_request(core, event.reason)
    elif not handled:
        core.in_flight.back_off(sent.to.id, core.now_ms)
