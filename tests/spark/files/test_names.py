from __future__ import annotations

import pytest

from kraft_spark.files.log_file import (
    FileName,
    PartitionName,
    is_leftover,
    is_leftover_folder,
    read_file_name,
    read_named_file,
    read_partition,
)

ID = "lvGpo8-pSwW1DAaWrZ-jaA"
SEGMENT = FileName("segment", 7)
TIERED = FileName("segment", 7, segment_id=ID)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        (f"{7:020}.log", SEGMENT),
        (f"{7:020}-{ID}.log", TIERED),
        (f"{9:020}-{3:010}.checkpoint", FileName("snapshot", 9, 9, 3)),
        ("bootstrap.checkpoint", FileName("bootstrap")),
        (f"{7:020}.index", None),
        ("7.log", None),
        ("meta.properties", None),
        (f"{7:020}.log.deleted", None),
    ],
)
def test_file_name_gives_kind_and_offset(name, found):
    assert read_file_name(name) == found


def test_a_named_file_is_read_whatever_its_name():
    assert read_named_file("copy of a segment") == FileName("segment")
    assert read_named_file(f"{7:020}.log.deleted") == SEGMENT
    assert read_named_file(f"{7:020}.bak") == SEGMENT


@pytest.mark.parametrize(
    ("folders", "file", "layout", "found"),
    [
        (("logs", "orders-3"), SEGMENT, "auto", PartitionName("orders", 3)),
        (("a-b-12",), SEGMENT, "log-dir", PartitionName("a-b", 12)),
        (("orders-3." + "0" * 32 + "-delete",), SEGMENT, "auto", PartitionName("orders", 3)),
        ((f"orders-3-{ID}",), TIERED, "auto", PartitionName("orders", 3, ID)),
        ((f"orders-3-{ID}",), TIERED, "local-tiered", PartitionName("orders", 3, ID)),
        (("x", f"orders-{ID}", "3"), TIERED, "auto", PartitionName("orders", 3, ID)),
        (("x", f"orders-{ID}", "3"), TIERED, "aiven", PartitionName("orders", 3, ID)),
        (("orders-3",), SEGMENT, "aiven", PartitionName()),
        (("orders-3",), SEGMENT, "flat", PartitionName()),
        (("backup",), SEGMENT, "auto", PartitionName()),
        (("orders-2147483647",), SEGMENT, "auto", PartitionName("orders", 2**31 - 1)),
        (("orders-2147483648",), SEGMENT, "auto", PartitionName()),
        ((), SEGMENT, "auto", PartitionName()),
        (("node",), FileName("bootstrap"), "auto", PartitionName("__cluster_metadata", 0)),
    ],
)
def test_partition_is_read_from_the_folders(folders, file, layout, found):
    assert read_partition(folders, file, layout) == found


def test_deleted_and_swap_files_are_leftovers():
    assert is_leftover(f"{7:020}.log.deleted")
    assert is_leftover(f"{7:020}.log.swap")
    assert not is_leftover(f"{7:020}.log")
    assert is_leftover_folder("orders-3." + "0" * 32 + "-delete")
    assert not is_leftover_folder("orders-3")
