# Generated from BrokerHeartbeatResponse.json by `python -m codegen generate`. Do not edit.
"""BrokerHeartbeatResponse, response of API key 63, versions 0-2, flexible from 0. Tells the broker in which state the controller holds it."""

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

_PACK_ihZZZ = Layout(">ih???").pack
_PACK_ihZZZx = Layout(">ih???x").pack
_UNPACK_ihZZZB = Layout(">ih???B").unpack_from


class BrokerHeartbeatResponse(Message):
    """Tells the broker in which state the controller holds it."""

    __slots__ = ("throttle_time_ms", "error_code", "is_caught_up", "is_fenced", "should_shut_down", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "is_caught_up", "is_fenced", "should_shut_down")
    KIND = "response"
    API_KEY = 63
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (0, 2)
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    is_caught_up: Final[bool]
    """Whether the broker has applied nearly all of the metadata log. (bool)"""
    is_fenced: Final[bool]
    """True for a fenced broker. (bool)"""
    should_shut_down: Final[bool]
    """Whether the broker may stop now. (bool)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        is_caught_up: bool = False,
        is_fenced: bool = True,
        should_shut_down: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.is_caught_up = is_caught_up
        self.is_fenced = is_fenced
        self.should_shut_down = should_shut_down
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            is_caught_up: bool = ...,
            is_fenced: bool = ...,
            should_shut_down: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_BrokerHeartbeatResponse = new(BrokerHeartbeatResponse)


def _read_BrokerHeartbeatResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_BrokerHeartbeatResponse()
    o.throttle_time_ms, o.error_code, o.is_caught_up, o.is_fenced, o.should_shut_down, n = _UNPACK_ihZZZB(buf, pos)
    pos += 10
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_BrokerHeartbeatResponse_0(put: Append, o: Any) -> None:
    if o.is_caught_up is not True and o.is_caught_up is not False:
        raise ValueError("bool is neither true nor false")
    if o.is_fenced is not True and o.is_fenced is not False:
        raise ValueError("bool is neither true nor false")
    if o.should_shut_down is not True and o.should_shut_down is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_ihZZZ(o.throttle_time_ms, o.error_code, o.is_caught_up, o.is_fenced, o.should_shut_down))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ihZZZx(o.throttle_time_ms, o.error_code, o.is_caught_up, o.is_fenced, o.should_shut_down))


BrokerHeartbeatResponse._READERS = {
    0: _read_BrokerHeartbeatResponse_0,
    1: _read_BrokerHeartbeatResponse_0,
    2: _read_BrokerHeartbeatResponse_0,
}
BrokerHeartbeatResponse._WRITERS = {
    0: _write_BrokerHeartbeatResponse_0,
    1: _write_BrokerHeartbeatResponse_0,
    2: _write_BrokerHeartbeatResponse_0,
}
