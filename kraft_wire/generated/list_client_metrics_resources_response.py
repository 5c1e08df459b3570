# Generated from ListClientMetricsResourcesResponse.json by `python -m codegen generate`. Do not edit.
"""ListClientMetricsResourcesResponse, response of API key 74, version 0, flexible from 0. Answers ListClientMetricsResourcesRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_UNPACK_ihB = Layout(">ihB").unpack_from


class ClientMetricsResource(Struct):
    """Subscriptions to client metrics."""

    __slots__ = ("name", "unknown_tagged_fields")
    __match_args__ = ("name",)
    __qualname__ = "ListClientMetricsResourcesResponse.ClientMetricsResource"
    name: Final[str]
    """Name of the subscription. (string)"""

    def __init__(
        self,
        *,
        name: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.name = name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            name: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_ClientMetricsResource = ClientMetricsResource
_new_ClientMetricsResource = new(ClientMetricsResource)


class ListClientMetricsResourcesResponse(Message):
    """Answers ListClientMetricsResourcesRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "client_metrics_resources", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "client_metrics_resources")
    KIND = "response"
    API_KEY = 74
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        ClientMetricsResource: TypeAlias = _ClientMetricsResource
    else:  # no annotation of a field
        ClientMetricsResource = _ClientMetricsResource
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    client_metrics_resources: Final[tuple[ClientMetricsResource, ...]]
    """Subscriptions to client metrics. ([]ClientMetricsResource)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        client_metrics_resources: Iterable[ClientMetricsResource] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.client_metrics_resources = tuple(client_metrics_resources)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            client_metrics_resources: Iterable[ClientMetricsResource] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListClientMetricsResourcesResponse = new(ListClientMetricsResourcesResponse)


def _read_ClientMetricsResource_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_ClientMetricsResource()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_ClientMetricsResource_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ListClientMetricsResourcesResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListClientMetricsResourcesResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.client_metrics_resources, pos = _read_ClientMetricsResource_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListClientMetricsResourcesResponse_0(put: Append, o: Any) -> None:
    items = o.client_metrics_resources
    n = len(items) + 1
    if n < 128:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
    else:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        put(count_uvarint(n))
    if items:
        _write_ClientMetricsResource_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListClientMetricsResourcesResponse._READERS = {
    0: _read_ListClientMetricsResourcesResponse_0,
}
ListClientMetricsResourcesResponse._WRITERS = {
    0: _write_ListClientMetricsResourcesResponse_0,
}
