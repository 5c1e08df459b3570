"""Many seeds of one scenario, in one or several processes, with results in seed order.

A campaign has no state: seeds A to B are the same in every process, so a campaign is resumed and
divided by range, and its results do not depend on the number of jobs. Worker processes are spawned,
so each has a hash seed of its own: nondeterminism shows as different digests.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import signal
import traceback
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from kraft_core.sim.quorum.disk import leave_directories

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from kraft_core.raft.storage.files import Folder
    from kraft_core.sim.quorum.result import SeedResult
    from kraft_core.sim.quorum.scenarios import Schedule


WAITING = 3
"""Numbers that a worker has in addition to the one it works on."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Work(Protocol[T_co]):
    """The work for each number; must survive pickling."""

    def __call__(self, number: int, /) -> T_co:
        """Return the result of one number."""


class WorkerError(Exception):
    """The work itself failed; names the number."""


def in_order(work: Work[T], numbers: Sequence[int], jobs: int) -> Iterator[T]:
    """Do the work for each number in that many processes (1: in this one).

    Raises WorkerError at the number where the work raised or a worker died.
    """
    if jobs <= 1 or len(numbers) <= 1:
        for number in numbers:
            yield _tried(work, number)
        return
    ready: dict[int, T | WorkerError] = {}
    with _Crew(work, numbers, min(jobs, len(numbers))) as crew:
        for number in numbers:
            while number not in ready:
                ready.update(crew.results())
            result = ready.pop(number)
            if isinstance(result, WorkerError):
                raise result
            yield result


def _tried(work: Work[T], number: int) -> T:
    try:
        return work(number)
    except Exception as error:
        raise WorkerError(f"seed {number}: {traceback.format_exc().rstrip()}") from error


@dataclass(slots=True)
class _Worker:
    process: SpawnProcess
    connection: Connection
    numbers: list[int] = field(default_factory=list)

    def died(self) -> dict[int, WorkerError]:
        """Report a dead worker: give the reason for each of its unfinished numbers."""
        self.process.join()
        code = self.process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        rest = f" (seeds {', '.join(map(str, self.numbers))} were handed to it)"
        error = WorkerError(f"a worker ended at seed {self.numbers[0]} with {how}{rest}")
        numbers, self.numbers = self.numbers, []
        return dict.fromkeys(numbers, error)


class _Crew(Generic[T]):
    """Workers that are always busy while there are numbers left."""

    def __init__(self, work: Work[T], numbers: Sequence[int], count: int) -> None:
        self._left = iter(numbers)
        self._workers: dict[Any, _Worker] = {}
        context = multiprocessing.get_context("spawn")
        with _without_interrupts():
            for _ in range(count):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(theirs, work), daemon=True)
                process.start()
                theirs.close()
                self._workers[ours] = _Worker(process, ours)

    def __enter__(self) -> Self:
        for _ in range(WAITING + 1):
            for worker in self._workers.values():
                self._hand_over(worker)
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers.values():
            worker.connection.close()
            worker.process.terminate()
        for worker in self._workers.values():
            worker.process.join()

    def results(self) -> dict[int, T | WorkerError]:
        """Wait for some results, and give their workers new numbers."""
        found: dict[int, T | WorkerError] = {}
        busy = [place for place, worker in self._workers.items() if worker.numbers]
        for place in wait(busy):
            worker = self._workers[place]
            try:
                result, fault = worker.connection.recv()
            except (EOFError, ConnectionError):
                found.update(worker.died())
                continue
            number = worker.numbers.pop(0)
            found[number] = result if fault is None else WorkerError(f"seed {number}: {fault}")
            self._hand_over(worker)
        return found

    def _hand_over(self, worker: _Worker) -> None:
        for number in islice(self._left, 1):
            worker.numbers.append(number)
            # a dead worker is noticed when its results are read
            with contextlib.suppress(ConnectionError):
                worker.connection.send(number)


@contextlib.contextmanager
def _without_interrupts() -> Iterator[None]:
    """Keep Ctrl-C from processes started in the block; deliver it to this process afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # the first process of all starts the tracker as well, which would unblock the signal again
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(connection: Connection, work: Callable[[int], Any]) -> None:
    """Run the loop of a worker: read a seed, send its result, until the pipe closes."""
    gc.freeze()
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            number = connection.recv()
            result = fault = None
            try:
                result = work(number)
            except Exception:  # noqa: BLE001 - the parent process reports it
                fault = traceback.format_exc().rstrip()
            connection.send((result, fault))


DEFAULT_SCENARIO = "default"


def run_seed(
    seed: int,
    scenario: str,
    plant: str | None = None,
    *,
    schedule: Schedule | None = None,
    on_line: Callable[[str], None] | None = None,
    on_page: Callable[[str], None] | None = None,
    storage: Folder | None = None,
    steps_max: int | None = None,
) -> SeedResult:
    """Run one seed of a cluster. `plant` is the name of a bug to inject.

    Without a schedule it is drawn. `on_line` gets the trace, `on_page` the run as an HTML page; the
    directories of all nodes are left in `storage` as the end found them. More events than
    `steps_max` are a failure.
    """
    # the kernel is loaded where seeds are run, not where results are read
    from kraft_core.sim.quorum.simulator import Simulator

    with _injected(plant):
        simulator = Simulator(
            seed,
            scenario,
            schedule=schedule,
            on_line=on_line,
            steps_max=steps_max,
        )
        picture = None
        if on_page is not None:
            from kraft_core.sim.quorum.picture import Picture

            picture = Picture(simulator.cluster)
        result = simulator.run()
    if picture is not None and on_page is not None:
        on_page(picture.page(result))
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
    work = _RunSeed(scenario, plant)
    yield from results_of(work, seeds, jobs=jobs, until_failure=until_failure)


def results_of(
    work: Work[SeedResult], seeds: range, *, jobs: int, until_failure: bool
) -> Iterator[SeedResult]:
    """Yield the results of seeds in order; with `until_failure` up to the first that failed."""
    with closing(_results(work, seeds, jobs)) as results:
        for result in results:
            yield result
            if until_failure and result.failure is not None:
                return


def _results(work: Work[SeedResult], seeds: range, jobs: int) -> Generator[SeedResult, None, None]:
    yield from in_order(work, seeds, jobs)


@dataclass(frozen=True, slots=True)
class _RunSeed:
    """The work of a worker for each seed."""

    scenario: str
    plant: str | None

    def __call__(self, number: int, /) -> SeedResult:
        # scenarios load the kernel too
        from kraft_core.sim.quorum.scenarios import scenario_of

        return run_seed(number, scenario_of(number, self.scenario), self.plant)


def _injected(plant: str | None) -> Any:
    if plant is None:
        return nullcontext()
    from kraft_core.sim.quorum.injected_bugs import injected  # it patches the modules that it loads

    return injected(plant)
