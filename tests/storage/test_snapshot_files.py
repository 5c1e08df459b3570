"""Snapshots in files: the contract, and what only files have."""

from __future__ import annotations

from pathlib import Path

import pytest

from kraft_core.raft.consensus.events import SnapshotChunkStored, SnapshotFailed, SnapshotStored
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import LogFailedError
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.raft.storage.snapshot_files import SnapshotFiles
from tests.storage.content import content_of, snapshot, snapshot_id
from tests.storage.snapshot_contract import SnapshotContract

SETTINGS = StorageSettings()
NAME = "00000000000000000100-0000000003.checkpoint"


class TestInMemoryFiles(SnapshotContract):
    @pytest.fixture
    def snapshots(self):
        return SnapshotFiles(MemoryDisk().root, SETTINGS, ())


class TestOnDisk(SnapshotContract):
    @pytest.fixture
    def snapshots(self, tmp_path):
        snapshots = SnapshotFiles(DiskFolder(tmp_path), SETTINGS, ())
        yield snapshots
        snapshots.close()


@pytest.fixture
def disk():
    return MemoryDisk("d")


@pytest.fixture
def store(disk):
    return SnapshotFiles(disk.root, SETTINGS, ())


def descriptors():
    return len(list(Path("/proc/self/fd").iterdir()))


def written(store, offset=100, epoch=3):
    writer = store.create(snapshot_id(offset, epoch))
    writer.append(snapshot(epoch))
    writer.finish()


def test_a_stored_snapshot_is_durable_and_read_only(disk, store):
    written(store)
    assert isinstance(store.flush()[0], SnapshotStored)
    disk.power_loss()
    assert disk.root.names() == [NAME]
    assert content_of(disk.root, NAME) == snapshot(3)
    with pytest.raises(PermissionError):
        disk.root.open(NAME)


def test_snapshot_gets_its_final_name_after_the_sync(disk, store):
    written(store)
    done = []
    disk.before = lambda kind, path: done.append(kind)
    store.flush()
    rest = [kind for kind in done if kind not in {"read", "open"}]
    assert rest == ["sync", "rename", "folder_sync"]


def test_deleted_snapshots_lie_there_for_a_while(disk, store):
    for offset in (100, 200):
        written(store, offset)
    store.flush()
    store.delete_before(snapshot_id(200, 3))
    store.flush()
    assert disk.root.names()[0] == NAME + ".deleted"
    for now_ms, count in ((5, 2), (60_004, 2), (60_005, 1)):
        store.housekeep(now_ms)
        store.flush()
        assert len(disk.root.names()) == count


def test_snapshots_that_were_there_are_read(disk, store):
    written(store)
    store.flush()
    again = SnapshotFiles(disk.root, SETTINGS, [snapshot_id(100, 3)])
    assert again.read(snapshot_id(100, 3), 0, 9999) == snapshot(3)
    assert again.stored == store.stored
    assert again.header(snapshot_id(100, 3)) == store.header(snapshot_id(100, 3))


def test_work_may_be_done_by_another_thread(store):
    written(store)
    work = store.take()
    assert store.take() is None
    (event,) = store.perform(work)
    assert isinstance(event, SnapshotStored)
    assert store.stored == ()  # known when the work is settled, before the event is handed on
    store.settle()
    assert len(store.stored) == 1


def test_a_snapshot_that_is_stored_twice_gives_the_first_file_back(tmp_path):
    """A download and a snapshot of the state machine may end with the same id."""
    store = SnapshotFiles(DiskFolder(tmp_path), SETTINGS, ())
    before = descriptors()
    for _ in range(3):
        written(store)
        assert isinstance(store.flush()[0], SnapshotStored)
    assert descriptors() == before + 1
    assert store.read(snapshot_id(100, 3), 0, 9999) == snapshot(3)
    store.close()
    assert descriptors() == before


def test_close_gives_back_the_files_of_downloads_under_way(tmp_path):
    store = SnapshotFiles(DiskFolder(tmp_path), SETTINGS, ())
    before = descriptors()
    store.write_chunk(7, snapshot_id(100, 3), 0, snapshot(3)[:50])
    assert isinstance(store.flush()[0], SnapshotChunkStored)
    assert descriptors() == before + 1
    store.close()
    assert descriptors() == before


def test_a_snapshot_that_is_stored_again_while_the_old_one_goes(disk, store):
    written(store)
    store.flush()
    written(store)
    store.delete_before(snapshot_id(200, 3))
    store.flush()
    assert [each.snapshot_id for each in store.stored] == []
    assert store.read(snapshot_id(100, 3), 0, 9999) is None


