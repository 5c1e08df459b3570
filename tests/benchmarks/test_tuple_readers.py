"""The readers that ours is compared with give the same rows as ours; no session is needed."""

from __future__ import annotations

import pytest

from benchmarks.spark_logs import SHAPES, write_log
from tests.spark.log_rows import rows

pytestmark = pytest.mark.spark


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_all_readers_give_the_same_rows(shape, tmp_path):
    from benchmarks.peers.tuple_readers import KernelReader, PythonReader

    log = write_log(tmp_path, shape, 100_000)
    wanted = [tuple(row.values()) for row in rows(log.path)]
    assert len(wanted) == log.records
    for reader in (KernelReader(str(log.path)), PythonReader(str(log.path))):
        tasks = reader.partitions()
        assert len(tasks) >= 2 or shape.codec
        assert [row for task in tasks for row in reader.read(task)] == wanted
