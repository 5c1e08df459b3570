# Generated from CreateDelegationTokenRequest.json by `python -m codegen generate`. Do not edit.
"""CreateDelegationTokenRequest, request of API key 38, versions 0-3, flexible from 2. Asks for a new delegation token."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .create_delegation_token_response import CreateDelegationTokenResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_PACK_q = Layout(">q").pack
_PACK_qx = Layout(">qx").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from
_UNPACK_q = Layout(">q").unpack_from
_UNPACK_qB = Layout(">qB").unpack_from


class CreatableRenewers(Struct):
    """Principals that may renew the token."""

    __slots__ = ("principal_type", "principal_name", "unknown_tagged_fields")
    __match_args__ = ("principal_type", "principal_name")
    __qualname__ = "CreateDelegationTokenRequest.CreatableRenewers"
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


_CreatableRenewers = CreatableRenewers
_new_CreatableRenewers = new(CreatableRenewers)


class CreateDelegationTokenRequest(Request["CreateDelegationTokenResponse"]):
    """Asks for a new delegation token."""

    __slots__ = ("owner_principal_type", "owner_principal_name", "renewers", "max_lifetime_ms", "unknown_tagged_fields")
    __match_args__ = ("owner_principal_type", "owner_principal_name", "renewers", "max_lifetime_ms")
    KIND = "request"
    API_KEY = 38
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    _RESPONSE_NAME = "CreateDelegationTokenResponse"
    if TYPE_CHECKING:
        CreatableRenewers: TypeAlias = _CreatableRenewers
    else:  # no annotation of a field
        CreatableRenewers = _CreatableRenewers
    owner_principal_type: Final[str | None]
    """Type of the principal that shall own the token; null for the requester. (string, version 3)"""
    owner_principal_name: Final[str | None]
    """Name of the principal that shall own the token; null for the requester. (string, version 3)"""
    renewers: Final[tuple[CreatableRenewers, ...]]
    """Principals that may renew the token. ([]CreatableRenewers)"""
    max_lifetime_ms: Final[int]
    """Milliseconds that the token may live at most; negative for the server's limit. (int64)"""

    def __init__(
        self,
        *,
        owner_principal_type: str | None = "",
        owner_principal_name: str | None = "",
        renewers: Iterable[CreatableRenewers] = (),
        max_lifetime_ms: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.owner_principal_type = owner_principal_type
        self.owner_principal_name = owner_principal_name
        self.renewers = tuple(renewers)
        self.max_lifetime_ms = max_lifetime_ms
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            owner_principal_type: str | None = ...,
            owner_principal_name: str | None = ...,
            renewers: Iterable[CreatableRenewers] = ...,
            max_lifetime_ms: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_CreateDelegationTokenRequest = new(CreateDelegationTokenRequest)


def _read_CreatableRenewers_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableRenewers()
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


def _write_CreatableRenewers_many_0(put: Append, many: Any) -> None:
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


def _read_CreatableRenewers_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_CreatableRenewers()
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


def _write_CreatableRenewers_many_2(put: Append, many: Any) -> None:
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


def _read_CreateDelegationTokenRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateDelegationTokenRequest()
    o.owner_principal_type = ""
    o.owner_principal_name = ""
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.renewers, pos = _read_CreatableRenewers_many_0(buf, pos, n)
    (o.max_lifetime_ms,) = _UNPACK_q(buf, pos)
    pos += 8
    o.unknown_tagged_fields = ()
    return o, pos


def _write_CreateDelegationTokenRequest_0(put: Append, o: Any) -> None:
    if o.owner_principal_type != "" or o.owner_principal_name != "":
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.renewers
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_CreatableRenewers_many_0(put, items)
    put(_PACK_q(o.max_lifetime_ms))


def _read_CreateDelegationTokenRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateDelegationTokenRequest()
    o.owner_principal_type = ""
    o.owner_principal_name = ""
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.renewers, pos = _read_CreatableRenewers_many_2(buf, pos + 1, n - 1)
    o.max_lifetime_ms, n = _UNPACK_qB(buf, pos)
    pos += 9
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_CreateDelegationTokenRequest_2(put: Append, o: Any) -> None:
    if o.owner_principal_type != "" or o.owner_principal_name != "":
        raise ValueError("this version lacks a field that is set")
    items = o.renewers
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_CreatableRenewers_many_2(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_q(o.max_lifetime_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_qx(o.max_lifetime_ms))


def _read_CreateDelegationTokenRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateDelegationTokenRequest()
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.owner_principal_type = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.owner_principal_type = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.owner_principal_name = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.owner_principal_name = None
        pos += 1
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.renewers, pos = _read_CreatableRenewers_many_2(buf, pos + 1, n - 1)
    o.max_lifetime_ms, n = _UNPACK_qB(buf, pos)
    pos += 9
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_CreateDelegationTokenRequest_3(put: Append, o: Any) -> None:
    items = o.owner_principal_type
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.owner_principal_name
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.renewers
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_CreatableRenewers_many_2(put, items)
    if o.unknown_tagged_fields:
        put(_PACK_q(o.max_lifetime_ms))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_qx(o.max_lifetime_ms))


CreateDelegationTokenRequest._READERS = {
    0: _read_CreateDelegationTokenRequest_0,
    1: _read_CreateDelegationTokenRequest_0,
    2: _read_CreateDelegationTokenRequest_2,
    3: _read_CreateDelegationTokenRequest_3,
}
CreateDelegationTokenRequest._WRITERS = {
    0: _write_CreateDelegationTokenRequest_0,
    1: _write_CreateDelegationTokenRequest_0,
    2: _write_CreateDelegationTokenRequest_2,
    3: _write_CreateDelegationTokenRequest_3,
}
