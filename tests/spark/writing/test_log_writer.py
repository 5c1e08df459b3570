from __future__ import annotations

from datetime import UTC, datetime

import pyarrow as pa
import pytest

from kraft_spark.columns import SchemaError
from kraft_spark.log.options import parse_write_options
from kraft_spark.writing.log_writer import CommitError, LogWriter, RecordOrderError, check_columns
from tests.spark.ddl import schema_of
from tests.spark.log_rows import KAFKA, batches_of, ms, rows


def writer(path, job="job", *, overwrite=False, **options):
    parsed = parse_write_options({"path": str(path), **options})
    return LogWriter(parsed, job, overwrite=overwrite)


def table(**columns):
    return [pa.RecordBatch.from_pydict(columns)]


def written(path, *tasks, **options):
    one = writer(path, **options)
    one.commit([one.write(task, f"{number}-0") for number, task in enumerate(tasks)])


def test_a_round_trip_keeps_everything(tmp_path):
    """Records that Kafka wrote, read, written and read again."""
    source = KAFKA / "topic-none"
    columns = (
        "key BINARY, value BINARY, topic STRING, partition INT, offset BIGINT, "
        "timestamp TIMESTAMP, headers ARRAY<STRUCT<key: STRING, value: BINARY>>"
    )
    written(tmp_path, batches_of(source, columns))
    assert rows(tmp_path, columns) == rows(source, columns)
    assert not (tmp_path / "_temporary").exists()


def test_missing_columns_get_defaults(tmp_path):
    written(tmp_path, table(value=["a", None]), topic="orders")
    found = rows(tmp_path)
    assert [(row["topic"], row["partition"], row["offset"]) for row in found] == [
        ("orders", 0, 0),
        ("orders", 0, 1),
    ]
    assert [row["value"] for row in found] == [b"a", None]
    assert [row["timestamp"] for row in found] == [None, None]


def test_topics_and_partitions_may_take_turns(tmp_path):
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    columns = {
        "value": [b"0", b"1", b"2", b"3"],
        "topic": ["a", "b", "a", None],
        "partition": [1, 0, 1, 2],
        "timestamp": pa.array([moment] * 4, pa.timestamp("us", tz="UTC")),
    }
    written(tmp_path, table(**columns), topic="c")
    found = rows(tmp_path)
    places = {(row["topic"], row["partition"], row["offset"], row["value"]) for row in found}
    assert places == {("a", 1, 0, b"0"), ("b", 0, 0, b"1"), ("a", 1, 1, b"2"), ("c", 2, 0, b"3")}
    assert {ms(row["timestamp"]) for row in found} == {1_767_225_600_000}


def test_order_is_verified(tmp_path):
    with pytest.raises(RecordOrderError, match="by_partition"):
        writer(tmp_path, topic="t").write(table(value=[b"", b""], offset=[5, 4]), "0-0")


def test_rows_are_invisible_before_the_commit(tmp_path):
    one = writer(tmp_path, topic="t")
    task = one.write(table(value=[b"x"]), "0-0")
    assert rows(tmp_path, allowEmpty=True) == []
    one.commit([task])
    assert len(rows(tmp_path)) == 1


def test_an_abort_leaves_nothing(tmp_path):
    one = writer(tmp_path, topic="t")
    one.write(table(value=[b"x"]), "0-0")
    one.abort()
    assert list(tmp_path.iterdir()) == []
    one.abort()


def test_tasks_must_not_write_the_same_offsets(tmp_path):
    one = writer(tmp_path, topic="t")
    tasks = [
        one.write(table(value=[b"x"] * 3, offset=[0, 1, 5]), "0-0"),
        one.write(table(value=[b"x"], offset=[4]), "1-0"),
    ]
    with pytest.raises(CommitError, match="two tasks wrote t-0"):
        one.commit(tasks)
    assert not (tmp_path / "t-0").exists()


def test_existing_log_is_appended_to(tmp_path):
    written(tmp_path, table(value=[b"x"] * 3), topic="t")
    with pytest.raises(CommitError, match="up to offset 2"):
        written(tmp_path, table(value=[b"y"]), topic="t")
    written(tmp_path, table(value=[b"y"], offset=[3]), topic="t")
    assert [row["offset"] for row in rows(tmp_path)] == [0, 1, 2, 3]


def test_overwriting_removes_what_was_there(tmp_path):
    written(tmp_path, table(value=[b"x"] * 3, topic=["a", "b", "b"]))
    written(tmp_path, table(value=[b"y"]), topic="b", overwrite=True)
    assert [(row["topic"], row["value"]) for row in rows(tmp_path)] == [("b", b"y")]


@pytest.mark.parametrize(
    ("schema", "options", "words"),
    [
        (
            "value INT",
            {"topic": "t"},
            "column value must be (BINARY or STRING, not INT|binary or string, not int32)$",
        ),
        ("key BINARY", {"topic": "t"}, "column value is missing"),
        ("value BINARY", {}, "topic"),
        ("value BINARY, partition BIGINT", {"topic": "t"}, "column partition must be (INT|int32),"),
    ],
)
def test_columns_are_checked(schema, options, words):
    with pytest.raises(SchemaError, match=words):
        check_columns(schema_of(schema), parse_write_options({"path": "p", **options}))


def test_other_columns_are_ignored_as_by_the_kafka_sink_of_spark(tmp_path):
    columns = schema_of("value BINARY, colour STRING")
    check_columns(columns, parse_write_options({"path": "p", "topic": "t"}))
    written(tmp_path, table(value=[b"x"], colour=["red"]), topic="t")
    assert [row["value"] for row in rows(tmp_path)] == [b"x"]


@pytest.mark.parametrize("topic", ["../x", "a/b", "", "..", "x" * 250])
def test_topics_lead_nowhere_else(tmp_path, topic):
    with pytest.raises(SchemaError, match="topic"):
        writer(tmp_path).write(table(value=[b"x"], topic=[topic]), "0-0")
