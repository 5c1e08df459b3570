# Generated from GetTelemetrySubscriptionsRequest.json by `python -m codegen generate`. Do not edit.
"""GetTelemetrySubscriptionsRequest, request of API key 71, version 0, flexible from 0. A client asks which metrics it should push (KIP-714)."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from .get_telemetry_subscriptions_response import GetTelemetrySubscriptionsResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_u = Layout(">16s").pack
_PACK_ux = Layout(">16sx").pack
_UNPACK_uB = Layout(">16sB").unpack_from


class GetTelemetrySubscriptionsRequest(Request["GetTelemetrySubscriptionsResponse"]):
    """A client asks which metrics it should push (KIP-714)."""

    __slots__ = ("client_instance_id", "unknown_tagged_fields")
    __match_args__ = ("client_instance_id",)
    KIND = "request"
    API_KEY = 71
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "GetTelemetrySubscriptionsResponse"
    client_instance_id: Final[Uuid]
    """Id of the client's process, which the broker gives at the first request. (uuid)"""

    def __init__(
        self,
        *,
        client_instance_id: Uuid = ZERO_UUID,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.client_instance_id = client_instance_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            client_instance_id: Uuid = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_GetTelemetrySubscriptionsRequest = new(GetTelemetrySubscriptionsRequest)


def _read_GetTelemetrySubscriptionsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_GetTelemetrySubscriptionsRequest()
    u0, n = _UNPACK_uB(buf, pos)
    pos += 17
    o.client_instance_id = UUIDS[u0]
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_GetTelemetrySubscriptionsRequest_0(put: Append, o: Any) -> None:
    if len(o.client_instance_id) != 16:
        raise ValueError("uuid has not 16 bytes")
    if o.unknown_tagged_fields:
        put(_PACK_u(o.client_instance_id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ux(o.client_instance_id))


GetTelemetrySubscriptionsRequest._READERS = {
    0: _read_GetTelemetrySubscriptionsRequest_0,
}
GetTelemetrySubscriptionsRequest._WRITERS = {
    0: _write_GetTelemetrySubscriptionsRequest_0,
}
