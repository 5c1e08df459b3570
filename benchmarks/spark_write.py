"""CPU seconds of Python for a million rows of view `records` that are written.

`python -m benchmarks.spark_write` writes a million rows with a key of 16 and a value of 100 bytes,
as Spark hands them to a task, into a folder, and prints CPU seconds of this process: three rounds
and the least. Spark's own part is not in it.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time

import numpy as np
import pyarrow as pa

from kraft_spark.columns import TIMESTAMP
from kraft_spark.log.options import parse_write_options
from kraft_spark.writing.log_writer import LogWriter

_BATCH_ROWS = 10_000
"""Rows of a batch that Spark hands over (`spark.sql.execution.arrow.maxRecordsPerBatch`)."""


def rows(count: int) -> list[pa.RecordBatch]:
    """Return `count` rows of one partition."""
    values = [os.urandom(100) for _ in range(_BATCH_ROWS)]
    numbers = np.arange(count)
    table = pa.table(
        {
            "key": [b"%016d" % number for number in range(count)],
            "value": (values * -(-count // _BATCH_ROWS))[:count],
            "topic": ["orders"] * count,
            "partition": pa.array(np.zeros(count, np.int32)),
            "offset": pa.array(numbers),
            "timestamp": pa.array(1_700_000_000_000_000 + 1_000 * numbers).cast(TIMESTAMP),
        }
    )
    batches: list[pa.RecordBatch] = table.combine_chunks().to_batches(_BATCH_ROWS)
    return batches


def measure(batches: list[pa.RecordBatch]) -> float:
    """Return the CPU seconds to write the batches once."""
    with tempfile.TemporaryDirectory() as folder:
        writer = LogWriter(parse_write_options({"path": folder}), "job", overwrite=False)
        begin = time.process_time()
        writer.write(iter(batches), "0-0")
        return time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure writing of kafka_log.")
    parser.add_argument("--rows", type=int, default=1_000_000)
    given = parser.parse_args()
    batches = rows(given.rows)
    found = [measure(batches) * 1_000_000 / given.rows for _ in range(3)]
    print(
        f"{min(found):.2f} CPU seconds for a million rows ({', '.join(f'{x:.2f}' for x in found)})"
    )


if __name__ == "__main__":
    main()
