"""What has changed since the state that the files begin with."""

from __future__ import annotations

import shutil

import pytest

import kraft_spark
from kraft_spark.cluster_image.changes import history_columns
from kraft_spark.cluster_image.files import read_timelines
from kraft_spark.cluster_image.image import without_effect
from kraft_spark.columns import spark_schema
from kraft_wire.messages import (
    AbortTransactionRecord,
    BeginTransactionRecord,
    ConfigRecord,
    EndTransactionRecord,
)
from tests.spark.log_rows import KAFKA, metadata_batch, write_log

LOG = KAFKA / "metadata-log" / "node" / "__cluster_metadata-0"
BEGIN, END, ABORT = (f"{word}_TRANSACTION_RECORD" for word in ("BEGIN", "END", "ABORT"))


def test_transactions_without_effect():
    assert without_effect([]) == []
    assert without_effect([(3, BEGIN), (5, END)]) == []
    assert without_effect([(9, ABORT), (7, BEGIN), (3, BEGIN), (5, END)]) == [(7, 9)]
    assert without_effect([(3, BEGIN), (5, ABORT), (8, BEGIN)]) == [(3, 5), (8, None)]


def config(value):
    return ConfigRecord(resource_type=2, resource_name="orders", name="retention.ms", value=value)


@pytest.mark.spark
def test_records_of_aborted_and_open_transactions_are_left_out(spark, tmp_path):
    records = [
        config("0"),
        BeginTransactionRecord(),
        config("2"),
        AbortTransactionRecord(),
        config("4"),
        BeginTransactionRecord(),
        config("6"),
        EndTransactionRecord(),
        BeginTransactionRecord(),
        config("9"),
    ]
    write_log(tmp_path / "__cluster_metadata-0", metadata_batch(0, *records))
    history = kraft_spark.history(spark, str(tmp_path))
    found = history.records("ConfigRecord").sort("offset").collect()
    assert [(row.offset, row.value) for row in found] == [(0, "0"), (4, "4"), (6, "6")]
    assert history.start.offset == 0
    assert history.start.configs.count() == 0


@pytest.mark.spark
def test_a_log_that_was_cut_begins_with_its_oldest_snapshot(spark, tmp_path):
    """All records since make of the first state the last one."""
    copy = shutil.copytree(LOG, tmp_path / LOG.name)
    min(copy.glob("*.log")).unlink()
    history = kraft_spark.history(spark, str(copy))
    oldest = min(int(path.name[:20]) for path in LOG.glob("*.checkpoint") if int(path.name[:20]))
    assert history.start.offset >= oldest > 0
    topics = {row.topicId for row in history.start.topics.collect()}
    topics |= {row.topicId for row in history.records("TopicRecord").collect()}
    topics -= {row.topicId for row in history.records("RemoveTopicRecord").collect()}
    wanted = {row.topicId for row in kraft_spark.image(spark, str(LOG)).topics.collect()}
    assert topics == wanted


@pytest.mark.spark
def test_secrets_are_shown_when_asked_for(spark, tmp_path):
    secret = ConfigRecord(resource_type=4, name="ssl.key.password", value="word")
    write_log(tmp_path / "__cluster_metadata-0", metadata_batch(0, secret))
    for include, value in ((False, "(redacted)"), (True, "word")):
        history = kraft_spark.history(spark, str(tmp_path), include_secrets=include)
        assert [row.value for row in history.records("ConfigRecord").collect()] == [value]


@pytest.mark.spark
def test_tables_over_time_and_records_of_one_history(spark):
    history = kraft_spark.history(spark, str(LOG))
    for table in ("partitions", "spans"):
        frame = getattr(history, table)
        assert frame.schema == spark_schema(history_columns(table))
    lost = history.spans.where("kind = 'leaderless'").groupBy("clusterId").count().collect()
    assert [row["count"] for row in lost] == [
        len(
            [
                row
                for row in read_timelines(str(LOG))[0].rows("spans")
                if row["kind"] == "leaderless"
            ]
        )
    ]
    assert history.records("TopicRecord").count() > 0
