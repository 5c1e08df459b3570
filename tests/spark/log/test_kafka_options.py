"""Options of Spark's Kafka source, where they mean something to files."""

from __future__ import annotations

import json
import logging

import pytest

from kraft_spark.errors import condition
from kraft_spark.log.parts import Bounds
from kraft_spark.log.planning import NoOffsetError
from kraft_spark.log.position import DataLossError
from kraft_spark.log.read_plan import plan
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


@pytest.fixture
def shortened(logs):
    """The logs after retention has deleted the first segment of partition 0: it begins at 20."""
    for path in (logs / "orders-0").glob(f"{0:020}.*"):
        path.unlink()
    return logs


def starting(partition, offset):
    return {"startingOffsets": json.dumps({"orders": {str(partition): offset}})}


def test_starting_offsets_that_were_deleted_are_an_error(shortened):
    sentence = "orders-0: startingOffsets asks for offset 5, and the log begins at 20 now"
    with pytest.raises(DataLossError, match=sentence) as raised:
        offsets(shortened, **starting(0, 5))
    assert condition(raised.value) == "KRAFT_DATA_LOSS"
    with pytest.raises(DataLossError, match=sentence):
        offsets(shortened, startingOffsets=5)


def test_read_without_fail_on_data_loss_continues_with_existing_data(shortened, caplog):
    with caplog.at_level(logging.WARNING, "kraft_spark"):
        found = offsets(shortened, **starting(0, 5), failOnDataLoss=False)
    assert found == {0: list(range(20, 40)), 1: list(range(40))}
    (line,) = [one.getMessage() for one in caplog.records]
    assert "the log begins at 20 now: the records between were deleted" in line


@pytest.mark.parametrize(
    "options",
    [
        starting(0, 20),
        starting(0, -2),
        starting(1, 5),
        {"startingOffsets": "earliest"},
        {"startingTimestamp": 1_000},
        {"startingOffsets": 5, "endingOffsets": 5},
    ],
)
def test_offsets_that_nobody_asked_for_are_not_lost(shortened, options):
    assert min(offsets(shortened, **options)[0], default=20) == 20


def test_filters_of_a_query_leave_out_what_is_lost(shortened):
    options = options_of(shortened, **starting(0, 5))
    assert plan(options, None, Bounds(first=30))
    assert plan(options_of(shortened), None, Bounds(first=5))


def test_another_copy_of_the_log_may_have_what_one_has_lost(shortened):
    write_log(shortened / "backup" / "orders-0", batch(0, 20))
    assert offsets(shortened, **starting(0, 5))[0] == list(range(5, 40))
    with pytest.raises(DataLossError, match="begins at 20"):
        offsets(shortened, **starting(0, 5), replicas="one")


def test_a_named_segment_is_a_part_of_its_log(logs):
    path = logs / "orders-0" / f"{20:020}.log"
    assert offsets(path, startingOffsets=5)[0] == list(range(20, 40))


def test_options_of_a_consumer_are_taken(logs):
    options = {"kafka.bootstrap.servers": "b:9092", "groupIdPrefix": "x", "KAFKA.group.id": "g"}
    parsed = options_of(logs, **options)
    assert parsed.ignored == ("KAFKA.group.id", "groupIdPrefix", "kafka.bootstrap.servers")
    with pytest.raises(OptionError, match="unknown option kafkaOptions"):
        options_of(logs, kafkaOptions="x")


@pytest.mark.spark
def test_ignored_options_are_one_line_of_a_log(logs, caplog):
    from kraft_spark.sources.kafka_log import KafkaLogSource

    options = {"kafka.bootstrap.servers": "b:9092", "groupIdPrefix": "x", "KAFKA.group.id": "g"}
    source = KafkaLogSource({"path": str(logs), **options})
    with caplog.at_level(logging.WARNING, "kraft_spark"):
        source.reader(source.schema())
    (line,) = [one.getMessage() for one in caplog.records]
    assert line == (
        "these options have no effect on files: KAFKA.group.id, groupIdPrefix, "
        "kafka.bootstrap.servers"
    )
