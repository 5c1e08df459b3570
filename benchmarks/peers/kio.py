"""kio: its reader of messages is native (Rust), its writer is Python."""

from __future__ import annotations

import io
import re
from functools import partial
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.worker import Operation


def _module(message: str, version: int) -> str:
    """Return kio's module of a request or a response; it has none for records."""
    words = re.findall("[A-Z][a-z]+", message)
    return f"kio.schema.{'_'.join(words[:-1]).lower()}.v{version}.{words[-1].lower()}"


def version() -> str:
    return metadata.version("kio")


def wire(cases: list[dict[str, Any]]) -> dict[str, Operation]:
    """Decode and encode each message that it has."""
    from kio.serial import entity_reader, entity_writer

    operations: dict[str, Operation] = {}
    for case in cases:
        try:
            module = import_module(_module(case["message"], case["version"]))
        except ImportError:
            continue
        cls = getattr(module, case["message"])
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
