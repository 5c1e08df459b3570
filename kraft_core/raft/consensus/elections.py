"""Elections: campaigns, pre-votes (KIP-996), votes (KIP-595), and both sides of Vote.

First the side that asks: timeouts of unattached, prospective and candidate replicas, their requests
and the answers. Then the side that grants or refuses. Then two additions of kraft: a replica whose
removal is not committed may campaign if it is needed (ChangeCannotWedge), and a follower whose
leader is unreachable asks for pre-votes at once (fast failover).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus.commit import truncate_log
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.leader_discovery import (
    Common,
    fetch_from_bootstrap,
    handle_common_response,
)
from kraft_core.raft.consensus.requests import check_sender, is_addressed_to
from kraft_core.raft.consensus.roles import (
    Candidacy,
    Candidate,
    Consent,
    Follower,
    Prospective,
    Unattached,
    Votes,
)
from kraft_core.raft.consensus.rpc import Vote, VoteResponse
from kraft_core.raft.consensus.transitions import (
    become_candidate,
    become_leader,
    become_prospective,
    become_unattached,
    fall_back,
    grant_vote,
)
from kraft_core.raft.consensus.values import FailureReason, OffsetAndEpoch
from kraft_core.raft.consensus.witness import is_overdue, log_was_shorter, may_campaign
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import LeaderUnreachable
    from kraft_core.raft.consensus.requests import RequestInFlight
    from kraft_core.raft.consensus.state import CoreState
    from kraft_core.raft.consensus.values import ReplicaKey
    from kraft_core.raft.consensus.voters import VoterSet


def poll_unattached(core: CoreState, role: Unattached) -> None:
    """Look for a leader, until the election timeout of a replica that may campaign."""
    if core.has_candidacy:
        if role.election_deadline_ms is None:
            role.election_deadline_ms = core.random_election_deadline_ms()
        # random for each replica (QuorumState.randomElectionTimeoutMs): with equal timeouts voters
        # split the votes again and again
        is_due = core.now_ms >= role.election_deadline_ms or is_overdue(core)
        if is_due and not core.is_shutting_down:
            begin_campaign(core)
            return
    if not core.is_shutting_down:
        fetch_from_bootstrap(core)


def begin_campaign(core: CoreState) -> None:
    """Become prospective; a witness whose turn has not come sends nothing."""
    basis = candidacy(core)
    if basis is None:
        return
    is_silent = not may_campaign(core)
    become_prospective(core, basis, is_silent=is_silent)
    core.witness_campaigned = not is_silent
    if is_silent:
        core.note(NoteKind.WITNESS_SILENT, epoch=core.epoch)
    elif not core.may_claim:
        core.note(NoteKind.CLAIM_WAITS_FOR_FLUSH, end=core.log.end, flushed=core.log.flushed_end)


def poll_prospective(core: CoreState, role: Prospective) -> None:
    """Become a candidate if a majority agrees; otherwise keep asking until the election timeout."""
    if role.is_silent and may_campaign(core):
        role.is_silent, core.witness_campaigned = False, True
        core.note(NoteKind.WITNESS_CAMPAIGNS, epoch=role.epoch)
    basis = candidacy(core)
    if basis is None or core.key is None:
        fall_back(core, role)
        return
    _renew_candidacy(core, role, basis)
    # KIP-996: the epoch is raised only once a majority would grant. A replica that was cut off and
    # campaigned at once would depose a leader that everybody else can reach
    if role.votes.is_won and core.may_claim and not role.is_silent:
        become_candidate(core, core.key, basis)
    elif role.votes.is_lost or _is_pre_vote_over(core, role):
        core.note(NoteKind.ELECTION_LOST, epoch=role.epoch, pre_vote=True)
        fall_back(core, role)
    elif not role.is_silent:
        _request_votes(core, role)


def _renew_candidacy(core: CoreState, role: Prospective, basis: Candidacy) -> None:
    """Update the candidacy after a truncation or an installation changed log or voters.

    A peer that granted a log end that is lost might refuse the present one, and a majority of other
    voters proves nothing, so both restart the campaign within the same election timeout. Votes
    for a lower end hold for a higher one.
    """
    if basis == role.basis:
        return
    # a tally mixes only answers to one question: same voters, and a log end that is no shorter
    if basis.voters != role.basis.voters or not basis.end.is_up_to_date_with(role.basis.end):
        core.note(NoteKind.CAMPAIGN_RESTARTED, end=basis.end, voters=basis.voters.ids)
        core.in_flight.forget_all()
        role.votes = Votes(basis.voters, core.own_id)
        if role.fails_over and role.leader_id is not None:
            role.votes.record(role.leader_id, granted=False)
    role.basis = basis


def _is_pre_vote_over(core: CoreState, role: Prospective) -> bool:
    if core.is_shutting_down:
        return False
    if role.fetch_deadline_ms is None:
        return core.now_ms >= role.election_deadline_ms
    # fast failover: the ordinary fetch timeout does not change
    return core.now_ms >= min(role.election_deadline_ms, role.fetch_deadline_ms)


def poll_candidate(core: CoreState, role: Candidate) -> None:
    """Lead if a majority granted; wait after a lost election (KAFKA-18345).

    A candidate that campaigned on less than its whole log truncates the rest first, and leads when
    that is durable. If more than that was truncated, what its votes were given for is gone, and it
    does not lead.
    """
    is_elected = role.votes.is_won and core.may_claim
    # the votes were given for the stated end; a leader that kept more would serve records that no
    # voter compared (ChangeCannotWedge, the removed replica)
    if is_elected and core.log.end_offset > role.basis.end.offset:
        truncate_log(core, role.basis.end.offset)
    # `may_claim` holds here: a leader whose own log end is not durable could lose records after a
    # majority has begun to follow it
    elif is_elected and core.log.end == role.basis.end and core.is_voter:
        become_leader(core, role)
    elif core.now_ms >= role.election_deadline_ms and not core.is_shutting_down:
        core.note(NoteKind.ELECTION_LOST, epoch=role.epoch, pre_vote=False)
        if candidacy(core) is None:
            # QuorumState allows no way back in the same epoch: it has voted for itself there
            become_unattached(core, role.epoch + 1)
        else:
            begin_campaign(core)
    elif not role.votes.is_lost:
        _request_votes(core, role)


def _request_votes(core: CoreState, role: Prospective | Candidate) -> None:
    """Ask every voter that has not answered. The log end that is stated must be durable."""
    # ClaimOnlyDurable: a voter compares its log with the end that is stated. Stated before it is on
    # disk and lost by a crash, the candidate would be elected without records that are committed
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
    """Count a response. Return True if it was usable, else its sender gets none for a while."""
    if response.top_error is ErrorCode.UNSUPPORTED_VERSION:
        return take_vote_failure(core, sent, FailureReason.UNSUPPORTED)
    if response.top_error is not ErrorCode.NONE:
        core.note(NoteKind.PEER_ERROR, node=sent.to.id, error=response.top_error.name)
        return False
    if handle_common_response(core, response) is Common.DONE:
        return False
    role, request = core.role, sent.request
    if response.error is not ErrorCode.NONE or not isinstance(request, Vote):
        return False
    # an answer of an earlier campaign says nothing about this epoch (EpochElection is created for
    # each): counting it could elect two leaders in one epoch
    if not isinstance(role, Prospective | Candidate) or role.epoch != request.epoch:
        return False
    # a granted pre-vote is not stored and can go to several candidates: counted as a vote, it could
    # elect two leaders
    if isinstance(role, Prospective) is not request.pre_vote:
        return False
    role.votes.record(sent.to.id, granted=response.vote_granted)
    return True


def take_vote_failure(core: CoreState, sent: RequestInFlight, reason: FailureReason) -> bool:
    """Handle a peer that cannot be asked for a pre-vote: it must be asked for a vote.

    Not during a fast failover: then the peer's answer counts as a refusal.
    """
    role, key = core.role, core.key
    if reason is not FailureReason.UNSUPPORTED or not isinstance(role, Prospective):
        return False
    # a fast failover only suspects that the leader failed: it must not raise the epoch unless a
    # majority confirms that
    if role.fails_over or key is None:
        role.votes.record(sent.to.id, granted=False)
        return True
    core.note(NoteKind.PRE_VOTE_UNSUPPORTED, node=sent.to.id)
    basis = candidacy(core)
    if basis is not None and core.may_claim:
        become_candidate(core, key, basis)
        return True
    return False


# -- the side that grants (KIP-595 Vote, KIP-996 pre-vote) -----------------------------------------


def answer_vote(core: CoreState, listener: str, vote: Vote) -> VoteResponse:
    """Grant or refuse a vote or a pre-vote, in Java's order of checks.

    A higher epoch is adopted even if the request turns out not to be for us, and even by a
    pre-vote. Neither the candidate nor we need be in our voter set (KIP-853).
    """
    if vote.cluster_id not in {None, core.config.cluster_id}:
        return VoteResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID)
    error, granted = _check_vote(core, vote), False
    if error is None:
        # KIP-996 raises the epoch for a pre-vote too (KafkaRaftClient.handleVoteRequest)
        if vote.epoch > core.epoch:
            become_unattached(core, vote.epoch)
        # KIP-853: the request was meant for another disk under this id. An answer from here would
        # count as a vote of a replica that can hold committed records this one never had
        if not is_addressed_to(core, vote.voter_id, vote.voter_directory_id):
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
    """Check the epochs: a candidate raised its own above its log's, a prospective one did not."""
    # KafkaRaftClient.handleVoteRequest: a log has no record of an epoch whose leader is only being
    # elected
    highest_lawful = vote.epoch if vote.pre_vote else vote.epoch - 1
    if vote.last_offset < 0 or not 0 <= vote.last_offset_epoch <= highest_lawful:
        return ErrorCode.INVALID_REQUEST
    return check_sender(core, vote.epoch, vote.replica.id)


