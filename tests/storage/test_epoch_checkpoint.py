"""The file leader-epoch-checkpoint, as Kafka writes it."""

from __future__ import annotations

import pytest

from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_core.raft.storage.leader_epochs import NAME, encoded, read_epochs, write_epochs
from kraft_core.raft.storage.memory_files import MemoryDisk
from tests.storage.content import content_of, put
from tests.support import kafka_files

FILES = sorted(kafka_files.ROOT.glob(f"*/*/*/*/{NAME}"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: "-".join(path.parts[-5:-2]))
def test_epoch_checkpoint_of_kafka_is_read_and_written_identically(path):
    entries = read_epochs(DiskFolder(path.parent))
    assert entries is not None
    assert encoded(entries) == path.read_bytes()


def test_enough_files_are_recorded():
    assert len(FILES) > 10


def test_writing_and_reading():
    disk = MemoryDisk()
    assert read_epochs(disk.root) is None
    write_epochs(disk.root, [(1, 0), (7, 300)])
    disk.power_loss()
    assert content_of(disk.root, NAME) == b"0\n2\n1 0\n7 300\n"
    assert read_epochs(disk.root) == [(1, 0), (7, 300)]
    write_epochs(disk.root, [])
    assert content_of(disk.root, NAME) == b"0\n0\n"
    put(disk.root, NAME, b"")
    assert read_epochs(disk.root) == []


@pytest.mark.parametrize(
    "content",
    [
        b"1\n0\n",
        b"0\n",
        b"0\nx\n",
        b"0\n2\n1 0\n",
        b"0\n1\n1 0\n2 5\n",
        b"0\n1\n1 0 3\n",
        b"0\n1\n-1 0\n",
        b"0\n1\n1 -5\n",
        b"0\n2\n2 0\n1 5\n",
        b"0\n2\n1 0\n1 5\n",
        b"0\n2\n1 10\n2 5\n",
        b"0\n1\n1 99999999999999999999\n",
        b"0\n1\n9999999999 0\n",
        b"\xff",
    ],
)
def test_damaged_checkpoint_is_refused(content):
    disk = MemoryDisk()
    put(disk.root, NAME, content)
    with pytest.raises(DamagedFileError, match=NAME):
        read_epochs(disk.root)
