"""Campaigns over seeds of quorums that lose disks, in one process or several, in order."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from kraft_core.sim.quorum.campaign import results_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_core.sim.quorum.result import SeedResult


def run_seed(
    seed: int, plant: str | None = None, *, on_line: Callable[[str], None] | None = None
) -> SeedResult:
    """Run one seed. `plant` is the name of a bug to inject, `on_line` gets the trace."""
    # loaded where seeds are run, not where results are read
    from kraft_core.sim.disaster.simulator import DisasterSimulator

    with _injected(plant):
        return DisasterSimulator(seed, on_line=on_line).run()


def run(
    seeds: range, *, jobs: int = 1, until_failure: bool = False, plant: str | None = None
) -> Iterator[SeedResult]:
    """Run seeds and give their results in order; with `until_failure` up to the first that failed.

    Raises WorkerError where a simulation itself broke down.
    """
    work = partial(run_seed, plant=plant)
    return results_of(work, seeds, jobs=jobs, until_failure=until_failure)


def _injected(plant: str | None) -> Any:
    if plant is None:
        return nullcontext()
    from kraft_core.sim.disaster.injected_bugs import injected

    return injected(plant)
