# Generated from PushTelemetryResponse.json by `python -m codegen generate`. Do not edit.
"""PushTelemetryResponse, response of API key 72, version 0, flexible from 0. Answers PushTelemetryRequest."""

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

_PACK_ih = Layout(">ih").pack
_PACK_ihx = Layout(">ihx").pack
_UNPACK_ihB = Layout(">ihB").unpack_from


class PushTelemetryResponse(Message):
    """Answers PushTelemetryRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code")
    KIND = "response"
    API_KEY = 72
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_PushTelemetryResponse = new(PushTelemetryResponse)


def _read_PushTelemetryResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_PushTelemetryResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 7
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_PushTelemetryResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        put(_PACK_ih(o.throttle_time_ms, o.error_code))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ihx(o.throttle_time_ms, o.error_code))


PushTelemetryResponse._READERS = {
    0: _read_PushTelemetryResponse_0,
}
PushTelemetryResponse._WRITERS = {
    0: _write_PushTelemetryResponse_0,
}
