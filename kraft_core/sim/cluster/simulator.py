"""One seed of a cluster with brokers: draw it, inject faults, repair it, check what must follow."""

from __future__ import annotations

import random
import traceback
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kraft_core.raft.consensus.invariants import InvariantBroken
from kraft_core.sim.cluster import CLUSTER
from kraft_core.sim.cluster.brokers import FIRST_BROKER, SimulatedBroker
from kraft_core.sim.cluster.controllers import ControllerCluster
from kraft_core.sim.cluster.invariants import CLUSTER_INVARIANTS, unmet
from kraft_core.sim.cluster.operator import Operator
from kraft_core.sim.quorum.convergence import repair
from kraft_core.sim.quorum.injected_bugs.patch import patching
from kraft_core.sim.quorum.result import Failure, InvariantFailed, SeedResult
from kraft_core.sim.quorum.scenarios import Scenario, Step, draw_plan, draw_schedule
from kraft_core.sim.quorum.simulator import Leaderships
from kraft_core.sim.quorum.steps import STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kraft_core.sim.quorum.injected_bugs.patch import Patch
    from kraft_core.sim.quorum.invariants.invariant import Invariant
    from kraft_core.sim.quorum.scenarios import Schedule

LIMIT_MS: Final = 60_000
_LOOK_MS: Final = 100

_FAULTS: Final = {
    "crash": 8,
    "power-loss": 5,
    "crash-soon": 6,
    "power-loss-soon": 5,
    "bounce": 8,
    "shutdown": 5,
    "rolling-restart": 1,
    "cluster-power-loss": 1,
    "fail-over-repeatedly": 2,
    "bad-network": 3,
    "one-way-cut": 3,
    "partition": 6,
    "isolate": 8,
    "pause": 8,
    "drift": 2,
    "skew": 1,
    "slow-disk": 3,
    "resign": 6,
    "snapshot": 10,
    "lag": 4,
    "old-leader-returns": 4,
}
SCENARIO: Final = Scenario(
    name=CLUSTER,
    about="Controllers and brokers: the active controller of production amid faults.",
    voters=(1, 3, 3, 3, 5),
    kraft_levels=(1, 1, 0),
    releases=("4.3",),
    weights=_FAULTS,
    steps=(2, 8),
    span_ms=14_000,
    steps_max=300_000,
)
_BROKER_FAULTS: Final = {
    "kill": 10,
    "restart": 8,
    "stop": 8,
    "silence": 8,
    "cut": 6,
    "directory": 4,
    "kill-all": 1,
}
_LEVELS: Final = (
    {"metadata.version": 30, "eligible.leader.replicas.version": 1},
    {"metadata.version": 30, "eligible.leader.replicas.version": 1},
    {"metadata.version": 30},
    {"metadata.version": 21},
)
_SMALL: Final = {
    "LARGE": (2, 1000),
    "_STEP_RECORDS": (1, 3, 500),
    # above every atomic decision of the operator, and below a broker's fence
    "MAX_RECORDS_PER_BATCH": (10, 10_000),
}


class ClusterRun(ABC):
    """One simulated run of a cluster with brokers; subclasses decide what happens."""

    def __init__(
        self,
        cluster: ControllerCluster,
        scenario: Scenario,
        schedule: Schedule,
        invariants: Iterable[type[Invariant]] = CLUSTER_INVARIANTS,
    ) -> None:
        self.cluster = cluster
        self.scenario = scenario
        self.schedule = schedule
        self._leaderships = Leaderships(cluster)
        self.invariants = tuple(each(cluster) for each in invariants)
        self.brokers: dict[int, SimulatedBroker] = {}
        """Those that are expected to serve at the end, and one that has ended."""
        self._ended: int | None = None
        """The broker that has ended for good."""

    @abstractmethod
    def _run(self) -> None:
        """Begin, and run to the end."""

    def run(self) -> SeedResult:
        """Run the seed. A failure without the name of an invariant is named crash."""
        failure = None
        try:
            self._run()
        except InvariantFailed as broken:
            failure = self._failure(broken.invariant, broken.detail)
        except InvariantBroken as broken:
            failure = self._failure(broken.name, broken.detail)
        except Exception:  # noqa: BLE001 - the search is for bugs of any kind
            failure = self._failure("crash", traceback.format_exc())
        cluster = self.cluster
        return SeedResult(
            seed=cluster.seed,
            scenario=self.scenario.name,
            digest=cluster.digest,
            steps=cluster.step,
            messages=cluster.network.messages + cluster.requests.carried,
            virtual_ms=cluster.now_ms,
            schedule=self.schedule,
            failure=failure,
            evaluations={each.name: each.evaluations for each in self.invariants},
            reached={each.name: each.reached for each in self.invariants},
            elections=self._leaderships.elections,
            election_ms=tuple(self._leaderships.without_ms),
            voter_changes=cluster.voter_changes,
            appends=len(cluster.model.log),
        )

    def _do(self, step: Step) -> None:
        cluster = self.cluster
        if cluster.step > self.scenario.steps_max:
            cluster.fail("no-runaway", f"{cluster.step} events")
        cluster.tell(step.kind)
        STEPS[step.kind](cluster, random.Random(step.draw))

    # -- conditions after the repair ----------------------------------------------------------

    def _converge(self) -> None:
        cluster, brokers = self.cluster, self.brokers

        def goes_on() -> bool:
            for node in cluster.controllers:
                if not node.is_up:
                    node.start()
            for broker in brokers.values():
                if broker.broker_id != self._ended:
                    broker.start()
            return unmet(cluster, brokers) is not None

        if not cluster.timeline.run_while(goes_on, LIMIT_MS, _LOOK_MS):
            missing = unmet(cluster, brokers)
            if missing is not None:
                cluster.fail(*missing)

    def _check_end(self) -> None:
        for node in self.cluster.controllers:
            faults = node.controller.counters.faults
            if faults:
                self.cluster.fail("no-decision-fails", f"{faults} faults of node {node.node_id}")

    def _failure(self, name: str, detail: str) -> Failure:
        return Failure(name, self.cluster.step, self.cluster.now_ms, detail)


