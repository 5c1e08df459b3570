"""The receiver of Vote, BeginQuorumEpoch and EndQuorumEpoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.leader_news import take_leader
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Consent, Follower, Prospective, Unattached
from kraft_core.consensus.rpc import (
    BeginQuorumEpoch,
    BeginQuorumEpochResponse,
    EndQuorumEpoch,
    EndQuorumEpochResponse,
    Vote,
    VoteResponse,
)
from kraft_core.consensus.standing import voter_had_shorter_log
from kraft_core.consensus.suspicion import yield_to
from kraft_core.consensus.transitions import become_unattached
from kraft_core.consensus.values import EPOCH_MAX, LeaderAndEpoch, OffsetAndEpoch
from kraft_core.consensus.witness import log_was_shorter
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import ReplicaKey


def answer_vote(core: CoreState, listener: str, vote: Vote) -> VoteResponse:
    """Grant or refuse a vote or a pre-vote, in Java's order of checks.

    A higher epoch is adopted even if the request turns out not to be for us, and even by a
    pre-vote. Neither the candidate nor we need be in our voter set (KIP-853).
    """
    if vote.cluster_id not in {None, core.config.cluster_id}:
        return VoteResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID)
    error, granted = _check_vote(core, vote), False
    if error is None:
        if vote.epoch > core.epoch:
            become_unattached(core, vote.epoch)
        if not _is_for_us(core, vote.voter_id, vote.voter_directory_id):
            error = ErrorCode.INVALID_VOTER_KEY
        else:
            granted = _grant(core, vote)
    return VoteResponse(
        error=error or ErrorCode.NONE,
        leader=core.leader_and_epoch,
        leader_endpoint=core.leader_endpoint(listener),
        vote_granted=granted,
    )


def _check_vote(core: CoreState, vote: Vote) -> ErrorCode | None:
    """A candidate raised its epoch above its log's; a prospective one did not."""
    highest_lawful = vote.epoch if vote.pre_vote else vote.epoch - 1
    if vote.last_offset < 0 or not 0 <= vote.last_offset_epoch <= highest_lawful:
        return ErrorCode.INVALID_REQUEST
    return _check_sender(core, vote.epoch, vote.replica.id)


def _check_sender(core: CoreState, epoch: int, sender_id: int) -> ErrorCode | None:
    if epoch < core.epoch:
        return ErrorCode.FENCED_LEADER_EPOCH
    return ErrorCode.INVALID_REQUEST if sender_id < 0 or epoch > EPOCH_MAX else None


def _is_for_us(core: CoreState, voter_id: int, directory_id: bytes | None) -> bool:
    if voter_id < 0:
        return True
    if voter_id != core.own_id:
        return False
    return directory_id in {None, core.config.directory_id}


def _grant(core: CoreState, vote: Vote) -> bool:
    """The decision. A real vote that is granted is stored before the answer leaves.

    Nobody votes without an id of its own, nor for its own id: a replica that was given our id by
    mistake must not be elected by us.
    """
    role, candidate = core.role, vote.replica
    consent = role.consent(candidate, pre_vote=vote.pre_vote)
    is_own = candidate.id == core.own_id
    if core.key is None or (is_own and not vote.pre_vote):
        consent = Consent.NEVER
    up_to_date = _is_up_to_date(core, core.key, vote)
    granted = consent is Consent.AGAIN or (consent is Consent.IF_UP_TO_DATE and up_to_date)
    _note_vote(core, vote, granted=granted)
    if consent is Consent.IF_UP_TO_DATE and not up_to_date:
        log_was_shorter(core, candidate)
        voter_had_shorter_log(core, candidate)
    if granted and vote.pre_vote:
        yield_to(core, candidate)
    elif granted and consent is not Consent.AGAIN and isinstance(role, Unattached | Prospective):
        role.voted = candidate
        role.election_deadline_ms = core.random_election_deadline_ms() if core.is_voter else None
    return granted


