# Generated from CreateDelegationTokenResponse.json by `python -m codegen generate`. Do not edit.
"""CreateDelegationTokenResponse, response of API key 38, versions 0-3, flexible from 2. Holds the new token and its secret."""

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
    text_length_not_null,
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
_PACK_ix = Layout(">ix").pack
_PACK_qqq = Layout(">qqq").pack
_PACK_qqqB = Layout(">qqqB").pack
_PACK_qqqh = Layout(">qqqh").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hh = Layout(">hh").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_qqqB = Layout(">qqqB").unpack_from
_UNPACK_qqqh = Layout(">qqqh").unpack_from


class CreateDelegationTokenResponse(Message):
    """Holds the new token and its secret."""

    __slots__ = ("error_code", "principal_type", "principal_name", "token_requester_principal_type", "token_requester_principal_name", "issue_timestamp_ms", "expiry_timestamp_ms", "max_timestamp_ms", "token_id", "hmac", "throttle_time_ms", "unknown_tagged_fields")
    __match_args__ = ("error_code", "principal_type", "principal_name", "token_requester_principal_type", "token_requester_principal_name", "issue_timestamp_ms", "expiry_timestamp_ms", "max_timestamp_ms", "token_id", "hmac", "throttle_time_ms")
    KIND = "response"
    API_KEY = 38
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    principal_type: Final[str]
    """Type of the principal, such as User. (string)"""
    principal_name: Final[str]
    """Name of the principal. (string)"""
    token_requester_principal_type: Final[str]
    """Type of the principal that asked for the token. (string, version 3)"""
    token_requester_principal_name: Final[str]
    """Name of the principal that asked for the token. (string, version 3)"""
    issue_timestamp_ms: Final[int]
    """When the token was issued, in milliseconds since 1970. (int64)"""
    expiry_timestamp_ms: Final[int]
    """When the token expires unless it is renewed, in milliseconds since 1970. (int64)"""
    max_timestamp_ms: Final[int]
    """Highest timestamp, in milliseconds since 1970. (int64)"""
    token_id: Final[str]
    """Id of the token. (string)"""
    hmac: Final[bytes]
    """Secret of the delegation token. (bytes)"""
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        principal_type: str = "",
        principal_name: str = "",
        token_requester_principal_type: str = "",
        token_requester_principal_name: str = "",
        issue_timestamp_ms: int = 0,
        expiry_timestamp_ms: int = 0,
        max_timestamp_ms: int = 0,
        token_id: str = "",
        hmac: bytes = b'',
        throttle_time_ms: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.principal_type = principal_type
        self.principal_name = principal_name
        self.token_requester_principal_type = token_requester_principal_type
        self.token_requester_principal_name = token_requester_principal_name
        self.issue_timestamp_ms = issue_timestamp_ms
        self.expiry_timestamp_ms = expiry_timestamp_ms
        self.max_timestamp_ms = max_timestamp_ms
        self.token_id = token_id
        self.hmac = hmac
        self.throttle_time_ms = throttle_time_ms
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            principal_type: str = ...,
            principal_name: str = ...,
            token_requester_principal_type: str = ...,
            token_requester_principal_name: str = ...,
            issue_timestamp_ms: int = ...,
            expiry_timestamp_ms: int = ...,
            max_timestamp_ms: int = ...,
            token_id: str = ...,
            hmac: bytes = ...,
            throttle_time_ms: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_CreateDelegationTokenResponse = new(CreateDelegationTokenResponse)


def _read_CreateDelegationTokenResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateDelegationTokenResponse()
    o.token_requester_principal_type = ""
    o.token_requester_principal_name = ""
    o.error_code, n = _UNPACK_hh(buf, pos)
    pos += 4
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.principal_type = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.principal_name = buf[pos:end].decode()
    pos = end
    o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n = _UNPACK_qqqh(buf, pos)
    pos += 26
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.token_id = buf[pos:end].decode()
    pos = end
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n < 0:
        raise ValueError("length is negative")
    end = pos + n
    o.hmac = buf[pos:end]
    pos = end
    (o.throttle_time_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_CreateDelegationTokenResponse_0(put: Append, o: Any) -> None:
    if o.token_requester_principal_type != "" or o.token_requester_principal_name != "":
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.principal_type.encode()
    n = len(items)
    put(_PACK_hh(o.error_code, n))
    put(items)
    items = o.principal_name.encode()
    n = len(items)
    put(_PACK_h(n))
    put(items)
    items = o.token_id.encode()
    n = len(items)
    put(_PACK_qqqh(o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n))
    put(items)
    items = o.hmac
    if type(items) is not bytes:
        items = octets(items)
    n = len(items)
    put(_PACK_i(n))
    put(items)
    put(_PACK_i(o.throttle_time_ms))


def _read_CreateDelegationTokenResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateDelegationTokenResponse()
    o.token_requester_principal_type = ""
    o.token_requester_principal_name = ""
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.principal_type = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.principal_name = buf[pos + 1 : (pos := pos + n)].decode()
    o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n = _UNPACK_qqqB(buf, pos)
    pos += 24
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.token_id = buf[pos + 1 : (pos := pos + n)].decode()
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
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_CreateDelegationTokenResponse_2(put: Append, o: Any) -> None:
    if o.token_requester_principal_type != "" or o.token_requester_principal_name != "":
        raise ValueError("this version lacks a field that is set")
    items = o.principal_type.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(text_uvarint(n))
    put(items)
    items = o.principal_name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.token_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_qqqB(o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n))
    else:
        put(_PACK_qqq(o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms))
        put(text_uvarint(n))
    put(items)
    items = o.hmac
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    put(BYTES[n] if n < 128 else uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.throttle_time_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.throttle_time_ms))


def _read_CreateDelegationTokenResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateDelegationTokenResponse()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.principal_type = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.principal_name = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.token_requester_principal_type = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.token_requester_principal_name = buf[pos + 1 : (pos := pos + n)].decode()
    o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n = _UNPACK_qqqB(buf, pos)
    pos += 24
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.token_id = buf[pos + 1 : (pos := pos + n)].decode()
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
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_CreateDelegationTokenResponse_3(put: Append, o: Any) -> None:
    items = o.principal_type.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(text_uvarint(n))
    put(items)
    items = o.principal_name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.token_requester_principal_type.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.token_requester_principal_name.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.token_id.encode()
    n = len(items) + 1
    if n < 128:
        put(_PACK_qqqB(o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms, n))
    else:
        put(_PACK_qqq(o.issue_timestamp_ms, o.expiry_timestamp_ms, o.max_timestamp_ms))
        put(text_uvarint(n))
    put(items)
    items = o.hmac
    if type(items) is not bytes:
        items = octets(items)
    n = len(items) + 1
    put(BYTES[n] if n < 128 else uvarint(n))
    put(items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.throttle_time_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.throttle_time_ms))


CreateDelegationTokenResponse._READERS = {
    0: _read_CreateDelegationTokenResponse_0,
    1: _read_CreateDelegationTokenResponse_0,
    2: _read_CreateDelegationTokenResponse_2,
    3: _read_CreateDelegationTokenResponse_3,
}
CreateDelegationTokenResponse._WRITERS = {
    0: _write_CreateDelegationTokenResponse_0,
    1: _write_CreateDelegationTokenResponse_0,
    2: _write_CreateDelegationTokenResponse_2,
    3: _write_CreateDelegationTokenResponse_3,
}
