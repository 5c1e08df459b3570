# Generated from ControlledShutdownRequest.json by `python -m codegen generate`. Do not edit.
"""ControlledShutdownRequest, request of API key 7, versions 0-3, flexible from 3. A broker of the ZooKeeper era asks to hand over its leaderships before it stops; gone in 4.0."""

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
    from .controlled_shutdown_response import ControlledShutdownResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_iq = Layout(">iq").pack
_PACK_iqx = Layout(">iqx").pack
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iq = Layout(">iq").unpack_from
_UNPACK_iqB = Layout(">iqB").unpack_from


class ControlledShutdownRequest(Request["ControlledShutdownResponse"]):
    """A broker of the ZooKeeper era asks to hand over its leaderships before it stops; gone in 4.0."""

    __slots__ = ("broker_id", "broker_epoch", "unknown_tagged_fields")
    __match_args__ = ("broker_id", "broker_epoch")
    KIND = "request"
    API_KEY = 7
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (3, 3)
    _RESPONSE_NAME = "ControlledShutdownResponse"
    broker_id: Final[int]
    """Node id of the broker. (int32)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64, versions 2-3, ignorable)"""

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


_new_ControlledShutdownRequest = new(ControlledShutdownRequest)


def _read_ControlledShutdownRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ControlledShutdownRequest()
    o.broker_epoch = -1
    (o.broker_id,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ControlledShutdownRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_i(o.broker_id))


def _read_ControlledShutdownRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ControlledShutdownRequest()
    o.broker_id, o.broker_epoch = _UNPACK_iq(buf, pos)
    pos += 12
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ControlledShutdownRequest_2(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    put(_PACK_iq(o.broker_id, o.broker_epoch))


def _read_ControlledShutdownRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ControlledShutdownRequest()
    o.broker_id, o.broker_epoch, n = _UNPACK_iqB(buf, pos)
    pos += 13
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ControlledShutdownRequest_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_iq(o.broker_id, o.broker_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_iqx(o.broker_id, o.broker_epoch))


ControlledShutdownRequest._READERS = {
    0: _read_ControlledShutdownRequest_0,
    1: _read_ControlledShutdownRequest_0,
    2: _read_ControlledShutdownRequest_2,
    3: _read_ControlledShutdownRequest_3,
}
ControlledShutdownRequest._WRITERS = {
    0: _write_ControlledShutdownRequest_0,
    1: _write_ControlledShutdownRequest_0,
    2: _write_ControlledShutdownRequest_2,
    3: _write_ControlledShutdownRequest_3,
}
