# Generated from ShareGroupHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""ShareGroupHeartbeatRequest, request of API key 76, versions 0-1, flexible from 0. A member of a share group joins, stays, changes its subscription or leaves."""

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
    count_length,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from .share_group_heartbeat_response import ShareGroupHeartbeatResponse
    from typing import Self

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_UNPACK_iB = Layout(">iB").unpack_from


class ShareGroupHeartbeatRequest(Request["ShareGroupHeartbeatResponse"]):
    """A member of a share group joins, stays, changes its subscription or leaves."""

    __slots__ = ("group_id", "member_id", "member_epoch", "rack_id", "subscribed_topic_names", "unknown_tagged_fields")
    __match_args__ = ("group_id", "member_id", "member_epoch", "rack_id", "subscribed_topic_names")
    KIND = "request"
    API_KEY = 76
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "ShareGroupHeartbeatResponse"
    group_id: Final[str]
    """Id of the group. (string)"""
    member_id: Final[str]
    """Id of the member. (string)"""
    member_epoch: Final[int]
    """Epoch of the member; 0 to join, -1 to leave. (int32)"""
    rack_id: Final[str | None]
    """Rack of the client; null or empty for none. (string)"""
    subscribed_topic_names: Final[tuple[str, ...] | None]
    """Topics that the member subscribes to by name. ([]string)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
        member_epoch: int = 0,
        rack_id: str | None = None,
        subscribed_topic_names: Iterable[str] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.rack_id = rack_id
        self.subscribed_topic_names = None if subscribed_topic_names is None else _text_tuple(subscribed_topic_names)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            member_id: str = ...,
            member_epoch: int = ...,
            rack_id: str | None = ...,
            subscribed_topic_names: Iterable[str] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareGroupHeartbeatRequest = new(ShareGroupHeartbeatRequest)


def _read_ShareGroupHeartbeatRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareGroupHeartbeatRequest()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.group_id = buf[pos + 1 : (pos := pos + n)].decode()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = text_length_not_null(buf, pos, n)
    o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    o.member_epoch, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack_id = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.subscribed_topic_names, pos = read_compact_texts(buf, pos + 1, n - 1)
    else:
        o.subscribed_topic_names = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareGroupHeartbeatRequest_0(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.rack_id
    if items is None:
        put(_PACK_iB(o.member_epoch, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.member_epoch, n))
        else:
            put(_PACK_i(o.member_epoch))
            put(text_uvarint(n))
        put(items)
    items = o.subscribed_topic_names
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        write_compact_texts(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ShareGroupHeartbeatRequest._READERS = {
    0: _read_ShareGroupHeartbeatRequest_0,
    1: _read_ShareGroupHeartbeatRequest_0,
}
ShareGroupHeartbeatRequest._WRITERS = {
    0: _write_ShareGroupHeartbeatRequest_0,
    1: _write_ShareGroupHeartbeatRequest_0,
}
