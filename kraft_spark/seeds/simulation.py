"""The format `kraft_simulation`: simulated runs of a quorum, a row for each seed.

This is the only import of `kraft_core.sim.quorum` in the pipeline, done when a seed is run; no
Spark here. Ranges of seeds come first, then seeds as rows, then the options.

Every outcome of a seed is a row: it passed, it failed, it timed out, or the simulation itself
failed. A worker that runs seeds never raises. The cost of a seed is bounded: time by a timer,
memory by the limit of the process. Each row names the code that ran it: the release, and a digest
of the sources that decide a simulated run.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import pickle
import platform
import re
import signal
import subprocess
import sys
import threading
import time
import traceback
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import metadata, resources
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from kraft_spark.options import (
    POSITIVE,
    TEXT,
    Kind,
    Option,
    OptionError,
    Options,
    choice,
    json_of,
    number,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable
    from types import FrameType

    from kraft_core.sim.quorum.result import SeedResult

Ranges = tuple[range, ...]

_RANGE: Final = re.compile(r"\s*(\d+)\s*:\s*(\d+)\s*")


def parse_ranges(text: str) -> Ranges:
    """Read ranges that ascend and do not overlap; raises ValueError."""
    found: list[range] = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part)
        one = range(int(match[1]), int(match[2])) if match else range(0)
        if not one or (found and one.start < found[-1].stop):
            raise ValueError(f"{text!r} is not a valid A:B[,A:B...] of seeds (B excluded)")
        found.append(one)
    return tuple(found)


def ranges_text(ranges: Ranges) -> str:
    """Return the ranges as `parse_ranges` reads them."""
    return ",".join(f"{one.start}:{one.stop}" for one in ranges)


def count_of(ranges: Iterable[range]) -> int:
    """Return the number of seeds."""
    return sum(map(len, ranges))


def seeds_of(ranges: Iterable[range]) -> Iterator[int]:
    """Yield all seeds of the ranges, in order."""
    return chain.from_iterable(ranges)


def ranges_of(seeds: Iterable[int]) -> Ranges:
    """Return the ranges of seeds in any order and with repeats."""
    found: list[range] = []
    for seed in sorted(set(seeds)):
        if found and found[-1].stop == seed:
            found[-1] = range(found[-1].start, seed + 1)
        else:
            found.append(range(seed, seed + 1))
    return tuple(found)


def in_parts(ranges: Iterable[range], size: int) -> Iterator[Ranges]:
    """Yield the same seeds in parts of `size`, the last one perhaps of fewer."""
    part: list[range] = []
    room = size
    for one in ranges:
        rest = one
        while rest:
            taken, rest = rest[:room], rest[room:]
            part.append(taken)
            room -= len(taken)
            if not room:
                yield tuple(part)
                part, room = [], size
    if part:
        yield tuple(part)


def without(ranges: Iterable[range], done: set[int]) -> Ranges:
    """Return the seeds that are not done."""
    return ranges_of(seed for seed in seeds_of(ranges) if seed not in done)


_SOON_S: Final = 0.001
_AGAIN_S: Final = 1.0
"""When the exception is raised once more: where it came in a `__del__`, Python dropped it."""


class SeedTimeout(BaseException):
    """A seed has exceeded its time."""


@contextlib.contextmanager
def time_limit(milliseconds: int | None) -> Iterator[None]:
    """Raise SeedTimeout in the block when the time is over.

    Only the main thread can be interrupted, and only where the system has interval timers.
    """
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if milliseconds is None or not can:
        yield
        return
    began = time.monotonic()
    alarm = _Alarm()
    before = signal.signal(signal.SIGALRM, alarm.ring)
    left_s, interval_s = signal.setitimer(signal.ITIMER_REAL, milliseconds / 1000, _AGAIN_S)
    try:
        with alarm.collections_watched():
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left_s:  # continue the timer of the caller
            left_s = max(left_s - (time.monotonic() - began), _SOON_S)
            signal.setitimer(signal.ITIMER_REAL, left_s, interval_s)


@contextlib.contextmanager
def memory_limit(mebibytes: int | None) -> Iterator[None]:
    """Limit the address space of the process in the block: more is a MemoryError."""
    if mebibytes is None:
        yield
        return
    import resource  # not available on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = mebibytes << 20
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


class _Alarm:
    """Raises when the time is over, but only after a running garbage collection.

    Python drops exceptions in a callback of the collector, or of a weak reference.
    """

    def __init__(self) -> None:
        self._is_collecting = False

    def ring(self, _: int, __: FrameType | None) -> None:
        """Raise SeedTimeout, or try again soon if the garbage collector runs."""
        if self._is_collecting:
            signal.setitimer(signal.ITIMER_REAL, _SOON_S, _AGAIN_S)
        else:
            raise SeedTimeout

    @contextlib.contextmanager
    def collections_watched(self) -> Iterator[None]:
        """Track garbage collections, from before the first callback until after the last one."""
        gc.callbacks.insert(0, self._begin)
        gc.callbacks.append(self._end)
        try:
            yield
        finally:
            gc.callbacks.remove(self._begin)
            gc.callbacks.remove(self._end)

    def _begin(self, phase: str, _: object) -> None:
        self._is_collecting |= phase == "start"

    def _end(self, phase: str, _: object) -> None:
        self._is_collecting &= phase != "stop"


_PLACES: Final = (
    "kraft_core/raft/consensus",
    "kraft_core/raft/batches.py",
    "kraft_core/raft/replica",
    "kraft_core/sim/quorum",
    "kraft_core/raft/storage",
    "kraft_wire",
)
_DIGITS: Final = 12


@cache
def code_version() -> str:
    """Return `0.1.0+` and a digest; equal wherever the same code runs, also from an archive."""
    digest = sha256()
    for place in _PLACES:
        package, *inner = place.split("/")
        found = _sources(resources.files(package).joinpath(*inner), place)
        for path, file in sorted(found, key=itemgetter(0)):
            digest.update(path.encode() + b"\0" + file.read_bytes())
    return f"{_release()}+{digest.hexdigest()[:_DIGITS]}"


def _sources(entry: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    if entry.is_dir():
        for inner in entry.iterdir():
            yield from _sources(inner, f"{path}/{inner.name}")
    elif path.endswith(".py"):
        yield path, entry


def _release() -> str:
    try:
        return metadata.version("kraft")
    except metadata.PackageNotFoundError:
        return "0"


Row = dict[str, Any]

PASSED, FAILED, TIMEOUT, ERROR = "passed", "failed", "timeout", "error"
CASE = "case:"
"""Prefix of the name of an invariant in the coverage: how often its case was reached."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedWork:
    """The work for each seed; survives pickling. None is no limit."""

    campaign: str = "default"
    scenario: str = "default"
    plant: str | None = None
    max_steps: int | None = None
    timeout_ms: int | None = None
    memory_mib: int | None = None
    traces: bool = False

    @property
    def options(self) -> str:
        """The parameters that determine a row besides seed and scenario, as JSON."""
        given = {
            "maxSteps": self.max_steps,
            "memoryLimitMiB": self.memory_mib,
            "plant": self.plant,
            "seedTimeoutMs": self.timeout_ms,
        }
        return json.dumps({name: value for name, value in given.items() if value is not None})

    def __call__(self, number: int, /) -> Row:
        """Run a seed and return its row."""
        began = time.perf_counter()
        found: Row = {"status": ERROR}
        try:
            with memory_limit(self.memory_mib), time_limit(self.timeout_ms):
                found = self._lived(number)
        except SeedTimeout:
            found = {"status": TIMEOUT, "error": f"not over after {self.timeout_ms} ms"}
        except Exception:  # noqa: BLE001 - it becomes the seed's row
            found = {"status": ERROR, "error": traceback.format_exc().rstrip()}
        return {
            "campaign": self.campaign,
            "scenario": self.scenario,
            "seed": number,
            "wallMs": round((time.perf_counter() - began) * 1000),
            "codeVersion": code_version(),
            "pythonVersion": platform.python_version(),
            "options": self.options,
            **found,
        }

    def _lived(self, number: int) -> Row:
        from kraft_core.sim.quorum.campaign import run_seed  # loads the kernel

        result = run_seed(number, self.scenario, self.plant, steps_max=self.max_steps)
        row = result_row(result)
        if self.traces and result.failure is not None:
            lines: list[str] = []
            run_seed(
                number,
                self.scenario,
                self.plant,
                steps_max=self.max_steps,
                on_line=lines.append,
            )
            row["trace"] = packed_trace(lines)
        return row


