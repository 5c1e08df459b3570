"""Measure the cost of imports: one message, all of them, one peer; each in a new Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from benchmarks.report import Goal, Report, say, surroundings, table

_ROOT = Path(__file__).parents[1]

ONE_GOAL_MS = 2.0
ALL_GOAL_MS = 80.0

_OURS = """
import kraft_wire.message, kraft_wire.messages, kraft_wire.primitives
def work():
    from kraft_wire.messages import FetchRequest
"""
_ALL = """
import importlib, kraft_wire.message, kraft_wire.primitives
from kraft_wire.messages import kafka_messages
entries = kafka_messages().entries.values()
def work():
    for entry in entries:
        importlib.import_module("kraft_wire.generated." + entry.module)
"""
_RUNTIME = """
def work():
    import kraft_wire.messages
"""
_KAFKA_PYTHON = """
def work():
    from kafka.protocol.consumer.fetch import FetchRequest
"""
_KIO = """
def work():
    from kio.schema.fetch.v17.request import FetchRequest
    from kio.serial import entity_reader
    entity_reader(FetchRequest)
"""
CASES = {
    "kraft: one message (FetchRequest)": (_OURS, Goal(ONE_GOAL_MS)),
    "kraft: all messages": (_ALL, Goal(ALL_GOAL_MS)),
    "kraft: what all of them share, with what it needs of the standard library": (_RUNTIME, None),
    "kafka-python: one message, from nothing": (_KAFKA_PYTHON, None),
    "kio: one message in one version, from nothing": (_KIO, None),
}
"""The timed imports, and their limits in milliseconds."""

_TIMED = """
import gc, sys, time
sys.path.insert(0, {root!r})
{code}
begin = time.perf_counter()
work()
print(time.perf_counter() - begin)
"""


def run(*, is_quick: bool = False) -> Report:
    """Time each import in turn; the best of many counts, as compiled files are warm then."""
    rounds = 5 if is_quick else 25
    found: dict[str, list[float]] = {name: [] for name in CASES}
    for number in range(rounds + 1):
        say(f"import: round {number} of {rounds}")
        for name, (code, _) in CASES.items():
            seconds = _seconds(code)
            if number and seconds is not None:  # the first one compiles
                found[name].append(seconds * 1000)
    return Report("import", _text(found), _facts(found))


def _seconds(code: str) -> float | None:
    """Time it in a new Python; None where the library is not installed."""
    program = _TIMED.format(root=str(_ROOT), code=code)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=_ROOT
    )
    if "ModuleNotFoundError" in done.stderr:
        return None
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return float(done.stdout)


def _text(found: dict[str, list[float]]) -> str:
    around = surroundings()
    rows = []
    for name, (_, goal) in CASES.items():
        times = sorted(found[name])
        if not times:
            rows.append([name, "–", "–", ""])
            continue
        limit = ""
        if goal:
            limit = f"{goal.at_least:.0f} {'✓' if times[0] <= goal.at_least else '✗'}"
        rows.append([name, f"{times[0]:.2f}", f"{times[len(times) // 2]:.2f}", limit])
    first = f"{around['date']}, CPython {around['python']} (load {around['load']})"
    return f"{first}\n\n{table(('import', 'best, ms', 'median, ms', 'at most'), rows)}"


def _facts(found: dict[str, list[float]]) -> dict[str, Any]:
    return {
        name: {
            "best_ms": round(min(times), 3),
            "median_ms": round(sorted(times)[len(times) // 2], 3),
        }
        for name, times in found.items()
        if times
    }
