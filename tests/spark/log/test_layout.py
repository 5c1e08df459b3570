from __future__ import annotations

import os

import pytest

from kraft_spark.files.listing import Folders
from kraft_spark.log.layout import MissingPathError, check_paths, list_files
from tests.spark.log_rows import options_of

ID = "lvGpo8-pSwW1DAaWrZ-jaA"
METADATA = "__cluster_metadata-0"
SNAPSHOT = f"{9:020}-{3:010}.checkpoint"


def touch(path, content=b""):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


@pytest.fixture
def node(tmp_path):
    for name in ("orders-0", "orders-1", "__consumer_offsets-3", METADATA):
        for base in (0, 7):
            touch(tmp_path / name / f"{base:020}.log")
    touch(tmp_path / METADATA / SNAPSHOT)
    touch(tmp_path / "bootstrap.checkpoint")
    touch(tmp_path / "meta.properties")
    touch(tmp_path / "orders-0" / f"{0:020}.index")
    touch(tmp_path / "orders-0" / "partition.metadata", f"version: 0\ntopic_id: {ID}\n".encode())
    touch(tmp_path / "orders-0" / f"{3:020}.log.deleted")
    touch(tmp_path / f"gone-0.{'0' * 32}-delete" / f"{0:020}.log")
    return tmp_path


def found(path, **options):
    top = str(path)
    return [
        file.path.removeprefix(top).lstrip("/")
        for file in list_files(options_of(path, **options)).files
    ]


def logs(*folders):
    return [f"{folder}/{base:020}.log" for folder in folders for base in (0, 7)]


def test_views_take_what_they_are_about(node):
    offsets, orders = logs("__consumer_offsets-3"), logs("orders-0", "orders-1")
    metadata = [*logs(METADATA)[:1], *logs(METADATA)[1:], f"{METADATA}/{SNAPSHOT}"]
    assert sorted(found(node)) == sorted([*offsets, *orders, *logs(METADATA)])
    assert found(node, view="offsets") == offsets
    assert found(node, view="transactions") == []
    assert sorted(found(node, view="metadata")) == sorted([*metadata, "bootstrap.checkpoint"])
    everything = sorted([*offsets, *orders, *metadata, "bootstrap.checkpoint"])
    assert sorted(found(node, view="batches")) == everything
    assert sorted(found(node, view="files")) == everything
    assert sorted(found(node, view="control")) == everything


def test_view_selects_decoder_of_named_directory(node):
    assert len(list_files(options_of(node / "orders-0", view="offsets")).files) == 2
    assert len(list_files(options_of(f"{node}/orders-*", view="metadata")).files) == 4


def test_a_named_file_is_read_whatever_its_name(node):
    path = node / "orders-0" / f"{3:020}.log.deleted"
    (file,) = list_files(options_of(path)).files
    assert (file.owner.topic, file.name.base_offset, file.is_last_segment) == ("orders", 3, False)
    (file,) = list_files(options_of(node / METADATA / SNAPSHOT)).files
    assert (file.source, file.name.snapshot_end_offset, file.name.snapshot_epoch) == (
        "snapshot",
        9,
        3,
    )
    assert len(list_files(options_of(f"{node}/gone-*")).files) == 1


def test_log_file_reports_its_topic_id_and_sidecars(node):
    first, last = list_files(options_of(node / "orders-0")).files
    assert first.owner.topic_id == ID
    assert (first.is_last_segment, last.is_last_segment) == (False, True)
    assert first.sidecars == {".index"}
    assert first.sidecar(".index") == first.path.replace(".log", ".index")
    assert last.sidecars == frozenset()
    assert first.uri == (node / "orders-0" / f"{0:020}.log").as_uri()


def test_topics_may_be_chosen(node):
    assert found(node, subscribe="orders") == logs("orders-0", "orders-1")
    assert found(node, subscribePattern="__con.*") == logs("__consumer_offsets-3")
    assert found(node, assign='{"orders": [1]}') == logs("orders-1")


def test_files_may_be_chosen_by_name_and_age(node):
    assert len(found(node, pathGlobFilter="*7.log")) == 4
    assert len(found(node, pathGlobFilter="*{7,8}.{log,checkpoint}")) == 4
    assert len(found(node, pathGlobFilter="*[^0].log")) == 4
    os.utime(node / "orders-0" / f"{7:020}.log", (1_000_000_000, 1_000_000_000))
    old = found(node, modifiedBefore="2005-01-01T00:00:00")
    assert old == [f"orders-0/{7:020}.log"]
    assert len(found(node, modifiedAfter="2005-01-01T00:00:00")) == 7


def test_only_the_directory_itself(node):
    assert found(node, recursiveFileLookup=False) == []
    assert found(node / "orders-0", recursiveFileLookup=False) != []


def test_missing_path_is_refused_or_ignored_by_option(tmp_path):
    for path in (tmp_path / "nothing", f"{tmp_path}/*.log"):
        options = options_of(path)
        with pytest.raises(MissingPathError, match="no such file or directory"):
            list_files(options)
        with pytest.raises(MissingPathError, match="no such file or directory"):
            check_paths(options)
        ignoring = options_of(path, ignoreMissingFiles=True)
        check_paths(ignoring)
        assert list_files(ignoring).files == []


def test_an_existing_directory_may_be_empty(tmp_path):
    check_paths(options_of(tmp_path))
    assert list_files(options_of(tmp_path, allowEmpty=True)).files == []


def test_a_file_reached_twice_is_read_once(node):
    paths = f'["{node}", "{node}/orders-0"]'
    options = options_of(f"{node}/orders-0/{0:020}.log", paths=paths)
    assert len(list_files(options).files) == 8


def test_tiered_layouts(tmp_path):
    local = touch(tmp_path / f"orders-3-{ID}" / f"{7:020}-{ID}.log")
    aiven = touch(tmp_path / f"payments-{ID}" / "4" / f"{7:020}-{ID}.log")
    owners = {file.path: file.owner for file in list_files(options_of(tmp_path)).files}
    assert (owners[str(local)].topic, owners[str(local)].partition) == ("orders", 3)
    assert (owners[str(aiven)].topic, owners[str(aiven)].partition) == ("payments", 4)
    assert {owner.topic_id for owner in owners.values()} == {ID}
    flat = list_files(options_of(tmp_path, layout="flat")).files
    assert {file.owner.topic for file in flat} == {None}


def test_segments_beside_returns_all_segments_of_the_folder(node):
    (file,) = list_files(options_of(node / "orders-0" / f"{7:020}.log")).files
    assert [one.name.base_offset for one in Folders("auto").segments_beside(file)] == [0, 7]
    (odd,) = list_files(options_of(node / "orders-0" / f"{3:020}.log.deleted")).files
    assert [one.name.base_offset for one in Folders("auto").segments_beside(odd)] == [0, 3, 7]
