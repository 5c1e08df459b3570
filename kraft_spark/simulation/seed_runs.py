"""Seeds to rows: the one door of the pipeline to `kraft_core.simulation`.

Whatever becomes of a seed is a row: it held, it failed, its time was over, or the simulation itself
broke down. A worker that runs seeds never raises.
"""

from __future__ import annotations

import json
import os
import pickle
import platform
import subprocess
import sys
import time
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kraft_spark.simulation.code_version import code_version
from kraft_spark.simulation.seed_limits import SeedTimeout, memory_limit, time_limit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kraft_core.simulation.result import SeedResult

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
    from kraft_core.simulation.plants import PLANTS  # noqa: PLC0415

    return tuple(PLANTS)


def all_coverage() -> frozenset[str]:
    """Every name that a coverage may have."""
    from kraft_core.consensus.notes import NoteKind  # noqa: PLC0415
    from kraft_core.simulation.invariants.registry import INVARIANTS  # noqa: PLC0415

    notes = {kind.value for kind in NoteKind}
    return frozenset(notes | {f"{CASE}{each.name}" for each in INVARIANTS})


def run_in_processes(work: SeedWork, seeds: Sequence[int], jobs: int) -> Iterator[Row]:
    """Rows in the order of the seeds, made in so many processes.

    Raises SeedWorkerError when a process died.
    """
    from kraft_core.simulation.workers import WorkerError, in_order  # noqa: PLC0415

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