def result_row(result: SeedResult) -> Row:
    """Return the result of a seed by the names of the columns."""
    failure = result.failure
    cases = {f"{CASE}{name}": count for name, count in result.reached.items() if count}
    return {
        "status": PASSED if failure is None else FAILED,
        "invariant": None if failure is None else failure.invariant,
        "step": None if failure is None else failure.step,
        "virtualTimeMs": result.virtual_ms,
        "events": result.steps,
        "elections": result.elections,
        "electionTimesMs": list(result.election_ms),
        "commits": result.appends,
        "reconfigurations": result.voter_changes,
        "digest": result.digest,
        "coverage": {**result.notes, **cases},
        "error": None if failure is None else failure.detail,
    }


def packed_trace(lines: Iterable[str]) -> bytes:
    """Return a trace as zstd bytes."""
    import zstandard  # for failures alone

    return zstandard.ZstdCompressor().compress("\n".join(lines).encode())


def trace_text(packed: bytes) -> str:
    """Return the trace in a row."""
    import zstandard

    return zstandard.ZstdDecompressor().decompress(packed).decode()


def scenario_names() -> tuple[str, ...]:
    """Return the kinds of campaign."""
    from kraft_core.sim.quorum.scenarios import SCENARIOS

    return tuple(SCENARIOS)


