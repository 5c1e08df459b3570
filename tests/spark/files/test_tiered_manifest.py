from __future__ import annotations

import json
from base64 import b64encode
from struct import pack

import pytest
import zstandard

from kraft_spark.files.segments import (
    TransformedSegmentError,
    chunk_sizes,
    open_segment,
    read_manifest,
)
from kraft_spark.log.layout import list_files
from kraft_spark.log.read_plan import plan
from tests.spark.log_rows import batch, options_of, rows

ID = "lvGpo8-pSwW1DAaWrZ-jaA"
ENCODED = "KLUv/SAPeQAAAAAAAwAAAAoBAAoAAAAe"
"""10, 20, 30 as ChunkIndexSerializationTest of the plugin has them."""

FIXED = {
    "type": "fixed",
    "originalChunkSize": 100,
    "originalFileSize": 250,
    "transformedChunkSize": 110,
    "finalTransformedChunkSize": 30,
}
VARIABLE = {
    "type": "variable",
    "originalChunkSize": 100,
    "originalFileSize": 250,
    "transformedChunks": ENCODED,
}


@pytest.fixture
def segment(tmp_path):
    path = tmp_path / f"orders-{ID}" / "3" / f"{0:020}-{ID}.log"
    path.parent.mkdir(parents=True)
    path.write_bytes(batch(0))
    return path


def manifest(segment, content):
    segment.with_suffix(".rsm-manifest").write_text(content)


def tiered(path, data, entries=(), chunk_size=1_000, fixed=False):
    """Store a segment as the plugin does with compression; gives the manifest's form."""
    chunks = [data[at : at + chunk_size] for at in range(0, len(data), chunk_size)]
    stored = [zstandard.compress(chunk) for chunk in chunks]
    sizes = [len(one) for one in stored]
    base = min(sizes[:-1] or [0])
    packed = pack(">iib", len(sizes), base, 2)
    packed += b"".join(pack(">H", size - base) for size in sizes[:-1]) + pack(">i", sizes[-1])
    if len(sizes) == 1:
        packed = pack(">ii", 1, sizes[0])
    path.write_bytes(b"".join(stored))
    index = b"".join(pack(">ii", offset, place) for offset, place in entries)
    path.with_suffix(".indexes").write_bytes(b"ab" + index + b"rest")
    form = {
        "version": "1",
        "chunkIndex": {
            "type": "variable",
            "originalChunkSize": chunk_size,
            "originalFileSize": len(data),
            "transformedChunks": b64encode(zstandard.compress(packed)).decode(),
        },
        "segmentIndexes": {
            "offset": {"position": 2, "size": len(index)},
            "transaction": None,
        },
        "compression": True,
    }
    manifest(path, json.dumps(form))
    return form


def test_a_plain_segment_is_read(segment, tmp_path):
    manifest(segment, json.dumps({"version": "1", "compression": False}))
    found = rows(tmp_path, "topic STRING, partition INT, topicId STRING, offset BIGINT")
    assert [tuple(row.values()) for row in found] == [("orders", 3, ID, n) for n in range(3)]


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ('{"compression": true, "encryption": {"dataKey": "x"}}', "not valid: 'chunkIndex'"),
        (
            json.dumps({"chunkIndex": FIXED, "compression": True, "encryption": {"aad": "x"}}),
            "encr",
        ),
        ('{"encryption": {"dataKey": "x"}}', "encrypted"),
        ("{", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("[]", "not a JSON object"),
        ('{"version": "2"}', "version '2'"),
        (json.dumps({"chunkIndex": {**FIXED, "originalChunkSize": 0}}), "chunks without bytes"),
        (json.dumps({"chunkIndex": {**FIXED, "originalFileSize": -1}}), "originalFileSize is -1"),
        (json.dumps({"chunkIndex": {**FIXED, "type": "new"}}), "type 'new'"),
        (json.dumps({"chunkIndex": {**VARIABLE, "originalFileSize": 301}}), "3 chunks for 301"),
        (json.dumps({"chunkIndex": {**VARIABLE, "transformedChunks": "AAAA"}}), "not valid"),
    ],
)
def test_other_segments_are_refused_by_name(segment, tmp_path, content, word):
    manifest(segment, content)
    with pytest.raises(TransformedSegmentError, match=word) as refused:
        rows(tmp_path)
    assert segment.as_uri() in str(refused.value)
    (row,) = rows(tmp_path, view="files")
    assert word in row["error"]


