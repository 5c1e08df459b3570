"""Many seeds of clusters with brokers, in one process or several, in the order of the seeds."""

from __future__ import annotations

from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kraft_core.sim.quorum.campaign import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from kraft_core.sim.quorum.result import SeedResult


def run_seed(
    seed: int, plant: str | None = None, *, on_line: Callable[[str], None] | None = None
) -> SeedResult:
    """One simulated run. `plant` is the name of a bug to inject, `on_line` gets the trace."""
    # loaded where seeds are run, not where results are read
    from kraft_core.sim.cluster.simulator import ClusterSimulator

    with _injected(plant):
        return ClusterSimulator(seed, on_line=on_line).run()


def run(
    seeds: range, *, jobs: int = 1, until_failure: bool = False, plant: str | None = None
) -> Iterator[SeedResult]:
    """Run seeds and give their results in order; with `until_failure` up to the first that failed.

    Raises WorkerError where a simulation itself broke down.
    """
    with closing(_results(seeds, jobs, plant)) as results:
        for result in results:
            yield result
            if until_failure and result.failure is not None:
                return


def _results(seeds: range, jobs: int, plant: str | None) -> Generator[SeedResult, None, None]:
    yield from in_order(_RunSeed(plant), seeds, jobs)


@dataclass(frozen=True, slots=True)
class _RunSeed:
    """What a worker does for each seed."""

    plant: str | None

    def __call__(self, number: int, /) -> SeedResult:
        return run_seed(number, self.plant)


def _injected(plant: str | None) -> Any:
    if plant is None:
        return nullcontext()
    from kraft_core.sim.cluster.injected_bugs import injected

    return injected(plant)
