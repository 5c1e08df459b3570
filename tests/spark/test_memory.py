"""How much memory a worker needs: 200 MiB, and 3 times the largest batch after decompression."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from kraft_wire.records import Compression, RecordBatchBuilder
from kraft_wire.records.batch import stamp
from tests.spark.log_rows import ROOT, write_log

pytestmark = pytest.mark.slow

ALLOWED = 200 << 20
TIMES_A_BATCH = 3


def log_of(folder, batch_bytes, value_bytes, codec, *, batches):
    """A log of batches of about so many bytes before compression; half of them compress."""
    random = Random(5)
    value = random.randbytes(value_bytes // 2) + b"v" * (value_bytes // 2)
    builder = RecordBatchBuilder(compression=codec)
    count = batch_bytes // (value_bytes + 12)
    for number in range(count):
        builder.append(1_000, b"%04d" % (number % 10_000), value)
    content = builder.build()
    write_log(folder, *(stamp(content, number * count, 1) for number in range(batches)))
    return count * batches


@pytest.mark.parametrize("codec", [Compression.NONE, Compression.ZSTD])
@pytest.mark.parametrize(
    ("batch_bytes", "value_bytes", "batches"),
    [(1 << 20, 100, 64), (1 << 20, 10_000, 64), (100 << 20, 1_000, 2), (100 << 20, 1 << 20, 2)],
)
def test_worker_memory_stays_below_limit(tmp_path, batch_bytes, value_bytes, batches, codec):
    records = log_of(tmp_path / "orders-0", batch_bytes, value_bytes, codec, batches=batches)
    done = subprocess.run(
        [sys.executable, "-m", "tests.spark.worker_memory", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    rows, peak = map(int, done.stdout.split())
    assert rows == records
    assert batch_bytes < peak <= ALLOWED + TIMES_A_BATCH * batch_bytes
