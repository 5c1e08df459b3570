# Generated from CreateAclsRequest.json by `python -m codegen generate`. Do not edit.
"""CreateAclsRequest, request of API key 30, versions 0-3, flexible from 2. Adds access control entries."""

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
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .create_acls_response import CreateAclsResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bb = Layout(">bb").pack
_PACK_bbx = Layout(">bbx").pack
_PACK_bh = Layout(">bh").pack
_PACK_h = Layout(">h").pack
_PACK_i = Layout(">i").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_bb = Layout(">bb").unpack_from
_UNPACK_bbB = Layout(">bbB").unpack_from
_UNPACK_bh = Layout(">bh").unpack_from
_UNPACK_h = Layout(">h").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class AclCreation(Struct):
    """Access control entries to add."""

    __slots__ = ("resource_type", "resource_name", "resource_pattern_type", "principal", "host", "operation", "permission_type", "unknown_tagged_fields")
    __match_args__ = ("resource_type", "resource_name", "resource_pattern_type", "principal", "host", "operation", "permission_type")
    __qualname__ = "CreateAclsRequest.AclCreation"
    resource_type: Final[int]
    """Type of the resource. (int8)"""
    resource_name: Final[str]
    """Name of the resource. (string)"""
    resource_pattern_type: Final[int]
    """3 literal name, 4 prefix. (int8, versions 1-3)"""
    principal: Final[str]
    """Principal, as type:name. (string)"""
    host: Final[str]
    """Name or address of the host. (string)"""
    operation: Final[int]
    """Number of the ACL operation. (int8)"""
    permission_type: Final[int]
    """2 deny, 3 allow; 1 any in filters. (int8)"""

    def __init__(
        self,
        *,
        resource_type: int = 0,
        resource_name: str = "",
        resource_pattern_type: int = 3,
        principal: str = "",
        host: str = "",
        operation: int = 0,
        permission_type: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.resource_type = resource_type
        self.resource_name = resource_name
        self.resource_pattern_type = resource_pattern_type
        self.principal = principal
        self.host = host
        self.operation = operation
        self.permission_type = permission_type
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            resource_type: int = ...,
            resource_name: str = ...,
            resource_pattern_type: int = ...,
            principal: str = ...,
            host: str = ...,
            operation: int = ...,
            permission_type: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_AclCreation = AclCreation
_new_AclCreation = new(AclCreation)


class CreateAclsRequest(Request["CreateAclsResponse"]):
    """Adds access control entries."""

    __slots__ = ("creations", "unknown_tagged_fields")
    __match_args__ = ("creations",)
    KIND = "request"
    API_KEY = 30
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    _RESPONSE_NAME = "CreateAclsResponse"
    if TYPE_CHECKING:
        AclCreation: TypeAlias = _AclCreation
    else:  # no annotation of a field
        AclCreation = _AclCreation
    creations: Final[tuple[AclCreation, ...]]
    """Access control entries to add. ([]AclCreation)"""

    def __init__(
        self,
        *,
        creations: Iterable[AclCreation] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.creations = tuple(creations)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            creations: Iterable[AclCreation] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_CreateAclsRequest = new(CreateAclsRequest)


def _read_AclCreation_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AclCreation()
        o.resource_pattern_type = 3
        o.resource_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.resource_name = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.principal = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.host = buf[pos:end].decode()
        pos = end
        o.operation, o.permission_type = _UNPACK_bb(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AclCreation_many_0(put: Append, many: Any) -> None:
    for o in many:
        if o.resource_pattern_type != 3:
            raise ValueError("this version lacks a field that is set")
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.resource_name.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type, n))
        put(items)
        items = o.principal.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        items = o.host.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_bb(o.operation, o.permission_type))


def _read_AclCreation_many_1(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AclCreation()
        o.resource_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.resource_name = buf[pos:end].decode()
        pos = end
        o.resource_pattern_type, n = _UNPACK_bh(buf, pos)
        pos += 3
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.principal = buf[pos:end].decode()
        pos = end
        (n,) = _UNPACK_h(buf, pos)
        pos += 2
        if n < 0:
            raise ValueError("length is negative")
        end = pos + n
        o.host = buf[pos:end].decode()
        pos = end
        o.operation, o.permission_type = _UNPACK_bb(buf, pos)
        pos += 2
        o.unknown_tagged_fields = ()
        items.append(o)
    return tuple(items), pos


def _write_AclCreation_many_1(put: Append, many: Any) -> None:
    for o in many:
        if o.unknown_tagged_fields:
            raise ValueError("this version has no tagged fields")
        items = o.resource_name.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type, n))
        put(items)
        items = o.principal.encode()
        n = len(items)
        put(_PACK_bh(o.resource_pattern_type, n))
        put(items)
        items = o.host.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
        put(_PACK_bb(o.operation, o.permission_type))


def _read_AclCreation_many_2(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_AclCreation()
        o.resource_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.resource_name = buf[pos + 1 : (pos := pos + n)].decode()
        o.resource_pattern_type, n = _UNPACK_bB(buf, pos)
        pos += 1
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.principal = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.host = buf[pos + 1 : (pos := pos + n)].decode()
        o.operation, o.permission_type, n = _UNPACK_bbB(buf, pos)
        pos += 3
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_AclCreation_many_2(put: Append, many: Any) -> None:
    for o in many:
        items = o.resource_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.resource_type, n))
        else:
            put(_PACK_b(o.resource_type))
            put(text_uvarint(n))
        put(items)
        items = o.principal.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.resource_pattern_type, n))
        else:
            put(_PACK_b(o.resource_pattern_type))
            put(text_uvarint(n))
        put(items)
        items = o.host.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            put(_PACK_bb(o.operation, o.permission_type))
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(_PACK_bbx(o.operation, o.permission_type))


def _read_CreateAclsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateAclsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.creations, pos = _read_AclCreation_many_0(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_CreateAclsRequest_0(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.creations
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_AclCreation_many_0(put, items)


def _read_CreateAclsRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateAclsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.creations, pos = _read_AclCreation_many_1(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_CreateAclsRequest_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.creations
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    if items:
        _write_AclCreation_many_1(put, items)


def _read_CreateAclsRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_CreateAclsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.creations, pos = _read_AclCreation_many_2(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_CreateAclsRequest_2(put: Append, o: Any) -> None:
    items = o.creations
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_AclCreation_many_2(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


CreateAclsRequest._READERS = {
    0: _read_CreateAclsRequest_0,
    1: _read_CreateAclsRequest_1,
    2: _read_CreateAclsRequest_2,
    3: _read_CreateAclsRequest_2,
}
CreateAclsRequest._WRITERS = {
    0: _write_CreateAclsRequest_0,
    1: _write_CreateAclsRequest_1,
    2: _write_CreateAclsRequest_2,
    3: _write_CreateAclsRequest_2,
}
