"""Exports of logs that were replaced, and what of it the table remembers."""

from __future__ import annotations

import pytest

from kraft_spark.exporting.job import DataLossError
from kraft_spark.exporting.tables import ExportTableError
from kraft_spark.options import OptionError
from tests.spark.exporting.tables_read import FORMATS, table_at
from tests.spark.exporting.test_export import export
from tests.spark.log.brokers import TOPIC_IDS, PartitionFiles, write_high_watermarks
from tests.spark.log.test_positions_on_disk import records


def exported(table):
    return sorted((row["offset"], row["value"].decode()) for row in table.rows())


def written(root, *batches, **more):
    files = PartitionFiles(root, segments=[(0, list(batches))], **more)
    files.write()
    return files


def rewrite(files, *batches):
    files.segments = [(0, list(batches))]
    files.write()


FIRST = records(0, 1, "a0", "a1", "a2")
OLD = [(0, "a0"), (1, "a1"), (2, "a2")]


@pytest.mark.parametrize("name", FORMATS)
def test_a_loss_is_accepted_once_also_at_the_same_end(tmp_path, name):
    table = table_at(name, tmp_path)
    files = written(tmp_path / "logs", FIRST, records(3, 1, "a3", "a4"))
    export(files.root, table)
    rewrite(files, FIRST, records(3, 2, "b3", "b4"))
    with pytest.raises(DataLossError, match="it differs from offset 3 on"):
        export(files.root, table)
    found = [export(files.root, table, fail_on_data_loss=False) for _ in range(3)]
    assert [one.rows for one in found] == [2, 0, 0]
    assert [len(one.lost) for one in found] == [1, 0, 0]
    assert exported(table) == [*OLD, (3, "a3"), (3, "b3"), (4, "a4"), (4, "b4")]
    assert export(files.root, table).version is None


@pytest.mark.parametrize("name", FORMATS)
def test_a_loss_is_accepted_once_also_if_nothing_follows(tmp_path, name):
    table, options = table_at(name, tmp_path), {"end": "highWatermark"}
    files = written(tmp_path / "logs", FIRST, records(3, 2, "a3", "a4"))
    write_high_watermarks(files.root, {"orders-0": 5})
    export(files.root, table, options=options)
    rewrite(files, FIRST)  # the log lost its end
    write_high_watermarks(files.root, {"orders-0": 2})
    found = [export(files.root, table, options=options, fail_on_data_loss=False) for _ in range(2)]
    assert [list(one.lost.values()) for one in found] == [[2], []]
    rewrite(files, FIRST, records(3, 3, "b3"))
    write_high_watermarks(files.root, {"orders-0": 4})
    assert export(files.root, table, options=options).rows == 1


def name_topic(files, topic_id=TOPIC_IDS[0]):
    (files.folder / "partition.metadata").write_text(f"version: 0\ntopic_id: {topic_id}\n")


def forget_topic(files):
    (files.folder / "partition.metadata").unlink()


@pytest.mark.parametrize("name", FORMATS)
def test_a_topic_id_that_comes_and_goes_is_no_other_partition(tmp_path, name):
    table = table_at(name, tmp_path)
    files = written(tmp_path / "logs", FIRST, topic_id=None)
    export(files.root, table)
    batches = [FIRST]
    for number, change in enumerate((name_topic, forget_topic, name_topic), 3):
        change(files)
        batches.append(records(number, 1, f"a{number}"))
        rewrite(files, *batches)
        assert export(files.root, table).rows == 1
        assert export(files.root, table).rows == 0
    assert exported(table) == [(number, f"a{number}") for number in range(6)]


def test_a_topic_id_that_appears_on_another_log_is_a_loss(tmp_path):
    table = table_at("parquet", tmp_path)
    files = written(tmp_path / "logs", FIRST, topic_id=None)
    export(files.root, table)
    name_topic(files)
    rewrite(files, records(0, 2, "b0", "b1", "b2", "b3"))
    with pytest.raises(DataLossError, match="it differs from offset 0 on"):
        export(files.root, table)


def test_a_log_that_could_be_of_two_topics_is_refused(tmp_path):
    table = table_at("parquet", tmp_path)
    files = written(tmp_path / "logs", FIRST)
    export(files.root, table)
    name_topic(files, TOPIC_IDS[1])
    assert export(files.root, table).rows == 3
    forget_topic(files)
    with pytest.raises(ExportTableError, match=r"several topics of that name.*restartFrom"):
        export(files.root, table)
    with pytest.raises(ExportTableError, match="restartFrom"):
        export(files.root, table, restart_from='{"orders": {"0": 2}}')


def test_a_restart_of_a_log_that_lost_its_topic_id_is_stored_by_the_id(tmp_path):
    table = table_at("parquet", tmp_path)
    files = written(tmp_path / "logs", FIRST)
    export(files.root, table)
    forget_topic(files)
    assert export(files.root, table, restart_from='{"orders": {"0": 2}}').rows == 1
    assert export(files.root, table).rows == 0


def test_replicas_of_which_one_has_no_topic_id_have_one_key(tmp_path):
    table = table_at("parquet", tmp_path)
    first = written(tmp_path / "logs" / "a", FIRST)
    other = written(tmp_path / "logs" / "b", FIRST, records(3, 1, "a3"), topic_id=None)
    key = f"orders-0:{TOPIC_IDS[0]}"
    assert export(tmp_path / "logs", table).progress == {key: 4}
    rewrite(first, FIRST, records(3, 1, "a3"), records(4, 1, "a4"))
    assert export(tmp_path / "logs", table).progress == {key: 5}
    rewrite(other, FIRST, *(records(number, 1, f"a{number}") for number in (3, 4, 5)))
    assert export(tmp_path / "logs", table).progress == {key: 6}
    assert exported(table) == [(number, f"a{number}") for number in range(6)]


@pytest.mark.parametrize(
    "start",
    [
        {"startingOffsets": '{"orders": {"0": 4}}'},
        {"startingTimestamp": "1"},
        {"startingTimestamp": "9999999999999", "startingOffsetsByTimestampStrategy": "latest"},
    ],
)
def test_a_start_is_for_partitions_without_progress_alone(tmp_path, start):
    table = table_at("parquet", tmp_path)
    files = written(tmp_path / "logs", FIRST)
    export(files.root, table)
    rewrite(files, FIRST, records(3, 1, "a3", "a4"))
    assert export(files.root, table, options={"end": "logEnd", **start}).rows == 2
    assert exported(table) == [*OLD, (3, "a3"), (4, "a4")]


@pytest.mark.parametrize("start", ["latest", '{"orders": {"0": -1}}'])
def test_a_start_that_would_never_export_anything_is_refused(tmp_path, start):
    files = written(tmp_path / "logs", FIRST)
    with pytest.raises(OptionError, match="startingOffsets=latest would export nothing"):
        export(files.root, table_at("parquet", tmp_path), options={"startingOffsets": start})
