"""The permanent losses that a cluster tolerates.

KRaft promises nothing once a majority of a voter set that can be in force has lost its data, or
cannot be found any more. So disks are lost, nodes moved and voters removed only while majorities
remain, in every set that is in any log, and in every one that a request under way can bring.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.values import KRaftVersion, Voters
from kraft_core.raft.consensus.voters import Voter, VoterSet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_core.raft.consensus.values import ReplicaKey
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.minority import Minority
    from kraft_core.sim.quorum.node import SimulatedNode

_UNDER_WAY_MS: Final = 8_000
"""After so long a request that was never answered cannot have effects any more."""


@dataclass(frozen=True, slots=True)
class ChangeAsked:
    """A change of voters that an operator requested."""

    at_ms: int
    voter: ReplicaKey
    is_add: bool


def is_at_level_1(cluster: Cluster) -> bool:
    """Return True if every voter, of every set in play, has kraft.version 1 on its disk."""
    if cluster.kraft_level:
        return True
    written_at = _level_1_offset(cluster)
    if written_at is None:
        return False
    for voters in sets_in_logs(cluster):
        for voter in voters:
            node = cluster.nodes.get(voter.id)
            if node is None or (node.key == voter.key and node.flushed_end <= written_at):
                return False
    return True


def _level_1_offset(cluster: Cluster) -> int | None:
    for committed in cluster.ledger.committed:
        if any(isinstance(record, KRaftVersion) for record in committed.entry.control_records):
            return committed.entry.last_offset
    return None


def sets_in_logs(cluster: Cluster) -> list[VoterSet]:
    """Return the last committed voter set, and all sets in any log above it."""
    committed, above = cluster.first_voters, -1
    for each in cluster.ledger.committed:
        for record in each.entry.control_records:
            if isinstance(record, Voters):
                committed, above = record.voter_set, each.entry.base_offset
    found = [committed]
    for node in cluster.nodes.values():
        logs = (node.log,) if node.is_up else (node.log, node.previous_log)
        for entry in (entry for log in logs for entry in log.entries):
            if entry.base_offset > above and entry.control_records:
                found += _sets_of(entry.control_records, found)
    return found


def _sets_of(records: tuple[object, ...], known: list[VoterSet]) -> list[VoterSet]:
    return [
        record.voter_set
        for record in records
        if isinstance(record, Voters) and record.voter_set not in known
    ]


def sets_in_play(cluster: Cluster) -> list[VoterSet]:
    """Return every voter set that is or can become effective, by logs and pending requests."""
    sets = sets_in_logs(cluster)
    since_ms = cluster.now_ms - _UNDER_WAY_MS
    asked = [each for each in cluster.changes_asked if each.at_ms >= since_ms]
    if cluster.plan.auto_join:
        asked += [ChangeAsked(0, node.key, True) for node in cluster.nodes.values()]
    for change in asked:
        for voters in list(sets):
            changed = _changed(voters, change)
            if changed not in sets:
                sets.append(changed)
    return sets


def _changed(voters: VoterSet, change: ChangeAsked) -> VoterSet:
    if not change.is_add:
        return voters.without(change.voter.id) if voters.has(change.voter) else voters
    if voters.get(change.voter.id) is not None:
        return voters
    return voters.with_voter(Voter(change.voter, ()))


def may_lose_disk(cluster: Cluster, node: SimulatedNode) -> bool:
    """Return True if all sets in play keep a majority without this disk."""
    if not is_at_level_1(cluster) or not _has_guide(cluster, {node.node_id}):
        return False
    return all(_tolerates(cluster, voters, {node.node_id}) for voters in sets_in_play(cluster))


def may_move(cluster: Cluster, node: SimulatedNode) -> bool:
    """Return True if all sets in play keep a majority that can be found when this node moves."""
    if not is_at_level_1(cluster) or not _has_guide(cluster, {node.node_id}):
        return False
    return all(_tolerates(cluster, voters, {node.node_id}) for voters in sets_in_play(cluster))


def may_remove(cluster: Cluster, voter: ReplicaKey) -> bool:
    """Return True if the sets in play tolerate the loss of that voter and can still commit."""
    for voters in sets_in_play(cluster):
        smaller = voters.without(voter.id)
        if len(voters) > 1 and not _tolerates(cluster, smaller, set()):
            return False
    return True


def may_break(
    cluster: Cluster,
    broken: set[int],
    *,
    added: SimulatedNode | None = None,
    removed: ReplicaKey | None = None,
) -> bool:
    """Return True if all sets in play keep a majority without these nodes, that change included."""
    sets = sets_in_play(cluster)
    for voters in list(sets):
        if added is not None:
            sets.append(_changed(voters, ChangeAsked(0, added.key, is_add=True)))
        if removed is not None:
            sets.append(_changed(voters, ChangeAsked(0, removed, is_add=False)))
    if not all(_tolerates(cluster, voters, broken) for voters in sets):
        return False
    return _has_guide(cluster, broken)


def excuse(cluster: Cluster, minority: Minority, demand: str) -> str | None:
    """Return why the rules cannot meet a demand of the minority phase, or None if they can."""
    if demand in _NEEDS_APPENDS and _has_only_witnesses(cluster, minority.broken):
        return "only witnesses are left"
    if demand == "others-serve" and minority.stranded_observers():
        return "an observer found no living bootstrap server by chance"
    return None


_NEEDS_APPENDS: Final = frozenset({"others-commit", "others-serve"})


def _has_only_witnesses(cluster: Cluster, broken: Mapping[int, str]) -> bool:
    """Return True if only witnesses are left of a set: as leaders they refuse user appends."""
    for voters in sets_in_logs(cluster):
        nodes = [cluster.nodes.get(each.id) for each in voters if each.id not in broken]
        living = [node for node in nodes if node is not None and voters.has(node.key)]
        if living and not any(node.may_lead for node in living):
            return True
    return False


def _tolerates(cluster: Cluster, voters: VoterSet, without: set[int]) -> bool:
    """Return True if a majority of that set has its data and is found at its address."""
    kept = 0
    for voter in voters:
        node = cluster.nodes.get(voter.id)
        if node is None or voter.id in without or not voter.key.matches(node.key):
            continue
        kept += not voter.endpoints or node.endpoint in voter.endpoints
    return kept >= voters.majority


def _has_guide(cluster: Cluster, without: set[int]) -> bool:
    """Return True if a bootstrap server can name, itself or by others, a voter of each set in play.

    A removed node that knows only nodes that were removed after it does not count. Nor does a voter
    that only the nodes in `without` could name: they are about to lose what they know, or to move.
    """
    met: dict[int, SimulatedNode] = {}
    asked = [cluster.nodes[server_id] for server_id in cluster.plan.voter_ids]
    waiting = [each for each in asked if _address(each) in cluster.bootstrap_servers]
    while waiting:
        guide = waiting.pop()
        if guide.node_id in without or guide.node_id in met or not guide.flushed_end:
            continue
        met[guide.node_id] = guide
        for voter in _known_voters(cluster, guide):
            named = cluster.nodes.get(voter.id)
            if named is not None and named.endpoint in voter.endpoints:
                waiting.append(named)
    return bool(met) and all(
        any(voters.has(guide.key) for guide in met.values()) for voters in sets_in_play(cluster)
    )


def _address(node: SimulatedNode) -> tuple[str, int]:
    return node.endpoint.host, node.endpoint.port


def _known_voters(cluster: Cluster, node: SimulatedNode) -> VoterSet:
    """Return the last voter set that is durable on that node, at kraft.version 1."""
    known, end = cluster.first_voters, node.flushed_end
    committed = [each.entry for each in cluster.ledger.committed]
    for entry in (*committed, *node.log.entries):
        for record in entry.control_records:
            if isinstance(record, Voters) and entry.end_offset <= end:
                known = record.voter_set
    return known
