# Generated from DescribeAclsRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeAclsRequest, request of API key 29, versions 0-3, flexible from 2. Lists the access control entries that match a filter."""

from __future__ import annotations

from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.message import Request
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    new,
    read_unknown_tags,
    text_length,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .describe_acls_response import DescribeAclsResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_b = Layout(">b").pack
_PACK_bB = Layout(">bB").pack
_PACK_bb = Layout(">bb").pack
_PACK_bbx = Layout(">bbx").pack
_PACK_bh = Layout(">bh").pack
_PACK_h = Layout(">h").pack
_UNPACK_bB = Layout(">bB").unpack_from
_UNPACK_bb = Layout(">bb").unpack_from
_UNPACK_bbB = Layout(">bbB").unpack_from
_UNPACK_bh = Layout(">bh").unpack_from
_UNPACK_h = Layout(">h").unpack_from


class DescribeAclsRequest(Request["DescribeAclsResponse"]):
    """Lists the access control entries that match a filter."""

    __slots__ = ("resource_type_filter", "resource_name_filter", "pattern_type_filter", "principal_filter", "host_filter", "operation", "permission_type", "unknown_tagged_fields")
    __match_args__ = ("resource_type_filter", "resource_name_filter", "pattern_type_filter", "principal_filter", "host_filter", "operation", "permission_type")
    KIND = "request"
    API_KEY = 29
    VERSIONS = (0, 3)
    FLEXIBLE_VERSIONS = (2, 3)
    _RESPONSE_NAME = "DescribeAclsResponse"
    resource_type_filter: Final[int]
    """Resource type to match; 1 for any. (int8)"""
    resource_name_filter: Final[str | None]
    """Resource name to match; null for any. (string)"""
    pattern_type_filter: Final[int]
    """Pattern type to match: 1 any, 2 whatever matches the name, 3 literal, 4 prefix. (int8, versions 1-3)"""
    principal_filter: Final[str | None]
    """Principal to match; null for any. (string)"""
    host_filter: Final[str | None]
    """Host to match; null for any. (string)"""
    operation: Final[int]
    """Number of the ACL operation. (int8)"""
    permission_type: Final[int]
    """2 deny, 3 allow; 1 any in filters. (int8)"""

    def __init__(
        self,
        *,
        resource_type_filter: int = 0,
        resource_name_filter: str | None = "",
        pattern_type_filter: int = 3,
        principal_filter: str | None = "",
        host_filter: str | None = "",
        operation: int = 0,
        permission_type: int = 0,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.resource_type_filter = resource_type_filter
        self.resource_name_filter = resource_name_filter
        self.pattern_type_filter = pattern_type_filter
        self.principal_filter = principal_filter
        self.host_filter = host_filter
        self.operation = operation
        self.permission_type = permission_type
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            resource_type_filter: int = ...,
            resource_name_filter: str | None = ...,
            pattern_type_filter: int = ...,
            principal_filter: str | None = ...,
            host_filter: str | None = ...,
            operation: int = ...,
            permission_type: int = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeAclsRequest = new(DescribeAclsRequest)


def _read_DescribeAclsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeAclsRequest()
    o.pattern_type_filter = 3
    o.resource_type_filter, n = _UNPACK_bh(buf, pos)
    pos += 3
    if n >= 0:
        end = pos + n
        o.resource_name_filter = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.resource_name_filter = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.principal_filter = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.principal_filter = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.host_filter = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.host_filter = None
    else:
        raise ValueError("length is below -1")
    o.operation, o.permission_type = _UNPACK_bb(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeAclsRequest_0(put: Append, o: Any) -> None:
    if o.pattern_type_filter != 3:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.resource_name_filter
    if items is None:
        put(_PACK_bh(o.resource_type_filter, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type_filter, n))
        put(items)
    items = o.principal_filter
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    items = o.host_filter
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    put(_PACK_bb(o.operation, o.permission_type))


def _read_DescribeAclsRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeAclsRequest()
    o.resource_type_filter, n = _UNPACK_bh(buf, pos)
    pos += 3
    if n >= 0:
        end = pos + n
        o.resource_name_filter = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.resource_name_filter = None
    else:
        raise ValueError("length is below -1")
    o.pattern_type_filter, n = _UNPACK_bh(buf, pos)
    pos += 3
    if n >= 0:
        end = pos + n
        o.principal_filter = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.principal_filter = None
    else:
        raise ValueError("length is below -1")
    (n,) = _UNPACK_h(buf, pos)
    pos += 2
    if n >= 0:
        end = pos + n
        o.host_filter = buf[pos:end].decode()
        pos = end
    elif n == -1:
        o.host_filter = None
    else:
        raise ValueError("length is below -1")
    o.operation, o.permission_type = _UNPACK_bb(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeAclsRequest_1(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.resource_name_filter
    if items is None:
        put(_PACK_bh(o.resource_type_filter, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_bh(o.resource_type_filter, n))
        put(items)
    items = o.principal_filter
    if items is None:
        put(_PACK_bh(o.pattern_type_filter, -1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_bh(o.pattern_type_filter, n))
        put(items)
    items = o.host_filter
    if items is None:
        put(_PACK_h(-1))
    else:
        items = items.encode()
        n = len(items)
        put(_PACK_h(n))
        put(items)
    put(_PACK_bb(o.operation, o.permission_type))


def _read_DescribeAclsRequest_2(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeAclsRequest()
    o.resource_type_filter, n = _UNPACK_bB(buf, pos)
    pos += 1
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.resource_name_filter = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.resource_name_filter = None
        pos += 1
    o.pattern_type_filter, n = _UNPACK_bB(buf, pos)
    pos += 1
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.principal_filter = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.principal_filter = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.host_filter = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.host_filter = None
        pos += 1
    o.operation, o.permission_type, n = _UNPACK_bbB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeAclsRequest_2(put: Append, o: Any) -> None:
    items = o.resource_name_filter
    if items is None:
        put(_PACK_bB(o.resource_type_filter, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.resource_type_filter, n))
        else:
            put(_PACK_b(o.resource_type_filter))
            put(text_uvarint(n))
        put(items)
    items = o.principal_filter
    if items is None:
        put(_PACK_bB(o.pattern_type_filter, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_bB(o.pattern_type_filter, n))
        else:
            put(_PACK_b(o.pattern_type_filter))
            put(text_uvarint(n))
        put(items)
    items = o.host_filter
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.unknown_tagged_fields:
        put(_PACK_bb(o.operation, o.permission_type))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_bbx(o.operation, o.permission_type))


DescribeAclsRequest._READERS = {
    0: _read_DescribeAclsRequest_0,
    1: _read_DescribeAclsRequest_1,
    2: _read_DescribeAclsRequest_2,
    3: _read_DescribeAclsRequest_2,
}
DescribeAclsRequest._WRITERS = {
    0: _write_DescribeAclsRequest_0,
    1: _write_DescribeAclsRequest_1,
    2: _write_DescribeAclsRequest_2,
    3: _write_DescribeAclsRequest_2,
}
