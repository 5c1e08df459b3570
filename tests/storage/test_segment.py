"""A segment: its indexes are Kafka's, and reads find their way."""

from __future__ import annotations

import pytest

from kraft_core.raft.storage.batch_scan import BatchScan
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import DamagedFileError
from kraft_core.raft.storage.memory_files import MemoryDisk
from kraft_core.raft.storage.segment import Segment
from tests.storage.content import batch, content_of
from tests.support import kafka_files

RESTARTED = {
    "3.9.2/metadata-log/00000000000000000565",
    "3.9.2/metadata-log-removed/00000000000000000000",
    "3.9.2/metadata-log-upgraded/00000000000000000000",
    "4.1.2/metadata-log/00000000000000000274",
    "4.1.2/metadata-log-removed/00000000000000000000",
    "4.3.1/metadata-log/00000000000000000570",
    "4.3.1/metadata-log-removed/00000000000000000000",
    "4.3.1/metadata-log-trimmed/00000000000000000570",
    "4.3.1/metadata-log-upgraded/00000000000000000000",
    "4.4.0/metadata-log-removed/00000000000000000000",
}
"""Segments in the midst of which Kafka was started anew: it then counts bytes from 0 again and adds
an entry to the time index."""


def indexed_segments():
    found = []
    for index in sorted(kafka_files.ROOT.glob("*/metadata-log*/node/*/*.index")):
        case = index.parents[2]
        name = f"{case.parent.name}/{case.name}/{index.stem}"
        if name not in RESTARTED and index.with_suffix(".log").exists():
            found.append(pytest.param(index, id=name))
    return found


def read_in(segment):
    for head in BatchScan(segment.file):
        add(segment, head)


def add(segment, head):
    segment.add(head.size, head.last_offset, head.max_timestamp)


@pytest.mark.parametrize("index", indexed_segments())
def test_indexes_are_those_that_kafka_wrote(index, tmp_path):
    log = tmp_path / index.with_suffix(".log").name
    log.write_bytes(index.with_suffix(".log").read_bytes())
    segment = Segment.open(DiskFolder(tmp_path), int(index.stem))
    read_in(segment)
    segment.finish()
    segment.file.close()
    assert log.with_suffix(".index").read_bytes() == index.read_bytes()
    times = index.with_suffix(".timeindex").read_bytes()
    assert log.with_suffix(".timeindex").read_bytes() == times


def test_most_segments_of_the_test_data_are_compared():
    assert len(indexed_segments()) >= 25


@pytest.fixture
def folder():
    return MemoryDisk().root


def filled(folder, count, size=300, base_offset=1000):
    segment = Segment.create(folder, base_offset)
    fill(segment, count, size)
    return segment


def fill(segment, count, size=300):
    for _ in range(count):
        content = batch(segment.end_offset, count=3, size=size)[1]
        segment.file.write(segment.size, (content,))
        (head,) = BatchScan(segment.file, segment.size, segment.size + len(content))
        add(segment, head)


@pytest.mark.parametrize("count", [1, 5, 200])
def test_every_read_begins_at_the_right_batch_and_ends_in_time(folder, count):
    segment = filled(folder, count)
    each = [batch(1000 + 3 * place, count=3, size=300)[1] for place in range(count)]
    for start in range(1000, 1000 + 3 * count, 7):
        first = (start - 1000) // 3
        for end in (start, start + 1, start + 50, 1000 + 3 * count):
            last = (end - 1000) // 3
            for max_bytes in (0, 1000, 2 * len(each[0]), 5000, 1 << 20):
                room, wanted = max_bytes, b""
                for content in each[first:last]:
                    room -= len(content)
                    if wanted and room < 0:
                        break
                    wanted += content
                assert segment.read(start, end, max_bytes) == wanted
    assert segment.read(1000 + 3 * count, 9999, 1000) == b""


def test_a_batch_is_found_by_any_of_its_offsets(folder):
    segment = filled(folder, 50)
    for offset in range(1000, 1150):
        assert segment.batch_start(offset) == offset - (offset - 1000) % 3
    assert segment.batch_start(1150) == 1150


def test_a_cut_segment_is_as_if_it_had_never_been_longer(folder):
    segment = filled(folder, 60)
    segment.write_indexes()
    segment.truncate(1000 + 3 * 40)
    other = MemoryDisk().root
    wanted = filled(other, 40)
    wanted.write_indexes()
    for suffix in (".log", ".index", ".timeindex"):
        name = f"{1000:020d}{suffix}"
        assert content_of(folder, name) == content_of(other, name)
    assert (segment.size, segment.end_offset) == (wanted.size, wanted.end_offset)
    assert segment.max_timestamp == wanted.max_timestamp
    segment.truncate(1000)
    assert (segment.size, segment.max_timestamp, segment.first_timestamp) == (0, -1, None)


def test_the_largest_timestamp_behind_the_last_index_entry_is_found_again(folder):
    segment = Segment.create(folder, 0)
    for offset, timestamp in enumerate((50, 70, 60, 90)):
        content = batch(offset, timestamp=timestamp)[1]
        segment.file.write(segment.size, (content,))
        (head,) = BatchScan(segment.file, segment.size)
        add(segment, head)
    assert segment.max_timestamp == 90
    segment.truncate(3)
    assert (segment.max_timestamp, segment.first_timestamp) == (70, 50)


def test_index_files_that_somebody_took_away_do_no_harm(folder):
    segment = filled(folder, 60)
    segment.write_indexes()
    for suffix in (".index", ".timeindex"):
        folder.remove(f"{1000:020d}{suffix}")
    segment.finish()
    filled(MemoryDisk().root, 1)
    assert segment.read(1000, 1003, 10) == batch(1000, count=3, size=300)[1]


def test_index_file_that_grew_is_cut_at_its_next_entries(folder):
    """Kafka leaves index files of full size after kill -9."""
    segment = filled(folder, 60)
    segment.write_indexes()
    for suffix in (".index", ".timeindex"):
        file = folder.open(f"{1000:020d}{suffix}")
        file.write(file.size(), (bytes(4096),))
    fill(segment, 60)
    segment.finish()
    other = MemoryDisk().root
    filled(other, 120).finish()
    for suffix in (".index", ".timeindex"):
        name = f"{1000:020d}{suffix}"
        assert content_of(folder, name) == content_of(other, name)


def test_a_file_that_changes_under_the_process_is_no_endless_loop(folder):
    segment = filled(folder, 3)
    segment.file.write(0, (bytes(segment.size),))
    with pytest.raises(DamagedFileError, match="was changed by another process"):
        segment.read(1000, 1009, 1000)
