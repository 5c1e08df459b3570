"""Seeds to rows: the one door of the pipeline to `kraft_core.simulation`.

Whatever becomes of a seed is a row: it held, it failed, its time was over, or the simulation itself
broke down. A worker that runs seeds never raises. What one seed may take is bounded: time by a
timer, memory by the limit of the process. Each row names the code that it was run by: the release,
and a digest of the sources that decide a simulated run.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import pickle
import platform
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
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from importlib.resources.abc import Traversable
    from types import FrameType

    from kraft_core.simulation.result import SeedResult

_SOON_S: Final = 0.001
_AGAIN_S: Final = 1.0
"""When the exception is raised once more: where it came in a `__del__`, Python dropped it."""


class SeedTimeout(BaseException):
    """The time of a seed is over."""


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
        if left_s:  # somebody else's timer goes on
            left_s = max(left_s - (time.monotonic() - began), _SOON_S)
            signal.setitimer(signal.ITIMER_REAL, left_s, interval_s)


@contextlib.contextmanager
def memory_limit(mebibytes: int | None) -> Iterator[None]:
    """Let the process have no more address space in the block: more is a MemoryError."""
    if mebibytes is None:
        yield
        return
    import resource  # noqa: PLC0415 - not there on Windows

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
    """Raises when the time is over, but after a collection of garbage.

    Python drops what is raised in a callback of the collector, or of a weak reference.
    """

    def __init__(self) -> None:
        self._is_collecting = False

    def ring(self, _: int, __: FrameType | None) -> None:
        """Handle the signal."""
        if self._is_collecting:
            signal.setitimer(signal.ITIMER_REAL, _SOON_S, _AGAIN_S)
        else:
            raise SeedTimeout

    @contextlib.contextmanager
    def collections_watched(self) -> Iterator[None]:
        """Know of collections: from before the first callback until after the last one."""
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
    "kraft_core/consensus",
    "kraft_core/log_batches.py",
    "kraft_core/replica",
    "kraft_core/simulation",
    "kraft_core/storage",
    "kraft_wire",
)
_DIGITS: Final = 12


@cache
def code_version() -> str:
    """`0.1.0+` and a digest; equal wherever the same code runs, also out of an archive."""
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
"""What the name of an invariant begins with in the coverage: how often its case came up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedWork:
    """What is done for each seed; survives pickling. None is no limit."""

    campaign: str = "default"
    scenario: str = "default"
    plant: str | None = None
    max_steps: int | None = None
    timeout_ms: int | None = None
    memory_mib: int | None = None
    traces: bool = False

    @property
    def options(self) -> str:
        """What beside seed and scenario decides about a row, as JSON."""
        given = {
            "maxSteps": self.max_steps,
            "memoryLimitMiB": self.memory_mib,
            "plant": self.plant,
            "seedTimeoutMs": self.timeout_ms,
        }
        return json.dumps({name: value for name, value in given.items() if value is not None})

    def __call__(self, number: int, /) -> Row:
        """Run a seed."""
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
        from kraft_core.simulation.campaign import run_seed  # noqa: PLC0415 - loads the kernel

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
    """What a life gave, by the names of the columns."""
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
    """A trace as zstd bytes."""
    import zstandard  # noqa: PLC0415 - for failures alone

    return zstandard.ZstdCompressor().compress("\n".join(lines).encode())


def trace_text(packed: bytes) -> str:
    """The trace that stands in a row."""
    import zstandard  # noqa: PLC0415

    return zstandard.ZstdDecompressor().decompress(packed).decode()


def scenario_names() -> tuple[str, ...]:
    """The kinds of campaign."""
    from kraft_core.simulation.scenarios import SCENARIOS  # noqa: PLC0415

    return tuple(SCENARIOS)


def plant_names() -> tuple[str, ...]:
    """The bugs that may be planted."""
    from kraft_core.simulation.injected_bugs import INJECTED_BUGS  # noqa: PLC0415

    return tuple(INJECTED_BUGS)


def all_coverage() -> frozenset[str]:
    """Every name that a coverage may have."""
    from kraft_core.consensus.effects import NoteKind  # noqa: PLC0415
    from kraft_core.simulation.invariants.registry import INVARIANTS  # noqa: PLC0415

    notes = {kind.value for kind in NoteKind}
    return frozenset(notes | {f"{CASE}{each.name}" for each in INVARIANTS})


def run_in_processes(work: SeedWork, seeds: Sequence[int], jobs: int) -> Iterator[Row]:
    """Rows in the order of the seeds, made in so many processes.

    Raises SeedWorkerError when a process died.
    """
    from kraft_core.simulation.campaign import WorkerError, in_order  # noqa: PLC0415

    try:
        yield from in_order(work, seeds, jobs)
    except WorkerError as error:
        raise SeedWorkerError(str(error)) from None


class SeedWorkerError(Exception):
    """A process that ran seeds died, or could not be started."""


def run_in_child(work: SeedWork, seeds: Sequence[int], hash_seed: int) -> list[Row]:
    """Rows made by another process with a hash seed of its own; raises SeedWorkerError.

    Whatever depends on the order of a set shows when it is compared with rows of this process.
    """
    environment = {
        **os.environ,
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    done = subprocess.run(
        [sys.executable, "-c", "from kraft_spark.simulation.seed_runs import serve; serve()"],
        input=pickle.dumps((work, list(seeds))),
        capture_output=True,
        env=environment,
        check=False,
    )
    if done.returncode != 0:
        raise SeedWorkerError(done.stderr.decode(errors="replace").strip() or "a child died")
    rows: list[Row] = pickle.loads(done.stdout)  # noqa: S301 - of our own child
    return rows


def serve() -> None:
    """The child's side: work and seeds on standard input, rows on standard output."""
    work, seeds = pickle.load(sys.stdin.buffer)  # noqa: S301 - of our own parent
    sys.stdout.buffer.write(pickle.dumps([work(seed) for seed in seeds]))
