"""The watch over syncs: what it counts, slows down and takes for durable."""

from __future__ import annotations

import time

import pytest

from kraft_core.raft.storage import disk_files
from kraft_core.raft.storage.disk_files import DiskFolder
from tests.faults.disk_watch import DiskWatch


@pytest.fixture
def watch(tmp_path, monkeypatch):
    monkeypatch.setattr(disk_files, "_sync", disk_files._sync)  # put back afterwards
    made = DiskWatch(tmp_path / "watch")
    made.install()
    yield made
    made.close()


def test_synced_bytes_are_durable(tmp_path, watch):
    folder = DiskFolder(tmp_path)
    log, other = folder.create(f"{7:020d}.log"), folder.create("other")
    assert (watch.segment, watch.durable_size) == (-1, 0)
    log.write(0, [b"12345"])
    log.sync()
    log.write(5, [b"678"])
    other.write(0, [b"1"])
    other.sync()
    assert (watch.segment, watch.durable_size, watch.slow_syncs) == (7, 5, 0)
    test_side = DiskWatch(watch.path)
    assert (test_side.segment, test_side.durable_size) == (7, 5)
    test_side.delay_s = 0.05
    begin = time.monotonic()
    other.sync()
    assert watch.slow_syncs == 0
    log.sync()
    assert time.monotonic() - begin >= 0.05
    assert (test_side.durable_size, test_side.slow_syncs) == (8, 1)
    log.close()
    other.close()
    test_side.close()
