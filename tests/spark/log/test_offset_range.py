from __future__ import annotations

import shutil
from random import Random

import numpy as np
import pytest

from benchmarks.counted_store import CountedStore, use
from kraft_spark.files.segment_scan import SegmentScan
from kraft_spark.files.sidecars import INDEX_ENTRY, TIME_ENTRY
from kraft_spark.log import planning
from kraft_spark.log.layout import list_files
from kraft_spark.log.options import parse_options
from kraft_spark.log.parts import NOTHING
from kraft_spark.log.planning import bounds_of, offset_at
from tests.spark.log_rows import DATA, batch, options_of, rows, write_log

LOG = [
    batch(0, 3, times=[10, 40, 20]),
    batch(3, 3, times=[30, 30, 30]),
    batch(6, 2, times=[50, 60]),
]


@pytest.fixture
def log(tmp_path):
    write_log(tmp_path / "orders-0", *LOG[:2])
    write_log(tmp_path / "orders-0", *LOG[2:], base=6)
    return tmp_path


@pytest.mark.parametrize(
    ("timestamp", "offset"), [(0, 0), (10, 0), (11, 1), (40, 1), (41, 6), (60, 7), (61, None)]
)
def test_offset_at_returns_first_offset_at_or_above_time(log, timestamp, offset):
    options = options_of(log)
    assert offset_at(list_files(options).files, timestamp, options) == offset


