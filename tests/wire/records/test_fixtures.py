"""Every record and every batch of files that released Kafka wrote, against Kafka's own reading."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

import pytest

from kraft_wire.json_form import to_json
from kraft_wire.records import (
    Batch,
    BatchReader,
    Compression,
    LegacyBatch,
    RecordBatch,
    RecordBatchBuilder,
    TimestampType,
    header_spans,
    stamp,
)
from kraft_wire.records.control import (
    decode_control_record,
    encode_control_record,
    encode_transaction_marker,
)
from kraft_wire.records.coordinator import (
    Coordinator,
    decode_coordinator_record,
    encode_coordinator_record,
)
from kraft_wire.records.metadata_frame import decode_metadata_record, encode_metadata_record
from kraft_wire.records.metadata_log import check_metadata_batch
from tests.support.kafka_files import case_id, cases, lines

if TYPE_CHECKING:
    from pathlib import Path

CASES = cases("expected.jsonl.gz")
STOPS = {
    "end": None,
    "incomplete": "incompleteAt",
    "corrupt": "stoppedAt",
    "invalid": "invalidAt",
}
TOPICS = {
    "consumer-offsets": Coordinator.GROUP,
    "share-group-state": Coordinator.SHARE,
    "transaction-state": Coordinator.TRANSACTION,
}


def by_file(path: Path) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for line in lines(path):
        found.setdefault(line["file"], []).append(line)
    return found


def read(case: Path, name: str) -> tuple[list[Batch], BatchReader]:
    reader = BatchReader((case / name).read_bytes(), file_rules=True, check_crc=True)
    return list(reader), reader


def text(data: bytes | None) -> str | None:
    return None if data is None else base64.b64encode(data).decode()


def size(data: bytes | None) -> int:
    return -1 if data is None else len(data)


def batch_line(name: str, batch: Batch) -> dict[str, Any]:
    return {
        "file": name,
        "position": batch.position,
        "size": batch.size,
        "baseOffset": batch.base_offset,
        "magic": batch.magic,
        "valid": batch.crc_is_valid(),
        "lastOffset": batch.last_offset,
        "nextOffset": batch.next_offset,
        "count": batch.count,
        "crc": batch.crc,
        "compression": batch.compression.label,
        "timestampType": batch.timestamp_type.label,
        "maxTimestamp": batch.max_timestamp,
        "producerId": batch.producer_id,
        "producerEpoch": batch.producer_epoch,
        "baseSequence": batch.base_sequence,
        "lastSequence": batch.last_sequence,
        "partitionLeaderEpoch": batch.partition_leader_epoch,
        "isTransactional": batch.is_transactional,
        "isControl": batch.is_control,
        "deleteHorizonMs": batch.delete_horizon_ms,
    }


def record_line(name: str, batch: Batch, record: Any) -> dict[str, Any]:
    return {
        "file": name,
        "offset": record.offset,
        "timestamp": record.timestamp,
        "timestampType": batch.timestamp_type.label,
        "keySize": size(record.key),
        "valueSize": size(record.value),
        "key": text(record.key),
        "value": text(record.value),
        "headers": [[key, text(value)] for key, value in record.headers],
        "producerId": batch.producer_id,
        "producerEpoch": batch.producer_epoch,
        "sequence": record.sequence,
        "isTransactional": batch.is_transactional,
        "isControl": batch.is_control,
        "partitionLeaderEpoch": batch.partition_leader_epoch,
        "compression": batch.compression.label,
        "magic": batch.magic,
        "batchPosition": batch.position,
        "batchSize": batch.size,
        "batchBaseOffset": batch.base_offset,
        "batchLastOffset": batch.last_offset,
        "crc": batch.crc,
    }


def control_form(record: Any) -> dict[str, Any]:
    control = decode_control_record(record)
    assert control.type is not None
    assert control.message is not None
    if control.message.API_KEY is None and type(control.message).__name__ == "EndTxnMarker":
        return {"type": control.type.name, "coordinatorEpoch": control.message.coordinator_epoch}
    return {"type": control.type.name, "data": to_json(control.message, 0)}


def metadata_form(record: Any, expected: dict[str, Any]) -> dict[str, Any]:
    message, version = decode_metadata_record(record.value)
    return {
        "type": expected["type"],
        "apiKey": message.API_KEY,
        "version": version,
        "data": to_json(message, version),
    }


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_every_batch_and_where_reading_stops(case: Path) -> None:
    for name, expected in by_file(case / "batches.jsonl.gz").items():
        batches, reader = read(case, name)
        stop = reader.stop
        assert stop is not None
        seen = [batch_line(name, batch) for batch in batches]
        last = expected[-1]
        if "valid" not in last:
            kind = STOPS[stop.kind]
            assert kind is not None
            assert last[kind] == stop.position
            expected.pop()
            if kind == "invalidAt":
                assert expected.pop()["valid"] is False
        else:
            assert stop.kind == "end"
        assert seen == expected


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_every_record(case: Path) -> None:
    expected = by_file(case / "expected.jsonl.gz")
    for name in {**by_file(case / "batches.jsonl.gz"), **expected}:
        seen = []
        wanted = iter(expected.get(name, ()))
        for batch in read(case, name)[0]:
            for record in batch.records():
                line = record_line(name, batch, record)
                want = next(wanted)
                if "control" in want:
                    line["control"] = control_form(record)
                if "metadata" in want:
                    line["metadata"] = metadata_form(record, want["metadata"])
                assert line == want
                seen.append(line)
        assert len(seen) == len(expected.get(name, ()))


def modern_batches(case: Path) -> list[RecordBatch]:
    return [
        batch
        for name in by_file(case / "batches.jsonl.gz")
        for batch in read(case, name)[0]
        if isinstance(batch, RecordBatch)
    ]


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_spans_agree_with_records(case: Path) -> None:
    for batch in modern_batches(case):
        payload, position = batch.payload()
        for lenient in (False, True):
            spans = list(batch.spans(payload, position, lenient=lenient))
            assert len(spans) == batch.count
            for span, record in zip(spans, batch.records(), strict=True):
                assert span[:3] == (record.offset, record.timestamp, record.sequence)
                key = payload[span.key_start : span.key_start + span.key_size]
                value = payload[span.value_start : span.value_start + span.value_size]
                assert (None if span.key_size < 0 else key) == record.key
                assert (None if span.value_size < 0 else value) == record.value
                assert span.header_count == len(record.headers)
                names = [
                    payload[start : start + length].decode()
                    for start, length, *_ in header_spans(payload, span)
                ]
                assert names == [name for name, _ in record.headers]


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_batches_are_built_again_to_the_same_bytes(case: Path) -> None:
    for batch in modern_batches(case):
        if batch.timestamp_type is TimestampType.LOG_APPEND_TIME:
            continue  # the producers' timestamps are gone
        builder = RecordBatchBuilder.like(batch)
        builder.extend(batch.records())
        built = builder.build(last_offset=batch.last_offset, max_timestamp=batch.max_timestamp)
        if batch.compression is Compression.NONE:
            assert built == bytes(batch)
        again = RecordBatch.parse(built)
        assert again.crc_is_valid()
        assert again.read_records() == batch.read_records()
        moved = stamp(built, 7, 9)
        assert RecordBatch.parse(moved).crc_is_valid()
        assert stamp(moved, batch.base_offset, batch.partition_leader_epoch) == built


@pytest.mark.parametrize("case", cases("history.txt"), ids=case_id)
def test_metadata_records_are_written_again_to_the_same_bytes(case: Path) -> None:
    for batch in modern_batches(case):
        check_metadata_batch(batch)
        for record in batch.records():
            assert record.value is not None
            if batch.is_control:
                message = decode_control_record(record).message
                assert message is not None
                assert encode_control_record(message) == (record.key, record.value)
            else:
                metadata = decode_metadata_record(record.value)
                assert encode_metadata_record(metadata) == record.value


@pytest.mark.parametrize("case", [case for case in CASES if case.name in TOPICS], ids=case_id)
def test_coordinator_records_are_written_again_to_the_same_bytes(case: Path) -> None:
    count = 0
    for batch in modern_batches(case):
        for record in batch.records():
            if batch.is_control:
                control = decode_control_record(record)
                pair = encode_transaction_marker(
                    commit=control.type_number == 1,
                    coordinator_epoch=control.message.coordinator_epoch,
                )
                assert pair == (record.key, record.value)
                continue
            decoded = decode_coordinator_record(TOPICS[case.name], record.key, record.value)
            assert encode_coordinator_record(decoded) == (record.key, record.value)
            count += 1
    assert count


def test_the_old_formats_are_among_them() -> None:
    seen = set()
    for case in cases("batches.jsonl.gz"):
        if case.name == "legacy-magic":
            for name in by_file(case / "batches.jsonl.gz"):
                for batch in read(case, name)[0]:
                    if isinstance(batch, LegacyBatch):
                        seen.add((batch.magic, batch.compression.label))
    assert seen == {
        (magic, codec) for magic in (0, 1) for codec in ("none", "gzip", "snappy", "lz4")
    }
