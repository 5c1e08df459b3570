"""Vote requests and what became of them: the matter of several invariants, gathered once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.consensus.effects import SendResponse, StoreElection
from kraft_core.consensus.events import RequestReceived, Started
from kraft_core.consensus.roles import Follower, Leader
from kraft_core.consensus.rpc import Vote, VoteResponse
from kraft_core.consensus.values import Election
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.consensus.roles import Role
    from kraft_core.simulation.cluster import Cluster
    from kraft_core.simulation.node import SimulatedNode
    from kraft_core.simulation.shadow_log import ShadowLog


@dataclass(frozen=True, slots=True)
class Ballot:
    """A vote request, its answer, the receiver's election before and after, its role before."""

    vote: Vote
    response: VoteResponse
    before: Election
    after: Election
    role: Role

    @property
    def is_fresh(self) -> bool:
        """Whether it came with an epoch in which the receiver had neither a leader nor a vote."""
        return self.vote.epoch > self.before.epoch

    @property
    def is_sound(self) -> bool:
        """Whether the answer is about the vote and not about a fault of the request."""
        return self.response.error is ErrorCode.NONE and self.response.top_error is ErrorCode.NONE


class Ballots:
    """Tells observers of each ballot when its answer is put out."""

    def __init__(self, cluster: Cluster) -> None:
        self._observers: list[Callable[[SimulatedNode, Ballot], None]] = []
        self._open: dict[int, tuple[Vote, Election, Role]] = {}
        self._elections: dict[int, Election] = {}
        self._roles: dict[int, Role] = {}
        hooks = cluster.hooks
        hooks.roles.append(self._changed)
        hooks.events[Started].append(self._started)
        hooks.events[RequestReceived].append(self._received)
        hooks.effects[StoreElection].append(self._storing)
        hooks.effects[SendResponse].append(self._answered)

    def watch(self, observer: Callable[[SimulatedNode, Ballot], None]) -> None:
        """Call it for each ballot."""
        self._observers.append(observer)

    def _started(self, node: SimulatedNode, event: Started) -> None:
        self._elections[node.node_id] = event.election or Election(0)
        self._roles[node.node_id] = node.core.role

    def _changed(self, node: SimulatedNode, _old: Role, new: Role) -> None:
        """Called after the event was, so that a ballot begins with the role before it."""
        self._roles[node.node_id] = new

    def _received(self, node: SimulatedNode, event: RequestReceived) -> None:
        if type(event.request) is Vote:
            node_id = node.node_id
            before = (event.request, self._elections[node_id], self._roles[node_id])
            self._open[event.reply_to] = before

    def _storing(self, node: SimulatedNode, effect: StoreElection) -> None:
        self._elections[node.node_id] = effect.election

    def _answered(self, node: SimulatedNode, effect: SendResponse) -> None:
        if type(effect.response) is not VoteResponse:
            return
        asked = self._open.pop(effect.reply_to, None)
        if asked is None:
            return
        vote, before, role = asked
        ballot = Ballot(vote, effect.response, before, self._elections[node.node_id], role)
        for observer in self._observers:
            observer(node, ballot)


def is_addressee(node: SimulatedNode, vote: Vote) -> bool:
    """Whether the request is meant for that replica, or for whoever it reaches."""
    if vote.voter_id < 0:
        return True
    return vote.voter_id == node.node_id and vote.voter_directory_id in {None, node.directory_id}


def hears_leader(node: SimulatedNode) -> bool:
    """Whether it leads, or follows a leader that has answered it since it began to follow."""
    role = node.core.role
    return isinstance(role, Leader) or (isinstance(role, Follower) and role.has_fetched)


def must_consent(node: SimulatedNode, ballot: Ballot) -> bool:
    """Whether nothing but its log can keep the receiver from granting.

    Its fetch timeout may be over without its having looked; then it may still refuse pre-votes.
    """
    if ballot.is_fresh:
        return True
    if not ballot.vote.pre_vote or isinstance(ballot.role, Leader):
        return False
    if isinstance(ballot.role, Follower):
        is_due = node.clock.now_ms() >= ballot.role.fetch_deadline_ms
        return not ballot.role.has_fetched and not is_due
    return True


def log_end(log: ShadowLog, end_offset: int) -> tuple[int, int] | None:
    """(last epoch, end) of a log as it was when it ended there; None if its epoch is not known."""
    if end_offset <= 0:
        return (0, 0)
    last = log.entry_at(end_offset - 1)
    return None if last is None else (last.epoch, end_offset)
