from __future__ import annotations

import json

import pytest

from kraft_spark.files.sidecars import TransformedSegmentError
from tests.spark.log_rows import batch, rows

ID = "lvGpo8-pSwW1DAaWrZ-jaA"


@pytest.fixture
def segment(tmp_path):
    path = tmp_path / f"orders-{ID}" / "3" / f"{0:020}-{ID}.log"
    path.parent.mkdir(parents=True)
    path.write_bytes(batch(0))
    return path


def manifest(segment, content):
    segment.with_suffix(".rsm-manifest").write_text(content)


def test_a_plain_segment_is_read(segment, tmp_path):
    manifest(segment, json.dumps({"version": "1", "compression": False}))
    found = rows(tmp_path, "topic STRING, partition INT, topicId STRING, offset BIGINT")
    assert [tuple(row.values()) for row in found] == [("orders", 3, ID, n) for n in range(3)]


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ('{"compression": true}', "compressed"),
        ('{"compression": true, "encryption": {"dataKey": "x"}}', "encrypted"),
        ("{", "JSON"),
        ("[]", "JSON"),
    ],
)
def test_other_segments_are_refused_by_name(segment, tmp_path, content, word):
    manifest(segment, content)
    with pytest.raises(TransformedSegmentError, match=word) as refused:
        rows(tmp_path)
    assert segment.as_uri() in str(refused.value)
    (row,) = rows(tmp_path, view="files")
    assert word in row["error"]
