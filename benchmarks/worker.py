"""The process of one library: `python -m benchmarks.worker PEER TASK FILE`.

It makes the operations that its peer module offers for a task, then times the one that it is
asked for, one line of JSON in, one line out.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from time import perf_counter_ns
from typing import Any

Operation = Callable[[], object]

_REPEATS = 8
"""Number of rounds in a sample; the fastest counts."""


def sample(operation: Operation, seconds: float) -> float:
    """Return the nanoseconds of the fastest round per call, measured for about `seconds`."""
    begin = perf_counter_ns()
    operation()
    once = max(perf_counter_ns() - begin, 1)
    calls = max(1, int(seconds * 1e9 / _REPEATS / once))
    rounds = range(calls)
    best = float("inf")
    deadline = perf_counter_ns() + seconds * 1e9
    while True:
        begin = perf_counter_ns()
        for _ in rounds:
            operation()
        now = perf_counter_ns()
        best = min(best, (now - begin) / calls)
        if now >= deadline:
            return best


def main(peer: str, task: str, path: str) -> None:
    """Process requests from standard input, with results on standard output, until it ends."""
    module = import_module(f"benchmarks.peers.{peer}")
    operations: dict[str, Operation] = getattr(module, task)(json.loads(Path(path).read_text()))
    _answer({"version": module.version(), "operations": list(operations)})
    gc.collect()
    gc.freeze()
    gc.disable()
    for line in sys.stdin:
        name, seconds = json.loads(line)
        _answer(sample(operations[name], seconds))


def _answer(value: Any) -> None:
    print(json.dumps(value), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
