"""Read a log as a worker of Spark does and print the peak of the process's memory, in bytes.

    python -m tests.spark.worker_memory PATH

A process of its own: the peak is that of its whole life.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

import pyarrow as pa

from kraft_spark.columns import arrow_schema
from kraft_spark.log.options import parse_options
from kraft_spark.log.read_plan import plan
from kraft_spark.log.views import picked_columns, reader_of


def read_all(path: str) -> int:
    """Write every row to a stream of Arrow that goes nowhere; return how many there were."""
    options = parse_options({"path": path})
    picked = picked_columns(options)
    rows = 0
    with (
        Path(os.devnull).open("wb") as sink,
        pa.ipc.new_stream(sink, arrow_schema(picked)) as stream,
    ):
        for task in plan(options):
            for batch in reader_of(options, picked).read(task):
                stream.write_batch(batch)
                rows += batch.num_rows
    return rows


def peak() -> int:
    """The most bytes of memory that this process has held."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) << 10
    raise LookupError("VmHWM")


if __name__ == "__main__":
    with contextlib.suppress(ModuleNotFoundError):
        import pyspark.worker  # noqa: F401  # what a worker holds before it reads
    print(read_all(sys.argv[1]), peak())
