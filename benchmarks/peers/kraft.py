"""This project."""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.worker import Operation


def version() -> str:
    """The installed version, or that of a checkout."""
    try:
        return metadata.version("kraft")
    except metadata.PackageNotFoundError:
        return "checkout"


def wire(cases: list[dict[str, Any]]) -> dict[str, Operation]:
    """Decode and encode each message."""
    from kraft_wire.messages import message_class

    operations: dict[str, Operation] = {}
    for case in cases:
        data, api_version = bytes.fromhex(case["hex"]), case["version"]
        cls = message_class(case["message"])
        message = cls.decode(data, api_version)
        assert message.encode(api_version) == data
        operations[f"encode {case['name']}"] = lambda m=message, v=api_version: m.encode(v)
        operations[f"decode {case['name']}"] = lambda c=cls, d=data, v=api_version: c.decode(d, v)
    return operations


def records(cases: list[dict[str, Any]]) -> dict[str, Operation]:
    """Read all records of a batch, checksum included, and build it."""
    from benchmarks.record_shapes import build, records_of, rows_of
    from kraft_wire.records import Compression, RecordBatch

    def decode(data: bytes) -> list[Any]:
        batch = RecordBatch.parse(data)
        batch.validate()
        return batch.read_records()

    operations: dict[str, Operation] = {}
    for case in cases:
        data, rows, codec = bytes.fromhex(case["hex"]), rows_of(case), Compression(case["codec"])
        made = records_of(rows)
        assert decode(data) == made
        assert build(codec, made) == data
        operations[f"decode {case['name']}"] = lambda d=data: decode(d)
        operations[f"build {case['name']}"] = lambda c=codec, r=made: build(c, r)
    return operations
