"""A log directory that grows, streamed into Parquet: each record once, however it is killed."""

from __future__ import annotations

import json

import pytest

from tests.spark.killed_query import MOMENTS, kill_at, read_to_the_end
from tests.spark.log_rows import batch, write_log

pytestmark = [pytest.mark.spark, pytest.mark.timeout(600)]


def grow(folder, end, count):
    """Closed segments of five batches from an offset on, and one that is still written."""
    for base in range(end, end + 15 * count, 15):
        write_log(folder, *(batch(base + 3 * n, value=b"x" * 500) for n in range(5)), base=base)
    write_log(folder, batch(end + 15 * count), base=end + 15 * count)
    return end + 15 * count


def test_new_segments_come_with_the_next_query(spark, tmp_path):
    logs = tmp_path / "logs"
    end = grow(logs / "orders-0", 0, 2)

    def rows():
        stream = spark.readStream.format("kafka_log").option("maxBytesPerTrigger", "2k")
        writer = stream.load(str(logs)).writeStream.format("parquet").trigger(availableNow=True)
        query = writer.option("checkpointLocation", str(tmp_path / "checkpoint")).start(
            str(tmp_path / "rows")
        )
        assert query.awaitTermination(120)
        assert query.exception() is None
        found = spark.read.parquet(str(tmp_path / "rows")).collect()
        return query, sorted(row.offset for row in found)

    query, offsets = rows()
    assert offsets == list(range(end))
    assert len(query.recentProgress) > 3
    last = (tmp_path / "checkpoint" / "offsets").glob("[0-9]*")
    newest = max(last, key=lambda path: int(path.name)).read_text().splitlines()[-1]
    stored = json.loads(newest)
    assert stored["orders"] == {"0": end}
    assert stored["$kraft"]["topics"] == {"orders": {"0": {"epoch": 1, "replica": 0}}}
    grown = grow(logs / "orders-0", end, 1)
    _, offsets = rows()
    assert offsets == list(range(grown))


def test_a_query_that_is_killed_reads_each_record_once(spark, tmp_path):
    logs = tmp_path / "logs"
    end = grow(logs / "orders-0", 0, 30)
    source = {
        "format": "kafka_log",
        "options": {"path": str(logs), "maxBytesPerTrigger": "32k", "activeSegment": "true"},
    }
    for moment in MOMENTS:
        kill_at(moment, source, tmp_path)
        end = grow(logs / "orders-0", end, 8)
    query = read_to_the_end(source, tmp_path)
    found = spark.read.parquet(str(query.rows)).collect()
    assert sorted(row.offset for row in found) == list(range(end + 3))
    assert query.unnamed()  # a kill has left rows behind that were written again
