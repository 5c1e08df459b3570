"""Damaged batches with right checksums: lawful values or our own errors, nothing else, in time."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from kraft_wire.errors import DecodeError, WireError
from kraft_wire.records import BatchReader, RecordBatch
from kraft_wire.records.control import decode_control_record
from kraft_wire.records.coordinator import Coordinator, decode_coordinator_record
from kraft_wire.records.metadata_frame import decode_or_keep_metadata_record
from kraft_wire.records.metadata_log import check_metadata_batch
from tests.support.kafka_files import cases
from tests.support.record_batches import random_batch, with_right_crc

if TYPE_CHECKING:
    from kraft_wire.records import Batch

BYTES_MAX = 1 << 20


def changed(rng: random.Random, batch: bytes) -> bytes:
    data = bytearray(batch)
    for _ in range(rng.choice([1, 1, 2, 5])):
        place = rng.randrange(min(rng.choice([0, 16, 57, 61]), len(data) - 1), len(data))
        change = rng.randrange(5)
        if change == 0:
            data[place] ^= 1 << rng.randrange(8)
        elif change == 1:
            data[place] = rng.choice([0, 1, 3, 0x7F, 0x80, 0xFF])
        elif change == 2:
            data[place:place] = rng.randbytes(rng.choice([1, 4]))
        elif change == 3 and len(data) > 80:
            del data[place : place + 3]
        else:
            data += rng.randbytes(rng.choice([1, 20]))
    damaged = bytes(data)
    return with_right_crc(damaged) if rng.random() < 0.9 and len(damaged) > 16 else damaged


def read_all(data: bytes, *, file_rules: bool) -> int:
    """Use every reader there is on these bytes; count the records."""
    count = 0
    for batch in BatchReader(data, file_rules=file_rules):
        batch.crc_is_valid()
        with suppress(WireError):
            _ = batch.compression, batch.base_offset, batch.last_sequence, batch.max_timestamp
        with suppress(WireError):
            count += read_records(batch)
        if isinstance(batch, RecordBatch):
            with suppress(WireError):
                payload, position = batch.payload(max_bytes=BYTES_MAX)
                strict = list(batch.spans(payload, position))
                assert list(batch.spans(payload, position, lenient=True)) == strict
            with suppress(WireError):
                check_metadata_batch(batch)
    return count


def read_records(batch: Batch) -> int:
    count = 0
    for record in batch.records(max_bytes=BYTES_MAX):
        count += 1
        with suppress(WireError):
            decode_control_record(record)
        with suppress(WireError):
            decode_or_keep_metadata_record(record.value or b"")
        for coordinator in Coordinator:
            with suppress(WireError):
                decode_coordinator_record(coordinator, record.key, record.value)
    return count


@pytest.mark.parametrize("seed", range(30))
def test_batches_of_every_kind(seed: int) -> None:
    rng = random.Random(seed)
    count = 0
    for _ in range(40):
        batch = random_batch(rng)
        count += read_all(batch, file_rules=False)
        damaged = changed(rng, batch) + changed(rng, random_batch(rng))
        read_all(damaged, file_rules=rng.random() < 0.5)
    assert count > 40


@pytest.mark.parametrize("case", ["metadata-log", "consumer-offsets", "legacy-magic", "topic-lz4"])
def test_files_of_kafka(case: str) -> None:
    rng = random.Random(case)
    for folder in cases("batches.jsonl.gz"):
        if folder.name != case:
            continue
        for path in sorted(folder.rglob("*.log")):
            batches = list(BatchReader(path.read_bytes(), file_rules=True))
            for batch in rng.sample(batches, min(20, len(batches))):
                for _ in range(4):
                    read_all(changed(rng, bytes(batch)), file_rules=True)


@pytest.mark.parametrize("seed", range(10))
def test_random_bytes_raise_decode_errors_only(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        data = rng.randbytes(rng.randrange(200))
        with suppress(DecodeError):
            RecordBatch.parse(data, rng.randrange(-1, 220))
        read_all(data, file_rules=rng.random() < 0.5)
