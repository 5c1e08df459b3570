"""Exports of logs that were replaced, and what of it the table remembers."""

from __future__ import annotations

import json
import shutil

import pytest

from kraft_spark.exporting.job import DataLossError, ExportJob, ProcessEngine, run_export
from kraft_spark.exporting.tables import ExportTableError
from kraft_spark.log.layout import UnknownTopicError
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


def removed(files):
    shutil.rmtree(files.folder)


def two_partitions(root):
    written(root, FIRST)
    return written(root, FIRST, name="orders-3")


GONE = f"orders-3:{TOPIC_IDS[0]}"


@pytest.mark.parametrize("name", FORMATS)
def test_exported_partition_without_a_directory_is_reported(tmp_path, name, caplog):
    table, root = table_at(name, tmp_path), tmp_path / "logs"
    files = two_partitions(root)
    assert export(root, table).missing == []
    removed(files)
    for _ in range(2):
        caplog.clear()
        assert export(root, table).missing == [GONE]
        (line,) = [one.getMessage() for one in caplog.records]
        assert line.startswith("1 partitions that were exported before have no directory")
        assert GONE in line
    rewrite(files, FIRST, records(3, 1, "a3"))
    again = export(root, table)
    assert (again.rows, again.missing) == (1, [])


def test_missing_partitions_are_those_that_the_options_select(tmp_path):
    table, root = table_at("parquet", tmp_path), tmp_path / "logs"
    files = two_partitions(root)
    other = written(root, FIRST, name="others-0", topic_id=TOPIC_IDS[1])
    export(root, table)
    removed(files)
    for selected in (
        {},
        {"subscribe": "orders"},
        {"subscribePattern": "ord.*"},
        {"paths": [f"{root}/orders-*"]},
        {"paths": [f"{tmp_path}/l*s"]},
        {"paths": [f"{root}/orders-*/*.log"]},
        {"paths": [str(root / "orders-0"), str(root)]},
        {"modifiedBefore": "1980-01-01T00:00:00"},
    ):
        assert selected_export(root, table, selected).missing == [GONE], selected
    for selected in (
        {"subscribe": "others"},
        {"subscribePattern": "oth.*"},
        {"assign": '{"orders": [0]}'},
        {"paths": [str(root / "orders-0")]},
        {"paths": [f"{root}/o*-0"]},
        {"paths": [str(next((root / "orders-0").glob("*.log")))]},
        {"paths": [str(other.folder), str(root / "orders-0")]},
    ):
        assert selected_export(root, table, selected).missing == [], selected
    with pytest.raises(UnknownTopicError, match="no directory of orders-3"):
        selected_export(root, table, {"assign": '{"orders": [0, 3]}'})


def selected_export(root, table, selected):
    options = {"paths": json.dumps([str(root)]), **selected, "end": "logEnd"}
    if isinstance(options["paths"], list):
        options["paths"] = json.dumps(options["paths"])
    return run_export(ExportJob(options=options, **table.job), ProcessEngine())


def test_directory_that_has_no_segment_is_not_missing(tmp_path):
    table, root = table_at("parquet", tmp_path), tmp_path / "logs"
    files = two_partitions(root)
    export(root, table)
    for segment in files.folder.glob("*.log"):
        segment.unlink()
    (files.folder / "00000000000000000003.log").touch()
    assert export(root, table).missing == []


def test_topic_that_was_created_again_is_reported_once(tmp_path):
    table, root = table_at("parquet", tmp_path), tmp_path / "logs"
    two_partitions(root)
    export(root, table)
    shutil.rmtree(root)
    new = written(root, topic_id=TOPIC_IDS[1])
    first = f"orders-0:{TOPIC_IDS[0]}"
    assert export(root, table).missing == [first, GONE]  # it has no records and no progress yet
    rewrite(new, records(0, 0, "b0"))
    found = [export(root, table) for _ in range(2)]
    assert [(one.rows, one.missing) for one in found] == [(1, [first, GONE]), (0, [])]
    removed(new)
    written(root, FIRST, name="others-0", topic_id=TOPIC_IDS[2])
    every = [first, f"orders-0:{TOPIC_IDS[1]}", GONE]
    assert export(root, table).missing == sorted(every)


def test_log_directory_that_is_named_like_a_partition_selects_all(tmp_path):
    table, root = table_at("parquet", tmp_path), tmp_path / "kafka-logs-1"
    files = two_partitions(root)
    export(root, table)
    removed(files)
    for path in (root, f"{tmp_path}/kafka-logs-*", f"{tmp_path}/{{kafka-logs-1,none}}"):
        assert export(path, table).missing == [GONE], path


def test_log_without_a_name_is_missing_by_its_uri(tmp_path):
    table, root = table_at("parquet", tmp_path), tmp_path / "logs"
    written(root, FIRST, name="orders-0")
    copy = written(root, FIRST, name="copy", topic_id=None)
    export(root, table)
    removed(copy)
    uri = copy.folder.as_uri()
    assert export(root, table).missing == [uri]
    assert export(root / "orders-0", table).missing == []
