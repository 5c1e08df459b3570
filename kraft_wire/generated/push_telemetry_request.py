# Generated from PushTelemetryRequest.json by `python -m codegen generate`. Do not edit.
"""PushTelemetryRequest, request of API key 72, version 0, flexible from 0. A client pushes its metrics (KIP-714)."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    long_blob_length,
    new,
    octets,
    read_unknown_tags,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .push_telemetry_response import PushTelemetryResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_uiZb = Layout(">16si?b").pack
_PACK_uiZbB = Layout(">16si?bB").pack
_UNPACK_uiZbB = Layout(">16si?bB").unpack_from


class PushTelemetryRequest(Request["PushTelemetryResponse"]):
    """A client pushes its metrics (KIP-714)."""

    __slots__ = ("client_instance_id", "subscription_id", "terminating", "compression_type", "metrics", "unknown_tagged_fields")
    __match_args__ = ("client_instance_id", "subscription_id", "terminating", "compression_type", "metrics")
    KIND = "request"
    API_KEY = 72
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "PushTelemetryResponse"
    client_instance_id: Final[Uuid]
    """Id of the client's process, which the broker gives at the first request. (uuid)"""
    subscription_id: Final[int]
    """Id of the set of metrics that the client was told. (int32)"""
    terminating: Final[bool]
    """Whether it is the client's last push. (bool)"""
    compression_type: Final[int]
    """Codec of the metrics. (int8)"""
    metrics: Final[bytes]
    """Metrics in OTLP form. (bytes)"""

    def __init__(
        self,
        *,
        client_instance_id: Uuid = ZERO_UUID,
        subscription_id: int = 0,
        terminating: bool = False,
        compression_type: int = 0,
        metrics: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.client_instance_id = client_instance_id
        self.subscription_id = subscription_id
        self.terminating = terminating
        self.compression_type = compression_type
        self.metrics = metrics
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            client_instance_id: Uuid = ...,
            subscription_id: int = ...,
            terminating: bool = ...,
            compression_type: int = ...,
            metrics: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_PushTelemetryRequest = new(PushTelemetryRequest)


def _read_PushTelemetryRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_PushTelemetryRequest()
    u0, o.subscription_id, o.terminating, o.compression_type, n = _UNPACK_uiZbB(buf, pos)
    pos += 22
    o.client_instance_id = UUIDS[u0]
    if n > 127:
        n -= 128
        pos += 1
        if buf[pos] < 128:
            n += buf[pos] << 7
        else:
            n, pos = long_blob_length(buf, pos)
    if not n:
        raise ValueError("null bytes")
    end = pos + n
    o.metrics = buf[pos + 1 : end]
    pos = end
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_PushTelemetryRequest_0(put: Append, o: Any) -> None:
    if len(o.client_instance_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.terminating is not True and o.terminating is not False:
        raise ValueError("bool is neither true nor false")
    items = o.metrics
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    if n < 128:
        put(_PACK_uiZbB(o.client_instance_id, o.subscription_id, o.terminating, o.compression_type, n))
    else:
        put(_PACK_uiZb(o.client_instance_id, o.subscription_id, o.terminating, o.compression_type))
        put(uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


PushTelemetryRequest._READERS = {
    0: _read_PushTelemetryRequest_0,
}
PushTelemetryRequest._WRITERS = {
    0: _write_PushTelemetryRequest_0,
}