@pytest.mark.parametrize(
    ("chunks", "ends"), [(FIXED, (110, 220, 250)), (VARIABLE, (10, 30, 60))], ids=("fixed", "var")
)
def test_chunks_lie_where_the_plugin_says(chunks, ends):
    found = read_manifest(json.dumps({"chunkIndex": chunks, "compression": True}).encode(), "s")
    assert (found.size, found.chunk_size, found.ends) == (250, 100, ends)
    assert [found.original(place) for place in (0, 1, ends[0], ends[0] + 1, ends[1], ends[2])] == [
        *(0, 100, 100, 200, 200, 250),
    ]


def test_sizes_of_chunks_are_decoded():
    assert chunk_sizes(ENCODED) == [10, 20, 30]
    for form in (b"\0\0\0\0", b"\0\0\0\1\0\0\0\7", b"\0\0\0\2\0\0\0\1\1\1"):
        text = b64encode(zstandard.compress(form)).decode()
        if form[3] == 2:
            with pytest.raises(ValueError, match="not whole"):
                chunk_sizes(text)
        else:
            assert chunk_sizes(text) == [7] * form[3]


def many(count=60):
    """Batches of a segment, where they begin, and the entries of an index."""
    batches = [batch(3 * n, value=b"%03d" % n * 60) for n in range(count)]
    places = [sum(map(len, batches[:n])) for n in range(count)]
    return b"".join(batches), [(3 * n + 2, places[n]) for n in range(1, count, 2)]


@pytest.mark.parametrize("size", [64, 1_000, 1 << 20])
def test_a_compressed_segment_is_the_one_that_kafka_wrote(segment, tmp_path, size):
    data, entries = many()
    expected = b"".join(batch(3 * n, value=b"%03d" % n * 60) for n in range(60))
    tiered(segment, data, entries, size)
    (file,) = list_files(options_of(tmp_path)).files
    with open_segment(file) as source:
        assert source.file.size == source.size() == len(data)
        for begin, length in ((0, len(data)), (5, 10), (999, 2), (3_333, 4_444), (len(data), 9)):
            assert bytes(source.read(begin, length)) == expected[begin : begin + length]
    assert [row["offset"] for row in rows(tmp_path)] == list(range(180))
    (row,) = rows(tmp_path, view="files")
    assert (row["error"], row["records"], row["indexMismatches"]) == (None, 180, 0)


def test_a_compressed_segment_is_cut_at_chunks(segment, tmp_path):
    data, entries = many()
    tiered(segment, data, entries)
    stored = segment.stat().st_size
    whole = [row["offset"] for row in rows(tmp_path)]
    tasks = plan(options_of(tmp_path, maxPartitionBytes=stored // 5, openCostInBytes=0))
    assert len(tasks) >= 4
    cut = rows(tmp_path, maxPartitionBytes=stored // 5, openCostInBytes=0)
    assert [row["offset"] for row in cut] == whole
    assert [row["offset"] for row in rows(tmp_path, startingOffsets=100)] == list(range(100, 180))
    assert [row["offset"] for row in rows(tmp_path, startingTimestamp=1_150)][:1] == [150]


def test_a_chunk_that_is_not_whole_is_an_error(segment, tmp_path):
    data, entries = many()
    form = tiered(segment, data, entries)
    form["chunkIndex"]["originalFileSize"] += 1
    manifest(segment, json.dumps(form))
    with pytest.raises(TransformedSegmentError, match="chunk"):
        rows(tmp_path)
    tiered(segment, data, entries)
    segment.write_bytes(b"\0" * segment.stat().st_size)
    with pytest.raises(TransformedSegmentError, match="chunk 0"):
        rows(tmp_path)
