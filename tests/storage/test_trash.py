"""Files that were marked for deletion."""

from __future__ import annotations

from kraft_core.storage.files import Trash
from kraft_core.storage.memory_files import MemoryDisk


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


def test_what_is_gone_already_is_no_trouble():
    trash = Trash(MemoryDisk().root, 0)
    trash.add("never there")
    trash.empty(0)
    trash.empty(1)
    trash.empty(2)
