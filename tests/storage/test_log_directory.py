"""A directory as a whole: whose it is, the lock, what Kafka left in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kraft_core.raft.consensus.events import LogFlushed, SnapshotStored
from kraft_core.raft.consensus.values import Election
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import (
    DirectoryLockedError,
    NotFormattedError,
    StorageError,
    WrongDirectoryError,
)
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.meta_properties import (
    MetaProperties,
    is_reserved,
    write_meta_properties,
)
from tests.storage.content import (
    META,
    TIME_MS,
    append,
    batch,
    content_of,
    formatted,
    kafka_copy,
    log_folder,
    opened,
    put,
    run,
    snapshot,
    snapshot_id,
    store_snapshot,
    whole,
)
from tests.support import kafka_files

DIRECTORIES = sorted(
    path.parent
    for path in kafka_files.ROOT.glob("*/*/*/meta.properties")
    if not path.parts[-3].startswith("broker")
)


@pytest.mark.parametrize("path", DIRECTORIES, ids=lambda path: "-".join(path.parts[-3:]))
def test_every_directory_that_kafka_left_is_opened_and_continued(path, tmp_path):
    copy = kafka_copy(tmp_path, path.parts[-3], path.parts[-2], inside=path.name)
    directory = LogDirectory.open(DiskFolder(copy))
    started = directory.started()
    view = started.log_view
    election = started.election or Election(0)
    assert election.epoch >= view.last_epoch
    if "metadata-log" in path.parts[-2]:
        assert view.end_offset > 200
        assert (
            directory.snapshots.header(started.snapshots[-1].snapshot_id)
            if started.snapshots
            else 1
        )
    before = whole(directory.log)
    epoch = election.epoch + 1
    directory.election.write(Election(epoch), 1, ())
    append(directory.log, batch(view.end_offset, epoch))
    assert directory.flush() == [LogFlushed(0, view.end_offset + 1)]
    directory.close()
    again = LogDirectory.open(DiskFolder(copy))
    assert again.notes == ()
    assert whole(again.log) == before + batch(view.end_offset, epoch)[1]
    assert again.started().snapshots == started.snapshots
    again.close()


def test_enough_directories_are_recorded():
    assert len(DIRECTORIES) > 60


def test_the_end_offsets_are_those_that_kafka_found():
    compared = 0
    for case in kafka_files.cases("batches.jsonl.gz"):
        if not case.name.startswith("metadata-log"):
            continue
        lines = [
            line
            for line in kafka_files.lines(case / "batches.jsonl.gz")
            if line["file"].endswith(".log") and line.get("valid")
        ]
        folder = DiskFolder(case / "node")
        disk = MemoryDisk()
        for source, target in (
            (folder, disk.root),
            (folder.folder("__cluster_metadata-0"), log_folder(disk)),
        ):
            for name in source.names():
                put(target, name, content_of(source, name))
        assert opened(disk).log.end_offset == max(line["nextOffset"] for line in lines)
        compared += 1
    assert compared > 12


def test_a_directory_that_is_not_formatted(tmp_path):
    with pytest.raises(NotFormattedError, match=r"d is not formatted: it has no meta\.properties"):
        LogDirectory.open(MemoryDisk("d").root)
    with pytest.raises(NotFormattedError):
        LogDirectory.open(DiskFolder(tmp_path))
    assert list(tmp_path.iterdir()) == []  # nothing is left behind in it
    with pytest.raises(StorageError, match=r"cannot be opened|is not formatted"):
        LogDirectory.open(DiskFolder(tmp_path / "not there"))


def test_directory_of_another_node_or_cluster_is_refused():
    disk = formatted(MemoryDisk("d"))
    with pytest.raises(WrongDirectoryError, match="d belongs to node 1, but this is node 2"):
        opened(disk, node_id=2)
    with pytest.raises(WrongDirectoryError, match="belongs to cluster a-cluster, but"):
        opened(disk, node_id=1, cluster_id="other")
    assert opened(disk, node_id=1, cluster_id="a-cluster").meta == META


def test_two_cannot_use_one_directory(tmp_path):
    copy = kafka_copy(tmp_path, "4.3.1", "metadata-log")
    directory = LogDirectory.open(DiskFolder(copy))
    with pytest.raises(DirectoryLockedError, match="is in use: another process"):
        LogDirectory.open(DiskFolder(copy))
    directory.abandon()
    LogDirectory.open(DiskFolder(copy)).close()


def test_abandon_and_close_give_every_descriptor_back(tmp_path):
    copy = kafka_copy(tmp_path, "4.3.1", "metadata-log")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for end in (LogDirectory.abandon, LogDirectory.close):
        directory = LogDirectory.open(DiskFolder(copy))
        assert directory.snapshots.stored
        end(directory)
        assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_refusal_gives_the_lock_back():
    disk = formatted()
    put(log_folder(disk), "quorum-state", b"rubbish")
    for _ in range(2):
        with pytest.raises(StorageError, match="quorum-state is damaged"):
            opened(disk)
    assert disk.locked == set()


def test_disk_failure_is_reported_in_one_line():
    disk = formatted(MemoryDisk("d"))

    def fail(kind, path):
        if kind == "folder_sync":
            raise OSError(5, "Input/output error")

    disk.before = fail
    with pytest.raises(StorageError, match=r"d cannot be opened: .*Input/output error"):
        opened(disk)
    assert disk.locked == set()


def test_an_old_directory_gets_a_directory_id():
    disk = MemoryDisk()
    write_meta_properties(disk.root, MetaProperties(3, "c", None), 0)
    directory_id = opened(disk).meta.directory_id
    assert directory_id is not None
    assert not is_reserved(directory_id)
    disk.power_loss()
    assert opened(disk).meta.directory_id == directory_id


def test_log_and_snapshots_complete_together():
    disk = formatted()
    directory = opened(disk)
    assert not directory.has_work
    append(directory.log, *run(0, 3))
    assert directory.has_work
    writer = directory.snapshots.create(snapshot_id(2, 1))
    writer.append(snapshot(1))
    writer.finish()
    assert directory.has_work
    flushed, stored = directory.flush()
    assert flushed == LogFlushed(0, 3)
    assert isinstance(stored, SnapshotStored)
    assert not directory.has_work
    assert directory.latest_snapshot().snapshot_id == snapshot_id(2, 1)


def test_the_bootstrap_snapshot_is_listed_like_any_other():
    directory = opened(formatted())
    assert [each.snapshot_id for each in directory.started().snapshots] == [snapshot_id(0, 0)]
    assert directory.latest_snapshot().snapshot_id == snapshot_id(0, 0)
    assert directory.snapshots.read(snapshot_id(0, 0), 0, 10)


def test_retention_looks_at_log_and_snapshots():
    directory = opened(formatted())
    append(directory.log, *run(0, 30))
    directory.flush()
    for offset in (10, 20):
        store_snapshot(directory, offset, 1)
    retention_ms = directory.settings.retention_ms
    expired, stored = directory.retention.expired, directory.snapshots.stored
    assert expired(stored, TIME_MS + retention_ms) is None
    assert expired(stored, TIME_MS + retention_ms + 1) == snapshot_id(20, 1)


def test_closing_leaves_nothing_to_recover():
    disk = formatted()
    directory = opened(disk)
    directory.election.write(Election(1), 1, ())
    append(directory.log, *run(0, 12))
    directory.housekeep(0)
    assert directory.close() == [LogFlushed(0, 12)]
    disk.power_loss()
    again = opened(disk)
    assert (again.notes, again.log.end_offset) == ((), 12)
    assert again.started().election == Election(1)
