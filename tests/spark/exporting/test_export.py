"""Exports read back without Spark: every record once, also after the log has grown."""

from __future__ import annotations

import json
from datetime import UTC
from random import Random

import pytest

from kraft_spark.columns import SchemaError
from kraft_spark.exporting.job import DataLossError, ExportJob, ProcessEngine, run_export
from kraft_spark.exporting.tables import ExportConflictError, ExportTableError
from kraft_spark.files import store
from kraft_spark.options import OptionError
from tests.spark.exporting.tables_read import FORMATS, table_at
from tests.spark.log.test_tiers import Disk, copied
from tests.spark.log.test_transactions import data, marker
from tests.spark.log_rows import KAFKA, batch, rows, write_log

TOPIC_ID = "lvGpo8-pSwW1DAaWrZ-jaA"
OTHER_ID = "AAAAAAAAAAAAAAAAAAAAAQ"


def partition(root, number=0, *, topic="orders", topic_id=TOPIC_ID):
    folder = root / f"{topic}-{number}"
    folder.mkdir(parents=True)
    (folder / "partition.metadata").write_text(f"version: 0\ntopic_id: {topic_id}\n")
    return folder


def export(path, table, **changed):
    options = {"path": str(path), **changed.pop("options", {})}
    if "active_segment" not in changed:
        options = {"end": "logEnd", **options}
    return run_export(ExportJob(options=options, **table.job, **changed), ProcessEngine())


def offsets(table, **columns):
    return sorted((row["topic"], row["partition"], row["offset"]) for row in table.rows())


