"""Kafka's rules of retention."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from kraft_core.raft.consensus.log import StoredSnapshot
from kraft_core.raft.storage.retention import LogRetention
from kraft_core.raft.storage.settings import StorageSettings
from kraft_core.raft.storage.snapshot_files import SnapshotHeader
from tests.storage.content import snapshot_id

SEGMENTS = [(0, 1000), (100, 1000), (200, 1000), (300, 1000)]


@dataclass
class Log:
    start_offset: int = 0

    @property
    def segment_sizes(self):
        return SEGMENTS


class Headers:
    """Of snapshots whose last record has the time that their offset says."""

    def header(self, found):
        return SnapshotHeader((), found.offset)


def expired(offsets, *, bytes_max=-1, ms=-1, wall_ms=0, start_offset=0):
    settings = StorageSettings(retention_bytes=bytes_max, retention_ms=ms)
    retention = LogRetention(Log(start_offset), Headers(), settings)
    stored = tuple(StoredSnapshot(snapshot_id(each, 1), 500) for each in offsets)
    found = retention.expired(stored, wall_ms)
    return None if found is None else found.offset


@pytest.mark.parametrize(
    ("bytes_max", "wanted"),
    [
        (5500, None),  # 4000 of the log and three snapshots
        (5499, 150),  # without the first one: 3000 from segment 100 on and two snapshots
        (4000, 150),
        (3999, 350),
        (0, 350),  # the newest always stays
        (-1, None),
    ],
)
def test_retention_by_size_expires_oldest_snapshots(bytes_max, wanted):
    assert expired((50, 150, 350), bytes_max=bytes_max) == wanted


@pytest.mark.parametrize(
    ("wall_ms", "wanted"), [(1050, None), (1051, 150), (1150, 150), (1151, 350), (99_999, 350)]
)
def test_retention_by_time_uses_time_of_last_record(wall_ms, wanted):
    assert expired((50, 150, 350), ms=1000, wall_ms=wall_ms) == wanted


def test_active_segment_counts_with_its_own_size(monkeypatch):
    monkeypatch.setitem(globals(), "SEGMENTS", [(0, 1000), (100, 10)])
    assert expired((50, 150), bytes_max=2010) is None
    assert expired((50, 150), bytes_max=2009) == 150


def test_segment_that_ends_where_the_log_would_begin_is_gone():
    assert expired((50, 200, 350), bytes_max=3000) == 200  # segments 200 and 300, two snapshots
    assert expired((50, 200, 350), bytes_max=2999) == 350


def test_time_of_0_lets_go_of_all_that_is_past():
    assert expired((50, 150, 350), ms=0, wall_ms=50) is None
    assert expired((50, 150, 350), ms=0, wall_ms=51) == 150


def test_retention_uses_stricter_of_size_and_time():
    assert expired((50, 150, 350), bytes_max=5499, ms=1000, wall_ms=1150) == 150
    assert expired((50, 150, 350), bytes_max=5499, ms=1000, wall_ms=1151) == 350


@pytest.mark.parametrize("offsets", [(), (50,)])
def test_fewer_than_two_snapshots_never_expire(offsets):
    assert expired(offsets, bytes_max=0, ms=0, wall_ms=1 << 60) is None


def test_the_bootstrap_snapshot_goes_like_any_other():
    assert expired((0, 150), bytes_max=0) == 150


def test_a_log_that_begins_there_already():
    assert expired((50, 150), bytes_max=0, start_offset=150) is None
    assert expired((50, 150), ms=0, wall_ms=1 << 60, start_offset=150) is None
