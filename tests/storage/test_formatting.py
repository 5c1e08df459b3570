"""Formatting leaves what kafka-storage leaves."""

from __future__ import annotations

import base64

import pytest

from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import StorageError
from kraft_core.raft.storage.formatting import bootstrap_records, format_directory
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.meta_properties import read_meta_properties
from kraft_wire.records import iter_batches
from tests.storage.content import META, TIME_MS, content_of, log_folder, opened, voters
from tests.support import kafka_files


@pytest.mark.parametrize("release", ["3.9.2", "4.3.1", "4.4.0"])
def test_the_same_batches_as_kafka(release, tmp_path):
    """But for what differs from run to run: timestamps, and with them checksums."""
    source = kafka_files.ROOT / release / "formatted-standalone" / "data"
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in source.rglob("*"):
        target = copy / path.relative_to(source)
        target.mkdir() if path.is_dir() else target.write_bytes(path.read_bytes())
    kafka = LogDirectory.open(DiskFolder(copy))
    history = kafka.started().voter_history
    disk = MemoryDisk()
    format_directory(
        disk.root,
        kafka.meta,
        wall_ms=TIME_MS,
        voters=history.latest,
        records=bootstrap_records(kafka.root),
        in_one_file=release == "4.4.0",
    )
    kafka.close()
    for path in sorted(source.rglob("*.checkpoint")):
        folder = disk.root if path.parent == source else log_folder(disk)
        ours = content_of(folder, path.name)
        theirs = path.read_bytes()
        assert [_shape(each) for each in iter_batches(ours)] == [
            _shape(each) for each in iter_batches(theirs)
        ]
    assert len(list(source.rglob("*.checkpoint"))) == 2 - (release == "4.4.0")


def _shape(batch):
    records = [(each.key, each.value) for each in batch.records()]
    if batch.is_control and batch.base_offset == 0:
        records[0] = (records[0][0], b"has a timestamp")
    return (batch.base_offset, batch.size, batch.attributes, batch.partition_leader_epoch, records)


def test_formatted_directory_can_be_opened():
    disk = MemoryDisk()
    format_directory(disk.root, META, wall_ms=TIME_MS, voters=voters(1, 2), records=[b"r"])
    disk.power_loss()
    directory = opened(disk)
    assert directory.meta == META
    assert directory.started().voter_history.latest == voters(1, 2)
    assert directory.started().voter_history.level == 1
    assert bootstrap_records(disk.root) == (b"r",)


def test_static_voters_leave_no_snapshot():
    disk = MemoryDisk()
    format_directory(disk.root, META, wall_ms=TIME_MS, records=[b"r"])
    assert disk.root.names() == ["bootstrap.checkpoint", "meta.properties"]
    assert not disk.root.has_folder("__cluster_metadata-0")


def test_a_formatted_directory_is_not_formatted_again():
    disk = MemoryDisk("d")
    format_directory(disk.root, META, wall_ms=TIME_MS)
    with pytest.raises(StorageError, match="d is already formatted"):
        format_directory(disk.root, META, wall_ms=TIME_MS)


def test_a_crash_leaves_it_unformatted_or_whole():
    for left in range(60):
        disk = MemoryDisk()
        counter = [left]

        def before(kind, path, counter=counter):
            counter[0] -= 1
            if counter[0] < 0:
                raise KeyboardInterrupt

        disk.before = before
        try:
            format_directory(disk.root, META, wall_ms=TIME_MS, voters=voters(1))
            done = True
        except KeyboardInterrupt:
            done = False
        disk.before = None
        disk.power_loss()
        meta = read_meta_properties(disk.root)
        assert meta == META or not done
        if meta:
            assert opened(disk).started().voter_history.latest == voters(1)
    assert done


def test_fixture_values_are_framed_records():
    found = bootstrap_records(
        DiskFolder(kafka_files.ROOT / "3.9.2" / "formatted-standalone" / "data")
    )
    assert found == (base64.b64decode("AQwAEW1ldGFkYXRhLnZlcnNpb24AFQA="),)
