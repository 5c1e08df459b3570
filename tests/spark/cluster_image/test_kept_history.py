"""History tables in files that follow a growing log."""

from __future__ import annotations

import json
import shutil

import pytest
from pyarrow import parquet

from kraft_spark.cluster_image.changes import HISTORY_TABLES
from kraft_spark.cluster_image.files import NOTE, ImageError, KeptHistory, read_timelines
from kraft_wire.messages import BeginTransactionRecord, ConfigRecord, EndTransactionRecord
from tests.spark.log_rows import KAFKA, metadata_batch, write_log

SOURCE = KAFKA / "metadata-log" / "node"
TABLES = (*HISTORY_TABLES, "spans")


def stored(out):
    found = {}
    for table in TABLES:
        rows = parquet.read_table(out / table / "history.parquet").to_pylist()
        found[table] = sorted(map(str, rows))
    return found


@pytest.fixture
def log(tmp_path):
    """A metadata log of Kafka, and what it is cut to."""
    copy = shutil.copytree(SOURCE, tmp_path / "node")
    folder = copy / "__cluster_metadata-0"
    return folder, {path.name: path.read_bytes() for path in folder.glob("*.log")}


def cut_to(folder, content, share):
    """Leave so much of the log, whole batches first."""
    names = sorted(content)
    left = int(sum(map(len, content.values())) * share)
    for name in names:
        path = folder / name
        if left <= 0:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(content[name][:left])
        left -= len(content[name])


@pytest.mark.parametrize("is_started_again", [False, True])
def test_a_log_that_grows_gives_the_tables_of_the_whole_log(log, tmp_path, is_started_again):
    folder, content = log
    for path in folder.glob("*.checkpoint"):
        path.unlink()
    first = min(content)
    assert int(first.removesuffix(".log")) == 0
    whole = KeptHistory([str(folder.parent)], str(tmp_path / "whole"))
    end = whole.update()
    kept = KeptHistory([str(folder.parent)], str(tmp_path / "kept"))
    ends = []
    for share in (0.2, 0.21, 0.5, 0.83, 1.0):
        cut_to(folder, content, share)
        if is_started_again:
            kept = KeptHistory([str(folder.parent)], str(tmp_path / "kept"))
        ends.append(kept.update())
    assert ends == sorted(ends)
    assert len(set(ends)) >= 4
    assert ends[-1] == end
    assert stored(tmp_path / "kept") == stored(tmp_path / "whole")
    (timeline,) = read_timelines(str(folder.parent))
    rows = parquet.read_table(tmp_path / "kept" / "partitions" / "history.parquet")
    assert len(rows) == len(timeline.rows("partitions")) > 10


def test_history_of_a_log_that_was_cut_begins_with_its_oldest_snapshot(log, tmp_path):
    folder, _ = log
    min(folder.glob("*.log")).unlink()
    KeptHistory([str(folder.parent)], str(tmp_path / "kept")).update()
    (timeline,) = read_timelines(str(folder.parent))
    for table in HISTORY_TABLES:
        rows = parquet.read_table(tmp_path / "kept" / table / "history.parquet").to_pylist()
        begun = [row for row in rows if row["fromOffset"] is None]
        assert len(rows) == len(timeline.rows(table))
        assert begun or table != "topics"


def test_an_update_that_was_killed_between_tables_is_made_again(log, tmp_path):
    folder, content = log
    for path in folder.glob("*.checkpoint"):
        path.unlink()
    out = tmp_path / "kept"
    cut_to(folder, content, 0.4)
    KeptHistory([str(folder.parent)], str(out)).update()
    note = (out / NOTE).read_text()
    cut_to(folder, content, 1.0)
    KeptHistory([str(folder.parent)], str(out)).update()
    expected = stored(out)
    (out / NOTE).write_text(note)  # tables are ahead of it
    KeptHistory([str(folder.parent)], str(out)).update()
    assert stored(out) == expected


def config(value):
    return ConfigRecord(resource_type=2, resource_name="orders", name="retention.ms", value=value)


def test_update_does_not_stop_within_a_metadata_transaction(tmp_path):
    folder, out = tmp_path / "__cluster_metadata-0", tmp_path / "kept"
    records = [config("0"), BeginTransactionRecord(), config("2")]
    write_log(folder, metadata_batch(0, *records))
    assert KeptHistory([str(tmp_path)], str(out)).update() == 1
    write_log(folder, metadata_batch(0, *records, EndTransactionRecord(), config("4")))
    assert KeptHistory([str(tmp_path)], str(out)).update() == 5
    rows = parquet.read_table(out / "configs" / "history.parquet").to_pylist()
    assert [(row["value"], row["fromOffset"], row["toOffset"]) for row in rows] == [
        ("0", 0, 3),
        ("2", 3, 4),
        ("4", 4, None),
    ]


