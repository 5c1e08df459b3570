"""`kraft dump-log` compared with kafka-dump-log, on a segment of 200 MB before compression.

Processor time counts, of all threads. What a start costs (the same command on a segment of one
batch) is taken off, so that the rates are those of the work itself; starts are compared apart.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.race import Spread
from benchmarks.record_shapes import value
from benchmarks.report import Goal, Report, cell, say, surroundings, table
from kraft_wire.records import Compression, RecordBatchBuilder
from tests.conformance import kafka

if TYPE_CHECKING:
    from collections.abc import Iterator

RELEASE = "4.3.1"
CODECS = (Compression.NONE, Compression.LZ4, Compression.ZSTD)
MODES = ((), ("--deep-iteration",), ("--print-data-log",))
RECORDS = 1_000_000
RECORDS_PER_BATCH = 80
VALUE_BYTES = 200
RATE_GOAL = Goal(1)
START_GOAL = Goal(3)

_ROOT = Path(__file__).parents[1]
_HEAP = "512m"


class Cost(NamedTuple):
    """The times of one run, in seconds."""

    cpu: float
    wall: float


def run(*, is_quick: bool = False) -> Report:
    """Dump each segment in each mode with both tools, in turn."""
    tools = {"kraft": _our_command()}
    reason = ""
    try:
        tools["kafka"] = kafka.tool_command(RELEASE, "kafka-dump-log", heap=_HEAP)
    except kafka.KafkaUnavailableError as missing:
        reason = f"\n\nKafka's tool was not timed: {missing}"
    count, rounds = (RECORDS // 10, 1) if is_quick else (RECORDS, 3)
    with tempfile.TemporaryDirectory() as folder:
        small = segment(Path(folder) / "small", Compression.NONE, RECORDS_PER_BATCH)
        _check_same_text(tools, Path(folder))
        starts = _starts(tools, small, 3 if is_quick else 9)
        rates = dict(_rates(tools, Path(folder), count, rounds))
    text = f"{_text(tools, starts, rates)}{reason}"
    return Report("dump-log", text, _facts(starts, rates, count))


def _our_command() -> list[str]:
    """Return the console script next to this Python, or else the module, as a command."""
    script = Path(sys.executable).with_name("kraft")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "kraft_core.cli"]
    return [*command, "dump-log"]


def segment(folder: Path, codec: Compression, count: int) -> Path:
    """Write a segment of `count` records with values of 200 bytes; the same in every run."""
    random = Random(853)
    values = [value(random, VALUE_BYTES) for _ in range(5_000)]
    folder.mkdir(exist_ok=True)
    path = folder / "00000000000000000000.log"
    with path.open("wb") as file:
        for base in range(0, count, RECORDS_PER_BATCH):
            builder = RecordBatchBuilder(
                base_offset=base, partition_leader_epoch=0, compression=codec
            )
            for offset in range(base, min(base + RECORDS_PER_BATCH, count)):
                builder.append(1_760_000_000_000 + offset, None, values[offset % len(values)])
            file.write(builder.build())
    return path


def measured(command: list[str], path: Path, mode: tuple[str, ...]) -> Cost:
    """Run a dump whose text goes nowhere."""
    arguments = [*command, *mode, "--files", str(path)]
    begin = time.perf_counter()
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, cwd=_ROOT)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{arguments} ended with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, time.perf_counter() - begin)


def _check_same_text(tools: dict[str, list[str]], folder: Path) -> None:
    """Check that both tools print the same text, before anything is timed."""
    for codec in CODECS:
        path = segment(folder / f"check-{codec.label}", codec, 1_000)
        for mode in MODES:
            digests = set()
            for command in tools.values():
                done = subprocess.run(
                    [*command, *mode, "--files", str(path)],
                    capture_output=True,
                    cwd=_ROOT,
                    check=True,
                )
                digests.add(hashlib.sha256(done.stdout).hexdigest())
            assert len(digests) == 1, f"other text for {codec.label} {mode}"


def _starts(tools: dict[str, list[str]], path: Path, rounds: int) -> dict[str, list[Cost]]:
    """Time whole runs on a segment of one batch, in turn."""
    found: dict[str, list[Cost]] = {name: [] for name in tools}
    for number in range(rounds):
        say(f"dump-log: start {number + 1} of {rounds}")
        for name, command in tools.items():
            found[name].append(measured(command, path, ()))
    return found


def _rates(
    tools: dict[str, list[str]], folder: Path, count: int, rounds: int
) -> Iterator[tuple[tuple[str, str], dict[str, list[float]]]]:
    """Measure records per CPU second without the start, for each codec and mode."""
    for codec in CODECS:
        path = segment(folder / codec.label, codec, count)
        small = segment(folder / f"one-{codec.label}", codec, RECORDS_PER_BATCH)
        for mode in MODES:
            found: dict[str, list[float]] = {name: [] for name in tools}
            for number in range(rounds):
                say(f"dump-log: {codec.label} {' '.join(mode)} {number + 1} of {rounds}")
                for name, command in tools.items():
                    start = measured(command, small, mode).cpu
                    work = measured(command, path, mode).cpu - start
                    found[name].append(count / max(work, 1e-3))
            yield (codec.label, mode[0] if mode else "shallow"), found
        path.unlink()


def _spread(ratios: list[float]) -> Spread:
    return Spread(median(ratios), min(ratios), max(ratios))


def _text(
    tools: dict[str, list[str]],
    starts: dict[str, list[Cost]],
    rates: dict[tuple[str, str], dict[str, list[float]]],
) -> str:
    around = surroundings()
    compared = f"kafka-dump-log of {RELEASE}" if "kafka" in tools else "nothing"
    lines = [
        (
            f"{around['date']}, CPython {around['python']} (load {around['load']}): kraft dump-log"
            f" beside {compared}"
        ),
        "",
        table(
            ("codec", "mode", "kraft, M records/CPU s", "Kafka", "kraft is x times as quick"),
            [_row(key, found) for key, found in rates.items()],
        ),
        "",
        table(("start", "kraft, s", "Kafka, s", "kraft starts x times as soon"), [_start(starts)]),
    ]
    return "\n".join(lines)


def _row(key: tuple[str, str], found: dict[str, list[float]]) -> list[str]:
    theirs = found.get("kafka")
    ratio = _ratio(found["kraft"], theirs)
    shown = f"{max(theirs) / 1e6:.2f}" if theirs else "–"
    return [*key, f"{max(found['kraft']) / 1e6:.2f}", shown, cell(ratio, RATE_GOAL)]


def _ratio(ours: list[float], theirs: list[float] | None) -> Spread | None:
    if not theirs:
        return None
    return _spread([our / their for our, their in zip(ours, theirs, strict=True)])


def _start(starts: dict[str, list[Cost]]) -> list[str]:
    ours = [cost.wall for cost in starts["kraft"]]
    theirs = [cost.wall for cost in starts.get("kafka", [])]
    ratio = _ratio(theirs, ours) if theirs else None
    shown = f"{median(theirs):.2f}" if theirs else "–"
    return ["one batch", f"{median(ours):.2f}", shown, cell(ratio, START_GOAL)]


def _facts(
    starts: dict[str, list[Cost]],
    rates: dict[tuple[str, str], dict[str, list[float]]],
    count: int,
) -> dict[str, Any]:
    return {
        "release": RELEASE,
        "records": count,
        "start_seconds": {
            name: [round(cost.wall, 3) for cost in costs] for name, costs in starts.items()
        },
        "records_per_cpu_second": {
            f"{codec} {mode}": {name: [round(rate) for rate in found] for name, found in by.items()}
            for (codec, mode), by in rates.items()
        },
    }
