"""Elections: one leader per epoch, durable votes, harmless pre-votes, lawful roles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.effects import SendRequest, SendResponse, StoreElection
from kraft_core.raft.consensus.events import DeadlineReached, RequestReceived, Started
from kraft_core.raft.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.raft.consensus.rpc import BeginQuorumEpoch, BeginQuorumEpochResponse, Vote
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.invariants.invariant import Invariant, model_of
from kraft_core.sim.quorum.invariants.models import (
    Ballot,
    Ballots,
    Membership,
    Shelves,
    hears_leader,
    is_addressee,
    is_in,
    log_end,
    majority_of,
    must_consent,
)
from kraft_core.sim.quorum.plan import RELEASES
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.raft.consensus.roles import Role
    from kraft_core.raft.consensus.values import Election, ReplicaKey
    from kraft_core.raft.replica.replica import Replica
    from kraft_core.sim.quorum.node import SimulatedNode


class NeverTwoLeadersInSameEpoch(Invariant):
    """Checks stored elections, and the leaders that replicas follow."""

    name = "NeverTwoLeadersInSameEpoch"
    meaning = "No two replicas, and no two stored elections, know different leaders of one epoch."
    source = (
        "SingleLeader (Kafka), NeverTwoLeadersInSameEpoch (kip_853, KRaft), ElectionSafety "
        "(kip_996), Election Safety (openraft), election_safety (krabka), ElectionSafetyInv, "
        "MoreThanOneLeaderInv (etcd)"
    )
    coverage = "A second replica campaigned in the same epoch."

    def watch(self) -> None:
        """Subscribe to elections on their way to the disk, and roles."""
        self._leaders: dict[int, int] = {}
        self._candidates: dict[int, int] = {}
        self.cluster.hooks.effects[StoreElection].append(self._storing)
        self.cluster.hooks.roles.append(self._changed)

    def _storing(self, _node: SimulatedNode, effect: StoreElection) -> None:
        election = effect.election
        if election.leader_id is not None:
            known = self._leaders.setdefault(election.epoch, election.leader_id)
            self.ensure(known == election.leader_id, (election, "known leader", known))

    def _changed(self, node: SimulatedNode, _old: Role, new: Role) -> None:
        if isinstance(new, Leader):
            known = self._leaders.setdefault(new.epoch, node.node_id)
            self.ensure(known == node.node_id, (node.node_id, new.epoch, "known leader", known))
        elif isinstance(new, Candidate):
            first = self._candidates.setdefault(new.epoch, node.node_id)
            self.reached += first != node.node_id


class MonotonicEpoch(Invariant):
    """For each disk, over restarts."""

    name = "MonotonicEpoch"
    meaning = "The epoch on a disk never falls and is, after each turn, that of the replica."
    source = "MonotonicEpoch (Kafka), Monotonic Term (openraft)"
    coverage = "A replica came back that had an epoch above 0 on its disk."

    def watch(self) -> None:
        """Subscribe to stored elections and to turns in which the role changed."""
        self._highest: dict[ReplicaKey, int] = {}
        self._checkd: dict[int, Role] = {}
        self.cluster.hooks.moments[Moment.ELECTION_STORED].append(self._stored)
        self.cluster.hooks.events[Started].append(self._started)
        self.cluster.hooks.moments[Moment.TURNED].append(self._turned)

    def _started(self, node: SimulatedNode, event: Started) -> None:
        if event.election is not None and event.election.epoch > 0 and node.incarnation > 1:
            self.reached += 1

    def _stored(self, node: SimulatedNode) -> None:
        stored = node.stored_election
        epoch = 0 if stored is None else stored.epoch
        before = self._highest.get(node.key, 0)
        self.ensure(epoch >= before, (str(node.key), "from", before, "to", epoch))
        self._highest[node.key] = epoch

    def _turned(self, node: SimulatedNode) -> None:
        role = node.core.role
        if self._checkd.get(node.node_id) is role:
            return
        self._checkd[node.node_id] = role
        stored = node.stored_election
        holds = stored is not None and stored.epoch == role.epoch
        self.ensure(holds, (node.node_id, "stored", stored, "role", role.epoch))


_SAME_EPOCH: Final[dict[type, tuple[type, ...]]] = {
    Unattached: (Unattached, Prospective, Follower),
    Prospective: (Unattached, Prospective, Follower),
    Candidate: (Leader, Follower, Prospective, Unattached, Resigned),
    Leader: (Resigned,),
    Follower: (Follower, Prospective, Unattached),
    Resigned: (Prospective,),
}
"""Which role may follow which within one epoch, as seen before and after a whole event."""


class NoIllegalState(Invariant):
    """The table of lawful changes of role, written down once more."""

    name = "NoIllegalState"
    meaning = "Roles change only as KIP-595 and KIP-996 allow."
    source = "NoIllegalState (kip_853, kip_996, KRaft)"
    coverage = "A leader or a resigned leader gave up its epoch."

    def watch(self) -> None:
        self.cluster.hooks.roles.append(self._changed)

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        self.reached += isinstance(old, Leader | Resigned)
        names = f"{type(old).__name__} {old.epoch} to {type(new).__name__} {new.epoch}"
        if new.epoch == old.epoch:
            holds = type(new) in _SAME_EPOCH[type(old)] and _keeps(old, new)
        else:
            holds = new.epoch > old.epoch
        if isinstance(new, Follower):
            holds = holds and new.leader_id != node.node_id
        self.ensure(holds, f"node {node.node_id}: {names}")


def _keeps(old: Role, new: Role) -> bool:
    """Return True if the new role keeps the leader and vote that the old one knew in the epoch."""
    before, after = old.election, new.election
    if before.leader_id is not None and after.leader_id != before.leader_id:
        return False
    is_elected = isinstance(new, Leader | Resigned)
    return before.voted is None or after.voted == before.voted or is_elected


class ValidRolesAndStates(Invariant):
    """Checks roles against the voter sets of the model."""

    name = "ValidRolesAndStates"
    meaning = (
        "Only voters campaign or win an election, a removed replica only on its log before a "
        "removal that may still be undone; only a leader holds appends that wait to be committed."
    )
    source = "StatesMatchRoles, ValidVotesRecv (kip_853), ValidRolesAndStates (kip_996)"
    coverage = "A replica outside the voter set in force changed its role."

    def watch(self) -> None:
        """Subscribe to roles, at the end of the turn in which they changed."""
        self._members = model_of(self.cluster, Membership)
        self._old: dict[int, Role] = {}
        self.cluster.hooks.roles.append(self._changed)
        self.cluster.hooks.moments[Moment.TURNED].append(self._turned)

    def _changed(self, node: SimulatedNode, old: Role, _new: Role) -> None:
        self._old[node.node_id] = old

    def _turned(self, node: SimulatedNode) -> None:
        if not self._old or node.node_id not in self._old:
            return
        old, new = self._old.pop(node.node_id), node.core.role
        membership = self._members.of(node)
        is_voter = is_in(membership.in_force, node.key)
        self.reached += not is_voter
        if isinstance(old, Leader) and not isinstance(new, Leader):
            replica = node.replica
            holds = replica.appends_in_flight == 0 or _is_behind(replica)
            self.ensure(holds, f"node {node.node_id}: appends wait for no leader")
        if isinstance(new, Leader):
            self.ensure(is_voter, f"node {node.node_id} leads {new.epoch} and is not a voter")
        elif isinstance(new, Prospective | Candidate):
            removed_at = membership.removed_at(node.key)
            may_stand = is_voter or (removed_at is not None and removed_at >= node.high_watermark)
            self.ensure(
                may_stand, f"node {node.node_id} campaigns in {new.epoch} and is not a voter"
            )


def _is_behind(replica: Replica) -> bool:
    """Return True if something that is committed waits for the state machine."""
    return replica.applied.offset < replica.high_watermark


def is_same_replica(one: ReplicaKey, other: ReplicaKey) -> bool:
    """Compare ids, and directory ids if both replicas have one."""
    if one.id != other.id:
        return False
    return None in {one.directory_id, other.directory_id} or one == other


class VoteDurable(Invariant):
    """Checked when votes are stored, and when the answer to a candidate leaves."""

    name = "VoteDurable"
    meaning = (
        "A replica stores one vote in each epoch, across restarts, and a granted vote is on its "
        "disk before the answer leaves."
    )
    source = "VoteDurable (KIP-853 gaps), Monotonic Vote (openraft)"
    coverage = "A vote was granted."

    def watch(self) -> None:
        """Subscribe to stored elections and votes."""
        self._votes: dict[tuple[ReplicaKey, int], ReplicaKey] = {}
        self.cluster.hooks.moments[Moment.ELECTION_STORED].append(self._stored)
        model_of(self.cluster, Ballots).watch(self._voted)

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
        "A Vote or BeginQuorumEpoch addressed to another replica key yields no vote and no "
        "acknowledgement."
    )
    source = "AddresseeOnly (KIP-853 gaps)"
    coverage = "A request reached a replica with another directory id than the request names."

    def watch(self) -> None:
        """Subscribe to votes, and BeginQuorumEpoch with its responses."""
        self._misdirected: dict[int, BeginQuorumEpoch] = {}
        model_of(self.cluster, Ballots).watch(self._voted)
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
    meaning = (
        "A replica that may vote grants its vote to any up-to-date candidate, in its voter set or "
        "not."
    )
    source = "CandidateOutsideSetElectable (KIP-853 gaps)"
    coverage = (
        "An up-to-date candidate that the receiver does not know as voter asked for its vote."
    )

    def watch(self) -> None:
        """Subscribe to votes with an epoch above the receiver's, and pre-votes without a leader."""
        self._members = model_of(self.cluster, Membership)
        model_of(self.cluster, Ballots).watch(self._voted)

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
    """Rule (a) and rule (b) of ChangeCannotWedge: additions of kraft."""

    name = "ChangeCannotWedge"
    meaning = (
        "A replica outside its latest voter set compares candidates with its log before the record "
        "that removed it, and every replica forgets its leader after its fetch timeout."
    )
    source = "ChangeCannotWedge (KIP-853 gaps)"
    coverage = (
        "A replica outside its latest set was asked by a candidate with a shorter log, or one "
        "whose fetch timeout was over by any."
    )

    def watch(self) -> None:
        """Subscribe to votes and the ends of turns."""
        self._members = model_of(self.cluster, Membership)
        self._shelves = model_of(self.cluster, Shelves)
        self._overdue: dict[int, tuple[Role, int]] = {}
        model_of(self.cluster, Ballots).watch(self._voted)
        self.cluster.hooks.moments[Moment.TURNED].append(self._turned)

    def _turned(self, node: SimulatedNode) -> None:
        """Check that no follower passed its fetch deadline at the end of a turn."""
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
            self._check_removed(node, ballot, theirs, removed_at)
        if vote.pre_vote and whole is not None and theirs >= whole:
            self._check_overdue(node, ballot)

    def _check_removed(
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
        """Return True if the removal is not known to be committed.

        Else that replica is not needed.
        """
        return removed_at >= max(node.high_watermark, self._shelves.of(node).end_offset)

    def _check_overdue(self, node: SimulatedNode, ballot: Ballot) -> None:
        """Allow one refusal after the timeout, before the replica has checked it."""
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


_NEWEST_VOTE = max(release.vote for release in RELEASES.values())


class PreVoteKeepsEpoch(Invariant):
    name = "PreVoteKeepsEpoch"
    meaning = "Becoming prospective and asking leave the epoch, and a pre-vote is never stored."
    source = "PreVoteKeepsEpoch (KIP-853 gaps)"
    coverage = "A pre-vote was granted."

    def watch(self) -> None:
        """Subscribe to roles, vote requests sent, and votes."""
        model_of(self.cluster, Ballots).watch(self._voted)
        self._timer_at = 0
        self.cluster.hooks.events[DeadlineReached].append(self._timed)
        self.cluster.hooks.roles.append(self._changed)
        self.cluster.hooks.effects[SendRequest].append(self._sent)

    def _timed(self, _node: SimulatedNode, _event: DeadlineReached) -> None:
        self._timer_at = self.cluster.step

    def _changed(self, node: SimulatedNode, old: Role, new: Role) -> None:
        """Check only if no message was in flight that could carry a higher epoch."""
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
    """Return True if the node campaigned or led in that epoch, which its response can end."""
    is_voted = before.voted is not None and before.voted.id == node.node_id
    return is_voted or before.leader_id == node.node_id


class RemovedCannotDisrupt(Invariant):
    """Checked only if all its peers support Vote v2."""

    name = "RemovedCannotDisrupt"
    meaning = (
        "No replica that hears its leader grants a pre-vote, and one outside the committed set "
        "raises its epoch only with the pre-votes of a majority."
    )
    source = "RemovedCannotDisrupt (KIP-853 gaps)"
    coverage = "A replica outside the committed set asked one that hears its leader for a pre-vote."

    def watch(self) -> None:
        """Subscribe to pre-votes and new candidates."""
        self._members = model_of(self.cluster, Membership)
        self._granted: dict[tuple[int, int], dict[int, bool]] = {}
        model_of(self.cluster, Ballots).watch(self._voted)
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