def test_another_cluster_a_truncated_log_and_other_secrets_are_refused(tmp_path):
    folder, out = tmp_path / "logs" / "__cluster_metadata-0", str(tmp_path / "kept")
    write_log(folder, metadata_batch(0, config("0"), config("1")))
    paths = [str(tmp_path / "logs")]
    KeptHistory(paths, out).update()
    with pytest.raises(ImageError, match="include_secrets was False"):
        KeptHistory(paths, out, include_secrets=True).update()
    write_log(folder, metadata_batch(0, config("0")))
    with pytest.raises(ImageError, match="ends at offset 1, and was read up to 2"):
        KeptHistory(paths, out).update()
    (tmp_path / "logs" / "meta.properties").write_text("cluster.id=other\n")
    with pytest.raises(ImageError, match="of cluster None, the log of cluster other"):
        KeptHistory(paths, out).update()


def of_epoch(epoch, base, *values):
    return metadata_batch(base, *map(config, values), epoch=epoch)


@pytest.mark.parametrize("is_started_again", [False, True])
@pytest.mark.parametrize("grown", ["b", "bc"])
def test_update_refuses_log_that_was_truncated_and_grew_again(tmp_path, is_started_again, grown):
    folder, out = tmp_path / "logs" / "__cluster_metadata-0", tmp_path / "kept"
    paths = [str(tmp_path / "logs")]
    write_log(folder, of_epoch(1, 0, "0"), of_epoch(1, 1, "a"))
    kept = KeptHistory(paths, str(out))
    assert kept.update() == 2
    before = stored(out)
    write_log(folder, of_epoch(1, 0, "0"), of_epoch(2, 1, *grown))
    if is_started_again:
        kept = KeptHistory(paths, str(out))
    for _ in range(2):
        with pytest.raises(ImageError, match=r"__cluster_metadata-0: .* in epoch 1.* epoch 2"):
            kept.update()
    assert stored(out) == before


def test_update_continues_in_later_epoch(tmp_path):
    folder, out = tmp_path / "logs" / "__cluster_metadata-0", tmp_path / "kept"
    paths = [str(tmp_path / "logs")]
    write_log(folder, of_epoch(1, 0, "0", "a"))
    KeptHistory(paths, str(out)).update()
    write_log(folder, of_epoch(1, 0, "0", "a"), of_epoch(2, 2, "b"))
    assert KeptHistory(paths, str(out)).update() == 3
    position = json.loads((out / NOTE).read_text())["position"]
    assert position == {"offset": 3, "epoch": 2, "replica": folder.parent.as_uri()}


def test_note_of_release_without_positions_is_read_with_warning(tmp_path, caplog):
    folder, out = tmp_path / "logs" / "__cluster_metadata-0", tmp_path / "kept"
    paths = [str(tmp_path / "logs")]
    write_log(folder, of_epoch(1, 0, "0", "a"))
    KeptHistory(paths, str(out)).update()
    note = {"version": 1, "clusterId": None, "end": 2, "controller": None, "epoch": 1}
    (out / NOTE).write_text(json.dumps({**note, "includesSecrets": False}))
    write_log(folder, of_epoch(1, 0, "0", "a"), of_epoch(2, 2, "b"))
    assert KeptHistory(paths, str(out)).update() == 3
    assert "this progress has no leader epoch" in caplog.text
    assert len(caplog.records) == 1
    (out / NOTE).write_text(json.dumps({**note, "version": 3}))
    with pytest.raises(ImageError, match="a later release of kraft wrote it"):
        KeptHistory(paths, str(out)).update()


@pytest.mark.parametrize("epoch", [1, 2])
def test_state_of_snapshot_is_compared_by_its_epoch(tmp_path, epoch):
    """A snapshot alone: Kafka names its end and the epoch of its last record (KIP-630)."""
    folder, out = tmp_path / "logs" / "__cluster_metadata-0", tmp_path / "kept"
    paths = [str(tmp_path / "logs")]
    folder.mkdir(parents=True)
    content = of_epoch(1, 0, "0")
    path = folder / f"{2:020}-{1:010}.checkpoint"
    path.write_bytes(content)
    assert KeptHistory(paths, str(out)).update() == 2
    path.rename(folder / f"{2:020}-{epoch:010}.checkpoint")
    kept = KeptHistory(paths, str(out))
    if epoch == 1:
        assert kept.update() == 2
        return
    with pytest.raises(ImageError, match="the snapshot that ends there is of epoch 2"):
        kept.update()


@pytest.mark.spark
def test_a_query_updates_the_tables_when_the_log_has_grown(spark, tmp_path):
    import kraft_spark

    folder, out = tmp_path / "logs" / "__cluster_metadata-0", tmp_path / "kept"
    write_log(folder, metadata_batch(0, config("0")))
    query = kraft_spark.keep_history(
        spark,
        str(tmp_path / "logs"),
        str(out),
        checkpoint=str(tmp_path / "checkpoint"),
        trigger={"processingTime": "0 seconds"},
    )
    try:
        write_log(folder, metadata_batch(0, config("0"), config("1")))
        query.processAllAvailable()
    finally:
        query.stop()
    found = spark.read.parquet(str(out / "configs")).orderBy("fromOffset").collect()
    assert [(row.value, row.toOffset) for row in found] == [("0", 1), ("1", None)]
