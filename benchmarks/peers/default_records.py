"""The common part of aiokafka and kafka-python, which share the code of their records."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.worker import Operation


def records(package: str, cases: list[dict[str, Any]]) -> dict[str, Operation]:
    """Read all records of a batch, checksum included, and build it, with the codecs it has."""
    from benchmarks.record_shapes import rows_of

    unsupported = import_module(f"{package}.errors").UnsupportedCodecError
    module = import_module(f"{package}.record.default_records")

    def decode(data: bytes) -> list[Any]:
        batch = module.DefaultRecordBatch(data)
        assert batch.validate_crc()
        return list(batch)

    def build(codec: int, rows: list[Any]) -> bytes:
        builder = module.DefaultRecordBatchBuilder(
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
        except unsupported:
            continue
        assert codec or built[16:] == data[16:]  # all behind the leader epoch, which brokers set
        for batch in (data, built):
            found = [(r.timestamp, r.key, r.value, list(r.headers)) for r in decode(batch)]
            assert found == rows
        operations[f"decode {case['name']}"] = lambda d=data: decode(d)
        for verb in ("append", "build"):  # they accept no finished records
            operations[f"{verb} {case['name']}"] = lambda c=codec, r=rows: build(c, r)
    return operations
