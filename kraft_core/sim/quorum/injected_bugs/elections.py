"""Wrong elections: votes, pre-votes, epochs and roles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_core.raft.consensus import (
    check_quorum,
    effects,
    elections,
    leadership,
    requests,
    transitions,
)
from kraft_core.raft.consensus import (
    core as core_module,
)
from kraft_core.raft.consensus.effects import Note
from kraft_core.raft.consensus.replication import poll_follower
from kraft_core.raft.consensus.roles import (
    Candidacy,
    Candidate,
    Consent,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
    Votes,
)
from kraft_core.raft.consensus.state import CoreState
from kraft_core.raft.consensus.voters import VoterSetHistory
from kraft_core.raft.replica.performing import Performer
from kraft_core.raft.replica.replica import Replica
from kraft_core.sim.quorum.names import NodeNames

if TYPE_CHECKING:
    from kraft_core.raft.consensus.events import Started
    from kraft_core.raft.consensus.rpc import Vote
    from kraft_core.sim.quorum.injected_bugs.patch import Patch


_VOTE_RULES = ("one-vote-an-epoch",)


def votes_twice(patch: Patch) -> None:
    """Forget the vote of this epoch."""
    patch.set(Unattached, "consent", lambda *_, **__: Consent.IF_UP_TO_DATE)
    patch.set(Prospective, "consent", lambda *_, **__: Consent.IF_UP_TO_DATE)
    patch.silence(*_VOTE_RULES)


def answers_before_durable(patch: Patch) -> None:
    """Answer a vote for another replica while quorum-state is still being written."""
    right, stored = Performer._store_election, Replica.election_stored

    def wrong(performer: Performer, effect: effects.StoreElection) -> None:
        right(performer, effect)
        voted = effect.election.voted
        if voted is not None and voted.id != performer._parts.leadership._own_id:
            performer.is_storing = False

    def lenient(replica: Replica) -> None:
        if replica.is_storing:
            stored(replica)

    patch.set(Performer, "_store_election", wrong)
    patch.set(Replica, "election_stored", lenient)


def answers_before_it_stores(patch: Patch) -> None:
    """Answer a vote request before the vote is stored."""
    right = Performer.perform
    held: list[Any] = []

    def wrong(performer: Performer, effect: Any) -> None:
        if isinstance(effect, effects.StoreElection) and effect.election.voted is not None:
            held.append(effect)
            return
        if held and not isinstance(effect, effects.SendResponse | Note):
            right(performer, held.pop())
        right(performer, effect)

    patch.set(Performer, "perform", wrong)


def grants_any_log(patch: Patch) -> None:
    """Grant votes whatever the candidate's log."""
    patch.everywhere(elections._is_up_to_date, lambda *_: True)


def wins_with_one_vote(patch: Patch) -> None:
    """Win an election with the candidate's own vote alone."""
    patch.set(Votes, "is_won", property(lambda votes: len(votes.granting) >= 1))


def needs_every_voter(patch: Patch) -> None:
    """Require the vote of every voter to win an election."""
    patch.set(Votes, "is_won", property(lambda votes: len(votes.granting) == len(votes._answers)))


def forgets_the_epoch(patch: Patch) -> None:
    """Store no epoch that has neither a vote nor a leader."""
    right = Performer.perform

    def wrong(performer: Performer, effect: Any) -> None:
        if isinstance(effect, effects.StoreElection):
            known = effect.election
            if known.leader_id is None and known.voted is None and known.epoch > 0:
                return
        right(performer, effect)

    patch.set(Performer, "perform", wrong)


def leads_again(patch: Patch) -> None:
    """Forget the leadership on stepping down, instead of resigning."""

    def wrong(core: CoreState, leader: Any) -> None:
        deadline = core.random_election_deadline_ms()
        transitions.become(core, Unattached(leader.epoch, None, None, deadline))

    patch.silence("no-illegal-state", "one-leader-an-epoch")
    patch.everywhere(transitions.become_resigned, wrong)


def observers_stand(patch: Patch) -> None:
    """Let every replica that knows the voters campaign."""

    def wrong(core: CoreState) -> Candidacy | None:
        return Candidacy(core.voters, core.log.end) if len(core.voters) else None

    patch.everywhere(elections.candidacy, wrong)
    patch.set(CoreState, "has_candidacy", property(lambda core: wrong(core) is not None))


