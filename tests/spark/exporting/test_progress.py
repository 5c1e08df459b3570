"""The forms of progress in tables."""

from __future__ import annotations

import json

import pytest

from kraft_spark.exporting.progress import (
    by_topic,
    epoch_version,
    pack_offsets,
    read_epoch,
    topic_of,
    unpack_offsets,
)
from tests.spark.exporting.test_export import OTHER_ID, TOPIC_ID


def test_packed_progress_reads_back():
    progress = {
        f"my-orders-0:{TOPIC_ID}": 5,
        f"my-orders-1:{TOPIC_ID}": 7,
        f"my-orders-900:{TOPIC_ID}": -1,
        f"my-orders-1:{OTHER_ID}": 1 << 40,
        "my-orders-3": 0,
        "file:///logs/of-7": 12,
        "s3://bucket/logs:of/segments": 1,
    }
    epochs = {f"my-orders-1:{TOPIC_ID}": 3, "my-orders-3": 0, "file:///logs/of-7": 4}
    topics = by_topic(progress)
    assert sorted(topics) == ["", "my-orders"]
    found, found_epochs = {}, {}
    for topic, offsets in topics.items():
        packed = json.loads(json.dumps(pack_offsets(offsets, epochs)))
        unpacked = unpack_offsets(topic, packed)
        found |= unpacked[0]
        found_epochs |= unpacked[1]
    assert (found, found_epochs) == (progress, epochs)
    assert topic_of("my-orders-3") == "my-orders"


def test_packed_progress_is_short():
    """Partitions without a gap cost a number each; a gap costs no more."""
    progress = {f"orders-{number}:{TOPIC_ID}": 10**9 + number for number in range(400)}
    assert len(json.dumps(pack_offsets(progress), separators=(",", ":"))) < 4_600
    sparse = {"orders-0": 1, "orders-1000000": 1}
    assert len(json.dumps(pack_offsets(sparse))) < 60


@pytest.mark.parametrize(("offset", "epoch"), [(0, 0), (5, None), ((1 << 40) + 3, 7), (9, 1 << 30)])
def test_epoch_of_delta_reads_back_for_its_offset_alone(offset, epoch):
    version = epoch_version(offset, epoch)
    assert -1 <= version < 1 << 63
    assert read_epoch(offset, version) == epoch
    assert read_epoch(offset + 1, version) is None
    assert read_epoch(offset, None) is None
