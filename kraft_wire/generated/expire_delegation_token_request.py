# Generated from ExpireDelegationTokenRequest.json by `python -m codegen generate`. Do not edit.
"""ExpireDelegationTokenRequest, request of API key 40, versions 0-2, flexible from 2. Moves the expiry of a delegation token, or ends it now."""

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
    from .expire_delegation_token_response import ExpireDelegationTokenResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_i = Layout(">i").pack
_PACK_q = Layout(">q").pack
_PACK_qx = Layout(">qx").pack
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_q = Layout(">q").unpack_from
_UNPACK_qB = Layout(">qB").unpack_from


class ExpireDelegationTokenRequest(Request["ExpireDelegationTokenResponse"]):
    """Moves the expiry of a delegation token, or ends it now."""

    __slots__ = ("hmac", "expiry_time_period_ms", "unknown_tagged_fields")
    __match_args__ = ("hmac", "expiry_time_period_ms")
    KIND = "request"
    API_KEY = 40
    VERSIONS = (0, 2)
    FLEXIBLE_VERSIONS = (2, 2)
    _RESPONSE_NAME = "ExpireDelegationTokenResponse"
    hmac: Final[bytes]
    """Secret of the delegation token. (bytes)"""
    expiry_time_period_ms: Final[int]
    """Milliseconds until the token expires; negative for now. (int64)"""

    def __init__(
        self,
        *,
        hmac: bytes = b'',
        expiry_time_period_ms: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.hmac = hmac
        self.expiry_time_period_ms = expiry_time_period_ms
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            hmac: bytes = ...,
            expiry_time_period_ms: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ExpireDelegationTokenRequest = new(ExpireDelegationTokenRequest)


def _read_ExpireDelegationTokenRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ExpireDelegationTokenRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.hmac = buf[pos:end]
    pos = end
    (o.expiry_time_period_ms,) = _UNPACK_q(buf, pos)
    pos += 8
    o.unknown_tagged_fields = ()
    return o, pos


def _write_ExpireDelegationTokenRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.hmac
    if type(items) is not bytes:
        items = octets(items)
    n = len(items)
    put(_PACK_i(n))
    put(items)
    put(_PACK_q(o.expiry_time_period_ms))


def _read_ExpireDelegationTokenRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ExpireDelegationTokenRequest()
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
    o.hmac = buf[pos + 1 : end]
    pos = end
    o.expiry_time_period_ms, n = _UNPACK_qB(buf, pos)
    pos += 9
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ExpireDelegationTokenRequest_2(put: Append, o: Any) -> None:
    items = o.hmac
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    put(BYTES[n] if n < 128 else uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_q(o.expiry_time_period_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_qx(o.expiry_time_period_ms))


ExpireDelegationTokenRequest._READERS = {
    0: _read_ExpireDelegationTokenRequest_0,
    1: _read_ExpireDelegationTokenRequest_0,
    2: _read_ExpireDelegationTokenRequest_2,
}
ExpireDelegationTokenRequest._WRITERS = {
    0: _write_ExpireDelegationTokenRequest_0,
    1: _write_ExpireDelegationTokenRequest_0,
    2: _write_ExpireDelegationTokenRequest_2,
}
