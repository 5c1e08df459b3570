"""The file partition.metadata."""

from __future__ import annotations

import pytest

from kraft_core.raft.directory import PARTITION_METADATA as NAME
from kraft_core.raft.storage.errors import UnknownVersionError, WrongDirectoryError
from kraft_core.raft.storage.log_directory import ensure_partition_metadata
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_wire.primitives import Uuid
from tests.storage.content import content_of, put
from tests.support import kafka_files

ID = KAFKAS_TOPIC.topic_id
FILES = sorted(kafka_files.ROOT.glob(f"*/metadata*/*/*/{NAME}"))


def test_partition_metadata_is_written_byte_for_byte_as_by_kafka():
    disk = MemoryDisk()
    ensure_partition_metadata(disk.root, ID)
    disk.power_loss()
    assert len(FILES) > 10
    for path in FILES:
        assert content_of(disk.root, NAME) == path.read_bytes()


def test_an_existing_file_is_left_alone_or_refused():
    disk = MemoryDisk()
    put(disk.root, NAME, b"version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ\n")
    ensure_partition_metadata(disk.root, ID)
    assert content_of(disk.root, NAME).endswith(b"Q\n")
    put(disk.root, NAME, b"version:  0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ\nversion: 9")
    ensure_partition_metadata(disk.root, ID)
    put(disk.root, NAME, b"version: 1\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ")
    with pytest.raises(UnknownVersionError, match="has version 1"):
        ensure_partition_metadata(disk.root, ID)


@pytest.mark.parametrize("content", [b"", b"\xff", b"version: 0\ntopic_id: B", b"version: x\n"])
def test_damaged_file_is_made_again(content):
    disk = MemoryDisk()
    put(disk.root, NAME, content)
    assert ensure_partition_metadata(disk.root, ID) == f"{NAME} is damaged, and is made again"
    disk.power_loss()
    assert content_of(disk.root, NAME) == f"version: 0\ntopic_id: {ID}".encode()
    assert ensure_partition_metadata(disk.root, ID) is None


def test_custom_topic_is_written_and_others_are_refused():
    disk, own = MemoryDisk(), Uuid(bytes(range(16)))
    ensure_partition_metadata(disk.root, own)
    assert content_of(disk.root, NAME) == f"version: 0\ntopic_id: {own}".encode()
    ensure_partition_metadata(disk.root, own)
    with pytest.raises(WrongDirectoryError, match="topic id"):
        ensure_partition_metadata(disk.root, ID)
