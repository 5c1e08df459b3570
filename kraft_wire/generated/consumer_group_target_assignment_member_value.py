# Generated from ConsumerGroupTargetAssignmentMemberValue.json by `python -m codegen generate`. Do not edit.
"""ConsumerGroupTargetAssignmentMemberValue, coordinator value of type 7, version 0, flexible from 0. The partitions that a member of a consumer group shall own."""

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
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_uB = Layout(">16sB").unpack_from


class TopicPartition(Struct):
    """Partitions by topic."""

    __slots__ = ("topic_id", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "partitions")
    __qualname__ = "ConsumerGroupTargetAssignmentMemberValue.TopicPartition"
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


_TopicPartition = TopicPartition
_new_TopicPartition = new(TopicPartition)


class ConsumerGroupTargetAssignmentMemberValue(Message):
    """The partitions that a member of a consumer group shall own."""

    __slots__ = ("topic_partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_partitions",)
    KIND = "coordinator-value"
    API_KEY = 7
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        TopicPartition: TypeAlias = _TopicPartition
    else:  # no annotation of a field
        TopicPartition = _TopicPartition
    topic_partitions: Final[tuple[TopicPartition, ...]]
    """Partitions by topic. ([]TopicPartition)"""

    def __init__(
        self,
        *,
        topic_partitions: Iterable[TopicPartition] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_partitions = tuple(topic_partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_partitions: Iterable[TopicPartition] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConsumerGroupTargetAssignmentMemberValue = new(ConsumerGroupTargetAssignmentMemberValue)


def _read_TopicPartition_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicPartition()
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


def _write_TopicPartition_many_0(put: Append, many: Any) -> None:
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


def _read_ConsumerGroupTargetAssignmentMemberValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerGroupTargetAssignmentMemberValue()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topic_partitions, pos = _read_TopicPartition_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ConsumerGroupTargetAssignmentMemberValue_0(put: Append, o: Any) -> None:
    items = o.topic_partitions
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicPartition_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ConsumerGroupTargetAssignmentMemberValue._READERS = {
    0: _read_ConsumerGroupTargetAssignmentMemberValue_0,
}
ConsumerGroupTargetAssignmentMemberValue._WRITERS = {
    0: _write_ConsumerGroupTargetAssignmentMemberValue_0,
}
