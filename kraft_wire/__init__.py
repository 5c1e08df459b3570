"""Bytes and objects of Apache Kafka's protocol: no IO, no consensus.

What most users need can be imported from here; each name is loaded on first use. Classes of
messages come from `kraft_wire.messages`. `kraft_wire.engine` is "native" or "python": see `native`.

Reading order: `primitives` (varints, tags), `arrays`, `schema` (what a message looks like),
`message` (what every generated class can do), `messages` (all of them), then `framing`, `headers`,
`connection/`, `records/`, `json_form/`, `inspection/` (the careful reader), `explain/`. `errors`
and `limits` stand beneath all of it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from kraft_wire.exports import lazy_exports

if TYPE_CHECKING:
    from kraft_wire.connection import ClientConnection, ServerConnection
    from kraft_wire.errors import (
        DecodeError,
        EncodeError,
        ErrorCode,
        UnknownMessageError,
        UnsupportedVersionError,
        WireError,
    )
    from kraft_wire.framing import FrameReader, frame
    from kraft_wire.json_form import from_json, to_json
    from kraft_wire.limits import Limits
    from kraft_wire.message import Message, Request, Struct
    from kraft_wire.messages import (
        ApiKey,
        kafka_messages,
        message_class,
        metadata_record_class,
        request_class,
        response_class,
    )
    from kraft_wire.native import Engine
    from kraft_wire.primitives import Uuid
    from kraft_wire.records import (
        Compression,
        Record,
        RecordBatch,
        RecordBatchBuilder,
        iter_batches,
    )
    from kraft_wire.registry import MessageSet

    engine: Engine

__version__ = "0.2.0"
"""The version of the distribution: the only place that has it."""

_MODULES = {
    "ApiKey": "messages",
    "ClientConnection": "connection",
    "Compression": "records",
    "DecodeError": "errors",
    "EncodeError": "errors",
    "ErrorCode": "errors",
    "FrameReader": "framing",
    "Limits": "limits",
    "Message": "message",
    "MessageSet": "registry",
    "Record": "records",
    "RecordBatch": "records",
    "RecordBatchBuilder": "records",
    "Request": "message",
    "ServerConnection": "connection",
    "Struct": "message",
    "UnknownMessageError": "errors",
    "UnsupportedVersionError": "errors",
    "Uuid": "primitives",
    "WireError": "errors",
    "frame": "framing",
    "from_json": "json_form",
    "iter_batches": "records",
    "kafka_messages": "messages",
    "message_class": "messages",
    "metadata_record_class": "messages",
    "request_class": "messages",
    "response_class": "messages",
    "to_json": "json_form",
}

__all__ = [
    "ApiKey",
    "ClientConnection",
    "Compression",
    "DecodeError",
    "EncodeError",
    "ErrorCode",
    "FrameReader",
    "Limits",
    "Message",
    "MessageSet",
    "Record",
    "RecordBatch",
    "RecordBatchBuilder",
    "Request",
    "ServerConnection",
    "Struct",
    "UnknownMessageError",
    "UnsupportedVersionError",
    "Uuid",
    "WireError",
    "__version__",
    "engine",
    "frame",
    "from_json",
    "iter_batches",
    "kafka_messages",
    "message_class",
    "metadata_record_class",
    "request_class",
    "response_class",
    "to_json",
]

_exported = lazy_exports(__name__, _MODULES)


if not TYPE_CHECKING:  # a type checker would take any name for one of these

    def __getattr__(name: str) -> Any:
        if name == "engine":
            return import_module(f"{__name__}.native").ENGINE
        return _exported(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
