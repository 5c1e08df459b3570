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
from kraft_core.sim.disaster.brokers import BROKERS
from kraft_core.sim.quorum.plan import CLUSTER_ID, RELEASES
from kraft_core.sim.quorum.steps.targets import chance
from kraft_core.sim.quorum.timeline import WALL_START_MS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from random import Random

    from kraft_core.operations.recovery.planning import RecoveryPlan
    from kraft_core.operations.recovery.verdicts import Survey
    from kraft_core.raft.consensus.values import OffsetAndEpoch
    from kraft_core.sim.disaster.left import Report
    from kraft_core.sim.disaster.metadata import MetadataCluster
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.disk import SimulatedDisk
    from kraft_core.sim.quorum.ledger import ShadowLog
    from kraft_core.sim.quorum.node import SimulatedNode

_SIZES: Final = (1, 2, 3, 3)


_BROKERS_GIVEN: Final = (0, 1, 2, 2)
_ADOPT_CHANCE: Final = 500


@dataclass(frozen=True, slots=True)
class Recovered:
    """A quorum of new disks. `old_disks` has those that its nodes had, with their directory ids.

    `brokers` are those whose directories the plan was made with.
    """

    plan: RecoveryPlan
    brokers: tuple[int, ...]
    old_disks: dict[int, tuple[SimulatedDisk, bytes]]

    @property
    def snapshot_id(self) -> OffsetAndEpoch:
        return self.plan.quorum.snapshot_id

    @property
    def voters(self) -> VoterSet:
        return self.plan.quorum.voters

    def is_new(self, node: SimulatedNode) -> bool:
        """Return True if the node has a disk that the recovery wrote."""
        return self.voters.has(node.key)


def recover(
    cluster: MetadataCluster, report: Report, survey: Survey, rng: Random, folder: Path
) -> Recovered | None:
    """Plan new voters, write their disks, and use these for nodes that are down.

    `folder` gets the directories of brokers. None if the log that is kept has no metadata,
    which a plan refuses.
    """
    rivals = [each.log for each in survey.judgement.rivals]
    branch = rng.choice([survey.judgement.chosen.name, *rivals]) if rivals else None
    chosen = branch or survey.judgement.chosen.name
    if _is_empty(report.logs[chosen]):
        return None
    count = rng.choice(_BROKERS_GIVEN)
    brokers = tuple(rng.sample(BROKERS, len(BROKERS) if chosen in report.backups else count))
    paths = []
    for broker in brokers:
        cluster.brokers.write(broker, folder / f"broker-{broker}")
        paths.append(str(folder / f"broker-{broker}"))
    missing = frozenset(one for each in survey.electorates for one in each.missing)
    # a voter whose node now has another disk: the disk that voted was discarded
    destroyed = missing & {each.key.id for each in survey.directories}
    level = next(each for each in survey.directories if each.path == chosen).voters.level
    choices = Choices(
        voters=_draw_voters(cluster, report, rng),
        lost=missing - destroyed,
        destroyed=destroyed,
        branch=branch,
        to_dynamic=not level,
        brokers_stopped=True,
        adopt_topics=bool(brokers) and chance(rng, _ADOPT_CHANCE),
    )
    plan = _plan(report, choices, paths)
    return Recovered(plan, brokers, _change_disks(cluster, report, plan))


def change_endpoints(cluster: MetadataCluster, report: Report, survey: Survey) -> Recovered | None:
    """Move all voters, of whose disks a majority is left, to other ports.

    None if the quorum is static, or the log that is kept has no metadata.
    """
    chosen = survey.judgement.chosen.name
    level = next(each for each in survey.directories if each.path == chosen).voters.level
    if not level or _is_empty(report.logs[chosen]):
        return None
    voters = []
    for node_id in survey.electorates[-1].ids:
        node = cluster.nodes[node_id]
        node.move()
        voters.append(_voter(cluster, node))
    choices = Choices(
        voters=VoterSet.of(voters),
        # without a loss the chosen log has every committed record
        branch=chosen if survey.judgement.rivals else None,
        endpoints_only=True,
    )
    plan = _plan(report, choices, ())
    return Recovered(plan, (), _change_disks(cluster, report, plan))


def _is_empty(log: ShadowLog) -> bool:
    return not log.start_offset and all(each.control_records for each in log.entries)


def _change_disks(
    cluster: MetadataCluster, report: Report, plan: RecoveryPlan
) -> dict[int, tuple[SimulatedDisk, bytes]]:
    """Write the new disks and give them to their nodes; return the old ones that are left."""
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
    return old_disks


def new_directory_id(cluster: Cluster, node: SimulatedNode) -> bytes:
    """Return the directory id that the new disk of a node gets."""
    del node
    return cluster.new_directory_id()


def _draw_voters(cluster: Cluster, report: Report, rng: Random) -> VoterSet:
    """Return one to three voters: nodes whose disks are left, and new ones."""
    size = rng.choice(_SIZES)
    # with nothing but a backup all voters are new
    count = rng.randint(1, min(size, len(report.nodes))) if report.nodes else 0
    nodes = rng.sample(report.nodes, count)
    while len(nodes) < size:
        node_id = max(cluster.nodes) + 1
        node = cluster.nodes[node_id] = cluster.new_node(node_id, RELEASES["4.4"])
        nodes.append(node)
    return VoterSet.of(_voter(cluster, node) for node in nodes)


def _voter(cluster: Cluster, node: SimulatedNode) -> Voter:
    key = ReplicaKey(node.node_id, new_directory_id(cluster, node))
    return Voter(key, (node.next_endpoint,), KRAFT_VERSIONS)


def _plan(report: Report, choices: Choices, brokers: Sequence[str]) -> RecoveryPlan:
    """Make the plan, write its file, and make it again from the file, as `apply` does."""
    inputs = Inputs(
        # a plan leaves out directories that it cannot read
        directories=tuple(each for each in report.logs if each not in report.backups),
        backups=report.backups,
        broker_directories=tuple(brokers),
        choices=choices,
        high_watermarks=tuple(sorted(report.high_watermarks.items())),
        static_voters=report.static_voters,
    )
    plan, files = make_plan(inputs)
    text = to_text(plan, inputs, files)
    again = read_inputs(text)
    made, files = make_plan(again)
    check_same(text, to_text(made, again, files))
    return made
