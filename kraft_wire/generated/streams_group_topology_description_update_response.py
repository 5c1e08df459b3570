# Generated from StreamsGroupTopologyDescriptionUpdateResponse.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupTopologyDescriptionUpdateResponse, response of API key 93, version 0, flexible from 0. Answers StreamsGroupTopologyDescriptionUpdateRequest."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    UnknownTags,
    new,
    read_unknown_tags,
    text_length,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_UNPACK_ihB = Layout(">ihB").unpack_from


class StreamsGroupTopologyDescriptionUpdateResponse(Message):
    """Answers StreamsGroupTopologyDescriptionUpdateRequest."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message")
    KIND = "response"
    API_KEY = 93
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupTopologyDescriptionUpdateResponse = new(StreamsGroupTopologyDescriptionUpdateResponse)


def _read_StreamsGroupTopologyDescriptionUpdateResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupTopologyDescriptionUpdateResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupTopologyDescriptionUpdateResponse_0(put: Append, o: Any) -> None:
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


StreamsGroupTopologyDescriptionUpdateResponse._READERS = {
    0: _read_StreamsGroupTopologyDescriptionUpdateResponse_0,
}
StreamsGroupTopologyDescriptionUpdateResponse._WRITERS = {
    0: _write_StreamsGroupTopologyDescriptionUpdateResponse_0,
}