def _grant(core: CoreState, vote: Vote) -> bool:
    """Decide on a vote. A real vote that is granted is stored before the answer leaves.

    No replica votes without an id, nor for its own id: a replica that was given our id by
    mistake must not be elected by us.
    """
    # QuorumState.canGrantVote: each role decides, then the logs are compared
    role, candidate = core.role, vote.replica
    consent = role.consent(candidate, pre_vote=vote.pre_vote)
    is_own = candidate.id == core.own_id
    # an observer without an id is not a voter
    if core.key is None or (is_own and not vote.pre_vote):
        consent = Consent.NEVER
    # KIP-595 (Raft 5.4.1): a committed record is on a majority, and this check by a majority lets
    # no candidate win that lacks it. AGAIN skips it: the answer of a vote that was stored is
    # repeated, since the first answer can be lost
    up_to_date = _is_up_to_date(core, core.key, vote)
    granted = consent is Consent.AGAIN or (consent is Consent.IF_UP_TO_DATE and up_to_date)
    _note_vote(core, vote, granted=granted)
    if consent is Consent.IF_UP_TO_DATE and not up_to_date:
        log_was_shorter(core, candidate)
        voter_had_shorter_log(core, candidate)
    if granted and vote.pre_vote:
        yield_to(core, candidate)
    elif granted and consent is not Consent.AGAIN and isinstance(role, Unattached | Prospective):
        grant_vote(core, role, candidate)
    return granted


