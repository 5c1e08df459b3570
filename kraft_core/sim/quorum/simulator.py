"""One seed from start to end: draw a cluster, inject faults, repair it, check invariants."""

from __future__ import annotations

import random
import traceback
from typing import TYPE_CHECKING

from kraft_core.raft.consensus.invariants import InvariantBroken
from kraft_core.raft.consensus.roles import Leader
from kraft_core.sim.quorum.cluster import Cluster
from kraft_core.sim.quorum.convergence import check, repair
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.invariants.registry import INVARIANTS
from kraft_core.sim.quorum.minority import run_minority_phase
from kraft_core.sim.quorum.result import Failure, InvariantFailed, SeedResult
from kraft_core.sim.quorum.scenarios import SCENARIOS, draw_plan, draw_schedule
from kraft_core.sim.quorum.steps import STEPS
from kraft_core.sim.quorum.trace import trace
from kraft_core.sim.quorum.workload import Workload

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.raft.consensus.roles import Role
    from kraft_core.sim.quorum.invariants.invariant import Invariant
    from kraft_core.sim.quorum.node import SimulatedNode
    from kraft_core.sim.quorum.plan import ClusterPlan
    from kraft_core.sim.quorum.scenarios import Scenario, Schedule, Step


class Simulator:
    """One simulated run of a cluster. Without a schedule it is drawn; `on_line` gets the trace."""

    def __init__(
        self,
        seed: int,
        scenario: str | Scenario = "default",
        *,
        schedule: Schedule | None = None,
        on_line: Callable[[str], None] | None = None,
        steps_max: int | None = None,
    ) -> None:
        self.seed = seed
        self.scenario = SCENARIOS[scenario] if isinstance(scenario, str) else scenario
        self._steps_max = self.scenario.steps_max if steps_max is None else steps_max
        rng = random.Random(f"{self.scenario.name} {seed}")
        plan = draw_plan(self.scenario, random.Random(rng.getrandbits(48)))
        drawn = draw_schedule(self.scenario, random.Random(rng.getrandbits(48)))
        self.schedule = drawn if schedule is None else schedule
        self.cluster = self._new_cluster(seed, plan)
        self.cluster.is_stable = self.scenario.is_stable
        self._leaderships = Leaderships(self.cluster)
        self.workload = Workload(self.cluster, random.Random(rng.getrandbits(48)))
        self.invariants = self._watch()
        if on_line is not None:
            trace(self.cluster, on_line)

    def _new_cluster(self, seed: int, plan: ClusterPlan) -> Cluster:
        return Cluster(seed, plan)

    def _watch(self) -> tuple[Invariant, ...]:
        return tuple(each(self.cluster) for each in INVARIANTS)

    def run(self) -> SeedResult:
        """Run it. The result holds the failure, named crash if no invariant named it."""
        failure = None
        try:
            self._run()
        except InvariantFailed as broken:
            failure = self._failure(broken.invariant, broken.detail)
        except InvariantBroken as broken:
            failure = self._failure(broken.name, broken.detail)
        except Exception:  # noqa: BLE001 - the search is for bugs of any kind
            failure = self._failure("crash", traceback.format_exc())
        return self._result(failure)

    def _run(self) -> None:
        self._run_schedule()
        cluster = self.cluster
        rng = random.Random(f"minority {self.scenario.name} {self.seed}")
        run_minority_phase(cluster, self.workload, rng)
        repair(cluster)
        self._moment(Moment.REPAIRED)
        check(cluster, self.workload)
        self._moment(Moment.ENDED)

    def _run_schedule(self) -> None:
        """Let clients append while the steps of the schedule happen."""
        cluster = self.cluster
        cluster.begin()
        self.workload.begin()
        for step in self.schedule:
            cluster.timeline.at(step.at_ms, lambda step=step: self._do(step))  # type: ignore[misc]
        cluster.timeline.run_until(self.scenario.span_ms)

    def _do(self, step: Step) -> None:
        if self.cluster.step > self._steps_max:
            self.cluster.fail("no-runaway", f"{self.cluster.step} events")
        for observer in self.cluster.hooks.steps:
            observer(step)
        STEPS[step.kind](self.cluster, random.Random(step.draw))

    def _moment(self, moment: Moment) -> None:
        for node in self.cluster.nodes.values():
            self.cluster.hooks.call(moment, node)

    def _failure(self, name: str, detail: str) -> Failure:
        return Failure(name, self.cluster.step, self.cluster.now_ms, detail)

    def _result(self, failure: Failure | None) -> SeedResult:
        cluster = self.cluster
        return SeedResult(
            seed=self.seed,
            scenario=self.scenario.name,
            digest=cluster.digest,
            steps=cluster.step,
            messages=cluster.network.messages,
            virtual_ms=cluster.now_ms,
            schedule=self.schedule,
            failure=failure,
            evaluations={each.name: each.evaluations for each in self.invariants},
            reached={each.name: each.reached for each in self.invariants},
            notes={str(kind): cluster.notes[kind] for kind in sorted(cluster.notes)},
            elections=self._leaderships.elections,
            election_ms=tuple(self._leaderships.without_ms),
            voter_changes=cluster.voter_changes,
            appends=self.workload.appends,
            broken=() if cluster.minority is None else tuple(cluster.minority.broken.values()),
            excused=tuple(cluster.excused),
        )


class Leaderships:
    """`without_ms` has a time for each leader that followed upon none, in virtual milliseconds.

    A leader that is cut off counts until it resigns.
    """

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._leading: set[int] = set()
        self._since_ms = cluster.now_ms
        self.elections = 0
        self.without_ms: list[int] = []
        cluster.hooks.roles.append(self._role_changed)
        cluster.hooks.moments[Moment.STOPPED].append(self._ended)

    def _role_changed(self, node: SimulatedNode, before: Role, after: Role) -> None:
        if isinstance(after, Leader) and not isinstance(before, Leader):
            self.elections += 1
            if not self._leading:
                self.without_ms.append(self._cluster.now_ms - self._since_ms)
            self._leading.add(node.node_id)
        elif isinstance(before, Leader):
            self._ended(node)

    def _ended(self, node: SimulatedNode) -> None:
        if node.node_id in self._leading:
            self._leading.discard(node.node_id)
            self._since_ms = self._cluster.now_ms
