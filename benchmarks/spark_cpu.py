"""CPU seconds for a million rows that `kafka_log` reads in Spark, of Java and Python apart.

`python -m benchmarks.spark_cpu` writes a log of each shape, reads it into Spark's noop sink on two
cores, and prints what Spark's Java machine and its Python workers took in the best of three rounds,
after one that warms up. CPU seconds are of `/proc`: Linux alone.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.spark_logs import SHAPES, write_log

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_ROUNDS: Final = 3


class CpuSeconds(NamedTuple):
    """What the processes of a session have taken."""

    java: float
    python: float

    def since(self, before: CpuSeconds) -> CpuSeconds:
        """What was taken since."""
        return CpuSeconds(self.java - before.java, self.python - before.python)


def taken_by(root: int, stats: dict[int, str]) -> CpuSeconds:
    """Of all processes below one, with those of their children that have ended.

    `stats` are the lines of `/proc/<pid>/stat` by process.
    """
    parents: dict[int, int] = {}
    seconds: dict[int, tuple[str, float]] = {}
    for pid, line in stats.items():
        name, _, rest = line.partition("(")[2].rpartition(")")
        fields = rest.split()
        parents[pid] = int(fields[1])
        seconds[pid] = name, sum(int(one) for one in fields[11:15]) / _TICKS
    java = python = 0.0
    for pid, (name, taken) in seconds.items():
        above = parents[pid]
        while above not in (root, 0) and above in parents:
            above = parents[above]
        if above == root:
            java += taken if name == "java" else 0.0
            python += taken if name.startswith("python") else 0.0
    return CpuSeconds(java, python)


def taken() -> CpuSeconds:
    """Of the processes below this one now."""
    stats = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stats[int(entry.name)] = (entry / "stat").read_text()
            except OSError:
                continue  # it has ended meanwhile
    return taken_by(os.getpid(), stats)


def main() -> None:
    """Print a table."""
    import kraft_spark

    parser = argparse.ArgumentParser(description="Measure the CPU time of reading in Spark.")
    parser.add_argument("--mib", type=int, default=256, help="size of each log")
    given = parser.parse_args()
    spark = kraft_spark.local_session("local[2]")
    print("| CPU s for a million rows | Java | Python |\n|---|---|---|")
    for shape in SHAPES:
        with tempfile.TemporaryDirectory() as folder:
            log = write_log(Path(folder), shape, given.mib << 20)
            found = []
            for number in range(1 + _ROUNDS):
                before = taken()
                frame = spark.read.format("kafka_log").load(str(log.path))
                frame.write.format("noop").mode("overwrite").save()
                if number:
                    found.append(taken().since(before))
            best = min(found, key=sum)
            java, python = (one * 1e6 / log.records for one in best)
            print(f"| {shape.name} | {java:.2f} | {python:.2f} |", flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