def _is_up_to_date(core: CoreState, key: ReplicaKey | None, vote: Vote) -> bool:
    """Return True if the candidate's log is at least as up to date as the own log.

    A replica outside its latest voter set compares with its log before the record that removed it:
    later records were committed, if at all, without it, and its vote can be needed to undo a
    removal that only it has seen (ChangeCannotWedge).
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


# -- candidacy, and a removed replica that is needed (ChangeCannotWedge) ---------------------------


def candidacy(core: CoreState) -> Candidacy | None:
    """Return the voters to ask and the log end to state; None if this replica must not campaign.

    A voter asks the voters in force and states its log end. A replica that is outside the set in
    force can be needed nevertheless: if no other replica has what a majority of the set before it
    stored, and the record that removed it is not committed. Then it campaigns on its log before
    that record, with the voters before that record, and truncates the rest when it is elected.

    This is safe because its copy of that record and of later records was never counted: the set
    that could commit them lacks this replica, and a set that contains it again can only be written
    once the removal is committed. By then a majority has the removal, and no majority of the
    earlier voters would elect it. It campaigns only after it refused a voter of that set solely
    because of a shorter log.
    kraft's addition, not Kafka's: see ChangeCannotWedge, divergence C23.
    """
    if core.is_voter:
        return Candidacy(core.voters, core.log.end)
    removed_at = core.uncommitted_removal if core.is_needed else None
    if removed_at is None:
        return None
    return Candidacy(_voters_before(core, removed_at), core.log.point_before(removed_at))


def voter_had_shorter_log(core: CoreState, candidate: ReplicaKey) -> None:
    """Handle a vote refused only for a shorter log: this removed replica can be needed."""
    removed_at = core.uncommitted_removal
    if removed_at is None or core.is_needed:
        return
    if _voters_before(core, removed_at).has(candidate):
        core.is_needed = True
        core.note(NoteKind.REMOVED_REPLICA_NEEDED, by=candidate.id, removed_at=removed_at)


def _voters_before(core: CoreState, offset: int) -> VoterSet:
    voters = core.history.set_at(offset - 1)
    return core.history.static if voters is None else voters


# -- fast failover ---------------------------------------------------------------------------------


# kraft's addition, not Kafka's. Safe by KIP-996: peers in contact with the leader refuse. It is
# done only if every voter is known to support Vote v2, since a peer without pre-vote would have to
# be asked for a real vote, with a raised epoch. The voters ask one after the other, a retry backoff
# apart in the order of ids, and a voter that grants a pre-vote holds back, so that two of them do
# not campaign in the same epoch and split the vote.

_HOLD_BACK = 5
"""Retry backoffs that a replica waits after it granted a pre-vote to another."""


def on_leader_unreachable(core: CoreState, event: LeaderUnreachable) -> None:
    """Forget contact with the leader and send pre-votes, unless a peer possibly lacks pre-votes.

    Observers and witnesses only forget, so that they do not refuse the pre-votes of those who ask.
    """
    role = core.role
    if not isinstance(role, Follower) or core.key is None or core.is_shutting_down:
        return
    if (role.leader_id, role.epoch) != (event.leader_id, event.epoch):
        return
    if not core.config.fast_failover or not _all_know_pre_votes(core):
        return
    role.leader_lost()
    if role.ask_again_at_ms is None and _may_fail_over(core, role):
        rank = sum(each < core.own_id for each in core.voters.ids if each != role.leader_id)
        role.fail_over_at(core.now_ms + rank * core.config.retry_backoff_ms)
        core.note(NoteKind.LEADER_SUSPECTED, leader=role.leader_id, epoch=role.epoch)


def _may_fail_over(core: CoreState, role: Follower) -> bool:
    """Return True if this voter can win without the leader and all voters support pre-votes."""
    if not core.is_voter or core.is_witness or not _all_know_pre_votes(core):
        return False
    others = len(core.voters) - (core.voters.get(role.leader_id) is not None)
    return others >= core.voters.majority


def _all_know_pre_votes(core: CoreState) -> bool:
    for voter_id in core.voters.ids:
        peer = core.peers.get(voter_id)
        known = peer is not None and peer.versions is not None and peer.versions.has_pre_vote
        if voter_id != core.own_id and not known:
            return False
    return True


def fail_over_if_due(core: CoreState, role: Follower) -> bool:
    """Become prospective if it is time to ask and no answer of the leader is awaited."""
    due = role.ask_again_at_ms is not None and core.now_ms >= role.ask_again_at_ms
    if not due:
        return False
    if not _may_fail_over(core, role):
        role.fail_over_no_more()
        return False
    if core.in_flight.is_awaiting(role.leader_id, core.now_ms):
        return False
    become_prospective(core, Candidacy(core.voters, core.log.end))
    asking = core.role
    if isinstance(asking, Prospective):
        asking.fail_over(role.leader_id, role.fetch_deadline_ms)
    return True


def yield_to(core: CoreState, candidate: ReplicaKey) -> None:
    """Postpone the own candidacy: of voters that suspect the leader, the lowest id goes first."""
    role = core.role
    if isinstance(role, Prospective) and role.fails_over and candidate.id < core.own_id:
        fall_back(core, role)
        role = core.role
    if isinstance(role, Follower):
        role.hold_back_until(core.now_ms + _HOLD_BACK * core.config.retry_backoff_ms)
