# Generated from ConsumerGroupDescribeRequest.json by `python -m codegen generate`. Do not edit.
"""ConsumerGroupDescribeRequest, request of API key 69, versions 0-1, flexible from 0. Asks for the state of consumer groups of the new protocol (KIP-848)."""

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
    from .consumer_group_describe_response import ConsumerGroupDescribeResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_Z = Layout(">?").pack
_PACK_Zx = Layout(">?x").pack
_UNPACK_ZB = Layout(">?B").unpack_from


class ConsumerGroupDescribeRequest(Request["ConsumerGroupDescribeResponse"]):
    """Asks for the state of consumer groups of the new protocol (KIP-848)."""

    __slots__ = ("group_ids", "include_authorized_operations", "unknown_tagged_fields")
    __match_args__ = ("group_ids", "include_authorized_operations")
    KIND = "request"
    API_KEY = 69
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "ConsumerGroupDescribeResponse"
    group_ids: Final[tuple[str, ...]]
    """Ids of the groups. ([]string)"""
    include_authorized_operations: Final[bool]
    """Whether to tell what the client may do. (bool)"""

    def __init__(
        self,
        *,
        group_ids: Iterable[str] = (),
        include_authorized_operations: bool = False,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_ids = _text_tuple(group_ids)
        self.include_authorized_operations = include_authorized_operations
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_ids: Iterable[str] = ...,
            include_authorized_operations: bool = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConsumerGroupDescribeRequest = new(ConsumerGroupDescribeRequest)


def _read_ConsumerGroupDescribeRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerGroupDescribeRequest()
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


def _write_ConsumerGroupDescribeRequest_0(put: Append, o: Any) -> None:
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


ConsumerGroupDescribeRequest._READERS = {
    0: _read_ConsumerGroupDescribeRequest_0,
    1: _read_ConsumerGroupDescribeRequest_0,
}
ConsumerGroupDescribeRequest._WRITERS = {
    0: _write_ConsumerGroupDescribeRequest_0,
    1: _write_ConsumerGroupDescribeRequest_0,
}
