"""This project, with the engine that it has."""

from __future__ import annotations

from functools import partial
from importlib import metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.worker import Operation


def version() -> str:
    """Return the installed version, or that of a checkout, and the engine."""
    import kraft_wire

    try:
        return f"{metadata.version('kraft')} ({kraft_wire.engine})"
    except metadata.PackageNotFoundError:
        return f"checkout ({kraft_wire.engine})"


class Constant:
    """The minimal cost of a call."""

    def method(self, version: int) -> int:
        """Return the number that was given."""
        return version


def wire(cases: list[dict[str, Any]]) -> dict[str, Operation]:
    from kraft_wire.messages import message_class

    operations: dict[str, Operation] = {}
    for case in cases:
        data, api_version = bytes.fromhex(case["hex"]), case["version"]
        cls = message_class(case["message"])
        message = cls.decode(data, api_version)
        assert message.encode(api_version) == data
        operations[f"encode {case['name']}"] = partial(message.encode, api_version)
        operations[f"decode {case['name']}"] = partial(cls.decode, data, api_version)
    operations["constant"] = partial(Constant().method, 1)
    return operations


def records(cases: list[dict[str, Any]]) -> dict[str, Operation]:
    """Read all records of a batch, as objects and as columns, checksum included; build it."""
    from benchmarks.record_shapes import append, build, records_of, rows_of
    from kraft_wire.records import Compression, RecordBatch, read_columns

    def decode(data: bytes) -> list[Any]:
        batch = RecordBatch.parse(data)
        batch.validate()
        return batch.read_records()

    def columns(data: bytes) -> Any:
        batch = RecordBatch.parse(data)
        batch.validate()
        return read_columns(batch)

    operations: dict[str, Operation] = {}
    for case in cases:
        data, rows, codec = bytes.fromhex(case["hex"]), rows_of(case), Compression(case["codec"])
        made = records_of(rows)
        assert decode(data) == made
        assert build(codec, made) == data
        operations[f"decode {case['name']}"] = partial(decode, data)
        operations[f"columns {case['name']}"] = partial(columns, data)
        operations[f"build {case['name']}"] = partial(build, codec, made)
        assert append(codec, rows) == data
        operations[f"append {case['name']}"] = partial(append, codec, rows)
    return operations