def pre_vote_raises_epoch(patch: Patch) -> None:
    """Raise the epoch before requesting pre-votes."""
    right = transitions.become_prospective

    def wrong(core: CoreState, basis: Candidacy, *, is_silent: bool = False) -> None:
        right(core, basis, is_silent=is_silent)
        if isinstance(core.role, Prospective):
            core.role.epoch += 1

    patch.silence("roles-settle")
    patch.everywhere(right, wrong)


def stores_pre_votes(patch: Patch) -> None:
    """Store a pre-vote as a vote."""
    right = elections._grant

    def wrong(core: CoreState, vote: Vote) -> bool:
        granted = right(core, vote)
        if granted and vote.pre_vote and isinstance(core.role, Unattached):
            core.role.voted = core.role.voted or vote.replica
        return granted

    patch.everywhere(right, wrong)


def ignores_its_leader(patch: Patch) -> None:
    """Grant pre-votes as a follower with an active leader."""

    def wrong(_role: Follower, _candidate: object, *, pre_vote: bool) -> Consent:
        return Consent.IF_UP_TO_DATE if pre_vote else Consent.NEVER

    patch.set(Follower, "consent", wrong)


def obeys_any_address(patch: Patch) -> None:
    """Accept requests that are addressed to another directory id."""
    patch.everywhere(requests.is_addressed_to, lambda *_: True)


def knows_voters_only(patch: Patch) -> None:
    """Refuse candidates outside the receiver's voter set."""
    right = elections._grant

    def wrong(core: CoreState, vote: Vote) -> bool:
        return core.voters.has(vote.replica) and right(core, vote)

    patch.everywhere(right, wrong)


def compares_what_removed_it(patch: Patch) -> None:
    """Disable rule (a): a removed replica compares candidates with its whole log."""
    patch.set(VoterSetHistory, "removed_at", lambda *_: None)


def never_forgets_its_leader(patch: Patch) -> None:
    """Disable rule (b): a follower that cannot campaign refuses pre-votes forever."""
    right = poll_follower

    def wrong(core: CoreState, role: Follower) -> None:
        had_fetched = role.has_fetched
        right(core, role)
        if core.role is role:
            role.has_fetched = had_fetched

    patch.everywhere(right, wrong)


def asks_for_ever(patch: Patch) -> None:
    """Never leave the prospective role."""
    patch.everywhere(transitions.fall_back, lambda *_: None)


def nobody_asks(patch: Patch) -> None:
    """Send no vote requests as a candidate."""
    patch.everywhere(elections._request_votes, lambda *_: None)


def leads_its_old_epoch_again(patch: Patch) -> None:
    """Continue to lead the old epoch after a restart (KAFKA-10527)."""
    right = core_module.on_started

    def wrong(core: CoreState, event: Started) -> None:
        right(core, event)
        role = core.role
        if isinstance(role, Resigned) and core.key is not None and core.is_voter:
            basis = Candidacy(core.voters, core.log.end)
            votes = Votes(core.voters, core.own_id)
            core.role = Candidate(role.epoch, core.key, basis, votes, 0)
            transitions.become_leader(core, core.role)

    patch.silence("no-two-leaders-in-an-epoch")
    patch.everywhere(right, wrong)


def hears_nobody(patch: Patch) -> None:
    """Ignore fetches in check-quorum."""
    patch.everywhere(check_quorum.hear_voter, lambda *_: None)


def overstates_its_log(patch: Patch) -> None:
    """State a longer log than the candidate has."""
    right = elections._request_votes

    def wrong(core: CoreState, role: Any) -> None:
        basis = role.basis
        end = basis.end
        role.basis = Candidacy(basis.voters, type(end)(end.offset + 1, end.epoch))
        right(core, role)
        role.basis = basis

    patch.everywhere(right, wrong)


def leads_without_its_disk(patch: Patch) -> None:
    """Continue to lead with a hanging disk while the others commit."""
    patch.everywhere(check_quorum.watch_own_disk, lambda *_, **__: None)


def leads_without_a_majority(patch: Patch) -> None:
    """Restart the check-quorum timer in every turn."""
    right = leadership.poll_leader

    def poll_leader(core: CoreState, leader: Leader) -> None:
        leader.check_quorum_deadline_ms = core.now_ms + core.config.check_quorum_timeout_ms
        right(core, leader)

    patch.everywhere(right, poll_leader)


def waits_for_names_that_hang(patch: Patch) -> None:
    """Open no new connections while a look-up hangs."""
    right = NodeNames.resolve

    def wrong(names: NodeNames, to_id: int, *more: Any) -> None:
        if not names.hanging:
            right(names, to_id, *more)

    patch.set(NodeNames, "resolve", wrong)
