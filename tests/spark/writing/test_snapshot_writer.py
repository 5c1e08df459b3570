from __future__ import annotations

import pyarrow as pa
import pytest

from kraft_spark.columns import SchemaError
from kraft_spark.log.options import parse_write_options
from kraft_spark.writing.log_writer import CommitError
from kraft_spark.writing.snapshot_writer import SnapshotWriter, UnwritableRowError, check_columns
from tests.spark.ddl import schema_of
from tests.spark.log_rows import KAFKA, batches_of, ms, rows

SNAPSHOT = max((KAFKA / "metadata-log" / "node" / "__cluster_metadata-0").glob("*.checkpoint"))
NAME = f"{77:020}-{4:010}.checkpoint"


def writer(path, *, overwrite=False):
    options = {"path": str(path), "view": "metadata"}
    parsed = parse_write_options({**options, "snapshotEndOffset": "77", "snapshotEpoch": "4"})
    return SnapshotWriter(parsed, "job", overwrite=overwrite)


def source(**options):
    return batches_of(SNAPSHOT, view="metadata", **{"includeSecrets": True, **options})


def write(path, batches, **how):
    one = writer(path, **how)
    one.commit([one.write(batches, "0-0")])
    return path / NAME


def content(path):
    """Type, version, text and bytes of all records but the header, whose time is its own."""
    found = rows(path, view="metadata", includeSecrets=True)
    names = ("recordType", "recordVersion", "decoded", "value")
    return [
        tuple(row[name] for name in names)
        for row in found
        if row["recordType"] != "SNAPSHOT_HEADER"
    ]


def test_a_round_trip_keeps_every_record(tmp_path):
    path = write(tmp_path, source())
    assert content(path) == content(SNAPSHOT)
    found = rows(path, "*", view="metadata")
    assert [row["offset"] for row in found] == list(range(len(found)))
    assert {row["epoch"] for row in found} == {4}
    assert {(row["snapshotEndOffset"], row["snapshotEpoch"]) for row in found} == {(77, 4)}
    assert found[0]["recordType"] == "SNAPSHOT_HEADER"
    assert found[-1]["recordType"] == "SNAPSHOT_FOOTER"
    times = [ms(row["timestamp"]) for row in rows(SNAPSHOT, view="metadata")]
    assert f'"lastContainedLogTimestamp":{max(times)}' in found[0]["decoded"]
    (health,) = rows(path, view="files")
    assert (health["badRegions"], health["trailingBytes"], health["offsetGaps"]) == (0, 0, 0)


def test_snapshot_is_written_from_json_text(tmp_path):
    columns = [batch.drop_columns(["value"]) for batch in source()]
    assert content(write(tmp_path, columns)) == content(SNAPSHOT)


def test_snapshot_is_written_from_bytes(tmp_path):
    values = [
        row["value"]
        for row in rows(SNAPSHOT, view="metadata", includeSecrets=True)
        if not row["isControl"]
    ]
    batch = pa.RecordBatch.from_pydict({"value": pa.array(values, pa.binary())})
    found = [one[3] for one in content(write(tmp_path, [batch]))]
    assert found[:-1] == values


def test_a_redacted_row_is_refused(tmp_path):
    with pytest.raises(UnwritableRowError, match="includeSecrets=true"):
        writer(tmp_path).write(source(includeSecrets=False), "0-0")


def test_one_task_writes(tmp_path):
    one = writer(tmp_path)
    empty = one.write([], "0-0")
    tasks = [one.write(source(), "1-0"), one.write(source(), "2-0")]
    with pytest.raises(CommitError, match="2 tasks had rows"):
        one.commit([empty, *tasks])
    with pytest.raises(CommitError, match="0 tasks had rows"):
        one.commit([empty])
    one.abort()
    assert list(tmp_path.iterdir()) == []


def test_a_snapshot_is_not_replaced_unless_asked_for(tmp_path):
    write(tmp_path, source())
    with pytest.raises(CommitError, match="already exists"):
        write(tmp_path, source())
    write(tmp_path, source(), overwrite=True)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]


def test_rows_must_be_in_order(tmp_path):
    with pytest.raises(UnwritableRowError, match="sort by offset"):
        writer(tmp_path).write([*source(), *source()], "0-0")


@pytest.mark.parametrize(
    "row",
    [
        {"recordType": "TOPIC_RECORD", "recordVersion": 0, "decoded": None},
        {"recordType": "NOPE_RECORD", "recordVersion": 0, "decoded": "{}"},
        {"recordType": "TOPIC_RECORD", "recordVersion": 99, "decoded": '{"name":"a"}'},
        {"recordType": "TOPIC_RECORD", "recordVersion": 0, "decoded": "[]"},
        {"recordType": "TOPIC_RECORD", "recordVersion": 0, "decoded": '{"nome":"a"}'},
        {"recordType": "KRAFT_VERSION", "recordVersion": 0, "decoded": "{"},
        {"value": b"\xff"},
        {"recordType": "KRAFT_VOTERS", "isControl": True, "value": b"\0"},
    ],
)
def test_invalid_row_is_refused(tmp_path, row):
    with pytest.raises(UnwritableRowError):
        writer(tmp_path).write([pa.RecordBatch.from_pylist([row])], "0-0")


def test_columns_are_checked():
    check_columns(schema_of("recordType STRING, recordVersion SMALLINT, decoded STRING"))
    check_columns(schema_of("value BINARY, path STRING"))
    with pytest.raises(SchemaError, match="column value is missing"):
        check_columns(schema_of("recordType STRING, decoded STRING"))
    with pytest.raises(SchemaError, match=r"(?i)column value must be binary"):
        check_columns(schema_of("value STRING"))
