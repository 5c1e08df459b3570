"""Whole batches against the record reader of the wire layer, good ones and broken ones."""

from __future__ import annotations

import random

import pytest

from kraft_spark.decoding import decoded_batches as under_test
from kraft_spark.decoding.decoded_batches import read_payloads
from kraft_spark.files.segment_scan import block_of, follow
from kraft_wire.errors import DecodeError
from kraft_wire.records import Compression, RecordBatch
from kraft_wire.records.batch import BATCH_OVERHEAD, CRC_COVERS_FROM
from kraft_wire.records.checksum import crc32c
from tests.spark.log_rows import batch

HEADERS = (("a", b"1"), ("b", None))


def block(data):
    return block_of(data, 0, follow(memoryview(data), 0, len(data)), check_crcs=False)


def read(data, max_bytes=1 << 28):
    """Records by batch as the pipeline reads them, and the bad batches."""
    found, bad, base = {}, {}, 0
    for one in read_payloads(block(data), max_bytes=max_bytes):
        spans, content = one.spans, memoryview(one.buffer)
        bad.update({base + index: why for index, why in one.bad.items()})
        for row in range(len(spans.batch)):
            cut = [
                None
                if getattr(spans, f"{part}_size")[row] < 0
                else bytes(
                    content[getattr(spans, f"{part}_start")[row] :][
                        : getattr(spans, f"{part}_size")[row]
                    ]
                )
                for part in ("key", "value")
            ]
            record = (
                int(spans.delta[row]),
                int(spans.timestamp[row]),
                *cut,
                int(spans.header_count[row]),
            )
            found.setdefault(base + int(spans.batch[row]), []).append(record)
        base += len(one.block)
    return found, bad


def oracle(data):
    parsed = RecordBatch.parse(data)
    return [
        (one.offset - parsed.base_offset, one.timestamp, one.key, one.value, len(one.headers))
        for one in parsed.records()
    ]


@pytest.mark.parametrize("codec", list(Compression))
def test_every_codec_gives_the_records_of_the_oracle(codec):
    batches = [batch(3 * n, 3, headers=HEADERS, compression=codec) for n in range(30)]
    found, bad = read(b"".join(batches))
    assert bad == {}
    assert [found[number] for number in range(30)] == [oracle(one) for one in batches]


def test_codecs_may_take_turns(monkeypatch):
    monkeypatch.setattr(under_test, "GROUP_BYTES", 100)
    codecs = [Compression.NONE, Compression.LZ4, Compression.NONE, Compression.ZSTD] * 3
    batches = [batch(3 * n, 3, compression=codec) for n, codec in enumerate(codecs)]
    found, bad = read(b"".join(batches))
    assert bad == {}
    assert [found[number] for number in range(len(batches))] == [oracle(one) for one in batches]


def test_memory_is_bounded_by_groups(monkeypatch):
    monkeypatch.setattr(under_test, "GROUP_BYTES", 1_000)
    data = b"".join(
        batch(3 * n, 3, value=b"x" * 200, compression=Compression.GZIP) for n in range(9)
    )
    sizes = [len(one.buffer) for one in read_payloads(block(data), max_bytes=1 << 28)]
    assert len(sizes) > 3
    assert max(sizes) <= 1_000


def test_a_batch_that_unpacks_to_too_much_is_bad():
    bomb = batch(0, 3, value=bytes(100_000), compression=Compression.ZSTD)
    found, bad = read(batch(0) + bomb + batch(6), max_bytes=10_000)
    assert sorted(found) == [0, 2]
    assert "10000" in bad[1]


def test_a_batch_that_does_not_unpack_is_bad():
    broken = bytearray(batch(0, 3, value=b"y" * 500, compression=Compression.LZ4))
    broken[BATCH_OVERHEAD + 3] ^= 0xFF
    found, bad = read(batch(0) + bytes(broken) + batch(6, compression=Compression.LZ4))
    assert sorted(found) == [0, 2]
    assert list(bad) == [1]


def test_a_codec_of_no_number_is_bad():
    broken = bytearray(batch(0))
    broken[22] |= 7
    _, bad = read(bytes(broken))
    assert "codec 7" in bad[0]


@pytest.mark.parametrize("count", [-1, 2, 4, 2**31 - 1])
def test_a_count_that_lies_is_bad(count):
    broken = bytearray(batch(0, 3))
    broken[57:61] = count.to_bytes(4, signed=True)
    found, bad = read(batch(9) + bytes(broken) + batch(12))
    assert sorted(found) == [0, 2]
    assert list(bad) == [1]


def test_a_batch_may_hold_no_records():
    hollow = bytearray(batch(0)[:BATCH_OVERHEAD])
    hollow[8:12] = (BATCH_OVERHEAD - 12).to_bytes(4)
    hollow[57:61] = bytes(4)
    assert read(bytes(hollow) + batch(3)) == ({1: oracle(batch(3))}, {})


@pytest.mark.parametrize("codec", [Compression.NONE, Compression.LZ4])
def test_changed_bytes_are_read_as_the_wire_layer_reads_them(codec):
    """One byte changed anywhere in the records: the same records, or bad in both."""
    whole = batch(0, 4, value=b"some value", headers=HEADERS, compression=codec)
    after = batch(4, 2)
    chance = random.Random(5)
    for place in range(BATCH_OVERHEAD, len(whole)):
        broken = bytearray(whole)
        broken[place] ^= chance.choice([1, 2, 4, 8, 16, 32, 64, 128, 255])
        broken[17:21] = crc32c(broken[CRC_COVERS_FROM:]).to_bytes(4)
        found, bad = read(bytes(broken) + after)
        assert found[1] == oracle(after)
        try:
            wanted = oracle(bytes(broken))
        except DecodeError:
            continue  # the wire layer is stricter than Kafka, which this follows
        assert found[0] == wanted
        assert bad == {}


def test_irregular_records_that_kafka_accepts_are_read():
    """A key of length -2 is null to Kafka, a number may have more bytes than it needs."""
    record = bytes([0, 0, 0, 3, 1, 0])
    body = bytes([len(record) * 2]) + record
    whole = batch(0, 1)
    patched = bytearray(whole[:BATCH_OVERHEAD] + body)
    patched[8:12] = (len(patched) - 12).to_bytes(4)
    found, bad = read(bytes(patched))
    assert bad == {}
    assert found[0] == [(0, 1_000, None, None, 0)]


def test_many_headers_are_read_with_care():
    many = tuple((f"h{n}", b"v") for n in range(300))
    whole = batch(0, 2, headers=many)
    assert read(whole + batch(2))[0][0] == oracle(whole)
