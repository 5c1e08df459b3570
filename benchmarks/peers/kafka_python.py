"""kafka-python: pure Python, with functions that it generates and compiles when they are needed."""

from __future__ import annotations

from functools import partial
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

from benchmarks.peers import default_records

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
        operations[f"encode {case['name']}"] = partial(message.encode, version=api_version)
        operations[f"decode {case['name']}"] = partial(cls.decode, data, version=api_version)
    return operations


def records(cases: list[dict[str, Any]]) -> dict[str, Operation]:
    """Read all records of a batch, checksum included, and build it, with the codecs it has."""
    return default_records.records("kafka", cases)
