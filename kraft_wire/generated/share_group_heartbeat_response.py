# Generated from ShareGroupHeartbeatResponse.json by `python -m codegen generate`. Do not edit.
"""ShareGroupHeartbeatResponse, response of API key 76, versions 0-1, flexible from 0. Tells the member its epoch and what it is assigned."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    PACK_INT32S,
    READ_INT32S,
    pack_many,
    read_numbers,
)
from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    text_length,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_B = Layout(">B").pack
_PACK_ih = Layout(">ih").pack
_PACK_ihB = Layout(">ihB").pack
_PACK_iib = Layout(">iib").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_ihB = Layout(">ihB").unpack_from
_UNPACK_iib = Layout(">iib").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class TopicPartitions(Struct):
    """Partitions by topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ShareGroupHeartbeatResponse.TopicPartitions"
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


class Assignment(Struct):
    """What the member is assigned."""

    __slots__ = ("topic_partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_partitions",)
    __qualname__ = "ShareGroupHeartbeatResponse.Assignment"
    topic_partitions: Final[tuple[TopicPartitions, ...]]
    """Partitions by topic. ([]TopicPartitions)"""

    def __init__(
        self,
        *,
        topic_partitions: Iterable[TopicPartitions] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_partitions = tuple(topic_partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_partitions: Iterable[TopicPartitions] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_Assignment = Assignment
_new_Assignment = new(Assignment)


class ShareGroupHeartbeatResponse(Message):
    """Tells the member its epoch and what it is assigned."""

    __slots__ = ("throttle_time_ms", "error_code", "error_message", "member_id", "member_epoch", "heartbeat_interval_ms", "assignment", "unknown_tagged_fields")
    __match_args__ = ("throttle_time_ms", "error_code", "error_message", "member_id", "member_epoch", "heartbeat_interval_ms", "assignment")
    KIND = "response"
    API_KEY = 76
    VERSIONS = (0, 1)
    FLEXIBLE_VERSIONS = (0, 1)
    if TYPE_CHECKING:
        TopicPartitions: TypeAlias = _TopicPartitions
        Assignment: TypeAlias = _Assignment
    else:  # no annotation of a field
        TopicPartitions = _TopicPartitions
        Assignment = _Assignment
    throttle_time_ms: Final[int]
    """Milliseconds for which a quota held the answer back; 0 for none. (int32)"""
    error_code: Final[int]
    """Error code; 0 for success. (int16)"""
    error_message: Final[str | None]
    """Text of the error; null without one. (string)"""
    member_id: Final[str | None]
    """Id of the member. (string)"""
    member_epoch: Final[int]
    """Epoch of the member. (int32)"""
    heartbeat_interval_ms: Final[int]
    """Milliseconds between heartbeats. (int32)"""
    assignment: Final[Assignment | None]
    """What the member is assigned. (Assignment)"""

    def __init__(
        self,
        *,
        throttle_time_ms: int = 0,
        error_code: int = 0,
        error_message: str | None = None,
        member_id: str | None = None,
        member_epoch: int = 0,
        heartbeat_interval_ms: int = 0,
        assignment: Assignment | None = None,
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.throttle_time_ms = throttle_time_ms
        self.error_code = error_code
        self.error_message = error_message
        self.member_id = member_id
        self.member_epoch = member_epoch
        self.heartbeat_interval_ms = heartbeat_interval_ms
        self.assignment = assignment
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            throttle_time_ms: int = ...,
            error_code: int = ...,
            error_message: str | None = ...,
            member_id: str | None = ...,
            member_epoch: int = ...,
            heartbeat_interval_ms: int = ...,
            assignment: Assignment | None = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareGroupHeartbeatResponse = new(ShareGroupHeartbeatResponse)


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


def _read_Assignment_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_Assignment()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_partitions, pos = _read_TopicPartitions_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_Assignment_0(put: Append, o: Any) -> None:
    items = o.topic_partitions
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicPartitions_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


def _read_ShareGroupHeartbeatResponse_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareGroupHeartbeatResponse()
    o.throttle_time_ms, o.error_code, n = _UNPACK_ihB(buf, pos)
    pos += 6
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.error_message = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.error_message = None
        pos += 1
    n = buf[pos]
    if n > 127:
        n, pos = text_length(buf, pos, n)
    if n:
        o.member_id = buf[pos + 1 : (pos := pos + n)].decode()
    else:
        o.member_id = None
        pos += 1
    o.member_epoch, o.heartbeat_interval_ms, n = _UNPACK_iib(buf, pos)
    pos += 9
    if n >= 0:
        o.assignment, pos = _read_Assignment_0(buf, pos)
    else:
        o.assignment = None
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareGroupHeartbeatResponse_0(put: Append, o: Any) -> None:
    items = o.error_message
    if items is None:
        put(_PACK_ihB(o.throttle_time_ms, o.error_code, 0))
    else:
        items = items.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_ihB(o.throttle_time_ms, o.error_code, n))
        else:
            put(_PACK_ih(o.throttle_time_ms, o.error_code))
            put(text_uvarint(n))
        put(items)
    items = o.member_id
    if items is None:
        put(_PACK_B(0))
    else:
        items = items.encode()
        n = len(items) + 1
        put(BYTES[n] if n < 128 else text_uvarint(n))
        put(items)
    if o.assignment is None:
        put(_PACK_iib(o.member_epoch, o.heartbeat_interval_ms, -1))
    else:
        put(_PACK_iib(o.member_epoch, o.heartbeat_interval_ms, 1))
        _write_Assignment_0(put, o.assignment)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ShareGroupHeartbeatResponse._READERS = {
    0: _read_ShareGroupHeartbeatResponse_0,
    1: _read_ShareGroupHeartbeatResponse_0,
}
ShareGroupHeartbeatResponse._WRITERS = {
    0: _write_ShareGroupHeartbeatResponse_0,
    1: _write_ShareGroupHeartbeatResponse_0,
}
