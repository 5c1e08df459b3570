"""Files that were marked for deletion."""

from __future__ import annotations

import pytest

from kraft_core.raft.storage.files import Trash
from kraft_core.raft.storage.memory_files import MemoryDisk


class Watched:
    def __init__(self):
        self.closed = 0

    def close(self):
        self.closed += 1


def test_each_file_waits_its_time():
    folder = MemoryDisk().root
    trash = Trash(folder, 100)
    file = Watched()
    for name in ("a", "b", "c"):
        folder.create(name)
    trash.add("a", file)
    trash.empty(1000)
    trash.add("b")
    trash.empty(1050)
    trash.empty(1099)
    assert folder.names() == ["a", "b", "c"]
    assert file.closed == 0
    trash.empty(1100)
    assert folder.names() == ["b", "c"]
    assert file.closed == 1
    trash.empty(1150)
    assert folder.names() == ["c"]
    trash.empty(9999)
    assert folder.names() == ["c"]


def test_trash_ignores_missing_files():
    trash = Trash(MemoryDisk().root, 0)
    trash.add("never there")
    trash.empty(0)
    trash.empty(1)
    trash.empty(2)


def test_file_that_cannot_be_unlinked_waits_with_those_after_it():
    disk = MemoryDisk()
    trash = Trash(disk.root, 0)
    for name in ("a", "b"):
        disk.root.create(name)
        trash.add(name)
    trash.empty(0)

    def fail(kind, path):
        raise OSError(5, "Input/output error")

    disk.before = fail
    with pytest.raises(OSError, match="Input/output"):
        trash.empty(1)
    disk.before = None
    assert disk.root.names() == ["a", "b"]
    trash.empty(2)
    assert disk.root.names() == []
