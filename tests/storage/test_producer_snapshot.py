"""The producer state beside segments."""

from __future__ import annotations

from kraft_core.raft.consensus.values import Election
from kraft_core.raft.storage.log_files import write_producer_snapshot
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.settings import StorageSettings
from tests.storage.content import append, content_of, formatted, log_folder, opened, run
from tests.support import kafka_files


def test_producer_snapshot_is_byte_for_byte_that_of_kafka():
    disk = MemoryDisk()
    write_producer_snapshot(disk.root, 1095)
    written = content_of(disk.root, "00000000000000001095.snapshot")
    files = sorted(kafka_files.ROOT.glob("*/metadata*/*/*/*.snapshot"))
    assert len(files) > 20
    assert {path.read_bytes() for path in files} == {written}


def states(disk):
    return [name for name in log_folder(disk).names() if name.endswith(".snapshot")]


def test_clean_stops_leave_one_file_and_not_one_each():
    """As ProducerStateManager.removeStraySnapshots at the start of Kafka."""
    disk = formatted()
    for stop in range(5):
        directory = opened(disk, StorageSettings())
        directory.election.write(Election(1), 1, ())
        append(directory.log, *run(3 * stop, 3))
        directory.flush()
        directory.close()
        disk.restart()
    opened(disk).abandon()
    assert states(disk) == ["00000000000000000015.snapshot"]
