"""What is synced, and in which order: every call on real files for every operation of storage.

`MemoryDisk` shows that this order is right; here it is shown that the real disk is asked for it.
"""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.values import Election
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.log_directory import LogDirectory
from kraft_core.raft.storage.settings import StorageSettings
from tests.storage.content import (
    META,
    TIME_MS,
    append,
    batch,
    run,
    snapshot_id,
    store_snapshot,
    voters,
)
from tests.support.file_calls import FileCalls

SETTINGS = StorageSettings(segment_bytes=250, mark_interval_ms=1000, delete_delay_ms=1000)
FOLDER = "__cluster_metadata-0"
EPOCHS, MARK, VOTE = "leader-epoch-checkpoint", "durable-mark", "quorum-state"


def log(offset, suffix="log"):
    return f"{offset:020d}.{suffix}"


def checkpoint(offset, epoch):
    return f"{offset:020d}-{epoch:010d}.checkpoint"


def replaced(name, folder="/"):
    """A state file: temporary file, sync, rename, sync of the folder."""
    place = "" if folder == "/" else folder
    return (
        f"create {place}{name}.tmp",
        f"write {place}{name}.tmp",
        f"sync {place}{name}.tmp",
        f"rename {place}{name}.tmp {place}{name}",
        f"sync {folder}",
    )


def appended(offset):
    return f"write {log(offset)}", f"sync {log(offset)}"


def rolled(closed, following):
    """The closed segment is synced already; its indexes can be made again and are not synced."""
    return (
        f"create {log(closed, 'index')}",
        f"create {log(closed, 'timeindex')}",
        f"write {log(closed, 'timeindex')}",
        f"create {log(following)}",
        f"create {log(following, 'snapshot')}",
        f"write {log(following, 'snapshot')}",
        "sync /",
        *replaced(MARK),
    )


def taken_away(offset, *suffixes):
    names = [log(offset, suffix) for suffix in ("log", *suffixes)]
    return (*(f"rename {name} {name}.deleted" for name in names), "sync /")


def stored(offset, epoch, number=1):
    name = checkpoint(offset, epoch)
    part = f"{name.removesuffix('.checkpoint')}-{number}.checkpoint.part"
    return (
        f"create {part}",
        f"write {part}",
        f"sync {part}",
        f"chmod {part}",
        f"rename {part} {name}",
        "sync /",
    )


@pytest.fixture
def root(tmp_path):
    format_directory(DiskFolder(tmp_path), META, wall_ms=TIME_MS, voters=voters(1))
    return tmp_path


def opened(root):
    return LogDirectory.open(DiskFolder(root), settings=SETTINGS)


@pytest.fixture
def calls(root, monkeypatch):
    return FileCalls(root / FOLDER, monkeypatch)


@pytest.fixture
def directory(root, calls):
    """Two segments of epoch 1 from 0 and 2 on; without indexes of the active one."""
    directory = opened(root)
    (root / FOLDER / log(0, "index")).unlink()
    (root / FOLDER / log(0, "timeindex")).unlink()
    append(directory.log, *run(0, 2))
    append(directory.log, *run(2, 2))
    directory.flush()
    yield directory
    directory.abandon()


def test_format_writes_meta_properties_last(tmp_path, monkeypatch):
    calls = FileCalls(tmp_path, monkeypatch)
    name = checkpoint(0, 0)
    with calls.expect(
        f"mkdir {FOLDER}/",
        "sync /",
        *replaced(name, f"{FOLDER}/"),
        f"chmod {FOLDER}/{name}",
        *replaced("bootstrap.checkpoint"),
        *replaced("meta.properties"),
    ):
        format_directory(DiskFolder(tmp_path), META, wall_ms=TIME_MS, voters=voters(1))


def test_a_new_folder_is_synced_by_the_one_it_is_in(tmp_path, monkeypatch):
    calls = FileCalls(tmp_path, monkeypatch)
    with calls.expect("mkdir inner/", "sync /"):
        DiskFolder(tmp_path).folder("inner")
    with calls.expect():
        DiskFolder(tmp_path).folder("inner")


def test_election_replaces_quorum_state(directory, calls):
    with calls.expect(*replaced(VOTE)):
        directory.election.write(Election(1), 1, ())


def test_append_of_all_that_waits(directory, calls):
    append(directory.log, batch(4))
    append(directory.log, batch(5))
    with calls.expect(*rolled(2, 4), *appended(4)):
        directory.flush()
    append(directory.log, batch(6))
    directory.flush()
    append(directory.log, batch(7))
    with calls.expect(*appended(6)):
        directory.flush()


