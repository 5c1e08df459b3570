"""A month or a year of a cluster with brokers and no faults, with the real number of events.

Hours are a second, and Kafka's intervals of idleness, snapshots and retention shrink with them.
Controllers stop as planned, voters change, and each day a broker comes, serves for some days, ends
and is unregistered, as in a cluster whose machines are replaced again and again.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kraft_core.sim.cluster.bounds import TablesAreBounded
from kraft_core.sim.cluster.brokers import FIRST_BROKER, SimulatedBroker
from kraft_core.sim.cluster.controllers import TASKS, ControllerCluster
from kraft_core.sim.cluster.invariants import CLUSTER_INVARIANTS
from kraft_core.sim.cluster.operator import Operator
from kraft_core.sim.cluster.simulator import ClusterRun
from kraft_core.sim.quorum.convergence import repair
from kraft_core.sim.quorum.invariants.storage import LogShrinks, NoFileForgotten
from kraft_core.sim.quorum.plan import RELEASES
from kraft_core.sim.quorum.scenarios import Scenario, draw_plan, draw_schedule
from kraft_wire.messages import UnregisterBrokerRequest

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.sim.quorum.invariants.invariant import Invariant
    from kraft_wire.message import Message

LONG_INVARIANTS: Final[tuple[type[Invariant], ...]] = (
    LogShrinks,
    NoFileForgotten,
    TablesAreBounded,
    *CLUSTER_INVARIANTS,
)

_HOUR_MS: Final = 1_000
_HOURS_A_MONTH: Final = 730


def _long(name: str, about: str, months: int) -> Scenario:
    """Return months without faults. Each has one change of voters and one planned stop."""
    return Scenario(
        name=name,
        about=about,
        voters=(3,),
        observers=(1,),
        releases=tuple(RELEASES)[-1:],
        retry_backoffs_ms=(100,),
        first=("voter-change", "shutdown") * months,
        span_ms=months * _HOURS_A_MONTH * _HOUR_MS,
        steps_max=4_000_000 * months,
        hour_ms=_HOUR_MS,
    )


_MONTH_TEXT: Final = (
    "A twelfth of a year: 730 hourly snapshots, 30 brokers, a change of voters, a planned stop."
)
_YEAR_TEXT: Final = (
    "8,760 hourly snapshots, 365 brokers that come and go, 12 changes of voters, 12 planned stops."
)

LONG_SCENARIOS: Final = {
    each.name: each for each in (_long("month", _MONTH_TEXT, 1), _long("year", _YEAR_TEXT, 12))
}
"""They keep the counts of their time, not its seconds."""

_LEVELS: Final = {"metadata.version": 30, "eligible.leader.replicas.version": 1}
_DAY_HOURS: Final = 24
_BROKERS: Final = {"month": 30, "year": 365}
"""One a day."""
_STAYS_DAYS: Final = (2, 4)
"""Time that a broker serves: some days, so that two to four are there at a time."""
_RETRY_MS: Final = 2_000
_NOT_REGISTERED: Final = 102
_BUSY_MS: Final = (1_000, 8_000)
_OPERATOR_PAUSE_MS: Final = (1_000, 8_000)


class LongSimulator(ClusterRun):
    """One seed of `month` or `year`. `on_line` gets a line for each thing that happens."""

    def __init__(
        self, seed: int, name: str, *, on_line: Callable[[str], None] | None = None
    ) -> None:
        scenario = LONG_SCENARIOS[name]
        rng = random.Random(f"{name} with brokers {seed}")
        plan = draw_plan(scenario, random.Random(rng.getrandbits(48)))
        schedule = draw_schedule(scenario, random.Random(rng.getrandbits(48)))
        self._rng = random.Random(rng.getrandbits(48))
        tasks = replace(TASKS, max_idle_interval_ms=_HOUR_MS)
        cluster = ControllerCluster(seed, plan, _LEVELS, tasks)
        cluster.requests.lost = 0
        cluster.on_event = on_line
        super().__init__(cluster, scenario, schedule, LONG_INVARIANTS)
        self.broker_count = _BROKERS[name]
        """Number of brokers that come and go."""
        self.removed = 0
        """Number of them that were unregistered."""
        self._operator = Operator(
            cluster, self.brokers, random.Random(rng.getrandbits(48)), _OPERATOR_PAUSE_MS
        )

    def _run(self) -> None:
        cluster, timeline = self.cluster, self.cluster.timeline
        cluster.begin()
        day_ms = _DAY_HOURS * _HOUR_MS
        for number in range(self.broker_count):
            at_ms = round(number * self.scenario.span_ms / self.broker_count)
            timeline.at(at_ms + self._rng.randrange(day_ms // 4), self._come(FIRST_BROKER + number))
        self._operator.begin()
        for step in self.schedule:
            timeline.at(step.at_ms, lambda step=step: self._do(step))  # type: ignore[misc]
        timeline.run_until(self.scenario.span_ms)
        repair(cluster)
        self._converge()
        self._check_end()

    def _come(self, broker_id: int) -> Callable[[], None]:
        def come() -> None:
            broker = SimulatedBroker(
                self.cluster, broker_id, random.Random(self._rng.getrandbits(48)), _BUSY_MS
            )
            self.brokers[broker_id] = broker
            broker.start()
            stays_ms = self._rng.randint(*_STAYS_DAYS) * _DAY_HOURS * _HOUR_MS
            self.cluster.timeline.at(stays_ms, lambda: self._go(broker))

        return come

    def _go(self, broker: SimulatedBroker) -> None:
        """End a broker, cleanly or not; an operator unregisters it hours later."""
        if self.cluster.is_repaired:
            return
        del self.brokers[broker.broker_id]
        self.cluster.tell(f"broker {broker.broker_id} goes")
        if self._rng.randrange(3):
            broker.shut_down()
        else:
            broker.kill()
        self.cluster.timeline.at(8 * _HOUR_MS, lambda: self._unregister(broker))

    def _unregister(self, broker: SimulatedBroker) -> None:
        if self.cluster.is_repaired:
            return
        broker.kill()
        request = UnregisterBrokerRequest(broker_id=broker.broker_id)

        def answered(answer: Message | None) -> None:
            code = None if answer is None else getattr(answer, "error_code", None)
            if code in {0, _NOT_REGISTERED}:
                self.removed += 1
            else:
                self.cluster.timeline.at(_RETRY_MS, lambda: self._unregister(broker))

        self.cluster.requests.ask(broker.broker_id, request, 0, answered)
