"""The producer state beside segments."""

from __future__ import annotations

from kraft_core.storage.log_files import write_producer_snapshot
from kraft_core.storage.memory_files import MemoryDisk
from tests.storage.content import content_of
from tests.support import kafka_files


def test_it_is_byte_for_byte_that_of_kafka():
    disk = MemoryDisk()
    write_producer_snapshot(disk.root, 1095)
    written = content_of(disk.root, "00000000000000001095.snapshot")
    files = sorted(kafka_files.ROOT.glob("*/metadata*/*/*/*.snapshot"))
    assert len(files) > 20
    assert {path.read_bytes() for path in files} == {written}
