"""Random record batches, and what our reader makes of bytes, in the words of the oracle."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Any

import crc32c

from kraft_wire.errors import CorruptRecordError, WireError
from kraft_wire.records import BatchReader, header_text

if TYPE_CHECKING:
    from random import Random

CODECS = ("none", "gzip", "snappy", "lz4", "zstd")

_NO_PRODUCER = {"producerId": -1, "producerEpoch": -1, "baseSequence": -1, "transactional": False}
_NAMES = ("", "trace", "größe", "漢字", "x" * 200)


def random_batch(random: Random, magic: int, codec: str) -> dict[str, Any]:
    """What the oracle's `build` takes; bytes in hex."""
    append_time = magic > 0 and random.random() < 0.3
    base_offset = random.choice((0, 1, 500, 1 << 31, (1 << 62) + 7))
    batch = {
        "magic": magic,
        "compression": codec,
        "timestampType": "LogAppendTime" if append_time else "CreateTime",
        "baseOffset": base_offset,
        "logAppendTime": 1_700_000_123_456 if append_time else -1,
        "epoch": random.choice((-1, 0, 7, 2**31 - 1)) if magic == 2 else -1,
        **(_producer(random) if magic == 2 and random.random() < 0.5 else _NO_PRODUCER),
    }
    if magic == 0:
        batch["timestampType"] = "NoTimestampType"
    count = random.choice((1, 1, 2, 2, 3, 3, 5, 5, 20, 20, 40, 300))
    offset = base_offset
    batch["records"] = records = []
    for _ in range(count):
        records.append(_record(random, magic, offset))
        offset += random.choice((1, 1, 1, 2, 100))
    return batch


def _producer(random: Random) -> dict[str, Any]:
    return {
        "producerId": random.choice((0, 1, 4711, 2**63 - 1)),
        "producerEpoch": random.choice((0, 3, 2**15 - 1)),
        "baseSequence": random.choice((0, 5, 2**31 - 1, 2**31 - 3)),
        "transactional": random.random() < 0.5,
    }


def _record(random: Random, magic: int, offset: int) -> dict[str, Any]:
    timestamp = random.choice((0, 1, 1_700_000_000_000, 1_700_000_000_000, 1_699_999_999_000))
    headers = []
    if magic == 2 and random.random() < 0.4:
        headers = [[random.choice(_NAMES), _blob(random)] for _ in range(random.choice((1, 2, 70)))]
    return {
        "offset": offset,
        "timestamp": timestamp if magic else -1,
        "key": _blob(random),
        "value": _blob(random),
        "headers": headers,
    }


def _blob(random: Random) -> str | None:
    if random.random() < 0.15:
        return None
    length = random.choice((0, 1, 10, 63, 64, 200, 200, 5000))
    if random.random() < 0.5:
        return random.randbytes(length).hex()
    return (b"abcdefgh" * 700)[:length].hex()


def described(octets: bytes) -> dict[str, Any]:
    """What the oracle's `batches` answers, by our reader; `stopped` is the refusal."""
    reader = BatchReader(octets)
    found: list[dict[str, Any]] = []
    answer: dict[str, Any] = {"batches": found}
    try:
        for batch in reader:
            batch.validate()
            found.append(_describe(batch))
    except WireError as refusal:
        answer["stopped"] = refusal
        return answer
    assert reader.stop is not None
    if reader.stop.kind not in ("end", "incomplete"):
        answer["stopped"] = CorruptRecordError(reader.stop.reason)
    return answer


def _describe(batch: Any) -> dict[str, Any]:
    return {
        "magic": batch.magic,
        "baseOffset": batch.base_offset,
        "lastOffset": batch.last_offset,
        "size": batch.size,
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
        "count": batch.count,
        "records": [_describe_record(record) for record in batch.records()],
    }


def _describe_record(record: Any) -> dict[str, Any]:
    if not getattr(record, "is_valid", True):  # a checksum inside a compressed set
        raise CorruptRecordError("the checksum of a record is wrong")
    return {
        "offset": record.offset,
        "timestamp": record.timestamp,
        "sequence": record.sequence,
        "key": None if record.key is None else record.key.hex(),
        "value": None if record.value is None else record.value.hex(),
        "headers": [
            [header_text(name), None if v is None else v.hex()] for name, v in record.headers
        ],
    }


def with_right_checksum(octets: bytes) -> bytes:
    """Put the right checksum into the first batch, whose length may be anything."""
    if len(octets) < 21:
        return octets
    changed = bytearray(octets)
    end = 12 + struct.unpack_from(">i", changed, 8)[0]
    if changed[16] == 2:
        struct.pack_into(">I", changed, 17, crc32c.crc32c(bytes(changed[21:end])))
    else:
        struct.pack_into(">I", changed, 12, zlib.crc32(bytes(changed[16:end])))
    return bytes(changed)
