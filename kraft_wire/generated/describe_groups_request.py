# Generated from DescribeGroupsRequest.json by `python -m codegen generate`. Do not edit.
"""DescribeGroupsRequest, request of API key 15, versions 0-6, flexible from 5. Asks for the state of groups of the classic protocol."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    read_fixed_texts,
    write_compact_texts,
    write_fixed_texts,
)
from kraft_wire.message import Request
from kraft_wire.primitives import (
    BYTES,
    UnknownTags,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from .describe_groups_response import DescribeGroupsResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_PACK_i = Layout(">i").pack
_UNPACK_Z = Layout(">?").unpack_from
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_i = Layout(">i").unpack_from


class DescribeGroupsRequest(Request["DescribeGroupsResponse"]):
    """Asks for the state of groups of the classic protocol."""

    __slots__ = ("groups", "include_authorized_operations", "unknown_tagged_fields")
    __match_args__ = ("groups", "include_authorized_operations")
    KIND = "request"
    API_KEY = 15
    VERSIONS = (0, 6)
    FLEXIBLE_VERSIONS = (5, 6)
    _RESPONSE_NAME = "DescribeGroupsResponse"
    groups: Final[tuple[str, ...]]
    """Ids of the groups. ([]string)"""
    include_authorized_operations: Final[bool]
    """Whether to tell what the client may do. (bool, versions 3-6)"""

    def __init__(
        self,
        *,
        groups: Iterable[str] = (),
        include_authorized_operations: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.groups = _text_tuple(groups)
        self.include_authorized_operations = include_authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            groups: Iterable[str] = ...,
            include_authorized_operations: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_DescribeGroupsRequest = new(DescribeGroupsRequest)


def _read_DescribeGroupsRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeGroupsRequest()
    o.include_authorized_operations = False
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.groups, pos = read_fixed_texts(buf, pos, n)
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeGroupsRequest_0(put: Append, o: Any) -> None:
    if o.include_authorized_operations is not False:
        raise ValueError("this version lacks a field that is set")
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.groups
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    write_fixed_texts(put, items)


def _read_DescribeGroupsRequest_3(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeGroupsRequest()
    (n,) = _UNPACK_i(buf, pos)
    pos += 4
    if not 0 <= n <= 1000000:
        raise ValueError("count is negative or too high")
    o.groups, pos = read_fixed_texts(buf, pos, n)
    (o.include_authorized_operations,) = _UNPACK_Z(buf, pos)
    pos += 1
    o.unknown_tagged_fields = ()
    return o, pos


def _write_DescribeGroupsRequest_3(put: Append, o: Any) -> None:
    if o.unknown_tagged_fields:
        raise ValueError("this version has no tagged fields")
    items = o.groups
    n = len(items)
    if n > 1000000:
        raise ValueError("array is too long")
    put(_PACK_i(n))
    write_fixed_texts(put, items)
    if o.include_authorized_operations is not True and o.include_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    put(_PACK_Z(o.include_authorized_operations))


def _read_DescribeGroupsRequest_5(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_DescribeGroupsRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.groups, pos = read_compact_texts(buf, pos + 1, n - 1)
    o.include_authorized_operations, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_DescribeGroupsRequest_5(put: Append, o: Any) -> None:
    items = o.groups
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.include_authorized_operations is not True and o.include_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_Z(o.include_authorized_operations))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_Zx(o.include_authorized_operations))


DescribeGroupsRequest._READERS = {
    0: _read_DescribeGroupsRequest_0,
    1: _read_DescribeGroupsRequest_0,
    2: _read_DescribeGroupsRequest_0,
    3: _read_DescribeGroupsRequest_3,
    4: _read_DescribeGroupsRequest_3,
    5: _read_DescribeGroupsRequest_5,
    6: _read_DescribeGroupsRequest_5,
}
DescribeGroupsRequest._WRITERS = {
    0: _write_DescribeGroupsRequest_0,
    1: _write_DescribeGroupsRequest_0,
    2: _write_DescribeGroupsRequest_0,
    3: _write_DescribeGroupsRequest_3,
    4: _write_DescribeGroupsRequest_3,
    5: _write_DescribeGroupsRequest_5,
    6: _write_DescribeGroupsRequest_5,
}
