# Generated from ShareGroupStatePartitionMetadataValue.json by `python -m codegen generate`. Do not edit.
"""ShareGroupStatePartitionMetadataValue, coordinator value of type 15, version 0, flexible from 0. Which partitions of a share group the share coordinator keeps, begins to keep or deletes."""

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
    text_length_not_null,
    text_uvarint,
    write_tags,
)

if TYPE_CHECKING:
    from typing import Self, TypeAlias

    from kraft_wire.primitives import Append

_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_uB = Layout(">16sB").unpack_from


class TopicPartitionsInfo(Struct):
    """Part of ShareGroupStatePartitionMetadataValue."""

    __slots__ = ("topic_id", "topic_name", "partitions", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "topic_name", "partitions")
    __qualname__ = "ShareGroupStatePartitionMetadataValue.TopicPartitionsInfo"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    topic_name: Final[str]
    """Name of the topic. (string)"""
    partitions: Final[tuple[int, ...]]
    """Numbers of the partitions. ([]int32)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        topic_name: str = "",
        partitions: Iterable[int] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.topic_name = topic_name
        self.partitions = tuple(partitions)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            topic_name: str = ...,
            partitions: Iterable[int] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicPartitionsInfo = TopicPartitionsInfo
_new_TopicPartitionsInfo = new(TopicPartitionsInfo)


class TopicInfo(Struct):
    """Topics whose state is being deleted."""

    __slots__ = ("topic_id", "topic_name", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "topic_name")
    __qualname__ = "ShareGroupStatePartitionMetadataValue.TopicInfo"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    topic_name: Final[str]
    """Name of the topic. (string)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        topic_name: str = "",
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.topic_name = topic_name
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            topic_name: str = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicInfo = TopicInfo
_new_TopicInfo = new(TopicInfo)


class ShareGroupStatePartitionMetadataValue(Message):
    """Which partitions of a share group the share coordinator keeps, begins to keep or deletes."""

    __slots__ = ("initializing_topics", "initialized_topics", "deleting_topics", "unknown_tagged_fields")
    __match_args__ = ("initializing_topics", "initialized_topics", "deleting_topics")
    KIND = "coordinator-value"
    API_KEY = 15
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        TopicPartitionsInfo: TypeAlias = _TopicPartitionsInfo
        TopicInfo: TypeAlias = _TopicInfo
    else:  # no annotation of a field
        TopicPartitionsInfo = _TopicPartitionsInfo
        TopicInfo = _TopicInfo
    initializing_topics: Final[tuple[TopicPartitionsInfo, ...]]
    """Topics whose state is about to be kept. ([]TopicPartitionsInfo)"""
    initialized_topics: Final[tuple[TopicPartitionsInfo, ...]]
    """Topics whose state is kept. ([]TopicPartitionsInfo)"""
    deleting_topics: Final[tuple[TopicInfo, ...]]
    """Topics whose state is being deleted. ([]TopicInfo)"""

    def __init__(
        self,
        *,
        initializing_topics: Iterable[TopicPartitionsInfo] = (),
        initialized_topics: Iterable[TopicPartitionsInfo] = (),
        deleting_topics: Iterable[TopicInfo] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.initializing_topics = tuple(initializing_topics)
        self.initialized_topics = tuple(initialized_topics)
        self.deleting_topics = tuple(deleting_topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            initializing_topics: Iterable[TopicPartitionsInfo] = ...,
            initialized_topics: Iterable[TopicPartitionsInfo] = ...,
            deleting_topics: Iterable[TopicInfo] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ShareGroupStatePartitionMetadataValue = new(ShareGroupStatePartitionMetadataValue)


def _read_TopicPartitionsInfo_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicPartitionsInfo()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
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


def _write_TopicPartitionsInfo_many_0(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.topic_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(text_uvarint(n))
        put(items)
        items = o.partitions
        n = len(items) + 1
        put(BYTES[n] if n < 128 else count_uvarint(n))
        put((PACK_INT32S[n - 1] if n < 16 else pack_many("i", len(items)))(*items))
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicInfo_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicInfo()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicInfo_many_0(put: Append, many: Any) -> None:
    for o in many:
        if len(o.topic_id) != 16:
            raise ValueError("uuid has not 16 bytes")
        items = o.topic_name.encode()
        n = len(items) + 1
        if n < 128:
            put(_PACK_uB(o.topic_id, n))
        else:
            put(_PACK_u(o.topic_id))
            put(text_uvarint(n))
        put(items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ShareGroupStatePartitionMetadataValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ShareGroupStatePartitionMetadataValue()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.initializing_topics, pos = _read_TopicPartitionsInfo_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.initialized_topics, pos = _read_TopicPartitionsInfo_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.deleting_topics, pos = _read_TopicInfo_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ShareGroupStatePartitionMetadataValue_0(put: Append, o: Any) -> None:
    items = o.initializing_topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicPartitionsInfo_many_0(put, items)
    items = o.initialized_topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicPartitionsInfo_many_0(put, items)
    items = o.deleting_topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicInfo_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ShareGroupStatePartitionMetadataValue._READERS = {
    0: _read_ShareGroupStatePartitionMetadataValue_0,
}
ShareGroupStatePartitionMetadataValue._WRITERS = {
    0: _write_ShareGroupStatePartitionMetadataValue_0,
}
