"""The durable mark and its file. Divergence L3."""

from __future__ import annotations

import pytest

from kraft_core.raft.storage.durable_mark import NAME, DurableMark, read_mark, write_mark
from kraft_core.raft.storage.errors import DamagedFileError, UnknownVersionError
from kraft_core.raft.storage.memory_files import MemoryDisk
from tests.storage.content import content_of, put


def test_durable_mark_is_durable_once_written():
    disk = MemoryDisk()
    assert read_mark(disk.root) is None
    write_mark(disk.root, DurableMark(1512, 5))
    disk.power_loss()
    assert content_of(disk.root, NAME) == b"version: 0\nend_offset: 1512\nepoch: 5\n"
    assert read_mark(disk.root) == DurableMark(1512, 5)


def test_the_highest_end_and_epoch_are_read():
    disk = MemoryDisk()
    highest = DurableMark((1 << 63) - 1, (1 << 31) - 1)
    write_mark(disk.root, highest)
    assert read_mark(disk.root) == highest


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"version: 0\nend_offset: 1\nepoch: 5",
        b"version: 0\nend_offset: -1\nepoch: 5\n",
        b"version: 0\nend_offset: 99999999999999999999\nepoch: 5\n",
        b"version: 0\nend_offset: 9223372036854775808\nepoch: 5\n",
        b"version: 0\nend_offset: 1\nepoch: 9999999999\n",
        b"version: 0\nend_offset: 1\nepoch: 2147483648\n",
        b"\0" * 40,
    ],
)
def test_damaged_mark_is_refused_with_a_remedy(content):
    disk = MemoryDisk()
    put(disk.root, NAME, content)
    with pytest.raises(DamagedFileError, match="remove this file"):
        read_mark(disk.root)


def test_mark_of_a_later_release_is_not_removed():
    disk = MemoryDisk()
    put(disk.root, NAME, b"version: 1\nend_offset: 1\nepoch: 5\n")
    with pytest.raises(UnknownVersionError, match="has version 1, but only 0 is supported"):
        read_mark(disk.root)
