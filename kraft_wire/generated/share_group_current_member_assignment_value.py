# Generated from ShareGroupCurrentMemberAssignmentValue.json by `python -m codegen generate`. Do not edit.
"""ShareGroupCurrentMemberAssignmentValue, coordinator value of type 14, version 0, flexible from 0. What a member of a share group is assigned now."""

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
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
    count_length,
    count_length_not_null,
    count_uvarint,
    new,
    read_unknown_tags,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_iib = Layout(">iib").pack
_PACK_iibB = Layout(">iibB").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iibB = Layout(">iibB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class TopicPartitions(Struct):
    """Partitions that are assigned."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ShareGroupCurrentMemberAssignmentValue.TopicPartitions"
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


class ShareGroupCurrentMemberAssignmentValue(Message):
    """What a member of a share group is assigned now."""

    __slots__ = ("member_epoch", "previous_member_epoch", "state", "assigned_partitions", "unknown_tagged_fields")
    __match_args__ = ("member_epoch", "previous_member_epoch", "state", "assigned_partitions")
    KIND = "coordinator-value"
    API_KEY = 14
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        TopicPartitions: TypeAlias = _TopicPartitions
    else:  # no annotation of a field
        TopicPartitions = _TopicPartitions
    member_epoch: Final[int]
    """Epoch of the member. (int32)"""
    previous_member_epoch: Final[int]
    """Epoch of the member before the current one. (int32)"""
    state: Final[int]
    """State of the member, as a number. (int8)"""
    assigned_partitions: Final[tuple[TopicPartitions, ...]]
    """Partitions that are assigned. ([]TopicPartitions)"""

    def __init__(
        self,
        *,
        member_epoch: int = 0,
        previous_member_epoch: int = 0,
        state: int = 0,
        assigned_partitions: Iterable[TopicPartitions] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.member_epoch = member_epoch
        self.previous_member_epoch = previous_member_epoch
        self.state = state
        self.assigned_partitions = tuple(assigned_partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            member_epoch: int = ...,
            previous_member_epoch: int = ...,
            state: int = ...,
            assigned_partitions: Iterable[TopicPartitions] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareGroupCurrentMemberAssignmentValue = new(ShareGroupCurrentMemberAssignmentValue)


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


def _read_ShareGroupCurrentMemberAssignmentValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareGroupCurrentMemberAssignmentValue()
    o.member_epoch, o.previous_member_epoch, o.state, n = _UNPACK_iibB(buf, pos)
    pos += 9
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.assigned_partitions, pos = _read_TopicPartitions_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareGroupCurrentMemberAssignmentValue_0(put: Append, o: Any) -> None:
    items = o.assigned_partitions
    n = len(items) + 1
    if n < 128:
        put(_PACK_iibB(o.member_epoch, o.previous_member_epoch, o.state, n))
    else:
        put(_PACK_iib(o.member_epoch, o.previous_member_epoch, o.state))
        put(count_uvarint(n))
    if items:
        _write_TopicPartitions_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ShareGroupCurrentMemberAssignmentValue._READERS = {
    0: _read_ShareGroupCurrentMemberAssignmentValue_0,
}
ShareGroupCurrentMemberAssignmentValue._WRITERS = {
    0: _write_ShareGroupCurrentMemberAssignmentValue_0,
}
