# Generated from EnvelopeRequest.json by `python -m codegen generate`. Do not edit.
"""EnvelopeRequest, request of API key 58, version 0, flexible from 0. A broker forwards a client's request to the controller, with the client's principal and address."""

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
    from .envelope_response import EnvelopeResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack


class EnvelopeRequest(Request["EnvelopeResponse"]):
    """A broker forwards a client's request to the controller, with the client's principal and address."""

    __slots__ = ("request_data", "request_principal", "client_host_address", "unknown_tagged_fields")
    __match_args__ = ("request_data", "request_principal", "client_host_address")
    KIND = "request"
    API_KEY = 58
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    _RESPONSE_NAME = "EnvelopeResponse"
    request_data: Final[bytes]
    """Header and body of the forwarded request. (bytes)"""
    request_principal: Final[bytes | None]
    """The client's principal, serialized; null for none. (bytes)"""
    client_host_address: Final[bytes]
    """IP address of the client, 4 or 16 bytes. (bytes)"""

    def __init__(
        self,
        *,
        request_data: bytes = b'',
        request_principal: bytes | None = b'',
        client_host_address: bytes = b'',
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.request_data = request_data
        self.request_principal = request_principal
        self.client_host_address = client_host_address
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            request_data: bytes = ...,
            request_principal: bytes | None = ...,
            client_host_address: bytes = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_EnvelopeRequest = new(EnvelopeRequest)


def _read_EnvelopeRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_EnvelopeRequest()
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
    o.request_data = buf[pos + 1 : end]
    pos = end
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
        o.request_principal = buf[pos + 1 : end]
        pos = end
    else:
        o.request_principal = None
        pos += 1
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
    o.client_host_address = buf[pos + 1 : end]
    pos = end
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_EnvelopeRequest_0(put: Append, o: Any) -> None:
    items = o.request_data
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    put(BYTES[n] if n < 128 else uvarint(n))
    put(items)
    items = o.request_principal
    if items is None:
        put(_PACK_B(0))
    else:
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
    items = o.client_host_address
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    put(BYTES[n] if n < 128 else uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


EnvelopeRequest._READERS = {
    0: _read_EnvelopeRequest_0,
}
EnvelopeRequest._WRITERS = {
    0: _write_EnvelopeRequest_0,
}
