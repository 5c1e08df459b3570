"""Pre-votes: they raise no epoch, store nothing, and protect a leader that is heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.effects import SendRequest
from kraft_core.consensus.events import DeadlineReached
from kraft_core.consensus.roles import Candidate, Follower, Prospective, Unattached
from kraft_core.consensus.rpc import Vote
from kraft_core.simulation.invariants.ballots import Ballot, Ballots, hears_leader
from kraft_core.simulation.invariants.invariant import Invariant
from kraft_core.simulation.invariants.membership_twin import Membership, is_in, majority_of
from kraft_core.simulation.invariants.twins import twin
from kraft_core.simulation.releases import RELEASES

if TYPE_CHECKING:
    from kraft_core.consensus.roles import Role
    from kraft_core.consensus.values import Election
    from kraft_core.simulation.node import SimulatedNode

_NEWEST_VOTE = max(release.vote for release in RELEASES.values())


class PreVoteKeepsEpoch(Invariant):
    """KIP-996."""

    name = "PreVoteKeepsEpoch"
    meaning = "Becoming prospective and asking leave the epoch, and a pre-vote is never stored."
    source = "PreVoteKeepsEpoch (KIP-853 gaps)"
    twin = "A pre-vote was granted."

    def watch(self) -> None:
        """Roles, vote requests that leave, and votes."""
        twin(self.cluster, Ballots).watch(self._voted)
        self._timer_at = 0
        self.cluster.hooks.events[DeadlineReached].append(self._timed)
        self.cluster.hooks.roles.append(self._changed)
        self.cluster.hooks.effects[SendRequest].append(self._sent)

    def _timed(self, _node: SimulatedNode, _event: DeadlineReached) -> None:
        self._timer_at = self.cluster.step

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        """Judged where no message was in play, which may have told of a higher epoch."""
        is_by_timer = self._timer_at == self.cluster.step
        if is_by_timer and isinstance(new, Prospective) and isinstance(old, Unattached | Follower):
            self.ensure(new.epoch == old.epoch, (node.node_id, old.epoch, "asks in", new.epoch))

    def _sent(self, node: SimulatedNode, effect: SendRequest) -> None:
        vote = effect.request
        if type(vote) is Vote and vote.pre_vote:
            holds = vote.epoch == node.core.role.epoch and isinstance(node.core.role, Prospective)
            self.ensure(holds, (node.node_id, node.core.role.epoch, vote))

    def _voted(self, node: SimulatedNode, ballot: Ballot) -> None:
        if not ballot.vote.pre_vote or not ballot.response.vote_granted:
            return
        self.reached += 1
        before, after = ballot.before, ballot.after
        kept = before.voted if before.epoch == after.epoch else None
        limit = max(before.epoch + _has_stood(node, before), ballot.vote.epoch)
        holds = after.voted == kept and after.epoch <= limit
        self.ensure(holds, (str(node.key), before, after, ballot.vote))


def _has_stood(node: SimulatedNode, before: Election) -> bool:
    """Whether it stood or led in that epoch: its time may run out as it answers, and ends that."""
    is_voted = before.voted is not None and before.voted.id == node.node_id
    return is_voted or before.leader_id == node.node_id


class RemovedCannotDisrupt(Invariant):
    """Given only that all whom it asks speak Vote v2."""

    name = "RemovedCannotDisrupt"
    meaning = (
        "No replica that hears its leader grants a pre-vote, and one outside the committed set "
        "raises its epoch only with the pre-votes of a majority."
    )
    source = "RemovedCannotDisrupt (KIP-853 gaps)"
    twin = "A replica outside the committed set asked one that hears its leader for a pre-vote."

    def watch(self) -> None:
        """Pre-votes, and those who become candidates."""
        self._members = twin(self.cluster, Membership)
        self._granted: dict[tuple[int, int], dict[int, bool]] = {}
        twin(self.cluster, Ballots).watch(self._voted)
        self.cluster.hooks.roles.append(self._changed)

    def _voted(self, node: SimulatedNode, ballot: Ballot) -> None:
        vote = ballot.vote
        if not vote.pre_vote:
            return
        if ballot.response.vote_granted:
            grants = self._granted.setdefault((vote.replica.id, vote.epoch), {})
            grants[node.node_id] = True
        if hears_leader(node):
            self.reached += not is_in(self._members.latest_committed, vote.replica)
            self.ensure(not ballot.response.vote_granted, (str(node.key), ballot))

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        if not isinstance(new, Candidate) or not isinstance(old, Prospective):
            return
        if is_in(self._members.latest_committed, node.key):
            return
        membership = self._members.of(node)
        removed_at = membership.removed_at(node.key)
        voters = membership.in_force if removed_at is None else membership.before(removed_at)
        nodes = self.cluster.nodes
        all_new = all(nodes[voter.key.id].release.vote >= _NEWEST_VOTE for voter in voters)
        if all_new and node.release.vote >= _NEWEST_VOTE:
            granted = self._granted.get((node.node_id, new.epoch - 1), {})
            count = 1 + sum(voter.key.id in granted for voter in voters)
            self.ensure(count >= majority_of(voters), (str(node.key), new.epoch, granted))
