# Generated from SaslAuthenticateRequest.json by `python -m codegen generate`. Do not edit.
"""SaslAuthenticateRequest, request of API key 36, versions 0-2, flexible from 2. One step of a SASL exchange."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
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
    from .sasl_authenticate_response import SaslAuthenticateResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_UNPACK_i = Layout(">i").unpack_from


class SaslAuthenticateRequest(Request["SaslAuthenticateResponse"]):
    """One step of a SASL exchange."""

    __slots__ = ("auth_bytes", "unknown_tagged_fields")
    __match_args__ = ("auth_bytes",)
    KIND = "request"
    API_KEY = 36
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    _RESPONSE_NAME = "SaslAuthenticateResponse"
    auth_bytes: Final[bytes]
    """SASL token of this step. (bytes)"""

    def __init__(
        self,
        *,
        auth_bytes: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.auth_bytes = auth_bytes
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            auth_bytes: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_SaslAuthenticateRequest = new(SaslAuthenticateRequest)


def _read_SaslAuthenticateRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SaslAuthenticateRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.auth_bytes = buf[pos:end]
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_SaslAuthenticateRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.auth_bytes
    if type(items) is not bytes:
        items = octets(items)
    n = len(items)
    put(_PACK_i(n))
    put(items)


def _read_SaslAuthenticateRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SaslAuthenticateRequest()
    n = buf[pos]
    if n > 127:
        n -= 128
        pos += 1
        if buf[pos] < 128:
            n += buf[pos] << 7
        else:
            n, pos = long_blob_length(buf, pos)
    if not n:
        raise ValueError("null bytes")
    end = pos + n
    o.auth_bytes = buf[pos + 1 : end]
    pos = end
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_SaslAuthenticateRequest_2(put: Append, o: Any) -> None:
    items = o.auth_bytes
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    put(BYTES[n] if n < 128 else uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


SaslAuthenticateRequest._READERS = {
    0: _read_SaslAuthenticateRequest_0,
    1: _read_SaslAuthenticateRequest_0,
    2: _read_SaslAuthenticateRequest_2,
}
SaslAuthenticateRequest._WRITERS = {
    0: _write_SaslAuthenticateRequest_0,
    1: _write_SaslAuthenticateRequest_0,
    2: _write_SaslAuthenticateRequest_2,
}
