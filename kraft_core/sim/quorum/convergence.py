"""The repair phase: every fault is repaired; the quorum must make progress and have lost nothing.

A demand that is not met within the limit of virtual time is a failure under the demand's name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.events import ResignRequested
from kraft_core.raft.consensus.roles import Candidate, Follower, Leader, Prospective
from kraft_core.sim.quorum.steps.tolerance import sets_in_logs
from kraft_core.sim.quorum.workload import Kind, check_history

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_core.sim.quorum.workload import Workload


LIMIT_MS: Final = 60_000
_LOOK_MS: Final = 50
_CAMPAIGNING: Final = (Candidate, Prospective)
_FRESH_AGAIN_MS: Final = 3_000
_TIMEOUT_MS: Final = 10_000
_ELECTION_AGAIN_MS: Final = 1_000


def repair(cluster: Cluster) -> None:
    """Repair all links, disks and clocks, and start every node.

    Witnesses stay witnesses while each voter set has another voter that can lead.
    """
    cluster.are_faults_over = cluster.is_repaired = True
    cluster.network.restore_all()
    for node in cluster.nodes.values():
        if cluster.minority is not None:
            node.resume()
        restore(node)
    if not all(_has_heir(cluster, voters) for voters in sets_in_logs(cluster)):
        for node in cluster.nodes.values():
            if node.is_witness:
                node.set_witness(on=False)


def restore(node: SimulatedNode) -> None:
    """Repair the disk and clock of a node, and start it."""
    node.flush_delay_ms = node.cluster.plan.flush_delay_ms
    node.disk_hangs = False
    node.clock.drift_ppm = node.clock.skew_ms = 0
    disk = node.disk
    disk.is_full, disk.fail_sync_in, disk.end_in = False, None, None
    disk.ends_unsynced = disk.lacks_room = disk.is_near_reserve = False
    node.start()


def _has_heir(cluster: Cluster, voters: VoterSet) -> bool:
    for voter in voters:
        node = cluster.nodes.get(voter.id)
        if node is not None and voter.key.matches(node.key) and not node.is_witness:
            return True
    return False


# -- the demands: each returns the missing condition, or None ---------------------------------


def one_leader(cluster: Cluster) -> str | None:
    """Exactly one node leads, and every other one follows it in the same epoch."""
    leader = cluster.leader()
    if leader is None:
        return "there is no leader"
    epoch = leader.core.role.epoch
    for node in cluster.nodes.values():
        if not node.is_up or node.is_paused:
            return f"node {node.node_id} is not in operation"
        role = node.core.role
        if node is leader:
            if not isinstance(role, Leader) or role.high_watermark is None:
                return f"leader {node.node_id} has committed nothing in epoch {epoch}"
        elif not isinstance(role, Follower) or (role.leader_id, role.epoch) != (
            leader.node_id,
            epoch,
        ):
            return f"node {node.node_id} does not follow {leader.node_id}: {role}"
    return None


def equal_logs(cluster: Cluster) -> str | None:
    """All logs end alike, are committed, durable and applied to their ends, and agree in all."""
    leader = cluster.leader()
    if leader is None:
        return "there is no leader"
    end = leader.log.end_offset
    for node in cluster.nodes.values():
        fault = _log_fault(node, leader, end)
        if fault is not None:
            return f"node {node.node_id}: {fault}"
    return None


def _log_fault(node: SimulatedNode, leader: SimulatedNode, end: int) -> str | None:
    if not node.is_up:
        return "it is down"
    ends = (node.log.end_offset, node.flushed_end, node.high_watermark, node.machine.applied_end)
    if ends != (end, end, end, end):
        return f"log end, flushed, committed and applied are {ends}, the leader's log ends at {end}"
    if node.machine.digest != leader.machine.digest:
        return f"its state is not that of leader {leader.node_id}"
    return None


def _entries_differ(node: SimulatedNode, leader: SimulatedNode) -> bool:
    start = max(node.log.start_offset, leader.log.start_offset)
    end = leader.log.end_offset
    return node.log.between(start, end) != leader.log.between(start, end)


def new_appends_commit(cluster: Cluster) -> str | None:
    """Every new write and read is answered, and no earlier operation is undecided."""
    workload = cluster.workload
    if workload is None:
        return None
    kinds = {each.kind for each in workload.fresh_committed}
    if kinds != {Kind.WRITE, Kind.READ}:
        return "a new write and a new read are not both committed"
    undecided = workload.undecided
    return f"{undecided[0]} is not decided" if undecided else None


def acked_appends_present(cluster: Cluster) -> str | None:
    """Every acknowledged operation is in the leader's log, or below the snapshot it begins with."""
    workload, leader = cluster.workload, cluster.leader()
    if workload is None:
        return None
    if leader is None:
        return "there is no leader"
    log = leader.log
    for operation in workload.history.committed:
        offset, ticket = operation.offset, operation.ticket
        if offset is None or ticket is None or offset >= log.end_offset:
            return f"the log does not reach {operation}"
        entry = log.entry_at(offset)
        if offset >= log.start_offset and (entry is None or entry.epoch != ticket.epoch):
            return f"the log has another record where {operation} was: {entry}"
    return None


