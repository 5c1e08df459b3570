# Generated from GetTelemetrySubscriptionsResponse.json by `python -m codegen generate`. Do not edit.
"""GetTelemetrySubscriptionsResponse, response of API key 71, version 0, flexible from 0. Answers GetTelemetrySubscriptionsRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT8S,
    READ_INT8S,
    _text_tuple,
    pack_many,
    read_compact_texts,
    read_numbers,
    write_compact_texts,
)
from kraft_wire.message import Message
from kraft_wire.primitives import (
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_ihui = Layout(">ih16si").pack
_PACK_ihuiB = Layout(">ih16siB").pack
_PACK_iiZ = Layout(">ii?").pack
_PACK_iiZB = Layout(">ii?B").pack
_UNPACK_ihuiB = Layout(">ih16siB").unpack_from
_UNPACK_iiZB = Layout(">ii?B").unpack_from


class GetTelemetrySubscriptionsResponse(Message):
    """Answers GetTelemetrySubscriptionsRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "client_instance_id", "subscription_id", "accepted_compression_types", "push_interval_ms", "telemetry_max_bytes", "delta_temporality", "requested_metrics", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "client_instance_id", "subscription_id", "accepted_compression_types", "push_interval_ms", "telemetry_max_bytes", "delta_temporality", "requested_metrics")
    KIND = "response"
    API_KEY = 71
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    client_instance_id: Final[Uuid]
    """Id of the client's process, which the broker gives at the first request. (uuid)"""
    subscription_id: Final[int]
    """Id of the set of metrics that the client was told. (int32)"""
    accepted_compression_types: Final[tuple[int, ...]]
    """Compression codecs that the broker takes for pushed metrics, best first. ([]int8)"""
    push_interval_ms: Final[int]
    """Milliseconds between pushes. (int32)"""
    telemetry_max_bytes: Final[int]
    """Bytes that one push may have. (int32)"""
    delta_temporality: Final[bool]
    """Whether metrics are told as differences to the push before. (bool)"""
    requested_metrics: Final[tuple[str, ...]]
    """Prefixes of the metrics that are wanted; one empty text for all. ([]string)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        client_instance_id: Uuid = ZERO_UUID,
        subscription_id: int = 0,
        accepted_compression_types: Iterable[int] = (),
        push_interval_ms: int = 0,
        telemetry_max_bytes: int = 0,
        delta_temporality: bool = False,
        requested_metrics: Iterable[str] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.client_instance_id = client_instance_id
        self.subscription_id = subscription_id
        self.accepted_compression_types = tuple(accepted_compression_types)
        self.push_interval_ms = push_interval_ms
        self.telemetry_max_bytes = telemetry_max_bytes
        self.delta_temporality = delta_temporality
        self.requested_metrics = _text_tuple(requested_metrics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            client_instance_id: Uuid = ...,
            subscription_id: int = ...,
            accepted_compression_types: Iterable[int] = ...,
            push_interval_ms: int = ...,
            telemetry_max_bytes: int = ...,
            delta_temporality: bool = ...,
            requested_metrics: Iterable[str] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_GetTelemetrySubscriptionsResponse = new(GetTelemetrySubscriptionsResponse)


def _read_GetTelemetrySubscriptionsResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_GetTelemetrySubscriptionsResponse()
    o.throttle_time_ms, o.error_code, u0, o.subscription_id, n = _UNPACK_ihuiB(buf, pos)
    pos += 26
    o.client_instance_id = UUIDS[u0]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    o.accepted_compression_types = (READ_INT8S[n] if n < 16 else read_numbers("b", n))(buf, pos)
    pos += n
    o.push_interval_ms, o.telemetry_max_bytes, o.delta_temporality, n = _UNPACK_iiZB(buf, pos)
    pos += 9
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.requested_metrics, pos = read_compact_texts(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_GetTelemetrySubscriptionsResponse_0(put: Append, o: Any) -> None:
    if len(o.client_instance_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    items = o.accepted_compression_types
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihuiB(o.throttle_time_ms, o.error_code, o.client_instance_id, o.subscription_id, n))
    else:
        put(_PACK_ihui(o.throttle_time_ms, o.error_code, o.client_instance_id, o.subscription_id))
        put(count_uvarint(n))
    put((PACK_INT8S[n - 1] if n < 16 else pack_many("b", len(items)))(*items))
    if o.delta_temporality is not True and o.delta_temporality is not False:
        raise ValueError("bool is neither true nor false")
    items = o.requested_metrics
    n = len(items) + 1
    if n < 128:
        put(_PACK_iiZB(o.push_interval_ms, o.telemetry_max_bytes, o.delta_temporality, n))
    else:
        put(_PACK_iiZ(o.push_interval_ms, o.telemetry_max_bytes, o.delta_temporality))
        put(count_uvarint(n))
    write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


GetTelemetrySubscriptionsResponse._READERS = {
    0: _read_GetTelemetrySubscriptionsResponse_0,
}
GetTelemetrySubscriptionsResponse._WRITERS = {
    0: _write_GetTelemetrySubscriptionsResponse_0,
}
