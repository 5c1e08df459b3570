"""Indexes of aborted transactions: Kafka's own against the markers."""

from __future__ import annotations

import numpy as np
import pytest

from kraft_spark.files.sidecars import ABORTED_ENTRY, read_aborted_index
from kraft_spark.log.layout import list_files
from kraft_spark.log.transactions import read_markers
from tests.spark.log_rows import DATA, options_of

INDEXES = sorted(path for path in DATA.rglob("*.txnindex") if path.stat().st_size)


def entries(*rows):
    return np.array([(0, *row) for row in rows], ABORTED_ENTRY).tobytes()


def test_an_entry_is_as_long_as_kafkas():
    assert ABORTED_ENTRY.itemsize == 34


def test_entries_are_selected_by_offset():
    content = entries((7, 12, 15, 16), (8, 11, 18, 19))
    found = read_aborted_index(content, 10, 20)
    assert found["producerId"].tolist() == [7, 8]
    assert found["lastStableOffset"].tolist() == [16, 19]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        entries((7, 12, 15, 16))[:-1],
        b"\1" + entries((7, 12, 15, 16))[1:],
        entries((7, 16, 15, 16)),
        entries((7, 12, 15, 17)),
        entries((7, 5, 9, 10)),
        entries((7, 12, 20, 21)),
        entries((7, 12, 18, 19), (8, 11, 15, 16)),
    ],
)
def test_invalid_aborted_index_is_ignored(content):
    assert read_aborted_index(content, 10, 20) is None


@pytest.mark.parametrize("index", INDEXES, ids=lambda path: str(path.relative_to(DATA)))
def test_kafka_says_what_the_markers_say(index):
    """Compacted logs have lost data that their indexes still tell of."""
    found = read_aborted_index(index.read_bytes(), int(index.stem), 1 << 62)
    told = {(int(row[1]), int(row[2]), int(row[3])) for row in found}
    options = options_of(index.parent)
    last = index.with_suffix(".log")
    files = [file for file in list_files(options).files if file.path <= str(last)]
    first = int(min(index.parent.glob("*.log")).stem)
    markers = set(read_markers(files, options).aborted)
    markers = {row for row in markers if row[2] >= int(index.stem)}
    if "compacted" in str(index):
        assert {(row[0], row[2]) for row in markers} <= {(row[0], row[2]) for row in told}
    else:
        assert {row for row in told if row[1] >= first} == markers