def failing(disk, kind):
    """The next operation of that kind fails."""

    def before(what, path):
        if what == kind:
            disk.before = None
            raise OSError(28, "No space left on device")

    disk.before = before


@pytest.mark.parametrize("kind", ["sync", "rename", "folder_sync"])
def test_a_snapshot_that_cannot_be_kept_is_removed_and_ends_nothing(disk, store, kind):
    written(store)
    failing(disk, kind)
    (event,) = store.flush()
    reason = "[Errno 28] No space left on device"
    assert event == SnapshotFailed(snapshot_id(100, 3), None, reason)
    assert (store.failures, store.stored, disk.root.names()) == (1, (), [])
    written(store)
    assert isinstance(store.flush()[0], SnapshotStored)
    disk.power_loss()
    assert disk.root.names() == [NAME]


@pytest.mark.parametrize("kind", ["create", "write"])
def test_a_chunk_that_cannot_be_written_fails_its_download_once(disk, store, kind):
    at, content = snapshot_id(100, 3), snapshot(3)
    store.write_chunk(7, at, 0, content[:50])
    store.write_chunk(7, at, 50, content[50:])
    store.finish(7, at)
    failing(disk, kind)
    assert store.flush() == [SnapshotFailed(at, 7, "[Errno 28] No space left on device")]
    assert disk.root.names() == []
    store.write_chunk(8, at, 0, content)
    store.finish(8, at)
    assert [type(event) for event in store.flush()] == [SnapshotChunkStored, SnapshotStored]


@pytest.mark.parametrize("kind", ["create", "write"])
def test_own_snapshot_that_cannot_be_written_is_counted_and_leaves_nothing(disk, store, kind):
    writer = store.create(snapshot_id(100, 3))
    failing(disk, kind)
    with pytest.raises(OSError, match="No space left"):
        writer.append(snapshot(3))
    writer.discard()
    assert store.flush() == []
    assert (store.failures, store.stored, disk.root.names()) == (1, (), [])


@pytest.mark.parametrize("kind", ["rename", "folder_sync"])
def test_snapshot_that_cannot_be_deleted_is_deleted_by_housekeeping(disk, store, kind):
    for offset in (100, 200):
        written(store, offset)
    store.flush()
    store.delete_before(snapshot_id(200, 3))
    failing(disk, kind)
    assert store.flush() == []
    assert store.failures == 1
    assert [each.snapshot_id for each in store.stored] == [snapshot_id(200, 3)]
    newest = "00000000000000000200-0000000003.checkpoint"
    for now_ms in (0, SETTINGS.delete_delay_ms, 2 * SETTINGS.delete_delay_ms):
        store.housekeep(now_ms)
        store.flush()
    assert (disk.root.names(), store.failures) == ([newest], 1)


def test_deleted_snapshot_whose_file_was_removed_by_hand_is_forgotten(disk, store):
    for offset in (100, 200):
        written(store, offset)
    store.flush()
    disk.root.remove(NAME)
    store.delete_before(snapshot_id(200, 3))
    store.flush()
    assert (store.failures, disk.root.names()) == (
        0,
        ["00000000000000000200-0000000003.checkpoint"],
    )


def test_a_part_file_that_cannot_even_be_removed_is_left(disk, store):
    written(store)

    def before(what, path):
        if what in {"sync", "remove"}:
            raise OSError(30, "Read-only file system")

    disk.before = before
    assert isinstance(store.flush()[0], SnapshotFailed)
    assert disk.root.names() == ["00000000000000000100-0000000003-1.checkpoint.part"]


def test_a_closed_store_takes_nothing(store):
    store.close()
    with pytest.raises(LogFailedError, match="is closed"):
        store.create(snapshot_id(200, 3))
    with pytest.raises(LogFailedError):
        store.delete_before(snapshot_id(200, 3))


def test_a_write_that_fails_at_once_raises(disk, store):
    writer = store.create(snapshot_id(100, 3))

    def fail(kind, path):
        raise OSError(28, "No space left on device")

    disk.before = fail
    with pytest.raises(OSError, match="No space"):
        writer.append(b"x")


def test_two_writers_of_one_snapshot_do_not_meet(disk, store):
    for _ in range(2):
        written(store)
    assert len(disk.root.names()) == 2
    assert len(store.flush()) == 2
    assert disk.root.names() == [NAME]
    assert store.read(snapshot_id(100, 3), 0, 9999) == snapshot(3)