class ClusterSimulator(ClusterRun):
    """A seed of the scenario. `on_line` gets a line for each thing that happens to the cluster."""

    def __init__(self, seed: int, *, on_line: Callable[[str], None] | None = None) -> None:
        rng = random.Random(f"cluster with brokers {seed}")
        plan = draw_plan(SCENARIO, random.Random(rng.getrandbits(48)))
        schedule = draw_schedule(SCENARIO, random.Random(rng.getrandbits(48)))
        self._rng = random.Random(rng.getrandbits(48))
        self._sizes = {name: self._rng.choice(sizes) for name, sizes in _SMALL.items()}
        cluster = ControllerCluster(seed, replace(plan, observer_ids=()), self._rng.choice(_LEVELS))
        cluster.on_event = on_line
        super().__init__(cluster, SCENARIO, schedule)
        for broker_id in range(FIRST_BROKER, FIRST_BROKER + self._rng.choice((1, 3, 3, 4, 5))):
            broker_rng = random.Random(rng.getrandbits(48))
            self.brokers[broker_id] = SimulatedBroker(cluster, broker_id, broker_rng)
        self._operator = Operator(cluster, self.brokers, random.Random(rng.getrandbits(48)))

    def run(self) -> SeedResult:
        """Run the seed, with limits at which few records count as many."""
        with patching() as patch:
            self._make_small(patch)
            return super().run()

    def _make_small(self, patch: Patch) -> None:
        """Lower limits so that few records count as many: decisions are split and take steps."""
        from kraft_core.controller import decider as deciding  # modules to patch
        from kraft_core.controller import loop as active

        for module in (active, deciding):
            for name, size in self._sizes.items():
                if name in vars(module):
                    patch.set(module, name, size)

    def _run(self) -> None:
        cluster, timeline = self.cluster, self.cluster.timeline
        cluster.begin()
        for broker in self.brokers.values():
            timeline.at(self._rng.randrange(2000), broker.start)
        self._operator.begin()
        for step in self.schedule:
            timeline.at(step.at_ms, lambda step=step: self._do(step))  # type: ignore[misc]
        for _ in range(self._rng.randrange(3, 12)):
            at_ms = self._rng.randrange(1500, SCENARIO.span_ms)
            timeline.at(at_ms, self._hurt_broker)
        timeline.run_until(SCENARIO.span_ms)
        repair(cluster)
        cluster.requests.lost = 0
        cluster.requests.cut.clear()
        self._converge()
        self._end_one()
        self._converge()
        self._check_end()

    # -- faults of brokers --------------------------------------------------------------------

    def _hurt_broker(self) -> None:
        cluster, rng = self.cluster, self._rng
        broker = rng.choice(list(self.brokers.values()))
        kind = rng.choices(list(_BROKER_FAULTS), list(_BROKER_FAULTS.values()))[0]
        back_ms = rng.choice((50, 500, 3000, 8000))
        cluster.tell(f"{kind} broker {broker.broker_id}")
        match kind:
            case "kill":
                broker.kill()
            case "kill-all":
                for each in self.brokers.values():
                    each.kill()
                    cluster.timeline.at(rng.randrange(100, 5000), each.start)
            case "restart":
                broker.kill()
                back_ms = 0
            case "stop":
                broker.shut_down()
            case "silence":
                broker.pause(rng.choice((700, 2500, 6000)))
            case "cut":
                cluster.requests.cut.add(broker.broker_id)
                cluster.timeline.at(back_ms, lambda: cluster.requests.cut.discard(broker.broker_id))
            case _:
                broker.lose_directory()
        cluster.timeline.at(back_ms, broker.start)

    def _end_one(self) -> None:
        """Stop a broker permanently: it must be fenced and lead no partition."""
        broker = self._rng.choice(list(self.brokers.values()))
        self._ended = broker.broker_id
        self.cluster.tell(f"broker {broker.broker_id} ends")
        broker.kill()
        leader = self.cluster.leader()
        if leader is not None and self._rng.randrange(2):
            # the next active controller never hears from that broker
            self.cluster.tell(f"controller {leader.node_id} ends too")
            leader.crash()
