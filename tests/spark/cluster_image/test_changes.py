"""Tables over time, compared with the state at offsets; spans of made changes."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta

import pyarrow as pa
import pytest

from kraft_spark.cluster_image.changes import HISTORY_TABLES, SPANS, history_columns
from kraft_spark.cluster_image.files import ImageError, earliest_offset, read_image, read_timelines
from kraft_spark.cluster_image.tables import table_columns, table_rows
from kraft_wire.messages import (
    FenceBrokerRecord,
    PartitionChangeRecord,
    PartitionRecord,
    RegisterBrokerRecord,
    RemoveTopicRecord,
    TopicRecord,
    UnfenceBrokerRecord,
)
from kraft_wire.primitives import Uuid
from tests.spark.cluster_image.test_files import LOG, LOGS, name_of
from tests.spark.log_rows import metadata_batch, rows, write_log

CLUSTER = "RouKMrOwyJ1_SEngK0RZuQ"


def valid_at(timeline, table, offset):
    """The rows that were valid when all records below an offset were applied."""
    names = table_columns(table).names
    return [
        {name: row.get(name) for name in names}
        for row in timeline.rows(table)
        if (row["fromOffset"] is None or row["fromOffset"] < offset)
        and (row["toOffset"] is None or row["toOffset"] >= offset)
    ]


def in_any_order(found):
    return sorted(map(repr, found))


def is_left_over(row, state):
    """Kafka left configs of removed topics in snapshots, and so in states that begin with one."""
    return row["resourceType"] == "TOPIC" and row["resourceName"] not in state.topic_ids


@pytest.mark.parametrize("log", LOGS, ids=name_of)
def test_rows_that_were_valid_at_an_offset_are_the_state_there(log):
    (timeline,) = read_timelines(str(log))
    first, end = earliest_offset(str(log)), read_image(str(log)).offset
    for offset in {first, (2 * first + end) // 3, (first + 2 * end) // 3, end}:
        state = read_image(str(log), offset).state
        for table in HISTORY_TABLES:
            names = table_columns(table).names
            wanted = [
                {name: row.get(name) for name in names}
                for row in table_rows(table, state)
                if not (table == "configs" and is_left_over(row, state))
            ]
            found = [
                row
                for row in valid_at(timeline, table, offset)
                if not (table == "configs" and is_left_over(row, state))
            ]
            assert in_any_order(found) == in_any_order(wanted)


def test_rows_fit_their_columns_and_name_who_led():
    (timeline,) = read_timelines(str(LOG))
    leaders = {
        row["epoch"]: row["decoded"]
        for row in rows(LOG, view="control")
        if row["recordType"] == "LEADER_CHANGE"
    }
    for table in (*HISTORY_TABLES, "spans"):
        found = timeline.rows(table)
        assert len(pa.Table.from_pylist(found, history_columns(table))) == len(found)
        assert {row["clusterId"] for row in found} <= {CLUSTER}
    began = [row for row in timeline.rows("partitions") if row["fromOffset"] is not None]
    assert len({row["activeController"] for row in began}) > 1
    for row in began:
        assert f'"leaderId":{row["activeController"]},' in leaders[row["activeControllerEpoch"]]
        assert row["validTo"] is None or row["validFrom"] <= row["validTo"]


TOPIC = Uuid(b"\7" * 16)


def partition(**changed):
    return PartitionRecord(
        topic_id=TOPIC, partition_id=0, replicas=[1, 2], isr=[1, 2], leader=1, **changed
    )


def change(**changed):
    return PartitionChangeRecord(topic_id=TOPIC, partition_id=0, **changed)


def spans_of(folder, *messages):
    write_log(folder / "__cluster_metadata-0", metadata_batch(0, *messages))
    (timeline,) = read_timelines(str(folder))
    names = ("kind", "topic", "partition", "brokerId", "sinceOffset", "untilOffset", "ended")
    found = timeline.rows("spans")
    assert {name for row in found for name in row} == set(SPANS.names)
    for row in found:
        assert row["since"] == row["sinceOffset"] * 1_000_000
        assert row["until"] == (
            None if row["untilOffset"] is None else row["untilOffset"] * 1_000_000
        )
    return [tuple(row[name] for name in names) for row in found]


def test_spans_of_a_partition(tmp_path):
    assert spans_of(
        tmp_path,
        TopicRecord(name="orders", topic_id=TOPIC),
        partition(),
        change(isr=[1]),
        change(leader=-1),
        change(leader=1),
        change(isr=[1, 2]),
        change(adding_replicas=[3], replicas=[1, 2, 3]),
        change(adding_replicas=[], isr=[1, 2, 3]),
        change(leader=-1),
        RemoveTopicRecord(topic_id=TOPIC),
    ) == [
        ("leaderless", "orders", 0, None, 3, 4, "over"),
        ("leaderless", "orders", 0, None, 8, 9, "deleted"),
        ("underReplicated", "orders", 0, None, 2, 5, "over"),
        ("underReplicated", "orders", 0, None, 6, 7, "over"),
        ("reassigning", "orders", 0, None, 6, 7, "over"),
    ]


def test_spans_of_a_broker(tmp_path):
    assert spans_of(
        tmp_path,
        RegisterBrokerRecord(broker_id=1, broker_epoch=0, fenced=True),
        UnfenceBrokerRecord(id=1, epoch=0),
        FenceBrokerRecord(id=1, epoch=0),
    ) == [("fenced", None, None, 1, 0, 1, "over"), ("fenced", None, None, 1, 2, None, None)]


def test_image_at_time_has_state_of_that_time(tmp_path):
    write_log(
        tmp_path / "__cluster_metadata-0",
        metadata_batch(
            0, *(TopicRecord(name=f"t{n}", topic_id=Uuid(bytes([n + 1] * 16))) for n in range(5))
        ),
    )
    second = datetime(1970, 1, 1, 0, 0, 2, tzinfo=UTC)
    just = timedelta(milliseconds=1)
    for moment, offset in ((second - just, 2), (second, 3), (second + just, 3)):
        assert read_image(str(tmp_path), moment).offset == offset
    assert read_image(str(tmp_path), second + timedelta(days=1)).offset == 5


def test_several_clusters_are_distinguished(tmp_path):
    for name in ("a", "b"):
        write_log(
            tmp_path / name / "__cluster_metadata-0",
            metadata_batch(0, TopicRecord(name=name, topic_id=TOPIC)),
        )
        (tmp_path / name / "meta.properties").write_text(f"version=1\ncluster.id=cluster-{name}\n")
    found = read_timelines(str(tmp_path))
    assert [(row["clusterId"], row["name"]) for one in found for row in one.rows("topics")] == [
        ("cluster-a", "a"),
        ("cluster-b", "b"),
    ]
    with pytest.raises(ImageError, match="several clusters: cluster-a, cluster-b"):
        read_image(str(tmp_path))
    chosen = read_image(str(tmp_path), cluster_id="cluster-b")
    assert [topic.name for topic in chosen.state.topics.values()] == ["b"]
    assert chosen.cluster_id == "cluster-b"
    with pytest.raises(ImageError, match="no metadata log of cluster c"):
        read_image(str(tmp_path), cluster_id="c")


def test_the_log_may_begin_with_a_snapshot(tmp_path):
    copy = shutil.copytree(LOG, tmp_path / LOG.name)
    min(copy.glob("*.log")).unlink()
    (timeline,) = read_timelines(str(copy))
    first = earliest_offset(str(copy))
    state = read_image(str(copy), first).state
    begun = [row["name"] for row in timeline.rows("topics") if row["fromOffset"] is None]
    assert sorted(begun) == [row["name"] for row in table_rows("topics", state)]
    assert begun
