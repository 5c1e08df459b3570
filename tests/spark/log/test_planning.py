from __future__ import annotations

import pickle
from itertools import pairwise

import pytest

from kraft_spark.files.segments import open_segment
from kraft_spark.log.layout import list_files
from kraft_spark.log.parts import Bounds, LogPart
from kraft_spark.log.planning import LARGEST_TASK, SMALLEST_TASK, cut, pack, task_bytes
from kraft_spark.log.read_plan import plan
from kraft_spark.log.reading import located
from tests.spark.log_rows import KAFKA, batch, options_of, rows, write_log

BATCHES = [batch(3 * number) for number in range(20)]
SIZE = len(BATCHES[5])


def index_of(batches, every=2):
    """An index with an entry for every second batch."""
    entries, place = [], 0
    for number, one in enumerate(batches):
        if number and number % every == 0:
            entries.append((3 * number + 2).to_bytes(4) + place.to_bytes(4))
        place += len(one)
    return b"".join(entries)


@pytest.fixture
def path(tmp_path):
    return write_log(tmp_path / "orders-0", *BATCHES)


def cut_up(path, most):
    (file,) = list_files(options_of(path)).files
    with open_segment(file) as source:
        parts = [located(part, source) for part in cut(LogPart(file, 0, file.size), most)]
    return [(part.start, part.end) for part in parts if part.size]


def starts():
    return {sum(map(len, BATCHES[:number])): number for number in range(21)}


@pytest.mark.parametrize("with_index", [True, False])
def test_a_segment_is_cut_where_batches_begin(path, with_index):
    if with_index:
        path.with_suffix(".index").write_bytes(index_of(BATCHES) + bytes(80))
    parts = cut_up(path, 4 * SIZE)
    assert len(parts) == 5
    assert parts[0][0] == 0
    assert parts[-1][1] == path.stat().st_size
    assert all(end == start for (_, end), (start, _) in pairwise(parts))
    assert all(start in starts() for start, _ in parts)


@pytest.mark.parametrize("most", [1, 2 * SIZE, 1 << 20])
def test_any_cut_gives_all_rows(path, most):
    wanted = list(range(60))
    assert [row["offset"] for row in rows(path, maxPartitionBytes=most)] == wanted
    path.with_suffix(".index").write_bytes(index_of(BATCHES))
    assert [row["offset"] for row in rows(path, maxPartitionBytes=most)] == wanted


def test_wrong_index_is_not_trusted(path):
    lies = [(11, 5), (17, 4 * SIZE + 1), (59, 1 << 30)]
    content = b"".join(offset.to_bytes(4) + place.to_bytes(4) for offset, place in lies)
    path.with_suffix(".index").write_bytes(content)
    assert cut_up(path, SIZE) == [(0, path.stat().st_size)]
    path.with_suffix(".index").write_bytes(bytes(reversed(index_of(BATCHES))))
    assert cut_up(path, SIZE) == [(0, path.stat().st_size)]


def test_a_record_that_holds_a_batch_is_not_cut(tmp_path):
    inner = batch(0, value=b"x" * 50)
    outer = [batch(number, 1, value=inner * 20) for number in range(8)]
    path = write_log(tmp_path / "mirrored-0", *outer)
    places = {sum(map(len, outer[:number])) for number in range(8)}
    assert {start for start, _ in cut_up(path, 500)} <= places
    assert len(rows(path, maxPartitionBytes=500)) == 8


def test_small_files_share_a_task(tmp_path):
    for number in range(10):
        write_log(tmp_path / f"orders-{number}", batch(0))
    size = len(batch(0))
    tasks = plan(options_of(tmp_path, maxPartitionBytes=4 * size, openCostInBytes=0))
    assert [len(task) for task in tasks] == [4, 4, 2]
    assert len(plan(options_of(tmp_path))) == 1
    assert (
        len(plan(options_of(tmp_path, view="files", maxPartitionBytes=4 * size, openCostInBytes=0)))
        == 3
    )


def test_min_partitions_increases_the_tasks(tmp_path):
    write_log(tmp_path / "orders-0", *(batch(3 * number) for number in range(200)))
    assert len(plan(options_of(tmp_path))) == 1
    assert len(plan(options_of(tmp_path, minPartitions=4))) >= 4


@pytest.mark.parametrize(
    ("segments", "most"),
    [(1, SMALLEST_TASK), (600, SMALLEST_TASK), (5_000, 536_870_912), (10_000, LARGEST_TASK)],
)
def test_tasks_grow_with_the_data_unless_their_size_is_given(path, segments, most):
    (file,) = list_files(options_of(path)).files
    parts = [LogPart(file, 0, 1 << 30)] * segments
    options = options_of(path, openCostInBytes=0)
    assert task_bytes(parts, options) == pytest.approx(most, rel=0.001)
    given = options_of(path, maxPartitionBytes="256m")
    assert task_bytes(parts, given) == 256 << 20


def test_pack_of_no_files_is_empty():
    assert pack([], 10) == []


def test_segments_outside_the_offsets_are_not_opened(tmp_path):
    for base in (0, 10, 20):
        write_log(tmp_path / "orders-0", batch(base, 10), base=base)

    def bases(**options):
        tasks = plan(options_of(tmp_path, **options))
        return [part.file.name.base_offset for task in tasks for part in task]

    assert bases(startingOffsets=10) == [10, 20]
    assert bases(startingOffsets=9, endingOffsets=20) == [0, 10]
    assert bases(endingOffsets=0) == []
    assert bases(startingOffsets="latest") == []


def test_checkpoints_are_read_whole():
    found = rows(KAFKA / "metadata-log", view="metadata", startingOffsets="latest")
    assert {row["source"] for row in found} == {"snapshot", "bootstrap"}


def test_filters_choose_files_and_offsets(tmp_path):
    for number in (0, 1):
        write_log(tmp_path / f"orders-{number}", batch(0))
    options = options_of(tmp_path)
    ((part,),) = plan(options, lambda file: file.owner.partition == 1, Bounds(1, 5))
    assert part.file.owner.partition == 1
    assert part.bounds == Bounds(1, 5)
    options = options_of(tmp_path, startingOffsets=2, endingOffsets=9)
    assert plan(options, None, Bounds(1, 5))[0][0].bounds == Bounds(2, 5)


def test_tasks_can_be_sent(path):
    tasks = plan(options_of(path, subscribePattern="ord.*"))
    assert pickle.loads(pickle.dumps(tasks)) == tasks  # noqa: S301  # our own bytes


def test_no_files_no_tasks(tmp_path):
    assert plan(options_of(tmp_path, allowEmpty=True)) == []


def test_opening_a_file_costs(tmp_path):
    for number in range(100):
        write_log(tmp_path / f"orders-{number}", batch(0))
    most = 64 << 20
    assert [len(task) for task in plan(options_of(tmp_path, maxPartitionBytes=most))] == [
        15
    ] * 6 + [10]
    assert len(plan(options_of(tmp_path, maxPartitionBytes=most, openCostInBytes="1m"))) == 2
    assert len(plan(options_of(tmp_path, maxPartitionBytes=most, openCostInBytes=0))) == 1
