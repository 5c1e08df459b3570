"""Several libraries side by side: the same operations in turn, round after round."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

OURS = "kraft"
PYTHON = "kraft_python"
"""The same without the compiled engine."""

_ROOT = Path(__file__).parents[1]


class Spread(NamedTuple):
    median: float
    lowest: float
    highest: float

    def __str__(self) -> str:
        digits = 0 if self.median >= 100 else 1 if self.median >= 10 else 2
        low, middle, high = (f"{x:.{digits}f}" for x in (self.lowest, self.median, self.highest))
        return f"{middle} ({low} to {high})"


@dataclass(slots=True)
class Result:
    """Samples in nanoseconds: `samples[library][operation]` has one for each round."""

    versions: dict[str, str] = field(default_factory=dict)
    samples: dict[str, dict[str, list[float]]] = field(default_factory=dict)

    def best(self, library: str, operation: str) -> float | None:
        """Return the fastest sample, or None if the library cannot do the task."""
        found = self.samples[library].get(operation) if library in self.samples else None
        return min(found) if found else None

    def best_ratio(self, library: str, operation: str) -> float | None:
        """Return the ratio of the fastest samples: a noisy host distorts it least."""
        ours, theirs = self.best(OURS, operation), self.best(library, operation)
        return theirs / ours if ours and theirs else None

    def ratio(self, library: str, operation: str) -> Spread | None:
        """Return the library's time divided by kraft's, by round; None if it has no result."""
        ours = self.samples[OURS].get(operation)
        theirs = self.samples.get(library, {}).get(operation)
        if not ours or not theirs:
            return None
        ratios = [their / our for our, their in zip(ours, theirs, strict=True)]
        return Spread(median(ratios), min(ratios), max(ratios))


class Entrant:
    def __init__(self, name: str, task: str, path: Path) -> None:
        self.name = name
        command = [sys.executable, "-m", "benchmarks.worker", name, task, str(path)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_ROOT
        )
        ready = self._line()
        self.version: str = ready["version"]
        self.operations: list[str] = ready["operations"]

    def sample(self, operation: str, seconds: float) -> float:
        """Request a measurement of an operation."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([operation, seconds]) + "\n")
        self._process.stdin.flush()
        return float(self._line())

    def _line(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"the process of {self.name} ended with {self._process.wait()}")
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(timeout=30)


@contextmanager
def _entrants(task: str, libraries: Sequence[str], cases: Any) -> Iterator[list[Entrant]]:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        path = Path(folder) / "cases.json"
        path.write_text(json.dumps(cases))
        yield [stack.enter_context(Entrant(name, task, path)) for name in libraries]


def race(
    task: str,
    libraries: Sequence[str],
    cases: Any,
    *,
    is_quick: bool = False,
    say: Callable[[str], None] = lambda _: None,
) -> Result:
    """Time all operations that ours has in all libraries that have them."""
    rounds, seconds = (3, 0.01) if is_quick else (15, 0.03)
    result = Result()
    with _entrants(task, libraries, cases) as entrants:
        for entrant in entrants:
            result.versions[entrant.name] = entrant.version
            result.samples[entrant.name] = {name: [] for name in entrant.operations}
        for number in range(rounds):
            say(f"{task}: round {number + 1} of {rounds}")
            turn = number % len(entrants)
            _round([*entrants[turn:], *entrants[:turn]], result, seconds)
    return result


def _round(entrants: Sequence[Entrant], result: Result, seconds: float) -> None:
    for operation in result.samples[OURS]:
        for entrant in entrants:
            samples = result.samples[entrant.name].get(operation)
            if samples is not None:
                samples.append(entrant.sample(operation, seconds))
