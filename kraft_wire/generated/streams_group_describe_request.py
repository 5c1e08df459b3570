# Generated from StreamsGroupDescribeRequest.json by `python -m codegen generate`. Do not edit.
"""StreamsGroupDescribeRequest, request of API key 89, versions 0-1, flexible from 0. Asks for the state of streams groups (KIP-1071)."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    write_compact_texts,
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
    from .streams_group_describe_response import StreamsGroupDescribeResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_ZZ = Layout(">??").pack
_PACK_ZZx = Layout(">??x").pack
_PACK_Zx = Layout(">?x").pack
_UNPACK_ZB = Layout(">?B").unpack_from
_UNPACK_ZZB = Layout(">??B").unpack_from


class StreamsGroupDescribeRequest(Request["StreamsGroupDescribeResponse"]):
    """Asks for the state of streams groups (KIP-1071)."""

    __slots__ = ("group_ids", "include_authorized_operations", "include_topology_description", "unknown_tagged_fields")
    __match_args__ = ("group_ids", "include_authorized_operations", "include_topology_description")
    KIND = "request"
    API_KEY = 89
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "StreamsGroupDescribeResponse"
    group_ids: Final[tuple[str, ...]]
    """Ids of the groups. ([]string)"""
    include_authorized_operations: Final[bool]
    """Whether to tell what the client may do. (bool)"""
    include_topology_description: Final[bool]
    """Whether to add the full topology. (bool, version 1)"""

    def __init__(
        self,
        *,
        group_ids: Iterable[str] = (),
        include_authorized_operations: bool = False,
        include_topology_description: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_ids = _text_tuple(group_ids)
        self.include_authorized_operations = include_authorized_operations
        self.include_topology_description = include_topology_description
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_ids: Iterable[str] = ...,
            include_authorized_operations: bool = ...,
            include_topology_description: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_StreamsGroupDescribeRequest = new(StreamsGroupDescribeRequest)


def _read_StreamsGroupDescribeRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupDescribeRequest()
    o.include_topology_description = False
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.group_ids, pos = read_compact_texts(buf, pos + 1, n - 1)
    o.include_authorized_operations, n = _UNPACK_ZB(buf, pos)
    pos += 2
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupDescribeRequest_0(put: Append, o: Any) -> None:
    if o.include_topology_description is not False:
        raise ValueError("this version lacks a field that is set")
    items = o.group_ids
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


def _read_StreamsGroupDescribeRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_StreamsGroupDescribeRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.group_ids, pos = read_compact_texts(buf, pos + 1, n - 1)
    o.include_authorized_operations, o.include_topology_description, n = _UNPACK_ZZB(buf, pos)
    pos += 3
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_StreamsGroupDescribeRequest_1(put: Append, o: Any) -> None:
    items = o.group_ids
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    write_compact_texts(put, items)
    if o.include_authorized_operations is not True and o.include_authorized_operations is not False:
        raise ValueError("bool is neither true nor false")
    if o.include_topology_description is not True and o.include_topology_description is not False:
        raise ValueError("bool is neither true nor false")
    if o.unknown_tagged_fields:
        put(_PACK_ZZ(o.include_authorized_operations, o.include_topology_description))
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(_PACK_ZZx(o.include_authorized_operations, o.include_topology_description))


StreamsGroupDescribeRequest._READERS = {
    0: _read_StreamsGroupDescribeRequest_0,
    1: _read_StreamsGroupDescribeRequest_1,
}
StreamsGroupDescribeRequest._WRITERS = {
    0: _write_StreamsGroupDescribeRequest_0,
    1: _write_StreamsGroupDescribeRequest_1,
}
