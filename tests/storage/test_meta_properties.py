"""meta.properties."""

from __future__ import annotations

import pytest

from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import DamagedFileError, UnknownVersionError
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.meta_properties import (
    NAME,
    MetaProperties,
    decode_id,
    encode_id,
    is_reserved,
    new_directory_id,
    read_meta_properties,
    write_meta_properties,
)
from tests.storage.content import META, content_of, put
from tests.support import kafka_files

FILES = sorted(kafka_files.ROOT.glob(f"*/*/*/{NAME}"))
TEXT = "version=1\nnode.id=3\ncluster.id=c\ndirectory.id=J8aAPcfLQt2bqs1JT_rMgQ\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: "-".join(path.parts[-4:-1]))
def test_meta_properties_of_kafka_are_read(path):
    meta = read_meta_properties(DiskFolder(path.parent))
    assert meta is not None
    lines = path.read_text().splitlines()
    assert f"node.id={meta.node_id}" in lines
    assert f"cluster.id={meta.cluster_id}" in lines
    assert meta.directory_id is not None
    assert f"directory.id={encode_id(meta.directory_id)}" in lines


def test_enough_files_are_recorded():
    assert len(FILES) > 50


def test_meta_properties_are_written_as_by_java():
    disk = MemoryDisk()
    assert read_meta_properties(disk.root) is None
    write_meta_properties(disk.root, META, 1_795_274_907_123)
    disk.power_loss()
    assert content_of(disk.root, NAME) == (
        b"#\n#Sat Nov 21 15:28:27 UTC 2026\nnode.id=1\ndirectory.id=AQIDBAUGBwgJCgsMDQ4PEA\n"
        b"version=1\ncluster.id=a-cluster\n"
    )
    assert read_meta_properties(disk.root) == META
    without = MetaProperties(7, "odd=id", None)
    write_meta_properties(disk.root, without, 0)
    assert content_of(disk.root, NAME).startswith(b"#\n#Thu Jan 01 00:00:00 UTC 1970\n")
    assert read_meta_properties(disk.root) == without


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("version=1\n", ""),
        ("version=1", "version=0"),
        ("version=1", "version=-2"),
        ("node.id=3\n", ""),
        ("node.id=3", "node.id=-3"),
        ("node.id=3", "node.id=x"),
        ("node.id=3", "node.id=2147483648"),
        ("cluster.id=c", "cluster.id="),
        ("J8aAPcfLQt2bqs1JT_rMgQ", "J8aAPcfLQt2bqs1JT_rMg"),
        ("J8aAPcfLQt2bqs1JT_rMgQ", "AAAAAAAAAAAAAAAAAAAAAQ"),
        ("J8aAPcfLQt2bqs1JT_rMgQ", ""),
    ],
)
def test_damaged_meta_properties_are_refused(old, new):
    disk = MemoryDisk()
    put(disk.root, NAME, TEXT.replace(old, new).encode())
    with pytest.raises(DamagedFileError, match=r"meta\.properties is damaged"):
        read_meta_properties(disk.root)


def test_version_of_a_later_release_is_not_damage():
    disk = MemoryDisk()
    put(disk.root, NAME, TEXT.replace("version=1", "version=2").encode())
    with pytest.raises(UnknownVersionError, match="has version 2, but only 1 is supported"):
        read_meta_properties(disk.root)


def test_the_last_of_two_values_counts_as_in_java():
    disk = MemoryDisk()
    put(disk.root, NAME, (TEXT + "node.id=4\n").encode())
    assert read_meta_properties(disk.root).node_id == 4


def test_directory_ids_avoid_reserved_values():
    assert decode_id("J8aAPcfLQt2bqs1JT_rMgQ").hex() == "27c6803dc7cb42dd9baacd494ffacc81"
    assert decode_id("J8aAPcfLQt2bqs1JT_rMgR") is None  # bits behind the last byte
    assert decode_id("") is None
    assert is_reserved(bytes(16))
    assert is_reserved((99).to_bytes(16))
    assert not is_reserved((100).to_bytes(16))
    assert is_reserved(bytes(8) + b"\xff" * 8)  # as Java compares signed numbers
    fresh = {new_directory_id() for _ in range(100)}
    assert len(fresh) == 100
    assert not any(encode_id(each).startswith("-") for each in fresh)


def test_reserved_directory_id_is_named_as_one(tmp_path):
    text = "version=1\nnode.id=1\ncluster.id=c\ndirectory.id=AAAAAAAAAAAAAAAAAAAAAQ\n"
    (tmp_path / "meta.properties").write_text(text)
    with pytest.raises(DamagedFileError, match="is an id that Kafka reserves"):
        read_meta_properties(DiskFolder(tmp_path))
