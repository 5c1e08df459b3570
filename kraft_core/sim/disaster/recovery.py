"""The new quorum: planned by production code, and written by it to new disks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kraft_core.operations.recovery import applying
from kraft_core.operations.recovery.applying import RecoverySnapshot
from kraft_core.operations.recovery.directories import make_plan
from kraft_core.operations.recovery.plan_files import check_same, read_inputs, to_text
from kraft_core.operations.recovery.planning import Choices, Inputs
from kraft_core.raft.consensus.config import KRAFT_VERSIONS
from kraft_core.raft.consensus.values import ReplicaKey
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.storage.meta_properties import MetaProperties
from kraft_core.sim.quorum.plan import CLUSTER_ID, RELEASES
from kraft_core.sim.quorum.timeline import WALL_START_MS

if TYPE_CHECKING:
    from random import Random

    from kraft_core.operations.recovery.planning import RecoveryPlan
    from kraft_core.operations.recovery.verdicts import Survey
    from kraft_core.raft.consensus.values import OffsetAndEpoch
    from kraft_core.sim.disaster.left import Report
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.disk import SimulatedDisk
    from kraft_core.sim.quorum.node import SimulatedNode

_SIZES: Final = (1, 2, 3, 3)


@dataclass(frozen=True, slots=True)
class Recovered:
    """A quorum of new disks. `old_disks` has those that its nodes had, with their directory ids."""

    snapshot_id: OffsetAndEpoch
    voters: VoterSet
    old_disks: dict[int, tuple[SimulatedDisk, bytes]]

    def is_new(self, node: SimulatedNode) -> bool:
        """Return True if the node has a disk that the recovery wrote."""
        return self.voters.has(node.key)


def recover(cluster: Cluster, report: Report, survey: Survey, rng: Random) -> Recovered | None:
    """Plan new voters, write their disks, and give these to nodes that are down.

    None if the log that is kept has no metadata at all, which a plan refuses.
    """
    rivals = [each.log for each in survey.judgement.rivals]
    branch = rng.choice([survey.judgement.chosen.name, *rivals]) if rivals else None
    kept = report.logs[branch or survey.judgement.chosen.name]
    if not kept.start_offset and all(each.control_records for each in kept.entries):
        return None
    plan = _plan(report, survey, _draw_voters(cluster, report, rng), branch)
    quorum = plan.quorum
    snapshot = RecoverySnapshot(
        quorum.snapshot_id,
        quorum.kraft_version,
        quorum.voters,
        plan.records,
        last_ms=quorum.timestamp_ms,
        wall_ms=WALL_START_MS + cluster.now_ms,
    )
    old_disks = {}
    for voter in quorum.voters:
        node = cluster.nodes[voter.id]
        if node in report.nodes:
            old_disks[voter.id] = (node.disk, node.directory_id)
        directory_id = voter.key.directory_id or b""
        disk = node.new_disk()
        meta = MetaProperties(voter.id, CLUSTER_ID, directory_id)
        applying.write_directory(disk.root, meta, snapshot)
        node.change_disk(disk, directory_id)
    cluster.bootstrap_servers = tuple(
        (each.host, each.port) for voter in quorum.voters for each in voter.endpoints
    )
    return Recovered(quorum.snapshot_id, quorum.voters, old_disks)


def new_directory_id(cluster: Cluster, node: SimulatedNode) -> bytes:
    """Return the directory id that the new disk of a node gets."""
    del node
    return cluster.new_directory_id()


def _draw_voters(cluster: Cluster, report: Report, rng: Random) -> VoterSet:
    """Return one to three voters: nodes whose disks are left, and new ones."""
    size = rng.choice(_SIZES)
    nodes = rng.sample(report.nodes, rng.randint(1, min(size, len(report.nodes))))
    while len(nodes) < size:
        node_id = max(cluster.nodes) + 1
        node = cluster.nodes[node_id] = cluster.new_node(node_id, RELEASES["4.4"])
        nodes.append(node)
    return VoterSet.of(
        Voter(
            ReplicaKey(node.node_id, new_directory_id(cluster, node)),
            (node.endpoint,),
            KRAFT_VERSIONS,
        )
        for node in nodes
    )


def _plan(report: Report, survey: Survey, voters: VoterSet, branch: str | None) -> RecoveryPlan:
    """Make the plan, write its file, and make it again from the file, as `apply` does."""
    missing = frozenset(one for each in survey.electorates for one in each.missing)
    # a voter whose node has another disk now: the one that voted was thrown away
    destroyed = missing & {each.key.id for each in survey.directories}
    chosen = branch or survey.judgement.chosen.name
    level = next(each for each in survey.directories if each.path == chosen).voters.level
    inputs = Inputs(
        # a plan leaves out what it cannot read
        directories=tuple(report.logs),
        choices=Choices(
            voters=voters,
            lost=missing - destroyed,
            destroyed=destroyed,
            branch=branch,
            to_dynamic=not level,
            brokers_stopped=True,
        ),
        high_watermarks=tuple(sorted(report.high_watermarks.items())),
        static_voters=report.static_voters,
    )
    plan, files = make_plan(inputs)
    text = to_text(plan, inputs, files)
    again = read_inputs(text)
    made, files = make_plan(again)
    check_same(text, to_text(made, again, files))
    return made
