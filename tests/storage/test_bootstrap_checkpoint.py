"""The files that formatting leaves, and the records in them."""

from __future__ import annotations

import base64

import pytest

from kraft_core.raft.batches import control_records
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_core.raft.storage.formatting import bootstrap_records, snapshot_content
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_wire.messages import KRaftVersionRecord
from kraft_wire.records import iter_batches
from tests.storage.content import TIME_MS, put, snapshot
from tests.support import kafka_files

CASES = sorted(kafka_files.ROOT.glob("*/formatted-*/*/meta.properties"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: "-".join(path.parts[-4:-1]))
def test_the_records_that_kafka_left(path):
    folder, case = path.parent, path.parents[1]
    expected = case / "expected.jsonl.gz"
    wanted = [
        base64.b64decode(line["value"])
        for line in (kafka_files.lines(expected) if expected.exists() else ())
        if line["file"].startswith(folder.name + "/") and "metadata" in line
    ]
    assert list(bootstrap_records(DiskFolder(folder))) == wanted


def test_empty_directory_has_no_bootstrap_records():
    assert bootstrap_records(MemoryDisk().root) == ()


def test_damage_is_refused():
    disk = MemoryDisk("d")
    put(disk.root, "bootstrap.checkpoint", snapshot(0)[:-1])
    with pytest.raises(DamagedFileError, match=r"d/bootstrap\.checkpoint is not a snapshot"):
        bootstrap_records(disk.root)


def test_content_has_the_batches_of_kafkas():
    content = snapshot_content(
        [b"one", b"two"],
        timestamp_ms=TIME_MS,
        last_log_timestamp_ms=0,
        control=[KRaftVersionRecord(kraft_version=1)],
    )
    front, data, footer = iter_batches(content)
    assert (front.base_offset, data.base_offset, footer.base_offset) == (0, 2, 4)
    assert [record.value for record in data.records()] == [b"one", b"two"]
    assert [type(each).__name__ for each in control_records(front)] == [
        "OtherControl",
        "KRaftVersion",
    ]
    assert (
        len(list(iter_batches(snapshot_content([], timestamp_ms=1, last_log_timestamp_ms=0)))) == 2
    )


def test_snapshot_of_a_later_epoch_has_it_in_each_batch():
    content = snapshot_content([b"a"], timestamp_ms=1, last_log_timestamp_ms=0, epoch=7)
    assert [each.partition_leader_epoch for each in iter_batches(content)] == [7, 7, 7]
