"""The parts of one replica, made together because they look at each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kraft_core.replica.accumulator import Accumulator
from kraft_core.replica.answers import Answers
from kraft_core.replica.appends import AppendsInFlight
from kraft_core.replica.applying import Applier
from kraft_core.replica.leadership import Leadership
from kraft_core.replica.log_progress import LogProgress
from kraft_core.replica.ports import DirectReads
from kraft_core.replica.snapshot_production import SnapshotProduction

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.replica.config import ReplicaConfig
    from kraft_core.replica.ports import Ports
    from kraft_core.replica.state_machine import StateMachine


@dataclass(frozen=True, slots=True)
class Parts:
    """What a replica remembers beside consensus."""

    progress: LogProgress
    answers: Answers
    applier: Applier
    production: SnapshotProduction
    leadership: Leadership
    accumulator: Accumulator
    appends: AppendsInFlight

    @classmethod
    def of(
        cls,
        own_id: int | None,
        ports: Ports,
        machine: StateMachine,
        config: ReplicaConfig,
        wake: Callable[[], None],
    ) -> Parts:
        """The parts of a replica that has not started yet."""
        progress = LogProgress()
        appends = AppendsInFlight()
        reads = ports.reads or DirectReads(ports.log, ports.snapshots)
        applier = Applier(machine, ports.log, ports.snapshots, config, progress, appends=appends)
        return cls(
            progress,
            Answers(ports.network, reads, progress, config.topic),
            applier,
            SnapshotProduction(machine, ports.snapshots, applier, ports.clock, config),
            Leadership(own_id, machine),
            Accumulator(config, ports.clock, wake),
            appends,
        )
