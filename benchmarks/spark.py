"""`kafka_log` compared with readers that yield tuples, kafka-dump-log, and aiokafka without Spark.

A gigabyte of each shape (128 MiB with `--quick`), read into Spark's noop sink by all readers in
turn, warm, the columns of view `records`; then decoding to Arrow in one process, one after the
other. What is slower than `kafka_log`, and the decoders, are given an eighth of it: figures are
records a second. They count on a quiet machine, ratios on any: each is of one round.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks import spark_cluster
from benchmarks.dump_log import RELEASE, measured
from benchmarks.race import Spread
from benchmarks.report import Goal, Report, cell, say, surroundings, table
from benchmarks.spark_cluster import CLUSTER, CONTENT_BYTES
from benchmarks.spark_logs import LARGE, SHAPES, SMALL, Log, Shape, write_log
from tests.conformance import kafka

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OURS = "kafka_log"
PYTHON = "tuples_of_python"
READERS = (OURS, "tuples_of_kernel", PYTHON)
RATE_GOALS = {SMALL: Goal(2.0), LARGE: Goal(0.5)}
"""Million records a second on two cores, noop sink, seven columns."""

TUPLE_GOALS = {
    "tuples_of_kernel": {SMALL: Goal(4), LARGE: Goal(4)},
    PYTHON: {SMALL: Goal(8)},
}
DECODER_GOAL = Goal(2)
_DECODERS = ("kraft", "aiokafka")
_ROOT = Path(__file__).parents[1]
_PART_BYTES = 128 << 20
"""The input of the slow readers: they need minutes for a gigabyte."""

Rates = dict[str, list[float]]
"""Records a second of each reader, one figure for each round."""


def run(*, is_quick: bool = False) -> Report:
    """Run everything, one shape at a time. Needs one gigabyte of disk."""
    try:
        import pyspark  # noqa: F401
    except ModuleNotFoundError:
        return Report("spark", "PySpark is not installed: make spark-setup", {})
    return _report(*((128 << 20, 2) if is_quick else (1 << 30, 3)))


def _report(size: int, rounds: int) -> Report:
    """Measure logs with about this many bytes of uncompressed records, in several rounds."""
    in_spark: dict[tuple[Shape, int], Rates] = {}
    decoded: dict[Shape, Rates] = {}
    dumped: dict[Shape, float] = {}
    record_bytes: dict[Shape, float] = {}
    for shape in SHAPES:
        with tempfile.TemporaryDirectory() as folder:
            log = write_log(Path(folder), shape, size)
            record_bytes[shape] = log.bytes / log.records
            part = write_log(Path(folder) / "part", shape, min(size, _PART_BYTES))
            for cores in (1, 2):
                in_spark[shape, cores] = _in_spark(log, part, cores, rounds)
            decoded[shape] = _decoded(part, rounds)
            rate = _dumped(part)
            if rate is not None:
                dumped[shape] = rate
    text = _text(in_spark, decoded, dumped, record_bytes, size)
    return Report("spark", text, _facts(in_spark, decoded, dumped))


def _in_spark(log: Log, part: Log, cores: int, rounds: int) -> Rates:
    """Run all readers in turn in one session. On one core, run only kraft's reader."""
    readers = READERS if cores > 1 else (OURS,)
    found: Rates = {name: [] for name in readers}
    with _session(cores) as read:
        for number in range(-1, rounds):  # the first round warms up
            say(f"spark: {log.shape.name}, {cores} cores, round {number + 1} of {rounds}")
            for name in readers:
                one = log if name == OURS else part
                begin = time.perf_counter()
                read(name, one.path)
                if number >= 0:
                    found[name].append(one.records / (time.perf_counter() - begin))
    return found


class _session:  # noqa: N801  # reads as a function
    """A session with all readers; gives the function that reads a file into nothing."""

    def __init__(self, cores: int) -> None:
        self._cores = cores

    def __enter__(self) -> Callable[[str, Path], None]:
        import kraft_spark
        from benchmarks.peers.tuple_readers import TuplesOfKernel, TuplesOfPython

        os.environ["PYTHONPATH"] = str(_ROOT)  # for the workers, which import the peers too
        self._spark = kraft_spark.local_session(f"local[{self._cores}]")
        for source in (TuplesOfKernel, TuplesOfPython):
            self._spark.dataSource.register(source)
        return self._read

    def _read(self, name: str, path: Path) -> None:
        frame = self._spark.read.format(name).load(str(path))
        frame.write.format("noop").mode("overwrite").save()

    def __exit__(self, *_: object) -> None:
        self._spark.stop()


