"""Elections: one leader an epoch, epochs that only rise, roles that follow one another lawfully."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.consensus.effects import StoreElection
from kraft_core.consensus.events import Started
from kraft_core.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.invariants.invariant import Invariant
from kraft_core.simulation.invariants.membership_twin import Membership, is_in
from kraft_core.simulation.invariants.twins import twin

if TYPE_CHECKING:
    from kraft_core.consensus.roles import Role
    from kraft_core.consensus.values import ReplicaKey
    from kraft_core.replica.replica import Replica
    from kraft_core.simulation.node import SimulatedNode


class NeverTwoLeadersInSameEpoch(Invariant):
    """By the elections that are stored and by who believes to lead."""

    name = "NeverTwoLeadersInSameEpoch"
    meaning = "No two replicas, and no two stored elections, know different leaders of one epoch."
    source = (
        "SingleLeader (Kafka), NeverTwoLeadersInSameEpoch (kip_853, KRaft), ElectionSafety "
        "(kip_996), Election Safety (openraft), election_safety (krabka), ElectionSafetyInv, "
        "MoreThanOneLeaderInv (etcd)"
    )
    twin = "A second replica stood for election in the same epoch."

    def watch(self) -> None:
        """Elections on their way to the disk, and roles."""
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
    twin = "A replica came back that had an epoch above 0 on its disk."

    def watch(self) -> None:
        """Stored elections, and turns in which the role changed."""
        self._highest: dict[ReplicaKey, int] = {}
        self._judged: dict[int, Role] = {}
        self.cluster.hooks.moments[Moment.ELECTION_STORED].append(self._stored)
        self.cluster.hooks.events[Started].append(self._started)
        self.cluster.hooks.moments[Moment.TURNED].append(self._turned)

    def _started(self, node: SimulatedNode, event: Started) -> None:
        if event.election is not None and event.election.epoch > 0 and node.life > 1:
            self.reached += 1

    def _stored(self, node: SimulatedNode) -> None:
        stored = node.stored_election
        epoch = 0 if stored is None else stored.epoch
        before = self._highest.get(node.key, 0)
        self.ensure(epoch >= before, (str(node.key), "from", before, "to", epoch))
        self._highest[node.key] = epoch

    def _turned(self, node: SimulatedNode) -> None:
        role = node.core.role
        if self._judged.get(node.node_id) is role:
            return
        self._judged[node.node_id] = role
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
    meaning = "Roles follow one another only as KIP-595 and KIP-996 let them."
    source = "NoIllegalState (kip_853, kip_996, KRaft)"
    twin = "A leader, or one that had resigned, gave up its epoch."

    def watch(self) -> None:
        """Roles."""
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
    """Within an epoch neither leader nor vote is exchanged."""
    before, after = old.election, new.election
    if before.leader_id is not None and after.leader_id != before.leader_id:
        return False
    is_elected = isinstance(new, Leader | Resigned)
    return before.voted is None or after.voted == before.voted or is_elected


class ValidRolesAndStates(Invariant):
    """Who may be what, by the twin's voter sets."""

    name = "ValidRolesAndStates"
    meaning = (
        "Only voters stand for election or win it, a removed replica only on its log before a "
        "removal that may still be undone; only a leader holds appends that wait to be committed."
    )
    source = "StatesMatchRoles, ValidVotesRecv (kip_853), ValidRolesAndStates (kip_996)"
    twin = "A replica outside the voter set in force changed its role."

    def watch(self) -> None:
        """Roles, at the end of the turn in which they changed."""
        self._members = twin(self.cluster, Membership)
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
            self.ensure(is_voter, f"node {node.node_id} leads {new.epoch} and is no voter")
        elif isinstance(new, Prospective | Candidate):
            removed_at = membership.removed_at(node.key)
            may_stand = is_voter or (removed_at is not None and removed_at >= node.high_watermark)
            self.ensure(may_stand, f"node {node.node_id} stands in {new.epoch} and is no voter")


def _is_behind(replica: Replica) -> bool:
    """Whether something that is committed waits for the state machine."""
    return replica.applied.offset < replica.high_watermark
