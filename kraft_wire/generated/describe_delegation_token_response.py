# Generated from DescribeDelegationTokenResponse.json by `python -m codegen generate`. Do not edit.
"""DescribeDelegationTokenResponse, response of API key 41, versions 0-3, flexible from 2. Answers DescribeDelegationTokenRequest."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
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
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_h = Layout(">h").pack
_PACK_hB = Layout(">hB").pack
_PACK_hi = Layout(">hi").pack
_PACK_i = Layout(">i").pack
_PACK_ix = Layout(">ix").pack
_PACK_qqq = Layout(">qqq").pack
_PACK_qqqB = Layout(">qqqB").pack
_PACK_qqqh = Layout(">qqqh").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_hB = Layout(">hB").unpack_from
_UNPACK_hi = Layout(">hi").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_qqqB = Layout(">qqqB").unpack_from
_UNPACK_qqqh = Layout(">qqqh").unpack_from


class DescribedDelegationTokenRenewer(Struct):
    """Principals that may renew the token."""

    __slots__ = ("principal_type", "principal_name", "unknown_tagged_fields")
    __match_args__ = ("principal_type", "principal_name")
    __qualname__ = "DescribeDelegationTokenResponse.DescribedDelegationTokenRenewer"
    principal_type: Final[str]
    """Type of the principal, such as User. (string)"""
    principal_name: Final[str]
    """Name of the principal. (string)"""

    def __init__(
        self,
        *,
        principal_type: str = "",
        principal_name: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.principal_type = principal_type
        self.principal_name = principal_name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            principal_type: str = ...,
            principal_name: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribedDelegationTokenRenewer = DescribedDelegationTokenRenewer
_new_DescribedDelegationTokenRenewer = new(DescribedDelegationTokenRenewer)


class DescribedDelegationToken(Struct):
    """Delegation tokens."""

    __slots__ = ("principal_type", "principal_name", "token_requester_principal_type", "token_requester_principal_name", "issue_timestamp", "expiry_timestamp", "max_timestamp", "token_id", "hmac", "renewers", "unknown_tagged_fields")
    __match_args__ = ("principal_type", "principal_name", "token_requester_principal_type", "token_requester_principal_name", "issue_timestamp", "expiry_timestamp", "max_timestamp", "token_id", "hmac", "renewers")
    __qualname__ = "DescribeDelegationTokenResponse.DescribedDelegationToken"
    principal_type: Final[str]
    """Type of the principal, such as User. (string)"""
    principal_name: Final[str]
    """Name of the principal. (string)"""
    token_requester_principal_type: Final[str]
    """Type of the principal that asked for the token. (string, version 3)"""
    token_requester_principal_name: Final[str]
    """Name of the principal that asked for the token. (string, version 3)"""
    issue_timestamp: Final[int]
    """When the token was issued, in milliseconds since 1970. (int64)"""
    expiry_timestamp: Final[int]
    """When the token expires unless it is renewed, in milliseconds since 1970. (int64)"""
    max_timestamp: Final[int]
    """When the token ends even if renewed, in milliseconds since 1970. (int64)"""
    token_id: Final[str]
    """Id of the token. (string)"""
    hmac: Final[bytes]
    """Secret of the delegation token. (bytes)"""
    renewers: Final[tuple[DescribedDelegationTokenRenewer, ...]]
    """Principals that may renew the token. ([]DescribedDelegationTokenRenewer)"""

    def __init__(
        self,
        *,
        principal_type: str = "",
        principal_name: str = "",
        token_requester_principal_type: str = "",
        token_requester_principal_name: str = "",
        issue_timestamp: int = 0,
        expiry_timestamp: int = 0,
        max_timestamp: int = 0,
        token_id: str = "",
        hmac: bytes = b'',
        renewers: Iterable[DescribedDelegationTokenRenewer] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.principal_type = principal_type
        self.principal_name = principal_name
        self.token_requester_principal_type = token_requester_principal_type
        self.token_requester_principal_name = token_requester_principal_name
        self.issue_timestamp = issue_timestamp
        self.expiry_timestamp = expiry_timestamp
        self.max_timestamp = max_timestamp
        self.token_id = token_id
        self.hmac = hmac
        self.renewers = tuple(renewers)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            principal_type: str = ...,
            principal_name: str = ...,
            token_requester_principal_type: str = ...,
            token_requester_principal_name: str = ...,
            issue_timestamp: int = ...,
            expiry_timestamp: int = ...,
            max_timestamp: int = ...,
            token_id: str = ...,
            hmac: bytes = ...,
            renewers: Iterable[DescribedDelegationTokenRenewer] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_DescribedDelegationToken = DescribedDelegationToken
_new_DescribedDelegationToken = new(DescribedDelegationToken)


class DescribeDelegationTokenResponse(Message):
    """Answers DescribeDelegationTokenRequest."""

    __slots__ = ("error_code", "tokens", "throttle_time_ms", "unknown_tagged_fields")
    __match_args__ = ("error_code", "tokens", "throttle_time_ms")
    KIND = "response"
    API_KEY = 41
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    if TYPE_CHECKING:
        DescribedDelegationTokenRenewer: TypeAlias = _DescribedDelegationTokenRenewer
        DescribedDelegationToken: TypeAlias = _DescribedDelegationToken
    else:  # no annotation of a field
        DescribedDelegationTokenRenewer = _DescribedDelegationTokenRenewer
        DescribedDelegationToken = _DescribedDelegationToken
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    tokens: Final[tuple[DescribedDelegationToken, ...]]
    """Delegation tokens. ([]DescribedDelegationToken)"""
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""

    def __init__(
        self,
        *,
        error_code: int = 0,
        tokens: Iterable[DescribedDelegationToken] = (),
        throttle_time_ms: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.error_code = error_code
        self.tokens = tuple(tokens)
        self.throttle_time_ms = throttle_time_ms
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            error_code: int = ...,
            tokens: Iterable[DescribedDelegationToken] = ...,
            throttle_time_ms: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeDelegationTokenResponse = new(DescribeDelegationTokenResponse)


def _read_DescribedDelegationTokenRenewer_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedDelegationTokenRenewer()
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
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
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribedDelegationTokenRenewer_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.principal_type.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.principal_name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)


def _read_DescribedDelegationTokenRenewer_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedDelegationTokenRenewer()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.principal_type = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.principal_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribedDelegationTokenRenewer_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.principal_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.principal_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribedDelegationToken_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedDelegationToken()
        o.token_requester_principal_type = ""
        o.token_requester_principal_name = ""
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
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
        o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n = _UNPACK_qqqh(buf, pos)
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
        (n,) = _UNPACK_i(buf, pos)
        pos += 4
        if not 0 <= n <= 1000000:
            raise ValueError("count is negative or too high")
        o.renewers, pos = _read_DescribedDelegationTokenRenewer_many_0(buf, pos, n)
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_DescribedDelegationToken_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.token_requester_principal_type != "" or o.token_requester_principal_name != "":
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.principal_type.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.principal_name.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.token_id.encode()
        n = len(items)
        put(_PACK_qqqh(o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n))
        put(items)
        items = o.hmac
        if type(items) is not bytes:
            items = octets(items)
        n = len(items)
        put(_PACK_i(n))
        put(items)
        items = o.renewers
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DescribedDelegationTokenRenewer_many_0(put, items)


def _read_DescribedDelegationToken_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedDelegationToken()
        o.token_requester_principal_type = ""
        o.token_requester_principal_name = ""
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.principal_type = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.principal_name = buf[pos + 1 : (pos := pos + n)].decode()
        o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n = _UNPACK_qqqB(buf, pos)
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
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.renewers, pos = _read_DescribedDelegationTokenRenewer_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribedDelegationToken_many_2(put: Append, many: Any) -> None:
    for o in many:
        if o.token_requester_principal_type != "" or o.token_requester_principal_name != "":
            raise ValueError("this version lacks a field that is set")
        items = o.principal_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.principal_name.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        items = o.token_id.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_qqqB(o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n))
        else:
            put(_PACK_qqq(o.issue_timestamp, o.expiry_timestamp, o.max_timestamp))
            put(text_uvarint(n))
        put(items)
        items = o.hmac
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
        items = o.renewers
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribedDelegationTokenRenewer_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribedDelegationToken_many_3(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribedDelegationToken()
        n = buf[pos]
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
        o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n = _UNPACK_qqqB(buf, pos)
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
        n = buf[pos]
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.renewers, pos = _read_DescribedDelegationTokenRenewer_many_2(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_DescribedDelegationToken_many_3(put: Append, many: Any) -> None:
    for o in many:
        items = o.principal_type.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
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
            put(_PACK_qqqB(o.issue_timestamp, o.expiry_timestamp, o.max_timestamp, n))
        else:
            put(_PACK_qqq(o.issue_timestamp, o.expiry_timestamp, o.max_timestamp))
            put(text_uvarint(n))
        put(items)
        items = o.hmac
        if type(items) is not bytes:
            items = octets(items)
        n = len(items) + 1
        put(BYTES[n] if n < 128 else uvarint(n))
        put(items)
        items = o.renewers
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribedDelegationTokenRenewer_many_2(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_DescribeDelegationTokenResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeDelegationTokenResponse()
    o.error_code, n = _UNPACK_hi(buf, pos)
    pos += 6
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.tokens, pos = _read_DescribedDelegationToken_many_0(buf, pos, n)
    (o.throttle_time_ms,) = _UNPACK_i(buf, pos)
    pos += 4
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeDelegationTokenResponse_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.tokens
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_hi(o.error_code, n))
    if items:
        _write_DescribedDelegationToken_many_0(put, items)
    put(_PACK_i(o.throttle_time_ms))


def _read_DescribeDelegationTokenResponse_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeDelegationTokenResponse()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.tokens, pos = _read_DescribedDelegationToken_many_2(buf, pos + 1, n - 1)
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeDelegationTokenResponse_2(put: Append, o: Any) -> None:
    items = o.tokens
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(count_uvarint(n))
    if items:
        _write_DescribedDelegationToken_many_2(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.throttle_time_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.throttle_time_ms))


def _read_DescribeDelegationTokenResponse_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeDelegationTokenResponse()
    o.error_code, n = _UNPACK_hB(buf, pos)
    pos += 2
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.tokens, pos = _read_DescribedDelegationToken_many_3(buf, pos + 1, n - 1)
    o.throttle_time_ms, n = _UNPACK_iB(buf, pos)
    pos += 5
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeDelegationTokenResponse_3(put: Append, o: Any) -> None:
    items = o.tokens
    n = len(items) + 1
    if n < 128:
        put(_PACK_hB(o.error_code, n))
    else:
        put(_PACK_h(o.error_code))
        put(count_uvarint(n))
    if items:
        _write_DescribedDelegationToken_many_3(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_i(o.throttle_time_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ix(o.throttle_time_ms))


DescribeDelegationTokenResponse._READERS = {
    0: _read_DescribeDelegationTokenResponse_0,
    1: _read_DescribeDelegationTokenResponse_0,
    2: _read_DescribeDelegationTokenResponse_2,
    3: _read_DescribeDelegationTokenResponse_3,
}
DescribeDelegationTokenResponse._WRITERS = {
    0: _write_DescribeDelegationTokenResponse_0,
    1: _write_DescribeDelegationTokenResponse_0,
    2: _write_DescribeDelegationTokenResponse_2,
    3: _write_DescribeDelegationTokenResponse_3,
}
