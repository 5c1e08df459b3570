from __future__ import annotations

import pytest

from kraft_spark.files.blocks import log_end
from kraft_spark.log.layout import list_files
from kraft_wire.records import RecordBatchBuilder
from tests.spark.log_rows import KAFKA, batch, options_of, rows, write_log


def with_epoch(base, epoch):
    builder = RecordBatchBuilder(base_offset=base, partition_leader_epoch=epoch)
    builder.append(1, b"k", b"v")
    return builder.build()


def nodes_of(found):
    return {row["path"].split("/")[-3] for row in found}


def test_the_log_that_ends_highest_is_read(tmp_path):
    write_log(tmp_path / "node-1" / "orders-0", batch(0))
    write_log(tmp_path / "node-2" / "orders-0", batch(0), batch(3))
    write_log(tmp_path / "node-1" / "orders-1", batch(0, 5))
    write_log(tmp_path / "node-2" / "orders-1", batch(0, 4))
    found = rows(tmp_path, "partition INT, path STRING", replicas="one")
    assert len(found) == 6 + 5
    assert nodes_of(row for row in found if row["partition"] == 0) == {"node-2"}
    assert nodes_of(row for row in found if row["partition"] == 1) == {"node-1"}
    assert len(rows(tmp_path)) == 6 + 3 + 5 + 4


def test_the_epoch_counts_more_than_the_offset(tmp_path):
    write_log(tmp_path / "node-1" / "orders-0", with_epoch(0, 1), with_epoch(1, 1))
    write_log(tmp_path / "node-2" / "orders-0", with_epoch(0, 2))
    assert nodes_of(rows(tmp_path, "path STRING", replicas="one")) == {"node-2"}


def test_ties_go_to_the_first_path(tmp_path):
    for node in ("node-2", "node-1"):
        write_log(tmp_path / node / "orders-0", batch(0))
    assert nodes_of(rows(tmp_path, "path STRING", replicas="one")) == {"node-1"}


def test_topic_ids_tell_topics_apart(tmp_path):
    for node, topic_id in (("node-1", "A" * 22), ("node-2", "B" * 22)):
        path = write_log(tmp_path / node / "orders-0", batch(0))
        (path.parent / "partition.metadata").write_text(f"version: 0\ntopic_id: {topic_id}\n")
    assert nodes_of(rows(tmp_path, "path STRING", replicas="one")) == {"node-1", "node-2"}


def test_a_copy_without_id_is_the_topic_of_its_name(tmp_path):
    path = write_log(tmp_path / "node-1" / "orders-0", batch(0))
    (path.parent / "partition.metadata").write_text(f"version: 0\ntopic_id: {'A' * 22}\n")
    write_log(tmp_path / "node-2" / "orders-0", batch(0), batch(3))
    assert nodes_of(rows(tmp_path, "path STRING", replicas="one")) == {"node-2"}


def test_checkpoints_go_with_their_directory(tmp_path):
    snapshot = f"{3:020}-{1:010}.checkpoint"
    for node, end in (("node-1", 3), ("node-2", 6)):
        folder = tmp_path / node / "__cluster_metadata-0"
        write_log(folder, batch(0, end))
        (folder / snapshot).write_bytes(batch(0, 1))
        (tmp_path / node / "bootstrap.checkpoint").write_bytes(batch(0, 2))
    found = rows(tmp_path, "path STRING, source STRING", view="batches", replicas="one")
    assert sorted(row["source"] for row in found) == ["bootstrap", "log", "snapshot"]
    assert all("/node-2/" in row["path"] for row in found)


@pytest.mark.parametrize("case", ["topic-segments", "topic-txn"])
def test_log_end_is_the_end_of_the_last_batch(case):
    for file in list_files(options_of(KAFKA / case)).files:
        last = rows(file.path, "lastOffset BIGINT, partitionLeaderEpoch INT", view="batches")[-1]
        assert log_end(file) == (last["partitionLeaderEpoch"], last["lastOffset"] + 1)


def test_an_index_saves_reading(tmp_path):
    batches = [batch(3 * number) for number in range(9)]
    path = write_log(tmp_path / "orders-0", *batches)
    place = sum(map(len, batches[:8]))
    path.with_suffix(".index").write_bytes((26).to_bytes(4) + place.to_bytes(4) + bytes(8))
    (file,) = list_files(options_of(path)).files
    assert log_end(file) == (1, 27)
    broken = path.read_bytes()
    path.write_bytes(b"\xff" * 9 + broken[9:])
    assert log_end(file) == (1, 27)


def test_an_empty_log_has_no_end(tmp_path):
    (file,) = list_files(options_of(write_log(tmp_path / "orders-0"))).files
    assert log_end(file) == (-1, -1)
