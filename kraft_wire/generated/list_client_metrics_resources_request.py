# Generated from ListClientMetricsResourcesRequest.json by `python -m codegen generate`. Do not edit.
"""ListClientMetricsResourcesRequest, request of API key 74, version 0, flexible from 0. Lists the names of client metrics subscriptions; in 4.1 it became ListConfigResources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_wire.message import Request
from kraft_wire.primitives import (
    UnknownTags,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from .list_client_metrics_resources_response import ListClientMetricsResourcesResponse
    from typing import Self

    from kraft_wire.primitives import Append


class ListClientMetricsResourcesRequest(Request["ListClientMetricsResourcesResponse"]):
    """Lists the names of client metrics subscriptions; in 4.1 it became ListConfigResources."""

    __slots__ = ("unknown_tagged_fields",)
    __match_args__ = ()
    KIND = "request"
    API_KEY = 74
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "ListClientMetricsResourcesResponse"

    def __init__(
        self,
        *,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ListClientMetricsResourcesRequest = new(ListClientMetricsResourcesRequest)


def _read_ListClientMetricsResourcesRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ListClientMetricsResourcesRequest()
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ListClientMetricsResourcesRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ListClientMetricsResourcesRequest._READERS = {
    0: _read_ListClientMetricsResourcesRequest_0,
}
ListClientMetricsResourcesRequest._WRITERS = {
    0: _write_ListClientMetricsResourcesRequest_0,
}
