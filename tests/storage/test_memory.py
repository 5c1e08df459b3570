"""The stores without files keep to the contracts of those with files."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.events import SnapshotChunkStored, SnapshotFailed, SnapshotStored
from kraft_core.raft.consensus.values import Election, ReplicaKey
from kraft_core.raft.storage.memory import MemoryElection, MemoryLog, MemorySnapshots
from tests.storage.content import append, batch, run, snapshot, snapshot_id, whole
from tests.storage.log_contract import LogContract
from tests.storage.snapshot_contract import SnapshotContract


class TestMemoryLog(LogContract):
    @pytest.fixture
    def log(self):
        return MemoryLog()


class TestMemorySnapshots(SnapshotContract):
    @pytest.fixture
    def snapshots(self):
        return MemorySnapshots()


def test_a_crash_loses_what_was_not_flushed():
    log = MemoryLog()
    append(log, *run(0, 3))
    log.flush()
    append(log, *run(3, 2))
    log.truncate(1, 2)
    log.crash()
    assert (log.end_offset, log.has_work) == (3, False)
    assert whole(log) == b"".join(content for _, content in run(0, 3))
    append(log, batch(3))  # generation 0 again
    log.close()
    log.crash()
    assert log.end_offset == 4


def test_a_crash_keeps_where_the_log_begins_once_that_is_flushed():
    log = MemoryLog()
    append(log, *run(0, 3))
    log.delete_prefix(1)
    log.flush()
    log.delete_prefix(2)
    log.crash()
    assert log.start_offset == 1


def test_the_election_is_kept():
    store = MemoryElection()
    assert store.read() is None
    election = Election(3, 1, ReplicaKey(2))
    store.write(election, 1, (1, 2))
    assert store.read() == election


def test_events_of_a_snapshot():
    store = MemorySnapshots()
    content = snapshot(2)
    wanted = snapshot_id(5, 2)
    store.write_chunk(9, wanted, 0, content[:50])
    store.write_chunk(9, wanted, 50, content[50:])
    store.finish(9, wanted)
    store.create(snapshot_id(6, 2)).finish()
    chunk, rest, stored, failed = store.flush()
    assert (chunk, rest) == (
        SnapshotChunkStored(9, wanted, 50),
        SnapshotChunkStored(9, wanted, len(content)),
    )
    assert isinstance(stored, SnapshotStored)
    assert (stored.origin, stored.size_bytes) == (9, len(content))
    assert failed == SnapshotFailed(snapshot_id(6, 2), None)
    assert store.header(wanted).control_records == stored.control_records
