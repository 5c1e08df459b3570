"""Reading a metadata log directory that Kafka wrote."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path

import pytest

from kraft_core.cli.story_events import UnreadableLogError, batches, segments

CASE = Path(__file__).parents[1] / "data" / "kafka" / "4.3.1" / "metadata-log"


def test_every_record_of_the_log_is_there():
    with gzip.open(CASE / "expected.jsonl.gz", "rt") as lines:
        expected = [
            record["offset"] for record in map(json.loads, lines) if ".log" in record["file"]
        ]
    found = [change.offset for batch in batches(CASE / "node") for change in batch.changes]
    assert found == expected


def test_segments_accepts_log_folder_or_its_parent():
    log = CASE / "node" / "__cluster_metadata-0"
    assert segments(log) == segments(CASE / "node")
    assert [path.name for path in segments(log)][:1] == ["00000000000000000000.log"]


def test_missing_log_is_reported_in_one_line(tmp_path):
    with pytest.raises(UnreadableLogError, match="holds no segment"):
        segments(tmp_path)


def test_damage_is_named(tmp_path):
    log = shutil.copytree(CASE / "node" / "__cluster_metadata-0", tmp_path / "log")
    segment = log / "00000000000000000000.log"
    data = bytearray(segment.read_bytes())
    data[300] ^= 1
    segment.write_bytes(data)
    with pytest.raises(UnreadableLogError, match=r"00000000000000000000\.log"):
        list(batches(log))