def plant_names() -> tuple[str, ...]:
    """Return the names of the bugs that can be injected."""
    from kraft_core.sim.quorum.injected_bugs import INJECTED_BUGS

    return tuple(INJECTED_BUGS)


def all_coverage() -> frozenset[str]:
    """Return every name that can occur in a coverage."""
    from kraft_core.raft.consensus.effects import NoteKind
    from kraft_core.sim.quorum.invariants.registry import INVARIANTS

    notes = {kind.value for kind in NoteKind}
    return frozenset(notes | {f"{CASE}{each.name}" for each in INVARIANTS})


def run_in_processes(work: SeedWork, seeds: Sequence[int], jobs: int) -> Iterator[Row]:
    """Yield rows in the order of the seeds, made in this many processes.

    Raises SeedWorkerError when a process died.
    """
    from kraft_core.sim.quorum.campaign import WorkerError, in_order

    try:
        yield from in_order(work, seeds, jobs)
    except WorkerError as error:
        raise SeedWorkerError(str(error)) from None


class SeedWorkerError(Exception):
    """A process that ran seeds died, or could not be started."""


def run_in_child(work: SeedWork, seeds: Sequence[int], hash_seed: int) -> list[Row]:
    """Yield rows made by another process with its own hash seed; raises SeedWorkerError.

    A dependence on the order of a set shows when rows are compared with those of this process.
    """
    environment = {
        **os.environ,
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        [sys.executable, "-c", "from kraft_spark.seeds.simulation import serve; serve()"],
        input=pickle.dumps((work, list(seeds))),
        capture_output=True,
        env=environment,
        check=False,
    )
    if done.returncode != 0:
        raise SeedWorkerError(
            done.stderr.decode(errors="replace").strip() or "the child process died"
        )
    rows: list[Row] = pickle.loads(done.stdout)  # noqa: S301 - of our own child
    return rows


