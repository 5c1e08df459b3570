# Generated from ConsumerGroupPartitionMetadataValue.json by `python -m codegen generate`. Do not edit.
"""ConsumerGroupPartitionMetadataValue, coordinator value of type 4, version 0, flexible from 0. Topics of a consumer group's subscriptions, with partitions and racks; superseded by MetadataHash."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct as Layout
from typing import TYPE_CHECKING, Any, Final

from kraft_wire.arrays import (
    _text_tuple,
    read_compact_texts,
    write_compact_texts,
)
from kraft_wire.message import Message, Struct
from kraft_wire.primitives import (
    BYTES,
    UUIDS,
    UnknownTags,
    Uuid,
    ZERO_UUID,
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

_PACK_i = Layout(">i").pack
_PACK_iB = Layout(">iB").pack
_PACK_u = Layout(">16s").pack
_PACK_uB = Layout(">16sB").pack
_UNPACK_iB = Layout(">iB").unpack_from
_UNPACK_uB = Layout(">16sB").unpack_from


class PartitionMetadata(Struct):
    """Racks by partition."""

    __slots__ = ("partition", "racks", "unknown_tagged_fields")
    __match_args__ = ("partition", "racks")
    __qualname__ = "ConsumerGroupPartitionMetadataValue.PartitionMetadata"
    partition: Final[int]
    """Number of the partition. (int32)"""
    racks: Final[tuple[str, ...]]
    """Racks of the partition's replicas. ([]string)"""

    def __init__(
        self,
        *,
        partition: int = 0,
        racks: Iterable[str] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.partition = partition
        self.racks = _text_tuple(racks)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            partition: int = ...,
            racks: Iterable[str] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_PartitionMetadata = PartitionMetadata
_new_PartitionMetadata = new(PartitionMetadata)


class TopicMetadata(Struct):
    """One entry for each topic."""

    __slots__ = ("topic_id", "topic_name", "num_partitions", "partition_metadata", "unknown_tagged_fields")
    __match_args__ = ("topic_id", "topic_name", "num_partitions", "partition_metadata")
    __qualname__ = "ConsumerGroupPartitionMetadataValue.TopicMetadata"
    topic_id: Final[Uuid]
    """Id of the topic; zero if unknown. (uuid)"""
    topic_name: Final[str]
    """Name of the topic. (string)"""
    num_partitions: Final[int]
    """Number of partitions; -1 for the default. (int32)"""
    partition_metadata: Final[tuple[PartitionMetadata, ...]]
    """Racks by partition. ([]PartitionMetadata)"""

    def __init__(
        self,
        *,
        topic_id: Uuid = ZERO_UUID,
        topic_name: str = "",
        num_partitions: int = 0,
        partition_metadata: Iterable[PartitionMetadata] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topic_id = topic_id
        self.topic_name = topic_name
        self.num_partitions = num_partitions
        self.partition_metadata = tuple(partition_metadata)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topic_id: Uuid = ...,
            topic_name: str = ...,
            num_partitions: int = ...,
            partition_metadata: Iterable[PartitionMetadata] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_TopicMetadata = TopicMetadata
_new_TopicMetadata = new(TopicMetadata)


class ConsumerGroupPartitionMetadataValue(Message):
    """Topics of a consumer group's subscriptions, with partitions and racks; superseded by MetadataHash."""

    __slots__ = ("topics", "unknown_tagged_fields")
    __match_args__ = ("topics",)
    KIND = "coordinator-value"
    API_KEY = 4
    VERSIONS = (0, 0)
    FLEXIBLE_VERSIONS = (0, 0)
    if TYPE_CHECKING:
        PartitionMetadata: TypeAlias = _PartitionMetadata
        TopicMetadata: TypeAlias = _TopicMetadata
    else:  # no annotation of a field
        PartitionMetadata = _PartitionMetadata
        TopicMetadata = _TopicMetadata
    topics: Final[tuple[TopicMetadata, ...]]
    """One entry for each topic. ([]TopicMetadata)"""

    def __init__(
        self,
        *,
        topics: Iterable[TopicMetadata] = (),
        unknown_tagged_fields: UnknownTags = (),
    ) -> None:
        self.topics = tuple(topics)
        self.unknown_tagged_fields = unknown_tagged_fields

    if TYPE_CHECKING:

        def replace(
            self,
            *,
            topics: Iterable[TopicMetadata] = ...,
            unknown_tagged_fields: UnknownTags = ...,
        ) -> Self: ...


_new_ConsumerGroupPartitionMetadataValue = new(ConsumerGroupPartitionMetadataValue)


def _read_PartitionMetadata_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_PartitionMetadata()
        o.partition, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.racks, pos = read_compact_texts(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_PartitionMetadata_many_0(put: Append, many: Any) -> None:
    for o in many:
        items = o.racks
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.partition, n))
        else:
            put(_PACK_i(o.partition))
            put(count_uvarint(n))
        write_compact_texts(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_TopicMetadata_many_0(buf: bytes, pos: int, count: int) -> tuple[tuple[Any, ...], int]:
    items: list[Any] = []
    for _ in range(count):
        o = _new_TopicMetadata()
        u0, n = _UNPACK_uB(buf, pos)
        pos += 16
        o.topic_id = UUIDS[u0]
        if n > 127 or not n:
            n, pos = text_length_not_null(buf, pos, n)
        o.topic_name = buf[pos + 1 : (pos := pos + n)].decode()
        o.num_partitions, n = _UNPACK_iB(buf, pos)
        pos += 4
        if n > 127 or not n:
            n, pos = count_length_not_null(buf, pos, n)
        o.partition_metadata, pos = _read_PartitionMetadata_many_0(buf, pos + 1, n - 1)
        n = buf[pos]
        pos += 1
        o.unknown_tagged_fields = ()
        if n:
            o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
        items.append(o)
    return tuple(items), pos


def _write_TopicMetadata_many_0(put: Append, many: Any) -> None:
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
        items = o.partition_metadata
        n = len(items) + 1
        if n < 128:
            put(_PACK_iB(o.num_partitions, n))
        else:
            put(_PACK_i(o.num_partitions))
            put(count_uvarint(n))
        if items:
            _write_PartitionMetadata_many_0(put, items)
        if o.unknown_tagged_fields:
            write_tags(put, [], o.unknown_tagged_fields)
        else:
            put(b"\0")


def _read_ConsumerGroupPartitionMetadataValue_0(buf: bytes, pos: int) -> tuple[Any, int]:
    o = _new_ConsumerGroupPartitionMetadataValue()
    n = buf[pos]
    if n > 127 or not n:
        n, pos = count_length_not_null(buf, pos, n)
    o.topics, pos = _read_TopicMetadata_many_0(buf, pos + 1, n - 1)
    n = buf[pos]
    pos += 1
    o.unknown_tagged_fields = ()
    if n:
        o.unknown_tagged_fields, pos = read_unknown_tags(buf, pos - 1)
    return o, pos


def _write_ConsumerGroupPartitionMetadataValue_0(put: Append, o: Any) -> None:
    items = o.topics
    n = len(items) + 1
    put(BYTES[n] if n < 128 else count_uvarint(n))
    if items:
        _write_TopicMetadata_many_0(put, items)
    if o.unknown_tagged_fields:
        write_tags(put, [], o.unknown_tagged_fields)
    else:
        put(b"\0")


ConsumerGroupPartitionMetadataValue._READERS = {
    0: _read_ConsumerGroupPartitionMetadataValue_0,
}
ConsumerGroupPartitionMetadataValue._WRITERS = {
    0: _write_ConsumerGroupPartitionMetadataValue_0,
}
