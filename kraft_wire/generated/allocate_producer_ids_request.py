# Generated from AllocateProducerIdsRequest.json by `python -m codegen generate`. Do not edit.
"""AllocateProducerIdsRequest, request of API key 67, version 0, flexible from 0. A broker asks the controller for a block of producer ids."""

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
    from .allocate_producer_ids_response import AllocateProducerIdsResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_UNPACK_iqB = Layout(">iqB").unpack_from


class AllocateProducerIdsRequest(Request["AllocateProducerIdsResponse"]):
    """A broker asks the controller for a block of producer ids."""

    __slots__ = ("broker_id", "broker_epoch", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "broker_epoch")
    KIND = "request"
    API_KEY = 67
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "AllocateProducerIdsResponse"
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64)"""

    def __init__(
        self,
        *,
        broker_id: int = 0,
        broker_epoch: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.broker_id = broker_id
        self.broker_epoch = broker_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            broker_id: int = ...,
            broker_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_AllocateProducerIdsRequest = new(AllocateProducerIdsRequest)


def _read_AllocateProducerIdsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_AllocateProducerIdsRequest()
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_AllocateProducerIdsRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqx(o.broker_id, o.broker_epoch))


AllocateProducerIdsRequest._READERS = {
    0: _read_AllocateProducerIdsRequest_0,
}
AllocateProducerIdsRequest._WRITERS = {
    0: _write_AllocateProducerIdsRequest_0,
}
