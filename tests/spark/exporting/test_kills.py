"""Exports that are killed at drawn moments: the table has each record once, and in the end all.

Read without Spark, by the libraries of the formats. Between kills the log grows.
"""

from __future__ import annotations

import multiprocessing
import random
import signal
import time
from itertools import count

import pytest

from tests.spark.exporting.killed_export import PRELOADED, export
from tests.spark.exporting.tables_read import table_at
from tests.spark.log_rows import batch, write_log

pytestmark = pytest.mark.spark

KILLS = {"parquet": 50, "delta": 30, "iceberg": 15}
SEED = 15


class GrowingLog:
    """Two partitions; every step adds batches to one, and now and then a segment."""

    def __init__(self, root):
        self.root = root
        self.ends = [0, 0]
        self._segments = [[(0, [])], [(0, [])]]

    def grow(self, draw):
        partition = draw.randrange(2)
        segments = self._segments[partition]
        if len(segments[-1][1]) > 6:
            segments.append((self.ends[partition], []))
        base, batches = segments[-1]
        for _ in range(draw.randint(1, 3)):
            batches.append(batch(self.ends[partition], 5, value=draw.randbytes(200)))
            self.ends[partition] += 5
        write_log(self.root / f"orders-{partition}", *batches, base=base)

    def offsets(self):
        return {(number, offset) for number, end in enumerate(self.ends) for offset in range(end)}


def run(context, log, table, delay_s):
    """Export; return whether it was killed after the delay, and the seconds that it had."""
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=export, args=(sending, str(log.root), table.job))
    process.start()
    assert receiving.poll(60)
    began = time.monotonic()
    process.join(delay_s)
    process.kill()
    process.join()
    assert process.exitcode in (0, -signal.SIGKILL)
    return process.exitcode != 0, time.monotonic() - began


@pytest.mark.parametrize("name", KILLS)
def test_killed_exports_lose_and_repeat_nothing(tmp_path, name):
    table = table_at(name, tmp_path)
    draw = random.Random(SEED)
    log = GrowingLog(tmp_path / "logs")
    log.grow(draw)
    log.grow(draw)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(PRELOADED))
    killed, seconds = run(context, log, table, 60)
    assert not killed
    kills = 0
    for start in count():
        assert start < 4 * KILLS[name]
        log.grow(draw)
        was_killed, taken = run(context, log, table, draw.uniform(0, seconds))
        kills += was_killed
        if not was_killed:
            seconds = taken
        if start % 10 == 0:
            found = [(row["partition"], row["offset"]) for row in table.rows()]
            assert len(found) == len(set(found))
            assert set(found) <= log.offsets()
        if kills == KILLS[name]:
            break
    killed, _ = run(context, log, table, 60)
    assert not killed
    found = [(row["partition"], row["offset"]) for row in table.rows()]
    assert len(found) == len(set(found))
    assert set(found) == log.offsets()