def _decoded(log: Log, rounds: int) -> Rates:
    """Measure records per CPU second, with a process for each decoder and round."""
    found: Rates = {name: [] for name in _DECODERS}
    for number in range(rounds):
        say(f"spark: {log.shape.name} to Arrow, round {number + 1} of {rounds}")
        for name in _DECODERS:
            command = [sys.executable, "-m", "benchmarks.spark", name, str(log.path)]
            done = subprocess.run(command, capture_output=True, text=True, cwd=_ROOT, check=False)
            if done.returncode:
                say(f"spark: {name} did not run: {done.stderr.strip().splitlines()[-1:]}")
                found.pop(name, None)
                continue
            rows, seconds = done.stdout.split()
            assert int(rows) == log.records, name
            if name in found:
                found[name].append(log.records / float(seconds))
    return found


def _dumped(log: Log) -> float | None:
    """Measure records per second of kafka-dump-log --deep-iteration; None without Kafka."""
    try:
        command = kafka.tool_command(RELEASE, "kafka-dump-log", heap="512m")
    except kafka.KafkaUnavailableError:
        return None
    return log.records / measured(command, log.path, ("--deep-iteration",)).wall


def _spread(ours: list[float], theirs: list[float] | None) -> Spread | None:
    if not ours or not theirs or len(ours) != len(theirs):
        return None
    ratios = [our / their for our, their in zip(ours, theirs, strict=True)]
    return Spread(median(ratios), min(ratios), max(ratios))


def _text(
    in_spark: dict[tuple[Shape, int], Rates],
    decoded: dict[Shape, Rates],
    dumped: dict[Shape, float],
    record_bytes: dict[Shape, float],
    size: int,
) -> str:
    around = surroundings()
    where = f"{around['date']}, CPython {around['python']}, {around['processors']} processors"
    shapes = list(decoded)
    rate = max(in_spark[SMALL, 2][OURS]) * record_bytes[SMALL]
    return "\n".join(
        [
            f"{where} (load {around['load']}): {size >> 20} MiB of each shape",
            "",
            table(
                (
                    "in Spark, noop sink",
                    "M records/s, 2 cores",
                    "MB/s",
                    "M records/s, 1 core",
                    "x tuples, same kernel",
                    "x tuples, pure Python",
                    "x kafka-dump-log",
                ),
                [
                    _spark_row(shape, in_spark, dumped.get(shape), record_bytes[shape])
                    for shape in shapes
                ],
            ),
            "",
            table(
                ("to Arrow, one process", "M records/CPU s", "x aiokafka"),
                [_decoder_row(shape, decoded[shape]) for shape in shapes],
            ),
            "",
            "What the first row means for a cluster (`python -m benchmarks.spark_cluster`):",
            "",
            spark_cluster.text(CONTENT_BYTES, CLUSTER._replace(rate=rate)),
        ]
    )


def _spark_row(
    shape: Shape,
    in_spark: dict[tuple[Shape, int], Rates],
    dumped: float | None,
    record_bytes: float,
) -> list[str]:
    two, one = in_spark[shape, 2], in_spark[shape, 1]
    best = max(two[OURS]) / 1e6
    goal = RATE_GOALS.get(shape)
    return [
        shape.name,
        f"{best:.2f}{goal.verdict(best) if goal else ''}",
        f"{best * record_bytes:.0f}",
        f"{max(one[OURS]) / 1e6:.2f}",
        *(
            cell(_spread(two[OURS], two[name]), aims.get(shape))
            for name, aims in TUPLE_GOALS.items()
        ),
        "–" if dumped is None else f"{max(two[OURS]) / dumped:.1f}",
    ]


def _decoder_row(shape: Shape, rates: Rates) -> list[str]:
    ratio = _spread(rates["kraft"], rates.get("aiokafka"))
    return [shape.name, f"{max(rates['kraft']) / 1e6:.2f}", cell(ratio, DECODER_GOAL)]


def _facts(
    in_spark: dict[tuple[Shape, int], Rates],
    decoded: dict[Shape, Rates],
    dumped: dict[Shape, float],
) -> dict[str, Any]:
    def rounded(rates: Rates) -> dict[str, list[int]]:
        return {name: [round(one) for one in found] for name, found in rates.items()}

    return {
        "records_per_second": {
            f"{shape.name}, {cores} cores": rounded(rates)
            for (shape, cores), rates in in_spark.items()
        },
        "records_per_cpu_second": {shape.name: rounded(rates) for shape, rates in decoded.items()},
        "kafka_dump_log_records_per_second": {
            shape.name: round(rate) for shape, rate in dumped.items()
        },
    }


def _decode_once(name: str, path: str) -> Iterator[str]:
    """Decode once to warm up and once to measure; yield the rows and the CPU seconds."""
    from benchmarks.peers.arrow_decoders import DECODERS

    decode = DECODERS[name]
    decode(Path(path))
    begin = time.process_time()
    rows = decode(Path(path))
    yield from (str(rows), str(time.process_time() - begin))


if __name__ == "__main__":
    print(*_decode_once(*sys.argv[1:]))
