"""Sound snapshots, and those that are not."""

from __future__ import annotations

import pytest

from kraft_core.raft.directory import parse_snapshot
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.snapshot_files import check_snapshot, read_header
from tests.storage.content import (
    TIME_MS,
    batch,
    put,
    snapshot,
    snapshot_id,
    snapshot_pieces,
    voters_batch,
)
from tests.support import kafka_files

FILES = sorted(kafka_files.ROOT.glob("*/*/*/__cluster_metadata-0/*.checkpoint"))


def file_of(content):
    disk = MemoryDisk()
    put(disk.root, "a", content)
    return disk.root.open_to_read("a")


@pytest.mark.parametrize("path", FILES, ids=lambda path: "-".join((*path.parts[-5:-3], path.stem)))
def test_files_of_kafka_are_valid(path):
    name = parse_snapshot(path.name)
    file = DiskFolder(path.parent).open_to_read(path.name)
    header = check_snapshot(file, name.snapshot_id, str(path))
    assert header == read_header(file, str(path))
    assert header.timestamp_ms > TIME_MS
    file.close()


def test_enough_files_are_recorded():
    assert len(FILES) > 50


FRONT, DATA, FOOTER = snapshot_pieces(3)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "it is empty"),
        (FRONT + DATA, "is not its footer"),
        (FRONT, "is not its footer"),
        (DATA + FOOTER, "has offset 3"),
        (batch(0, epoch=3, count=3)[1] + DATA + FOOTER, "is not its header"),
        (voters_batch(0, 3, 1)[1], "is not its header"),
        (FRONT + FOOTER, "has offset 6"),
        (FRONT + FRONT, "has offset 0"),
        (FRONT + DATA + FOOTER + b"x", "shorter than a batch"),
        (FRONT + DATA[:-1] + bytes([DATA[-1] ^ 1]) + FOOTER, "the checksum is wrong"),
        (snapshot(4), "epoch 4"),
    ],
)
def test_damaged_snapshot_is_refused(content, fault):
    with pytest.raises(DamagedFileError, match=f"it is not a snapshot: .*{fault}"):
        check_snapshot(file_of(content), snapshot_id(9, 3), "it")


def test_a_header_can_be_read_alone():
    file = file_of(FRONT + b"whatever")
    assert read_header(file, "it").timestamp_ms == TIME_MS
    for content in (b"", b"rubbish" * 20, DATA):
        with pytest.raises(DamagedFileError, match="it is not a snapshot"):
            read_header(file_of(content), "it")
