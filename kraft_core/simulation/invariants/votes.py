"""Votes: given once, durable, to whom they were meant for, and never for want of membership."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.effects import SendResponse
from kraft_core.consensus.events import RequestReceived
from kraft_core.consensus.roles import Follower
from kraft_core.consensus.rpc import BeginQuorumEpoch, BeginQuorumEpochResponse
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.invariants.ballots import (
    Ballot,
    Ballots,
    is_addressee,
    log_end,
    must_consent,
)
from kraft_core.simulation.invariants.invariant import Invariant
from kraft_core.simulation.invariants.membership_twin import Membership, is_in
from kraft_core.simulation.invariants.snapshot_twin import Shelves
from kraft_core.simulation.invariants.twins import twin
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.roles import Role
    from kraft_core.consensus.values import ReplicaKey
    from kraft_core.simulation.node import SimulatedNode


def is_same_replica(one: ReplicaKey, other: ReplicaKey) -> bool:
    """By id, and by directory where both name theirs."""
    if one.id != other.id:
        return False
    return None in {one.directory_id, other.directory_id} or one == other


class VoteDurable(Invariant):
    """Judged when votes are stored, and when the answer to a candidate leaves."""

    name = "VoteDurable"
    meaning = (
        "A replica stores one vote an epoch, over restarts, and a granted vote is on its disk "
        "before the answer leaves."
    )
    source = "VoteDurable (KIP-853 gaps), Monotonic Vote (openraft)"
    twin = "A vote was granted."

    def watch(self) -> None:
        """Stored elections, and votes."""
        self._votes: dict[tuple[ReplicaKey, int], ReplicaKey] = {}
        self.cluster.hooks.moments[Moment.ELECTION_STORED].append(self._stored)
        twin(self.cluster, Ballots).watch(self._voted)

    def _stored(self, node: SimulatedNode) -> None:
        election = node.stored_election
        if election is None or election.voted is None:
            return
        known = self._votes.setdefault((node.key, election.epoch), election.voted)
        holds = is_same_replica(known, election.voted)
        self.ensure(holds, (node.node_id, "voted for", known, "and then", election))

    def _voted(self, node: SimulatedNode, ballot: Ballot) -> None:
        vote, stored = ballot.vote, node.stored_election
        if vote.pre_vote or not ballot.response.vote_granted:
            return
        self.reached += 1
        voted = None if stored is None or stored.epoch != vote.epoch else stored.voted
        holds = voted is not None and is_same_replica(voted, vote.replica)
        self.ensure(holds, (node.node_id, "grants", vote, "and has stored", stored))


class AddresseeOnly(Invariant):
    """Java still adopts the higher epoch first, and so do we."""

    name = "AddresseeOnly"
    meaning = (
        "A Vote or BeginQuorumEpoch for another replica key yields no vote and no acknowledgement."
    )
    source = "AddresseeOnly (KIP-853 gaps)"
    twin = "A request reached a replica with another directory id than it was meant for."

    def watch(self) -> None:
        """Votes, and BeginQuorumEpoch with its answers."""
        self._misdirected: dict[int, BeginQuorumEpoch] = {}
        twin(self.cluster, Ballots).watch(self._voted)
        self.cluster.hooks.events[RequestReceived].append(self._received)
        self.cluster.hooks.effects[SendResponse].append(self._answered)

    def _voted(self, node: SimulatedNode, ballot: Ballot) -> None:
        if is_addressee(node, ballot.vote):
            return
        self.reached += 1
        self.ensure(not ballot.response.vote_granted, (str(node.key), ballot.vote))

    def _received(self, node: SimulatedNode, event: RequestReceived) -> None:
        begin = event.request
        if type(begin) is not BeginQuorumEpoch or begin.voter_id < 0:
            return
        directories = {None, node.directory_id}
        if begin.voter_id != node.node_id or begin.voter_directory_id not in directories:
            self._misdirected[event.reply_to] = begin

    def _answered(self, node: SimulatedNode, effect: SendResponse) -> None:
        response = effect.response
        if not self._misdirected or type(response) is not BeginQuorumEpochResponse:
            return
        begin = self._misdirected.pop(effect.reply_to, None)
        if begin is not None:
            self.reached += 1
            refused = response.error is not ErrorCode.NONE
            holds = refused or response.top_error is not ErrorCode.NONE
            self.ensure(holds, (str(node.key), begin))


class CandidateOutsideSetElectable(Invariant):
    """Filtering by membership would lose liveness after an addition."""

    name = "CandidateOutsideSetElectable"
    meaning = "Who is free to vote does so for any candidate with its log, in its set or not."
    source = "CandidateOutsideSetElectable (KIP-853 gaps)"
    twin = "An up-to-date candidate that the receiver does not know as voter asked for its vote."

    def watch(self) -> None:
        """Votes with an epoch that is new to the receiver, and pre-votes where it hears nobody."""
        self._members = twin(self.cluster, Membership)
        twin(self.cluster, Ballots).watch(self._voted)

    def _voted(self, node: SimulatedNode, ballot: Ballot) -> None:
        vote = ballot.vote
        if vote.replica.id == node.node_id or not must_consent(node, ballot):
            return
        own = log_end(node.log, node.log.end_offset)
        if not is_addressee(node, vote) or not ballot.is_sound or own is None:
            return
        if (vote.last_offset_epoch, vote.last_offset) < own:
            return
        self.reached += not is_in(self._members.of(node).in_force, vote.replica)
        self.ensure(ballot.response.vote_granted, (str(node.key), "has", own, vote))


class ChangeCannotWedge(Invariant):
    """Rule (a) and rule (b) of the reference; ours, not Java's."""

    name = "ChangeCannotWedge"
    meaning = (
        "A replica outside its latest voter set compares candidates with its log before the record "
        "that removed it, and every replica forgets its leader after its fetch timeout."
    )
    source = "ChangeCannotWedge (KIP-853 gaps)"
    twin = (
        "A replica outside its latest set was asked by a candidate with a shorter log, or one "
        "whose fetch timeout was over by any."
    )

    def watch(self) -> None:
        """All votes, and the ends of turns."""
        self._members = twin(self.cluster, Membership)
        self._shelves = twin(self.cluster, Shelves)
        self._overdue: dict[int, tuple[Role, int]] = {}
        twin(self.cluster, Ballots).watch(self._voted)
        self.cluster.hooks.moments[Moment.TURNED].append(self._turned)

    def _turned(self, node: SimulatedNode) -> None:
        """At the end of a turn a replica has looked at what is due."""
        role = node.core.role
        if type(role) is Follower and role.has_fetched:
            forgets = node.clock.now_ms() <= role.fetch_deadline_ms
            self.evaluations += 1
            if not forgets:
                self.ensure(holds=False, detail=(str(node.key), "never forgets its leader", role))

    def _voted(self, node: SimulatedNode, ballot: Ballot) -> None:
        vote = ballot.vote
        is_for_us = is_addressee(node, vote) and ballot.is_sound
        if not is_for_us or vote.replica.id == node.node_id:
            return
        theirs = (vote.last_offset_epoch, vote.last_offset)
        whole = log_end(node.log, node.log.end_offset)
        removed_at = self._members.of(node).removed_at(node.key)
        if removed_at is not None and self._may_be_undone(node, removed_at):
            self._judge_removed(node, ballot, theirs, removed_at)
        if vote.pre_vote and whole is not None and theirs >= whole:
            self._judge_overdue(node, ballot)

    def _judge_removed(
        self, node: SimulatedNode, ballot: Ballot, theirs: tuple[int, int], removed_at: int
    ) -> None:
        removal = node.log.entry_at(removed_at)
        if removal is None:
            return
        before = log_end(node.log, removal.base_offset)
        whole = log_end(node.log, node.log.end_offset)
        if before is None or whole is None or not before <= theirs < whole:
            return
        if must_consent(node, ballot):
            self.reached += 1
            self.ensure(ballot.response.vote_granted, (str(node.key), before, whole, ballot.vote))

    def _may_be_undone(self, node: SimulatedNode, removed_at: int) -> bool:
        """Whether the removal is not known to be committed; else nobody needs that replica."""
        return removed_at >= max(node.high_watermark, self._shelves.of(node).end_offset)

    def _judge_overdue(self, node: SimulatedNode, ballot: Ballot) -> None:
        """The first refusal after the timeout may come before the replica has looked at it."""
        role, now_ms = node.core.role, node.clock.now_ms()
        if not isinstance(role, Follower) or now_ms <= role.fetch_deadline_ms:
            return
        if ballot.response.vote_granted:
            self.reached += 1
            return
        seen = (role, role.fetch_deadline_ms)
        known = self._overdue.get(node.node_id)
        self._overdue[node.node_id] = seen
        if known is not None and known[0] is role and known[1] == seen[1]:
            self.ensure(holds=False, detail=(str(node.key), "fetch timed out", ballot))
