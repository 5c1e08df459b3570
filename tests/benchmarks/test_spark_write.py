from __future__ import annotations

from benchmarks.spark_write import measure, rows


def test_writing_is_measured():
    batches = rows(25_000)
    assert [batch.num_rows for batch in batches] == [10_000, 10_000, 5_000]
    assert measure(batches) > 0
