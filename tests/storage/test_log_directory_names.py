"""Names as Kafka writes and reads them."""

from __future__ import annotations

import pytest

from kraft_core.raft.directory import (
    SnapshotName,
    base_offset_of,
    parse_snapshot,
    segment_file,
    segments,
    snapshot_file,
)
from tests.storage.content import snapshot_id
from tests.support import kafka_files


def test_segment_name_is_the_offset_in_20_digits():
    assert segment_file(1095) == "00000000000000001095.log"
    assert segment_file(0, ".timeindex") == "00000000000000000000.timeindex"
    assert base_offset_of("00000000000000001095.log", ".log") == 1095
    assert base_offset_of(f"{(1 << 63) - 1:020d}.log", ".log") == (1 << 63) - 1


@pytest.mark.parametrize(
    "name",
    [
        "1095.log",
        "0000000000000000109a.log",
        "00000000000000001095.index",
        "00000000000000001095.log.deleted",
        "-0000000000000001095.log",
        "99999999999999999999.log",
        "\u0660" * 20 + ".log",
        ".log",
    ],
)
def test_invalid_segment_name_has_no_base_offset(name):
    assert base_offset_of(name, ".log") is None


def test_snapshot_name_has_offset_epoch_and_state():
    assert snapshot_file(snapshot_id(257, 2)) == "00000000000000000257-0000000002.checkpoint"
    final = parse_snapshot("00000000000000000257-0000000002.checkpoint")
    assert final == SnapshotName(snapshot_id(257, 2), is_final=True)
    for other in (
        "00000000000000000257-0000000002.checkpoint.deleted",
        "00000000000000000257-0000000002-6917291.checkpoint.part",
    ):
        assert parse_snapshot(other) == SnapshotName(snapshot_id(257, 2), is_final=False)


@pytest.mark.parametrize(
    "name",
    [
        "257-2.checkpoint",
        "00000000000000000257-0000000002.checkpoint.tmp",
        "bootstrap.checkpoint",
        "leader-epoch-checkpoint",
        "00000000000000000257-9999999999.checkpoint",
        "99999999999999999999-0000000000.checkpoint",
        "\u0660" * 20 + "-0000000002.checkpoint",
    ],
)
def test_invalid_snapshot_name_is_not_parsed(name):
    assert parse_snapshot(name) is None


def test_all_names_that_kafka_left_are_known():
    paths = kafka_files.ROOT.glob("*/*/*/__cluster_metadata-0/*")
    names = {path.name for path in paths}
    suffixes = (".log", ".index", ".timeindex", ".snapshot")
    rest = {"leader-epoch-checkpoint", "quorum-state", "partition.metadata"}
    assert len(names) > 100
    for name in sorted(names - rest):
        stem = name.removesuffix(".deleted")
        known = [base_offset_of(stem, suffix) for suffix in suffixes]
        assert parse_snapshot(name) or any(each is not None for each in known), name


def test_segments_are_found_in_the_order_of_the_log():
    names = ["x.log", segment_file(20), segment_file(3), segment_file(3, ".index"), "3.log"]
    assert segments(names) == [(3, segment_file(3)), (20, segment_file(20))]
