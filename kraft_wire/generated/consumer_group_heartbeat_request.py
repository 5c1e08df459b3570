# Generated from ConsumerGroupHeartbeatRequest.json by `python -m codegen generate`. Do not edit.
"""ConsumerGroupHeartbeatRequest, request of API key 68, versions 0-1, flexible from 0. A member of a consumer group of the new protocol (KIP-848) joins, stays, changes its subscription or leaves."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    _text_tuple,
    pack_many,
    read_compact_texts,
    read_numbers,
    write_compact_texts,
)
from kraft_wire.message import Request, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
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
    from .consumer_group_heartbeat_response import ConsumerGroupHeartbeatResponse
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class TopicPartitions(Struct):
    """Partitions by topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ConsumerGroupHeartbeatRequest.TopicPartitions"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicPartitions = TopicPartitions
_new_TopicPartitions = new(TopicPartitions)


class ConsumerGroupHeartbeatRequest(Request["ConsumerGroupHeartbeatResponse"]):
    """A member of a consumer group of the new protocol (KIP-848) joins, stays, changes its subscription or leaves."""

    __slots__ = ("group_id", "member_id", "member_epoch", "instance_id", "rack_id", "rebalance_timeout_ms", "subscribed_topic_names", "subscribed_topic_regex", "server_assignor", "topic_partitions", "unknown_tagged_fields")
    __match_args__ = ("group_id", "member_id", "member_epoch", "instance_id", "rack_id", "rebalance_timeout_ms", "subscribed_topic_names", "subscribed_topic_regex", "server_assignor", "topic_partitions")
    KIND = "request"
    API_KEY = 68
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    _RESPONSE_NAME = "ConsumerGroupHeartbeatResponse"
    if TYPE_CHECKING:
        TopicPartitions: TypeAlias = _TopicPartitions
    else:  # no annotation of a field
        TopicPartitions = _TopicPartitions
    group_id: Final[str]
    """Id of the group. (string)"""
    member_id: Final[str]
    """Id of the member. (string)"""
    member_epoch: Final[int]
    """Epoch of the member; 0 to join, -1 to leave, -2 to leave for a while as a static member. (int32)"""
    instance_id: Final[str | None]
    """Static id of the member; null for a dynamic one. (string)"""
    rack_id: Final[str | None]
    """Rack of the client; null or empty for none. (string)"""
    rebalance_timeout_ms: Final[int]
    """Milliseconds that members have to give back what they must. (int32)"""
    subscribed_topic_names: Final[tuple[str, ...] | None]
    """Topics that the member subscribes to by name. ([]string)"""
    subscribed_topic_regex: Final[str | None]
    """Regular expression that the member subscribes with. (string, version 1)"""
    server_assignor: Final[str | None]
    """Assignor that the server shall use; null for its own choice. (string)"""
    topic_partitions: Final[tuple[TopicPartitions, ...] | None]
    """Partitions by topic. ([]TopicPartitions)"""

    def __init__(
        self,
        *,
        group_id: str = "",
        member_id: str = "",
        member_epoch: int = 0,
        instance_id: str | None = None,
        rack_id: str | None = None,
        rebalance_timeout_ms: int = -1,
        subscribed_topic_names: Iterable[str] | None = None,
        subscribed_topic_regex: str | None = None,
        server_assignor: str | None = None,
        topic_partitions: Iterable[TopicPartitions] | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.group_id = group_id
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.instance_id = instance_id
        self.rack_id = rack_id
        self.rebalance_timeout_ms = rebalance_timeout_ms
        self.subscribed_topic_names = None if subscribed_topic_names is None else _text_tuple(subscribed_topic_names)
        self.subscribed_topic_regex = subscribed_topic_regex
        self.server_assignor = server_assignor
        self.topic_partitions = None if topic_partitions is None else tuple(topic_partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            group_id: str = ...,
            member_id: str = ...,
            member_epoch: int = ...,
            instance_id: str | None = ...,
            rack_id: str | None = ...,
            rebalance_timeout_ms: int = ...,
            subscribed_topic_names: Iterable[str] | None = ...,
            subscribed_topic_regex: str | None = ...,
            server_assignor: str | None = ...,
            topic_partitions: Iterable[TopicPartitions] | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConsumerGroupHeartbeatRequest = new(ConsumerGroupHeartbeatRequest)


def _read_TopicPartitions_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicPartitions()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127:
            n, pos = count_length(buf, pos, n)
        o.partitions = (READ_INT32S[n] if n < 16 else read_numbers("i", n))(buf, pos)
        pos += 4 * n - 3
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicPartitions_many_0(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.partitions
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ConsumerGroupHeartbeatRequest_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerGroupHeartbeatRequest()
    o.subscribed_topic_regex = None
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
        o.instance_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.instance_id = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack_id = None
        pos += 1
    o.rebalance_timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.subscribed_topic_names, pos = read_compact_texts(buf, pos + 1, n - 1)
    else:
        o.subscribed_topic_names = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.server_assignor = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.server_assignor = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.topic_partitions, pos = _read_TopicPartitions_many_0(buf, pos + 1, n - 1)
    else:
        o.topic_partitions = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ConsumerGroupHeartbeatRequest_0(put: Append, o: Any) -> None:
    if o.subscribed_topic_regex is not None:
        raise ValueError("this version lacks a field that is set")
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.instance_id
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
    items = o.rack_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.subscribed_topic_names
    if items is None:
        put(_PACK_iB(o.rebalance_timeout_ms, 0))
    else:
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.rebalance_timeout_ms, n))
        else:
            put(_PACK_i(o.rebalance_timeout_ms))
            put(count_uvarint(n))
        write_compact_texts(put, items)
    items = o.server_assignor
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topic_partitions
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopicPartitions_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ConsumerGroupHeartbeatRequest_1(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerGroupHeartbeatRequest()
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
        o.instance_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.instance_id = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.rack_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.rack_id = None
        pos += 1
    o.rebalance_timeout_ms, n = _UNPACK_iB(buf, pos)
    pos += 4
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.subscribed_topic_names, pos = read_compact_texts(buf, pos + 1, n - 1)
    else:
        o.subscribed_topic_names = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.subscribed_topic_regex = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.subscribed_topic_regex = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.server_assignor = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.server_assignor = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = count_length(buf, pos, n)
    if n:
        o.topic_partitions, pos = _read_TopicPartitions_many_0(buf, pos + 1, n - 1)
    else:
        o.topic_partitions = None
        pos += 1
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ConsumerGroupHeartbeatRequest_1(put: Append, o: Any) -> None:
    items = o.group_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.member_id.encode()
    n = len(items) + 1
    put(BYTES[n] if n < 128 else text_uvarint(n))
    put(items)
    items = o.instance_id
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
    items = o.rack_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.subscribed_topic_names
    if items is None:
        put(_PACK_iB(o.rebalance_timeout_ms, 0))
    else:
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.rebalance_timeout_ms, n))
        else:
            put(_PACK_i(o.rebalance_timeout_ms))
            put(count_uvarint(n))
        write_compact_texts(put, items)
    items = o.subscribed_topic_regex
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.server_assignor
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    items = o.topic_partitions
    if items is None:
        put(_PACK_B(0))
    else:
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        if items:
            _write_TopicPartitions_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ConsumerGroupHeartbeatRequest._READERS = {
    0: _read_ConsumerGroupHeartbeatRequest_0,
    1: _read_ConsumerGroupHeartbeatRequest_1,
}
ConsumerGroupHeartbeatRequest._WRITERS = {
    0: _write_ConsumerGroupHeartbeatRequest_0,
    1: _write_ConsumerGroupHeartbeatRequest_1,
}
