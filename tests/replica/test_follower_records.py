"""Fetched bytes: sound ones are described, anything else is refused as a whole."""

from __future__ import annotations

import struct
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kraft_core.raft.batches import control_batch
from kraft_core.raft.consensus.values import BatchSummary, KRaftVersion
from kraft_core.raft.replica.batches import data_batch, fetched_batches
from kraft_wire.errors import CorruptRecordError, DecodeError, TruncatedError
from kraft_wire.messages import KRaftVersionRecord
from kraft_wire.records import Compression, RecordBatchBuilder
from kraft_wire.records.checksum import crc32c
from kraft_wire.records.control import encode_transaction_marker
from tests.support.kafka_files import ROOT

FIRST = data_batch([b"a", b"b"], timestamp_ms=1, base_offset=10, epoch=4)
CONTROL = control_batch(
    [KRaftVersionRecord(kraft_version=1)], base_offset=12, epoch=5, timestamp_ms=1
)
LAST = data_batch([b"c"], timestamp_ms=1, base_offset=13, epoch=5)
GOOD = FIRST + CONTROL + LAST


def test_batch_of_epoch_0_is_valid():
    data = data_batch([b"a"], timestamp_ms=1, base_offset=3, epoch=0)
    assert fetched_batches(data) == (BatchSummary(3, 3, 0, len(data)),)


def test_fetched_batches_are_summarized():
    expected = (
        BatchSummary(10, 11, 4, len(FIRST)),
        BatchSummary(12, 12, 5, len(CONTROL), (KRaftVersion(1),)),
        BatchSummary(13, 13, 5, len(LAST)),
    )
    assert fetched_batches(GOOD) == expected
    assert fetched_batches(memoryview(bytearray(GOOD))) == expected
    assert fetched_batches(b"") == ()


def patched(batch, place, form, *values, fix_crc=True):
    """A batch with other bytes at a place, its checksum made right again."""
    data = bytearray(batch)
    struct.pack_into(form, data, place, *values)
    if fix_crc:
        struct.pack_into(">I", data, 17, crc32c(bytes(data[21:])))
    return bytes(data)


@pytest.mark.parametrize(
    ("bad", "kind"),
    [
        (b"garbage" * 20, CorruptRecordError),
        (patched(LAST, 16, ">b", 1, fix_crc=False)[:30], CorruptRecordError),
        (patched(LAST, 8, ">i", -1, fix_crc=False), CorruptRecordError),
        (patched(LAST, 8, ">i", 40, fix_crc=False), CorruptRecordError),
        (patched(LAST, 16, ">b", 1, fix_crc=False), CorruptRecordError),
        (patched(LAST, 16, ">b", 3, fix_crc=False), CorruptRecordError),
        (patched(LAST, 17, ">I", 1, fix_crc=False), CorruptRecordError),
        (patched(LAST, 0, ">q", -1), CorruptRecordError),
        (patched(LAST, 0, ">q", 2**63 - 1), CorruptRecordError),
        (patched(LAST, 12, ">i", -1), CorruptRecordError),
        (patched(LAST, 21, ">h", 5), CorruptRecordError),
        (patched(LAST, 23, ">i", 1), CorruptRecordError),
        (patched(LAST, 23, ">i", -1), CorruptRecordError),
        (patched(LAST, 57, ">i", 2), CorruptRecordError),
        (patched(LAST, 57, ">i", 0), CorruptRecordError),
        (patched(LAST, 0, ">q", 14), CorruptRecordError),
        (patched(LAST, 0, ">q", 12), CorruptRecordError),
        (patched(LAST, 12, ">i", 4), CorruptRecordError),
    ],
)
def test_one_invalid_batch_refuses_all_records(bad, kind):
    with pytest.raises(kind):
        fetched_batches(FIRST + CONTROL + bad)


@pytest.mark.parametrize(
    "tail",
    [
        *(LAST[:size] for size in (1, 5, 12, 16, 17, 60, len(LAST) - 1)),
        patched(LAST, 8, ">i", 1 << 30, fix_crc=False),
    ],
)
def test_incomplete_last_batch_is_left_out(tail):
    assert fetched_batches(FIRST + CONTROL + tail) == fetched_batches(FIRST + CONTROL)
    with pytest.raises(TruncatedError):
        fetched_batches(tail)


def control_of(key, value):
    builder = RecordBatchBuilder(base_offset=12, partition_leader_epoch=5, is_control=True)
    builder.append(1, key, value)
    return builder.build()


@pytest.mark.parametrize(
    "bad",
    [
        control_of(*encode_transaction_marker(commit=True, coordinator_epoch=1)),
        control_of(b"\x00\x00\x00\x07", b"\x00\x00"),
        control_of(b"\x00\x00\x00\x05", b"\x00\x00"),
        control_of(b"\x00\x00\x00\x05", None),
        control_of(None, b"\x00"),
        control_of(b"\x00", b"\x00"),
        control_batch(
            [KRaftVersionRecord(kraft_version=2)], base_offset=12, epoch=5, timestamp_ms=1
        ),
    ],
    ids=["commit", "unknown", "short", "null", "no key", "short key", "kraft.version 2"],
)
def test_control_records_that_cannot_be(bad):
    with pytest.raises(DecodeError):
        fetched_batches(FIRST + bad)


def test_compressed_batches_are_taken():
    builder = RecordBatchBuilder(
        base_offset=14, partition_leader_epoch=5, compression=Compression.LZ4
    )
    builder.append(1, None, b"d" * 100)
    made = builder.build()
    assert fetched_batches(GOOD + made)[-1] == BatchSummary(14, 14, 5, len(made))


@settings(max_examples=300)
@given(st.integers(0, len(GOOD) - 1), st.integers(1, 255))
def test_a_flipped_byte_is_found_or_changes_the_place_alone(place, bits):
    data = bytearray(GOOD)
    data[place] ^= bits
    try:
        found = fetched_batches(bytes(data))
    except DecodeError:
        return
    changed = [
        each for each, good in zip(found, fetched_batches(GOOD), strict=False) if each != good
    ]
    assert len(changed) <= 1  # base offset and epoch of a single batch lie outside its checksum


@settings(max_examples=300)
@given(st.binary(max_size=200))
def test_random_bytes_after_batches_raise_only_decode_errors(data):
    try:
        found = fetched_batches(GOOD + data)
    except DecodeError:
        return
    assert found == fetched_batches(GOOD)


@pytest.mark.parametrize(
    "path",
    sorted(ROOT.glob("*/metadata-log/node/__cluster_metadata-0/*.log")),
    ids=lambda each: str(each.relative_to(ROOT)),
)
def test_logs_written_by_kafka_are_valid(path):
    batches = fetched_batches(path.read_bytes())
    assert sum(each.size_bytes for each in batches) == path.stat().st_size
    assert all(before.end_offset == batch.base_offset for before, batch in pairwise(batches))