def reconfiguration_decided(cluster: Cluster) -> str | None:
    """No change of voters is under way, and everybody has the same voter set, committed."""
    leader = cluster.leader()
    role = None if leader is None else leader.core.role
    if leader is None or not isinstance(role, Leader):
        return "there is no leader"
    if role.change is not None:
        return f"leader {leader.node_id} has not decided {role.change}"
    for node in cluster.nodes.values():
        if not node.is_up:
            return f"node {node.node_id} is down"
        if node.core.voters != leader.core.voters:
            return f"node {node.node_id} has voters {node.core.voters}, not {leader.core.voters}"
        if node.core.kraft_version != leader.core.kraft_version:
            return f"node {node.node_id} has kraft.version {node.core.kraft_version}"
    return None


@dataclass(frozen=True, slots=True)
class Demand:
    """A condition that a repaired cluster must reach. `missing` returns what is not reached yet."""

    name: str
    meaning: str
    missing: Callable[[Cluster], str | None]


DEMANDS: Final = tuple(
    Demand(name, (function.__doc__ or "").strip(), function)
    for name, function in (
        ("one-leader", one_leader),
        ("reconfiguration-decided", reconfiguration_decided),
        ("equal-logs", equal_logs),
        ("new-appends-commit", new_appends_commit),
        ("acked-appends-present", acked_appends_present),
    )
)
"""In the order in which they are checked."""


def unmet(cluster: Cluster) -> tuple[str, str] | None:
    """Return the first unmet demand and what is missing; None if the cluster has converged."""
    for demand in DEMANDS:
        missing = demand.missing(cluster)
        if missing is not None:
            return demand.name, missing
    return None


def is_settled(cluster: Cluster) -> bool:
    """Return True if every demand is met."""
    return unmet(cluster) is None


def check(cluster: Cluster, workload: Workload) -> None:
    """Run the repaired cluster until all demands are met, then check its history.

    Raises InvariantFailed.
    """
    fresh_at_ms, stranded_at_ms = 0, cluster.now_ms + _TIMEOUT_MS
    stopped: dict[int, int] = {}

    def goes_on() -> bool:
        nonlocal fresh_at_ms, stranded_at_ms
        _start_all(cluster, stopped)
        if cluster.now_ms >= stranded_at_ms:
            stranded_at_ms = cluster.now_ms + _ELECTION_AGAIN_MS
            _free_the_stranded(cluster, stopped)
        found = unmet(cluster)
        if found is None:
            return False
        if found[0] == "new-appends-commit" and cluster.now_ms >= fresh_at_ms:
            fresh_at_ms = cluster.now_ms + _FRESH_AGAIN_MS
            workload.append_fresh()
        return True

    if not cluster.timeline.run_while(goes_on, LIMIT_MS, _LOOK_MS):
        found = unmet(cluster)
        if found is not None:
            cluster.fail(*found)
    _check_entries(cluster)
    check_history(workload.history, cluster.ledger)


def _start_all(cluster: Cluster, stopped: dict[int, int]) -> None:
    """Start nodes that were still shutting down when everything was restored.

    Who was stopped on purpose, in some epoch, does so when a leader is past that.
    """
    leader = cluster.leader()
    epoch = -1 if leader is None else leader.core.role.epoch
    for node in cluster.nodes.values():
        if not node.is_up and stopped.get(node.node_id, -1) <= epoch:
            node.start()


def _free_the_stranded(cluster: Cluster, stopped: dict[int, int]) -> None:
    """Make the leader resign while a replica without a vote knows a higher epoch.

    A candidate announced that epoch and lost its disk, as did all others that knew of it; or it was
    removed, does not know, and campaigns again and again where pre-votes are not known. As in Java
    the leader does not serve it, and only an election helps, once an operator has stopped the
    replica that campaigns.
    """
    leader = cluster.leader()
    if leader is None:
        return
    epoch, voters = leader.core.role.epoch, leader.core.voters
    outside = [node for node in cluster.nodes.values() if not voters.has(node.key)]
    for node in outside:
        if node.is_up and node.core.role.epoch > epoch and isinstance(node.core.role, _CAMPAIGNING):
            stopped[node.node_id] = node.core.role.epoch
            node.crash()
    above = [node for node in outside if node.is_up and node.core.role.epoch > epoch]
    if above or any(epoch < each for each in stopped.values()):
        leader.later(0, lambda: leader.feed(ResignRequested(epoch)))


def _check_entries(cluster: Cluster) -> None:
    leader = cluster.leader()
    for node in cluster.nodes.values():
        if leader is not None and _entries_differ(node, leader):
            cluster.fail("equal-logs", f"the logs of {node.node_id} and {leader.node_id} differ")
