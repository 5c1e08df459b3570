from __future__ import annotations

import json

import pytest

from kraft_spark.quorum.log import OffsetError, SnapshotPlace, StreamOffset, beginning_of


@pytest.mark.parametrize(
    "offset",
    [
        StreamOffset(1234, 7),
        StreamOffset(0),
        StreamOffset(9, 2, SnapshotPlace(9, 2, 100, 200)),
    ],
)
def test_json_and_back(offset):
    assert StreamOffset.of_json(json.loads(json.dumps(offset.to_json()))) == offset


def test_the_form_is_nested_as_in_sparks_kafka_source():
    assert StreamOffset(1234, 7).to_json() == {
        "__cluster_metadata": {"0": {"offset": 1234, "epoch": 7}}
    }


def test_a_snapshot_comes_next_until_all_of_it_was_read():
    begin = beginning_of(9, 2, 200)
    assert begin == StreamOffset(9, 2, SnapshotPlace(9, 2, 0, 200))
    assert begin.is_in_snapshot
    assert not StreamOffset(9, 2, SnapshotPlace(9, 2, 200, 200)).is_in_snapshot
    assert not StreamOffset(9, 2).is_in_snapshot


@pytest.mark.parametrize(
    "form",
    [
        None,
        {},
        {"orders": {"0": {"offset": 1}}},
        {"__cluster_metadata": {"0": 5}},
        {"__cluster_metadata": {"0": {"offset": -1}}},
        {"__cluster_metadata": {"0": {"offset": 1, "snapshot": {"endOffset": 1}}}},
    ],
)
def test_another_form_is_refused(form):
    with pytest.raises(OffsetError, match="not a valid offset of kraft_quorum"):
        StreamOffset.of_json(form)
