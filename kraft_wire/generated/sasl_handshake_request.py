# Generated from SaslHandshakeRequest.json by `python -m codegen generate`. Do not edit.
"""SaslHandshakeRequest, request of API key 17, versions 0-1. Chooses the SASL mechanism of a connection."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    UnknownTags,
    new,
)

if TYPE_CHECKING:
    from .sasl_handshake_response import SaslHandshakeResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_UNPACK_h = Layout(">h").unpack_from


class SaslHandshakeRequest(Request["SaslHandshakeResponse"]):
    """Chooses the SASL mechanism of a connection."""

    __slots__ = ("mechanism", "unknown_tagged_fields")
    __match_args__ = ("mechanism",)
    KIND = "request"
    API_KEY = 17
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, -1)
    _RESPONSE_NAME = "SaslHandshakeResponse"
    mechanism: Final[str]
    """SASL mechanism. (string)"""

    def __init__(
        self,
        *,
        mechanism: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.mechanism = mechanism
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            mechanism: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_SaslHandshakeRequest = new(SaslHandshakeRequest)


def _read_SaslHandshakeRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SaslHandshakeRequest()
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.mechanism = buf[pos:end].decode()
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_SaslHandshakeRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.mechanism.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)

SaslHandshakeRequest._READERS = {
    0: _read_SaslHandshakeRequest_0,
    1: _read_SaslHandshakeRequest_0,
}
SaslHandshakeRequest._WRITERS = {
    0: _write_SaslHandshakeRequest_0,
    1: _write_SaslHandshakeRequest_0,
}
