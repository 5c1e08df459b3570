"""Fast failover: a follower whose leader is unreachable asks for pre-votes at once.

Ours, not Java's. Safe by KIP-996: peers that still hear the leader refuse. It is done only if every
voter is known to speak Vote v2, since a peer without pre-vote would have to be asked for a real
vote, with a raised epoch. The voters ask one after the other, a retry backoff apart in the order of
ids, and who grants a pre-vote holds back, so that two of them do not stand in the same epoch and
split the vote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.candidacy import Candidacy
from kraft_core.consensus.effects import NoteKind
from kraft_core.consensus.roles import Follower, Prospective
from kraft_core.consensus.transitions import become_prospective, fall_back

if TYPE_CHECKING:
    from kraft_core.consensus.events import LeaderUnreachable
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import ReplicaKey


_HOLD_BACK = 5
"""How many retry backoffs one waits who granted a pre-vote to another."""


def on_leader_unreachable(core: CoreState, event: LeaderUnreachable) -> None:
    """Forget that the leader was heard, and ask; all that unless a peer might not know pre-votes.

    Observers and witnesses only forget, so that they do not stand in the way of those who ask.
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
    """Whether it could be elected without the leader, by voters that all know pre-votes."""
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
    """A pre-vote was granted: of several that suspect the leader, the lowest id goes first."""
    role = core.role
    if isinstance(role, Prospective) and role.fails_over and candidate.id < core.own_id:
        fall_back(core, role)
        role = core.role
    if isinstance(role, Follower):
        role.hold_back_until(core.now_ms + _HOLD_BACK * core.config.retry_backoff_ms)
