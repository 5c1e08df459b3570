from __future__ import annotations

import json

import pytest

from kraft_spark.log.position import LogPosition, offsets_of, positions_of
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


def test_stored_form_is_that_of_log_streams():
    place = StreamOffset(1234, 7, cluster_id="x")
    form = place.to_json()
    assert form == {
        "__cluster_metadata": {"0": 1234},
        "$kraft": {
            "version": 1,
            "replicas": [],
            "topics": {"__cluster_metadata": {"0": {"epoch": 7, "clusterId": "x"}}},
        },
    }
    assert positions_of(form) == {("__cluster_metadata", 0): place.position}
    assert place.position.cluster_id == "x"


def test_checkpoint_of_release_0_2_is_read():
    snapshot = {"endOffset": 9, "epoch": 2, "position": 100, "size": 200}
    form = {"offset": 9, "epoch": 2, "snapshot": snapshot, "clusterId": "x"}
    found = StreamOffset.of_json({"__cluster_metadata": {"0": form}})
    assert found == StreamOffset(9, 2, SnapshotPlace(9, 2, 100, 200))
    assert found.cluster_id == "x"
    form = {"offset": 5, "epoch": None}
    assert StreamOffset.of_json({"__cluster_metadata": {"0": form}}) == StreamOffset(5)


def test_checkpoint_of_log_stream_is_read():
    """A stream of `kafka_log` over the files of the same quorum has the same positions."""
    position = LogPosition(
        name="__cluster_metadata-0", offset=7, epoch=3, cluster_id="x", replica="file:///logs"
    )
    form = offsets_of({("__cluster_metadata", 0): position})
    found = StreamOffset.of_json(form)
    assert (found, found.cluster_id) == (StreamOffset(7, 3), "x")


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
        {"__cluster_metadata": {"0": "5"}},
        {"__cluster_metadata": {"0": 1 << 63}},
        {"__cluster_metadata": {"0": {"offset": 5, "epoch": 1 << 31}}},
        {"__cluster_metadata": {"0": 5}, "$kraft": {"version": 2}},
        {"__cluster_metadata": {"0": 5}, "$kraft": []},
        {"__cluster_metadata": {"0": {"offset": -1}}},
        {"__cluster_metadata": {"0": {"offset": 1, "snapshot": {"endOffset": 1}}}},
    ],
)
def test_another_form_is_refused(form):
    with pytest.raises(OffsetError, match="not a valid offset of kraft_quorum"):
        StreamOffset.of_json(form)
