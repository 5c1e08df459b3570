"""The side of an election that asks: timeouts, pre-votes, votes and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.discovery import fetch_from_bootstrap
from kraft_core.consensus.leader_news import News, take_answer
from kraft_core.consensus.leading import become_leader
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Candidate, Prospective, Unattached
from kraft_core.consensus.rpc import Vote, VoteResponse
from kraft_core.consensus.standing import may_stand, standing
from kraft_core.consensus.transitions import (
    become_candidate,
    become_prospective,
    become_unattached,
    fall_back,
)
from kraft_core.consensus.truncation import cut_log
from kraft_core.consensus.values import FailureReason
from kraft_core.consensus.votes import Votes
from kraft_core.consensus.witness import is_overdue, may_campaign
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.inflight import RequestInFlight
    from kraft_core.consensus.standing import Standing
    from kraft_core.consensus.state import CoreState


def poll_unattached(core: CoreState, role: Unattached) -> None:
    """Look for a leader; who may stand for election does not do so for ever."""
    if may_stand(core):
        if role.election_deadline_ms is None:
            role.election_deadline_ms = core.random_election_deadline_ms()
        is_due = core.now_ms >= role.election_deadline_ms or is_overdue(core)
        if is_due and not core.is_shutting_down:
            begin_campaign(core)
            return
    if not core.is_shutting_down:
        fetch_from_bootstrap(core)


def begin_campaign(core: CoreState) -> None:
    """Become prospective; a witness whose turn has not come does so without a word."""
    basis = standing(core)
    if basis is None:
        return
    is_silent = not may_campaign(core)
    become_prospective(core, basis, is_silent=is_silent)
    core.witness_stood = not is_silent
    if is_silent:
        core.note(NoteKind.WITNESS_SILENT, epoch=core.epoch)
    elif not core.may_claim:
        core.note(NoteKind.CLAIM_WAITS_FOR_FLUSH, end=core.log.end, flushed=core.log.flushed_end)


def poll_prospective(core: CoreState, role: Prospective) -> None:
    """Stand if a majority would have us; otherwise ask on until the election timeout."""
    if role.is_silent and may_campaign(core):
        role.is_silent, core.witness_stood = False, True
        core.note(NoteKind.WITNESS_CAMPAIGNS, epoch=role.epoch)
    basis = standing(core)
    if basis is None or core.key is None:
        fall_back(core, role)
        return
    _renew_basis(core, role, basis)
    if role.votes.is_won and core.may_claim and not role.is_silent:
        become_candidate(core, core.key, basis)
    elif role.votes.is_lost or _is_over(core, role):
        core.note(NoteKind.ELECTION_LOST, epoch=role.epoch, pre_vote=True)
        fall_back(core, role)
    elif not role.is_silent:
        _ask(core, role)


def _renew_basis(core: CoreState, role: Prospective, basis: Standing) -> None:
    """Follow what a truncation or an installation under way made of log and voters.

    A peer that granted a log end that is lost might refuse the present one, and a majority of other
    voters proves nothing, so both begin the campaign anew, within the same election timeout. Votes
    for a lower end hold for a higher one.
    """
    if basis == role.basis:
        return
    if basis.voters != role.basis.voters or not basis.end.is_up_to_date_with(role.basis.end):
        core.note(NoteKind.CAMPAIGN_RESTARTED, end=basis.end, voters=basis.voters.ids)
        core.in_flight.forget_all()
        role.votes = Votes(basis.voters, core.own_id)
        if role.suspects and role.leader_id is not None:
            role.votes.record(role.leader_id, granted=False)
    role.basis = basis


def _is_over(core: CoreState, role: Prospective) -> bool:
    if core.is_shutting_down:
        return False
    if role.suspects and role.fetch_deadline_ms is not None:
        return core.now_ms >= min(role.election_deadline_ms, role.fetch_deadline_ms)
    return core.now_ms >= role.election_deadline_ms


def poll_candidate(core: CoreState, role: Candidate) -> None:
    """Lead if a majority granted; a lost election is waited out (KAFKA-18345).

    Who stood on less than its whole log cuts the rest first, and leads when that is durable. If the
    cut took more than that, what its votes were given for is gone, and it does not lead.
    """
    is_elected = role.votes.is_won and core.may_claim
    if is_elected and core.log.end_offset > role.basis.end.offset:
        cut_log(core, role.basis.end.offset)
    elif is_elected and core.log.end == role.basis.end and core.is_voter:
        become_leader(core, role)
    elif core.now_ms >= role.election_deadline_ms and not core.is_shutting_down:
        core.note(NoteKind.ELECTION_LOST, epoch=role.epoch, pre_vote=False)
        if standing(core) is None:
            become_unattached(core, role.epoch + 1)
        else:
            begin_campaign(core)
    elif not role.votes.is_lost:
        _ask(core, role)


def _ask(core: CoreState, role: Prospective | Candidate) -> None:
    """Ask every voter that has not answered. The log end that is stated must be durable."""
    if not core.may_claim or core.key is None:
        return
    end = role.basis.end
    for voter_id in role.votes.unrecorded:
        voter = role.basis.voters.get(voter_id)
        node = None if voter is None else voter.node(core.config.listener)
        if voter is None or node is None or not core.in_flight.is_ready(voter_id, core.now_ms):
            continue
        request = Vote(
            cluster_id=core.config.cluster_id,
            voter_id=voter_id,
            voter_directory_id=voter.key.directory_id,
            replica=core.key,
            epoch=role.epoch,
            last_offset_epoch=end.epoch,
            last_offset=end.offset,
            pre_vote=isinstance(role, Prospective),
        )
        core.send(node, request)


def take_vote_response(core: CoreState, sent: RequestInFlight, response: VoteResponse) -> bool:
    """Count an answer; True if it was of use, else its sender is left alone for a while."""
    if response.top_error is ErrorCode.UNSUPPORTED_VERSION:
        return take_vote_failure(core, sent, FailureReason.UNSUPPORTED)
    if response.top_error is not ErrorCode.NONE:
        core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.top_error.name)
        return False
    if take_answer(core, response) is News.DONE:
        return False
    role, request = core.role, sent.request
    if response.error is not ErrorCode.NONE or not isinstance(request, Vote):
        return False
    if not isinstance(role, Prospective | Candidate) or role.epoch != request.epoch:
        return False
    if isinstance(role, Prospective) is not request.pre_vote:
        return False
    role.votes.record(sent.to.id, granted=response.vote_granted)
    return True


def take_vote_failure(core: CoreState, sent: RequestInFlight, reason: FailureReason) -> bool:
    """A peer that cannot be asked for a pre-vote must be asked for a vote.

    Not while the leader is only suspected: then the peer's answer counts as a refusal.
    """
    role, key = core.role, core.key
    if reason is not FailureReason.UNSUPPORTED or not isinstance(role, Prospective):
        return False
    if role.suspects or key is None:
        role.votes.record(sent.to.id, granted=False)
        return True
    core.note(NoteKind.PRE_VOTE_UNSUPPORTED, node=sent.to.id)
    basis = standing(core)
    if basis is not None and core.may_claim:
        become_candidate(core, key, basis)
        return True
    return False
