"""The same operations by Kafka's own classes, in warm JVMs after the race: the best of three."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.race import OURS
from benchmarks.report import microseconds, table
from tests.conformance import kafka

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.race import Result

RELEASE = "4.4.0"
JVMS = 3
"""Each operation's time is the best of this many processes, as that of kraft is of the rounds."""
_SOURCE = Path(__file__).parent / "peers" / "CodecBench.java"


class JavaTimes(NamedTuple):
    """Nanoseconds of each operation, or the sentence that says why there are none."""

    nanoseconds: dict[str, float]
    reason: str = ""


def time_java(task: str, cases: Any, *, is_quick: bool) -> JavaTimes:
    """Time Kafka's classes on the cases of a task, if Java and the jars are to be had."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "cases.json"
            path.write_text(json.dumps(cases))
            arguments = (task, str(path), "0.2" if is_quick else "2")
            command = kafka.java_program(_SOURCE, RELEASE, arguments)
            runs = [_run(command) for _ in range(1 if is_quick else JVMS)]
    except kafka.KafkaUnavailableError as reason:
        return JavaTimes({}, str(reason))
    return JavaTimes({name: min(run[name] for run in runs) for name in runs[0]})


def _run(command: Sequence[str]) -> dict[str, float]:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{_SOURCE.name} failed:\n{done.stderr}")
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    return {name: float(nanoseconds) for name, nanoseconds in lines}


def java_text(times: JavaTimes, result: Result) -> str:
    """Return a table of Java's times, and kraft's times as a multiple."""
    if not times.nanoseconds:
        return f"Kafka's own classes were not timed: {times.reason}"
    rows = []
    for operation, java in times.nanoseconds.items():
        ours = result.best(OURS, operation)
        if ours is not None:
            rows.append([operation, microseconds(java), microseconds(ours), f"{ours / java:.1f}"])
    verbs = sorted({operation.partition(" ")[0] for operation in times.nanoseconds}, reverse=True)
    for verb in verbs:
        ratios = [float(row[3]) for row in rows if row[0].startswith(verb)]
        if ratios:
            rows.append(
                [f"**{verb}, median of {len(ratios)}**", "", "", f"**{median(ratios):.1f}**"]
            )
    head = (f"Apache Kafka {RELEASE}, warm", "Java, µs", "kraft, µs", "kraft takes x times as long")
    return table(head, rows)
