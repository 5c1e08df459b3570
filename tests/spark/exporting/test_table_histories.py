"""The drawn histories of `log/test_position_model.py` with real formats, kills and maintenance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.spark.exporting.table_histories import (
    DeltaExport,
    IcebergExport,
    ParquetStream,
    TableExport,
)
from tests.spark.log.position_model import ModelError, run_history

pytestmark = [pytest.mark.spark, pytest.mark.nightly, pytest.mark.timeout(1800)]


def run(kind, count, folder):
    """Run histories with consumers of a kind; return what came of them and the consumers."""
    consumers = []

    def make(*given, **more):
        consumers.append(kind(*given, **more))
        return consumers[-1]

    outcomes = Counter()
    for seed in range(count):
        root = folder / str(seed)
        root.mkdir()
        try:
            outcomes[run_history(Random(seed), root / "logs", make=make, polls=0.6)] += 1
        except ModelError as error:
            raise ModelError(f"seed {seed}: {error}") from error
    return outcomes, consumers


@pytest.mark.parametrize(
    ("kind", "count"),
    [(TableExport, 8), (DeltaExport, 10), (IcebergExport, 10)],
    ids=["parquet", "delta", "iceberg"],
)
def test_killed_exports_into_maintained_table_have_each_committed_record_once(
    tmp_path, kind, count
):
    outcomes, consumers = run(kind, count, tmp_path)
    assert outcomes["whole"] > count // 3
    assert sum(one.kills for one in consumers) >= count // 3
    if kind is not TableExport:
        assert sum(one.maintained for one in consumers) >= count // 3


def test_stopped_queries_of_spark_have_each_committed_record_once(spark, tmp_path):
    class SparkStream(ParquetStream):
        pass

    SparkStream.spark = spark
    outcomes, consumers = run(SparkStream, 12, tmp_path)
    assert outcomes["whole"] > 4
    assert sum(one.stops for one in consumers) >= 3
