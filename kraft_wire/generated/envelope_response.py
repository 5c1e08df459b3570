# Generated from EnvelopeResponse.json by `python -m codegen generate`. Do not edit.
"""EnvelopeResponse, response of API key 58, version 0, flexible from 0. Holds the controller's answer to the forwarded request."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    long_blob_length,
    new,
    octets,
    read_unknown_tags,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_hx = Layout(">hx").pack
_UNPACK_hB = Layout(">hB").unpack_from


class EnvelopeResponse(Message):
    """Holds the controller's answer to the forwarded request."""

    __slots__ = ("response_data", "error_code", "unknown_tagged_fields")
    __match_args__ = ("response_data", "error_code")
    KIND = "response"
    API_KEY = 58
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    response_data: Final[bytes | None]
    """Header and body of the answer; null with an error. (bytes)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""

    def __init__(
        self,
        *,
        response_data: bytes | None = None,
        error_code: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.response_data = response_data
        self.error_code = error_code
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            response_data: bytes | None = ...,
            error_code: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_EnvelopeResponse = new(EnvelopeResponse)


def _read_EnvelopeResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EnvelopeResponse()
    n = buf[pos]
    if n > 127:
        n -= 128
        pos += 1
        if buf[pos] < 128:
            n += buf[pos] << 7
        else:
            n, pos = long_blob_length(buf, pos)
    if n:
        end = pos + n
        o.response_data = buf[pos + 1 : end]
        pos = end
    else:
        o.response_data = None
        pos += 1
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_EnvelopeResponse_0(put: Append, o: Any) -> None:
    items = o.response_data
    if items is None:
        put(_PACK_B(0))
    else:
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        put(_PACK_h(o.error_code))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_hx(o.error_code))


EnvelopeResponse._READERS = {
    0: _read_EnvelopeResponse_0,
}
EnvelopeResponse._WRITERS = {
    0: _write_EnvelopeResponse_0,
}
