"""kafka-python: pure Python, with functions that it generates and compiles when they are needed."""

from __future__ import annotations

from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.worker import Operation

_MODULES = {
    "DescribeQuorumResponse": "kafka.protocol.admin.cluster",
    "FetchRequest": "kafka.protocol.consumer.fetch",
    "FetchResponse": "kafka.protocol.consumer.fetch",
    "MetadataResponse": "kafka.protocol.metadata.metadata",
}


def version() -> str:
    return metadata.version("kafka-python")


def wire(cases: list[dict[str, Any]]) -> dict[str, Operation]:
    """Decode and encode each message that it has."""
    operations: dict[str, Operation] = {}
    for case in cases:
        if case["message"] not in _MODULES:
            continue
        cls = getattr(import_module(_MODULES[case["message"]]), case["message"])
        data, api_version = bytes.fromhex(case["hex"]), case["version"]
        if cls.max_version < api_version:
            continue
        message = cls.decode(data, version=api_version)
        message._header = None  # which only its constructor sets, and `encode` wants
        assert message.encode(version=api_version) == data
        operations[f"encode {case['name']}"] = lambda m=message, v=api_version: m.encode(version=v)
        operations[f"decode {case['name']}"] = lambda c=cls, d=data, v=api_version: c.decode(
            d, version=v
        )
    return operations


def records(cases: list[dict[str, Any]]) -> dict[str, Operation]:
    """Read all records of a batch, checksum included, and build it, with the codecs it has."""
    from kafka.errors import UnsupportedCodecError
    from kafka.record.default_records import DefaultRecordBatch, DefaultRecordBatchBuilder

    from benchmarks.record_shapes import rows_of

    def decode(data: bytes) -> list[Any]:
        batch = DefaultRecordBatch(data)
        assert batch.validate_crc()
        return list(batch)

    def build(codec: int, rows: list[Any]) -> bytes:
        builder = DefaultRecordBatchBuilder(
            magic=2,
            compression_type=codec,
            is_transactional=0,
            producer_id=-1,
            producer_epoch=-1,
            base_sequence=-1,
            batch_size=1 << 24,
        )
        for offset, (timestamp, key, value, headers) in enumerate(rows):
            builder.append(offset, timestamp, key, value, headers)
        return bytes(builder.build())

    operations: dict[str, Operation] = {}
    for case in cases:
        data, codec = bytes.fromhex(case["hex"]), case["codec"]
        rows = [(*row[:3], list(row[3])) for row in rows_of(case)]
        try:
            built = build(codec, rows)
        except UnsupportedCodecError:
            continue
        assert codec or built[16:] == data[16:]  # all behind the leader epoch, which brokers set
        for batch in (data, built):
            found = [(r.timestamp, r.key, r.value, list(r.headers)) for r in decode(batch)]
            assert found == rows
        operations[f"decode {case['name']}"] = lambda d=data: decode(d)
        operations[f"build {case['name']}"] = lambda c=codec, r=rows: build(c, r)
    return operations
