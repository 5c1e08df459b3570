"""CPU seconds for a million rows that `kafka_log` reads in Spark, of Java and Python apart.

`python -m benchmarks.spark_cpu` writes a log of each shape, reads it into Spark's noop sink on two
cores, and prints what Spark's Java machine and its Python workers took in the best of three rounds,
after one that warms up. `--reads` compares, for the two shapes without compression, a read of all
columns with one of two columns, with counts, and with view `batches`. CPU seconds are of `/proc`:
Linux alone.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from benchmarks.bytecode import keep_bytecode
from benchmarks.spark_logs import LARGE, SHAPES, SMALL, write_log

if TYPE_CHECKING:
    from collections.abc import Container

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_ROUNDS: Final = 3


class Read(NamedTuple):
    """A query: the schema in DDL, None for all columns; counted, or all rows into the noop sink."""

    name: str
    schema: str | None = None
    view: str = "records"
    is_count: bool = False

    def run(self, spark: Any, path: Path) -> None:
        reader = spark.read.format("kafka_log").option("view", self.view)
        frame = (reader.schema(self.schema) if self.schema else reader).load(str(path))
        if self.is_count:
            frame.count()
        else:
            frame.write.format("noop").mode("overwrite").save()


ALL_COLUMNS: Final = Read("all columns")
READS: Final = (
    ALL_COLUMNS,
    Read("`offset`, `timestamp`", "offset bigint, timestamp timestamp"),
    Read("`count()` of all columns", is_count=True),
    Read("`count()` with the schema `partition int`", "partition int", is_count=True),
    Read("view `batches`, `count()`", view="batches", is_count=True),
    Read("view `batches`, `count` alone", "count int", view="batches"),
)


class CpuSeconds(NamedTuple):
    """CPU seconds of the processes of a session."""

    java: float
    python: float

    def since(self, before: CpuSeconds) -> CpuSeconds:
        """Return the CPU seconds since an earlier reading."""
        return CpuSeconds(self.java - before.java, self.python - before.python)


def taken_by(root: int, stats: dict[int, str], without: Container[int] = ()) -> CpuSeconds:
    """Sum the CPU seconds of all processes below one, with those of their ended children.

    `stats` are the lines of `/proc/<pid>/stat` by process, `without` processes that do not count.
    """
    parents: dict[int, int] = {}
    seconds: dict[int, tuple[str, float, float]] = {}
    for pid, line in stats.items():
        name, _, rest = line.partition("(")[2].rpartition(")")
        fields = rest.split()
        parents[pid] = int(fields[1])
        own, ended = (sum(map(int, fields[at : at + 2])) / _TICKS for at in (11, 13))
        seconds[pid] = name, own, ended
    java = python = 0.0
    for pid, (name, own, ended) in seconds.items():
        if pid in without:
            continue
        above = parents[pid]
        while above not in (root, 0) and above in parents:
            above = parents[above]
        if above == root:
            java += own if name == "java" else 0.0
            # the processes that Spark starts and ends are Python's
            python += ended if name == "java" else 0.0
            python += own + ended if name.startswith("python") else 0.0
    return CpuSeconds(java, python)


def taken(without: Container[int] = ()) -> CpuSeconds:
    """Return the CPU seconds of the processes below this one."""
    return taken_by(os.getpid(), _stats(), without)


def taken_in(pid: int) -> float:
    """Return the CPU seconds of one process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(one) for one in fields[11:13]) / _TICKS


def _stats() -> dict[int, str]:
    stats = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stats[int(entry.name)] = (entry / "stat").read_text()
            except OSError:
                continue  # it has ended meanwhile
    return stats


def main() -> None:
    import kraft_spark

    parser = argparse.ArgumentParser(description="Measure the CPU time of reading in Spark.")
    parser.add_argument("--mib", type=int, default=256, help="size of each log")
    parser.add_argument("--reads", action="store_true", help="compare queries of two shapes")
    given = parser.parse_args()
    keep_bytecode()
    shapes, reads = ((SMALL, LARGE), READS) if given.reads else (SHAPES, (ALL_COLUMNS,))
    spark = kraft_spark.local_session("local[2]")
    print("| CPU s for a million rows | | Java | Python |\n|---|---|---|---|")
    for shape in shapes:
        with tempfile.TemporaryDirectory() as folder:
            log = write_log(Path(folder), shape, given.mib << 20)
            for read in reads:
                found = []
                for number in range(1 + _ROUNDS):
                    before = taken()
                    read.run(spark, log.path)
                    if number:
                        found.append(taken().since(before))
                java, python = (one * 1e6 / log.records for one in min(found, key=sum))
                print(f"| {shape.name} | {read.name} | {java:.2f} | {python:.2f} |", flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