@pytest.mark.parametrize("name", FORMATS)
def test_second_export_adds_only_new_rows(tmp_path, name):
    table = table_at(name, tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, batch(0), batch(3))
    first = export(tmp_path / "logs", table)
    assert (first.rows, first.files) == (6, 1)
    assert first.progress == {f"orders-0:{TOPIC_ID}": 6}
    assert export(tmp_path / "logs", table).version is None
    write_log(folder, batch(0), batch(3), batch(6))
    write_log(folder, batch(9), base=9)
    partition_1 = partition(tmp_path / "logs", 1)
    write_log(partition_1, batch(0))
    again = export(tmp_path / "logs", table)
    assert again.rows == 9
    assert offsets(table) == [
        *(("orders", 0, offset) for offset in range(12)),
        *(("orders", 1, offset) for offset in range(3)),
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_a_table_has_the_rows_of_the_view(tmp_path, name):
    """Keys, values, times and headers of real segments, with partitioning by topic and day."""
    table = table_at(name, tmp_path)
    path = KAFKA / "topic-none"
    export(path, table, partition_by=("topic", "day"), options={"includeHeaders": "true"})
    wanted = rows(path, includeHeaders=True)
    found = table.rows()
    for row in found:
        day = row.pop("day", None)
        assert str(day) in ("None", str(row["timestamp"].astimezone(UTC).date()))
    by_offset = {(row["partition"], row["offset"]): row for row in found}
    assert len(found) == len(wanted) == len(by_offset)
    for row in wanted:
        exported = by_offset[row["partition"], row["offset"]]
        # pyiceberg reads a list that is null as an empty one
        assert {**exported, "headers": exported["headers"] or None} == row


@pytest.mark.parametrize("name", FORMATS)
def test_only_committed_records_and_the_open_ones_later(tmp_path, name):
    table = table_at(name, tmp_path)
    folder = partition(tmp_path / "logs")
    plain = batch(0, 2)
    pending, behind = data(2, 7, count=2), batch(4, 2)
    write_log(folder, plain, pending, behind)
    committed = {"isolationLevel": "read_committed"}
    assert export(tmp_path / "logs", table, options=committed).progress == {
        f"orders-0:{TOPIC_ID}": 2
    }
    write_log(folder, plain, pending, behind, marker(6, 7, commit=True))
    export(tmp_path / "logs", table, options=committed)
    assert [offset for _, _, offset in offsets(table)] == [0, 1, 2, 3, 4, 5]
    assert export(tmp_path / "logs", table, options=committed).version is None


def test_a_topic_that_was_created_again_begins_from_its_start(tmp_path):
    table = table_at("parquet", tmp_path)
    write_log(partition(tmp_path / "old"), batch(0, 5))
    write_log(partition(tmp_path / "new", topic_id=OTHER_ID), batch(0, 2))
    export(tmp_path / "old", table)
    assert export(tmp_path / "new", table).rows == 2


@pytest.mark.parametrize("name", FORMATS)
def test_records_that_are_gone_are_an_error(tmp_path, name):
    table = table_at(name, tmp_path)
    folder = partition(tmp_path / "logs")
    first = write_log(folder, batch(0), batch(3))
    export(tmp_path / "logs", table)
    write_log(folder, batch(12), base=12)
    first.unlink()
    with pytest.raises(DataLossError, match="read up to offset 6, and the log begins at 12"):
        export(tmp_path / "logs", table)
    assert export(tmp_path / "logs", table, fail_on_data_loss=False).rows == 3


def test_starting_offsets_that_are_gone_are_an_error_of_the_first_export_alone(tmp_path):
    table = table_at("parquet", tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, batch(12), base=12)
    options = {"startingOffsets": "3"}
    with pytest.raises(DataLossError, match="asks for offset 3, and the log begins at 12"):
        export(tmp_path / "logs", table, options=options)
    assert export(tmp_path / "logs", table, options=options, fail_on_data_loss=False).rows == 3
    write_log(folder, batch(12), batch(15), base=12)
    assert export(tmp_path / "logs", table, options=options).rows == 3


def test_a_tiered_topic_is_exported_once_and_incrementally(tmp_path):
    """Segments go to the tier and leave the disk between two exports."""
    table = table_at("parquet", tmp_path)
    disk = Disk(tmp_path / "logs")
    disk.keep(20)
    disk.copy(0, 0)
    disk.copy(1, 10)
    disk.note(copied(0, 0, 10), copied(1, 10, 20))
    options = {"subscribe": "orders"}
    first = export(tmp_path / "logs", table, options=options)
    assert (first.rows, first.progress) == (30, {f"orders-0:{TOPIC_ID}": 30})
    disk.keep(30, 40)
    disk.copy(2, 20)
    disk.copy(3, 30)
    (disk.local / f"{20:020}.log").unlink()
    disk.note(copied(0, 0, 10), copied(1, 10, 20), copied(2, 20, 30), copied(3, 30, 40))
    assert export(tmp_path / "logs", table, options=options).rows == 20
    assert offsets(table) == [("orders", 0, offset) for offset in range(50)]


def test_a_log_that_was_truncated_is_an_error_and_leaves_no_file(tmp_path):
    table = table_at("parquet", tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, batch(0), batch(3))
    export(tmp_path / "logs", table)
    write_log(folder, batch(0))
    write_log(partition(tmp_path / "logs", 1), batch(0))
    with pytest.raises(DataLossError, match="ends at offset 3, and was read up to 6"):
        export(tmp_path / "logs", table)
    assert len(list((tmp_path / "table").rglob("*part-*"))) == 1


@pytest.mark.parametrize("name", FORMATS)
def test_a_log_that_was_truncated_and_grew_again_is_an_error(tmp_path, name):
    """An election replaced records that were exported, in the same offsets."""
    table = table_at(name, tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, batch(0, epoch=1), batch(3, epoch=1))
    export(tmp_path / "logs", table)
    write_log(folder, batch(0, epoch=1), batch(3, epoch=2), batch(6, epoch=2))
    with pytest.raises(DataLossError, match="in epoch 1, and the log has epoch 2 there now"):
        export(tmp_path / "logs", table)
    accepted = export(tmp_path / "logs", table, fail_on_data_loss=False)
    assert (accepted.rows, list(accepted.lost.values())) == (6, [3])
    # what replaced them is there once, and the position is that of the new log
    assert export(tmp_path / "logs", table).version is None
    write_log(folder, batch(0, epoch=1), batch(3, epoch=2), batch(6, epoch=2), batch(9, epoch=3))
    assert export(tmp_path / "logs", table).rows == 3
    found = [offset for _, _, offset in offsets(table)]
    assert found == [0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize("name", FORMATS)
def test_a_loss_that_is_accepted_moves_progress_back(tmp_path, name):
    """The new log is shorter: without that, its records would come again with each export."""
    table = table_at(name, tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, batch(0, epoch=1), batch(3, epoch=1))
    export(tmp_path / "logs", table)
    write_log(folder, batch(0, epoch=1), batch(3, 1, epoch=2))
    assert export(tmp_path / "logs", table, fail_on_data_loss=False).rows == 1
    assert export(tmp_path / "logs", table, fail_on_data_loss=False).rows == 0
    write_log(folder, batch(0, epoch=1), batch(3, 1, epoch=2), batch(4, 2, epoch=2))
    assert export(tmp_path / "logs", table).rows == 2


def test_progress_of_former_releases_has_no_epoch_and_is_read(tmp_path, caplog):
    table = table_at("parquet", tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, batch(0), batch(3))
    export(tmp_path / "logs", table)
    (manifest,) = (tmp_path / "table" / "_kraft").glob("*.json")
    form = json.loads(manifest.read_text())
    assert form.pop("epochs") == {f"orders-0:{TOPIC_ID}": 1}
    manifest.write_text(json.dumps(form))
    write_log(folder, batch(0), batch(3), batch(6))
    assert export(tmp_path / "logs", table).rows == 3
    assert "the progress of 1 partitions has no leader epoch" in caplog.text


def test_without_the_active_segment_only_closed_ones_are_exported(tmp_path):
    table = table_at("parquet", tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, batch(0))
    write_log(folder, batch(3), base=3)
    assert export(tmp_path / "logs", table, active_segment=False).rows == 3
    write_log(folder, batch(6), base=6)
    assert export(tmp_path / "logs", table, active_segment=False).rows == 3
    assert export(tmp_path / "logs", table).rows == 3


def test_large_segments_are_cut_into_tasks(tmp_path):
    table = table_at("parquet", tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, *(batch(3 * number, value=b"x" * 200) for number in range(200)))
    small = {"maxPartitionBytes": "16k", "openCostInBytes": "0", "end": "logEnd"}
    job = ExportJob(options={"path": str(tmp_path / "logs"), **small}, **table.job)
    result = run_export(job, ProcessEngine(2))
    assert result.files > 4
    assert sorted(row["offset"] for row in table.rows()) == list(range(600))


def set_property(table, name, value):
    kind, out = table.job["format"], table.job["out"]
    if kind == "delta":
        from deltalake import DeltaTable

        DeltaTable(out).alter.set_table_properties({name: value})
        return
    from pyiceberg.catalog import load_catalog

    with load_catalog("default", **table.job["catalog"]).load_table(out).transaction() as change:
        change.set_properties({name: value})


def with_segments(root, first, count=3):
    """Segments with values that do not compress, each of them one Arrow batch."""
    values = Random(first)
    for base in range(first, first + 3 * count, 3):
        write_log(root / "orders-0", batch(base, value=values.randbytes(100_000)), base=base)


@pytest.mark.parametrize("name", FORMATS)
def test_files_have_the_size_that_an_option_or_the_table_names(tmp_path, name):
    table = table_at(name, tmp_path)
    partition(tmp_path / "logs")
    with_segments(tmp_path / "logs", 0)
    assert export(tmp_path / "logs", table).files == 1
    with_segments(tmp_path / "logs", 9)
    assert export(tmp_path / "logs", table, target_file_size="64k").files == 3
    with_segments(tmp_path / "logs", 18)
    if name != "parquet":
        known = {"delta": "delta.targetFileSize", "iceberg": "write.target-file-size-bytes"}
        set_property(table, known[name], "65536")
        assert export(tmp_path / "logs", table).files == 3
        with_segments(tmp_path / "logs", 27)
        assert export(tmp_path / "logs", table, target_file_size="1g").files == 1
    count = 27 if name == "parquet" else 36
    export(tmp_path / "logs", table)
    assert offsets(table) == [("orders", 0, offset) for offset in range(count)]


@pytest.mark.spark
def test_file_size_of_a_table_that_cannot_be_read_is_an_error(tmp_path):
    table = table_at("iceberg", tmp_path)
    partition(tmp_path / "logs")
    with_segments(tmp_path / "logs", 0)
    export(tmp_path / "logs", table)
    set_property(table, "write.target-file-size-bytes", "large")
    with pytest.raises(ExportTableError, match=r"target-file-size-bytes=large; expected"):
        export(tmp_path / "logs", table)


def test_without_semaphores_several_processes_are_refused_in_a_sentence(tmp_path, monkeypatch):
    """As on machines where /dev/shm cannot be written, which is so in some containers."""

    def refused(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(store, "ProcessPoolExecutor", refused)
    table = table_at("parquet", tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, *(batch(3 * number, value=b"x" * 200) for number in range(200)))
    small = {"maxPartitionBytes": "16k", "openCostInBytes": "0", "end": "logEnd"}
    job = ExportJob(options={"path": str(tmp_path / "logs"), **small}, **table.job)
    with pytest.raises(OSError, match=r"\(Permission denied\): use one job"):
        run_export(job, ProcessEngine(2))


@pytest.mark.parametrize("name", FORMATS)
def test_another_schema_or_partitioning_is_refused(tmp_path, name):
    table = table_at(name, tmp_path)
    write_log(partition(tmp_path / "logs"), batch(0))
    export(tmp_path / "logs", table, partition_by=("topic",))
    with pytest.raises(ExportTableError, match="partitioning"):
        export(tmp_path / "logs", table)
    if name == "parquet":
        with pytest.raises(ExportTableError, match="columns"):
            export(tmp_path / "logs", table, partition_by=("topic",), columns=("topic", "offset"))
    with pytest.raises(ExportTableError, match="columns"):
        export(tmp_path / "logs", table, partition_by=("topic",), options={"keyFormat": "string"})


@pytest.mark.parametrize("name", FORMATS)
def test_of_two_exports_at_once_one_fails(tmp_path, name):
    table = table_at(name, tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, batch(0))
    export(tmp_path / "logs", table)
    write_log(folder, batch(0), batch(3))

    class Overtaken(ProcessEngine):
        def run(self, *arguments):
            results = super().run(*arguments)
            try:
                export(tmp_path / "logs", table)
            except ExportConflictError as error:
                raise ExportConflictError("the second one") from error
            return results

    job = ExportJob(options={"path": str(tmp_path / "logs"), "end": "logEnd"}, **table.job)
    with pytest.raises(ExportConflictError):
        run_export(job, Overtaken())
    export(tmp_path / "logs", table)
    assert [offset for _, _, offset in offsets(table)] == list(range(6))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"format": "orc"}, "format cannot be 'orc'"),
        ({"compression": "lzo"}, "compression cannot be 'lzo'"),
        ({"options": {"view": "files"}}, "view=files cannot be exported"),
        ({"options": {"mode": "PERMISSIVE"}}, "rows of damage have no offset"),
        ({"options": {"endingOffsets": "5"}}, "endingOffsets does not apply"),
        ({"target_file_size": "0"}, "targetFileSize cannot be '0'"),
        ({"partition_by": ("value",)}, "partitionBy cannot be value"),
        ({"partition_by": ("color",)}, "there is no column color"),
        ({"columns": ("offset", "color")}, "has no column color"),
        ({"format": "iceberg"}, "NAMESPACE.TABLE"),
        ({"out": "s3://bucket/lake/orders"}, "use delta or iceberg"),
    ],
)
def test_invalid_export_is_refused(tmp_path, changed, sentence):
    options = {"path": str(tmp_path), **changed.pop("options", {})}
    job = ExportJob(options=options, **{"out": "table", **changed})
    with pytest.raises((OptionError, SchemaError), match=sentence):
        run_export(job, ProcessEngine())


@pytest.mark.spark
def test_spark_exports_the_same(spark, tmp_path):
    import kraft_spark

    table = table_at("delta", tmp_path)
    folder = partition(tmp_path / "logs")
    write_log(folder, *(batch(3 * number) for number in range(100)))
    changed = {"partitionBy": "topic", "options": {"maxPartitionBytes": "4k", "end": "logEnd"}}
    path, out = str(tmp_path / "logs"), table.job["out"]
    result = kraft_spark.export(spark, path, out, format="delta", **changed)
    assert result.rows == 300
    assert result.files > 1
    assert kraft_spark.export(spark, path, out, format="delta", **changed).version is None
    assert [offset for _, _, offset in offsets(table)] == list(range(300))
    (folder / f"{0:020}.log").unlink()
    write_log(folder, batch(600), base=600)
    with pytest.raises(Exception, match="begins at 600") as raised:
        kraft_spark.export(spark, path, out, format="delta", **changed)
    assert kraft_spark.errors.condition(raised.value) == "KRAFT_DATA_LOSS"
