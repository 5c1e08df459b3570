"""Part files."""

from __future__ import annotations

import pytest

from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.snapshot_files import Part, PartWriter
from tests.storage.content import content_of, snapshot_id


def test_a_part_grows_and_goes():
    folder = MemoryDisk().root
    part = Part(folder, snapshot_id(12, 3), 7, 1)
    assert folder.names() == []
    part.write(0, b"abc")
    assert folder.names() == ["00000000000000000012-0000000003-1.checkpoint.part"]
    part.write(3, b"def")
    part.write(1, b"X")
    assert (part.size, content_of(folder, part.name)) == (6, b"aXcdef")
    with pytest.raises(ValueError, match="has 6 bytes, but the next ones are for 7"):
        part.write(7, b"x")
    part.remove()
    assert folder.names() == []
    part.remove()


def test_a_writer_appends_and_hands_over():
    folder, handed = MemoryDisk().root, []
    part = Part(folder, snapshot_id(12, 3), None, 1)
    writer = PartWriter(part, lambda each: handed.append(("finish", each)), handed.append, list)
    writer.append(b"ab")
    writer.append(b"cd")
    writer.finish()
    writer.discard()
    assert content_of(folder, part.name) == b"abcd"
    assert handed == [("finish", part), part]
