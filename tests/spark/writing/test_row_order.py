from __future__ import annotations

import pytest

from kraft_spark import by_partition, write_snapshot
from tests.spark.log_rows import KAFKA, rows


class Frame:
    """Notes what is asked of it."""

    def __init__(self, *columns):
        self.columns = list(columns)
        self.asked = []

    def __getattr__(self, name):
        def note(*arguments):
            self.asked.append((name, *arguments))
            return self

        return note


def test_partitions_stay_whole_and_in_order():
    frame = by_partition(Frame("value", "offset", "partition", "topic"))
    assert frame.asked == [
        ("repartition", "topic", "partition"),
        ("sortWithinPartitions", "topic", "partition", "offset"),
    ]
    assert by_partition(Frame("value")).asked == [("repartition", 1)]


@pytest.mark.spark
def test_records_go_through_spark_and_back(spark, tmp_path):
    columns = (
        "key BINARY, value BINARY, topic STRING, partition INT, offset BIGINT, "
        "timestamp TIMESTAMP, headers ARRAY<STRUCT<key: STRING, value: BINARY>>"
    )
    source = spark.read.format("kafka_log").schema(columns).load(str(KAFKA / "topic-segments"))
    path = tmp_path / "written"
    writer = by_partition(source).write.format("kafka_log").mode("append")
    writer.option("compression", "zstd").option("segmentBytes", "4k").save(str(path))
    wanted = sorted(rows(KAFKA / "topic-segments", columns), key=lambda row: row["offset"])
    assert rows(path, columns) == wanted
    assert len(list(path.rglob("*.log"))) > 1
    with pytest.raises(Exception, match="exists up to offset"):
        by_partition(source).write.format("kafka_log").mode("append").save(str(path))
    assert not (path / "_temporary").exists()
    with pytest.raises(Exception, match=r"\[KRAFT_SCHEMA\] column topic is missing"):
        source.selectExpr("value", "'x' AS colour").write.format("kafka_log").mode("append").save(
            str(path)
        )


@pytest.mark.spark
def test_a_snapshot_goes_through_spark_and_back(spark, tmp_path):
    source = max((KAFKA / "metadata-log" / "node" / "__cluster_metadata-0").glob("*.checkpoint"))
    reader = spark.read.format("kafka_log").option("view", "metadata")
    frame = reader.option("includeSecrets", "true").load(str(source))
    write_snapshot(frame, str(tmp_path / "made"), 900, 7)
    (path,) = (tmp_path / "made").iterdir()
    assert path.name == f"{900:020}-{7:010}.checkpoint"

    def texts(one):
        found = rows(one, view="metadata", includeSecrets=True)
        return [row["decoded"] for row in found if row["recordType"] != "SNAPSHOT_HEADER"]

    assert texts(path) == texts(source)