def test_a_new_epoch_is_durable_before_its_first_record(directory, calls):
    append(directory.log, batch(4, 2, size=60))
    with calls.expect(*replaced(EPOCHS), *rolled(2, 4), *appended(4)):
        directory.flush()


def test_the_full_segment_is_synced_before_the_next_one_exists(directory, calls):
    append(directory.log, *run(4, 1))
    directory.flush()
    append(directory.log, *run(5, 1))
    append(directory.log, *run(6, 3))
    with calls.expect(*appended(4), *rolled(4, 6), *appended(6)):
        directory.flush()


def test_truncation_within_the_last_segment(directory, calls):
    directory.log.truncate(1, 3)
    with calls.expect(
        f"truncate {log(2)}",
        f"sync {log(2)}",
        f"create {log(2, 'index')}",
        f"create {log(2, 'timeindex')}",
    ):
        directory.flush()


def test_truncation_of_whole_segments(directory, calls):
    directory.log.truncate(1, 1)
    with calls.expect(
        *replaced(MARK),
        *taken_away(2, "snapshot"),
        f"truncate {log(0)}",
        f"sync {log(0)}",
        f"empty {log(0, 'index')}",
        f"empty {log(0, 'timeindex')}",
        f"write {log(0, 'timeindex')}",
    ):
        directory.flush()


def test_truncation_of_an_epoch(directory, calls):
    append(directory.log, batch(4, 2, size=60))
    directory.flush()
    directory.log.truncate(1, 4)
    with calls.expect(
        f"truncate {log(4)}",
        f"sync {log(4)}",
        f"create {log(4, 'index')}",
        f"create {log(4, 'timeindex')}",
        *replaced(EPOCHS),
    ):
        directory.log.flush()


def test_snapshot_is_durable_before_its_name(directory, calls):
    with calls.expect(*stored(2, 1)):
        store_snapshot(directory, 2, 1)


def test_reset_deletes_the_log_below_the_snapshot(directory, calls):
    store_snapshot(directory, 20, 3)
    directory.log.reset(1, snapshot_id(20, 3))
    with calls.expect(
        *replaced(MARK),
        *taken_away(2, "snapshot"),
        *taken_away(0, "index", "timeindex"),
        f"create {log(20)}",
        "sync /",
        *replaced(EPOCHS),
        *replaced(MARK),
    ):
        directory.flush()


def test_prefix_deletion_keeps_the_snapshot(directory, calls):
    store_snapshot(directory, 2, 1)
    directory.log.delete_prefix(2)
    directory.snapshots.delete_before(snapshot_id(2, 1))
    old = checkpoint(0, 0)
    calls.take()
    directory.log.flush()
    assert calls.take() == [*taken_away(0, "index", "timeindex"), *replaced(EPOCHS)]
    directory.snapshots.flush()
    assert calls.take() == [f"rename {old} {old}.deleted", "sync /"]


def test_close_syncs_the_log_and_writes_indexes(directory, calls):
    with calls.expect(
        f"create {log(2, 'index')}",
        f"create {log(2, 'timeindex')}",
        f"write {log(2, 'timeindex')}",
        f"sync {log(2)}",
        f"create {log(4, 'snapshot')}",
        f"write {log(4, 'snapshot')}",
        *replaced(MARK),
    ):
        directory.log.close()


def test_recovery_syncs_all_that_it_keeps(root, directory, calls):
    """Whoever wrote it: after kill -9 the page cache holds what no disk has."""
    directory.election.write(Election(1), 1, ())
    store_snapshot(directory, 2, 1)
    directory.abandon()
    calls.take()
    opened(root).abandon()
    said = calls.take()
    kept = checkpoint(2, 1)
    changes = [line for line in said if not line.startswith("chmod")]
    assert changes[:12] == [
        f"sync {log(0)}",  # below the mark
        *appended(2),
        f"sync {checkpoint(0, 0)}",
        *(f"write {kept}", f"sync {kept}"),
        *(f"write {VOTE}", f"sync {VOTE}"),
        f"sync {EPOCHS}",
        "sync partition.metadata",
        f"sync {MARK}",
        "sync /",
    ]
    synced = [line for line in changes[12:] if line.startswith("sync")]
    assert synced == [f"sync {MARK}.tmp", "sync /"]
    assert said[-5:] == list(replaced(MARK))
