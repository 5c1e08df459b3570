# Generated from DescribeDelegationTokenRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeDelegationTokenRequest, request of API key 41, versions 0-3, flexible from 2. Lists the delegation tokens of owners."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .describe_delegation_token_response import DescribeDelegationTokenResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class DescribeDelegationTokenOwner(Struct):
    """Principals whose tokens are wanted; null for all."""

    __slots__ = ("principal_type", "principal_name", "unknown_tagged_fields")
    __match_args__ = ("principal_type", "principal_name")
    __qualname__ = "DescribeDelegationTokenRequest.DescribeDelegationTokenOwner"
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


_DescribeDelegationTokenOwner = DescribeDelegationTokenOwner
_new_DescribeDelegationTokenOwner = new(DescribeDelegationTokenOwner)


class DescribeDelegationTokenRequest(Request["DescribeDelegationTokenResponse"]):
    """Lists the delegation tokens of owners."""

    __slots__ = ("owners", "unknown_tagged_fields")
    __match_args__ = ("owners",)
    KIND = "request"
    API_KEY = 41
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    _RESPONSE_NAME = "DescribeDelegationTokenResponse"
    if TYPE_CHECKING:
        DescribeDelegationTokenOwner: TypeAlias = _DescribeDelegationTokenOwner
    else:  # no annotation of a field
        DescribeDelegationTokenOwner = _DescribeDelegationTokenOwner
    owners: Final[tuple[DescribeDelegationTokenOwner, ...] | None]
    """Principals whose tokens are wanted; null for all. ([]DescribeDelegationTokenOwner)"""

    def __init__(
        self,
        *,
        owners: Iterable[DescribeDelegationTokenOwner] | None = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.owners = None if owners is None else tuple(owners)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            owners: Iterable[DescribeDelegationTokenOwner] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeDelegationTokenRequest = new(DescribeDelegationTokenRequest)


def _read_DescribeDelegationTokenOwner_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeDelegationTokenOwner()
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


def _write_DescribeDelegationTokenOwner_many_0(put: Append, many: Any) -> None:
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


def _read_DescribeDelegationTokenOwner_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_DescribeDelegationTokenOwner()
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


def _write_DescribeDelegationTokenOwner_many_2(put: Append, many: Any) -> None:
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


def _read_DescribeDelegationTokenRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeDelegationTokenRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if n >= 0:
        if n > 1000000:
            raise ValueError("array is too long")
        o.owners, pos = _read_DescribeDelegationTokenOwner_many_0(buf, pos, n)
    elif n == -1:
        o.owners = None
    else:
        raise ValueError("length is below -1")
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeDelegationTokenRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.owners
    if items is None:
        put(_PACK_i(-1))
    else:
        n = len(items)
        if n > 1000000:
            raise ValueError("array is too long")
        put(_PACK_i(n))
        if items:
            _write_DescribeDelegationTokenOwner_many_0(put, items)


def _read_DescribeDelegationTokenRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeDelegationTokenRequest()
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.owners, pos = _read_DescribeDelegationTokenOwner_many_2(buf, pos + 1, n - 1)
    else:
        o.owners = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeDelegationTokenRequest_2(put: Append, o: Any) -> None:
    items = o.owners
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_DescribeDelegationTokenOwner_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


DescribeDelegationTokenRequest._READERS = {
    0: _read_DescribeDelegationTokenRequest_0,
    1: _read_DescribeDelegationTokenRequest_0,
    2: _read_DescribeDelegationTokenRequest_2,
    3: _read_DescribeDelegationTokenRequest_2,
}
DescribeDelegationTokenRequest._WRITERS = {
    0: _write_DescribeDelegationTokenRequest_0,
    1: _write_DescribeDelegationTokenRequest_0,
    2: _write_DescribeDelegationTokenRequest_2,
    3: _write_DescribeDelegationTokenRequest_2,
}
