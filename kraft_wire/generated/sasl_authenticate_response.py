# Generated from SaslAuthenticateResponse.json by `python -m codegen generate`. Do not edit.
"""SaslAuthenticateResponse, response of API key 36, versions 0-2, flexible from 2. Answers SaslAuthenticateRequest."""

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
    text_length,
    text_uvarint,
    uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hh = Layout(">hh").pack
_PACK_i = Layout(">i").pack
_PACK_q = Layout(">q").pack
_PACK_qx = Layout(">qx").pack
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hh = Layout(">hh").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_q = Layout(">q").unpack_from
_UNPACK_qB = Layout(">qB").unpack_from


class SaslAuthenticateResponse(Message):
    """Answers SaslAuthenticateRequest."""

    __slots__ = ("error_code", "error_message", "auth_bytes", "session_lifetime_ms", "unknown_tagged_fields")
    __match_args__ = ("error_code", "error_message", "auth_bytes", "session_lifetime_ms")
    KIND = "response"
    API_KEY = 36
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    auth_bytes: Final[bytes]
    """SASL token of this step. (bytes)"""
    session_lifetime_ms: Final[int]
    """Milliseconds after which the client must authenticate again; 0 for never. (int64, versions 1-2, ignorable)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        error_message: str | None = "",
        auth_bytes: bytes = b'',
        session_lifetime_ms: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.error_message = error_message
        self.auth_bytes = auth_bytes
        self.session_lifetime_ms = session_lifetime_ms
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            error_message: str | None = ...,
            auth_bytes: bytes = ...,
            session_lifetime_ms: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_SaslAuthenticateResponse = new(SaslAuthenticateResponse)


def _read_SaslAuthenticateResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SaslAuthenticateResponse()
    o.session_lifetime_ms = 0
    o.error_code, n = _UNPACK_hh(buf, pos)
    pos += 4
    if n >= 0:
        end = pos + n
        o.error_message = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.error_message = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.auth_bytes = buf[pos:end]
    pos = end
    o.unknown_tagged_fields = ()
    return o, pos


def _write_SaslAuthenticateResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.error_message
    if items is None:
        put(_PACK_hh(o.error_code, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
    items = o.auth_bytes
    if type(items) is not bytes:
        items = octets(items)
    n = len(items)
    put(_PACK_i(n))
    put(items)


def _read_SaslAuthenticateResponse_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SaslAuthenticateResponse()
    o.error_code, n = _UNPACK_hh(buf, pos)
    pos += 4
    if n >= 0:
        end = pos + n
        o.error_message = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.error_message = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.auth_bytes = buf[pos:end]
    pos = end
    (o.session_lifetime_ms,) = _UNPACK_q(buf, pos)
    pos += 8
    o.unknown_tagged_fields = ()
    return o, pos


def _write_SaslAuthenticateResponse_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.error_message
    if items is None:
        put(_PACK_hh(o.error_code, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_hh(o.error_code, n))
        put(items)
    items = o.auth_bytes
    if type(items) is not bytes:
        items = octets(items)
    n = len(items)
    put(_PACK_i(n))
    put(items)
    put(_PACK_q(o.session_lifetime_ms))


def _read_SaslAuthenticateResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_SaslAuthenticateResponse()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
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
    o.auth_bytes = buf[pos + 1 : end]
    pos = end
    o.session_lifetime_ms, n = _UNPACK_qB(buf, pos)
    pos += 9
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_SaslAuthenticateResponse_2(put: Append, o: Any) -> None:
    items = o.error_message
    if items is None:
        put(_PACK_hB(o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_hB(o.error_code, n))
        else:
            put(_PACK_h(o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.auth_bytes
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    put(BYTES[n] if n < 128 else uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_q(o.session_lifetime_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_qx(o.session_lifetime_ms))


SaslAuthenticateResponse._READERS = {
    0: _read_SaslAuthenticateResponse_0,
    1: _read_SaslAuthenticateResponse_1,
    2: _read_SaslAuthenticateResponse_2,
}
SaslAuthenticateResponse._WRITERS = {
    0: _write_SaslAuthenticateResponse_0,
    1: _write_SaslAuthenticateResponse_1,
    2: _write_SaslAuthenticateResponse_2,
}
