"""Estimate a cluster from a measured rate: tasks, hours, cost, and the best size of tasks.

    python -m benchmarks.spark_cluster [--rate 379] [--terabytes 100] [--cores 512] [--price 0.05]

The rate is megabytes of segments a second on the two cores of one machine, as `python -m benchmarks
spark` prints it. A task keeps two cores busy: Python decodes, Spark's Java converts. The model
takes storage to be as fast as the cores, and says how fast that is; it knows no stragglers and no
retries.
"""

from __future__ import annotations

import argparse
from math import ceil
from typing import NamedTuple

from benchmarks.report import table

TASK_SECONDS = 0.06
"""Spark's overhead for a task, by measurement: 50 to 65 ms."""

CORES_PER_TASK = 2
MEBIBYTE = 1 << 20
SPLITS = tuple(size * MEBIBYTE for size in (64, 256, 1024))


class Cluster(NamedTuple):
    """Rented cores, dollars per core hour, and bytes per second on two cores."""

    cores: int
    price: float
    rate: float


CLUSTER = Cluster(cores=512, price=0.05, rate=379e6)
"""The one of the documents; the rate is what docs/benchmarks.md has for records of 100 bytes."""

CONTENT_BYTES = 100e12
"""The job of the documents."""


class Job(NamedTuple):
    """The cost of a read; `overhead` is the share of the time that is not work."""

    tasks: int
    seconds: float
    dollars: float
    overhead: float


def job(content: float, split: int, cluster: Cluster) -> Job:
    """Model a read in tasks of `split` bytes; raises ValueError for fewer than two cores."""
    slots = cluster.cores // CORES_PER_TASK
    if not slots:
        raise ValueError(f"a task needs {CORES_PER_TASK} cores")
    tasks = max(1, ceil(content / split))
    work = min(content, split) / cluster.rate
    seconds = ceil(tasks / slots) * (work + TASK_SECONDS)
    dollars = seconds / 3600 * cluster.cores * cluster.price
    return Job(tasks, seconds, dollars, TASK_SECONDS / (work + TASK_SECONDS))


def text(content: float, cluster: Cluster) -> str:
    """Return the model as a Markdown table, with a row for each size of a task."""
    found = [(split, job(content, split, cluster)) for split in SPLITS]
    rows = [
        [
            f"{split // MEBIBYTE} MiB",
            f"{one.tasks:,}",
            f"{one.overhead:.1%}",
            f"{one.seconds / 60:,.0f} min",
            f"{cluster.cores * one.seconds / 3600:,.0f}",
            f"${one.dollars:,.0f}",
        ]
        for split, one in found
    ]
    storage = content / min(one.seconds for _, one in found) / 1e9
    return (
        f"{content / 1e12:g} TB, {cluster.cores} cores, "
        f"{cluster.rate / 1e6:.0f} MB/s on two cores, ${cluster.price:g} for a core and hour; "
        f"storage has to give {storage:.0f} GB/s\n\n"
        + table(("`maxPartitionBytes`", "tasks", "overhead", "time", "core hours", "money"), rows)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="what a measured rate means for a cluster")
    cores, price, rate = CLUSTER
    for option, kind, default, what in (
        ("--rate", float, rate / 1e6, "MB/s on two cores"),
        ("--terabytes", float, CONTENT_BYTES / 1e12, "what is read"),
        ("--cores", int, cores, "of the cluster"),
        ("--price", float, price, "dollars for a core and hour"),
    ):
        parser.add_argument(option, type=kind, default=default, help=f"{what} (%(default)s)")
    given = parser.parse_args()
    print(text(given.terabytes * 1e12, Cluster(given.cores, given.price, given.rate * 1e6)))


if __name__ == "__main__":
    main()