def test_times_in_old_formats():
    folder = DATA / "3.9.2" / "legacy-magic" / "magic1-lz4-0"
    options = options_of(folder)
    wanted = [(row["timestamp"].timestamp() * 1000, row["offset"]) for row in rows(folder)]
    middle = int(wanted[len(wanted) // 2][0])
    first = next(offset for time, offset in wanted if time >= middle)
    assert offset_at(list_files(options).files, middle, options) == first


TIMED = sorted(
    path.parent
    for path in DATA.rglob(f"{0:020}.timeindex")
    if path.stat().st_size and "topic-" in str(path) and path.with_suffix(".log").stat().st_size
)


@pytest.mark.parametrize("folder", TIMED, ids=lambda path: str(path.relative_to(DATA)))
def test_the_indexes_of_kafka_change_nothing(folder, tmp_path):
    """Every timestamp in the log, and those between."""
    bare = tmp_path / folder.name
    bare.mkdir()
    for path in folder.glob("*.log"):
        shutil.copy(path, bare)
    options = options_of(folder)
    files, without = list_files(options).files, list_files(options_of(bare)).files
    times = {
        round(row["timestamp"].timestamp() * 1000) for row in rows(folder, "timestamp TIMESTAMP")
    }
    for time in sorted({time + step for time in times for step in (-1, 0, 1)})[::7]:
        assert offset_at(files, time, options) == offset_at(without, time, options)


def test_indexes_say_where_to_begin(tmp_path):
    """What stands before is not looked at: here it is not a batch any more."""
    folder = tmp_path / "orders-0"
    batches = [batch(base, 2, times=[base, base + 1]) for base in range(0, 40, 2)]
    path = write_log(folder, *batches)
    size = len(batches[0])
    entries = [(2 * number + 1, number * size) for number in range(4, 20, 4)]
    path.with_suffix(".index").write_bytes(np.array(entries, INDEX_ENTRY).tobytes())
    times = [(last, last) for last, _ in entries]
    path.with_suffix(".timeindex").write_bytes(np.array(times, TIME_ENTRY).tobytes())
    options = options_of(folder)
    assert [offset_at(list_files(options).files, time, options) for time in (0, 9, 10, 39, 40)] == [
        0,
        9,
        10,
        39,
        None,
    ]
    path.write_bytes(b"\xff" * 4 * size + path.read_bytes()[4 * size :])
    assert offset_at(list_files(options).files, 20, options) == 20
    # entries that do not grow, or that point at no batch, are no help and no harm
    path.with_suffix(".timeindex").write_bytes(np.array(times[::-1], TIME_ENTRY).tobytes())
    assert offset_at(list_files(options).files, 20, options) == 20
    path.with_suffix(".timeindex").write_bytes(np.array(times, TIME_ENTRY).tobytes())
    shifted = [(last, position + 1) for last, position in entries]
    path.with_suffix(".index").write_bytes(np.array(shifted, INDEX_ENTRY).tobytes())
    assert offset_at(list_files(options).files, 20, options) == 20


def indexed_log(folder, all_times, every=2):
    """Batches of these times; every so many have an entry in both indexes, as Kafka has it."""
    batches, entries, times = [], [], []
    offset = position = 0
    newest = (-1, 0)
    for number, batch_times in enumerate(all_times):
        one = batch(offset, len(batch_times), times=batch_times)
        last = offset + len(batch_times) - 1
        if max(batch_times) > newest[0]:
            newest = (max(batch_times), last)
        if number % every == every - 1:
            entries.append((last, position))
            if not times or newest[0] > times[-1][0]:
                times.append(newest)
        batches.append(one)
        offset, position = last + 1, position + len(one)
    path = write_log(folder, *batches)
    path.with_suffix(".index").write_bytes(np.array(entries, INDEX_ENTRY).tobytes())
    path.with_suffix(".timeindex").write_bytes(np.array(times, TIME_ENTRY).tobytes())
    return path


@pytest.mark.parametrize("seed", range(30))
def test_times_that_repeat_and_fall_back_skip_no_record(tmp_path, seed):
    random = Random(seed)
    all_times = [[random.randrange(8) for _ in range(random.randrange(1, 4))] for _ in range(20)]
    options = options_of(indexed_log(tmp_path / "orders-0", all_times, every=1 + seed % 3))
    records = [time for times in all_times for time in times]
    for asked in range(9):
        wanted = next((n for n, time in enumerate(records) if time >= asked), None)
        assert offset_at(list_files(options).files, asked, options) == wanted


def test_reading_begins_at_the_batch_of_the_last_older_entry(tmp_path, monkeypatch):
    """The entry with an equal time has a record that counts; those before it have none."""
    path = indexed_log(tmp_path / "orders-0", [[10, 20], [30, 30], [30, 40]], every=1)
    size = path.stat().st_size // 3
    options = options_of(path)
    begins = []

    def scan(source, start, *rest, **named):
        begins.append(start)
        return SegmentScan(source, start, *rest, **named)

    monkeypatch.setattr(planning, "SegmentScan", scan)
    for asked, offset in ((20, 1), (21, 2), (30, 2), (31, 5), (40, 5)):
        assert offset_at(list_files(options).files, asked, options) == offset
    assert begins == [0, 0, 0, size, size]


@pytest.mark.parametrize("room", [0, 5, 1 << 20])
def test_of_a_large_time_index_only_the_end_is_read(room):
    count = 50_000
    entries = np.zeros(count, TIME_ENTRY)
    entries["timestamp"] = entries["offset"] = np.arange(count) + 1
    index = entries.tobytes() + bytes(room)
    files = {
        "bucket/orders-0/00000000000000000000.log": batch(0, 1, times=[1]),
        "bucket/orders-0/00000000000000000000.timeindex": index,
        f"bucket/orders-0/{count + 1:020}.log": batch(count + 1, 1, times=[count + 1]),
    }
    store = CountedStore(files)
    with use(store) as uri:
        options = parse_options({"path": f"{uri}bucket"})
        assert offset_at(list_files(options).files, count + 1, options) == count + 1
    # an index of a log that was not closed has room behind its entries
    assert (store.calls["bytes"] > len(index)) == (room > 100)


def test_rows_are_cut_at_the_offsets_of_times(log):
    def offsets(**options):
        return [row["offset"] for row in rows(log, "offset BIGINT", **options)]

    assert offsets(startingTimestamp=41) == [6, 7]
    assert offsets(startingTimestamp=35, endingTimestamp=45) == [1, 2, 3, 4, 5]
    assert offsets(startingTimestamp=61) == []
    assert offsets(endingTimestamp=61) == list(range(8))
    segment = log / "orders-0" / f"{6:020}.log"
    assert [row["offset"] for row in rows(segment, startingTimestamp=20)] == [6, 7]


def test_offsets_by_name_and_number(log):
    files = list_files(options_of(log)).files

    def bounds(**options):
        found = bounds_of(files, options_of(log, **options))
        return found if found == NOTHING else (found.first, found.end)

    assert bounds() == (None, None)
    assert bounds(startingOffsets=3, endingOffsets=-1) == (3, None)
    assert bounds(startingOffsets='{"orders": {"0": -2}}', endingOffsets=5) == (None, 5)
    assert bounds(startingOffsets='{"orders": {"1": 3}}') == (None, None)
    assert bounds(startingOffsets='{"orders": {"0": -1}}') == NOTHING
    assert bounds(endingOffsets="earliest") == NOTHING