def serve() -> None:
    """Serve as a child: read work and seeds from standard input, write rows to standard output."""
    work, seeds = pickle.load(sys.stdin.buffer)  # noqa: S301 - of our own parent
    sys.stdout.buffer.write(pickle.dumps([work(seed) for seed in seeds]))


TRACES: Final = ("none", "failures")
HASH_SEED_MOST: Final = (1 << 32) - 1
_LIMITS: Final = "limit for each seed; by default none"


def _plant(form: Any) -> str | None:
    if not isinstance(form, dict) or not set(form) <= {"plant"}:
        raise ValueError
    plant: str | None = form.get("plant")
    if plant is not None and plant not in plant_names():
        raise OptionError(f"unknown plant {plant!r}: see kraft simulate --list plants")
    return plant


@cache
def simulation_options() -> Options:
    """Return every option. Built on first use: it imports the simulation."""
    return Options(
        "kraft_simulation",
        Option(
            "seeds",
            Kind("A:B[,A:B...] of seeds, B excluded", parse_ranges),
            "ranges of seeds, `A:B[,A:B...]`, B excluded; required",
        ),
        Option("scenario", choice(*scenario_names()), "name of the scenario", "default"),
        Option("campaign", TEXT, "value of the column `campaign`; by default the scenario"),
        Option(
            "seedsPerPartition",
            POSITIVE,
            "seeds per task. By default the first three seeds are timed, and a task gets seeds for "
            "eight seconds, at least 16",
        ),
        Option(
            "maxSteps",
            POSITIVE,
            "events after which a seed fails with `no-runaway`; by default 200,000",
        ),
        Option("seedTimeoutMs", POSITIVE, _LIMITS),
        Option("memoryLimitMiB", POSITIVE, _LIMITS, field="memory_mib"),
        Option("traces", choice(*TRACES), "keep traces: `none` or `failures`", "none"),
        Option(
            "options",
            json_of('JSON like {"plant": "NAME"}', _plant),
            'JSON: `{"plant": "NAME"}` injects a bug',
            field="plant",
        ),
        Option(
            "hashSeed",
            number(0, HASH_SEED_MOST),
            "run seeds in separate processes with this `PYTHONHASHSEED`",
        ),
    )


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """The work for each seed, and the seeds.

    `seeds_per_partition` None means that the first seeds are timed. With a `hash_seed` they are run
    in separate processes that have it.
    """

    seeds: Ranges
    work: SeedWork
    seeds_per_partition: int | None = None
    hash_seed: int | None = None

    def texts(self) -> dict[str, str]:
        """Return the options in Spark's form."""
        work = self.work
        given: dict[str, Any] = {
            "campaign": work.campaign,
            "scenario": work.scenario,
            "seeds": ranges_text(self.seeds),
            "maxSteps": work.max_steps,
            "memoryLimitMiB": work.memory_mib,
            "seedTimeoutMs": work.timeout_ms,
            "traces": TRACES[work.traces],
            "seedsPerPartition": self.seeds_per_partition,
            "hashSeed": self.hash_seed,
        }
        if work.plant is not None:
            given["options"] = f'{{"plant": "{work.plant}"}}'
        return {name: str(value) for name, value in given.items() if value is not None}


def parse_simulation_options(options: Mapping[str, str]) -> SimulationOptions:
    """Read the options that Spark passes; raises OptionError."""
    values = simulation_options().parse(options)
    if values["seeds"] is None:
        raise OptionError("option seeds is missing: A:B, B excluded")
    work = SeedWork(
        campaign=values["scenario"] if values["campaign"] is None else values["campaign"],
        scenario=values["scenario"],
        plant=values["plant"],
        max_steps=values["max_steps"],
        timeout_ms=values["seed_timeout_ms"],
        memory_mib=values["memory_mib"],
        traces=values["traces"] == "failures",
    )
    return SimulationOptions(
        values["seeds"], work, values["seeds_per_partition"], values["hash_seed"]
    )