def _is_up_to_date(core: CoreState, key: ReplicaKey | None, vote: Vote) -> bool:
    """Whether the candidate's log may lead ours.

    A replica outside its latest voter set compares with its log before the record that removed it:
    what follows was committed, if at all, without it, and its vote may be needed to undo a removal
    that only it has seen (ChangeCannotWedge).
    """
    own_end = core.log.end
    removed_at = None if key is None else core.history.removed_at(key)
    if removed_at is not None:
        shorter = core.log.point_before(removed_at)
        core.note(NoteKind.REMOVED_REPLICA_COMPARES_SHORTER, end=own_end, compared=shorter)
        own_end = shorter
    return OffsetAndEpoch(vote.last_offset, vote.last_offset_epoch).is_up_to_date_with(own_end)


def _note_vote(core: CoreState, vote: Vote, *, granted: bool) -> None:
    if vote.pre_vote:
        kind = NoteKind.PRE_VOTE_GRANTED if granted else NoteKind.PRE_VOTE_REFUSED
    else:
        kind = NoteKind.VOTE_GRANTED if granted else NoteKind.VOTE_REFUSED
    core.note(kind, to=vote.replica.id, epoch=vote.epoch)


def answer_begin(
    core: CoreState, listener: str, begin: BeginQuorumEpoch
) -> BeginQuorumEpochResponse:
    """Follow the leader that names itself; only then say if it took us for somebody else."""
    if begin.cluster_id not in {None, core.config.cluster_id}:
        return BeginQuorumEpochResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID)
    error = _check_sender(core, begin.epoch, begin.leader_id)
    if error is None:
        endpoints = begin.leader_endpoints or core.voters.endpoints_of(begin.leader_id)
        if not take_leader(core, LeaderAndEpoch(begin.leader_id, begin.epoch), endpoints):
            error = ErrorCode.INVALID_REQUEST
        elif not _is_for_us(core, begin.voter_id, begin.voter_directory_id):
            error = ErrorCode.INVALID_VOTER_KEY
    return BeginQuorumEpochResponse(
        error=error or ErrorCode.NONE,
        leader=core.leader_and_epoch,
        leader_endpoint=core.leader_endpoint(listener),
    )


def answer_end(core: CoreState, listener: str, end: EndQuorumEpoch) -> EndQuorumEpochResponse:
    """A leader resigns: stand for election in the order that it prefers.

    It will not lead this epoch again, so the follower also forgets that it has fetched and grants
    pre-votes at once (Java goes on refusing them: KAFKA-20895).
    """
    if end.cluster_id not in {None, core.config.cluster_id}:
        return EndQuorumEpochResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID)
    error = _check_sender(core, end.epoch, end.leader_id)
    if error is None:
        endpoints = end.leader_endpoints or core.voters.endpoints_of(end.leader_id)
        if not take_leader(core, LeaderAndEpoch(end.leader_id, end.epoch), endpoints):
            error = ErrorCode.INVALID_REQUEST
        elif isinstance(core.role, Follower) and core.role.leader_id == end.leader_id:
            _expect_election(core, core.role, _election_backoff_ms(core, end.preferred))
    return EndQuorumEpochResponse(
        error=error or ErrorCode.NONE,
        leader=core.leader_and_epoch,
        leader_endpoint=core.leader_endpoint(listener),
    )


def _expect_election(core: CoreState, role: Follower, backoff_ms: int) -> None:
    """Campaign after that time, whatever the leader that resigned still answers.

    Its EndQuorumEpoch comes again until it was acknowledged, which must not put the campaign off.
    """
    deadline_ms = core.now_ms + backoff_ms
    if role.leader_resigned:
        deadline_ms = min(deadline_ms, role.fetch_deadline_ms)
    role.fetch_deadline_ms = deadline_ms
    role.leader_resigned, role.has_fetched = True, False


def _election_backoff_ms(core: CoreState, preferred: tuple[ReplicaKey, ...]) -> int:
    """The first successor stands at once, the others at growing distance, strangers last."""
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
    # more successors than bits would shift to nothing at all, as in Java
    return min(longest, (longest >> (len(preferred) - 1)) << (places[0] - 1))
