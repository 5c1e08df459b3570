"""One seed: run a quorum, lose disks, check the report on the rest, recover, return old disks."""

from __future__ import annotations

import random
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from kraft_core.sim.disaster import DISASTER
from kraft_core.sim.disaster.aftermath import Aftermath
from kraft_core.sim.disaster.backups import BackupOperator
from kraft_core.sim.disaster.invariants import DISASTER_INVARIANTS, DisasterInvariant
from kraft_core.sim.disaster.left import report_on
from kraft_core.sim.disaster.metadata import MetadataClient, MetadataCluster
from kraft_core.sim.disaster.recovery import change_endpoints, recover
from kraft_core.sim.quorum.scenarios import Scenario
from kraft_core.sim.quorum.simulator import Simulator
from kraft_core.sim.quorum.steps.processes import power_rng
from kraft_core.sim.quorum.steps.targets import chance

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.sim.disaster.backups import TakenBackup
    from kraft_core.sim.disaster.left import Report
    from kraft_core.sim.disaster.recovery import Recovered
    from kraft_core.sim.quorum.cluster import Cluster
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_core.sim.quorum.plan import ClusterPlan

SCENARIO: Final = Scenario(
    name=DISASTER,
    about="Disks are lost for good, mostly of a majority; the rest is surveyed and recovered.",
    observers=(0, 1, 1, 2),
    kraft_levels=(1, 1, 1, 0),
    weights={
        "leave-rival": 20,
        "isolate": 10,
        "partition": 10,
        "one-way-cut": 5,
        "old-leader-returns": 5,
        "crash": 6,
        "power-loss": 6,
        "torn-write": 5,
        "bounce": 4,
        "cluster-power-loss": 3,
        "lost-disk": 4,
        "add-voter": 8,
        "remove-voter": 8,
        "change-and-cut": 8,
        "change-and-crash": 6,
        "snapshot": 6,
        "snapshot-and-cut": 4,
        "lag": 4,
        "resign": 4,
        "burst": 10,
    },
    steps=(3, 8),
    span_ms=9_000,
)
_POWER_CHANCE: Final = 500
_EVIDENCE_CHANCE: Final = 250
_RIVALS_CHANCE: Final = 300
_BACKUP_CHANCE: Final = 600
"""Of a backup that was made: the operator finds it."""
_ONLY_BACKUP_CHANCE: Final = 300
_MOVE_CHANCE: Final = 400
"""Of a quorum that keeps a majority: no address of a voter is valid any more."""


class DisasterSimulator(Simulator):
    """One simulated run, its end, and its recovery. `on_line` gets the trace."""

    cluster: MetadataCluster

    def __init__(self, seed: int, *, on_line: Callable[[str], None] | None = None) -> None:
        super().__init__(seed, SCENARIO, on_line=on_line)
        self._rng = random.Random(f"disaster of {seed}")
        self._seed = seed
        self._client = MetadataClient(self.cluster, random.Random(f"metadata of {seed}"))
        self._on_line = on_line

    def _new_cluster(self, seed: int, plan: ClusterPlan) -> Cluster:
        return MetadataCluster(seed, plan)

    def _watch(self) -> tuple[DisasterInvariant, ...]:
        self.checks = tuple(each(self.cluster) for each in DISASTER_INVARIANTS)
        return self.checks

    def _run(self) -> None:
        self._client.begin()
        with TemporaryDirectory() as name:
            folder = Path(name)
            rng = random.Random(f"backup of {self._seed}")
            operator = BackupOperator(self.cluster, rng, folder, self.tell)
            operator.begin()
            self._run_schedule()
            left = self._lose_disks()
            self.cluster.brokers.stop()
            backups = [] if operator.taken is None else [operator.taken]
            if not chance(rng, _BACKUP_CHANCE):
                backups = []
            if backups and chance(rng, _ONLY_BACKUP_CHANCE):
                left = []
            recovered = self._recover(left, backups, folder)
        if recovered is not None:
            Aftermath(self, recovered, self._rng).run()

    def _recover(
        self, left: list[SimulatedNode], backups: list[TakenBackup], folder: Path
    ) -> Recovered | None:
        """Check the report; give new disks to a quorum that needs them."""
        cluster, rng = self.cluster, self._rng
        high_watermarks = {
            node.node_id: node.high_watermark
            for node in cluster.nodes.values()
            if node.high_watermark and chance(rng, _EVIDENCE_CHANCE)
        }
        report = report_on(cluster, left, high_watermarks, str(folder), backups)
        self._tell(report)
        for invariant in self.checks:
            invariant.reported(report)
        survey = report.survey
        if survey is None or not survey.electorates:
            return None
        if not survey.has_majority:
            recovered = recover(cluster, report, survey, rng, folder)
        elif chance(rng, _MOVE_CHANCE):
            recovered = change_endpoints(cluster, report, survey)
        else:
            return None
        if recovered is None:
            return None
        plan = recovered.plan
        self.tell(f"recovered: {plan.phrase}")
        for each in (*plan.repairs, *plan.findings):
            self.tell(str(each))
        self.tell(f"new quorum: {recovered.snapshot_id}, voters {recovered.voters.ids}")
        self._client.go_on_from(recovered.snapshot_id.epoch)
        for invariant in self.checks:
            invariant.recovered(recovered)
        return recovered

    def _lose_disks(self) -> list[SimulatedNode]:
        """End all nodes, and draw whose disks are left."""
        cluster, rng = self.cluster, self._rng
        cluster.are_faults_over = True
        cut_off = self._cut_off()
        for node in cluster.nodes.values():
            node.crash(power_rng(rng) if chance(rng, _POWER_CHANCE) else None)
        nodes = list(cluster.nodes.values())
        if cut_off and chance(rng, _RIVALS_CHANCE):
            return cut_off
        return rng.sample(nodes, rng.randint(1, len(nodes) - 1)) if len(nodes) > 1 else nodes

    def _cut_off(self) -> list[SimulatedNode]:
        """Return the nodes that reach no others: their logs differ the most."""
        network, nodes = self.cluster.network, self.cluster.nodes
        return [
            node
            for node_id, node in nodes.items()
            if all(network.is_cut(node_id, other) for other in nodes if other != node_id)
        ]

    def _tell(self, report: Report) -> None:
        self.tell(f"left: {', '.join(str(each.node_id) for each in report.nodes)}")
        for unread in report.unread:
            self.tell(f"unread: {unread.fault}")
        if report.survey is None:
            self.tell(f"refused: {report.refusal}")
        else:
            for each in report.survey.judgement.ranges:
                self.tell(str(each))

    def tell(self, line: str) -> None:
        """Add a line to the trace."""
        if self._on_line is not None:
            self._on_line(f"{self.cluster.now_ms / 1000:9.3f}  * {line}")
