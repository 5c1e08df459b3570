# Generated from UnregisterBrokerRequest.json by `python -m codegen generate`. Do not edit.
"""UnregisterBrokerRequest, request of API key 64, version 0, flexible from 0. Takes a stopped broker out of the cluster's metadata."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    UnknownTags,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from .unregister_broker_response import UnregisterBrokerResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_UNPACK_iB = Layout(">iB").unpack_from


class UnregisterBrokerRequest(Request["UnregisterBrokerResponse"]):
    """Takes a stopped broker out of the cluster's metadata."""

    __slots__ = ("broker_id", "unknown_tagged_fields")
    __match_args__ = ("broker_id",)
    KIND = "request"
    API_KEY = 64
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "UnregisterBrokerResponse"
    broker_id: Final[int]
    """Node id of the broker. (int32)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_UnregisterBrokerRequest = new(UnregisterBrokerRequest)


def _read_UnregisterBrokerRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_UnregisterBrokerRequest()
    o.broker_id, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_UnregisterBrokerRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_i(o.broker_id))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.broker_id))


UnregisterBrokerRequest._READERS = {
    0: _read_UnregisterBrokerRequest_0,
}
UnregisterBrokerRequest._WRITERS = {
    0: _write_UnregisterBrokerRequest_0,
}
