"""Planning counted: calls to the store, and listings that are looked at."""

from __future__ import annotations

import pytest

from benchmarks.counted_store import CountedStore, use
from kraft_spark.files import listing, log_file
from kraft_spark.log.layout import list_files
from kraft_spark.log.read_plan import plan
from tests.spark.log_rows import batch, batches_of, options_of

FOLDERS, SEGMENTS = 20, 50
ID = "lvGpo8-pSwW1DAaWrZ-jaA"


def store_of(folders=FOLDERS, segments=SEGMENTS):
    files = {}
    for folder in range(folders):
        home = f"bucket/orders-{folder}"
        files[f"{home}/partition.metadata"] = f"version: 0\ntopic_id: {ID}\n".encode()
        for number in range(segments):
            base = 3 * number
            files[f"{home}/{base:020}.log"] = batch(base)
            files[f"{home}/{base:020}.index"] = b""
    return CountedStore(files)


@pytest.fixture
def counted():
    store = store_of()
    with use(store):
        yield store


VIEWS = ("records", "batches", "control", "files")


@pytest.mark.parametrize("view", VIEWS)
def test_planning_lists_once_and_asks_once_for_each_folder(counted, view):
    tasks = plan(options_of("counted://bucket", view=view))
    assert sum(len(task) for task in tasks) == FOLDERS * SEGMENTS
    assert counted.calls["list"] == -(-len(counted.files) // 1_000)
    assert counted.calls["info"] <= 3
    assert counted.calls["open"] == FOLDERS
    assert counted.total() <= 2 * FOLDERS + 10


def test_the_name_of_each_segment_is_parsed_once(counted, monkeypatch):
    read = []

    def counting(name):
        read.append(name)
        return log_file.read_file_name(name)

    monkeypatch.setattr(listing, "read_file_name", counting)
    files = list_files(options_of("counted://bucket")).files
    assert len(files) == FOLDERS * SEGMENTS
    assert [file.is_last_segment for file in files].count(True) == FOLDERS
    assert len(read) == FOLDERS * SEGMENTS


def test_the_health_report_opens_each_segment_and_the_one_before_it(counted):
    before = counted.total()
    batches = batches_of("counted://bucket", view="files")
    gaps = [gap for one in batches for gap in one.column("offsetGaps").to_pylist()]
    assert gaps == [0] * FOLDERS * SEGMENTS
    # its own bytes, its index, the end of the segment before and the index of that
    assert counted.total() - before <= 10 * FOLDERS * SEGMENTS
    assert counted.calls["list"] == 3


def test_a_folder_is_listed_once_for_all_files_that_are_named(counted):
    paths = [f"counted://bucket/orders-0/{3 * number:020}.log" for number in range(SEGMENTS)]
    listed = "[" + ",".join(f'"{one}"' for one in paths[1:]) + "]"
    assert len(list_files(options_of(paths[0], paths=listed)).files) == SEGMENTS
    assert counted.calls["list"] == 1
