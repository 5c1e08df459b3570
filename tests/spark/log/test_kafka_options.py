"""Options of Spark's Kafka source, where they mean something to files."""

from __future__ import annotations

import json
import logging

import pytest

from kraft_spark.log.planning import NoOffsetError, plan
from kraft_spark.options import OptionError
from tests.spark.log_rows import batch, options_of, rows, write_log


@pytest.fixture
def logs(tmp_path):
    """Two partitions of 40 records, two segments each; timestamps are 1000 and the offset."""
    for partition in (0, 1):
        for base in (0, 20):
            path = write_log(
                tmp_path / f"orders-{partition}",
                *(batch(base + n, 5) for n in range(0, 20, 5)),
                base=base,
            )
            size = path.stat().st_size // 4
            entries = b"".join(
                (5 * n + 4).to_bytes(4, "big") + (n * size).to_bytes(4, "big") for n in range(1, 4)
            )
            path.with_suffix(".index").write_bytes(entries)
    return tmp_path


def offsets(path, **options):
    found = rows(path, "partition INT, offset BIGINT", **options)
    return {
        partition: [row["offset"] for row in found if row["partition"] == partition]
        for partition in (0, 1)
    }


def test_times_by_partition_become_offsets(logs):
    times = {
        "startingOffsetsByTimestamp": json.dumps({"orders": {"0": 1_013}}),
        "endingOffsetsByTimestamp": json.dumps({"orders": {"0": 1_030, "1": 1_002}}),
    }
    assert offsets(logs, **times) == {0: list(range(13, 30)), 1: [0, 1]}


@pytest.mark.parametrize("name", ["startingTimestamp", "startingOffsetsByTimestamp"])
def test_the_strategy_says_what_becomes_of_a_time_that_is_too_late(logs, name):
    text = "5000" if name == "startingTimestamp" else json.dumps({"orders": {"1": 5_000}})
    found = offsets(logs, **{name: text})
    assert found == {0: [] if name == "startingTimestamp" else list(range(40)), 1: []}
    with pytest.raises(NoOffsetError, match=r"orders-\d has no record at or above 5000 ms"):
        offsets(logs, **{name: text}, startingOffsetsByTimestampStrategy="error")


def test_a_task_has_no_more_records_than_it_may(logs):
    options = options_of(logs, maxRecordsPerPartition=7)
    tasks = plan(options)
    assert len(tasks) == 12  # three pieces of each segment
    spans = [
        (part.file.path, part.bounds.first, part.bounds.end) for task in tasks for part in task
    ]
    assert sum(end - first for _, first, end in spans) == 80
    assert offsets(logs, maxRecordsPerPartition=7) == {n: list(range(40)) for n in (0, 1)}
    assert offsets(logs, maxRecordsPerPartition=25, startingOffsets=18, endingOffsets=33) == {
        n: list(range(18, 33)) for n in (0, 1)
    }
    assert len(plan(options_of(logs, maxRecordsPerPartition=1_000))) == 1


def test_options_of_a_consumer_are_taken(logs):
    options = {"kafka.bootstrap.servers": "b:9092", "groupIdPrefix": "x", "KAFKA.group.id": "g"}
    parsed = options_of(logs, **options)
    assert parsed.ignored == ("KAFKA.group.id", "groupIdPrefix", "kafka.bootstrap.servers")
    with pytest.raises(OptionError, match="unknown option kafkaOptions"):
        options_of(logs, kafkaOptions="x")


@pytest.mark.spark
def test_ignored_options_are_one_line_of_a_log(logs, caplog):
    from kraft_spark.sources.kafka_log import KafkaLogSource  # noqa: PLC0415

    options = {"kafka.bootstrap.servers": "b:9092", "groupIdPrefix": "x", "KAFKA.group.id": "g"}
    source = KafkaLogSource({"path": str(logs), **options})
    with caplog.at_level(logging.WARNING, "kraft_spark"):
        source.reader(source.schema())
    (line,) = [one.getMessage() for one in caplog.records]
    assert line == (
        "these options mean nothing to files: KAFKA.group.id, groupIdPrefix, "
        "kafka.bootstrap.servers"
    )
