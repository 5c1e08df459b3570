# Generated from BrokerRegistrationResponse.json by `python -m codegen generate`. Do not edit.
"""BrokerRegistrationResponse, response of API key 62, versions 0-4, flexible from 0. Gives the broker its epoch."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_ihq = Layout(">ihq").pack
_PACK_ihqx = Layout(">ihqx").pack
_UNPACK_ihqB = Layout(">ihqB").unpack_from


class BrokerRegistrationResponse(Message):
    """Gives the broker its epoch."""

    __slots__ = ("throttle_time_ms", "error_code", "broker_epoch", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "broker_epoch")
    KIND = "response"
    API_KEY = 62
    VERSIONS = (0, 4)
    FLEXIBLE_VERSIONS = (0, 4)
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    broker_epoch: Final[int]
    """Epoch that the controller gave the broker at its registration; -1 for none. (int64)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        broker_epoch: int = -1,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.broker_epoch = broker_epoch
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            broker_epoch: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_BrokerRegistrationResponse = new(BrokerRegistrationResponse)


def _read_BrokerRegistrationResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerRegistrationResponse()
    o.throttle_time_ms, o.error_code, o.broker_epoch, n = _UNPACK_ihqB(buf, pos)
    pos += 15
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_BrokerRegistrationResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ihq(o.throttle_time_ms, o.error_code, o.broker_epoch))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ihqx(o.throttle_time_ms, o.error_code, o.broker_epoch))


BrokerRegistrationResponse._READERS = {
    0: _read_BrokerRegistrationResponse_0,
    1: _read_BrokerRegistrationResponse_0,
    2: _read_BrokerRegistrationResponse_0,
    3: _read_BrokerRegistrationResponse_0,
    4: _read_BrokerRegistrationResponse_0,
}
BrokerRegistrationResponse._WRITERS = {
    0: _write_BrokerRegistrationResponse_0,
    1: _write_BrokerRegistrationResponse_0,
    2: _write_BrokerRegistrationResponse_0,
    3: _write_BrokerRegistrationResponse_0,
    4: _write_BrokerRegistrationResponse_0,
}
