"""kio: its reader of messages is native (Rust), its writer is Python."""

from __future__ import annotations

import io
from functools import partial
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.worker import Operation

_MODULES = {
    "ApiVersionsRequest": "api_versions.v{}.request",
    "CreateTopicsRequest": "create_topics.v{}.request",
    "DescribeQuorumResponse": "describe_quorum.v{}.response",
    "FetchRequest": "fetch.v{}.request",
    "FetchResponse": "fetch.v{}.response",
    "HeartbeatRequest": "heartbeat.v{}.request",
    "MetadataResponse": "metadata.v{}.response",
    "ProduceRequest": "produce.v{}.request",
    "VoteRequest": "vote.v{}.request",
}


def version() -> str:
    return metadata.version("kio")


def wire(cases: list[dict[str, Any]]) -> dict[str, Operation]:
    """Decode and encode each message that it has."""
    from kio.serial import entity_reader, entity_writer

    operations: dict[str, Operation] = {}
    for case in cases:
        if case["message"] not in _MODULES:
            continue
        name = "kio.schema." + _MODULES[case["message"]].format(case["version"])
        try:
            cls = getattr(import_module(name), case["message"])
        except ImportError:
            continue
        data = bytes.fromhex(case["hex"])
        read, write = entity_reader(cls), entity_writer(cls)
        message, size = read(data, 0)
        assert size == len(data)

        def encode(write: Any = write, message: Any = message) -> bytes:
            buffer = io.BytesIO()
            write(buffer, message)
            return buffer.getvalue()

        assert encode() == data
        operations[f"encode {case['name']}"] = encode
        operations[f"decode {case['name']}"] = partial(read, data, 0)
    return operations
