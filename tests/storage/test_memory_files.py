"""The files port in memory, and what a power loss does to it."""

from __future__ import annotations

import random

import pytest

from kraft_core.raft.storage.memory_files import MemoryDisk
from tests.storage.content import content_of
from tests.storage.files_contract import FilesContract


class TestMemoryFiles(FilesContract):
    @pytest.fixture
    def folder(self):
        return MemoryDisk().root


def test_unsynced_bytes_and_names_are_lost():
    disk = MemoryDisk()
    kept = disk.root.create("kept")
    kept.write(0, (b"durable",))
    kept.sync()
    disk.root.sync()
    kept.write(7, (b" lost",))
    disk.root.create("lost").sync()
    disk.root.rename("kept", "renamed")
    assert disk.root.names() == ["lost", "renamed"]
    disk.power_loss()
    assert disk.root.names() == ["kept"]
    assert content_of(disk.root, "kept") == b"durable"


def test_a_removed_file_comes_back_unless_the_folder_was_synced():
    disk = MemoryDisk()
    disk.root.create("a")
    disk.root.sync()
    disk.root.remove("a")
    disk.power_loss()
    assert disk.root.names() == ["a"]
    disk.root.remove("a")
    disk.root.sync()
    disk.power_loss()
    assert disk.root.names() == []


def test_a_replaced_file_comes_back_with_its_old_content():
    disk = MemoryDisk()
    for name in ("a", "b"):
        file = disk.root.create(name)
        file.write(0, (name.encode(),))
        file.sync()
    disk.root.sync()
    disk.root.rename("b", "a")
    assert content_of(disk.root, "a") == b"b"
    disk.power_loss()
    assert (content_of(disk.root, "a"), content_of(disk.root, "b")) == (b"a", b"b")


def test_an_unsynced_cut_is_undone():
    disk = MemoryDisk()
    file = disk.root.create("a")
    file.write(0, (b"0123456789",))
    file.sync()
    disk.root.sync()
    file.truncate(3)
    disk.power_loss()
    assert content_of(disk.root, "a") == b"0123456789"


def test_chance_gives_every_kind_of_loss():
    seen = set()
    for seed in range(60):
        disk = MemoryDisk()
        file = disk.root.create("a")
        file.write(0, (b"x" * 1200,))
        file.sync()
        disk.root.sync()
        file.write(1200, (b"y" * 1300,))
        disk.power_loss(random.Random(seed))
        content = content_of(disk.root, "a")
        assert content[:1200] == b"x" * 1200
        tail = content[1200:]
        sectors = [tail[start : start + 64] for start in range(0, len(tail), 64)]
        assert all(len(set(sector)) == 1 for sector in sectors)
        seen.add(
            "nothing"
            if not tail
            else "all"
            if tail == b"y" * 1300
            else "front"
            if len(tail) < 1300
            else "zeros"
            if not any(tail)
            else "sectors"
        )
    assert seen == {"nothing", "all", "front", "zeros", "sectors"}


def test_name_that_was_not_synced_may_be_there_after_a_power_loss():
    """A new name may; one that replaces a name that the disk does not have may not."""
    seen = set()
    for seed in range(30):
        disk = MemoryDisk()
        disk.root.create("new")
        disk.root.create("old")
        disk.root.rename("old", "renamed")
        disk.power_loss(random.Random(seed))
        seen.add(tuple(disk.root.names()))
    assert seen == {(), ("new",), ("old",), ("new", "old"), ("renamed",), ("new", "renamed")}


def test_the_end_of_a_process_leaves_the_page_cache():
    disk = MemoryDisk()
    file = disk.root.create("a")
    file.write(0, (b"cached",))
    assert disk.root.lock(".lock") is not None
    disk.restart()
    assert disk.root.lock(".lock") is not None
    assert content_of(disk.root, "a") == b"cached"
    with pytest.raises(OSError, match="has ended"):
        file.write(0, (b"x",))
    disk.power_loss()
    assert disk.root.names() == []


def test_operations_can_be_watched_and_made_to_fail():
    disk = MemoryDisk("d")
    seen = []

    def before(kind, path):
        seen.append((kind, path))
        if kind == "sync":
            raise OSError(5, "Input/output error")

    disk.before = before
    file = disk.root.create("a")
    file.write(0, (b"x",))
    with pytest.raises(OSError, match="Input/output error"):
        file.sync()
    assert seen == [("create", "d/a"), ("write", "d/a"), ("sync", "d/a")]
    disk.before = None
    disk.power_loss()
    assert disk.root.names() == []
