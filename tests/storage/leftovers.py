"""Logs that Kafka left, or a process that was killed, for the tests of recovery."""

from __future__ import annotations

from functools import cache

from kraft_core.raft.consensus.values import Election
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.files import copy_folder
from kraft_core.raft.storage.leader_epochs import write_epochs
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.settings import StorageSettings
from tests.storage.content import SMALL, append, log_folder, opened
from tests.support import kafka_files

KAFKA = StorageSettings()
SMALL_LOG = kafka_files.ROOT / "4.1.2" / "metadata-log-trimmed" / "node"
"""A real log of three segments."""


def of_kafka(path):
    """A directory of Kafka's on a memory disk."""
    disk = MemoryDisk()
    copy_folder(DiskFolder(path), disk.root)
    copy_folder(DiskFolder(path / "__cluster_metadata-0"), log_folder(disk))
    for folder in (disk.root, log_folder(disk)):
        for name in folder.names():
            folder.open_to_read(name).sync()
        folder.sync()
    return disk


def lived(disk, *each, settings=SMALL, renewed=True):
    """The directory of a process that appended, voted, and was killed."""
    directory = opened(disk, settings)
    directory.election.write(Election(9), 1, ())  # at least the epochs of its records
    for one in each:
        append(directory.log, one)
    directory.flush()
    if renewed:
        directory.housekeep(0)
        directory.flush()
    disk.restart()
    return directory


def cut(disk, name, size):
    file = log_folder(disk).open(name)
    file.truncate(size)
    file.sync()


FIRST_LOG = kafka_files.ROOT / "4.1.2" / "metadata-log-removed" / "node"
FIRST = "00000000000000000000.log"


@cache
def ends():
    """The places in the first 2500 bytes of a real log where a batch ends, and the offset there."""
    found = {0: 0}
    for line in kafka_files.lines(FIRST_LOG.parent / "batches.jsonl.gz"):
        end = line.get("position", 0) + line.get("size", 1 << 30)
        if line["file"].endswith(FIRST) and end <= 2500:
            found[end] = line["nextOffset"]
    return found


def front_of_log(size):
    """A directory of Kafka's with so much of its log."""
    disk = of_kafka(FIRST_LOG)
    write_epochs(log_folder(disk), [])
    cut(disk, FIRST, size)
    return disk
