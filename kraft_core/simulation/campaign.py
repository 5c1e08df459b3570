"""Many seeds of one scenario, on one core or several, their results in the order of the seeds.

A campaign has no state: seeds A to B are the same whoever runs them, so it is resumed and divided
by range, and the results do not depend on the number of jobs.
"""

from __future__ import annotations

from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kraft_core.simulation.directories import leave_directories
from kraft_core.simulation.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from kraft_core.simulation.result import SeedResult
    from kraft_core.simulation.schedule import Schedule
    from kraft_core.storage.files import Folder

DEFAULT_SCENARIO = "default"


def run_seed(
    seed: int,
    scenario: str,
    plant: str | None = None,
    *,
    schedule: Schedule | None = None,
    on_line: Callable[[str], None] | None = None,
    storage: Folder | None = None,
    steps_max: int | None = None,
) -> SeedResult:
    """One life of a cluster, with a bug planted if one is named.

    Without a schedule it is drawn. `on_line` gets the trace; the directories of all nodes are left
    in `storage` as the end found them. More events than `steps_max` are a failure.
    """
    # the kernel is loaded where seeds are run, not where results are read
    from kraft_core.simulation.simulator import STEPS_MAX, Simulator  # noqa: PLC0415

    with _planted(plant):
        simulator = Simulator(
            seed,
            scenario,
            schedule=schedule,
            on_line=on_line,
            steps_max=STEPS_MAX if steps_max is None else steps_max,
        )
        result = simulator.run()
    if storage is not None:
        leave_directories(simulator.cluster, storage)
    return result


def run(
    seeds: range,
    scenario: str = DEFAULT_SCENARIO,
    *,
    jobs: int = 1,
    until_failure: bool = False,
    plant: str | None = None,
) -> Iterator[SeedResult]:
    """Run seeds and give their results in order; with `until_failure` up to the first that failed.

    Raises WorkerError where a simulation itself broke down.
    """
    with closing(_results(seeds, scenario, plant, jobs)) as results:
        for result in results:
            yield result
            if until_failure and result.failure is not None:
                return


def _results(
    seeds: range, scenario: str, plant: str | None, jobs: int
) -> Generator[SeedResult, None, None]:
    yield from in_order(_Life(scenario, plant), seeds, jobs)


@dataclass(frozen=True, slots=True)
class _Life:
    """What a worker does for each seed."""

    scenario: str
    plant: str | None

    def __call__(self, number: int, /) -> SeedResult:
        return run_seed(number, self.scenario, self.plant)


def _planted(plant: str | None) -> Any:
    if plant is None:
        return nullcontext()
    from kraft_core.simulation.plants import planted  # noqa: PLC0415 - patches what it loads

    return planted(plant)
