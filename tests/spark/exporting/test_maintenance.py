"""Tables that are maintained between two exports: no record is lost and none comes twice.

The libraries of the formats do the maintenance, without Spark.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kraft_spark.exporting.job import ExportJob, ProcessEngine, run_export
from kraft_spark.exporting.progress import ExportTableError
from kraft_spark.exporting.tables import ExportConflictError, TableColumn, new_columns
from kraft_spark.options import OptionError
from tests.spark.exporting.tables_read import table_at
from tests.spark.exporting.test_export import OTHER_ID, TOPIC_ID, export, offsets, partition
from tests.spark.log.test_transactions import data, marker
from tests.spark.log_rows import batch, write_log

pytestmark = pytest.mark.spark

KEY = f"orders-0:{TOPIC_ID}"


class Log:
    """A partition that grows by three records; exports of it, and the table that they write."""

    def __init__(self, root, name, topic="orders"):
        self.table = table_at(name, root)
        self.root = root / "logs"
        self.folder = partition(self.root, topic=topic)
        self.batches = []

    def grow(self):
        self.batches.append(batch(3 * len(self.batches)))
        write_log(self.folder, *self.batches)

    def export(self, **changed):
        return export(self.root, self.table, **changed)

    def grow_and_export(self, **changed):
        self.grow()
        return self.export(**changed)

    def offsets(self):
        return [offset for _, _, offset in offsets(self.table)]


@pytest.fixture
def iceberg(tmp_path):
    return Log(tmp_path, "iceberg")


@pytest.fixture
def delta(tmp_path):
    return Log(tmp_path, "delta")


def load(log):
    from pyiceberg.catalog import load_catalog

    return load_catalog("default", **log.table.job["catalog"]).load_table(log.table.job["out"])


def current(log):
    return load(log).current_snapshot().snapshot_id


def rewrite(log):
    """Rewrite the same rows into new files, as compaction does."""
    table = load(log)
    table.overwrite(table.scan().to_arrow())


def expire(log):
    """Expire all snapshots but the current one."""
    load(log).maintenance.expire_snapshots().older_than(
        datetime.now(UTC) + timedelta(days=1)
    ).commit()


def roll_back(log, snapshot):
    load(log).manage_snapshots().rollback_to_snapshot(snapshot).commit()


def append_of_others(log):
    """A snapshot of another writer, with the rows that it found."""
    table = load(log)
    table.append(table.scan(limit=0).to_arrow())


def test_iceberg_export_continues_after_rewrite_and_expiration(iceberg):
    iceberg.grow_and_export()
    rewrite(iceberg)
    expire(iceberg)
    assert len(load(iceberg).metadata.snapshots) == 1
    assert iceberg.grow_and_export().rows == 3
    assert iceberg.export().version is None
    assert iceberg.offsets() == list(range(6))


def test_iceberg_rewrite_alone_keeps_progress(iceberg):
    iceberg.grow_and_export()
    rewrite(iceberg)
    iceberg.grow_and_export()
    assert iceberg.offsets() == list(range(6))


def test_iceberg_rollback_takes_progress_and_rows_back(iceberg):
    iceberg.grow_and_export()
    first = current(iceberg)
    iceberg.grow_and_export()
    roll_back(iceberg, first)
    assert iceberg.offsets() == list(range(3))
    assert iceberg.export().rows == 3
    assert iceberg.offsets() == list(range(6))


def test_iceberg_rollback_and_expiration_take_progress_and_rows_back(iceberg):
    iceberg.grow_and_export()
    first = current(iceberg)
    iceberg.grow_and_export()
    roll_back(iceberg, first)
    expire(iceberg)
    assert iceberg.export().rows == 3
    assert iceberg.offsets() == list(range(6))


def test_iceberg_progress_of_a_rolled_back_snapshot_is_an_error(iceberg):
    """The table is rolled back to a snapshot whose ancestors with progress have expired."""
    iceberg.grow_and_export()
    rewrite(iceberg)
    rewritten = current(iceberg)
    expire(iceberg)
    iceberg.grow_and_export()
    lost = current(iceberg)
    roll_back(iceberg, rewritten)
    for _ in range(2):  # the second time without the snapshot
        with pytest.raises(ExportTableError, match=r"restartFrom") as raised:
            iceberg.export()
        assert str(lost) in str(raised.value)
        assert str(rewritten) in str(raised.value)
        expire(iceberg)
    assert iceberg.export(restart_from='{"orders": {"0": 3}}').rows == 3
    assert iceberg.offsets() == list(range(6))
    assert iceberg.grow_and_export().rows == 3


def test_iceberg_rollback_that_other_writers_and_expiration_cover_is_an_error(iceberg):
    """Only former metadata files know that the snapshot of the property was rolled back."""
    iceberg.grow_and_export()
    first = current(iceberg)
    iceberg.grow_and_export()
    roll_back(iceberg, first)
    append_of_others(iceberg)
    expire(iceberg)
    with pytest.raises(ExportTableError, match="rolled back or replaced"):
        iceberg.export()


def test_iceberg_topic_whose_records_were_all_rolled_back_begins_again(iceberg):
    iceberg.grow_and_export()
    first = current(iceberg)
    write_log(partition(iceberg.root, topic="payments", topic_id=OTHER_ID), batch(0))
    iceberg.export()
    roll_back(iceberg, first)
    expire(iceberg)
    assert iceberg.export().rows == 3
    assert offsets(iceberg.table) == [
        (topic, 0, offset) for topic in ("orders", "payments") for offset in range(3)
    ]


def test_iceberg_table_of_kraft_without_progress_is_an_error(iceberg):
    iceberg.grow_and_export()
    rewrite(iceberg)
    expire(iceberg)
    with load(iceberg).transaction() as change:
        change.remove_properties("kraft.progress.orders")
    with pytest.raises(ExportTableError, match="begun by kraft"):
        iceberg.export()
    # a table of a former release has no mark
    with load(iceberg).transaction() as change:
        change.remove_properties("kraft.export")
    with pytest.raises(ExportTableError, match="begun by kraft"):
        iceberg.export()


def test_iceberg_progress_of_former_releases_is_read(iceberg):
    iceberg.grow_and_export()
    table = load(iceberg)
    with table.transaction() as change:
        change.add_files([], snapshot_properties={"kraft.progress": f'{{"{KEY}":3}}'})
        change.remove_properties("kraft.progress.orders", "kraft.export")
    assert iceberg.grow_and_export().rows == 3
    rewrite(iceberg)
    expire(iceberg)
    assert iceberg.grow_and_export().rows == 3
    assert iceberg.offsets() == list(range(9))


def test_iceberg_branch_of_others_changes_nothing(iceberg):
    iceberg.grow_and_export()
    table = load(iceberg)
    table.manage_snapshots().create_branch(current(iceberg), "audit").commit()
    table.append(table.scan().to_arrow(), branch="audit")
    iceberg.grow_and_export()
    assert iceberg.offsets() == list(range(6))


def test_iceberg_branch_that_becomes_the_table_brings_its_own_progress(iceberg):
    iceberg.grow_and_export()
    load(iceberg).manage_snapshots().create_branch(current(iceberg), "audit").commit()
    iceberg.grow_and_export()
    load(iceberg).manage_snapshots().set_current_snapshot(ref_name="audit").commit()
    assert iceberg.offsets() == list(range(3))
    iceberg.export()
    assert iceberg.offsets() == list(range(6))


def test_iceberg_table_that_was_dropped_and_made_again_begins_from_the_start(iceberg):
    from pyiceberg.catalog import load_catalog

    iceberg.grow_and_export()
    load_catalog("default", **iceberg.table.job["catalog"]).drop_table(iceberg.table.job["out"])
    iceberg.grow_and_export()
    assert iceberg.offsets() == list(range(6))


def test_iceberg_cherry_picked_snapshot_is_an_error(iceberg):
    iceberg.grow_and_export()
    first = current(iceberg)
    iceberg.grow_and_export()
    second = current(iceberg)
    roll_back(iceberg, first)
    table = load(iceberg)
    files = [task.file.file_path for task in table.scan(snapshot_id=second).plan_files()]
    known = [task.file.file_path for task in table.scan().plan_files()]
    table.add_files(
        [one for one in files if one not in known],
        snapshot_properties={"source-snapshot-id": str(second)},
    )
    with pytest.raises(ExportTableError, match="cherry-picked"):
        iceberg.export()


def test_iceberg_commit_of_progress_alone_asserts_its_parent(iceberg):
    """A log of control records moves progress and adds no row."""
    iceberg.batches = [data(0, 7, count=2), marker(2, 7, commit=False)]
    write_log(iceberg.folder, *iceberg.batches)
    committed = {"isolationLevel": "read_committed"}
    result = iceberg.export(options=committed)
    assert (result.rows, result.progress) == (0, {KEY: 3})
    iceberg.batches += [data(3, 8, count=2), marker(5, 8, commit=False)]
    write_log(iceberg.folder, *iceberg.batches)
    with pytest.raises(ExportConflictError):
        export_while(iceberg, lambda: append_of_others(iceberg), options=committed)
    assert iceberg.export(options=committed).progress == {KEY: 6}
    assert iceberg.export(options=committed).version is None


def test_delta_export_continues_after_compaction_vacuum_and_checkpoint(delta):
    from deltalake import DeltaTable

    delta.grow_and_export()
    delta.grow_and_export()
    out = delta.table.job["out"]
    DeltaTable(out).optimize.compact()
    DeltaTable(out).vacuum(0, dry_run=False, enforce_retention_duration=False)
    DeltaTable(out).create_checkpoint()
    assert delta.grow_and_export().rows == 3
    assert delta.offsets() == list(range(9))


@pytest.mark.parametrize("is_expired", [False, True])
def test_delta_restore_is_an_error_that_names_the_way_on(delta, is_expired):
    from deltalake import DeltaTable

    delta.grow_and_export()
    delta.grow_and_export()
    table = DeltaTable(delta.table.job["out"])
    table.restore(0)
    if is_expired:
        table.vacuum(0, dry_run=False, enforce_retention_duration=False)
        DeltaTable(delta.table.job["out"]).create_checkpoint()
    with pytest.raises(ExportTableError, match="RESTORE in version 2") as raised:
        delta.export()
    assert 'when the progress was {"orders": {"0": 3}}' in str(raised.value)
    with pytest.raises(ExportTableError, match="restartFrom"):
        delta.grow_and_export()
    assert delta.export(restart_from='{"orders": {"0": 3}}').rows == 6
    assert delta.export().version is None
    assert delta.offsets() == list(range(9))


def test_delta_export_warns_if_the_commit_of_the_last_one_is_gone(delta, caplog):
    """Log retention: a checkpoint keeps the progress, and the commits before it are deleted."""
    from deltalake import DeltaTable

    delta.grow_and_export()
    out = delta.table.job["out"]
    DeltaTable(out).alter.set_table_properties({"delta.appendOnly": "false"})
    DeltaTable(out).create_checkpoint()
    log = Path(out) / "_delta_log"
    (log / f"{0:020}.json").unlink()
    assert caplog.text == ""
    assert delta.grow_and_export().rows == 3
    assert "an earlier RESTORE cannot be excluded" in caplog.text
    assert delta.offsets() == list(range(6))


def test_delta_table_that_was_replaced_is_an_error(delta):
    from deltalake import DeltaTable

    delta.grow_and_export()
    out = delta.table.job["out"]
    DeltaTable.create(out, DeltaTable(out).schema(), mode="overwrite")
    with pytest.raises(ExportTableError, match="CREATE OR REPLACE TABLE in version 1"):
        delta.export()
    assert delta.export(restart_from="earliest").rows == 3
    assert delta.offsets() == list(range(3))


def test_delta_table_that_forgets_transactions_is_refused(delta):
    from deltalake import DeltaTable

    delta.grow_and_export()
    DeltaTable(delta.table.job["out"]).alter.set_table_properties(
        {"delta.setTransactionRetentionDuration": "interval 1 days"}, raise_if_not_exists=False
    )
    with pytest.raises(ExportTableError, match=r"delta\.setTransactionRetentionDuration"):
        delta.export()


class Overtaken(ProcessEngine):
    """Lets others commit between the tasks of an export and its commit."""

    def __init__(self, others):
        super().__init__()
        self._others = others

    def run(self, *arguments):
        results = super().run(*arguments)
        self._others()
        return results


def export_while(log, what, *, options=None):
    given = {"path": str(log.root), "end": "logEnd", **(options or {})}
    return run_export(ExportJob(options=given, **log.table.job), Overtaken(what))


def test_delta_restore_while_an_export_runs_makes_it_fail(delta):
    from deltalake import DeltaTable

    delta.grow_and_export()
    delta.grow_and_export()
    delta.grow()
    out = delta.table.job["out"]
    with pytest.raises(ExportConflictError, match="version 2 was committed"):
        export_while(delta, lambda: DeltaTable(out).restore(0))
    with pytest.raises(ExportTableError, match="RESTORE"):
        delta.export()


def test_delta_commit_of_others_while_an_export_runs_is_no_conflict(delta):
    from deltalake import DeltaTable

    delta.grow_and_export()
    delta.grow_and_export()
    delta.grow()
    out = delta.table.job["out"]
    assert export_while(delta, DeltaTable(out).optimize.compact).rows == 3
    assert delta.offsets() == list(range(9))


def test_restart_keeps_partitions_that_it_does_not_read_unknown(delta):
    from deltalake import DeltaTable

    delta.grow_and_export()
    write_log(partition(delta.root, topic="payments", topic_id=OTHER_ID), batch(0))
    delta.export()
    DeltaTable(delta.table.job["out"]).restore(0)
    only = {"subscribe": "orders"}
    with pytest.raises(OptionError, match="has no offset for orders-0"):
        delta.export(options=only, restart_from='{"payments": {"0": 0}}')
    delta.export(options=only, restart_from='{"orders": {"0": 3}}')
    assert delta.export(options=only).version is None
    with pytest.raises(ExportTableError, match="did not name it"):
        delta.export()
    # orders has nothing new, and is named
    delta.export(restart_from='{"orders": {"0": 3}, "payments": {"0": 0}}')
    assert delta.export().version is None
    assert offsets(delta.table) == [
        (topic, 0, offset) for topic in ("orders", "payments") for offset in range(3)
    ]


def test_iceberg_table_that_was_replaced_is_an_error(iceberg):
    """As CREATE OR REPLACE TABLE: a snapshot without a parent, properties stay."""
    iceberg.grow_and_export()
    table = load(iceberg)
    rows = table.scan(limit=0).to_arrow()
    replace_snapshots(table)
    load(iceberg).append(rows)
    with pytest.raises(ExportTableError, match="rolled back or replaced"):
        iceberg.export()


def replace_snapshots(table):
    with table.manage_snapshots() as change:
        change._remove_ref_snapshot("main")


def test_iceberg_metadata_grows_by_topics_that_moved(iceberg):
    """400 partitions of a topic that has nothing new cost nothing."""
    write_log(partition(iceberg.root, topic="payments", topic_id=OTHER_ID), batch(0))
    iceberg.grow_and_export()
    iceberg.grow_and_export()
    summary = load(iceberg).current_snapshot().summary.additional_properties
    assert "kraft.progress.orders" in summary
    assert "kraft.progress.payments" not in summary


def add_column(log, name, *, is_required=False):
    """A column of somebody else."""
    if log.table.job["format"] == "delta":
        from deltalake import DeltaTable, Field
        from deltalake.schema import PrimitiveType

        DeltaTable(log.table.job["out"]).alter.add_columns(
            Field(name, PrimitiveType("string"), nullable=not is_required)
        )
        return
    from pyiceberg.types import StringType

    with load(log).update_schema(allow_incompatible_changes=True) as update:
        update.add_column(name, StringType(), required=is_required, default_value="x")


@pytest.mark.parametrize("name", ["delta", "iceberg"])
def test_column_of_others_is_null_in_new_rows(tmp_path, name):
    log = Log(tmp_path, name)
    log.grow_and_export()
    add_column(log, "note")
    log.grow_and_export()
    log.grow_and_export()
    assert log.offsets() == list(range(9))
    assert {row["note"] for row in log.table.rows()} <= {None, "x"}


@pytest.mark.parametrize("name", ["delta", "iceberg"])
def test_new_column_of_an_export_is_added(tmp_path, name):
    log = Log(tmp_path, name)
    log.grow_and_export(columns=("topic", "partition", "offset"))
    log.grow_and_export()
    log.grow_and_export(options={"includeHeaders": "true"})
    log.grow_and_export(columns=("topic", "partition", "offset"))
    rows = sorted(log.table.rows(), key=lambda row: row["offset"])
    assert [row["offset"] for row in rows] == list(range(12))
    assert [row["value"] is None for row in rows] == [True] * 3 + [False] * 6 + [True] * 3
    assert [row["timestamp"] is None for row in rows] == [True] * 3 + [False] * 6 + [True] * 3
    assert "headers" in rows[0]
    assert log.export().version is None


@pytest.mark.parametrize("name", ["delta", "iceberg"])
def test_column_that_is_the_same_but_for_case_is_refused(tmp_path, name):
    log = Log(tmp_path, name)
    log.grow_and_export(columns=("topic", "partition", "offset"))
    add_column(log, "TIMESTAMPTYPE")
    with pytest.raises(ExportTableError, match="differ only in case"):
        log.grow_and_export()


def test_columns_that_cannot_be_null_are_refused():
    have = {"offset": TableColumn("long", is_required=False), "id": TableColumn("long", True)}
    with pytest.raises(ExportTableError, match="columns id, which cannot be null"):
        new_columns("table", have, {"offset": "long"})
    assert new_columns("table", have, {"id": "long", "value": "binary"}) == ["value"]


def test_iceberg_columns_and_rows_are_one_commit(iceberg):
    iceberg.grow_and_export(columns=("topic", "partition", "offset"))
    iceberg.grow()
    with pytest.raises(ExportConflictError):
        export_while(iceberg, lambda: append_of_others(iceberg))
    assert [one.name for one in load(iceberg).schema().fields] == ["topic", "partition", "offset"]
