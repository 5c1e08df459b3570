"""Order and content of what is done to the files of a log."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.values import Election
from kraft_core.raft.storage.durable_mark import DurableMark, read_mark
from kraft_core.raft.storage.leader_epochs import read_epochs
from kraft_core.raft.storage.settings import StorageSettings
from tests.storage.content import (
    TIME_MS,
    append,
    batch,
    content_of,
    formatted,
    log_folder,
    opened,
    run,
    snapshot_id,
    store_snapshot,
    whole,
)

DAY_MS = 86_400_000
SIZE = len(batch(5)[1])


@pytest.fixture
def disk():
    return formatted()


def segments(disk):
    return [name for name in log_folder(disk).names() if name.endswith(".log")]


def test_a_segment_is_rolled_rather_than_grow_too_large(disk):
    log = opened(disk, StorageSettings(segment_bytes=3 * SIZE)).log
    for each in run(0, 7):
        append(log, each)
    log.flush()  # all in one write as far as a segment reaches
    assert segments(disk) == [f"{base:020d}.log" for base in (0, 3, 6)]
    folder = log_folder(disk)
    assert content_of(folder, segments(disk)[1]) == b"".join(each[1] for each in run(3, 3))


def test_one_append_stays_in_one_segment_however_large(disk):
    log = opened(disk, StorageSettings(segment_bytes=3 * SIZE)).log
    append(log, *run(0, 2))
    append(log, *run(2, 5))
    append(log, batch(7))
    log.flush()
    assert segments(disk) == [f"{base:020d}.log" for base in (0, 2, 7)]


@pytest.mark.parametrize("first_ms", [0, TIME_MS])
def test_a_segment_is_rolled_when_its_time_is_over(disk, first_ms):
    log = opened(disk, StorageSettings(segment_ms=DAY_MS)).log
    for offset, timestamp in enumerate((first_ms, first_ms + DAY_MS, first_ms + DAY_MS + 1)):
        append(log, batch(offset, timestamp=timestamp))
    log.flush()
    assert segments(disk) == [f"{base:020d}.log" for base in (0, 2)]


def test_a_segment_is_rolled_when_offsets_outgrow_its_index(disk):
    log = opened(disk, StorageSettings()).log
    append(log, batch(0))
    log.flush()
    active = log._files.segments[-1]
    assert active.reaches(0, (1 << 31) - 1)
    assert not active.reaches(0, 1 << 31)
    assert not active.reaches(1 << 31, 5)


def test_rolled_segment_has_kafkas_sidecar_files(disk):
    log = opened(disk, StorageSettings(segment_bytes=3 * SIZE)).log
    append(log, *run(0, 3))
    append(log, batch(3))
    log.flush()
    names = log_folder(disk).names()
    assert "00000000000000000003.snapshot" in names
    assert "00000000000000000000.index" in names
    time_index = content_of(log_folder(disk), "00000000000000000000.timeindex")
    assert time_index == TIME_MS.to_bytes(8) + (0).to_bytes(4)


def test_the_mark_rises_on_roll_on_close_and_with_time(disk):
    folder = log_folder(disk)
    directory = opened(disk, StorageSettings(segment_bytes=3 * SIZE, mark_interval_ms=1000))
    log = directory.log
    assert read_mark(folder) == DurableMark(0, 0)
    append(log, *run(0, 3))
    log.flush()
    assert read_mark(folder) == DurableMark(0, 0)  # never with an append
    append(log, batch(3, epoch=2))
    log.flush()
    assert read_mark(folder) == DurableMark(3, 1)  # rolled
    for now_ms, wanted in ((5000, 4), (5999, 4), (6000, 5)):
        log.housekeep(now_ms)
        log.flush()
        assert read_mark(folder) == DurableMark(wanted, 2)
        if now_ms == 5000:
            append(log, batch(4, epoch=2))
            log.flush()
    append(log, batch(5, epoch=4))
    log.close()
    assert read_mark(folder) == DurableMark(6, 4)


def test_the_mark_goes_down_before_the_log_does(disk):
    directory = opened(disk, StorageSettings(segment_bytes=3 * SIZE))
    log, folder = directory.log, log_folder(disk)
    append(log, *run(0, 2))
    append(log, *run(2, 4, epoch=2))
    log.housekeep(0)
    log.flush()
    assert read_mark(folder) == DurableMark(6, 2)
    log.truncate(1, 2)

    def look(kind, path):
        if kind == "truncate" or (kind == "rename" and path.endswith(".log")):
            assert read_mark(folder) == DurableMark(2, 1)

    disk.before = look
    log.flush()
    assert read_mark(folder) == DurableMark(2, 1)


def test_a_cut_takes_segments_away_newest_first_and_syncs_each(disk):
    log = opened(disk, StorageSettings(segment_bytes=SIZE)).log
    for each in run(0, 5):
        append(log, each)
    log.flush()
    done = []
    disk.before = lambda kind, path: done.append((kind, path[-8:]))
    log.truncate(1, 1)
    log.flush()
    logs = [entry for entry in done if entry in {("rename", f"000{n}.log") for n in range(5)}]
    assert logs == [("rename", f"000{n}.log") for n in (4, 3, 2)]
    place = done.index(("rename", "0003.log"))
    assert "folder_sync" in [kind for kind, _ in done[done.index(logs[0]) : place]]
    # the segment that begins at the cut stays, empty, as in Kafka
    assert segments(disk) == ["00000000000000000000.log", "00000000000000000001.log"]


def test_the_front_goes_oldest_first_and_the_active_segment_stays(disk):
    directory = opened(disk, StorageSettings(segment_bytes=2 * SIZE))
    log = directory.log
    for each in run(0, 7):
        append(log, each)
    log.flush()
    store_snapshot(directory, 5, 1)
    log.delete_prefix(5)
    log.flush()
    assert segments(disk) == ["00000000000000000004.log", "00000000000000000006.log"]
    assert read_epochs(log_folder(disk)) == [(1, 5)]
    log.delete_prefix(7)
    log.flush()
    assert segments(disk) == ["00000000000000000006.log"]


def test_deleted_files_lie_there_for_a_while(disk):
    log = opened(disk, StorageSettings(segment_bytes=SIZE, delete_delay_ms=60_000)).log
    for each in run(0, 3):
        append(log, each)
    log.delete_prefix(1)
    log.flush()
    deleted = [name for name in log_folder(disk).names() if name.endswith(".deleted")]
    assert deleted == [
        "00000000000000000000.index.deleted",
        "00000000000000000000.log.deleted",
        "00000000000000000000.timeindex.deleted",
    ]
    for now_ms, count in ((1000, 3), (60_999, 3), (61_000, 0)):
        log.housekeep(now_ms)
        log.flush()
        left = [name for name in log_folder(disk).names() if name.endswith(".deleted")]
        assert len(left) == count


def test_epochs_are_durable_before_their_records(disk):
    log, folder = opened(disk, StorageSettings()).log, log_folder(disk)
    append(log, batch(0, epoch=1), batch(1, epoch=3))
    append(log, batch(2, epoch=3))
    append(log, batch(3, epoch=8))
    seen = []

    def look(kind, path):
        if path.endswith(".log"):
            seen.append(read_epochs(folder))
            disk.before = None

    disk.before = look
    log.flush()
    assert seen == [[(1, 0), (3, 1), (8, 3)]]
    log.truncate(1, 3)
    log.flush()
    assert read_epochs(folder) == [(1, 0), (3, 1)]


def test_a_reset_begins_a_segment_at_the_snapshot(disk):
    directory = opened(disk, StorageSettings(segment_bytes=2 * SIZE))
    log, folder = directory.log, log_folder(disk)
    for each in run(0, 5):
        append(log, each)
    log.housekeep(0)
    log.flush()
    lowest = []
    disk.before = lambda kind, path: path.endswith(".log") and lowest.append(read_mark(folder))
    log.reset(1, snapshot_id(70, 6))
    log.flush()
    disk.before = None
    assert set(lowest) == {DurableMark(0, 0)}
    assert segments(disk) == ["00000000000000000070.log"]
    assert read_epochs(folder) == []
    assert read_mark(folder) == DurableMark(70, 6)
    append(log, batch(70, epoch=6), generation=1)
    log.flush()
    assert read_epochs(folder) == [(6, 70)]


def test_the_mark_knows_the_epoch_where_the_whole_log_was_given_up(disk):
    directory = opened(disk, StorageSettings())
    append(directory.log, *run(0, 4, epoch=5))
    directory.flush()
    directory.election.write(Election(5), 1, ())
    store_snapshot(directory, 4, 5)
    directory.log.delete_prefix(4)
    directory.close()
    assert read_mark(log_folder(disk)) == DurableMark(4, 5)
    again = opened(disk, StorageSettings())
    assert again.notes == ()
    assert whole(again.log) == b"".join(each[1] for each in run(0, 4, epoch=5))
